//! Tables of the theme, read from the site's files as data: the old list of icons, and the families of fonts.
//!
//! `functions.php` of the builder has the icons in two functions, each with an array of entities. Families stand in arrays
//! there, or in files with `font` in their names: a family has its `type` (`serif`, `sans-serif`, …) and its `styles`. The
//! array that has `Arial` holds those that no page must load. What is missing, or is no literal, comes from our own lists.

use std::path::Path;

use super::data_files::{DataFile, DataFiles};
use crate::wordpress::name_hash::NameMap;
use crate::wordpress::wp_config::literals::Literal;

/// Folders of the theme in which the tables may stand.
const FOLDERS: [&str; 4] = [
    "includes/builder",
    "includes/builder/feature",
    "core",
    "core/components/data",
];
/// The functions with the icons and with the scroll-down arrows.
const ICONS: [&str; 2] = [
    "et_pb_get_font_icon_symbols",
    "et_pb_get_font_down_icon_symbols",
];
/// Icons of a list.
const ICONS_MAX: usize = 5_000;
/// Families of all lists.
const FAMILIES_MAX: usize = 10_000;
/// Bytes of a family's name or kind.
const NAME_MAX: usize = 100;

/// A font family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Family {
    /// The kind, as in `sans-serif`.
    pub kind: String,
    /// Whether systems bring it: no page loads it.
    pub is_web_safe: bool,
    /// Whether some systems have it under its name and `MS`.
    pub has_ms_version: bool,
}

/// The tables of a site's theme; empty without the theme's files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ThemeTables {
    /// Code points by index: icons, scroll-down arrows. Empty: not read.
    icons: [Vec<u32>; 2],
    families: NameMap<String, Family>,
}

impl ThemeTables {
    /// The tables of the theme in a folder. Blocks on the file system.
    pub(super) fn read(data: &mut DataFiles, theme: &Path) -> Self {
        let mut tables = Self::default();
        for folder in FOLDERS {
            for path in data.list(&theme.join(folder)) {
                let name = path.file_name().map(|name| name.to_string_lossy());
                let name = name.unwrap_or_default().to_lowercase();
                if name == "functions.php" || name.contains("font") {
                    let file = data.read(&path);
                    tables.add(&file);
                }
            }
        }
        tables
    }

    fn add(&mut self, file: &DataFile) {
        for (icons, function) in self.icons.iter_mut().zip(ICONS) {
            if let Some(read) = file.array_of(function).and_then(code_points) {
                *icons = read;
            }
        }
        for array in file.arrays() {
            self.add_families(array);
        }
    }

    fn add_families(&mut self, array: &Literal) {
        let Literal::Array(entries) = array else {
            return;
        };
        let is_web_safe = entries.contains_key("Arial");
        for (name, entry) in entries {
            let kind = entry.get("type").and_then(Literal::text);
            let Some(kind) = kind.filter(|kind| is_kind(kind)) else {
                continue;
            };
            let is_family = entry.get("styles").is_some() && name.len() <= NAME_MAX;
            if is_family && self.families.len() < FAMILIES_MAX {
                let family = Family {
                    kind: kind.to_owned(),
                    is_web_safe,
                    has_ms_version: entry.get("add_ms_version").is_some(),
                };
                self.families.insert(name.clone(), family);
            }
        }
    }

    /// The code points of the old list of icons, by index; `None` when the theme has none.
    pub fn icons(&self) -> Option<&[u32]> {
        let [icons, _] = &self.icons;
        (!icons.is_empty()).then_some(icons.as_slice())
    }

    /// Those of the scroll-down arrows.
    pub fn down_icons(&self) -> Option<&[u32]> {
        let [_, icons] = &self.icons;
        (!icons.is_empty()).then_some(icons.as_slice())
    }

    /// A family of the theme's lists.
    pub fn family(&self, name: &str) -> Option<&Family> {
        self.families.get(name)
    }

    /// Whether the theme lists families that pages load, or those of systems.
    pub fn lists(&self, are_web_safe: bool) -> bool {
        let mut families = self.families.values();
        families.any(|family| family.is_web_safe == are_web_safe)
    }

    /// Whether nothing was read.
    pub fn is_empty(&self) -> bool {
        self.families.is_empty() && self.icons.iter().all(Vec::is_empty)
    }

    /// The numbers of icons, arrows and families.
    pub fn counts(&self) -> [usize; 3] {
        let [icons, arrows] = &self.icons;
        [icons.len(), arrows.len(), self.families.len()]
    }
}

/// A kind is a word of CSS: it is printed as one.
fn is_kind(kind: &str) -> bool {
    let is_letter = |b: u8| b.is_ascii_lowercase() || b == b'-';
    (1..=NAME_MAX).contains(&kind.len()) && kind.bytes().all(is_letter)
}

/// The code points of an array of entities; `None` when an entry is something else, as the others would have other
/// indices then.
fn code_points(array: &Literal) -> Option<Vec<u32>> {
    let Literal::Array(entries) = array else {
        return None;
    };
    if entries.is_empty() || entries.len() > ICONS_MAX {
        return None;
    }
    let code_point = |entry: &Literal| {
        let entity = entry.text()?.replace("&amp;", "&");
        let digits = entity.strip_prefix("&#x")?.strip_suffix(';')?;
        let code = u32::from_str_radix(digits, 16).ok()?;
        char::from_u32(code).map(u32::from)
    };
    entries.values().map(code_point).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const FUNCTIONS: &str = r#"<?php
namespace ET\Builder;
if ( ! function_exists( 'et_pb_get_font_icon_symbols' ) ) :
    /** Icons. */
    function et_pb_get_font_icon_symbols() {
        $symbols = array( '&amp;#x21;', '&amp;#xe600;', '&amp;#x41;' );
        $symbols = apply_filters( 'et_pb_font_icon_symbols', $symbols );
        return $symbols;
    }
endif;
function et_pb_get_font_down_icon_symbols() {
    $symbols = array( '&amp;#x22;', '&amp;#x33;' );
    return $symbols;
}
function et_builder_get_websafe_fonts() {
    $websafe_fonts = array(
        'Arial' => array( 'styles' => '400', 'character_set' => 'latin', 'type' => 'sans-serif' ),
        'Trebuchet' => array( 'styles' => '400', 'type' => 'sans-serif', 'add_ms_version' => true ),
        'Listed' => array( 'styles' => '400', 'type' => "x;} body{" ),
    );
    ?>
    <p>text</p>
    <?php
}"#;

    fn read(files: &[(&str, &str)]) -> (ThemeTables, Vec<String>) {
        let theme = tempfile::tempdir().unwrap();
        for (file, source) in files {
            let path = theme.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, source).unwrap();
        }
        let mut data = DataFiles::new();
        let tables = ThemeTables::read(&mut data, theme.path());
        (tables, data.problems)
    }

    #[test]
    fn tables_of_a_theme() {
        let (tables, problems) = read(&[
            ("includes/builder/functions.php", FUNCTIONS),
            (
                "includes/builder/google-fonts-data.php",
                "<?php function f() { return array( 'Own Sans' => array( 'styles' => 'regular', 'type' => 'sans-serif' ), 'Own Hand' => [ 'styles' => '', 'type' => 'handwriting' ], 'Called' => f(), 'Made' => array( 'styles' => '', 'type' => f() ) ); }",
            ),
            (
                "includes/builder/other.php",
                "<?php return array( 'No' => array( 'styles' => '', 'type' => 'serif' ) );",
            ),
        ]);
        assert_eq!(problems, Vec::<String>::new());
        assert_eq!(tables.icons(), Some(&[0x21, 0xe600, 0x41][..]));
        assert_eq!(tables.down_icons(), Some(&[0x22, 0x33][..]));
        assert_eq!(tables.counts(), [3, 2, 4]);
        let trebuchet = tables.family("Trebuchet").unwrap();
        assert!(trebuchet.is_web_safe && trebuchet.has_ms_version);
        let hand = tables.family("Own Hand").unwrap();
        assert_eq!(
            (hand.kind.as_str(), hand.is_web_safe),
            ("handwriting", false)
        );
        for name in ["Listed", "Called", "Made", "No"] {
            assert_eq!(tables.family(name), None, "{name}");
        }
        assert!(tables.lists(true) && tables.lists(false));
    }

    #[test]
    fn a_list_with_anything_but_entities_is_not_read() {
        let source = |entry: &str| {
            format!(
                "<?php function et_pb_get_font_icon_symbols() {{ $symbols = array( '&amp;#x21;', {entry} ); }}"
            )
        };
        for entry in [
            "system( 'rm' )",
            "'<script>'",
            "'&amp;#x110000;'",
            "'&amp;#xd800;'",
            "$x",
            "array()",
        ] {
            let (tables, problems) = read(&[("includes/builder/functions.php", &source(entry))]);
            assert!(tables.is_empty() && problems.is_empty(), "{entry}");
        }
        let (tables, _) = read(&[("includes/builder/functions.php", &source("'&#xE601;'"))]);
        assert_eq!(tables.icons(), Some(&[0x21, 0xe601][..]));
    }

    #[test]
    fn no_theme_no_tables() {
        let (tables, problems) = read(&[]);
        assert!(tables.is_empty() && problems.is_empty());
        assert!(!tables.lists(true) && tables.icons().is_none());
    }
}
