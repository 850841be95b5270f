//! The sequence header of AV1 data: what its pictures are like (AV1 specification section 5.5).

use super::container::CodePoints;
use super::frame::Expected;

/// What AV1 data says of its pictures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sequence {
    /// The largest width and height.
    pub(super) size: (u32, u32),
    /// Bits of a sample: 8, 10 or 12.
    pub(super) bits: u8,
    /// Whether there is brightness only.
    pub(super) monochrome: bool,
    /// Whether colours have half the width, and half the height.
    pub(super) halved: (bool, bool),
    /// What the samples mean.
    pub(super) code_points: CodePoints,
    /// Whether grain is put over the picture, in a copy of it.
    pub(super) has_grain: bool,
}

/// Bits one after the other, the highest first.
struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    fn next(&mut self, length: u32) -> Option<u32> {
        let mut value: u32 = 0;
        for _ in 0..length {
            let byte = *self.bytes.get(self.at / 8)?;
            value = value << 1 | u32::from(byte >> (7 - self.at % 8) & 1);
            self.at += 1;
        }
        Some(value)
    }

    fn flag(&mut self) -> Option<bool> {
        Some(self.next(1)? == 1)
    }

    /// A number with as many bits as zeros stand before it.
    fn skip_uvlc(&mut self) -> Option<()> {
        let mut zeros = 0;
        while !self.flag()? {
            zeros += 1;
        }
        if zeros < 32 {
            self.next(zeros)?;
        }
        Some(())
    }
}

impl Sequence {
    /// Reads a header; `None` when it is broken.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let mut bits = Bits { bytes, at: 0 };
        let profile = bits.next(3)?;
        let _still = bits.flag()?;
        let is_reduced = bits.flag()?;
        if is_reduced {
            bits.next(5)?;
        } else {
            skip_operating_points(&mut bits)?;
        }
        let (width, height) = (bits.next(4)? + 1, bits.next(4)? + 1);
        let size = (bits.next(width)? + 1, bits.next(height)? + 1);
        if !is_reduced && bits.flag()? {
            bits.next(7)?;
        }
        bits.next(3)?;
        if !is_reduced {
            skip_tools(&mut bits)?;
        }
        bits.next(3)?;
        let colors = Colors::read(&mut bits, profile)?;
        Some(Self {
            size,
            bits: colors.bits,
            monochrome: colors.monochrome,
            halved: colors.halved,
            code_points: colors.code_points,
            has_grain: bits.flag()?,
        })
    }

    /// Bytes of the planes of a picture of this size, as the decoder has them, with what it keeps beside them.
    pub(super) fn plane_bytes(&self, (width, height): (u32, u32)) -> u64 {
        // Sides are filled up to whole blocks.
        let whole = |side: u32| u64::from(side).next_multiple_of(128);
        let pixels = whole(width) * whole(height);
        let colors = match self.halved {
            _ if self.monochrome => 0,
            (false, _) => pixels * 2,
            (true, false) => pixels,
            (true, true) => pixels / 2,
        };
        let depth = if self.bits > 8 { 2 } else { 1 };
        let copies = if self.has_grain { 2 } else { 1 };
        (pixels + colors) * depth * copies + pixels / 4
    }

    /// What a decoder has to give.
    pub(super) fn expected(&self, size: (u32, u32)) -> Expected {
        Expected {
            size,
            bits: self.bits,
            chroma: (!self.monochrome).then_some(self.halved),
        }
    }
}

/// Times, delays and operating points.
fn skip_operating_points(bits: &mut Bits<'_>) -> Option<()> {
    let mut delay_bits = None;
    if bits.flag()? {
        bits.next(32)?;
        bits.next(32)?;
        if bits.flag()? {
            bits.skip_uvlc()?;
        }
        if bits.flag()? {
            delay_bits = Some(bits.next(5)? + 1);
            bits.next(32)?;
            bits.next(10)?;
        }
    }
    let has_display_delay = bits.flag()?;
    for _ in 0..=bits.next(5)? {
        bits.next(12)?;
        if bits.next(5)? > 7 {
            bits.next(1)?;
        }
        if let Some(length) = delay_bits
            && bits.flag()?
        {
            bits.next(length)?;
            bits.next(length)?;
            bits.next(1)?;
        }
        if has_display_delay && bits.flag()? {
            bits.next(4)?;
        }
    }
    Some(())
}

/// Tools for pictures that follow others.
fn skip_tools(bits: &mut Bits<'_>) -> Option<()> {
    bits.next(4)?;
    let has_order = bits.flag()?;
    if has_order {
        bits.next(2)?;
    }
    let is_screen_content = bits.flag()? || bits.flag()?;
    if is_screen_content && !bits.flag()? {
        bits.next(1)?;
    }
    if has_order {
        bits.next(3)?;
    }
    Some(())
}

struct Colors {
    bits: u8,
    monochrome: bool,
    halved: (bool, bool),
    code_points: CodePoints,
}

impl Colors {
    fn read(bits: &mut Bits<'_>, profile: u32) -> Option<Self> {
        let is_high = bits.flag()?;
        let depth = match (is_high, profile) {
            (true, 2) if bits.flag()? => 12,
            (true, _) => 10,
            (false, _) => 8,
        };
        let monochrome = profile != 1 && bits.flag()?;
        let (primaries, transfer, matrix) = if bits.flag()? {
            (bits.next(8)?, bits.next(8)?, bits.next(8)?)
        } else {
            (2, 2, 2)
        };
        let is_srgb = !monochrome && (primaries, transfer, matrix) == (1, 13, 0);
        let is_full = is_srgb || bits.flag()?;
        let halved = match profile {
            _ if monochrome => (true, true),
            _ if is_srgb => (false, false),
            0 => (true, true),
            1 => (false, false),
            _ if depth == 12 => {
                let wide = bits.flag()?;
                (wide, wide && bits.flag()?)
            }
            _ => (true, false),
        };
        if !monochrome {
            if halved == (true, true) && !is_srgb {
                bits.next(2)?;
            }
            bits.next(1)?;
        }
        Some(Self {
            bits: depth,
            monochrome,
            halved,
            code_points: CodePoints {
                matrix: u8::try_from(matrix).ok()?,
                is_full,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_bits_are_read_or_refused() {
        // Ones only: the largest sides, 12 bits, brightness and grain.
        let ones = Sequence::read(&[0xff; 64]);
        assert_eq!(ones.map(|read| read.size), Some((1 << 16, 1 << 16)));
        assert_eq!(Sequence::read(&[0; 64]).map(|read| read.size), Some((1, 1)));
        for length in 0..8 {
            assert_eq!(Sequence::read(&vec![0xff; length]), None);
        }
    }
}
