//! A size that pictures are made smaller to, and what columns change about them.
//!
//! Contract "wordpress-rest" section 7.4.

use crate::wordpress::php::Array;

use pictures::Resize;

use super::super::dimensions::{CropPosition, image_resize_dimensions};

/// A size that is to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubSize {
    /// Its name.
    pub name: String,
    /// Width of the box, 0 for any.
    pub width: i64,
    /// Height of the box, 0 for any.
    pub height: i64,
    /// Whether the picture is cut to fill the box.
    pub crop: bool,
}

/// What a column changes about the smaller images of an upload.
#[derive(Clone, Copy, Debug)]
pub struct SubSizeHooks {
    /// `intermediate_image_sizes_advanced`: changes the sizes of a new picture of this width and height.
    pub sizes: fn(&mut Vec<SubSize>, (i64, i64)),
    /// `wp_generate_attachment_metadata`: changes the finished metadata; all registered sizes are given.
    pub metadata: fn(&[SubSize], &mut Array),
}

impl SubSize {
    /// How it is cut from a picture of this width and height; `None` when that is too small.
    pub fn of(&self, picture: (i64, i64)) -> Option<Resize> {
        let center = self
            .crop
            .then_some((CropPosition::Center, CropPosition::Center));
        image_resize_dimensions(picture, (self.width, self.height), center)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(width: i64, height: i64, crop: bool, picture: (i64, i64)) -> Option<(i64, i64)> {
        let size = SubSize {
            name: String::new(),
            width,
            height,
            crop,
        };
        size.of(picture).map(|resize| resize.size)
    }

    /// The figures of the contract, section 7.4, and of the recordings media-raw-jpeg, media-big, media-rotated.
    #[test]
    fn arithmetic() {
        for (width, height, crop, picture, want) in [
            (768, 0, false, (900, 600), Some((768, 512))),
            (300, 300, false, (900, 600), Some((300, 200))),
            (300, 300, false, (500, 800), Some((188, 300))),
            (300, 300, false, (420, 300), Some((300, 214))),
            (300, 300, false, (320, 240), Some((300, 225))),
            (510, 382, true, (500, 800), Some((500, 382))),
            (400, 516, true, (420, 300), Some((400, 300))),
            (100, 100, true, (120, 90), Some((100, 90))),
            (1080, 675, true, (500, 800), Some((500, 675))),
            (2880, 1800, true, (3000, 1500), Some((2880, 1500))),
            (1080, 9999, false, (3000, 1500), Some((1080, 540))),
            (480, 270, true, (420, 300), Some((420, 270))),
            (300, 300, true, (320, 240), Some((300, 240))),
            (2560, 2560, false, (3000, 1500), Some((2560, 1280))),
            // Too small in both directions, in the only direction, or the picture itself.
            (300, 300, false, (120, 90), None),
            (150, 150, true, (120, 90), None),
            (768, 0, false, (500, 800), None),
            (0, 900, false, (500, 800), None),
            (1024, 1024, false, (1025, 700), None),
            (300, 300, false, (301, 200), None),
            (0, 0, false, (900, 600), None),
        ] {
            assert_eq!(
                made(width, height, crop, picture),
                want,
                "{width}x{height} of {picture:?}"
            );
        }
    }
}
