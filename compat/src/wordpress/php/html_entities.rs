//! The named entities of `html_entity_decode`: HTML 4.01 (252) and HTML 5 (2125).
//!
//! The tables are those of the two standards: a name and the code points it stands for, a line.

use std::collections::HashMap;
use std::sync::LazyLock;

/// A document type: which names exist and which characters are allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Doctype {
    /// `ENT_HTML401`, the default.
    #[default]
    Html401,
    /// `ENT_XHTML`: as HTML 4.01, and `&apos;`.
    Xhtml,
    /// `ENT_XML1`: five names.
    Xml1,
    /// `ENT_HTML5`.
    Html5,
}

impl Doctype {
    /// Whether a character may stand in a document of this type.
    pub(super) fn allows(self, code: u32) -> bool {
        let common = matches!(code, 0x09 | 0x0a | 0x0d | 0x20..=0x7e | 0xa0..=0xd7ff);
        match self {
            Self::Html401 => common || matches!(code, 0xe000..=0x0010_ffff),
            Self::Html5 => {
                let nonsense = code & 0xffff >= 0xfffe || matches!(code, 0xfdd0..=0xfdef);
                (common || code == 0x0c || matches!(code, 0xe000..=0x0010_ffff)) && !nonsense
            }
            Self::Xhtml | Self::Xml1 => {
                common || matches!(code, 0x7f..=0x9f | 0xe000..=0xfffd | 0x1_0000..=0x0010_ffff)
            }
        }
    }
}

type Table = HashMap<&'static str, String>;

static HTML401: LazyLock<Table> = LazyLock::new(|| table(include_str!("html401_entities.txt")));
static HTML5: LazyLock<Table> = LazyLock::new(|| table(include_str!("html5_entities.txt")));

fn table(lines: &'static str) -> Table {
    lines
        .lines()
        .filter_map(|line| {
            let (name, codes) = line.split_once(' ')?;
            let text = codes
                .split(' ')
                .filter_map(|code| char::from_u32(u32::from_str_radix(code, 16).ok()?))
                .collect();
            Some((name, text))
        })
        .collect()
}

/// What a name stands for.
pub(super) fn named(name: &str, doctype: Doctype) -> Option<String> {
    match (doctype, name) {
        (Doctype::Xhtml | Doctype::Xml1, "apos") => Some("'".to_owned()),
        (Doctype::Xml1, "amp" | "lt" | "gt" | "quot") | (Doctype::Html401 | Doctype::Xhtml, _) => {
            HTML401.get(name).cloned()
        }
        (Doctype::Xml1, _) => None,
        (Doctype::Html5, _) => HTML5.get(name).cloned(),
    }
}
