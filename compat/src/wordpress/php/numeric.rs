//! Numeric strings: which text PHP takes for a number, and which number.

/// `(float)` of an integer.
#[expect(
    clippy::cast_precision_loss,
    reason = "PHP rounds to the nearest double as well"
)]
pub fn int_to_float(n: i64) -> f64 {
    n as f64
}

/// A number read from a string.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    /// An integer that fits 64 bits.
    Int(i64),
    /// Everything with a point or an exponent, or too large.
    Float(f64),
}

impl Number {
    /// The number as a float.
    pub fn to_float(self) -> f64 {
        match self {
            Self::Int(n) => int_to_float(n),
            Self::Float(f) => f,
        }
    }
}

/// The number at the start of a string, after white space, and whether only white space follows.
///
/// `None` when the string does not start with a number.
pub fn leading_number(text: &[u8]) -> Option<(Number, bool)> {
    let start = text.iter().position(|b| !is_space(*b))?;
    let body = text.get(start..)?;
    let (end, float) = scan(body)?;
    let (digits, rest) = body.split_at(end);
    let digits = std::str::from_utf8(digits).ok()?;
    let number = match (float, digits.parse::<i64>()) {
        (false, Ok(n)) => Number::Int(n),
        _ => Number::Float(digits.parse().ok()?),
    };
    Some((number, rest.iter().all(|b| is_space(*b))))
}

/// The number that a whole string is (white space around it allowed), as `is_numeric` judges.
pub fn numeric_string(text: &[u8]) -> Option<Number> {
    leading_number(text).and_then(|(n, whole)| whole.then_some(n))
}

/// `is_numeric` for a string.
pub fn is_numeric(text: &[u8]) -> bool {
    numeric_string(text).is_some()
}

/// Length of the number at the start, and whether it is written as a float.
fn scan(body: &[u8]) -> Option<(usize, bool)> {
    let digits_from = |from: usize| {
        body.iter()
            .skip(from)
            .take_while(|b| b.is_ascii_digit())
            .count()
    };
    let mut at = usize::from(matches!(body.first(), Some(b'+' | b'-')));
    let whole = digits_from(at);
    at += whole;
    let mut float = false;
    if body.get(at) == Some(&b'.') {
        let fraction = digits_from(at + 1);
        if whole + fraction == 0 {
            return None;
        }
        float = true;
        at += 1 + fraction;
    } else if whole == 0 {
        return None;
    }
    if matches!(body.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(body.get(at + 1), Some(b'+' | b'-')));
        let exponent = digits_from(at + 1 + sign);
        if exponent > 0 {
            float = true;
            at += 1 + sign + exponent;
        }
    }
    Some((at, float))
}

/// White space before and after a numeric string.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_php_sees_them() {
        assert_eq!(numeric_string(b" 1 "), Some(Number::Int(1)));
        assert_eq!(numeric_string(b"1."), Some(Number::Float(1.0)));
        assert_eq!(numeric_string(b".5"), Some(Number::Float(0.5)));
        assert_eq!(numeric_string(b"1e3"), Some(Number::Float(1000.0)));
        assert_eq!(numeric_string(b"."), None);
        assert_eq!(numeric_string(b"1e"), None);
        assert_eq!(leading_number(b"12abc"), Some((Number::Int(12), false)));
        assert_eq!(leading_number(b"1e5x"), Some((Number::Float(1e5), false)));
        assert!(!is_numeric(b"1\0"));
    }
}
