//! The content type of a file by its extension, as sent by the recorded site's front server
//! (`application/javascript`, no charset; unknown extensions are `application/octet-stream`).

/// Content type and caching class of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileType {
    /// The value of `Content-Type`.
    pub content_type: &'static str,
    /// Whether it is a page asset, which browsers cache for 30 days (recordings static/*).
    pub is_asset: bool,
}

const ASSETS: &[(&str, &str)] = &[
    ("avif", "image/avif"),
    ("bmp", "image/x-ms-bmp"),
    ("css", "text/css"),
    ("eot", "application/vnd.ms-fontobject"),
    ("gif", "image/gif"),
    ("ico", "image/x-icon"),
    ("jpeg", "image/jpeg"),
    ("jpg", "image/jpeg"),
    ("js", "application/javascript"),
    ("m4a", "audio/x-m4a"),
    ("m4v", "video/x-m4v"),
    ("mjs", "application/javascript"),
    ("mov", "video/quicktime"),
    ("mp3", "audio/mpeg"),
    ("mp4", "video/mp4"),
    ("mpeg", "video/mpeg"),
    ("mpg", "video/mpeg"),
    ("oga", "audio/ogg"),
    ("ogg", "audio/ogg"),
    ("ogv", "video/ogg"),
    ("otf", "application/octet-stream"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("svgz", "image/svg+xml"),
    ("tif", "image/tiff"),
    ("tiff", "image/tiff"),
    ("ttf", "application/octet-stream"),
    ("vtt", "text/vtt"),
    ("wasm", "application/wasm"),
    ("wav", "audio/x-wav"),
    ("webm", "video/webm"),
    ("webp", "image/webp"),
    ("wmv", "video/x-ms-wmv"),
    ("woff", "font/woff"),
    ("woff2", "font/woff2"),
];

const OTHERS: &[(&str, &str)] = &[
    ("3gp", "video/3gpp"),
    ("7z", "application/x-7z-compressed"),
    ("ai", "application/postscript"),
    ("atom", "application/atom+xml"),
    ("avi", "video/x-msvideo"),
    ("doc", "application/msword"),
    (
        "docx",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ),
    ("eps", "application/postscript"),
    ("htm", "text/html"),
    ("html", "text/html"),
    ("json", "application/json"),
    ("kml", "application/vnd.google-earth.kml+xml"),
    ("kmz", "application/vnd.google-earth.kmz"),
    ("m3u8", "application/vnd.apple.mpegurl"),
    ("map", "application/json"),
    ("odt", "application/vnd.oasis.opendocument.text"),
    ("pdf", "application/pdf"),
    ("ppt", "application/vnd.ms-powerpoint"),
    (
        "pptx",
        "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    ),
    ("ps", "application/postscript"),
    ("rar", "application/x-rar-compressed"),
    ("rss", "application/rss+xml"),
    ("rtf", "application/rtf"),
    ("swf", "application/x-shockwave-flash"),
    ("ts", "video/mp2t"),
    ("txt", "text/plain"),
    ("webmanifest", "application/manifest+json"),
    ("xhtml", "application/xhtml+xml"),
    ("xls", "application/vnd.ms-excel"),
    (
        "xlsx",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ),
    ("xml", "text/xml"),
    ("zip", "application/zip"),
];

/// The type of a file of this name.
#[must_use]
pub fn of_file(name: &str) -> FileType {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let find = |table: &[(&str, &'static str)]| {
        table
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(extension))
            .map(|(_, found)| *found)
    };
    if let Some(content_type) = find(ASSETS) {
        return FileType {
            content_type,
            is_asset: true,
        };
    }
    FileType {
        content_type: find(OTHERS).unwrap_or("application/octet-stream"),
        is_asset: false,
    }
}

/// Whether a content type is text and should be compressed.
#[must_use]
pub fn is_text(content_type: &str) -> bool {
    let essence = content_type.split(';').next().unwrap_or("").trim();
    essence.starts_with("text/")
        || essence.ends_with("+xml")
        || essence.ends_with("+json")
        || matches!(
            essence,
            "application/javascript" | "application/json" | "application/xml"
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_those_of_the_recordings() {
        for (name, content_type, is_asset) in [
            ("a.css", "text/css", true),
            ("scripts.min.JS", "application/javascript", true),
            ("modules.woff", "font/woff", true),
            ("patio-300x200.jpg", "image/jpeg", true),
            ("cueva.mp4", "video/mp4", true),
            ("carta.pdf", "application/pdf", false),
            ("datos.bin", "application/octet-stream", false),
            ("README", "application/octet-stream", false),
        ] {
            assert_eq!(
                of_file(name),
                FileType {
                    content_type,
                    is_asset
                },
                "{name}"
            );
        }
        assert!(
            is_text("text/html; charset=UTF-8")
                && is_text("image/svg+xml")
                && !is_text("image/png")
        );
    }
}
