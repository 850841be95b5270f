//! How PHP writes floats: `precision` 14 for text, the shortest form for stored and JSON values.

/// `(string)` of a float (`precision` 14).
pub fn to_php_string(f: f64) -> String {
    written(f, Some(14), 'E')
}

/// The shortest text that reads back as the same float, as `serialize` and `var_export` write it
/// (`serialize_precision` -1); `INF`, `-INF`, `NAN` and `-0` as PHP has them.
pub fn repr(f: f64) -> String {
    written(f, None, 'E')
}

/// As [`repr`], with the small `e` of JSON.
pub fn json_repr(f: f64) -> String {
    written(f, None, 'e')
}

/// A float with at most that many significant digits (`%g` of PHP's `sprintf`).
pub(super) fn with_precision(f: f64, precision: usize, e: char) -> String {
    written(f, Some(precision), e)
}

/// `var_export` of a float: always recognisable as one.
pub fn var_export(f: f64) -> String {
    let mut text = repr(f);
    if f.is_finite() && !text.contains(['.', 'E']) {
        text.push_str(".0");
    }
    text
}

/// Below it a whole number has at most 14 digits.
const WHOLE: f64 = 1e14;

/// Digits and decimal exponent (position of the point relative to the first digit), then PHP's
/// choice between plain and scientific notation.
fn written(f: f64, precision: Option<usize>, e: char) -> String {
    if f.is_nan() {
        return "NAN".to_owned();
    }
    let sign = if f.is_sign_negative() { "-" } else { "" };
    if f.is_infinite() {
        return format!("{sign}INF");
    }
    if f == 0.0 {
        return format!("{sign}0");
    }
    // Whole numbers of a usual size need no digits counted.
    if f.fract() == 0.0 && f.abs() < WHOLE && precision.is_none_or(|p| p >= 14) {
        return format!("{f}");
    }
    let scientific = match precision {
        Some(p) => format!("{:.*e}", p.max(1) - 1, f.abs()),
        None => shortest(f.abs()),
    };
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let digits = match digits.trim_end_matches('0') {
        "" => "0",
        kept => kept,
    };
    let point = exponent.parse::<i64>().unwrap_or(0) + 1;
    let longest = precision.map_or(17, |p| i64::try_from(p).unwrap_or(17));
    if point < -3 || point > longest {
        return format!("{sign}{}", scientific_form(digits, point - 1, e));
    }
    format!("{sign}{}", plain_form(digits, point))
}

/// The shortest text that reads back as the same float. Of two such texts that are equally near, the even one.
fn shortest(f: f64) -> String {
    let text = format!("{f:e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let decimals = mantissa.len().saturating_sub(2);
    // Rounding to as many digits rounds halves to even.
    let even = format!("{f:.decimals$e}");
    if even.ends_with(exponent) && even.parse() == Ok(f) {
        even
    } else {
        text
    }
}

fn scientific_form(digits: &str, exponent: i64, e: char) -> String {
    let (first, rest) = digits.split_at(1);
    let rest = if rest.is_empty() { "0" } else { rest };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{first}.{rest}{e}{sign}{}", exponent.abs())
}

fn plain_form(digits: &str, point: i64) -> String {
    let Ok(point) = usize::try_from(point) else {
        let zeros = usize::try_from(point.unsigned_abs()).unwrap_or_default();
        return format!("0.{}{digits}", "0".repeat(zeros));
    };
    if point == 0 {
        format!("0.{digits}")
    } else if point >= digits.len() {
        format!("{digits}{}", "0".repeat(point - digits.len()))
    } else {
        let (whole, fraction) = digits.split_at(point);
        format!("{whole}.{fraction}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notation_changes_where_php_changes_it() {
        for (f, stored, text) in [
            (0.1, "0.1", "0.1"),
            (-0.0, "-0", "-0"),
            (1e15, "1000000000000000", "1.0E+15"),
            (1e17, "1.0E+17", "1.0E+17"),
            (0.0001, "0.0001", "0.0001"),
            (0.00001, "1.0E-5", "1.0E-5"),
            (1.0 / 3.0, "0.3333333333333333", "0.33333333333333"),
            (1e22, "1.0E+22", "1.0E+22"),
            (1_000_000_000_000_000.25, "1000000000000000.2", "1.0E+15"),
            (5e-324, "5.0E-324", "4.9406564584125E-324"),
        ] {
            assert_eq!(repr(f), stored);
            assert_eq!(to_php_string(f), text);
        }
    }
}
