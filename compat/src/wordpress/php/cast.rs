//! PHP's casts, `intval`, and the checks on numbers and booleans that WordPress builds on them.

use super::numeric::{self, Number};

/// `(float)` of an integer.
#[expect(
    clippy::cast_precision_loss,
    reason = "PHP rounds to the nearest double as well"
)]
pub fn int_to_float(n: i64) -> f64 {
    n as f64
}

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
        Some((Number::Int(0), _)) if text.trim_ascii_start().starts_with(b"-") => -0.0,
        Some((number, _)) => number.to_float(),
    }
}
