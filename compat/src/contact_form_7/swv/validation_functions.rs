//! The plugin's validation functions under their names: `wpcf7_is_name`, `wpcf7_is_email`, and others.
//!
//! Contract "contact-form-7", sections 11 and 11.1-11.3. They are stricter in places than the browser's
//! rules (`HTTP://`, `tel:1`, a no-break space in a telephone number): the reference's outcome is kept, as
//! the vectors of `cf7-swv` prove it.

use crate::wordpress::date::calendar::days_in_month;
use crate::wordpress::formatting::email::is_email;
use crate::wordpress::url::parse_url::wp_parse_url;

/// Schemes that a web address may have, spelled exactly so.
const SCHEMES: [&str; 21] = [
    "http", "https", "ftp", "ftps", "mailto", "news", "irc", "irc6", "ircs", "gopher", "nntp",
    "feed", "telnet", "mms", "rtsp", "sms", "svn", "tel", "fax", "xmpp", "webcal",
];
/// One more, kept apart only by its age.
const URN: &str = "urn";

/// Lengths of a telephone number, the leading `+` included.
const TEL_LENGTHS: std::ops::RangeInclusive<usize> = 6..=15;

/// Years that PHP's `checkdate` takes.
const YEARS: std::ops::RangeInclusive<i64> = 1..=32_767;

/// A text as PHP's `$` sees it: a last line feed does not count.
fn before_last_line_feed(text: &str) -> &str {
    text.strip_suffix('\n').unwrap_or(text)
}

/// Whether a text may be the name of a field.
pub fn wpcf7_is_name(text: &str) -> bool {
    let text = before_last_line_feed(text);
    let is_name_char = |b: u8| b.is_ascii_alphanumeric() || b"-_:.".contains(&b);
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.bytes().all(is_name_char)
}

/// Whether a text is an e-mail address; WordPress's own idea of one.
pub fn wpcf7_is_email(text: &str) -> bool {
    is_email(text).is_some()
}

/// Whether a text has one of the known schemes.
pub fn wpcf7_is_url(text: &str) -> bool {
    let scheme = wp_parse_url(text).and_then(|parts| parts.scheme);
    scheme.is_some_and(|scheme| SCHEMES.contains(&scheme.as_str()) || scheme == URN)
}

/// Whether a text is a telephone number, an extension after `#` or `*` left aside.
pub fn wpcf7_is_tel(text: &str) -> bool {
    let is_filler = |c: char| "()/.*#-".contains(c) || is_php_space(c);
    let mut number: String = without_extension(text)
        .chars()
        .filter(|c| !is_filler(*c))
        .collect();
    if number.starts_with('+') || number.starts_with("00") {
        number = format!("+{}", number.trim_start_matches(['+', '0']));
    }
    let digits = number.strip_prefix('+').unwrap_or(&number);
    !digits.is_empty()
        && digits.bytes().all(|b| b.is_ascii_digit())
        && TEL_LENGTHS.contains(&number.len())
}

/// What stands before the first `#` or `*` of the last line.
fn without_extension(text: &str) -> &str {
    let body = before_last_line_feed(text);
    let last_line = body.rfind('\n').map_or(0, |at| at + 1);
    let extension = body.get(last_line..).and_then(|line| line.find(['#', '*']));
    extension
        .and_then(|at| body.get(..last_line + at))
        .unwrap_or(text)
}

fn is_php_space(c: char) -> bool {
    matches!(c, ' ' | '\t'..='\r')
}

/// Whether a text is a number as HTML writes them: `-1`, `.5`, `1e3`; not `1.` or `+1`.
pub fn wpcf7_is_number(text: &str) -> bool {
    let text = before_last_line_feed(text);
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let (mantissa, has_right_exponent) = match unsigned.split_once(['e', 'E']) {
        None => (unsigned, true),
        Some((mantissa, exponent)) => (
            mantissa,
            is_digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)),
        ),
    };
    let has_right_mantissa = match mantissa.split_once('.') {
        None => is_digits(mantissa),
        Some((whole, fraction)) => (whole.is_empty() || is_digits(whole)) && is_digits(fraction),
    };
    has_right_exponent && has_right_mantissa
}

/// Whether a text is a day of the calendar, `YYYY-MM-DD`.
pub fn wpcf7_is_date(text: &str) -> bool {
    civil_date(text).is_some()
}

/// Year, month and day of a text that is a day of the calendar.
pub(super) fn civil_date(text: &str) -> Option<(i64, i64, i64)> {
    let text = before_last_line_feed(text);
    let (year, rest) = text.split_once('-')?;
    let (month, day) = rest.split_once('-')?;
    if year.len() < 4 || month.len() != 2 || day.len() != 2 {
        return None;
    }
    let (year, month, day) = (digits(year)?, digits(month)?, digits(day)?);
    let is_day = YEARS.contains(&year)
        && (1..=12).contains(&month)
        && (1..=days_in_month(year, month)).contains(&day);
    is_day.then_some((year, month, day))
}

/// The number that ASCII digits write; `None` for anything else and for what has no room.
fn digits(text: &str) -> Option<i64> {
    let is_digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    is_digits.then(|| text.parse().ok()).flatten()
}

/// Whether a text is a time of the day, `HH:MM` or `HH:MM:SS`.
pub fn wpcf7_is_time(text: &str) -> bool {
    let text = before_last_line_feed(text);
    let parts: Vec<&str> = text.split(':').collect();
    let is_below = |part: &str, end: i64| part.len() == 2 && digits(part).is_some_and(|n| n < end);
    match parts.as_slice() {
        [hour, minute] => is_below(hour, 24) && is_below(minute, 60),
        [hour, minute, second] => {
            is_below(hour, 24) && is_below(minute, 60) && is_below(second, 60)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(test: fn(&str) -> bool, right: &[&str], wrong: &[&str]) {
        for text in right {
            assert!(test(text), "{text:?}");
        }
        for text in wrong {
            assert!(!test(text), "{text:?}");
        }
    }

    /// Rows D15 and D16 of the contract.
    #[test]
    fn numbers_and_dates() {
        sorted(
            wpcf7_is_number,
            &["1", "-1", "1.5", ".5", "1e3", "1E-3", "-.5e+2"],
            &["+1", "1.", "1,5", "0x1", "--1", "", "1e", "e3", "1e1.5"],
        );
        sorted(
            wpcf7_is_date,
            &["2024-02-29", "12024-01-01"],
            &[
                "2023-02-29",
                "2024-2-9",
                "0000-01-01",
                "2024-13-01",
                "99999-12-31",
            ],
        );
    }

    /// Row D17 of the contract: the samples of 11.1-11.3.
    #[test]
    fn addresses() {
        sorted(
            wpcf7_is_email,
            &["a@b.co", "ab@c.d", "a.@b.co", "a@b.c1"],
            &[
                "a@b.c",
                "a@1.2",
                "a@localhost",
                "a@b_c.de",
                "a@bü.de",
                "\"a\"@b.co",
            ],
        );
        sorted(
            wpcf7_is_url,
            &["http:", "http://a b", "https://a.b", "urn:x"],
            &["HTTP://a.b", "tel:1", "http://", "a.b", "javascript:x"],
        );
        sorted(
            wpcf7_is_tel,
            &[
                "600111222",
                "+34 600 111 222",
                "0034600111222",
                "123456",
                "+12345",
                "(0)12/34.56-78",
                "600111222 *3",
            ],
            &[
                "12345",
                "1234567890123456",
                "+1234",
                "123456 ext 9",
                "+",
                "６００１１１２２２",
                "600\u{a0}111222",
            ],
        );
    }
}
