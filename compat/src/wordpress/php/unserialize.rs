//! `unserialize`: from stored bytes to a value, without instantiating anything.
//!
//! Contract "wordpress-core", section 1.3. Linear in the input; nesting is bounded by
//! [`MAX_DEPTH`] (PHP allows 4096, so deep that nothing real comes near it); a wrong byte gives the
//! offset and the reason. As in PHP, bytes after the value are not looked at.

use super::cast::string_to_float;
use super::unserialize_error::{Reason, UnserializeError};
use super::{Array, Custom, Enum, Key, Object, Reference, Value};

/// The deepest nesting of arrays and objects that is read; [`Reason::TooDeep`] beyond it.
pub const MAX_DEPTH: usize = 512;

/// Reads a serialised value; what follows it is ignored, as in PHP.
///
/// # Errors
///
/// Where PHP's `unserialize` gives `false` with a notice.
pub fn unserialize(bytes: &[u8]) -> Result<Value, UnserializeError> {
    unserialize_prefix(bytes).map(|(value, _)| value)
}

/// Reads a serialised value; returns it with the number of bytes read.
///
/// # Errors
///
/// As [`unserialize`].
pub fn unserialize_prefix(bytes: &[u8]) -> Result<(Value, usize), UnserializeError> {
    let mut reader = Reader {
        bytes,
        at: 0,
        slots: Vec::new(),
    };
    let value = reader.value()?;
    Ok((value, reader.at))
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// For each numbered slot so far: whether it holds an object.
    slots: Vec<bool>,
}

/// A container whose elements are being read.
struct Frame {
    container: Container,
    remaining: usize,
    key: Key,
}

enum Container {
    Array(Array),
    Object(Object),
}

impl Container {
    fn insert(&mut self, key: Key, value: Value) {
        match self {
            Self::Array(array) => {
                array.insert(key, value);
            }
            Self::Object(object) => object.insert(key.to_bytes(), value),
        }
    }

    fn finish(self) -> Value {
        match self {
            Self::Array(array) => Value::Array(array),
            Self::Object(object) => Value::from(object),
        }
    }
}

/// What stands at a place: a whole value, or the head of a container and its count.
enum Item {
    Value(Value),
    Open(Container, usize),
}

type Parsed<T> = Result<T, UnserializeError>;

impl<'a> Reader<'a> {
    /// The main loop, with a stack of its own instead of recursion.
    fn value(&mut self) -> Parsed<Value> {
        let mut stack: Vec<Frame> = Vec::new();
        loop {
            let mut finished = match self.item()? {
                Item::Value(value) => value,
                Item::Open(container, 0) => {
                    self.depth(stack.len() + 1)?;
                    self.expect(b"}")?;
                    container.finish()
                }
                Item::Open(container, remaining) => {
                    self.depth(stack.len() + 1)?;
                    let key = self.key()?;
                    stack.push(Frame {
                        container,
                        remaining,
                        key,
                    });
                    continue;
                }
            };
            // Hand the finished value up until a container wants another element.
            loop {
                let Some(mut frame) = stack.pop() else {
                    return Ok(finished);
                };
                frame.container.insert(frame.key, finished);
                frame.remaining -= 1;
                if frame.remaining > 0 {
                    frame.key = self.key()?;
                    stack.push(frame);
                    break;
                }
                self.expect(b"}")?;
                finished = frame.container.finish();
            }
        }
    }

    fn item(&mut self) -> Parsed<Item> {
        let start = self.at;
        let letter = self.next()?;
        if letter != b'R' {
            // Every value takes a slot, only a shared variable has its own already.
            self.slots.push(matches!(letter, b'O' | b'C' | b'E' | b'r'));
        }
        let value = match letter {
            b'N' => {
                self.expect(b";")?;
                Value::Null
            }
            b'b' => self.boolean()?,
            b'i' => Value::Int(self.integer()?),
            b'd' => Value::Float(self.float()?),
            b's' => Value::Str(self.string()?),
            b'S' => Value::Str(self.escaped_string()?),
            b'R' | b'r' => self.reference(letter, start)?,
            b'a' => {
                self.expect(b":")?;
                let count = self.count()?;
                self.expect(b":{")?;
                return Ok(Item::Open(Container::Array(Array::new()), count));
            }
            b'O' => {
                let class = self.class_name()?;
                self.expect(b":")?;
                let count = self.count()?;
                self.expect(b":{")?;
                return Ok(Item::Open(Container::Object(Object::new(class)), count));
            }
            b'C' => self.custom()?,
            b'E' => self.enum_case(start)?,
            _ => return Err(self.error_at(start, Reason::UnknownType)),
        };
        Ok(Item::Value(value))
    }

    fn key(&mut self) -> Parsed<Key> {
        let start = self.at;
        match self.next()? {
            b'i' => self.integer().map(Key::Int),
            b's' => self.string().map(Key::from),
            b'S' => self.escaped_string().map(Key::from),
            _ => Err(self.error_at(start, Reason::BadKey)),
        }
    }

    fn boolean(&mut self) -> Parsed<Value> {
        self.expect(b":")?;
        let value = match self.next()? {
            b'0' => false,
            b'1' => true,
            _ => return Err(self.error_at(self.at - 1, Reason::Malformed)),
        };
        self.expect(b";")?;
        Ok(Value::Bool(value))
    }

    /// `:-5;`; beyond 64 bits PHP stops at the limit.
    fn integer(&mut self) -> Parsed<i64> {
        self.expect(b":")?;
        let text = self.until_semicolon()?;
        let (negative, digits) = match text.split_first() {
            Some((b'-', digits)) => (true, digits),
            Some((b'+', digits)) => (false, digits),
            _ => (false, text),
        };
        if digits.is_empty() {
            return Err(self.error(Reason::Malformed));
        }
        let mut n: i64 = 0;
        for digit in digits {
            if !digit.is_ascii_digit() {
                return Err(self.error(Reason::Malformed));
            }
            let digit = i64::from(digit - b'0');
            let signed = if negative { -digit } else { digit };
            n = n.saturating_mul(10).saturating_add(signed);
        }
        Ok(n)
    }

    fn float(&mut self) -> Parsed<f64> {
        self.expect(b":")?;
        let text = self.until_semicolon()?;
        match text {
            b"NAN" => return Ok(f64::NAN),
            b"INF" => return Ok(f64::INFINITY),
            b"-INF" => return Ok(f64::NEG_INFINITY),
            _ => {}
        }
        // `is_numeric` without the white space that it allows around the number.
        let plain = text
            .iter()
            .all(|b| matches!(b, b'0'..=b'9' | b'.' | b'E' | b'e' | b'+' | b'-'));
        if plain && super::numeric::is_numeric(text) {
            Ok(string_to_float(text))
        } else {
            Err(self.error(Reason::Malformed))
        }
    }

    fn string(&mut self) -> Parsed<Vec<u8>> {
        let bytes = self.quoted()?.to_vec();
        self.expect(b";")?;
        Ok(bytes)
    }

    /// `S:`, where `\xx` stands for a byte.
    fn escaped_string(&mut self) -> Parsed<Vec<u8>> {
        self.expect(b":")?;
        let length = self.count()?;
        self.expect(b":\"")?;
        let mut bytes = Vec::new();
        while bytes.len() < length {
            let mut byte = self.next()?;
            if byte == b'\\' {
                let (high, low) = (self.hex_digit()?, self.hex_digit()?);
                byte = high * 16 + low;
            }
            bytes.push(byte);
        }
        self.expect(b"\";")?;
        Ok(bytes)
    }

    fn hex_digit(&mut self) -> Parsed<u8> {
        match self.next()? {
            b @ b'0'..=b'9' => Ok(b - b'0'),
            b @ b'a'..=b'f' => Ok(b - b'a' + 10),
            b @ b'A'..=b'F' => Ok(b - b'A' + 10),
            _ => Err(self.error_at(self.at - 1, Reason::Malformed)),
        }
    }

    fn class_name(&mut self) -> Parsed<Vec<u8>> {
        let start = self.at;
        let name = self.quoted()?;
        let right = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'\\' | 0x7f..);
        if name.eq_ignore_ascii_case(b"stdClass") {
            // The one class that always exists: names of classes are the same in any case, and stored as declared.
            Ok(b"stdClass".to_vec())
        } else if name.iter().all(right) {
            Ok(name.to_vec())
        } else {
            Err(self.error_at(start, Reason::BadClassName))
        }
    }

    fn custom(&mut self) -> Parsed<Value> {
        let class = self.class_name()?;
        self.expect(b":")?;
        let length = self.count()?;
        self.expect(b":{")?;
        let data = self.take(length)?.to_vec();
        self.expect(b"}")?;
        Ok(Value::Custom(Box::new(Custom { class, data })))
    }

    fn enum_case(&mut self, start: usize) -> Parsed<Value> {
        let name = self.quoted()?;
        let Some(colon) = memchr::memchr(b':', name) else {
            return Err(self.error_at(start, Reason::Malformed));
        };
        let (class, case) = name.split_at(colon);
        let value = Enum {
            class: class.to_vec(),
            case: case.get(1..).unwrap_or_default().to_vec(),
        };
        self.expect(b";")?;
        Ok(Value::Enum(Box::new(value)))
    }

    fn reference(&mut self, letter: u8, start: usize) -> Parsed<Value> {
        self.expect(b":")?;
        let slot = self.count_below(usize::MAX)?;
        self.expect(b";")?;
        let target = slot.checked_sub(1).and_then(|i| self.slots.get(i));
        match (letter, target) {
            (b'R', Some(_)) => Ok(Value::Reference(Reference::Variable(slot))),
            // The reference itself is the last slot; an object cannot be its own handle.
            (b'r', Some(true)) if slot < self.slots.len() => {
                Ok(Value::Reference(Reference::Object(slot)))
            }
            _ => Err(self.error_at(start, Reason::BadReference)),
        }
    }

    /// `:LEN:"…"`.
    fn quoted(&mut self) -> Parsed<&'a [u8]> {
        self.expect(b":")?;
        let length = self.count()?;
        self.expect(b":\"")?;
        let bytes = self.take(length)?;
        self.expect(b"\"")?;
        Ok(bytes)
    }

    /// An unsigned number that counts bytes or elements: never more than what is left.
    fn count(&mut self) -> Parsed<usize> {
        self.count_below(self.bytes.len() - self.at)
    }

    fn count_below(&mut self, limit: usize) -> Parsed<usize> {
        let start = self.at;
        let mut n: usize = 0;
        while let Some(digit) = self.bytes.get(self.at).filter(|b| b.is_ascii_digit()) {
            n = n.saturating_mul(10).saturating_add((digit - b'0').into());
            self.at += 1;
        }
        if self.at == start {
            Err(self.error(Reason::Malformed))
        } else if n > limit {
            Err(self.error_at(start, Reason::TooLong))
        } else {
            Ok(n)
        }
    }

    fn until_semicolon(&mut self) -> Parsed<&'a [u8]> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        // A number is short: a long run without its end is not worth looking through.
        let window = rest.get(..1100).unwrap_or(rest);
        let Some(length) = memchr::memchr(b';', window) else {
            return Err(self.error(Reason::Malformed));
        };
        self.at += length + 1;
        Ok(window.get(..length).unwrap_or_default())
    }

    fn take(&mut self, length: usize) -> Parsed<&'a [u8]> {
        let taken = self
            .at
            .checked_add(length)
            .and_then(|end| self.bytes.get(self.at..end))
            .ok_or(self.error(Reason::TooLong))?;
        self.at += length;
        Ok(taken)
    }

    fn next(&mut self) -> Parsed<u8> {
        let byte = self.bytes.get(self.at).copied();
        self.at += usize::from(byte.is_some());
        byte.ok_or(self.error(Reason::Truncated))
    }

    fn expect(&mut self, wanted: &[u8]) -> Parsed<()> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        if rest.starts_with(wanted) {
            self.at += wanted.len();
            Ok(())
        } else if rest.len() < wanted.len() {
            Err(self.error(Reason::Truncated))
        } else {
            Err(self.error(Reason::Malformed))
        }
    }

    fn depth(&self, depth: usize) -> Parsed<()> {
        if depth > MAX_DEPTH {
            Err(self.error(Reason::TooDeep))
        } else {
            Ok(())
        }
    }

    fn error(&self, reason: Reason) -> UnserializeError {
        self.error_at(self.at, reason)
    }

    fn error_at(&self, offset: usize, reason: Reason) -> UnserializeError {
        UnserializeError { offset, reason }
    }
}
