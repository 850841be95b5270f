//! The fields of a picture's EXIF data, as PHP's `exif_read_data` names them.

use exif::{In, Reader, Tag, Value};

use pictures::jpeg_segments::{APP1, segments};

/// The data of a file.
#[derive(Default)]
pub struct Exif(Option<exif::Exif>);

/// Windows' own fields, in UTF-16.
const XP_COMMENT: Tag = Tag(exif::Context::Tiff, 0x9c9c);
const XP_AUTHOR: Tag = Tag(exif::Context::Tiff, 0x9c9d);

impl Exif {
    /// Reads the data of a JPEG file; what is broken is left out.
    pub fn of_jpeg(bytes: &[u8]) -> Self {
        let mut data = segments(bytes).filter(|(marker, _)| *marker == APP1);
        let data = data.find_map(|(_, data)| data.strip_prefix(b"Exif\0\0"));
        let Some(data) = data else {
            return Self::default();
        };
        Self::of_data(data.to_vec())
    }

    /// Reads the data itself.
    pub fn of_data(data: Vec<u8>) -> Self {
        let mut reader = Reader::new();
        reader.continue_on_error(true);
        let read = reader.read_raw(data);
        Self(
            read.or_else(|error| error.distill_partial_result(|_| {}))
                .ok(),
        )
    }

    fn value(&self, tag: Tag) -> Option<&Value> {
        Some(&self.0.as_ref()?.get_field(tag, In::PRIMARY)?.value)
    }

    /// A text without blanks around it; empty when it is missing.
    fn text(&self, tag: Tag) -> Vec<u8> {
        let Some(Value::Ascii(lines)) = self.value(tag) else {
            return Vec::new();
        };
        // What follows the first NUL is another text.
        lines.first().map_or_else(Vec::new, |line| trimmed(line))
    }

    /// `ImageDescription`.
    pub fn description(&self) -> Vec<u8> {
        self.text(Tag::ImageDescription)
    }

    /// `Artist`, else the author that Windows stores.
    pub fn artist(&self) -> Vec<u8> {
        let artist = self.text(Tag::Artist);
        if artist.is_empty() {
            self.utf16(XP_AUTHOR)
        } else {
            artist
        }
    }

    /// `Copyright`.
    pub fn copyright(&self) -> Vec<u8> {
        self.text(Tag::Copyright)
    }

    /// `Model`.
    pub fn model(&self) -> Vec<u8> {
        self.text(Tag::Model)
    }

    /// `DateTimeDigitized`: `2026:05:03 18:20:10`.
    pub fn date_time_digitized(&self) -> Vec<u8> {
        self.text(Tag::DateTimeDigitized)
    }

    /// The comment that Windows stores (`Comments`).
    pub fn comments(&self) -> Vec<u8> {
        self.utf16(XP_COMMENT)
    }

    fn utf16(&self, tag: Tag) -> Vec<u8> {
        let Some(Value::Byte(bytes)) = self.value(tag) else {
            return Vec::new();
        };
        let units = bytes
            .as_chunks::<2>()
            .0
            .iter()
            .copied()
            .map(u16::from_le_bytes);
        let text: String = char::decode_utf16(units)
            .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
            .take_while(|&c| c != '\0')
            .collect();
        trimmed(text.as_bytes())
    }

    /// `COMPUTED.UserComment`: the text behind the name of its encoding.
    pub fn user_comment(&self) -> Vec<u8> {
        let Some(Value::Undefined(bytes, _)) = self.value(Tag::UserComment) else {
            return Vec::new();
        };
        let Some((encoding, text)) = bytes.split_first_chunk::<8>() else {
            return Vec::new();
        };
        match encoding {
            b"UNICODE\0" => {
                let big = !self.0.as_ref().is_some_and(exif::Exif::little_endian);
                let unit = |b: &[u8; 2]| {
                    if big {
                        u16::from_be_bytes(*b)
                    } else {
                        u16::from_le_bytes(*b)
                    }
                };
                let units = text.as_chunks::<2>().0.iter().map(unit);
                let text: String = char::decode_utf16(units)
                    .flatten()
                    .take_while(|&c| c != '\0')
                    .collect();
                trimmed(text.as_bytes())
            }
            b"ASCII\0\0\0" | b"\0\0\0\0\0\0\0\0" => {
                let end = text.iter().position(|&b| b == 0).unwrap_or(text.len());
                trimmed(text.get(..end).unwrap_or_default())
            }
            _ => Vec::new(),
        }
    }

    /// A fraction: numerator and denominator.
    fn fraction(&self, tag: Tag) -> Option<(i64, i64)> {
        match self.value(tag)? {
            Value::Rational(all) => all.first().map(|r| (i64::from(r.num), i64::from(r.denom))),
            Value::SRational(all) => all.first().map(|r| (i64::from(r.num), i64::from(r.denom))),
            other => other.get_uint(0).map(|whole| (i64::from(whole), 1)),
        }
    }

    /// `FNumber`.
    pub fn f_number(&self) -> Option<(i64, i64)> {
        self.fraction(Tag::FNumber)
    }

    /// `FocalLength`, in millimetres.
    pub fn focal_length(&self) -> Option<(i64, i64)> {
        self.fraction(Tag::FocalLength)
    }

    /// `ExposureTime`, in seconds.
    pub fn exposure_time(&self) -> Option<(i64, i64)> {
        self.fraction(Tag::ExposureTime)
    }

    /// `ISOSpeedRatings`: the first.
    pub fn iso(&self) -> Option<u32> {
        self.value(Tag::PhotographicSensitivity)?.get_uint(0)
    }

    /// `Orientation`; 0 when it is missing.
    pub fn orientation(&self) -> i64 {
        let value = self.value(Tag::Orientation).and_then(|v| v.get_uint(0));
        value.map_or(0, i64::from)
    }
}

/// PHP's `trim`.
pub fn trimmed(text: &[u8]) -> Vec<u8> {
    let is_blank = |b: &u8| matches!(b, b' ' | b'\t' | b'\n' | b'\r' | 0 | 0x0b);
    let start = text.iter().position(|b| !is_blank(b)).unwrap_or(text.len());
    let end = text
        .iter()
        .rposition(|b| !is_blank(b))
        .map_or(start, |last| last + 1);
    text.get(start..end).unwrap_or_default().to_vec()
}
