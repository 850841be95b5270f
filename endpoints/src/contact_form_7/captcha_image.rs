//! Captcha images, generated on request.
//!
//! Contract "contact-form-7", section 8.11: `{uploads}/wpcf7_captcha/{number}.png`. The same number gives the same
//! image, so that repeated requests reveal nothing.

use compat::contact_form_7::captcha::{Challenge, Colour, LETTERS};
use compat::wordpress::salt::Salts;
use http::header::CACHE_CONTROL;
use http::{HeaderValue, StatusCode};

use crate::server::{Request, Response};
use crate::wordpress::request_context::SiteSnapshot;

/// A 5 × 7 bitmap for each of [`LETTERS`]: one byte per row, the leftmost column in bit 4.
const GLYPHS: [[u8; 7]; 32] = [
    [14, 17, 17, 31, 17, 17, 17], // A
    [30, 17, 17, 30, 17, 17, 30], // B
    [14, 17, 16, 16, 16, 17, 14], // C
    [30, 17, 17, 17, 17, 17, 30], // D
    [31, 16, 16, 30, 16, 16, 31], // E
    [31, 16, 16, 30, 16, 16, 16], // F
    [14, 17, 16, 23, 17, 17, 15], // G
    [17, 17, 17, 31, 17, 17, 17], // H
    [7, 2, 2, 2, 2, 18, 12],      // J
    [17, 18, 20, 24, 20, 18, 17], // K
    [16, 16, 16, 16, 16, 16, 31], // L
    [17, 27, 21, 21, 17, 17, 17], // M
    [17, 25, 21, 19, 17, 17, 17], // N
    [30, 17, 17, 30, 16, 16, 16], // P
    [14, 17, 17, 17, 21, 18, 13], // Q
    [30, 17, 17, 30, 20, 18, 17], // R
    [15, 16, 16, 14, 1, 1, 30],   // S
    [31, 4, 4, 4, 4, 4, 4],       // T
    [17, 17, 17, 17, 17, 17, 14], // U
    [17, 17, 17, 17, 17, 10, 4],  // V
    [17, 17, 17, 21, 21, 27, 17], // W
    [17, 17, 10, 4, 10, 17, 17],  // X
    [17, 17, 10, 4, 4, 4, 4],     // Y
    [31, 1, 2, 4, 8, 16, 31],     // Z
    [14, 17, 1, 6, 8, 16, 31],    // 2
    [30, 1, 1, 14, 1, 1, 30],     // 3
    [2, 6, 10, 18, 31, 2, 2],     // 4
    [31, 16, 30, 1, 1, 17, 14],   // 5
    [6, 8, 16, 30, 17, 17, 14],   // 6
    [31, 1, 2, 4, 8, 8, 8],       // 7
    [14, 17, 17, 14, 17, 17, 14], // 8
    [14, 17, 17, 15, 1, 2, 12],   // 9
];

/// The URL path of the images.
const FOLDER: &str = "/wp-content/uploads/wpcf7_captcha/";

/// The response to a request for a captcha image; `None` for other requests.
pub fn respond(site: &SiteSnapshot<'_>, request: &Request) -> Option<Response> {
    let number = request.path().split_once(FOLDER)?.1.strip_suffix(".png")?;
    let challenge = Challenge::parse(number).filter(|_| request.is_read())?;
    if !challenge.is_fresh(site.app.clock.now()) {
        return None;
    }
    let image = draw(&challenge, &site.state.salts)?;
    let keep = HeaderValue::from_static("private, max-age=3600");
    Some(Response::typed(StatusCode::OK, "image/png", image).with_header(CACHE_CONTROL, keep))
}

/// Pixels per dot of a glyph.
const DOT: u32 = 2;

struct CaptchaImage {
    width: u32,
    height: u32,
    pixels: Vec<Colour>,
    ink: Colour,
}

impl CaptchaImage {
    fn ink(&mut self, x: u32, y: u32) {
        if x >= self.width || y >= self.height {
            return;
        }
        let place = usize::try_from(y * self.width + x).unwrap_or(usize::MAX);
        if let Some(pixel) = self.pixels.get_mut(place) {
            *pixel = self.ink;
        }
    }

    /// Draws a letter, slanted by one dot to the left or right.
    fn letter(&mut self, glyph: &[u8; 7], (left, top): (u32, u32), leans_left: bool) {
        for (row, bits) in (0..7_u32).zip(glyph) {
            let lean = if leans_left { row / 3 } else { 2 - row / 3 };
            for column in (0..5_u32).filter(|c| bits >> (4 - c) & 1 == 1) {
                for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                    let x = left + lean + column * DOT + dx;
                    self.ink(x, top + row * DOT + dy);
                }
            }
        }
    }
}

/// The image as PNG; `None` when encoding fails.
pub fn draw(challenge: &Challenge, salts: &Salts) -> Option<Vec<u8>> {
    let ((width, height), colours) = (challenge.size().pixels(), challenge.colours());
    let pixels = usize::try_from(width * height).ok()?;
    let mut image = CaptchaImage {
        width,
        height,
        pixels: vec![colours.paper; pixels],
        ink: colours.ink,
    };
    let noise = challenge.noise(salts);
    let mut shakes = noise.iter().skip(4).copied().cycle();
    let mut shake = |most: u32| u32::from(shakes.next().unwrap_or_default()) % most.max(1);
    let step = width.saturating_sub(8) / 4;
    for (place, letter) in (0..4_u32).zip(challenge.letters(salts).bytes()) {
        let glyph = LETTERS.iter().position(|l| *l == letter)?;
        let left = 4 + place * step + shake(step.saturating_sub(11));
        let top = 1 + shake(height.saturating_sub(15));
        image.letter(GLYPHS.get(glyph)?, (left, top), shake(2) == 1);
    }
    let mut y = 4 + shake(height.saturating_sub(8));
    for x in 0..width {
        if x % 6 == 0 {
            y = (y + shake(3))
                .saturating_sub(1)
                .min(height.saturating_sub(1));
        }
        image.ink(x, y);
    }
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(image.pixels.as_flattened()).ok()?;
    writer.finish().ok()?;
    Some(png)
}

#[cfg(test)]
mod tests {
    use super::*;
    use compat::contact_form_7::captcha::{Colours, Size};

    #[test]
    fn pictures_have_their_size_and_ink() {
        let (salts, _) = Salts::collect(|_| None, |_| None, || "s".repeat(64));
        for size in [Size::Small, Size::Medium, Size::Large] {
            let colours = Colours {
                ink: [200, 0, 7],
                paper: [250, 250, 240],
            };
            let challenge = Challenge::issue(1_800_000_000, size, colours);
            let image = draw(&challenge, &salts).unwrap();
            let decoder = png::Decoder::new(std::io::Cursor::new(&image));
            let mut reader = decoder.read_info().unwrap();
            let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
            let info = reader.next_frame(&mut pixels).unwrap();
            assert_eq!((info.width, info.height), size.pixels());
            let (dots, _) = pixels.as_chunks::<3>();
            let ink = dots.iter().filter(|dot| **dot == colours.ink).count();
            let paper = dots.iter().filter(|dot| **dot == colours.paper).count();
            assert_eq!(ink + paper, dots.len());
            assert!((150..900).contains(&ink), "{ink}");
            assert_eq!(draw(&challenge, &salts).unwrap(), image);
        }
    }
}
