//! `json_decode($text, true)`: objects become arrays; errors carry PHP's numbers.

use super::super::{Array, Key, Value};

/// PHP's default nesting limit.
const MAX_DEPTH: usize = 512;

/// Why JSON text is refused; [`JsonError::code`] is what `json_last_error` gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JsonError {
    /// Nested deeper than 512.
    #[error("maximum stack depth exceeded")]
    Depth,
    /// A bracket closed by the other kind.
    #[error("state mismatch")]
    StateMismatch,
    /// A control character, or a string without its end.
    #[error("control character error")]
    ControlCharacter,
    /// Anything else that is not JSON.
    #[error("syntax error")]
    Syntax,
    /// Wrong UTF-8.
    #[error("malformed UTF-8 characters")]
    Utf8,
    /// Half of a surrogate pair.
    #[error("single unpaired surrogate")]
    Utf16,
}

impl JsonError {
    /// The number of `json_last_error`.
    pub fn code(self) -> u8 {
        match self {
            Self::Depth => 1,
            Self::StateMismatch => 2,
            Self::ControlCharacter => 3,
            Self::Syntax => 4,
            Self::Utf8 => 5,
            Self::Utf16 => 10,
        }
    }
}

/// `json_decode` with associative arrays and the default depth.
///
/// # Errors
///
/// Where PHP gives null and sets an error.
pub fn json_decode_assoc(text: &[u8]) -> Result<Value, JsonError> {
    let mut reader = Reader { text, at: 0 };
    let value = reader.value(0)?;
    reader.skip_space();
    match reader.peek() {
        None => Ok(value),
        Some(_) => Err(reader.unexpected()),
    }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// The error for a byte (or the end) that cannot stand here.
    fn unexpected(&self) -> JsonError {
        match self.peek() {
            Some(0..0x20) => JsonError::ControlCharacter,
            Some(0x80..) => {
                let rest = self.text.get(self.at..).unwrap_or_default();
                let right = rest
                    .utf8_chunks()
                    .next()
                    .is_some_and(|chunk| !chunk.valid().is_empty());
                if right {
                    JsonError::Syntax
                } else {
                    JsonError::Utf8
                }
            }
            _ => JsonError::Syntax,
        }
    }

    fn value(&mut self, depth: usize) -> Result<Value, JsonError> {
        self.skip_space();
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.list(depth),
            Some(b'"') => self.string().map(Value::Str),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.literal(b"true", Value::Bool(true)),
            Some(b'f') => self.literal(b"false", Value::Bool(false)),
            Some(b'n') => self.literal(b"null", Value::Null),
            _ => Err(self.unexpected()),
        }
    }

    fn literal(&mut self, word: &[u8], value: Value) -> Result<Value, JsonError> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        if rest.starts_with(word) {
            self.at += word.len();
            Ok(value)
        } else {
            Err(JsonError::Syntax)
        }
    }

    fn list(&mut self, depth: usize) -> Result<Value, JsonError> {
        self.enter(depth)?;
        let mut array = Array::new();
        self.skip_space();
        if self.closes(b']', b'}')? {
            return Ok(Value::Array(array));
        }
        loop {
            array.push(self.value(depth + 1)?);
            if !self.another(b']', b'}')? {
                return Ok(Value::Array(array));
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value, JsonError> {
        self.enter(depth)?;
        let mut array = Array::new();
        self.skip_space();
        if self.closes(b'}', b']')? {
            return Ok(Value::Array(array));
        }
        loop {
            self.skip_space();
            if self.peek() != Some(b'"') {
                return Err(self.unexpected());
            }
            let key = self.string()?;
            self.skip_space();
            if self.peek() != Some(b':') {
                return Err(self.unexpected());
            }
            self.at += 1;
            let value = self.value(depth + 1)?;
            array.insert(Key::from(key), value);
            if !self.another(b'}', b']')? {
                return Ok(Value::Array(array));
            }
        }
    }

    fn enter(&mut self, depth: usize) -> Result<(), JsonError> {
        self.at += 1;
        if depth < MAX_DEPTH {
            Ok(())
        } else {
            Err(JsonError::Depth)
        }
    }

    fn closes(&mut self, close: u8, wrong: u8) -> Result<bool, JsonError> {
        match self.peek() {
            Some(b) if b == close => {
                self.at += 1;
                Ok(true)
            }
            Some(b) if b == wrong => Err(JsonError::StateMismatch),
            _ => Ok(false),
        }
    }

    /// Whether a comma follows (true) or the end of the container (false).
    fn another(&mut self, close: u8, wrong: u8) -> Result<bool, JsonError> {
        self.skip_space();
        if self.closes(close, wrong)? {
            return Ok(false);
        }
        if self.peek() == Some(b',') {
            self.at += 1;
            return Ok(true);
        }
        Err(self.unexpected())
    }

    fn number(&mut self) -> Result<Value, JsonError> {
        let start = self.at;
        self.at += usize::from(self.peek() == Some(b'-'));
        match self.peek() {
            Some(b'0') => self.at += 1,
            Some(b'1'..=b'9') => self.digits(),
            _ => return Err(self.unexpected()),
        }
        let mut float = false;
        if self.peek() == Some(b'.') && self.digit_at(1) {
            float = true;
            self.at += 1;
            self.digits();
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(self.text.get(self.at + 1), Some(b'+' | b'-')));
            if self.digit_at(1 + sign) {
                float = true;
                self.at += 1 + sign;
                self.digits();
            }
        }
        let text = self.text.get(start..self.at).unwrap_or_default();
        let text = std::str::from_utf8(text).map_err(|_| JsonError::Utf8)?;
        match text.parse::<i64>() {
            Ok(n) if !float => Ok(Value::Int(n)),
            _ => text
                .parse()
                .map(Value::Float)
                .map_err(|_| JsonError::Syntax),
        }
    }

    fn digits(&mut self) {
        while self.digit_at(0) {
            self.at += 1;
        }
    }

    fn digit_at(&self, ahead: usize) -> bool {
        self.text
            .get(self.at + ahead)
            .is_some_and(u8::is_ascii_digit)
    }

    fn string(&mut self) -> Result<Vec<u8>, JsonError> {
        self.at += 1;
        let mut out = Vec::new();
        loop {
            let rest = self.text.get(self.at..).unwrap_or_default();
            let plain = rest
                .iter()
                .position(|b| matches!(b, b'"' | b'\\' | 0..0x20))
                .unwrap_or(rest.len());
            let piece = rest.get(..plain).unwrap_or_default();
            if std::str::from_utf8(piece).is_err() {
                return Err(JsonError::Utf8);
            }
            out.extend_from_slice(piece);
            self.at += plain;
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => self.escape(&mut out)?,
                _ => return Err(JsonError::ControlCharacter),
            }
        }
    }

    fn escape(&mut self, out: &mut Vec<u8>) -> Result<(), JsonError> {
        let letter = self.text.get(self.at + 1).copied();
        self.at += 2;
        let byte = match letter {
            Some(b @ (b'"' | b'\\' | b'/')) => b,
            Some(b'b') => 8,
            Some(b'f') => 12,
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(b'u') => return self.unicode(out),
            _ => return Err(JsonError::Syntax),
        };
        out.push(byte);
        Ok(())
    }

    fn unicode(&mut self, out: &mut Vec<u8>) -> Result<(), JsonError> {
        let unit = self.hex4().ok_or(JsonError::Syntax)?;
        let units = if (0xd800..0xdc00).contains(&unit) {
            let follows = self.text.get(self.at..self.at + 2) == Some(b"\\u");
            self.at += 2;
            let low = if follows { self.hex4() } else { None };
            vec![unit, low.ok_or(JsonError::Utf16)?]
        } else {
            vec![unit]
        };
        let text = String::from_utf16(&units).map_err(|_| JsonError::Utf16)?;
        out.extend_from_slice(text.as_bytes());
        Ok(())
    }

    fn hex4(&mut self) -> Option<u16> {
        let digits = self.text.get(self.at..self.at + 4)?;
        if !digits.iter().all(u8::is_ascii_hexdigit) {
            return None;
        }
        self.at += 4;
        u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    }
}
