//! What is done to pictures: turned, mirrored, cut, made smaller.
//!
//! Contract "wordpress-rest" sections 7.4 and 7.5.

use fast_image_resize::images::{Image, ImageRef};
use fast_image_resize::pixels::{U8, U8x3, U8x4};
use fast_image_resize::{
    FilterType, MulDiv, PixelTrait, PixelType, ResizeAlg, ResizeError, ResizeOptions, Resizer,
};

use super::picture::{Picture, PictureError};
use super::resize::Resize;

/// A rectangle within a picture, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rectangle {
    /// Left edge.
    pub left: u32,
    /// Upper edge.
    pub top: u32,
    /// Width, at least 1.
    pub width: u32,
    /// Height, at least 1.
    pub height: u32,
}

fn failed(error: impl std::fmt::Display) -> PictureError {
    PictureError::NotWritten(error.to_string())
}

impl Picture {
    /// Makes upright what a camera stored turned or mirrored: EXIF orientations 2 to 8; others change nothing.
    #[must_use]
    pub fn upright(self, orientation: i64) -> Self {
        match orientation {
            2 => self.mirrored(),
            3 => self.turned(2),
            4 => self.turned(2).mirrored(),
            5 => self.turned(1).mirrored(),
            6 => self.turned(1),
            7 => self.turned(3).mirrored(),
            8 => self.turned(3),
            _ => self,
        }
    }

    /// Turned clockwise by quarters of a turn.
    #[must_use]
    pub fn turned(mut self, quarters: u8) -> Self {
        match quarters % 4 {
            0 => self,
            2 => {
                let channels = usize::from(self.channels);
                self.pixels.reverse();
                for pixel in self.pixels.chunks_exact_mut(channels) {
                    pixel.reverse();
                }
                self
            }
            quarters => match self.channels {
                1 => self.quarter::<1>(quarters == 1),
                3 => self.quarter::<3>(quarters == 1),
                _ => self.quarter::<4>(quarters == 1),
            },
        }
    }

    fn quarter<const CHANNELS: usize>(&self, clockwise: bool) -> Self {
        let (width, height) = (self.width as usize, self.height as usize);
        let source = self.pixels.as_chunks::<CHANNELS>().0;
        let mut pixels = vec![0; self.pixels.len()];
        let target = pixels.as_chunks_mut::<CHANNELS>().0;
        // In squares, so that neither side jumps through the whole memory.
        const SQUARE: usize = 32;
        for (top, left) in (0..height).step_by(SQUARE).flat_map(|y| {
            let across = (0..width).step_by(SQUARE);
            across.map(move |x| (y, x))
        }) {
            for y in top..(top + SQUARE).min(height) {
                for x in left..(left + SQUARE).min(width) {
                    let to = if clockwise {
                        x * height + (height - 1 - y)
                    } else {
                        (width - 1 - x) * height + y
                    };
                    target[to] = source[y * width + x];
                }
            }
        }
        self.with_pixels(self.height, self.width, pixels)
    }

    fn mirrored(mut self) -> Self {
        let channels = usize::from(self.channels);
        for row in self.pixels.chunks_exact_mut(self.width as usize * channels) {
            row.reverse();
            for pixel in row.chunks_exact_mut(channels) {
                pixel.reverse();
            }
        }
        self
    }

    /// A part of the picture; `None` when nothing of it lies within.
    pub fn cut(&self, part: Rectangle) -> Option<Self> {
        let width = part.width.min(self.width.checked_sub(part.left)?);
        let height = part.height.min(self.height.checked_sub(part.top)?);
        if width == 0 || height == 0 {
            return None;
        }
        let channels = usize::from(self.channels);
        let (from, length) = (part.left as usize * channels, width as usize * channels);
        let rows = self.pixels.chunks_exact(self.width as usize * channels);
        let rows = rows.skip(part.top as usize).take(height as usize);
        let pixels = rows.filter_map(|row| row.get(from..from + length));
        let pixels = pixels.collect::<Vec<_>>().concat();
        Some(self.with_pixels(width, height, pixels))
    }

    fn pixel_type(&self) -> PixelType {
        match self.channels {
            1 => PixelType::U8,
            3 => PixelType::U8x3,
            _ => PixelType::U8x4,
        }
    }
}

/// A picture of which smaller ones are made.
#[derive(Debug)]
pub struct Source {
    picture: Picture,
    /// Whether colours are weighted with their opacity, so that what is transparent does not bleed into the rest.
    is_weighted: bool,
}

impl Source {
    /// Prepares a picture.
    ///
    /// # Errors
    /// When its measurements and pixels disagree.
    pub fn new(mut picture: Picture) -> Result<Self, PictureError> {
        let is_weighted = picture.has_transparency();
        if is_weighted {
            let kind = picture.pixel_type();
            let (width, height) = (picture.width, picture.height);
            let pixels = &mut picture.pixels;
            let mut image = Image::from_slice_u8(width, height, pixels, kind).map_err(failed)?;
            let multiplied = MulDiv::new().multiply_alpha_inplace(&mut image);
            multiplied.map_err(failed)?;
        }
        Ok(Self {
            picture,
            is_weighted,
        })
    }

    /// Its width and height.
    pub fn size(&self) -> (i64, i64) {
        (
            i64::from(self.picture.width),
            i64::from(self.picture.height),
        )
    }

    /// The part of the picture that `resize` names, in its size.
    ///
    /// # Errors
    /// When the part does not lie within the picture.
    pub fn resized(&self, resize: &Resize) -> Result<Picture, PictureError> {
        let of = &self.picture;
        let side = |value: i64| u32::try_from(value).map_err(failed);
        let (width, height) = (side(resize.size.0)?, side(resize.size.1)?);
        let pixels = ImageRef::new(of.width, of.height, &of.pixels, of.pixel_type());
        let mut image = Image::new(width, height, of.pixel_type());
        let options = ResizeOptions::new()
            .resize_alg(ResizeAlg::Convolution(FilterType::CatmullRom))
            .crop(
                f64::from(side(resize.source.0)?),
                f64::from(side(resize.source.1)?),
                f64::from(side(resize.cut.0)?),
                f64::from(side(resize.cut.1)?),
            )
            .use_alpha(false);
        let pixels = pixels.map_err(failed)?;
        let resized = match of.channels {
            1 => scale::<U8>(&pixels, &mut image, &options),
            3 => scale::<U8x3>(&pixels, &mut image, &options),
            _ => scale::<U8x4>(&pixels, &mut image, &options),
        };
        resized.map_err(failed)?;
        if self.is_weighted {
            let divided = MulDiv::new().divide_alpha_inplace(&mut image);
            divided.map_err(failed)?;
        }
        Ok(of.with_pixels(width, height, image.into_vec()))
    }
}

/// Resizes pixels of one type. (`Resizer::resize` takes any of thirteen, each of which is compiled.)
fn scale<P: PixelTrait>(
    source: &ImageRef<'_>,
    target: &mut Image<'_>,
    options: &ResizeOptions,
) -> Result<(), ResizeError> {
    let views = (source.typed_image::<P>(), target.typed_image_mut::<P>());
    let (Some(source), Some(mut target)) = views else {
        return Err(ResizeError::PixelTypesAreDifferent);
    };
    Resizer::new().resize_typed(&source, &mut target, options)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(width: u32, height: u32, pixels: &[u8]) -> Picture {
        Picture {
            width,
            height,
            channels: 1,
            pixels: pixels.to_vec(),
            has_palette: false,
            color_profile: None,
        }
    }

    /// 1 2 3
    /// 4 5 6
    #[test]
    fn all_orientations() {
        let stored = picture(3, 2, &[1, 2, 3, 4, 5, 6]);
        let upright = |orientation| {
            let made = stored.clone().upright(orientation);
            (made.width, made.pixels)
        };
        assert_eq!(upright(1), (3, vec![1, 2, 3, 4, 5, 6]));
        assert_eq!(upright(2), (3, vec![3, 2, 1, 6, 5, 4]));
        assert_eq!(upright(3), (3, vec![6, 5, 4, 3, 2, 1]));
        assert_eq!(upright(4), (3, vec![4, 5, 6, 1, 2, 3]));
        assert_eq!(upright(5), (2, vec![1, 4, 2, 5, 3, 6]));
        assert_eq!(upright(6), (2, vec![4, 1, 5, 2, 6, 3]));
        assert_eq!(upright(7), (2, vec![6, 3, 5, 2, 4, 1]));
        assert_eq!(upright(8), (2, vec![3, 6, 2, 5, 1, 4]));
        assert_eq!(upright(9), (3, vec![1, 2, 3, 4, 5, 6]));
    }

    #[test]
    fn parts() {
        let whole = picture(3, 2, &[1, 2, 3, 4, 5, 6]);
        let part = |left, top, width, height| {
            let part = Rectangle {
                left,
                top,
                width,
                height,
            };
            whole.cut(part).map(|p| (p.width, p.height, p.pixels))
        };
        assert_eq!(part(1, 0, 2, 2), Some((2, 2, vec![2, 3, 5, 6])));
        assert_eq!(part(2, 1, 9, 9), Some((1, 1, vec![6])));
        assert_eq!((part(3, 0, 1, 1), part(0, 2, 1, 1)), (None, None));
        assert_eq!(part(9, 9, 1, 1), None);
    }
}
