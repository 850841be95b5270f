//! Gravatar: the address of the picture that belongs to an e-mail address.
//!
//! Contract wordpress-core, section 17.3. The `img` element around it is the theme's matter.

use super::hash::sha256_hex;

/// The hash of an e-mail address in a Gravatar address: SHA-256 since WordPress 6.8.
pub fn avatar_hash(email: &str) -> String {
    let trimmed =
        email.trim_matches(|c: char| matches!(c, ' ' | '\t' | '\n' | '\r' | '\0' | '\u{b}'));
    // PHP's strtolower changes ASCII letters only.
    sha256_hex(trimmed.to_ascii_lowercase().as_bytes())
}

/// The address of a Gravatar picture. `default_avatar` and `rating` are the values of the options
/// `avatar_default` and `avatar_rating`. Not escaped for HTML.
pub fn gravatar_url(email: &str, size: u32, default_avatar: &str, rating: &str) -> String {
    let hash = if email.is_empty() {
        String::new()
    } else {
        avatar_hash(email)
    };
    let default_avatar = match default_avatar {
        "mystery" | "mysteryman" | "" => "mm",
        "gravatar_default" => "",
        other => other,
    };
    let mut url = format!("https://secure.gravatar.com/avatar/{hash}?s={size}");
    for (name, value) in [("d", default_avatar), ("r", &rating.to_ascii_lowercase())] {
        if !value.is_empty() {
            let value = percent_encoding::utf8_percent_encode(value, super::cookie::RAW_URL);
            url.push_str(&format!("&{name}={value}"));
        }
    }
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_folded() {
        assert_eq!(avatar_hash(" X "), avatar_hash("x"));
        assert_eq!(
            gravatar_url("x", 32, "mystery", "G"),
            format!(
                "https://secure.gravatar.com/avatar/{}?s=32&d=mm&r=g",
                avatar_hash("x")
            )
        );
    }
}
