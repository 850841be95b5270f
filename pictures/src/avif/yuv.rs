//! Brightness and two colours into red, green and blue: ITU-T H.273, with whole numbers.

use super::container::CodePoints;
use super::frame::Frame;
use crate::picture::{PictureError, broken};

/// Bits behind the point of the factors.
const POINT: u32 = 16;

/// How a pixel is put together.
#[derive(Clone, Copy)]
enum Mixing {
    /// The planes are green, blue and red.
    Identity,
    /// Brightness, and how far green and orange are from it.
    YCgCo,
    /// Factors of the second colour for red, of both for green, and of the first for blue.
    Factors { rv: i32, gu: i32, gv: i32, bu: i32 },
}

/// How samples become values from 0 to 255.
struct Scale {
    /// What brightness begins at, and one step of it.
    black: i32,
    step: i32,
    /// What colours are 0 at, and one step of them.
    middle: i32,
    color_step: f64,
}

impl Scale {
    fn new(bits: u8, is_full: bool) -> Self {
        let (most, wider) = ((1_i32 << bits) - 1, 1_i32 << (bits - 8));
        let (black, white, colors) = if is_full {
            (0, most, most)
        } else {
            (16 * wider, 235 * wider, 224 * wider)
        };
        let step = |range: i32| 255.0 / f64::from(range) * f64::from(1 << POINT);
        Self {
            black,
            step: step(white - black).round() as i32,
            middle: 128 * wider,
            color_step: step(colors),
        }
    }

    fn brightness(&self, sample: i32) -> i32 {
        (sample - self.black) * self.step
    }
}

/// The nearest byte.
fn byte(value: i32) -> u8 {
    ((value + (1 << (POINT - 1))) >> POINT).clamp(0, 255) as u8
}

impl Mixing {
    fn new(matrix: u8, scale: &Scale) -> Option<Self> {
        // Shares of red and of blue in brightness. What is not said is BT.601, as browsers take it.
        let (red, blue) = match matrix {
            0 => return Some(Self::Identity),
            8 => return Some(Self::YCgCo),
            1 => (0.2126, 0.0722),
            2 | 5 | 6 => (0.299, 0.114),
            4 => (0.30, 0.11),
            7 => (0.212, 0.087),
            9 | 10 => (0.2627, 0.0593),
            _ => return None,
        };
        let green = 1.0 - red - blue;
        let factor = |factor: f64| (factor * scale.color_step).round() as i32;
        Some(Self::Factors {
            rv: factor(2.0 * (1.0 - red)),
            gu: factor(-2.0 * blue * (1.0 - blue) / green),
            gv: factor(-2.0 * red * (1.0 - red) / green),
            bu: factor(2.0 * (1.0 - blue)),
        })
    }

    fn pixel(self, scale: &Scale, [y, u, v]: [i32; 3]) -> [u8; 3] {
        let light = scale.brightness(y);
        match self {
            Self::Identity => [v, y, u].map(|sample| byte(scale.brightness(sample))),
            Self::YCgCo => {
                let step = scale.color_step.round() as i32;
                let (green, orange) = ((u - scale.middle) * step, (v - scale.middle) * step);
                let rest = light - green;
                [rest + orange, light + green, rest - orange].map(byte)
            }
            Self::Factors { rv, gu, gv, bu } => {
                let (u, v) = (u - scale.middle, v - scale.middle);
                [light + rv * v, light + gu * u + gv * v, light + bu * u].map(byte)
            }
        }
    }
}

/// The samples of a row.
fn samples(row: &[u8], depth: usize) -> impl Iterator<Item = i32> {
    row.chunks_exact(depth).map(|sample| match *sample {
        [low, high] => i32::from(u16::from_ne_bytes([low, high])),
        [sample, ..] => i32::from(sample),
        [] => 0,
    })
}

/// The colours of a picture: 1 byte a pixel for grey, 3, or 4 of which the last is 255.
///
/// # Errors
/// When it is not known what its samples mean.
pub(super) fn colors(
    frame: &Frame,
    code_points: CodePoints,
    channels: u8,
) -> Result<Vec<u8>, PictureError> {
    let scale = Scale::new(frame.is.bits, code_points.is_full);
    let depth = frame.is.depth();
    let (width, height) = (frame.is.size.0 as usize, frame.is.size.1 as usize);
    let channels = usize::from(channels);
    let mut pixels = Vec::with_capacity(width * height * channels);
    let Some((wide, high)) = frame.is.chroma else {
        for row in 0..height {
            for sample in samples(frame.row(0, row, width), depth) {
                let grey = byte(scale.brightness(sample));
                let all = [grey, grey, grey, 255];
                // Grey alone, or grey with an opacity.
                pixels.extend_from_slice(if channels == 1 { &all[..1] } else { &all });
            }
        }
        return Ok(pixels);
    };
    let mixing = Mixing::new(code_points.matrix, &scale);
    let is_whole = !wide && !high;
    let mixing = mixing.filter(|mixing| is_whole || !matches!(mixing, Mixing::Identity));
    let mixing = mixing.ok_or_else(|| {
        broken(format!(
            "colours of the kind {} are not known",
            code_points.matrix
        ))
    })?;
    let across = if wide { width.div_ceil(2) } else { width };
    for row in 0..height {
        let half = if high { row / 2 } else { row };
        let color = |plane: usize| -> Vec<i32> {
            let row = samples(frame.row(plane, half, across), depth);
            let twice = if wide { 2 } else { 1 };
            row.flat_map(|sample| std::iter::repeat_n(sample, twice))
                .collect()
        };
        let (u, v) = (color(1), color(2));
        let light = samples(frame.row(0, row, width), depth);
        for ((y, u), v) in light.zip(u).zip(v) {
            let [red, green, blue] = mixing.pixel(&scale, [y, u, v]);
            pixels.extend_from_slice(&[red, green, blue, 255][..channels]);
        }
    }
    Ok(pixels)
}

/// Puts the opacities of a picture into pixels of four bytes.
pub(super) fn opacities(frame: &Frame, is_full: bool, pixels: &mut [u8]) {
    let scale = Scale::new(frame.is.bits, is_full);
    let width = frame.is.size.0 as usize;
    for (row, pixels) in pixels.chunks_exact_mut((width * 4).max(1)).enumerate() {
        let row = samples(frame.row(0, row, width), frame.is.depth());
        for (pixel, sample) in pixels.chunks_exact_mut(4).zip(row) {
            pixel[3] = byte(scale.brightness(sample));
        }
    }
}

/// Colours that were multiplied with their opacities, as they were before.
pub(super) fn divide(pixels: &mut [u8]) {
    for pixel in pixels.chunks_exact_mut(4) {
        let opacity = u32::from(pixel[3]);
        for color in &mut pixel[..3] {
            let whole = (u32::from(*color) * 255 + opacity / 2).checked_div(opacity);
            *color = whole.unwrap_or(0).min(255) as u8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::frame::Expected;
    use super::*;

    fn one(samples: [u16; 3], bits: u8, matrix: u8, is_full: bool) -> Vec<u8> {
        let plane = |sample: u16| match bits {
            8 => vec![sample as u8],
            _ => sample.to_ne_bytes().to_vec(),
        };
        let frame = Frame {
            is: Expected {
                size: (1, 1),
                bits,
                chroma: Some((false, false)),
            },
            planes: samples.map(plane).to_vec(),
        };
        colors(&frame, CodePoints { matrix, is_full }, 3).unwrap()
    }

    /// Figures of ITU-R BT.601 and BT.709.
    #[test]
    fn colours_of_the_standards() {
        assert_eq!(one([235, 128, 128], 8, 6, false), [255, 255, 255]);
        assert_eq!(one([16, 128, 128], 8, 1, false), [0, 0, 0]);
        assert_eq!(one([81, 90, 240], 8, 6, false), [254, 0, 0]);
        assert_eq!(one([63, 102, 240], 8, 1, false), [255, 1, 0]);
        assert_eq!(one([76, 85, 255], 8, 6, true), [254, 0, 0]);
        assert_eq!(one([306, 339, 1023], 10, 6, true), [255, 0, 0]);
        assert_eq!(one([4095, 2048, 2048], 12, 9, true), [255, 255, 255]);
        // Green, blue, red as they are; and green alone as brightness and two differences.
        assert_eq!(one([1, 2, 3], 8, 0, true), [3, 1, 2]);
        assert_eq!(one([128, 255, 128], 8, 8, true), [1, 255, 1]);
    }

    #[test]
    fn multiplied_colours() {
        let mut pixels = [64, 128, 255, 128, 9, 9, 9, 0];
        divide(&mut pixels);
        assert_eq!(pixels, [128, 255, 255, 128, 0, 0, 0, 0]);
    }
}
