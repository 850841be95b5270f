//! Editing pictures: turning and cutting, in the order that was asked for.
//!
//! Contract "wordpress-rest" section 7.5: parts in percent of the picture as it is at that moment, angles clockwise.

use std::f64::consts::PI;

use super::picture::{Header, Picture, PictureError};
use super::transform::Rectangle;

/// What is done to a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Modifier {
    /// Turned by degrees, clockwise.
    Rotate {
        /// The degrees.
        angle: f64,
    },
    /// Cut to a part, in percent.
    #[expect(missing_docs, reason = "percent of the width or height")]
    Crop {
        left: f64,
        top: f64,
        width: f64,
        height: f64,
    },
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates; the values are lengths in pixels"
)]
fn pixels(side: u32, percent: f64) -> u32 {
    (f64::from(side) * percent / 100.0).round() as u32
}

/// A picture after all modifiers.
///
/// # Errors
/// When a part lies outside of the picture.
pub fn modified(picture: Picture, modifiers: &[Modifier]) -> Result<Picture, PictureError> {
    modifiers
        .iter()
        .try_fold(picture, |picture, modifier| match *modifier {
            Modifier::Rotate { angle } => Ok(rotated(picture, angle)),
            Modifier::Crop {
                left,
                top,
                width,
                height,
            } => {
                let part = Rectangle {
                    left: pixels(picture.width, left),
                    top: pixels(picture.height, top),
                    width: pixels(picture.width, width),
                    height: pixels(picture.height, height),
                };
                if (part.width, part.height) == (picture.width, picture.height) {
                    return Ok(picture);
                }
                let cut = picture.cut(part);
                cut.ok_or_else(|| {
                    PictureError::Broken("the part lies outside of the picture".to_owned())
                })
            }
        })
}

/// Bytes of the largest picture on the way.
pub fn largest_bytes(header: &Header, modifiers: &[Modifier]) -> u64 {
    let is_slanted = |modifier: &&Modifier| matches!(modifier, Modifier::Rotate { angle } if quarters(*angle).is_none());
    // A picture that is turned by less than a quarter takes up to twice the area.
    let times = modifiers.iter().filter(is_slanted).take(8).count();
    header.pixel_bytes().saturating_mul(1 << times)
}

/// The quarters of a turn, when an angle is some.
fn quarters(angle: f64) -> Option<u8> {
    let turned = angle.rem_euclid(360.0);
    [(0.0, 0), (90.0, 1), (180.0, 2), (270.0, 3), (360.0, 0)]
        .into_iter()
        .find(|(degrees, _)| (turned - degrees).abs() < 1e-9)
        .map(|(_, quarters)| quarters)
}

fn rotated(picture: Picture, angle: f64) -> Picture {
    match quarters(angle) {
        Some(quarters) => picture.turned(quarters),
        None => slanted(&picture, angle),
    }
}

/// Turned by any angle; the picture grows, its corners are transparent or black.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates; the values are lengths in pixels"
)]
fn slanted(picture: &Picture, angle: f64) -> Picture {
    let (sine, cosine) = (angle * PI / 180.0).sin_cos();
    let (width, height) = (f64::from(picture.width), f64::from(picture.height));
    let new_width = (width * cosine.abs() + height * sine.abs()).ceil().max(1.0);
    let new_height = (width * sine.abs() + height * cosine.abs()).ceil().max(1.0);
    let (columns, rows) = (new_width as u32, new_height as u32);
    let channels = usize::from(picture.channels);
    let mut pixels = vec![0; columns as usize * rows as usize * channels];
    let places = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
    for (target, (x, y)) in pixels.chunks_exact_mut(channels).zip(places) {
        let dx = f64::from(x) + 0.5 - new_width / 2.0;
        let dy = f64::from(y) + 0.5 - new_height / 2.0;
        let from_x = dx * cosine + dy * sine + width / 2.0 - 0.5;
        let from_y = dy * cosine - dx * sine + height / 2.0 - 0.5;
        picture.sample(from_x, from_y, target);
    }
    picture.with_pixels(columns, rows, pixels)
}

impl Picture {
    /// The colour between the four pixels around a place; nothing outside of the picture.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the place lies within the picture; colours lie between 0 and 255"
    )]
    fn sample(&self, x: f64, y: f64, target: &mut [u8]) {
        let (most_x, most_y) = (f64::from(self.width) - 1.0, f64::from(self.height) - 1.0);
        if x < -0.5 || y < -0.5 || x > most_x + 0.5 || y > most_y + 0.5 {
            return;
        }
        let (x, y) = (x.clamp(0.0, most_x), y.clamp(0.0, most_y));
        let (left, top) = (x.floor(), y.floor());
        let (right, bottom) = ((left + 1.0).min(most_x), (top + 1.0).min(most_y));
        let (across, down) = (x - left, y - top);
        let pixel = |x: f64, y: f64, channel: usize| {
            let at = (y as usize * self.width as usize + x as usize) * usize::from(self.channels);
            f64::from(self.pixels.get(at + channel).copied().unwrap_or_default())
        };
        for (channel, value) in target.iter_mut().enumerate() {
            let upper =
                pixel(left, top, channel) * (1.0 - across) + pixel(right, top, channel) * across;
            let lower = pixel(left, bottom, channel) * (1.0 - across)
                + pixel(right, bottom, channel) * across;
            *value = (upper * (1.0 - down) + lower * down).round() as u8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(width: u32, height: u32) -> Picture {
        Picture {
            width,
            height,
            channels: 3,
            pixels: vec![9; (width * height * 3) as usize],
            has_palette: false,
            color_profile: None,
        }
    }

    /// Recording owner/media-crop-ok: 420 × 300, a half from 10 percent, then a quarter of a turn.
    #[test]
    fn cut_then_turned() {
        let crop = Modifier::Crop {
            left: 10.0,
            top: 10.0,
            width: 50.0,
            height: 50.0,
        };
        let made = modified(picture(420, 300), &[crop, Modifier::Rotate { angle: 90.0 }]).unwrap();
        assert_eq!(
            (made.width, made.height, made.pixels.len()),
            (150, 210, 150 * 210 * 3)
        );
        let outside = Modifier::Crop {
            left: 100.0,
            top: 0.0,
            width: 10.0,
            height: 10.0,
        };
        assert!(modified(picture(20, 20), &[outside]).is_err());
        let slanted = modified(picture(100, 50), &[Modifier::Rotate { angle: 45.0 }]).unwrap();
        assert_eq!((slanted.width, slanted.height), (107, 107));
        let middle = (53 * 107 + 53) * 3;
        assert_eq!((slanted.pixels[0], slanted.pixels[middle]), (0, 9));
    }
}
