//! `sprintf` and `vsprintf`.

use super::{Value, float};

/// Why a format cannot be filled in; PHP throws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// Fewer arguments than the format asks for.
    #[error("too few arguments for the format")]
    TooFewArguments,
    /// A letter that PHP does not know, or none at all.
    #[error("unknown format specifier")]
    UnknownSpecifier,
    /// An argument number, width or precision out of range.
    #[error("argument number, width or precision out of range")]
    OutOfRange,
}

/// The widest field that is filled; PHP would allow the whole memory.
const MAX_WIDTH: usize = 65_536;
/// The most decimals that PHP gives.
const MAX_PRECISION: usize = 53;

/// `vsprintf`: the format with its arguments filled in.
///
/// # Errors
///
/// Where PHP throws: too few arguments, an unknown letter, a number out of range.
pub fn vsprintf(format: &[u8], args: &[Value]) -> Result<Vec<u8>, FormatError> {
    let mut filler = Filler {
        format,
        at: 0,
        args,
        next_arg: 0,
        out: Vec::with_capacity(format.len()),
    };
    while let Some(&byte) = format.get(filler.at) {
        filler.at += 1;
        if byte != b'%' {
            filler.out.push(byte);
        } else if filler.accept(b'%') {
            filler.out.push(b'%');
        } else {
            filler.field()?;
        }
    }
    Ok(filler.out)
}

/// As [`vsprintf`], for text.
///
/// # Errors
///
/// As [`vsprintf`].
pub fn sprintf(format: &str, args: &[Value]) -> Result<String, FormatError> {
    vsprintf(format.as_bytes(), args).map(|out| String::from_utf8_lossy(&out).into_owned())
}

struct Filler<'a> {
    format: &'a [u8],
    at: usize,
    args: &'a [Value],
    next_arg: usize,
    out: Vec<u8>,
}

/// What a field holds, which decides where padding may go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Whole,
    Float,
}

/// What stands between `%` and the letter.
struct Field {
    left: bool,
    plus: bool,
    pad: u8,
    width: usize,
    precision: Option<usize>,
}

impl<'a> Filler<'a> {
    fn peek(&self) -> Option<u8> {
        self.format.get(self.at).copied()
    }

    fn accept(&mut self, byte: u8) -> bool {
        let there = self.peek() == Some(byte);
        self.at += usize::from(there);
        there
    }

    fn number(&mut self) -> Option<usize> {
        let start = self.at;
        let mut n: usize = 0;
        while let Some(digit) = self.peek().filter(u8::is_ascii_digit) {
            n = n.saturating_mul(10).saturating_add((digit - b'0').into());
            self.at += 1;
        }
        (self.at > start).then_some(n)
    }

    /// `2$`, if it is there.
    fn position(&mut self) -> Result<Option<usize>, FormatError> {
        let start = self.at;
        match self.number() {
            Some(n) if self.accept(b'$') => {
                let index = n.checked_sub(1).ok_or(FormatError::OutOfRange)?;
                Ok(Some(index))
            }
            _ => {
                self.at = start;
                Ok(None)
            }
        }
    }

    fn argument(&mut self, position: Option<usize>) -> Result<&'a Value, FormatError> {
        let index = position.unwrap_or_else(|| {
            self.next_arg += 1;
            self.next_arg - 1
        });
        self.args.get(index).ok_or(FormatError::TooFewArguments)
    }

    /// A width or precision: digits, or `*` for an argument; -1 means none.
    fn size(&mut self) -> Result<Option<usize>, FormatError> {
        if !self.accept(b'*') {
            return Ok(self.number());
        }
        let position = self.position()?;
        match self.argument(position)? {
            Value::Int(-1) => Ok(None),
            Value::Int(n) => usize::try_from(*n)
                .map(Some)
                .map_err(|_| FormatError::OutOfRange),
            _ => Err(FormatError::OutOfRange),
        }
    }

    fn field(&mut self) -> Result<(), FormatError> {
        let position = self.position()?;
        let mut field = Field {
            left: false,
            plus: false,
            pad: b' ',
            width: 0,
            precision: None,
        };
        loop {
            match self.peek() {
                Some(b'-') => field.left = true,
                Some(b'+') => field.plus = true,
                Some(pad @ (b'0' | b' ')) => field.pad = pad,
                Some(b'\'') => {
                    self.at += 1;
                    field.pad = self.peek().ok_or(FormatError::UnknownSpecifier)?;
                }
                _ => break,
            }
            self.at += 1;
        }
        field.width = self.size()?.unwrap_or(0);
        if self.accept(b'.') {
            // A point alone means precision 0.
            field.precision = match self.peek() {
                Some(b'*') => self.size()?,
                _ => Some(self.number().unwrap_or(0)),
            };
        }
        if field.width > MAX_WIDTH {
            return Err(FormatError::OutOfRange);
        }
        self.accept(b'l');
        let letter = self.peek().ok_or(FormatError::UnknownSpecifier)?;
        self.at += 1;
        if letter == b'%' {
            self.out.push(b'%');
            return Ok(());
        }
        let value = self.argument(position)?;
        self.out.extend(field.filled(letter, value)?);
        Ok(())
    }
}

impl Field {
    fn filled(&self, letter: u8, value: &Value) -> Result<Vec<u8>, FormatError> {
        // Integers print their bits where PHP takes them unsigned.
        let bits = || u64::from_ne_bytes(value.to_int().to_ne_bytes());
        Ok(match letter {
            b's' => {
                let text = value.to_bytes();
                let length = self.precision.unwrap_or(text.len()).min(text.len());
                self.padded(text.get(..length).unwrap_or_default(), Kind::Text)
            }
            b'd' => {
                let n = value.to_int();
                let sign = if self.plus && n >= 0 { "+" } else { "" };
                self.padded(format!("{sign}{n}").as_bytes(), Kind::Whole)
            }
            b'u' => self.padded(bits().to_string().as_bytes(), Kind::Whole),
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'h' | b'H' => {
                self.padded(self.float(letter, value.to_float()).as_bytes(), Kind::Float)
            }
            b'b' => self.padded(format!("{:b}", bits()).as_bytes(), Kind::Text),
            b'o' => self.padded(format!("{:o}", bits()).as_bytes(), Kind::Text),
            b'x' => self.padded(format!("{:x}", bits()).as_bytes(), Kind::Text),
            b'X' => self.padded(format!("{:X}", bits()).as_bytes(), Kind::Text),
            b'c' => vec![value.to_int().to_le_bytes()[0]],
            _ => return Err(FormatError::UnknownSpecifier),
        })
    }

    fn float(&self, letter: u8, f: f64) -> String {
        if f.is_nan() {
            return "NaN".to_owned();
        }
        let plus = if self.plus && f >= 0.0 { "+" } else { "" };
        if f.is_infinite() {
            return if f > 0.0 {
                format!("{plus}INF")
            } else {
                "-INF".to_owned()
            };
        }
        let precision = self.precision.unwrap_or(6).min(MAX_PRECISION);
        let text = match letter {
            b'e' | b'E' => {
                let text = format!("{f:.precision$e}");
                // PHP always signs the exponent.
                let text = if text.contains("e-") {
                    text
                } else {
                    text.replace('e', "e+")
                };
                if letter == b'E' {
                    text.to_uppercase()
                } else {
                    text
                }
            }
            b'f' | b'F' => format!("{f:.precision$}"),
            b'g' | b'h' => float::with_precision(f, precision.max(1), 'e'),
            _ => float::with_precision(f, precision.max(1), 'E'),
        };
        format!("{plus}{text}")
    }

    /// The field at its width. Zeros go between the sign and the digits of a number, and never to
    /// the right of a whole one.
    fn padded(&self, text: &[u8], kind: Kind) -> Vec<u8> {
        let (whole, number) = (kind == Kind::Whole, kind != Kind::Text);
        let missing = self.width.saturating_sub(text.len());
        let zeros_right = whole && self.left && self.pad == b'0';
        let pad = if zeros_right { b' ' } else { self.pad };
        let padding = std::iter::repeat_n(pad, missing);
        let mut out = Vec::with_capacity(text.len() + missing);
        let signed = number && self.pad == b'0' && !self.left;
        match text.split_first() {
            Some((sign @ (b'-' | b'+'), digits)) if signed => {
                out.push(*sign);
                out.extend(padding);
                out.extend_from_slice(digits);
            }
            _ if self.left => {
                out.extend_from_slice(text);
                out.extend(padding);
            }
            _ => {
                out.extend(padding);
                out.extend_from_slice(text);
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields() {
        let args = [Value::from("ab"), Value::from(-5), Value::from(3.25125)];
        for (format, text) in [
            ("%5s|%-5s|%'*9s", Some("   ab|-5   |**3.25125")),
            ("%s %d %.2f%%", Some("ab -5 3.25%")),
            ("%2$05d", Some("-0005")),
            ("%1$5s|%1$-5s|%1$'*5s", Some("   ab|ab   |***ab")),
            ("%3$e", Some("3.251250e+0")),
            ("%3$g", Some("3.25125")),
            ("%2$x", Some("fffffffffffffffb")),
            ("%2$+d %1$.1s", Some("-5 a")),
            ("%1$-05s", Some("ab000")),
            ("%y", None),
        ] {
            assert_eq!(sprintf(format, &args).ok().as_deref(), text, "{format}");
        }
    }
}
