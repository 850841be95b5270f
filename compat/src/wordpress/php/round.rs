//! `round` and `number_format` of PHP 8.2, which rounds in two steps ("pre-rounding").

use super::numeric::int_to_float;

/// Where a value in the middle between two results goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Half {
    /// Away from zero: `PHP_ROUND_HALF_UP`.
    #[default]
    Up,
    /// Towards zero: `PHP_ROUND_HALF_DOWN`.
    Down,
}

impl Half {
    fn round(self, value: f64) -> f64 {
        match (self, value >= 0.0) {
            (Self::Up, true) => (value + 0.5).floor(),
            (Self::Up, false) => (value - 0.5).ceil(),
            (Self::Down, true) => (value - 0.5).ceil(),
            (Self::Down, false) => (value + 0.5).floor(),
        }
    }
}

/// `round` (half away from zero): first to the 15 digits that a float guarantees, then to `places`,
/// so that 1.005 becomes 1.01.
pub fn round(value: f64, places: i32) -> f64 {
    round_half(value, places, Half::Up)
}

/// `round` with a mode.
pub fn round_half(value: f64, places: i32, half: Half) -> f64 {
    if !value.is_finite() || value == 0.0 {
        return value;
    }
    let guaranteed = 14 - magnitude(value);
    let scale = power_of_ten(places.unsigned_abs());
    let places = i64::from(places);
    let scaled = if guaranteed > places && guaranteed - 15 < places {
        let guaranteed = guaranteed.max(-60);
        let pre_rounded = half.round(scaled_by(value, guaranteed));
        let drop = (places - guaranteed).max(-60);
        pre_rounded / power_of_ten(u32::try_from(drop.unsigned_abs()).unwrap_or(u32::MAX))
    } else if places >= 0 {
        value * scale
    } else {
        value / scale
    };
    // Beyond 15 digits there is nothing to round.
    if scaled.abs() >= 1e15 {
        return value;
    }
    let rounded = half.round(scaled);
    if places.abs() < 23 {
        if places > 0 {
            rounded / scale
        } else {
            rounded * scale
        }
    } else {
        let text = format!("{rounded:.6}e{}", -places);
        match text.parse::<f64>() {
            Ok(f) if f.is_finite() => f,
            _ => value,
        }
    }
}

/// `number_format`: rounded, with a decimal point and separators of thousands; never "-0".
pub fn number_format(value: f64, decimals: i32, point: &str, thousands: &str) -> String {
    let decimals = decimals.max(0);
    let rounded = round(value, decimals);
    if rounded.is_nan() {
        return "nan".to_owned();
    }
    if rounded.is_infinite() {
        return if rounded > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    let digits = usize::try_from(decimals).unwrap_or_default();
    // The formatter takes at most 500 digits; what follows are zeros anyway.
    let text = format!("{:.*}", digits.min(500), rounded.abs());
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let mut out = String::new();
    if rounded < 0.0 {
        out.push('-');
    }
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            out.push_str(thousands);
        }
        out.push(digit);
    }
    if digits > 0 {
        out.push_str(point);
        out.push_str(fraction);
        out.extend(std::iter::repeat_n('0', digits - fraction.len()));
    }
    out
}

/// The decimal exponent of the first digit.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the logarithm of a finite double lies between -324 and 309"
)]
fn magnitude(value: f64) -> i64 {
    value.abs().log10().floor() as i64
}

fn scaled_by(value: f64, places: i64) -> f64 {
    let scale = power_of_ten(u32::try_from(places.unsigned_abs()).unwrap_or(u32::MAX));
    if places >= 0 {
        value * scale
    } else {
        value / scale
    }
}

fn power_of_ten(exponent: u32) -> f64 {
    // Up to 10^22 a double is exact.
    match 10_i64.checked_pow(exponent) {
        Some(power) => int_to_float(power),
        None => 10_f64.powi(i32::try_from(exponent).unwrap_or(i32::MAX)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_rounds_as_in_php() {
        for (value, places, rounded) in [
            (1.005, 2, 1.01),
            (0.285, 2, 0.29),
            (1.955, 2, 1.96),
            (5.055, 2, 5.06),
            (-1.5, 0, -2.0),
            (1234.5, -2, 1200.0),
            (1e20, 2, 1e20),
        ] {
            assert_eq!(round(value, places), rounded);
        }
        for (value, rounded) in [(0.005, 0.0), (1.005, 1.0), (99.999, 100.0), (-0.125, -0.12)] {
            assert_eq!(round_half(value, 2, Half::Down), rounded);
        }
        assert_eq!(number_format(1_234_567.891, 2, ",", "."), "1.234.567,89");
        assert_eq!(number_format(0.5, 0, ".", ","), "1");
    }
}
