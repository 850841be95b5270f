//! `sanitize_option`: what an option's value becomes before it is stored.
//!
//! Contract "wordpress-rest", section 11.

use super::date::WpTimezone;
use super::formatting::email::{is_email, sanitize_email};
use super::formatting::escape::esc_html;
use super::formatting::strip_all_tags::strip_tags;
use super::kses::{WP_ALLOWED_PROTOCOLS, wp_kses_data};
use super::php::Value;
use super::url::esc_url_raw;

/// The value to store; `None`: it is refused, and the stored one stays. `languages` are the locales that the site has
/// translations for.
pub fn sanitize_option(option: &str, value: Value, languages: &[String]) -> Option<Value> {
    let text = || value.to_string_lossy().into_owned();
    Some(match option {
        "blogname" | "blogdescription" => esc_html(&text()).into_owned().into(),
        "admin_email" | "new_admin_email" => {
            let email = sanitize_email(&text());
            is_email(&email)?;
            email.into()
        }
        "siteurl" | "home" => {
            let url = text();
            has_http_scheme(&url).then_some(())?;
            esc_url_raw(&url, &WP_ALLOWED_PROTOCOLS).into_owned().into()
        }
        "timezone_string" => {
            let zone = text();
            (zone.is_empty() || is_zone(&zone)).then_some(())?;
            zone.into()
        }
        "date_format" | "time_format" => wp_kses_data(&strip_tags(&text())).into(),
        "WPLANG" => {
            let locale = text();
            (locale.is_empty() || languages.contains(&locale)).then_some(())?;
            locale.into()
        }
        "posts_per_page" | "posts_per_rss" => per_page(value.to_int()).into(),
        "default_ping_status" | "default_comment_status" => match text().as_str() {
            "" | "0" => "closed".into(),
            status => status.into(),
        },
        option if is_absolute(option) => value.to_int().saturating_abs().into(),
        _ => value,
    })
}

/// The options that are whole numbers from 0 (`absint`).
fn is_absolute(option: &str) -> bool {
    matches!(
        option,
        "thumbnail_size_w"
            | "thumbnail_size_h"
            | "medium_size_w"
            | "medium_size_h"
            | "medium_large_size_w"
            | "medium_large_size_h"
            | "large_size_w"
            | "large_size_h"
            | "mailserver_port"
            | "comment_max_links"
            | "page_on_front"
            | "page_for_posts"
            | "rss_excerpt_length"
            | "default_category"
            | "default_email_category"
            | "default_link_category"
            | "close_comments_days_old"
            | "comments_per_page"
            | "thread_comments_depth"
            | "users_can_register"
            | "start_of_week"
            | "site_icon"
            | "fileupload_maxk"
    )
}

/// `-1` means all posts; other negative numbers lose their sign, 0 becomes 1.
fn per_page(number: i64) -> i64 {
    match number {
        0 => 1,
        number if number < -1 => number.saturating_abs(),
        number => number,
    }
}

/// Whether `http://` or `https://` is in the text, and something behind it.
fn has_http_scheme(url: &str) -> bool {
    let url = url.to_ascii_lowercase();
    ["http://", "https://"].iter().any(|scheme| {
        url.split_once(scheme)
            .is_some_and(|(_, rest)| !rest.is_empty() && !rest.starts_with('\n'))
    })
}

/// `timezone_identifiers_list`: an identifier in its own spelling, not an offset.
fn is_zone(name: &str) -> bool {
    !name.starts_with(['+', '-']) && WpTimezone::named(name).is_some_and(|zone| zone.name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(option: &str, value: impl Into<Value>) -> Option<String> {
        let languages = ["es_ES".to_owned()];
        let value = sanitize_option(option, value.into(), &languages)?;
        Some(value.to_string_lossy().into_owned())
    }

    #[test]
    fn values_are_cleaned_as_their_option_says() {
        for (option, value, want) in [
            (
                "blogname",
                "Casas Cueva & Loma",
                Some("Casas Cueva &amp; Loma"),
            ),
            ("blogdescription", "<b>x</b>", Some("&lt;b&gt;x&lt;/b&gt;")),
            ("timezone_string", "Europe/Lisbon", Some("Europe/Lisbon")),
            ("timezone_string", "Luna/Mar", None),
            ("timezone_string", "europe/lisbon", None),
            ("timezone_string", "+02:00", None),
            ("timezone_string", "", Some("")),
            ("posts_per_page", "0", Some("1")),
            ("posts_per_page", "-7", Some("7")),
            ("start_of_week", "-3", Some("3")),
            ("WPLANG", "xx_XX", None),
            ("WPLANG", "es_ES", Some("es_ES")),
            ("siteurl", "ftp://casa.example", None),
            (
                "siteurl",
                "https://casa.example",
                Some("https://casa.example"),
            ),
            ("default_ping_status", "", Some("closed")),
            ("time_format", "<i>H</i>:i", Some("H:i")),
            ("admin_email", "x", None),
            ("show_on_front", "lo que sea", Some("lo que sea")),
        ] {
            assert_eq!(stored(option, value).as_deref(), want, "{option} {value}");
        }
        assert_eq!(stored("use_smilies", false).as_deref(), Some(""));
    }
}
