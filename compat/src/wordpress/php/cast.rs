//! PHP's casts, `intval`, and its filters for numbers and booleans.

use super::numeric::{self, Number};

pub use super::numeric::int_to_float;

/// Whether the whole part of a float is an `i64`.
fn fits(f: f64) -> bool {
    (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&f)
}

/// Drops the fraction of a float that fits.
#[expect(
    clippy::cast_possible_truncation,
    reason = "cutting the fraction is the purpose; callers have checked the range"
)]
fn truncated(f: f64) -> i64 {
    f as i64
}

/// `(int)` of a float: the fraction is cut, what does not fit wraps around, INF and NAN are 0.
pub fn float_to_int(f: f64) -> i64 {
    if fits(f) {
        return truncated(f);
    }
    if !f.is_finite() {
        return 0;
    }
    const TWO_64: f64 = 18_446_744_073_709_551_616.0;
    let modulo = f.trunc() % TWO_64;
    let positive = if modulo < 0.0 {
        modulo + TWO_64
    } else {
        modulo
    };
    if positive >= TWO_64 / 2.0 {
        truncated(positive - TWO_64)
    } else {
        truncated(positive)
    }
}

/// `(int)` of a string: its leading number; too large ones stop at the limits, INF is 0.
pub fn string_to_int(text: &[u8]) -> i64 {
    match numeric::leading_number(text) {
        None => 0,
        Some((Number::Int(n), _)) => n,
        Some((Number::Float(f), _)) if fits(f) => truncated(f),
        Some((Number::Float(f), _)) if !f.is_finite() => 0,
        Some((Number::Float(f), _)) if f > 0.0 => i64::MAX,
        Some(_) => i64::MIN,
    }
}

/// `(float)` of a string: its leading number, with the sign of a zero.
pub fn string_to_float(text: &[u8]) -> f64 {
    match numeric::leading_number(text) {
        None => 0.0,
        Some((Number::Int(0), _)) if after_space(text).starts_with(b"-") => -0.0,
        Some((number, _)) => number.to_float(),
    }
}

/// `intval($text, $base)` for a base other than 10: 2 to 36, or 0 to let a prefix (`0x`, `0b`,
/// `0o`, `0`) decide. Stops at the limits.
pub fn intval(text: &[u8], base: u32) -> i64 {
    if base == 10 {
        return string_to_int(text);
    }
    let text = after_space(text);
    let (negative, body) = match text.split_first() {
        Some((b'-', rest)) => (true, rest),
        Some((b'+', rest)) => (false, rest),
        _ => (false, text),
    };
    let prefix = match body {
        [b'0', b'x' | b'X', ..] => 16,
        [b'0', b'b' | b'B', ..] => 2,
        [b'0', b'o' | b'O', ..] => 8,
        _ => 0,
    };
    let (base, digits) = match (base, prefix) {
        (0, 0) if body.first() == Some(&b'0') => (8, body),
        (0, 0) => (10, body),
        (0, found) => (found, body.get(2..).unwrap_or_default()),
        (asked, found) if asked == found => (asked, body.get(2..).unwrap_or_default()),
        (asked, _) => (asked, body),
    };
    if !(2..=36).contains(&base) {
        return 0;
    }
    let mut n: i64 = 0;
    for digit in digits.iter().map_while(|b| char::from(*b).to_digit(base)) {
        let digit = i64::from(digit);
        n = n
            .saturating_mul(base.into())
            .saturating_add(if negative { -digit } else { digit });
    }
    n
}

fn after_space(text: &[u8]) -> &[u8] {
    let start = text.iter().position(|b| !numeric::is_space(*b));
    start.map_or(&[], |start| text.get(start..).unwrap_or_default())
}

/// `ctype_digit` for a string: ASCII digits only, at least one.
pub fn ctype_digit(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(u8::is_ascii_digit)
}

/// `filter_var($text, FILTER_VALIDATE_INT)`: a canonical decimal, white space around it allowed.
pub fn filter_int(text: &[u8]) -> Option<i64> {
    let text = filter_trimmed(text);
    let digits = match text.split_first() {
        Some((b'-' | b'+', digits)) => digits,
        _ => text,
    };
    let canonical = match digits {
        [b'0'] => true,
        [b'1'..=b'9', ..] => digits.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    let text = canonical.then(|| std::str::from_utf8(text).ok())??;
    text.parse().ok()
}

/// `filter_var($text, FILTER_VALIDATE_BOOLEAN)`: true for 1, true, on, yes.
pub fn filter_bool(text: &[u8]) -> bool {
    let text = filter_trimmed(text).to_ascii_lowercase();
    matches!(text.as_slice(), b"1" | b"true" | b"on" | b"yes")
}

/// The white space that PHP's filters take away.
fn filter_trimmed(text: &[u8]) -> &[u8] {
    let blank = |b: &u8| matches!(b, b' ' | b'\t' | b'\r' | b'\n' | 0x0b);
    let start = text.iter().position(|b| !blank(b)).unwrap_or(text.len());
    let end = text
        .iter()
        .rposition(|b| !blank(b))
        .map_or(start, |i| i + 1);
    text.get(start..end).unwrap_or_default()
}
