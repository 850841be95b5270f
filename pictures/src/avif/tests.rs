//! Files of another encoder (`fixtures/pictures`, 48 × 32: green above, below it red on the left and blue on the right), our
//! own files, and broken ones.

use super::*;

/// Widths, heights and colours are those of `avifdec`, within what rounding may change.
const MOST_APART: u8 = 12;

fn fixture(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/pictures");
    std::fs::read(format!("{folder}/{name}.avif")).expect(name)
}

fn decoded(name: &str) -> Picture {
    let file = fixture(name);
    let header = Header::read(&file, Format::Avif).expect(name);
    let picture = Picture::decode(&file, Format::Avif).expect(name);
    assert_eq!(
        (header.width, header.height, header.channels),
        (picture.width, picture.height, picture.channels)
    );
    assert!(header.decoding_bytes >= picture.pixels.len() as u64);
    picture
}

fn assert_pixel(picture: &Picture, (x, y): (u32, u32), want: &[u8]) {
    let at = ((y * picture.width + x) * u32::from(picture.channels)) as usize;
    let pixel = &picture.pixels[at..at + usize::from(picture.channels)];
    let is_near = |(a, b): (&u8, &u8)| a.abs_diff(*b) <= MOST_APART;
    assert_eq!(pixel.len(), want.len());
    assert!(
        pixel.iter().zip(want).all(is_near),
        "{x},{y}: {pixel:?}, not {want:?}"
    );
}

const GREEN: [u8; 3] = [0, 160, 0];
const RED: [u8; 3] = [200, 30, 20];
const BLUE: [u8; 3] = [20, 40, 200];

fn with(color: [u8; 3], opacity: u8) -> [u8; 4] {
    let [red, green, blue] = color;
    [red, green, blue, opacity]
}

#[test]
fn ten_bits_turned() {
    let picture = decoded("deep-444-turned");
    assert_eq!((picture.width, picture.height), (32, 48));
    assert_pixel(&picture, (3, 20), &GREEN);
    assert_pixel(&picture, (20, 10), &BLUE);
    assert_pixel(&picture, (20, 40), &RED);
}

#[test]
fn twelve_bits_at_half_the_width() {
    let picture = decoded("deep-422");
    assert_eq!((picture.width, picture.height), (48, 32));
    assert_pixel(&picture, (3, 3), &GREEN);
    assert_pixel(&picture, (6, 20), &RED);
    assert_pixel(&picture, (40, 20), &BLUE);
}

/// BT.709 in the range of television, colours at half the width and height, left and right exchanged.
#[test]
fn opacities_mirrored() {
    let picture = decoded("alpha-420-mirrored");
    assert_pixel(&picture, (40, 3), &with(GREEN, 255));
    assert_pixel(&picture, (6, 20), &with(BLUE, 64));
    assert_pixel(&picture, (40, 20), &with(RED, 255));
}

#[test]
fn multiplied_with_opacities() {
    let picture = decoded("premultiplied");
    assert_pixel(&picture, (6, 20), &with(RED, 255));
    assert_pixel(&picture, (40, 20), &with(BLUE, 64));
}

#[test]
fn brightness_alone() {
    let picture = decoded("grey");
    assert_pixel(&picture, (6, 20), &[80]);
    assert_pixel(&picture, (40, 20), &[52]);
}

#[test]
fn several_tiles_are_no_picture() {
    assert!(Header::read(&fixture("tiles"), Format::Avif).is_err());
}

fn drawn(width: u32, height: u32, channels: u8) -> Picture {
    let mut pixels = Vec::new();
    for place in 0..width * height {
        let (x, y) = (place % width, place / width);
        let color = with([RED, BLUE][usize::from(x * 2 > width)], 255 - (y % 2) as u8);
        pixels.extend(&color[4 - usize::from(channels)..]);
    }
    Picture {
        width,
        height,
        channels,
        pixels,
        has_palette: false,
        color_profile: None,
    }
}

#[test]
fn own_files_are_read_again() {
    for (width, height) in [(1, 1), (2, 1), (37, 21), (64, 64)] {
        for channels in [1, 3, 4] {
            let picture = drawn(width, height, channels);
            let file = picture.encode(Format::Avif).expect("a file");
            let header = Header::read(&file, Format::Avif).expect("a head");
            let read = Picture::decode(&file, Format::Avif).expect("a picture");
            assert_eq!((read.width, read.height), (width, height));
            assert_eq!((header.width, header.height), (width, height));
            let is_transparent = channels == 4 && picture.has_transparency();
            assert_eq!(read.channels, if is_transparent { 4 } else { 3 });
        }
    }
    let picture = drawn(64, 64, 3);
    let file = picture.encode(Format::Avif).expect("a file");
    let read = Picture::decode(&file, Format::Avif).expect("a picture");
    // The last three of red, green, blue and opacity: `drawn` leaves out what has no room.
    assert_pixel(&read, (10, 10), &[30, 20, 255]);
    assert_pixel(&read, (50, 50), &[40, 200, 255]);
}

/// A file says that it is as wide and high as this.
fn with_size(mut file: Vec<u8>, side: u32) -> Vec<u8> {
    let at = file.windows(4).position(|w| w == b"ispe").expect("ispe") + 8;
    file[at..at + 4].copy_from_slice(&side.to_be_bytes());
    file[at + 4..at + 8].copy_from_slice(&side.to_be_bytes());
    file
}

#[test]
fn broken_files_are_refused() {
    for name in ["deep-444-turned", "alpha-420-mirrored", "premultiplied"] {
        let file = fixture(name);
        for end in 0..file.len() {
            // The last bytes are the colours': without them there is no picture, and nothing before that panics.
            let cut = &file[..end];
            assert!(Picture::decode(cut, Format::Avif).is_err(), "{name} {end}");
            exif(cut);
        }
        let mut random: u32 = 1;
        for _ in 0..20_000 {
            let mut changed = file.clone();
            for _ in 0..3 {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let at = (random >> 8) as usize % changed.len();
                changed[at] = (random >> 24) as u8;
            }
            if let Ok(header) = Header::read(&changed, Format::Avif) {
                assert!(header.width > 0 && header.height > 0);
            }
            exif(&changed);
        }
    }
    // More than is in it, and less.
    for side in [20_000, u32::MAX, 0, 16] {
        let changed = with_size(fixture("deep-422"), side);
        assert!(Picture::decode(&changed, Format::Avif).is_err(), "{side}");
    }
}
