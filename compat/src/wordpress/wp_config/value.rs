//! A PHP value, as far as configuration constants go.

use std::cmp::Ordering;

/// A scalar, or the reason why the value is not known.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number with a fraction.
    Float(f64),
    /// A text.
    Text(String),
    /// Not known; the text says why. Never the value of a constant that is handed out.
    Unknown(String),
}

impl Value {
    /// An unknown value with its reason.
    pub(super) fn unknown(reason: impl Into<String>) -> Self {
        Self::Unknown(reason.into())
    }

    /// PHP's conversion to string; `None` when the value is not known.
    pub fn to_text(&self) -> Option<String> {
        Some(match self {
            Self::Null | Self::Bool(false) => String::new(),
            Self::Bool(true) => "1".to_owned(),
            Self::Int(n) => n.to_string(),
            Self::Float(n) => n.to_string(),
            Self::Text(text) => text.clone(),
            Self::Unknown(_) => return None,
        })
    }

    /// PHP's conversion to bool; `None` when the value is not known.
    pub fn truth(&self) -> Option<bool> {
        Some(match self {
            Self::Null => false,
            Self::Bool(b) => *b,
            Self::Int(n) => *n != 0,
            Self::Float(n) => *n != 0.0,
            Self::Text(text) => !matches!(text.as_str(), "" | "0"),
            Self::Unknown(_) => return None,
        })
    }

    /// PHP's conversion to int; `None` when the value is not known.
    pub fn to_int(&self) -> Option<i64> {
        Some(match self {
            Self::Null => 0,
            Self::Bool(b) => i64::from(*b),
            Self::Int(n) => *n,
            Self::Float(n) => float_to_int(*n),
            Self::Text(text) => leading_int(text),
            Self::Unknown(_) => return None,
        })
    }

    /// PHP's `===`; `None` when a side is not known.
    pub(super) fn is_identical(&self, other: &Self) -> Option<bool> {
        match (self, other) {
            (Self::Unknown(_), _) | (_, Self::Unknown(_)) => None,
            (a, b) => Some(a == b),
        }
    }

    /// PHP 8's `<=>`; `None` when a side is not known.
    pub(super) fn compare(&self, other: &Self) -> Option<Ordering> {
        let (a, b) = (self, other);
        match (a, b) {
            (Self::Unknown(_), _) | (_, Self::Unknown(_)) => None,
            (Self::Bool(_) | Self::Null, _) | (_, Self::Bool(_) | Self::Null) => {
                if let (Self::Null, Self::Text(text)) | (Self::Text(text), Self::Null) = (a, b) {
                    let order = "".cmp(text);
                    return Some(if *a == Self::Null {
                        order
                    } else {
                        order.reverse()
                    });
                }
                Some(a.truth()?.cmp(&b.truth()?))
            }
            (Self::Text(x), Self::Text(y)) => match (numeric(x), numeric(y)) {
                (Some(x), Some(y)) => x.partial_cmp(&y),
                _ => Some(x.cmp(y)),
            },
            (Self::Text(text), number) | (number, Self::Text(text)) => {
                let n = number.to_float()?;
                let order = match numeric(text) {
                    Some(t) => n.partial_cmp(&t)?,
                    None => number.to_text()?.cmp(text),
                };
                Some(if matches!(a, Self::Text(_)) {
                    order.reverse()
                } else {
                    order
                })
            }
            _ => a.to_float()?.partial_cmp(&b.to_float()?),
        }
    }

    fn to_float(&self) -> Option<f64> {
        match self {
            Self::Float(n) => Some(*n),
            // Only compared: the loss above 2^53 is PHP's own.
            Self::Int(n) => n.to_string().parse().ok(),
            _ => None,
        }
    }
}

/// The value of a numeric string; `None` for any other text.
fn numeric(text: &str) -> Option<f64> {
    let text = text.trim_matches([' ', '\t', '\n', '\r', '\u{b}', '\u{c}']);
    let allowed = |b: u8| b.is_ascii_digit() || matches!(b, b'+' | b'-' | b'.' | b'e' | b'E');
    text.bytes()
        .all(allowed)
        .then(|| text.parse().ok())
        .flatten()
}

/// The whole number that a text begins with.
fn leading_int(text: &str) -> i64 {
    let text = text.trim_start();
    let sign = usize::from(text.starts_with(['+', '-']));
    let digits = text.bytes().skip(sign);
    let end = sign + digits.take_while(u8::is_ascii_digit).count();
    let whole = text.get(..end).unwrap_or("");
    match whole.parse() {
        Ok(n) => n,
        Err(_) if end == sign => 0,
        Err(_) if whole.starts_with('-') => i64::MIN,
        Err(_) => i64::MAX,
    }
}

fn float_to_int(n: f64) -> i64 {
    let whole = n.trunc();
    // Through text, because a cast would clamp silently; out of range PHP's result is undefined.
    format!("{whole:.0}").parse().unwrap_or(0)
}
