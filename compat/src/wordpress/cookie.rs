//! A cookie to be set, as data, and the line that PHP's `setcookie` writes for it.
//!
//! Contract wordpress-core, section 12.3; the form of the line is that of PHP 8.2 (recordings login,
//! moove). Reading a request's cookies is the server's matter.

use jiff::Timestamp;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// PHP's `rawurlencode` keeps these besides letters and digits.
pub(crate) const RAW_URL: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// A cookie that an answer sets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetCookie {
    /// Its name, not encoded.
    pub name: String,
    /// Its value before encoding. Empty deletes the cookie.
    pub value: String,
    /// Unix time; `None` lives as long as the browser's session.
    pub expires: Option<i64>,
    /// Path, empty for none.
    pub path: String,
    /// Domain, if the site sets one.
    pub domain: Option<String>,
    /// Only over https.
    pub secure: bool,
    /// Not for scripts.
    pub http_only: bool,
}

impl SetCookie {
    /// The value of the `Set-Cookie` header. `None` when name, path or domain holds a character that
    /// would end the field: PHP refuses those too.
    pub fn header_value(&self, now: i64) -> Option<String> {
        let refused = |c: char| {
            matches!(
                c,
                ',' | ';' | ' ' | '\t' | '\r' | '\n' | '\u{b}' | '\u{c}' | '\0'
            )
        };
        let domain = self.domain.as_deref().unwrap_or_default();
        if self.name.is_empty()
            || self.name.contains('=')
            || [self.name.as_str(), &self.path, domain]
                .iter()
                .any(|part| part.contains(refused) || !part.is_ascii())
        {
            return None;
        }
        let mut line = format!("{}=", self.name);
        if self.value.is_empty() {
            line.push_str("deleted; expires=Thu, 01 Jan 1970 00:00:01 GMT; Max-Age=0");
        } else {
            line.extend(utf8_percent_encode(&self.value, RAW_URL));
            // PHP takes 0 for "no date".
            if let Some(expires) = self.expires.filter(|e| *e != 0) {
                let age = expires.saturating_sub(now).max(0);
                line.push_str(&format!("; expires={}; Max-Age={age}", http_date(expires)?));
            }
        }
        if !self.path.is_empty() {
            line.push_str(&format!("; path={}", self.path));
        }
        if !domain.is_empty() {
            line.push_str(&format!("; domain={domain}"));
        }
        if self.secure {
            line.push_str("; secure");
        }
        if self.http_only {
            line.push_str("; HttpOnly");
        }
        Some(line)
    }
}

fn http_date(unix: i64) -> Option<String> {
    let time = Timestamp::from_second(unix).ok()?;
    Some(time.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cookie() -> SetCookie {
        SetCookie {
            name: "wp-postpass_868d".to_owned(),
            value: "$P$BgDi.%/ñ".to_owned(),
            expires: Some(1_796_088_304),
            path: "/".to_owned(),
            domain: None,
            secure: false,
            http_only: false,
        }
    }

    #[test]
    fn the_line_is_phps() {
        assert_eq!(
            cookie().header_value(1_795_224_304).as_deref(),
            Some(
                "wp-postpass_868d=%24P%24BgDi.%25%2F%C3%B1; expires=Tue, 01 Dec 2026 01:25:04 GMT; Max-Age=864000; path=/"
            )
        );
    }

    #[test]
    fn an_empty_value_deletes() {
        let cookie = SetCookie {
            value: String::new(),
            domain: Some(".casa.example".to_owned()),
            secure: true,
            http_only: true,
            ..cookie()
        };
        assert_eq!(
            cookie.header_value(5).as_deref(),
            Some(
                "wp-postpass_868d=deleted; expires=Thu, 01 Jan 1970 00:00:01 GMT; Max-Age=0; path=/; domain=.casa.example; secure; HttpOnly"
            )
        );
    }

    #[test]
    fn a_name_cannot_carry_a_header() {
        let cookie = SetCookie {
            name: "a\r\nX-Evil: 1".to_owned(),
            ..cookie()
        };
        assert_eq!(cookie.header_value(0), None);
    }
}
