//! What a file is by its first bytes.
//!
//! Contract "wordpress-rest" section 7.1. The names are those that PHP's `fileinfo` and `getimagesize` give, because
//! WordPress compares them with the type of the extension.

use super::boxes;

/// The MIME type of a picture by its first bytes (`wp_get_image_mime`).
pub fn image_mime(bytes: &[u8]) -> Option<&'static str> {
    let starts = |with: &[u8]| bytes.starts_with(with);
    Some(match bytes {
        _ if starts(b"\xff\xd8\xff") => "image/jpeg",
        _ if starts(b"\x89PNG\r\n\x1a\n") => "image/png",
        _ if starts(b"GIF87a") || starts(b"GIF89a") => "image/gif",
        _ if starts(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") => "image/webp",
        _ if starts(b"II*\0") || starts(b"MM\0*") => "image/tiff",
        _ if starts(b"BM") && bytes.len() > 26 => "image/bmp",
        _ if starts(b"\0\0\x01\0") => "image/vnd.microsoft.icon",
        _ => return boxes::image_mime(bytes),
    })
}

/// The MIME type of any file (`finfo_file`); `application/octet-stream` for what is not known.
pub fn real_mime(bytes: &[u8]) -> &'static str {
    image_mime(bytes)
        .or_else(|| container(bytes))
        .or_else(|| sound_or_film(bytes))
        .unwrap_or_else(|| text(bytes))
}

fn container(bytes: &[u8]) -> Option<&'static str> {
    let starts = |with: &[u8]| bytes.starts_with(with);
    Some(match bytes {
        [] => "application/x-empty",
        _ if starts(b"%PDF-") => "application/pdf",
        _ if starts(b"PK\x03\x04") => zip(bytes),
        _ if starts(b"PK\x05\x06") => "application/zip",
        _ if starts(b"\x1f\x8b") => "application/gzip",
        _ if starts(b"Rar!\x1a\x07") => "application/x-rar",
        _ if starts(b"7z\xbc\xaf\x27\x1c") => "application/x-7z-compressed",
        _ if starts(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") => "application/CDFV2",
        _ if starts(b"{\\rtf") => "text/rtf",
        _ if starts(b"8BPS") => "image/vnd.adobe.photoshop",
        _ if starts(b"%!PS") => "application/postscript",
        _ if starts(b"\x7fELF") => "application/x-executable",
        _ if starts(b"MZ") => "application/x-dosexec",
        _ if starts(b"FWS") || starts(b"CWS") || starts(b"ZWS") => "application/x-shockwave-flash",
        _ if bytes.get(257..262) == Some(b"ustar") => "application/x-tar",
        _ => return None,
    })
}

/// The kind of a ZIP archive by its first entry.
fn zip(bytes: &[u8]) -> &'static str {
    const OPEN: [&str; 7] = [
        "application/vnd.oasis.opendocument.text",
        "application/vnd.oasis.opendocument.presentation",
        "application/vnd.oasis.opendocument.spreadsheet",
        "application/vnd.oasis.opendocument.graphics",
        "application/vnd.oasis.opendocument.chart",
        "application/vnd.oasis.opendocument.database",
        "application/vnd.oasis.opendocument.formula",
    ];
    let head = bytes.get(..bytes.len().min(8192)).unwrap_or_default();
    let holds = |name: &str| memchr::memmem::find(head, name.as_bytes()).is_some();
    if bytes.get(30..38) == Some(b"mimetype") {
        let kind = bytes.get(38..).unwrap_or_default();
        let mut kinds = OPEN.iter().filter(|open| kind.starts_with(open.as_bytes()));
        return kinds.next().copied().unwrap_or("application/zip");
    }
    let is_office = holds("[Content_Types].xml") || holds("_rels/.rels");
    match () {
        () if is_office && holds("word/") => {
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
        }
        () if is_office && holds("xl/") => {
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        }
        () if is_office && holds("ppt/") => {
            "application/vnd.openxmlformats-officedocument.presentationml.presentation"
        }
        () => "application/zip",
    }
}

fn sound_or_film(bytes: &[u8]) -> Option<&'static str> {
    let starts = |with: &[u8]| bytes.starts_with(with);
    let is_riff = starts(b"RIFF");
    Some(match bytes {
        _ if starts(b"ID3") => "audio/mpeg",
        [0xff, second, ..] if second & 0xe0 == 0xe0 && second & 0x06 != 0 => "audio/mpeg",
        [0xff, second, ..] if second & 0xf6 == 0xf0 => "audio/x-hx-aac-adts",
        _ if starts(b"fLaC") => "audio/flac",
        _ if starts(b"OggS") => ogg(bytes),
        _ if is_riff && bytes.get(8..12) == Some(b"WAVE") => "audio/x-wav",
        _ if is_riff && bytes.get(8..12) == Some(b"AVI ") => "video/x-msvideo",
        _ if starts(b"FORM") && bytes.get(8..11) == Some(b"AIF") => "audio/x-aiff",
        _ if starts(b"MThd") => "audio/midi",
        _ if starts(b"#!AMR") => "audio/AMR",
        _ if starts(b".RMF") => "audio/x-pn-realaudio",
        _ if starts(b"\x1a\x45\xdf\xa3") => matroska(bytes),
        _ if starts(b"FLV\x01") => "video/x-flv",
        _ if starts(b"\x30\x26\xb2\x75\x8e\x66\xcf\x11") => "video/x-ms-asf",
        _ if starts(b"\0\0\x01\xba") || starts(b"\0\0\x01\xb3") => "video/mpeg",
        _ => return boxes::film_mime(bytes),
    })
}

fn ogg(bytes: &[u8]) -> &'static str {
    let head = bytes.get(..bytes.len().min(256)).unwrap_or_default();
    let is_film = memchr::memmem::find(head, b"theora").is_some();
    if is_film { "video/ogg" } else { "audio/ogg" }
}

fn matroska(bytes: &[u8]) -> &'static str {
    let head = bytes.get(..bytes.len().min(64)).unwrap_or_default();
    let is_webm = memchr::memmem::find(head, b"webm").is_some();
    if is_webm {
        "video/webm"
    } else {
        "video/x-matroska"
    }
}

/// Texts, by how they begin.
fn text(bytes: &[u8]) -> &'static str {
    /// What is looked at.
    const HEAD: usize = 8192;
    let head = bytes.get(..bytes.len().min(HEAD)).unwrap_or_default();
    if !is_text(head) {
        return "application/octet-stream";
    }
    let shown = head
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(head)
        .trim_ascii_start();
    let lower = shown
        .get(..shown.len().min(1024))
        .unwrap_or_default()
        .to_ascii_lowercase();
    let holds = |word: &[u8]| memchr::memmem::find(&lower, word).is_some();
    let starts = |word: &[u8]| lower.starts_with(word);
    match () {
        () if holds(b"<?php") || starts(b"<?=") => "text/x-php",
        () if starts(b"#!") => "text/x-shellscript",
        () if holds(b"<svg") => "image/svg+xml",
        () if starts(b"<?xml") => "text/xml",
        () if [
            &b"<!doctype html"[..],
            b"<html",
            b"<head",
            b"<body",
            b"<script",
            b"<title",
        ]
        .iter()
        .any(|tag| holds(tag)) =>
        {
            "text/html"
        }
        () if starts(b"begin:vcalendar") => "text/calendar",
        () if starts(b"webvtt") => "text/vtt",
        () if is_json(bytes) => "application/json",
        () => "text/plain",
    }
}

fn is_json(bytes: &[u8]) -> bool {
    /// Longer files are taken for text.
    const MOST: usize = 1 << 20;
    let is_short = bytes.len() <= MOST;
    let starts = matches!(bytes.trim_ascii_start().first(), Some(b'{' | b'['));
    is_short && starts && serde_json::from_slice::<serde::de::IgnoredAny>(bytes).is_ok()
}

fn is_text(head: &[u8]) -> bool {
    let control = |b: &u8| *b < 32 && !matches!(b, 7..=13 | 27);
    !head.iter().any(control)
}

/// Whether a picture holds what other programs would run or unpack: it is two files in one.
///
/// A server that sends it with the type of a picture is safe; one that is badly set up, or a browser that guesses, is not.
pub fn is_two_in_one(bytes: &[u8]) -> bool {
    /// A comment at the end of a ZIP archive is at most this long, its directory's end included.
    const ZIP_END: usize = 65_557;
    let head = bytes.get(..bytes.len().min(1024)).unwrap_or_default();
    let tail = bytes
        .get(bytes.len().saturating_sub(ZIP_END)..)
        .unwrap_or_default();
    let finds = |within: &[u8], word: &[u8]| memchr::memmem::find(within, word).is_some();
    finds(bytes, b"<?php")
        || finds(head, b"%PDF-")
        || zip_end(tail)
        || memchr::memchr_iter(b'<', bytes).any(|at| {
            let tag = bytes.get(at..at + 7);
            tag.is_some_and(|tag| tag.eq_ignore_ascii_case(b"<script"))
        })
}

/// Whether these last bytes end a ZIP archive: its mark, and a comment that reaches just to the end.
fn zip_end(tail: &[u8]) -> bool {
    memchr::memmem::find_iter(tail, b"PK\x05\x06").any(|at| {
        let length = tail.get(at + 20..at + 22);
        let length = length.map(|l| usize::from(u16::from_le_bytes([l[0], l[1]])));
        length.is_some_and(|length| at + 22 + length == tail.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds() {
        for (bytes, want) in [
            (&b"\xff\xd8\xff\xe0"[..], "image/jpeg"),
            (b"%PDF-1.4\n", "application/pdf"),
            (b"<?php echo 1;", "text/x-php"),
            (b"\n <svg xmlns=\"x\"><script>", "image/svg+xml"),
            (b"<!DOCTYPE html><p>", "text/html"),
            (b"hola, mundo\n", "text/plain"),
            (b"{\"a\": 1}", "application/json"),
            (b"", "application/x-empty"),
            (b"\0\x01\x02\x03binary", "application/octet-stream"),
            (b"ID3\x03\0\0\0\0\0\0", "audio/mpeg"),
            (b"\0\0\0\x18ftypisom\0\0\0\0isommp42", "video/mp4"),
            (b"\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf", "image/avif"),
            (b"PK\x03\x04\x14\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x08\0\0\0mimetypeapplication/vnd.oasis.opendocument.textPK", "application/vnd.oasis.opendocument.text"),
        ] {
            assert_eq!(real_mime(bytes), want);
        }
    }

    #[test]
    fn two_in_one() {
        assert!(is_two_in_one(b"GIF89a/*<?php system(1); ?>*/"));
        assert!(is_two_in_one(b"\xff\xd8\xff\xe0 <ScRiPt>"));
        assert!(is_two_in_one(
            b"GIF89a....PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x02\0ab"
        ));
        assert!(!is_two_in_one(
            b"GIF89a....PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x02\0abc"
        ));
        assert!(!is_two_in_one(b"\xff\xd8\xff\xe1<?xpacket begin=''?><scr"));
    }
}
