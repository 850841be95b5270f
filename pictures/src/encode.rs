//! Pictures as files: quality and kind as WordPress writes them.
//!
//! Contract "wordpress-rest" section 7.4: JPEG 82, WebP 86, AVIF 50, a PNG with a palette keeps one, a GIF holds one frame.

use std::borrow::Cow;
use std::collections::HashMap;

use color_quant::NeuQuant;
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};

use super::picture::{Format, Picture, PictureError};

/// Quality of JPEG files.
const JPEG_QUALITY: u8 = 82;
/// Quality of WebP files.
const WEBP_QUALITY: f32 = 86.0;
/// Colours of a palette.
const PALETTE: usize = 256;
/// Each of how many pixels is looked at for a palette: 1 all, 30 few.
const PALETTE_SAMPLING: i32 = 10;

fn not_written(error: impl std::fmt::Display) -> PictureError {
    PictureError::NotWritten(error.to_string())
}

fn short(side: u32) -> Result<u16, PictureError> {
    u16::try_from(side).map_err(|_| not_written("a side is too long for the kind of file"))
}

impl Picture {
    /// The picture as a file.
    ///
    /// # Errors
    /// When it does not fit the kind.
    pub fn encode(&self, format: Format) -> Result<Vec<u8>, PictureError> {
        match format {
            Format::Jpeg => self.jpeg(),
            Format::Png => self.png(),
            Format::Gif => self.gif(),
            Format::WebP => self.webp(),
            Format::Avif => self.avif(),
        }
    }

    fn jpeg(&self) -> Result<Vec<u8>, PictureError> {
        let (width, height) = (short(self.width)?, short(self.height)?);
        let mut file = Vec::with_capacity(self.pixels.len() / 8);
        let mut encoder = Encoder::new(&mut file, JPEG_QUALITY);
        encoder.set_sampling_factor(SamplingFactor::F_2_2);
        if let Some(profile) = &self.color_profile {
            encoder.add_icc_profile(profile).map_err(not_written)?;
        }
        let color = match self.channels {
            1 => ColorType::Luma,
            3 => ColorType::Rgb,
            _ => ColorType::Rgba,
        };
        let encoded = encoder.encode(&self.pixels, width, height, color);
        encoded.map_err(not_written)?;
        Ok(file)
    }

    fn webp(&self) -> Result<Vec<u8>, PictureError> {
        let (pixels, layout) = match self.channels {
            4 => (Cow::Borrowed(&self.pixels), webp::PixelLayout::Rgba),
            3 => (Cow::Borrowed(&self.pixels), webp::PixelLayout::Rgb),
            _ => {
                let rgb = self.pixels.iter().flat_map(|&grey| [grey; 3]);
                (Cow::Owned(rgb.collect()), webp::PixelLayout::Rgb)
            }
        };
        let encoder = webp::Encoder::new(&pixels, layout, self.width, self.height);
        let file = encoder.encode_simple(false, WEBP_QUALITY);
        let file = file.map_err(|error| not_written(format!("{error:?}")))?;
        Ok(file.to_vec())
    }

    fn png(&self) -> Result<Vec<u8>, PictureError> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width, self.height);
        encoder.set_depth(png::BitDepth::Eight);
        let indexed;
        let pixels = if self.has_palette && self.channels != 1 {
            indexed = Indexed::new(&self.rgba());
            encoder.set_color(png::ColorType::Indexed);
            encoder.set_palette(indexed.colors());
            encoder.set_trns(indexed.opacities());
            &indexed.pixels
        } else {
            encoder.set_color(match self.channels {
                1 => png::ColorType::Grayscale,
                3 => png::ColorType::Rgb,
                _ => png::ColorType::Rgba,
            });
            &self.pixels
        };
        let mut writer = encoder.write_header().map_err(not_written)?;
        writer.write_image_data(pixels).map_err(not_written)?;
        writer.finish().map_err(not_written)?;
        Ok(file)
    }

    fn gif(&self) -> Result<Vec<u8>, PictureError> {
        let (width, height) = (short(self.width)?, short(self.height)?);
        let mut rgba = self.rgba().into_owned();
        let frame = gif::Frame::from_rgba_speed(width, height, &mut rgba, PALETTE_SAMPLING);
        let mut file = Vec::new();
        let mut encoder = gif::Encoder::new(&mut file, width, height, &[]).map_err(not_written)?;
        encoder.write_frame(&frame).map_err(not_written)?;
        drop(encoder);
        Ok(file)
    }

    /// The pixels as red, green, blue, opacity.
    fn rgba(&self) -> Cow<'_, [u8]> {
        match self.channels {
            4 => Cow::Borrowed(&self.pixels),
            3 => {
                let pixels = self.pixels.chunks_exact(3);
                Cow::Owned(pixels.flat_map(|p| [p[0], p[1], p[2], 255]).collect())
            }
            _ => Cow::Owned(self.pixels.iter().flat_map(|&g| [g, g, g, 255]).collect()),
        }
    }
}

/// Pixels by the numbers of a palette's colours.
struct Indexed {
    palette: Vec<[u8; 4]>,
    pixels: Vec<u8>,
}

impl Indexed {
    fn new(rgba: &[u8]) -> Self {
        Self::exact(rgba).unwrap_or_else(|| Self::nearest(rgba))
    }

    /// A palette of all colours; `None` when they are too many.
    fn exact(rgba: &[u8]) -> Option<Self> {
        let mut numbers: HashMap<[u8; 4], u8> = HashMap::new();
        let mut palette = Vec::new();
        let mut pixels = Vec::with_capacity(rgba.len() / 4);
        for &pixel in rgba.as_chunks::<4>().0 {
            let number = match numbers.get(&pixel) {
                Some(number) => *number,
                None if palette.len() == PALETTE => return None,
                None => {
                    let number = u8::try_from(palette.len()).ok()?;
                    palette.push(pixel);
                    numbers.insert(pixel, number);
                    number
                }
            };
            pixels.push(number);
        }
        Some(Self { palette, pixels })
    }

    fn nearest(rgba: &[u8]) -> Self {
        let quantised = NeuQuant::new(PALETTE_SAMPLING, PALETTE, rgba);
        let map = quantised.color_map_rgba();
        /// Colours whose number is remembered.
        const REMEMBERED: usize = 1 << 16;
        let mut known: HashMap<[u8; 4], u8> = HashMap::new();
        let number = |pixel: &[u8; 4]| {
            if let Some(number) = known.get(pixel) {
                return *number;
            }
            let number = u8::try_from(quantised.index_of(pixel)).unwrap_or_default();
            if known.len() < REMEMBERED {
                known.insert(*pixel, number);
            }
            number
        };
        Self {
            palette: map.as_chunks::<4>().0.to_vec(),
            pixels: rgba.as_chunks::<4>().0.iter().map(number).collect(),
        }
    }

    fn colors(&self) -> Vec<u8> {
        let colors = self.palette.iter();
        colors.flat_map(|c| [c[0], c[1], c[2]]).collect()
    }

    fn opacities(&self) -> Vec<u8> {
        self.palette.iter().map(|c| c[3]).collect()
    }
}
