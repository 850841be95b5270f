//! Pictures in memory: read from files, with a bound on what they take, and what is known of one before it is decoded.
//!
//! Contract "wordpress-rest" section 7.4. JPEG, PNG, GIF, WebP and AVIF; of an animation the first frame. Whoever decodes has
//! asked for the memory first ([`Header::decoding_bytes`]): a file of a few kilobytes may stand for gigabytes of pixels.

use std::io::Cursor;
use std::path::Path;

use image::{ColorType, DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};

use super::{avif, jpeg_segments};

/// A kind of file that is decoded and encoded here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// `image/jpeg`.
    Jpeg,
    /// `image/png`.
    Png,
    /// `image/gif`.
    Gif,
    /// `image/webp`.
    WebP,
    /// `image/avif`.
    Avif,
}

impl Format {
    /// The kind of a MIME type.
    pub fn of_mime(mime: &str) -> Option<Self> {
        Some(match mime {
            "image/jpeg" => Self::Jpeg,
            "image/png" => Self::Png,
            "image/gif" => Self::Gif,
            "image/webp" => Self::WebP,
            "image/avif" => Self::Avif,
            _ => return None,
        })
    }

    /// Its MIME type.
    pub fn mime(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Gif => "image/gif",
            Self::WebP => "image/webp",
            Self::Avif => "image/avif",
        }
    }

    /// The usual extension of its files, without a dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png => "png",
            Self::Gif => "gif",
            Self::WebP => "webp",
            Self::Avif => "avif",
        }
    }

    /// Bytes that encoding so many pixels takes, besides these and the file.
    pub fn encoding_bytes(self, pixels: u64) -> u64 {
        match self {
            Self::Avif => avif::encoding_bytes(pixels),
            _ => 0,
        }
    }

    fn image_format(self) -> ImageFormat {
        match self {
            Self::Jpeg => ImageFormat::Jpeg,
            Self::Png => ImageFormat::Png,
            Self::Gif => ImageFormat::Gif,
            Self::WebP => ImageFormat::WebP,
            Self::Avif => ImageFormat::Avif,
        }
    }
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The file is broken, or not of its kind.
    #[error("the picture cannot be read: {0}")]
    Broken(String),
    /// It takes more memory than there is for pictures.
    #[error("the picture takes {needed} bytes of {allowed}")]
    TooLarge {
        /// What it takes.
        needed: u64,
        /// What all pictures together may take.
        allowed: u64,
    },
    /// A picture could not be encoded.
    #[error("the picture cannot be written: {0}")]
    NotWritten(String),
    /// A file could not be read or written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// What the head of a file says of its picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The kind.
    pub format: Format,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Bytes of a decoded pixel here: 1 grey, 3 colours, 4 with transparency.
    pub channels: u8,
    /// Bytes that decoding takes besides the file, the pixels included.
    pub decoding_bytes: u64,
}

pub(crate) fn broken(error: impl std::fmt::Display) -> PictureError {
    PictureError::Broken(error.to_string())
}

/// What a decoder may take for anything but the pixels: a profile or a comment that unpacks to gigabytes is no use.
const BESIDE_PIXELS: u64 = 16 * 1024 * 1024;

fn decoder(bytes: &[u8], format: Format, pixels: u64) -> Result<impl ImageDecoder, PictureError> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format.image_format());
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(pixels.saturating_add(BESIDE_PIXELS));
    reader.limits(limits);
    reader.into_decoder().map_err(broken)
}

impl Header {
    /// Reads the head; decodes nothing.
    ///
    /// # Errors
    /// When it is broken.
    pub fn read(bytes: &[u8], format: Format) -> Result<Self, PictureError> {
        if format == Format::Avif {
            return Self::read_avif(bytes);
        }
        let decoder = decoder(bytes, format, 0)?;
        let (width, height) = decoder.dimensions();
        if width == 0 || height == 0 {
            return Err(broken("a side is 0"));
        }
        let pixels = u64::from(width) * u64::from(height);
        let color = decoder.color_type();
        let channels = channels(color);
        let out = pixels.saturating_mul(u64::from(channels));
        let own = pixels.saturating_mul(u64::from(color.bytes_per_pixel()));
        // What is not 8 bits deep is converted into a second copy.
        let converted = if own == out { 0 } else { out };
        let beside = match format {
            Format::Jpeg => jpeg_segments::coefficient_bytes(bytes),
            Format::Png | Format::Avif => 0,
            Format::Gif => pixels,
            Format::WebP => pixels.saturating_mul(4),
        };
        Ok(Self {
            format,
            width,
            height,
            channels,
            decoding_bytes: own.saturating_add(converted).saturating_add(beside),
        })
    }

    /// Bytes of the decoded pixels.
    pub fn pixel_bytes(&self) -> u64 {
        u64::from(self.width) * u64::from(self.height) * u64::from(self.channels)
    }
}

/// Width and height of a picture on the disk, as stored, by its head alone; of any kind that its first bytes show.
pub fn size_of_file(path: &Path) -> Option<(u32, u32)> {
    let reader = ImageReader::open(path).ok()?.with_guessed_format().ok()?;
    if reader.format() == Some(ImageFormat::Avif) {
        let header = Header::read(&std::fs::read(path).ok()?, Format::Avif).ok()?;
        return Some((header.width, header.height));
    }
    reader.into_dimensions().ok()
}

fn channels(color: ColorType) -> u8 {
    match color {
        ColorType::L8 | ColorType::L16 => 1,
        color if color.has_alpha() => 4,
        _ => 3,
    }
}

/// A decoded picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Bytes of a pixel: 1 grey, 3 colours, 4 with transparency.
    pub channels: u8,
    /// The pixels, by rows.
    pub pixels: Vec<u8>,
    /// Whether its file has a palette, which its copies get too.
    pub has_palette: bool,
    /// The profile of its colours, when it belongs to the pixels as they are here.
    pub color_profile: Option<Vec<u8>>,
}

impl Picture {
    /// Decodes a file; the caller has made sure of the memory. An AVIF of which it is not known who made it may end the
    /// process: [`Self::decode_by`] is for those.
    ///
    /// # Errors
    /// When the file is broken.
    pub fn decode(bytes: &[u8], format: Format) -> Result<Self, PictureError> {
        Self::decode_by(bytes, format, &avif::decode)
    }

    /// Decodes a file; the AV1 data of an AVIF is decoded by someone else.
    ///
    /// # Errors
    /// When the file is broken.
    pub fn decode_by(
        bytes: &[u8],
        format: Format,
        av1: avif::Decoding<'_>,
    ) -> Result<Self, PictureError> {
        if format == Format::Avif {
            return Self::decode_avif(bytes, av1);
        }
        let pixels = Header::read(bytes, format)?.decoding_bytes;
        let mut decoder = decoder(bytes, format, pixels)?;
        let profile = decoder.icc_profile().ok().flatten();
        let image = DynamicImage::from_decoder(decoder).map_err(broken)?;
        let (width, height) = (image.width(), image.height());
        let channels = channels(image.color());
        let pixels = match channels {
            1 => image.into_luma8().into_raw(),
            3 => image.into_rgb8().into_raw(),
            _ => image.into_rgba8().into_raw(),
        };
        // The last four bytes before the date name the profile's colours; of other than these the pixels were converted.
        let space: &[u8] = if channels == 1 { b"GRAY" } else { b"RGB " };
        Ok(Self {
            width,
            height,
            channels,
            pixels,
            has_palette: format == Format::Png && bytes.get(25) == Some(&3),
            color_profile: profile.filter(|profile| profile.get(16..20) == Some(space)),
        })
    }

    /// A picture like this one, of other pixels.
    pub fn with_pixels(&self, width: u32, height: u32, pixels: Vec<u8>) -> Self {
        Self {
            width,
            height,
            channels: self.channels,
            pixels,
            has_palette: self.has_palette,
            color_profile: self.color_profile.clone(),
        }
    }

    /// Whether a pixel is not quite opaque.
    pub fn has_transparency(&self) -> bool {
        self.channels == 4 && self.pixels.chunks_exact(4).any(|p| p[3] != 255)
    }
}
