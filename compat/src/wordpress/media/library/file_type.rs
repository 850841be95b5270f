//! `wp_check_filetype_and_ext`: the type of a file by its name and by what is in it.
//!
//! Contract "wordpress-rest" section 7.1.

use super::super::super::formatting::mime_types::{is_allowed_extension, wp_check_filetype};
use super::sniff::{image_mime, is_two_in_one, real_mime};

/// A file that may be uploaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileType {
    /// Its name; the extension is that of its picture.
    pub name: String,
    /// Its MIME type.
    pub mime: &'static str,
}

/// The extension of a picture by its MIME type.
fn image_extension(mime: &str) -> Option<&'static str> {
    Some(match mime {
        "image/jpeg" => "jpg",
        "image/png" => "png",
        "image/gif" => "gif",
        "image/bmp" => "bmp",
        "image/tiff" => "tif",
        "image/webp" => "webp",
        "image/avif" => "avif",
        "image/heic" => "heic",
        "image/heif" => "heif",
        "image/heic-sequence" => "heics",
        "image/heif-sequence" => "heifs",
        _ => return None,
    })
}

/// The type of an upload; `None` when it may not be uploaded. `unfiltered_html` is that capability of the user.
pub fn check(name: &str, bytes: &[u8], unfiltered_html: bool) -> Option<FileType> {
    let is_allowed = |name: &str| {
        let (extension, mime) = wp_check_filetype(name)?;
        is_allowed_extension(extension, unfiltered_html).then_some(mime)
    };
    let by_name = is_allowed(name)?;
    if !by_name.starts_with("image/") {
        let real = real_mime(bytes);
        return agrees(by_name, real).then(|| FileType {
            name: name.to_owned(),
            mime: by_name,
        });
    }
    let real = image_mime(bytes)?;
    if is_two_in_one(bytes) {
        return None;
    }
    if real == by_name {
        return Some(FileType {
            name: name.to_owned(),
            mime: by_name,
        });
    }
    let extension = image_extension(real)?;
    let (stem, _) = name.rsplit_once('.')?;
    let name = format!("{stem}.{extension}");
    let mime = is_allowed(&name)?;
    Some(FileType { name, mime })
}

/// Whether a file of this type may hold what was found in it.
fn agrees(by_name: &str, real: &str) -> bool {
    let kind = |mime: &'_ str| mime.split('/').next().unwrap_or_default().to_owned();
    match real {
        "application/octet-stream" | "application/encrypted" | "application/zip" => {
            matches!(kind(by_name).as_str(), "application" | "video" | "audio")
        }
        // Documents of old programs; which one is not told apart.
        "application/CDFV2" => {
            let old = ["application/msword", "application/wordperfect"];
            by_name.starts_with("application/vnd.ms-") || old.contains(&by_name)
        }
        "text/plain" => matches!(
            by_name,
            "text/plain"
                | "text/csv"
                | "application/csv"
                | "text/richtext"
                | "text/tsv"
                | "text/tab-separated-values"
                | "text/vtt"
        ),
        "text/rtf" => matches!(by_name, "text/rtf" | "text/plain" | "application/rtf"),
        real if real.starts_with("video/") || real.starts_with("audio/") => {
            kind(real) == kind(by_name)
        }
        real => real == by_name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const JPEG: &[u8] = b"\xff\xd8\xff\xe0\0\x10JFIF";

    fn checked(name: &str, bytes: &[u8]) -> Option<(String, &'static str)> {
        check(name, bytes, false).map(|t| (t.name, t.mime))
    }

    #[test]
    fn names_and_contents() {
        let some = |name: &str, mime| Some((name.to_owned(), mime));
        assert_eq!(checked("a.JPG", JPEG), some("a.JPG", "image/jpeg"));
        // Recording owner/media-wrong-ext.
        assert_eq!(
            checked("engano.png", JPEG),
            some("engano.jpg", "image/jpeg")
        );
        assert_eq!(
            checked("a.pdf", b"%PDF-1.4"),
            some("a.pdf", "application/pdf")
        );
        assert_eq!(checked("a.txt", b"hola"), some("a.txt", "text/plain"));
        assert_eq!(checked("a.mp3", b"ID3\x03"), some("a.mp3", "audio/mpeg"));
        assert_eq!(
            checked("a.mp4", b"\0\0\0\x14ftypqt  \0\0\0\0qt  "),
            some("a.mp4", "video/mp4")
        );
        assert_eq!(
            checked("a.zip", b"PK\x03\x04xx"),
            some("a.zip", "application/zip")
        );
    }

    #[test]
    fn hostile() {
        for (name, bytes) in [
            ("malo.php", &b"<?php echo 1;"[..]),
            ("a.svg", b"<svg><script>1</script></svg>"),
            ("a.jpg", b"<svg><script>1</script></svg>"),
            ("a.jpg", b"<?php echo 1;"),
            ("a.gif", b"GIF89a<?php echo 1;"),
            ("a.pdf", b"<html><script>"),
            ("a.txt", b"<!doctype html><script>alert(1)</script>"),
            ("a.txt", JPEG),
            ("a.html", b"<p>hola"),
            ("a.js", b"alert(1)"),
            ("a.exe", b"MZ"),
            ("a", JPEG),
            ("a.jpg", b""),
            ("a.mp3", b"<?php echo 1;"),
        ] {
            assert_eq!(checked(name, bytes), None, "{name}");
        }
    }
}
