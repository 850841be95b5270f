//! The AV1 data of an item, looked through before it is decoded: one picture of one kind, or none.
//!
//! AV1 specification section 5.3. A few bytes can ask a decoder for thousands of pictures that are never shown.

use super::sequence::Sequence;
use crate::picture::{PictureError, broken};

/// Layers of a picture that is shown step by step.
const MOST_FRAMES: usize = 4;

const SEQUENCE_HEADER: u8 = 1;
const FRAME_HEADER: u8 = 3;
const FRAME: u8 = 6;

/// AV1 data.
pub(super) struct Item<'a>(pub(super) &'a [u8]);

impl<'a> Item<'a> {
    /// Its units: kind and data; `None` where it is broken.
    fn units(&self) -> impl Iterator<Item = Option<(u8, &'a [u8])>> + use<'a> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let unit = next_unit(&mut rest);
            if unit.is_none() {
                rest = &[];
            }
            Some(unit)
        })
    }

    /// What it says of its picture, whose measurements the boxes give.
    ///
    /// # Errors
    /// When it is broken, holds several pictures, or one that is larger.
    pub(super) fn sequence(&self, size: (u32, u32)) -> Result<Sequence, PictureError> {
        let mut head: Option<&[u8]> = None;
        let mut frames = 0;
        for unit in self.units() {
            let (kind, data) = unit.ok_or_else(|| broken("AV1 data ends early"))?;
            match kind {
                SEQUENCE_HEADER if head.is_some_and(|head| head != data) => {
                    return Err(broken("AV1 data of several kinds"));
                }
                SEQUENCE_HEADER => head = Some(data),
                FRAME | FRAME_HEADER => frames += 1,
                _ => {}
            }
        }
        if !(1..=MOST_FRAMES).contains(&frames) {
            return Err(broken(format!("{frames} AV1 pictures in one")));
        }
        let sequence = head.and_then(Sequence::read);
        let sequence = sequence.ok_or_else(|| broken("no AV1 sequence header"))?;
        if sequence.size.0 < size.0 || sequence.size.1 < size.1 {
            return Err(broken("the AV1 picture is smaller than the file says"));
        }
        Ok(sequence)
    }
}

fn next_unit<'a>(rest: &mut &'a [u8]) -> Option<(u8, &'a [u8])> {
    let head = *rest.first()?;
    let (has_extension, has_length) = (head & 4 != 0, head & 2 != 0);
    *rest = rest.get(if has_extension { 2 } else { 1 }..)?;
    let length = if has_length {
        usize::try_from(leb128(rest)?).ok()?
    } else {
        rest.len()
    };
    let data = rest.get(..length)?;
    *rest = rest.get(length..)?;
    Some((head >> 3 & 15, data))
}

fn leb128(rest: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for place in 0..8 {
        let (byte, further) = rest.split_first()?;
        *rest = further;
        value |= u64::from(byte & 0x7f) << (7 * place);
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}
