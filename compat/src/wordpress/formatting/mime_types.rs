//! `wp_get_mime_types` and `wp_check_filetype`: WordPress's table of file extensions.

/// Extensions (of one kind, separated by `|`) and their MIME type.
pub const MIME_TYPES: [(&str, &str); 98] = [
    ("jpg|jpeg|jpe", "image/jpeg"),
    ("gif", "image/gif"),
    ("png", "image/png"),
    ("bmp", "image/bmp"),
    ("tiff|tif", "image/tiff"),
    ("webp", "image/webp"),
    ("avif", "image/avif"),
    ("ico", "image/x-icon"),
    ("heic", "image/heic"),
    ("heif", "image/heif"),
    ("heics", "image/heic-sequence"),
    ("heifs", "image/heif-sequence"),
    ("asf|asx", "video/x-ms-asf"),
    ("wmv", "video/x-ms-wmv"),
    ("wmx", "video/x-ms-wmx"),
    ("wm", "video/x-ms-wm"),
    ("avi", "video/avi"),
    ("divx", "video/divx"),
    ("flv", "video/x-flv"),
    ("mov|qt", "video/quicktime"),
    ("mpeg|mpg|mpe", "video/mpeg"),
    ("mp4|m4v", "video/mp4"),
    ("ogv", "video/ogg"),
    ("webm", "video/webm"),
    ("mkv", "video/x-matroska"),
    ("3gp|3gpp", "video/3gpp"),
    ("3g2|3gp2", "video/3gpp2"),
    ("txt|asc|c|cc|h|srt", "text/plain"),
    ("csv", "text/csv"),
    ("tsv", "text/tab-separated-values"),
    ("ics", "text/calendar"),
    ("rtx", "text/richtext"),
    ("css", "text/css"),
    ("htm|html", "text/html"),
    ("vtt", "text/vtt"),
    ("dfxp", "application/ttaf+xml"),
    ("mp3|m4a|m4b", "audio/mpeg"),
    ("aac", "audio/aac"),
    ("ra|ram", "audio/x-realaudio"),
    ("wav|x-wav", "audio/wav"),
    ("ogg|oga", "audio/ogg"),
    ("flac", "audio/flac"),
    ("mid|midi", "audio/midi"),
    ("wma", "audio/x-ms-wma"),
    ("wax", "audio/x-ms-wax"),
    ("mka", "audio/x-matroska"),
    ("rtf", "application/rtf"),
    ("js", "application/javascript"),
    ("pdf", "application/pdf"),
    ("swf", "application/x-shockwave-flash"),
    ("class", "application/java"),
    ("tar", "application/x-tar"),
    ("zip", "application/zip"),
    ("gz|gzip", "application/x-gzip"),
    ("rar", "application/rar"),
    ("7z", "application/x-7z-compressed"),
    ("exe", "application/x-msdownload"),
    ("psd", "application/octet-stream"),
    ("xcf", "application/octet-stream"),
    ("doc", "application/msword"),
    ("pot|pps|ppt", "application/vnd.ms-powerpoint"),
    ("wri", "application/vnd.ms-write"),
    ("xla|xls|xlt|xlw", "application/vnd.ms-excel"),
    ("mdb", "application/vnd.ms-access"),
    ("mpp", "application/vnd.ms-project"),
    (
        "docx",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ),
    ("docm", "application/vnd.ms-word.document.macroEnabled.12"),
    (
        "dotx",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.template",
    ),
    ("dotm", "application/vnd.ms-word.template.macroEnabled.12"),
    (
        "xlsx",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ),
    ("xlsm", "application/vnd.ms-excel.sheet.macroEnabled.12"),
    (
        "xlsb",
        "application/vnd.ms-excel.sheet.binary.macroEnabled.12",
    ),
    (
        "xltx",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.template",
    ),
    ("xltm", "application/vnd.ms-excel.template.macroEnabled.12"),
    ("xlam", "application/vnd.ms-excel.addin.macroEnabled.12"),
    (
        "pptx",
        "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    ),
    (
        "pptm",
        "application/vnd.ms-powerpoint.presentation.macroEnabled.12",
    ),
    (
        "ppsx",
        "application/vnd.openxmlformats-officedocument.presentationml.slideshow",
    ),
    (
        "ppsm",
        "application/vnd.ms-powerpoint.slideshow.macroEnabled.12",
    ),
    (
        "potx",
        "application/vnd.openxmlformats-officedocument.presentationml.template",
    ),
    (
        "potm",
        "application/vnd.ms-powerpoint.template.macroEnabled.12",
    ),
    (
        "ppam",
        "application/vnd.ms-powerpoint.addin.macroEnabled.12",
    ),
    (
        "sldx",
        "application/vnd.openxmlformats-officedocument.presentationml.slide",
    ),
    (
        "sldm",
        "application/vnd.ms-powerpoint.slide.macroEnabled.12",
    ),
    ("onetoc|onetoc2|onetmp|onepkg", "application/onenote"),
    ("oxps", "application/oxps"),
    ("xps", "application/vnd.ms-xpsdocument"),
    ("odt", "application/vnd.oasis.opendocument.text"),
    ("odp", "application/vnd.oasis.opendocument.presentation"),
    ("ods", "application/vnd.oasis.opendocument.spreadsheet"),
    ("odg", "application/vnd.oasis.opendocument.graphics"),
    ("odc", "application/vnd.oasis.opendocument.chart"),
    ("odb", "application/vnd.oasis.opendocument.database"),
    ("odf", "application/vnd.oasis.opendocument.formula"),
    ("wp|wpd", "application/wordperfect"),
    ("key", "application/vnd.apple.keynote"),
    ("numbers", "application/vnd.apple.numbers"),
    ("pages", "application/vnd.apple.pages"),
];

/// MIME type of an extension (any case), by the whole list.
pub fn mime_type_of(extension: &str) -> Option<&'static str> {
    MIME_TYPES
        .iter()
        .find(|(extensions, _)| {
            extensions
                .split('|')
                .any(|e| e.eq_ignore_ascii_case(extension))
        })
        .map(|(_, mime)| *mime)
}

/// Whether a file with this extension may be uploaded (`get_allowed_mime_types`): never `swf` and `exe`; `htm`,
/// `html` and `js` only with the capability `unfiltered_html`.
pub fn is_allowed_extension(extension: &str, unfiltered_html: bool) -> bool {
    let is = |names: &[&str]| names.iter().any(|e| e.eq_ignore_ascii_case(extension));
    mime_type_of(extension).is_some()
        && !is(&["swf", "exe"])
        && (unfiltered_html || !is(&["htm", "html", "js"]))
}

/// `wp_check_filetype`: extension and MIME type by the name of a file.
pub fn wp_check_filetype(filename: &str) -> Option<(&str, &'static str)> {
    let (_, extension) = filename.rsplit_once('.')?;
    Some((extension, mime_type_of(extension)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types() {
        assert_eq!(wp_check_filetype("a.b.JPG"), Some(("JPG", "image/jpeg")));
        assert_eq!(wp_check_filetype("jpg"), None);
        assert!(!is_allowed_extension("html", false));
        assert!(is_allowed_extension("html", true));
    }
}
