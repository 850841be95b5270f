//! `wp_read_image_metadata`: what a camera or its owner wrote into a picture.
//!
//! Contract "wordpress-rest" section 7.3: from IPTC, else from EXIF; of JPEG and AVIF files.

use jiff::tz::TimeZone;

use crate::wordpress::kses::wp_kses_post;
use crate::wordpress::php::float::to_php_string;
use crate::wordpress::php::round::round;
use crate::wordpress::php::strtotime::strtotime;
use crate::wordpress::php::{Array, Value};

use super::exif_fields::Exif;
use super::iptc::Iptc;
use pictures::Format;

/// A short text may be a title.
const TITLE_LENGTH: usize = 80;

/// What is known of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct ImageMetadata {
    /// The values by key, in their order: texts, keywords as a list.
    pub values: Array,
    /// The orientation, 0 when it is not given.
    pub orientation: i64,
}

impl ImageMetadata {
    /// Reads a picture; of other kinds than JPEG and AVIF nothing is known. An AVIF is upright when it is decoded, whatever
    /// its EXIF data says.
    pub fn read(bytes: &[u8], format: Option<Format>) -> Self {
        let (exif, iptc) = match format {
            Some(Format::Jpeg) => (Exif::of_jpeg(bytes), Iptc::of_jpeg(bytes)),
            Some(Format::Avif) => {
                let exif = pictures::avif::exif(bytes);
                let exif = exif.map_or_else(Exif::default, |exif| Exif::of_data(exif.into_owned()));
                (exif, Iptc::default())
            }
            _ => (Exif::default(), Iptc::default()),
        };
        let texts = Texts::read(&exif, &iptc);
        let orientation = match format {
            Some(Format::Avif) => exif.orientation().clamp(0, 1),
            _ => exif.orientation(),
        };
        let keywords: Value = iptc.all(25).map(|word| wp_kses_post(&utf8(word))).collect();
        let aperture = exif.f_number().map_or(0.0, |f| round(decimal(f), 2));
        let fraction = |value: Option<(i64, i64)>| to_php_string(value.map_or(0.0, decimal));
        let text = |value: &[u8]| wp_kses_post(&utf8(value));
        let iso = exif.iso().unwrap_or_default();
        let values = Array::new()
            .with("aperture", to_php_string(aperture))
            .with("credit", text(&texts.credit))
            .with("camera", text(&exif.model()))
            .with("caption", text(&texts.caption))
            .with("created_timestamp", created(&exif, &iptc).to_string())
            .with("copyright", text(&texts.copyright))
            .with("focal_length", fraction(exif.focal_length()))
            .with("iso", iso.to_string())
            .with("shutter_speed", fraction(exif.exposure_time()))
            .with("title", text(&texts.title))
            .with("orientation", orientation.to_string())
            .with("keywords", keywords);
        Self {
            values,
            orientation,
        }
    }

    /// A text of it.
    pub fn text(&self, key: &str) -> String {
        let value = self.values.get(key);
        value.map_or_else(String::new, |v| v.to_string_lossy().into_owned())
    }
}

#[expect(clippy::cast_precision_loss, reason = "both sides have 32 bits")]
fn decimal((numerator, denominator): (i64, i64)) -> f64 {
    if denominator == 0 {
        0.0
    } else {
        numerator as f64 / denominator as f64
    }
}

/// Bytes that are no UTF-8 are Latin 1.
fn utf8(text: &[u8]) -> String {
    match std::str::from_utf8(text) {
        Ok(text) => text.to_owned(),
        Err(_) => text.iter().map(|&b| char::from(b)).collect(),
    }
}

/// Unix time; the parts of the date are taken for UTC, which is WordPress's zone on a server.
fn created(exif: &Exif, iptc: &Iptc) -> i64 {
    let (date, time) = (iptc.text(55), iptc.text(60));
    let given = match (date.as_slice(), time.as_slice()) {
        ([], _) | (_, []) => None,
        (date, time) => strtotime(&[date, b" ", time].concat(), 0, &TimeZone::UTC),
    };
    given.filter(|t| *t != 0).unwrap_or_else(|| {
        let digitized = exif.date_time_digitized();
        let mut parts = digitized.splitn(2, |&b| b == b' ');
        let (Some(date), Some(time)) = (parts.next(), parts.next()) else {
            return 0;
        };
        let date: Vec<u8> = date
            .iter()
            .map(|&b| if b == b':' { b'-' } else { b })
            .collect();
        strtotime(&[&date, &b" "[..], time].concat(), 0, &TimeZone::UTC).unwrap_or_default()
    })
}

struct Texts {
    title: Vec<u8>,
    caption: Vec<u8>,
    credit: Vec<u8>,
    copyright: Vec<u8>,
}

/// The first text that is there.
fn first(texts: impl IntoIterator<Item = Vec<u8>>) -> Vec<u8> {
    texts
        .into_iter()
        .find(|t| !t.is_empty())
        .unwrap_or_default()
}

impl Texts {
    fn read(exif: &Exif, iptc: &Iptc) -> Self {
        let mut title = first([iptc.text(105), iptc.text(5)]);
        let mut caption = iptc.text(120);
        if title.is_empty() && caption.len() < TITLE_LENGTH {
            title.clone_from(&caption);
        }
        let (description, comment) = (exif.description(), exif.user_comment());
        let own = first([description.clone(), comment.clone()]);
        if title.is_empty()
            && own.len() < TITLE_LENGTH
            && (!description.is_empty() || caption.is_empty())
        {
            title.clone_from(&own);
        }
        if caption.is_empty() {
            caption = match (description.is_empty(), comment.is_empty()) {
                (false, false) if description == title => comment,
                (false, false) if description == comment => description,
                (false, false) => [&description, &b" "[..], &comment].concat(),
                (true, true) => exif.comments(),
                _ => own,
            };
        }
        Self {
            title,
            caption,
            credit: first([iptc.text(110), iptc.text(80), exif.artist()]),
            copyright: first([iptc.text(116), exif.copyright()]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A JPEG file's head with EXIF fields (tag, kind, count, value or its place) and IPTC records.
    fn file(fields: &[(u16, u16, u32, [u8; 4])], texts: &[u8], iptc: &[u8]) -> Vec<u8> {
        let mut data = b"Exif\0\0MM\0*\0\0\0\x08".to_vec();
        data.extend(u16::try_from(fields.len()).unwrap().to_be_bytes());
        for (tag, kind, count, value) in fields {
            data.extend(tag.to_be_bytes());
            data.extend(kind.to_be_bytes());
            data.extend(count.to_be_bytes());
            data.extend(value);
        }
        data.extend([0; 4]);
        data.extend(texts);
        let segment = |marker: u8, data: &[u8]| {
            let length = u16::try_from(data.len() + 2).unwrap().to_be_bytes();
            [&[0xff, marker], &length[..], data].concat()
        };
        [
            b"\xff\xd8".to_vec(),
            segment(0xe1, &data),
            segment(0xed, iptc),
            b"\xff\xd9".to_vec(),
        ]
        .concat()
    }

    fn read(file: &[u8]) -> ImageMetadata {
        ImageMetadata::read(file, Some(Format::Jpeg))
    }

    /// An AVIF that lies on its side, as its boxes and its EXIF data say: it is turned once, when it is decoded.
    #[test]
    fn exif_of_an_avif() {
        let file = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../fixtures/pictures/exif.avif"
        );
        let read = ImageMetadata::read(&std::fs::read(file).unwrap(), Some(Format::Avif));
        let texts = ["title", "camera", "orientation"].map(|key| read.text(key));
        assert_eq!(
            (texts, read.orientation),
            (["La loma", "Camara", "1"].map(str::to_owned), 1)
        );
    }

    #[test]
    fn exif_and_iptc() {
        // Recording owner/media-rotated: nothing but an orientation.
        let turned = read(&file(&[(0x112, 3, 1, [0, 6, 0, 0])], b"", b""));
        assert_eq!(
            (turned.orientation, turned.text("orientation").as_str()),
            (6, "6")
        );
        assert_eq!(
            (
                turned.text("aperture").as_str(),
                turned.text("title").as_str()
            ),
            ("0", "")
        );
        let place = 8 + 2 + 2 * 12 + 4;
        let description = [(0x10e, 2, 9, [0, 0, 0, place]), (0x112, 3, 1, [0, 1, 0, 0])];
        let described = read(&file(&description, b"La loma \0", b""));
        assert_eq!(
            (
                described.text("title").as_str(),
                described.text("caption").as_str()
            ),
            ("La loma", "La loma")
        );
        let iptc = b"\x1c\x02\x69\0\x03Uno\x1c\x02\x78\0\x05Largo\x1c\x02\x50\0\x02Yo\x1c\x02\x37\0\x0820260503\x1c\x02\x3c\0\x06182010";
        let both = read(&file(&description, b"La loma \0", iptc));
        let texts = ["title", "caption", "credit", "created_timestamp"].map(|key| both.text(key));
        assert_eq!(texts, ["Uno", "Largo", "Yo", "1777832410"]);
        let whole = file(&description, b"La loma \0", iptc);
        for end in 0..whole.len() {
            read(&whole[..end]);
        }
        let keys: Vec<_> = both
            .values
            .keys()
            .map(|key| key.to_string_lossy())
            .collect();
        assert_eq!(
            (keys.len(), keys.last().map(String::as_str)),
            (12, Some("keywords"))
        );
    }
}
