//! AVIF: a picture of the codec AV1 in boxes.
//!
//! Contract "wordpress-rest" section 7.4. Read are still pictures and the still picture of a sequence: 8, 10 and 12 bits,
//! all samplings, with transparency; turned and mirrored as the file says, so that all others see them upright. Not read:
//! pictures of several tiles (`grid`), and the wide range of HDR, which is shown as if it were the usual one.

mod container;
mod encoder;
mod frame;
mod item;
pub mod process;
mod sequence;
#[cfg(test)]
mod tests;
mod yuv;

pub(super) use encoder::encoding_bytes;
pub use frame::{Decoding, Expected, Frame, decode};
pub use process::Program;

use std::borrow::Cow;

use super::picture::{Header, Picture, PictureError};
use super::{Format, picture::broken};
use container::Container;
use item::Item;
use sequence::Sequence;

/// The EXIF data of a file, as it is in a JPEG file behind `Exif\0\0`.
pub fn exif(bytes: &[u8]) -> Option<Cow<'_, [u8]>> {
    Container::read(bytes)?.exif
}

/// Everything that is known before decoding.
struct Head<'a> {
    container: Container<'a>,
    color: Sequence,
    alpha: Option<Sequence>,
}

impl<'a> Head<'a> {
    fn read(bytes: &'a [u8]) -> Result<Self, PictureError> {
        let container = Container::read(bytes).ok_or_else(|| broken("no AVIF picture"))?;
        let color = Item(&container.color).sequence(container.size)?;
        let alpha = container.alpha.as_ref();
        let alpha = alpha.map(|alpha| Item(alpha).sequence(container.size));
        let alpha = alpha.transpose()?;
        Ok(Self {
            container,
            color,
            alpha,
        })
    }

    fn channels(&self) -> u8 {
        match (self.alpha.is_some(), self.color.monochrome) {
            (true, _) => 4,
            (false, true) => 1,
            (false, false) => 3,
        }
    }
}

impl Header {
    /// The head of an AVIF file.
    pub(super) fn read_avif(bytes: &[u8]) -> Result<Self, PictureError> {
        let head = Head::read(bytes)?;
        let (width, height) = head.container.size;
        let channels = head.channels();
        let pixels = u64::from(width) * u64::from(height);
        let planes = head.color.plane_bytes(head.container.size);
        let alpha = head.alpha.as_ref();
        let alpha = alpha.map_or(0, |alpha| alpha.plane_bytes(head.container.size));
        let (width, height) = head.container.upright_size();
        Ok(Self {
            format: Format::Avif,
            width,
            height,
            channels,
            // The planes of both are there while the pixels are put together; the decoder has one of them once more.
            decoding_bytes: (pixels * u64::from(channels))
                .saturating_add(planes + alpha)
                .saturating_add(planes.max(alpha)),
        })
    }
}

impl Picture {
    /// Decodes an AVIF file.
    pub(super) fn decode_avif(bytes: &[u8], by: Decoding<'_>) -> Result<Self, PictureError> {
        let head = Head::read(bytes)?;
        let channels = head.channels();
        let Container {
            size,
            color,
            alpha,
            is_premultiplied,
            transforms,
            profile,
            code_points,
            ..
        } = head.container;
        let matrix = code_points.unwrap_or(head.color.code_points);
        let frame = by(&color, &head.color.expected(size))?;
        let mut pixels = yuv::colors(&frame, matrix, channels)?;
        drop(frame);
        if let (Some(alpha), Some(sequence)) = (alpha, head.alpha) {
            let frame = by(&alpha, &sequence.expected(size))?;
            yuv::opacities(&frame, sequence.code_points.is_full, &mut pixels);
            if is_premultiplied {
                yuv::divide(&mut pixels);
            }
        }
        let space: &[u8] = if channels == 1 { b"GRAY" } else { b"RGB " };
        let profile = profile.filter(|profile| profile.get(16..20) == Some(space));
        let picture = Self {
            width: size.0,
            height: size.1,
            channels,
            pixels,
            has_palette: false,
            color_profile: profile.map(<[u8]>::to_vec),
        };
        let turned = transforms.iter();
        Ok(turned.fold(picture, |picture, turn| picture.upright(*turn)))
    }
}
