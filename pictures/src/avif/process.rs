//! Decodes AV1 data in a process of its own.
//!
//! The decoder is a C library translated to Rust: a mistake in it ends the process instead of unwinding, and it writes what
//! it thinks of broken data to the standard error. Files come from outside, so a child decodes them: its end is an error
//! like any other. The caller of [`serve`] bounds its time and memory.
//!
//! The child reads the data to its end, then writes the planes one after the other and ends.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::frame::{Expected, Frame, decode};
use crate::picture::{PictureError, broken};

/// A program that calls [`serve`] when it gets certain arguments.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its path.
    pub path: PathBuf,
    /// Its arguments; those that say what is expected follow.
    pub arguments: Vec<String>,
}

impl Expected {
    fn arguments(&self) -> [String; 4] {
        let chroma = match self.chroma {
            None => "400",
            Some((true, true)) => "420",
            Some((true, false)) => "422",
            Some((false, _)) => "444",
        };
        let (width, height) = self.size;
        let numbers = [width, height, u32::from(self.bits)].map(|number| number.to_string());
        let [width, height, bits] = numbers;
        [width, height, bits, chroma.to_owned()]
    }

    fn of_arguments(arguments: &[String]) -> Option<Self> {
        let [width, height, bits, chroma] = arguments else {
            return None;
        };
        Some(Self {
            size: (width.parse().ok()?, height.parse().ok()?),
            bits: bits
                .parse()
                .ok()
                .filter(|bits| [8, 10, 12].contains(bits))?,
            chroma: match chroma.as_str() {
                "400" => None,
                "420" => Some((true, true)),
                "422" => Some((true, false)),
                "444" => Some((false, false)),
                _ => return None,
            },
        })
    }
}

impl Program {
    /// Decodes in a child.
    ///
    /// # Errors
    /// When it cannot be started, ends early, or says that the data is broken.
    pub fn decode(&self, data: &[u8], expected: &Expected) -> Result<Frame, PictureError> {
        let mut child = Command::new(&self.path)
            .args(&self.arguments)
            .args(expected.arguments())
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let pixels = (|| {
            child.stdin.take()?.write_all(data).ok()?;
            // One byte more would be too many.
            let most = expected.bytes() as u64 + 1;
            let mut pixels = Vec::with_capacity(expected.bytes());
            let output = child.stdout.take()?;
            output.take(most).read_to_end(&mut pixels).ok()?;
            Some(pixels)
        })();
        // It writes into nothing now, if it still does.
        let ended = child.wait()?;
        let pixels = pixels.filter(|pixels| ended.success() && pixels.len() == expected.bytes());
        let pixels = pixels.ok_or_else(|| broken("the AV1 data"))?;
        let mut rest = &pixels[..];
        let sizes = expected.planes().into_iter();
        let planes = sizes.map(|(width, height)| {
            let (plane, further) = rest.split_at(width * height * expected.depth());
            rest = further;
            plane.to_vec()
        });
        Ok(Frame {
            is: *expected,
            planes: planes.collect(),
        })
    }
}

/// What the child does: decodes what it reads, and writes the planes.
///
/// # Errors
/// When the arguments or the data are broken.
pub fn serve(
    arguments: &[String],
    mut input: impl Read,
    mut output: impl Write,
) -> Result<(), PictureError> {
    let expected = Expected::of_arguments(arguments);
    let expected = expected.ok_or_else(|| broken("the arguments"))?;
    let mut data = Vec::new();
    input.read_to_end(&mut data)?;
    let frame = decode(&data, &expected)?;
    for plane in &frame.planes {
        output.write_all(plane)?;
    }
    output.flush()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_say_what_is_expected() {
        for chroma in [
            None,
            Some((true, true)),
            Some((true, false)),
            Some((false, false)),
        ] {
            let expected = Expected {
                size: (640, 3),
                bits: 10,
                chroma,
            };
            let arguments = expected.arguments();
            assert_eq!(Expected::of_arguments(&arguments), Some(expected));
            assert_eq!(Expected::of_arguments(&arguments[..3]), None);
        }
        assert!(serve(&[], &b""[..], Vec::new()).is_err());
    }
}
