//! The font library: families and their faces are posts; files of faces lie in a folder of their own below the uploads.
//!
//! Contract "wordpress-rest", section 14. The rules of names are those of `WP_Font_Utils`.

pub mod rows;

use crate::wordpress::formatting::sanitize_field::sanitize_text_field;
use crate::wordpress::php::Value;

/// The post type of families.
pub const FAMILY: &str = "wp_font_family";
/// The post type of faces.
pub const FACE: &str = "wp_font_face";
/// The folder of the files below the uploads folder (`wp_get_font_dir`).
pub const FOLDER: &str = "fonts/";
/// Bytes that say what a file is.
pub const HEAD: usize = 4;

/// Kinds of files: extension, MIME type, first bytes (`get_allowed_font_mime_types`).
const KINDS: [(&str, &str, [u8; HEAD]); 4] = [
    ("otf", "application/vnd.ms-opentype", *b"OTTO"),
    ("ttf", "font/sfnt", [0, 1, 0, 0]),
    ("woff", "font/woff", *b"wOFF"),
    ("woff2", "font/woff2", *b"wOF2"),
];

/// The MIME type of a file by its name, when its first bytes agree; `None` of what is no font.
pub fn font_mime_type(name: &str, head: &[u8]) -> Option<&'static str> {
    let (_, extension) = name.rsplit_once('.')?;
    let mut kinds = KINDS.iter();
    let (_, mime, start) = kinds.find(|(own, ..)| own.eq_ignore_ascii_case(extension))?;
    head.starts_with(start).then_some(*mime)
}

/// Words for how wide a face is, with their figures.
const STRETCHES: [(&str, &str); 9] = [
    ("ultra-condensed", "50%"),
    ("extra-condensed", "62.5%"),
    ("condensed", "75%"),
    ("semi-condensed", "87.5%"),
    ("normal", "100%"),
    ("semi-expanded", "112.5%"),
    ("expanded", "125%"),
    ("extra-expanded", "150%"),
    ("ultra-expanded", "200%"),
];

/// `get_font_face_slug`: what tells a face from all others, in a normal form.
pub fn get_font_face_slug(settings: &Value) -> String {
    let text = |key: &str, default: &str| {
        let value = settings.get(key);
        value.map_or_else(
            || default.to_owned(),
            |value| value.to_string_lossy().into_owned(),
        )
    };
    let weight = text("fontWeight", "400").to_ascii_lowercase();
    let weight = weight.replace("normal", "400").replace("bold", "700");
    let stretch = text("fontStretch", "100%").to_ascii_lowercase();
    let stretch = STRETCHES.iter().fold(stretch, |stretch, (word, figure)| {
        stretch.replace(word, figure)
    });
    let parts = [
        text("fontFamily", "").to_lowercase(),
        text("fontStyle", "normal").to_ascii_lowercase(),
        weight,
        stretch,
        text("unicodeRange", "U+0-10FFFF").to_ascii_uppercase(),
    ];
    let parts = parts.map(|part| {
        let part = part.replace(['"', '\'', ';'], "");
        let mut items = part.trim().split(',');
        let first = items.next().unwrap_or_default().to_owned();
        items.fold(first, |all, item| format!("{all},{}", item.trim_start()))
    });
    sanitize_text_field(&parts.join(";"))
}

/// `sanitize_font_family`: names of families with quotes where CSS wants them.
pub fn sanitize_font_family(names: &str) -> String {
    let names = sanitize_text_field(names);
    let quoted = names.trim().split(',').map(quoted);
    quoted
        .filter(|name| !name.is_empty())
        .collect::<Vec<_>>()
        .join(", ")
}

/// One name: words of letters and hyphens, and `generic(word)`, need no quotes.
fn quoted(name: &str) -> String {
    let name = name.trim();
    let is_word =
        |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphabetic() || b == b'-');
    let generic = name
        .strip_prefix("generic(")
        .and_then(|n| n.strip_suffix(')'));
    if name.is_empty() || is_word(name) || generic.is_some_and(is_word) {
        return name.to_owned();
    }
    format!("\"{}\"", name.trim_matches(['"', '\'']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_files() {
        assert_eq!(font_mime_type("A.WOFF2", b"wOF2\0"), Some("font/woff2"));
        assert_eq!(font_mime_type("a.ttf", b"\0\x01\0\0\0"), Some("font/sfnt"));
        for (name, head) in [
            ("a.woff2", &b"wOFF"[..]),
            ("a.ttf", b"OTTO"),
            ("a.php", b"wOF2"),
            ("a.woff2.php", b"wOF2"),
            ("woff2", b"wOF2"),
            ("a.otf", b"OT"),
            ("a.woff", b"<?ph"),
        ] {
            assert_eq!(font_mime_type(name, head), None, "{name}");
        }
    }

    #[test]
    fn slugs_are_normal() {
        let face = Value::array()
            .with("fontFamily", "\"Open Sans\",  'Árial'")
            .with("fontWeight", "Bold")
            .with("fontStretch", "semi-condensed")
            .with("unicodeRange", "u+0025-00ff,  u+4??");
        let want = "open sans,árial;normal;700;87.5%;U+0025-00FF,U+4??";
        assert_eq!(get_font_face_slug(&face), want);
        let plain = Value::array().with("fontFamily", "Lato");
        assert_eq!(
            get_font_face_slug(&plain),
            "lato;normal;400;100%;U+0-10FFFF"
        );
        let range = plain
            .with("fontWeight", "normal bold")
            .with("fontStyle", "ITALIC");
        assert_eq!(
            get_font_face_slug(&range),
            "lato;italic;400 700;100%;U+0-10FFFF"
        );
    }

    #[test]
    fn names_of_families() {
        for (given, want) in [
            ("Lato", "Lato"),
            ("Open Sans, serif", "\"Open Sans\", serif"),
            (
                "'Libre Barcode 128 Text', system-ui",
                "\"Libre Barcode 128 Text\", system-ui",
            ),
            ("generic(kai), A1", "generic(kai), \"A1\""),
            ("Arial,, ", "Arial"),
            ("<b>x</b>", "x"),
            ("", ""),
        ] {
            assert_eq!(sanitize_font_family(given), want, "{given}");
        }
    }
}
