//! White space as PHP sees it: `trim` takes NUL, a regular expression's `\s` takes form feeds.

/// What PHP's `trim` removes.
const TRIMMED: [char; 6] = [' ', '\t', '\n', '\r', '\0', '\x0B'];

/// `\s` of a regular expression on bytes.
pub const SPACE: [char; 6] = [' ', '\t', '\n', '\r', '\x0B', '\x0C'];

/// PHP's `trim`.
pub fn php_trim(text: &str) -> &str {
    text.trim_matches(TRIMMED)
}

/// PHP's `ltrim`.
pub fn php_ltrim(text: &str) -> &str {
    text.trim_start_matches(TRIMMED)
}

/// Replaces each run of the characters by one `with`.
pub fn collapse(text: &str, run: &[char], with: char) -> String {
    let mut out = String::with_capacity(text.len());
    let mut inside = false;
    for c in text.chars() {
        let member = run.contains(&c);
        if !member {
            out.push(c);
        } else if !inside {
            out.push(with);
        }
        inside = member;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trimming() {
        assert_eq!(php_trim("\0 a\x0C\n"), "a\x0C");
        assert_eq!(collapse(" a \n b", &[' ', '\n'], '-'), "-a-b");
    }
}
