//! What WordPress does around serialisation: which stored text is a value, and when a value is
//! stored as text.
//!
//! Contract "wordpress-core", section 1.3.

use super::trim::trim;
use super::{Value, serialize, unserialize};

/// Whether text looks like a serialised value. `strict` also looks at its end; the loose form is
/// what [`maybe_serialize`] uses.
pub fn is_serialized(data: &[u8], strict: bool) -> bool {
    let data = trim(data);
    if data == b"N;" {
        return true;
    }
    let (Some([letter, b':', ..]), Some(last)) = (data.get(..4), data.last()) else {
        return false;
    };
    if strict {
        if !matches!(last, b';' | b'}') {
            return false;
        }
    } else {
        let semicolon = memchr::memchr(b';', data);
        let brace = memchr::memchr(b'}', data);
        let too_early = semicolon.is_some_and(|i| i < 3) || brace.is_some_and(|i| i < 4);
        if too_early || (semicolon.is_none() && brace.is_none()) {
            return false;
        }
    }
    let body = data.get(2..).unwrap_or_default();
    match letter {
        b's' => has_quote(data, strict) && starts_with_count(body),
        b'a' | b'O' | b'E' => starts_with_count(body),
        b'b' | b'i' | b'd' => is_number(body, strict),
        _ => false,
    }
}

/// Whether text looks like a serialised string.
pub fn is_serialized_string(data: &[u8]) -> bool {
    let data = trim(data);
    data.len() >= 4 && data.starts_with(b"s:") && data.ends_with(b"\";")
}

/// The value to store: arrays and objects serialised, text that looks serialised serialised once
/// more, everything else as it is. [`Value::to_bytes`] of the result is what the table holds.
pub fn maybe_serialize(value: &Value) -> Value {
    match value {
        Value::Array(_) | Value::Object(_) | Value::Custom(_) | Value::Enum(_) => {
            Value::Str(serialize(value))
        }
        Value::Str(text) if is_serialized(text, false) => Value::Str(serialize(value)),
        other => other.clone(),
    }
}

/// The value that stored text means: text that looks serialised is read once (`false` when it
/// cannot be read), other text is a string.
pub fn maybe_unserialize(data: &[u8]) -> Value {
    if is_serialized(data, true) {
        unserialize(trim(data)).unwrap_or(Value::Bool(false))
    } else {
        Value::bytes(data)
    }
}

fn has_quote(data: &[u8], strict: bool) -> bool {
    if strict {
        data.len().checked_sub(2).and_then(|i| data.get(i)) == Some(&b'"')
    } else {
        memchr::memchr(b'"', data).is_some()
    }
}

/// Digits and a colon.
fn starts_with_count(body: &[u8]) -> bool {
    let digits = body.iter().take_while(|b| b.is_ascii_digit()).count();
    digits > 0 && body.get(digits) == Some(&b':')
}

/// Number characters and a semicolon, which in the strict form is the end.
fn is_number(body: &[u8], strict: bool) -> bool {
    let number = |b: &&u8| matches!(b, b'0'..=b'9' | b'.' | b'E' | b'+' | b'-');
    let length = body.iter().take_while(number).count();
    length > 0 && body.get(length) == Some(&b';') && (!strict || length + 1 == body.len())
}
