//! A file that came in, looked at: what it is, what is known of it, whether it may come in.
//!
//! Contract "wordpress-rest" sections 7.1 and 7.3. Reads the file once, on a thread of [`super::image_pool`].

use std::io::Read as _;
use std::path::Path;

use md5::{Digest as _, Md5};

use crate::wordpress::php::Array;

use super::file_type::{FileType, check};
use super::image_meta::ImageMetadata;
use super::{boxes, film, sound};
use pictures::{Format, Header, PictureError};

/// Bytes of a file that are looked at: of longer films and sounds only type and length are known.
pub const LOOKED_AT: u64 = 64 * 1024 * 1024;

/// What is known of a file.
#[derive(Debug)]
pub struct Inspection {
    /// MD5 of the content, hexadecimal.
    pub md5: String,
    /// Its length in bytes.
    pub length: u64,
    /// Its type; `None` when it may not be uploaded.
    pub file_type: Option<FileType>,
    /// Its picture, when it is one that is decoded here and its head can be read.
    pub header: Option<Header>,
    /// What a camera wrote into it.
    pub image_meta: ImageMetadata,
    /// Width and height of a picture that is not decoded here: a BMP, an AVIF of several tiles.
    other_size: Option<(i64, i64)>,
    /// The metadata of what is no picture; `filesize` alone for most.
    pub metadata: Array,
}

impl Inspection {
    /// Width and height of a picture, as stored; `None` for other files.
    pub fn picture_size(&self) -> Option<(i64, i64)> {
        let own = self
            .header
            .map(|h| (i64::from(h.width), i64::from(h.height)));
        own.or(self.other_size)
    }
}

/// Looks at a file under the name that it shall have.
///
/// # Errors
/// When it cannot be read.
pub fn inspect(path: &Path, name: &str, unfiltered_html: bool) -> Result<Inspection, PictureError> {
    let length = std::fs::metadata(path)?.len();
    let (bytes, md5) = read(path)?;
    let file_type = check(name, &bytes, unfiltered_html);
    let mime = file_type.as_ref().map_or("", |t| t.mime);
    let format = Format::of_mime(mime);
    let header = format
        .map(|format| Header::read(&bytes, format))
        .transpose();
    // A picture whose head is broken is none, but AVIF has kinds that are not decoded.
    let other_size = match mime {
        "image/avif" | "image/bmp" => other_picture_size(&bytes),
        _ => None,
    };
    let is_whole = bytes.len() as u64 == length;
    Ok(Inspection {
        md5,
        length,
        image_meta: ImageMetadata::read(&bytes, format),
        metadata: match is_whole {
            true => other_metadata(&bytes, mime),
            false => Array::new()
                .with("filesize", i64::try_from(length).unwrap_or(i64::MAX))
                .with("mime_type", mime),
        },
        file_type: file_type.filter(|_| header.is_ok() || other_size.is_some()),
        header: header.ok().flatten(),
        other_size,
    })
}

/// The bytes of a file that are looked at, and the MD5 of all.
fn read(path: &Path) -> std::io::Result<(Vec<u8>, String)> {
    let mut file = std::fs::File::open(path)?;
    let (mut kept, mut digest) = (Vec::new(), Md5::new());
    let mut piece = vec![0; 1 << 16];
    loop {
        let length = file.read(&mut piece)?;
        let Some(piece) = piece.get(..length).filter(|piece| !piece.is_empty()) else {
            let digest = digest.finalize();
            return Ok((kept, digest.iter().map(|b| format!("{b:02x}")).collect()));
        };
        digest.update(piece);
        let room = usize::try_from(LOOKED_AT).unwrap_or(usize::MAX) - kept.len();
        kept.extend_from_slice(piece.get(..length.min(room)).unwrap_or_default());
    }
}

fn other_metadata(bytes: &[u8], mime: &str) -> Array {
    let kind = mime.split('/').next().unwrap_or_default();
    match kind {
        "audio" => {
            film::sound_metadata(bytes, mime).unwrap_or_else(|| sound::metadata(bytes, mime))
        }
        "video" => film::metadata(bytes, mime),
        _ => Array::new().with("filesize", bytes.len()),
    }
}

/// Width and height of a picture that is not decoded here, as stored.
fn other_picture_size(bytes: &[u8]) -> Option<(i64, i64)> {
    let bitmap = bytes.strip_prefix(b"BM").and_then(|_| {
        let side = |at: usize| {
            let side: [u8; 4] = *bytes.get(at..)?.first_chunk()?;
            Some(i64::from(i32::from_le_bytes(side)).abs())
        };
        Some((side(18)?, side(22)?))
    });
    bitmap.or_else(|| boxes::picture_size(bytes))
}

/// Format and head of a picture on the disk; `None` when it is none that is decoded here.
///
/// # Errors
/// When it cannot be read.
pub fn stored_header(path: &Path) -> Result<Option<(Header, ImageMetadata, u64)>, PictureError> {
    let bytes = std::fs::read(path)?;
    let format = super::sniff::image_mime(&bytes).and_then(Format::of_mime);
    let Some(format) = format else {
        return Ok(None);
    };
    let header = Header::read(&bytes, format)?;
    let image_meta = ImageMetadata::read(&bytes, Some(format));
    Ok(Some((header, image_meta, bytes.len() as u64)))
}

/// Width and height of a picture on the disk, as stored, by its head alone.
pub fn picture_size(path: &Path) -> Option<(i64, i64)> {
    let (width, height) = pictures::size_of_file(path)?;
    Some((i64::from(width), i64::from(height)))
}
