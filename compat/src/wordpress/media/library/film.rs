//! `wp_read_video_metadata`: what an MP4 or QuickTime file says of itself. Of others length and type are known.
//!
//! Contract "wordpress-rest" section 7.3.

use crate::wordpress::php::{Array, Value};

use super::boxes::{Box4, boxes, find, number};
use super::sound::add_length;

/// Seconds from 1904, where the clock of these files starts, to 1970.
const EPOCH: i64 = 2_082_844_800;

/// Metadata of a film.
pub fn metadata(file: &[u8], mime: &str) -> Array {
    let movie = Movie::read(file);
    let mut metadata = Array::new()
        .with("filesize", file.len())
        .with("mime_type", mime);
    let Some(movie) = movie else {
        return metadata;
    };
    add_length(&mut metadata, movie.seconds);
    if let Some((width, height)) = movie.size {
        metadata.insert("width", width);
        metadata.insert("height", height);
    }
    metadata.insert("fileformat", movie.format);
    metadata.insert("dataformat", "quicktime");
    if let Some(sound) = movie.sound {
        metadata.insert("audio", sound);
    }
    if movie.created > 0 {
        metadata.insert("created_timestamp", movie.created);
    }
    metadata
}

/// Metadata of an M4A file; `None` when it is no such file.
pub fn sound_metadata(file: &[u8], mime: &str) -> Option<Array> {
    let movie = Movie::read(file)?;
    let mut metadata = movie.sound?;
    metadata.insert("fileformat", movie.format);
    metadata.insert("filesize", file.len());
    metadata.insert("mime_type", mime);
    add_length(&mut metadata, movie.seconds);
    Some(metadata)
}

struct Movie {
    format: &'static str,
    seconds: f64,
    size: Option<(i64, i64)>,
    sound: Option<Array>,
    created: i64,
}

fn signed(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

#[expect(clippy::cast_precision_loss, reason = "times of a film")]
fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        0.0
    } else {
        part as f64 / whole as f64
    }
}

impl Movie {
    fn read(file: &[u8]) -> Option<Self> {
        let movie = find(file, &[b"moov"])?;
        let head = find(movie, &[b"mvhd"])?;
        let is_long = head.first() == Some(&1);
        let (created, scale, length) = if is_long {
            (
                number(head, 4, 8)?,
                number(head, 20, 4)?,
                number(head, 24, 8)?,
            )
        } else {
            (
                number(head, 4, 4)?,
                number(head, 12, 4)?,
                number(head, 16, 4)?,
            )
        };
        let tracks = || {
            boxes(movie)
                .filter(|(name, _)| *name == b"trak")
                .map(|(_, track)| track)
        };
        let main = boxes(file).next().filter(|(name, _)| *name == b"ftyp");
        let is_quicktime = main.is_none_or(|(_, brand)| brand.starts_with(b"qt"));
        Some(Self {
            format: if is_quicktime { "quicktime" } else { "mp4" },
            seconds: ratio(length, scale),
            size: tracks()
                .filter(|track| is_kind(track, b"vide"))
                .find_map(size),
            sound: tracks()
                .filter(|track| is_kind(track, b"soun"))
                .find_map(sound),
            created: signed(created).saturating_sub(EPOCH).max(0),
        })
    }
}

fn is_kind(track: &[u8], kind: &[u8; 4]) -> bool {
    let handler = find(track, &[b"mdia", b"hdlr"]);
    handler.and_then(|handler| handler.get(8..12)) == Some(kind)
}

/// Width and height of a track, whole pixels of fractions of 16 bits.
fn size(track: &[u8]) -> Option<(i64, i64)> {
    let head = find(track, &[b"tkhd"])?;
    let at = if head.first() == Some(&1) { 88 } else { 76 };
    let side = |at| number(head, at, 4).map(|side| signed(side >> 16));
    let size = (side(at)?, side(at + 4)?);
    (size.0 > 0 && size.1 > 0).then_some(size)
}

fn sound(track: &[u8]) -> Option<Array> {
    let descriptions = find(track, &[b"mdia", b"minf", b"stbl", b"stsd"])?;
    let (codec, entry): Box4<'_> = boxes(descriptions.get(8..)?).next()?;
    let channels = signed(number(entry, 16, 2)?);
    let bits = signed(number(entry, 18, 2)?);
    let rate = number(entry, 24, 4)? >> 16;
    let codec = match codec {
        b"mp4a" => "ISO/IEC 14496-3 AAC".to_owned(),
        other => String::from_utf8_lossy(other).into_owned(),
    };
    let mode = match channels {
        1 => "mono",
        2 => "stereo",
        _ => "",
    };
    let mut sound = Array::new()
        .with("dataformat", "mp4")
        .with("codec", codec)
        .with("sample_rate", Value::Float(ratio(rate, 1)))
        .with("channels", channels)
        .with("bits_per_sample", bits)
        .with("lossless", false);
    if !mode.is_empty() {
        sound.insert("channelmode", mode);
    }
    Some(sound)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(name: &[u8; 4], parts: &[&[u8]]) -> Vec<u8> {
        let data = parts.concat();
        let length = u32::try_from(data.len() + 8).unwrap();
        [&length.to_be_bytes()[..], name, &data].concat()
    }

    #[test]
    #[expect(clippy::too_many_lines, reason = "one sequence of steps")]
    fn a_film_with_sound() {
        let head = made(
            b"mvhd",
            &[
                &[0; 4],
                &3_862_000_000_u32.to_be_bytes(),
                &[0; 4],
                &1000_u32.to_be_bytes(),
                &61_400_u32.to_be_bytes(),
            ],
        );
        let handler = |kind: &[u8; 4]| made(b"hdlr", &[&[0; 8], kind]);
        let picture = made(
            b"trak",
            &[
                &made(
                    b"tkhd",
                    &[
                        &[0; 76],
                        &(1280_u32 << 16).to_be_bytes(),
                        &(720_u32 << 16).to_be_bytes(),
                    ],
                ),
                &made(b"mdia", &[&handler(b"vide")]),
            ],
        );
        let entry = made(
            b"mp4a",
            &[
                &[0; 16],
                &[0, 2, 0, 16],
                &[0; 4],
                &(48_000_u32 << 16).to_be_bytes(),
            ],
        );
        let tables = made(b"stbl", &[&made(b"stsd", &[&[0; 8], &entry])]);
        let sound = made(
            b"trak",
            &[&made(
                b"mdia",
                &[&handler(b"soun"), &made(b"minf", &[&tables])],
            )],
        );
        let file = [
            made(b"ftyp", &[b"isom\0\0\0\0mp42"]),
            made(b"moov", &[&head, &picture, &sound]),
        ]
        .concat();
        let metadata = metadata(&file, "video/mp4");
        let keys: Vec<_> = metadata.keys().map(|key| key.to_string_lossy()).collect();
        assert_eq!(
            keys,
            [
                "filesize",
                "mime_type",
                "length",
                "length_formatted",
                "width",
                "height",
                "fileformat",
                "dataformat",
                "audio",
                "created_timestamp"
            ]
        );
        assert_eq!(
            (metadata.get("width"), metadata.get("length_formatted")),
            (Some(&Value::Int(1280)), Some(&"1:01".into()))
        );
        assert_eq!(
            metadata.get("audio").unwrap().at("channels"),
            &Value::Int(2)
        );
        for end in 0..file.len() {
            super::metadata(&file[..end], "video/mp4");
        }
    }
}
