//! `json_encode` with its flag bits, and `wp_json_encode`, which mends wrong UTF-8.

use std::fmt::Write as _;

use super::super::{Key, KeyRef, Value, float, numeric, references};
use numeric::Number;

/// The flag bits that callers combine, under PHP's names.
pub mod flags {
    /// `<` and `>` become `\u003C` and `\u003E`.
    pub const HEX_TAG: u32 = 1;
    /// `&` becomes `\u0026`.
    pub const HEX_AMP: u32 = 2;
    /// `'` becomes `\u0027`.
    pub const HEX_APOS: u32 = 4;
    /// `"` becomes `\u0022`.
    pub const HEX_QUOT: u32 = 8;
    /// Lists are written as objects.
    pub const FORCE_OBJECT: u32 = 16;
    /// Numeric strings are written as numbers.
    pub const NUMERIC_CHECK: u32 = 32;
    /// `/` stays.
    pub const UNESCAPED_SLASHES: u32 = 64;
    /// Four spaces an indentation.
    pub const PRETTY_PRINT: u32 = 128;
    /// Characters beyond ASCII stay.
    pub const UNESCAPED_UNICODE: u32 = 256;
    /// What cannot be written becomes null instead of an error.
    pub const PARTIAL_OUTPUT_ON_ERROR: u32 = 512;
    /// 1.0 stays 1.0.
    pub const PRESERVE_ZERO_FRACTION: u32 = 1024;
    /// U+2028 and U+2029 stay too, with [`UNESCAPED_UNICODE`].
    pub const UNESCAPED_LINE_TERMINATORS: u32 = 2048;
    /// Wrong UTF-8 is left out.
    pub const INVALID_UTF8_IGNORE: u32 = 1 << 20;
    /// Wrong UTF-8 becomes U+FFFD.
    pub const INVALID_UTF8_SUBSTITUTE: u32 = 1 << 21;
}

/// PHP's default nesting limit.
const MAX_DEPTH: usize = 512;

/// Why a value cannot be written (`json_last_error`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonEncodeError {
    /// Nested too deep.
    Depth,
    /// INF or NAN.
    InfOrNan,
    /// Wrong UTF-8.
    Utf8,
    /// A case of an enumeration without a value.
    NonBackedEnum,
}

impl JsonEncodeError {
    /// `json_last_error_msg`.
    pub fn message(self) -> &'static str {
        match self {
            Self::Depth => "Maximum stack depth exceeded",
            Self::InfOrNan => "Inf and NaN cannot be JSON encoded",
            Self::Utf8 => "Malformed UTF-8 characters, possibly incorrectly encoded",
            Self::NonBackedEnum => "Non-backed enums have no default serialization",
        }
    }
}

/// `json_encode`; `None` where PHP gives `false` (wrong UTF-8, INF, NAN, nested too deep).
pub fn json_encode(value: &Value, flags: u32) -> Option<String> {
    encode(value, flags).ok()
}

fn encode(value: &Value, flags: u32) -> Result<String, JsonEncodeError> {
    let resolved;
    let value = if references::has_references(value) {
        resolved = references::resolve(value);
        &resolved
    } else {
        value
    };
    let mut writer = Writer {
        out: String::new(),
        flags,
        is_plain: plain_bytes(flags),
        error: JsonEncodeError::Depth,
    };
    match writer.value(value, 0) {
        Some(()) => Ok(writer.out),
        None => Err(writer.error),
    }
}

/// `wp_json_encode`: as [`json_encode`], and when that fails once more with `?` for wrong UTF-8.
pub fn wp_json_encode(value: &Value, flags: u32) -> Option<String> {
    try_wp_json_encode(value, flags).ok()
}

/// [`wp_json_encode`] with the reason of a failure.
///
/// # Errors
/// Why the value cannot be written.
pub fn try_wp_json_encode(value: &Value, flags: u32) -> Result<String, JsonEncodeError> {
    encode(value, flags).or_else(|error| match error {
        JsonEncodeError::Utf8 => encode(&mended(value), flags),
        error => Err(error),
    })
}

/// A copy with `?` for every wrong sequence.
fn mended(value: &Value) -> Value {
    match value {
        Value::Str(s) => Value::Str(mended_bytes(s)),
        Value::Array(array) => array
            .iter()
            .fold(Value::array(), |copy, (key, v)| match key {
                Key::Int(n) => copy.with(*n, mended(v)),
                Key::Str(s) => copy.with(mended_bytes(s), mended(v)),
            }),
        Value::Object(object) => {
            let mut copy = super::super::Object::new("stdClass");
            for (name, v) in object.public() {
                copy.insert(mended_bytes(name), mended(v));
            }
            Value::from(copy)
        }
        other => other.clone(),
    }
}

fn mended_bytes(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        out.extend_from_slice(chunk.valid().as_bytes());
        if !chunk.invalid().is_empty() {
            out.push(b'?');
        }
    }
    out
}

/// The ASCII characters that are written as they are.
fn plain_bytes(flags: u32) -> [bool; 128] {
    let has = |flag| flags & flag != 0;
    let mut is_plain = [true; 128];
    for (byte, plain) in is_plain.iter_mut().enumerate() {
        *plain = match byte {
            0x22 | 0x5c => false,
            0x2f => has(flags::UNESCAPED_SLASHES),
            0x3c | 0x3e => !has(flags::HEX_TAG),
            0x26 => !has(flags::HEX_AMP),
            0x27 => !has(flags::HEX_APOS),
            _ => byte >= 0x20,
        };
    }
    is_plain
}

struct Writer {
    out: String,
    flags: u32,
    /// Runs of these are copied at once.
    is_plain: [bool; 128],
    /// What was wrong, where nothing is written.
    error: JsonEncodeError,
}

impl Writer {
    fn has(&self, flag: u32) -> bool {
        self.flags & flag != 0
    }

    /// `None` makes the whole encoding fail, unless partial output was asked for.
    fn failed(&mut self, error: JsonEncodeError, instead: &str) -> Option<()> {
        self.error = error;
        self.has(flags::PARTIAL_OUTPUT_ON_ERROR)
            .then(|| self.out.push_str(instead))
    }

    fn value(&mut self, value: &Value, depth: usize) -> Option<()> {
        match value {
            Value::Null | Value::Reference(_) => self.out.push_str("null"),
            Value::Bool(b) => self.out.push_str(if *b { "true" } else { "false" }),
            Value::Int(n) => self.int(*n),
            Value::Float(f) => return self.float(*f),
            Value::Str(s) => return self.string(s, true),
            Value::Array(array) if array.is_list() && !self.has(flags::FORCE_OBJECT) => {
                return self.list(array.values(), depth);
            }
            Value::Array(array) => {
                let entries = array.iter().map(|(k, v)| (k.as_ref(), v));
                return self.map(entries, depth);
            }
            Value::Object(object) => {
                let entries = object.public().map(|(k, v)| (KeyRef::Str(k), v));
                return self.map(entries, depth);
            }
            Value::Custom(_) => self.out.push_str("{}"),
            Value::Enum(_) => return self.failed(JsonEncodeError::NonBackedEnum, "0"),
        }
        Some(())
    }

    fn int(&mut self, n: i64) {
        // A `String` takes everything.
        let _ = write!(self.out, "{n}");
    }

    fn float(&mut self, f: f64) -> Option<()> {
        if !f.is_finite() {
            return self.failed(JsonEncodeError::InfOrNan, "0");
        }
        let text = float::json_repr(f);
        let whole = !text.contains(['.', 'e']);
        self.out.push_str(&text);
        if whole && self.has(flags::PRESERVE_ZERO_FRACTION) {
            self.out.push_str(".0");
        }
        Some(())
    }

    fn list<'v>(&mut self, values: impl Iterator<Item = &'v Value>, depth: usize) -> Option<()> {
        self.open('[', depth)?;
        let mut empty = true;
        for value in values {
            self.next_element(&mut empty, depth);
            self.value(value, depth + 1)?;
        }
        self.close(']', empty, depth);
        Some(())
    }

    fn map<'v>(
        &mut self,
        entries: impl Iterator<Item = (KeyRef<'v>, &'v Value)>,
        depth: usize,
    ) -> Option<()> {
        self.open('{', depth)?;
        let mut empty = true;
        for (key, value) in entries {
            self.next_element(&mut empty, depth);
            match key {
                KeyRef::Int(n) => {
                    self.out.push('"');
                    self.int(n);
                    self.out.push('"');
                }
                KeyRef::Str(key) => self.string(key, false)?,
            }
            let colon = if self.has(flags::PRETTY_PRINT) {
                ": "
            } else {
                ":"
            };
            self.out.push_str(colon);
            self.value(value, depth + 1)?;
        }
        self.close('}', empty, depth);
        Some(())
    }

    fn open(&mut self, bracket: char, depth: usize) -> Option<()> {
        self.out.push(bracket);
        (depth < MAX_DEPTH).then_some(())
    }

    fn next_element(&mut self, empty: &mut bool, depth: usize) {
        if !*empty {
            self.out.push(',');
        }
        *empty = false;
        self.new_line(depth + 1);
    }

    fn close(&mut self, bracket: char, empty: bool, depth: usize) {
        if !empty {
            self.new_line(depth);
        }
        self.out.push(bracket);
    }

    fn new_line(&mut self, depth: usize) {
        if self.has(flags::PRETTY_PRINT) {
            self.out.push('\n');
            self.out.extend(std::iter::repeat_n("    ", depth));
        }
    }

    fn string(&mut self, bytes: &[u8], is_value: bool) -> Option<()> {
        if is_value && self.has(flags::NUMERIC_CHECK) {
            match numeric::numeric_string(bytes) {
                Some(Number::Int(n)) => {
                    self.int(n);
                    return Some(());
                }
                Some(Number::Float(f)) => return self.float(f),
                None => {}
            }
        }
        let start = self.out.len();
        self.out.push('"');
        if let Ok(text) = std::str::from_utf8(bytes) {
            self.text(text);
            self.out.push('"');
            return Some(());
        }
        for chunk in bytes.utf8_chunks() {
            self.text(chunk.valid());
            if chunk.invalid().is_empty() {
                continue;
            }
            if self.has(flags::INVALID_UTF8_SUBSTITUTE) {
                self.character('\u{fffd}');
            } else if !self.has(flags::INVALID_UTF8_IGNORE) {
                self.out.truncate(start);
                return self.failed(JsonEncodeError::Utf8, "null");
            }
        }
        self.out.push('"');
        Some(())
    }

    fn text(&mut self, text: &str) {
        let mut left = text;
        loop {
            let is_plain = |byte: u8| self.is_plain.get(usize::from(byte)) == Some(&true);
            let plain = left.bytes().position(|byte| !is_plain(byte));
            // The bytes before it are ASCII, so that a character begins there.
            let (run, behind) = left.split_at(plain.unwrap_or(left.len()));
            self.out.push_str(run);
            let mut characters = behind.chars();
            let Some(c) = characters.next() else { return };
            self.character(c);
            left = characters.as_str();
        }
    }

    fn character(&mut self, c: char) {
        let short = match c {
            '"' if self.has(flags::HEX_QUOT) => "\\u0022",
            '"' => "\\\"",
            '\\' => "\\\\",
            '/' if !self.has(flags::UNESCAPED_SLASHES) => "\\/",
            '<' if self.has(flags::HEX_TAG) => "\\u003C",
            '>' if self.has(flags::HEX_TAG) => "\\u003E",
            '&' if self.has(flags::HEX_AMP) => "\\u0026",
            '\'' if self.has(flags::HEX_APOS) => "\\u0027",
            '\u{8}' => "\\b",
            '\u{c}' => "\\f",
            '\n' => "\\n",
            '\r' => "\\r",
            '\t' => "\\t",
            _ => "",
        };
        if !short.is_empty() {
            self.out.push_str(short);
        } else if self.stays(c) {
            self.out.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(self.out, "\\u{unit:04x}");
            }
        }
    }

    fn stays(&self, c: char) -> bool {
        match c {
            ' '..='\u{7f}' => true,
            '\0'..='\u{1f}' => false,
            '\u{2028}' | '\u{2029}' => {
                self.has(flags::UNESCAPED_UNICODE) && self.has(flags::UNESCAPED_LINE_TERMINATORS)
            }
            _ => self.has(flags::UNESCAPED_UNICODE),
        }
    }
}
