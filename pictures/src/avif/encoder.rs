//! Pictures as AVIF files: 8 bits, colours at half the width and height (4:2:0), opacities as a second picture.
//!
//! One thread for each picture: several pictures are encoded at the same time.

use av1_encoder::{ChromaSampling, Plane, encode};
use avif_serialize::Aviffy;
use avif_serialize::constants::{ColorPrimaries, MatrixCoefficients, TransferCharacteristics};

use crate::picture::{Picture, PictureError};

/// Bytes that encoding takes for a pixel: the planes in several stages, and what is known of each block. Measured: 20 of
/// 4.4 million pixels, 23 of 0.7 million.
const BYTES_PER_PIXEL: u64 = 24;
/// Bytes that encoding takes however small the picture is. Measured: 2.5 million.
const BYTES_AT_LEAST: u64 = 3 << 20;
/// The longest side.
const MOST: u32 = 65_535;

fn not_written(error: impl std::fmt::Display) -> PictureError {
    PictureError::NotWritten(error.to_string())
}

/// Bytes that encoding a picture of so many pixels takes, besides these and the file.
pub(crate) fn encoding_bytes(pixels: u64) -> u64 {
    pixels
        .saturating_mul(BYTES_PER_PIXEL)
        .saturating_add(BYTES_AT_LEAST)
}

impl Picture {
    /// The picture as an AVIF file. A profile of its colours is not kept.
    pub(crate) fn avif(&self) -> Result<Vec<u8>, PictureError> {
        if self.width > MOST || self.height > MOST {
            return Err(not_written("a side is too long for the kind of file"));
        }
        let size = (self.width, self.height);
        let color =
            encode(&self.color_planes(), size, ChromaSampling::Cs420).map_err(not_written)?;
        let alpha = self.has_transparency().then(|| {
            let opacities = self.pixels.chunks_exact(4).map(|pixel| pixel[3]);
            let plane = (opacities.collect(), self.width as usize);
            encode(&[plane], size, ChromaSampling::Cs400).map_err(not_written)
        });
        let alpha = alpha.transpose()?;
        let mut file = Vec::with_capacity(color.len() + 512);
        Aviffy::new()
            .set_width(self.width)
            .set_height(self.height)
            .set_bit_depth(8)
            .set_seq_profile(0)
            .set_chroma_subsampling((true, true))
            .set_color_primaries(ColorPrimaries::Bt709)
            .set_transfer_characteristics(TransferCharacteristics::Srgb)
            .set_matrix_coefficients(MatrixCoefficients::Bt601)
            .set_full_color_range(true)
            .write_slice(&mut file, &color, alpha.as_deref())?;
        Ok(file)
    }

    /// Brightness, and two colours of which each stands for four pixels.
    fn color_planes(&self) -> [Plane; 3] {
        let (width, height) = (self.width as usize, self.height as usize);
        let channels = usize::from(self.channels);
        let across = width.div_ceil(2);
        let light = self.pixels.chunks_exact(channels).map(light);
        let light: Vec<u8> = light.collect();
        let mut colors = [Vec::new(), Vec::new()];
        if channels == 1 {
            colors = [(); 2].map(|()| vec![128; across * height.div_ceil(2)]);
        } else {
            for rows in self.pixels.chunks(width * channels * 2) {
                let (upper, lower) = rows.split_at(width * channels);
                for at in 0..across {
                    let pair = at * 2 * channels..((at * 2 + 2) * channels).min(width * channels);
                    let all = [upper.get(pair.clone()), lower.get(pair)];
                    let all = all.into_iter().flatten();
                    let [blue, red] = chroma(all.flat_map(|row| row.chunks_exact(channels)));
                    colors[0].push(blue);
                    colors[1].push(red);
                }
            }
        }
        let [blue, red] = colors;
        [(light, width), (blue, across), (red, across)]
    }
}

/// Bits behind the point.
const POINT: u32 = 16;

/// The brightness of a pixel (BT.601).
fn light(pixel: &[u8]) -> u8 {
    let [red, green, blue, ..] = *pixel else {
        return pixel.first().copied().unwrap_or_default();
    };
    let all = 19_595 * u32::from(red) + 38_470 * u32::from(green) + 7_471 * u32::from(blue);
    ((all + (1 << (POINT - 1))) >> POINT) as u8
}

/// How far blue and red are from brightness, for all of these pixels together.
fn chroma<'a>(pixels: impl Iterator<Item = &'a [u8]>) -> [u8; 2] {
    let (mut sum, mut count) = ([0_i32; 3], 0);
    for pixel in pixels {
        for (sum, color) in sum.iter_mut().zip(pixel) {
            *sum += i32::from(*color);
        }
        count += 1;
    }
    let [red, green, blue] = sum;
    let mixed = |factors: [i32; 3]| {
        let [r, g, b] = factors;
        let all = (r * red + g * green + b * blue) / count.max(1);
        (((all + (1 << (POINT - 1))) >> POINT) + 128).clamp(0, 255) as u8
    };
    [
        mixed([-11_059, -21_709, 32_768]),
        mixed([32_768, -27_439, -5_329]),
    ]
}
