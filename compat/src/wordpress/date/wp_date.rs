//! `wp_date` and `date_i18n`: PHP's date formats with the names of the site's language.

use std::borrow::Cow;

use super::date_strings::DateStrings;
use super::decline::wp_maybe_decline_date;
use super::php_date::{PhpDate, name_at};
use super::timezone::WpTimezone;

/// What PHP's `r` stands for.
const RFC2822: &str = "D, d M Y H:i:s O";

/// A moment in words.
pub fn wp_date(format: &str, timestamp: i64, zone: &WpTimezone, strings: &DateStrings) -> String {
    let date = PhpDate::new(timestamp, zone);
    let format = unpack_rfc2822(format);
    let mut out = String::with_capacity(format.len() * 2);
    let mut chars = format.chars();
    while let Some(c) = chars.next() {
        match c {
            'D' => out.push_str(name_at(&strings.weekday_abbrev, date.weekday0())),
            'l' => out.push_str(name_at(&strings.weekday, date.weekday0())),
            'F' => out.push_str(name_at(&strings.month, date.month0())),
            'M' => out.push_str(name_at(&strings.month_abbrev, date.month0())),
            'a' => out.push_str(name_at(&strings.meridiem, i64::from(date.is_pm()))),
            'A' => out.push_str(name_at(&strings.meridiem, 2 + i64::from(date.is_pm()))),
            // PHP reads the terminating NUL after a last backslash.
            '\\' => out.push(chars.next().unwrap_or('\0')),
            other => date.push(other, &mut out),
        }
    }
    wp_maybe_decline_date(out, &format, strings)
}

/// `r` has names inside, so it is spelled out, unless a backslash stands before it.
fn unpack_rfc2822(format: &str) -> Cow<'_, str> {
    if !format.contains('r') {
        return Cow::Borrowed(format);
    }
    let mut out = String::with_capacity(format.len() + RFC2822.len());
    let mut last = ' ';
    for c in format.chars() {
        if c == 'r' && last != '\\' {
            out.push_str(RFC2822);
        } else {
            out.push(c);
        }
        last = c;
    }
    Cow::Owned(out)
}

/// `date_i18n` with a "timestamp" that holds local time as if it were UTC. `U` gives it back.
pub fn date_i18n(format: &str, local: i64, zone: &WpTimezone, strings: &DateStrings) -> String {
    if format == "U" {
        return local.to_string();
    }
    wp_date(format, zone.timestamp_of_local(local), zone, strings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_escapes() {
        let zone = WpTimezone::named("Europe/Madrid").unwrap();
        let mut strings = DateStrings::default();
        strings.month[10] = "noviembre".to_owned();
        strings.weekday_abbrev[5] = "Vie".to_owned();
        let now = 1_795_169_730;
        for (format, want) in [
            ("j \\d\\e F Y", "20 de noviembre 2026"),
            ("r", "Vie, 20 Nov 2026 11:15:30 +0100"),
            ("\\r", "r"),
            ("\\\\r", "\\Fri, 20 Nov 2026 11:15:30 +0100"),
            ("\\", "\0"),
        ] {
            assert_eq!(wp_date(format, now, &zone, &strings), want, "{format}");
        }
        assert_eq!(
            date_i18n("c", now + 3600, &zone, &strings),
            "2026-11-20T11:15:30+01:00"
        );
    }
}
