//! Icons: stored as a character with its font, as an index of the old list, or as the character alone.
//!
//! Contract "divi-server", section 1.2; vectors divi-helpers. The old list is that of the site's theme ([`ThemeTables`]);
//! without its files, the order of the free font Elegant Icons (MIT licence), with the differences that the vectors show. Its characters are printed as the builder prints them:
//! escaped once.

use super::theme_tables::ThemeTables;

/// Code points of the old list, as ranges.
const SYMBOLS: &[(u16, u16)] = &[
    (0x21, 0x7e),
    (0xe000, 0xe007),
    (0xe009, 0xe030),
    (0xe103, 0xe103),
    (0xe0ee, 0xe0ef),
    (0xe0e8, 0xe0e8),
    (0xe0ea, 0xe0ea),
    (0xe101, 0xe101),
    (0xe107, 0xe108),
    (0xe102, 0xe102),
    (0xe106, 0xe106),
    (0xe0eb, 0xe0eb),
    (0xe010, 0xe010),
    (0xe105, 0xe105),
    (0xe0ed, 0xe0ed),
    (0xe100, 0xe100),
    (0xe104, 0xe104),
    (0xe0e9, 0xe0e9),
    (0xe109, 0xe109),
    (0xe0ec, 0xe0ec),
    (0xe0fe, 0xe0fe),
    (0xe0f6, 0xe0f6),
    (0xe0fb, 0xe0fb),
    (0xe0e2, 0xe0e3),
    (0xe0f5, 0xe0f5),
    (0xe0e1, 0xe0e1),
    (0xe0ff, 0xe0ff),
    (0xe031, 0xe092),
    (0xe0f8, 0xe0f8),
    (0xe0fa, 0xe0fa),
    (0xe0e7, 0xe0e7),
    (0xe0fd, 0xe0fd),
    (0xe0e4, 0xe0e5),
    (0xe0f7, 0xe0f7),
    (0xe0e0, 0xe0e0),
    (0xe0fc, 0xe0fc),
    (0xe0f9, 0xe0f9),
    (0xe0dd, 0xe0dd),
    (0xe0f1, 0xe0f1),
    (0xe0dc, 0xe0dc),
    (0xe0f3, 0xe0f3),
    (0xe0d8, 0xe0d8),
    (0xe0db, 0xe0db),
    (0xe0f0, 0xe0f0),
    (0xe0df, 0xe0df),
    (0xe0f2, 0xe0f2),
    (0xe0f4, 0xe0f4),
    (0xe0d9, 0xe0da),
    (0xe0de, 0xe0de),
    (0xe0e6, 0xe0e6),
    (0xe093, 0xe0d7),
    (0xe600, 0xe602),
];

/// Code points of the old list of scroll-down arrows.
const DOWN_SYMBOLS: &[(u16, u16)] = &[
    (0x22, 0x22),
    (0x33, 0x33),
    (0x37, 0x37),
    (0x3b, 0x3b),
    (0x3f, 0x3f),
    (0x43, 0x43),
    (0x47, 0x47),
    (0xe03a, 0xe03a),
    (0xe044, 0xe044),
    (0xe048, 0xe048),
    (0xe04c, 0xe04c),
];

/// `et_pb_process_font_icon`: the character of a stored icon; empty for an index out of range.
pub fn process_font_icon(tables: &ThemeTables, icon: &str) -> String {
    process(icon, tables.icons(), SYMBOLS)
}

/// [`process_font_icon`] of a scroll-down arrow.
pub fn process_font_icon_down(tables: &ThemeTables, icon: &str) -> String {
    process(icon, tables.down_icons(), DOWN_SYMBOLS)
}

/// `et_pb_maybe_extended_icon`: whether a stored icon contains its font.
pub fn is_extended_icon(icon: &str) -> bool {
    icon.contains("||")
}

/// `et_pb_maybe_fa_font_icon`: whether the font of a stored icon is Font Awesome.
pub fn is_fa_icon(icon: &str) -> bool {
    font_of(icon).is_some_and(|(family, _)| family == "fa")
}

/// Family and weight of a stored icon that contains its font.
pub fn font_of(icon: &str) -> Option<(&str, &str)> {
    let mut parts = icon.split("||");
    let _character = parts.next()?;
    Some((parts.next()?, parts.next().unwrap_or_default()))
}

fn process(icon: &str, own: Option<&[u32]>, symbols: &[(u16, u16)]) -> String {
    if let Some((character, _)) = icon.split_once("||") {
        return character.to_owned();
    }
    let number = icon
        .strip_prefix("%%")
        .map(|rest| rest.trim_end_matches('%'));
    match number {
        Some(number) => {
            let at = crate::wordpress::php::cast::string_to_int(number.as_bytes());
            let symbol = usize::try_from(at).ok().and_then(|at| match own {
                Some(own) => own.get(at).copied(),
                None => symbol(symbols, at).map(u32::from),
            });
            symbol.map_or(String::new(), |code| format!("&amp;#x{code:x};"))
        }
        None => icon.to_owned(),
    }
}

fn symbol(symbols: &[(u16, u16)], at: usize) -> Option<u16> {
    let mut codes = symbols.iter().flat_map(|(first, last)| *first..=*last);
    codes.nth(at)
}

#[cfg(test)]
mod tests {
    use super::super::artwork::ThemeArtwork;
    use super::*;

    #[test]
    fn indices_count_in_the_list_of_the_sites_theme() {
        let theme = tempfile::tempdir().unwrap();
        let folder = theme.path().join("includes/builder");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(
            folder.join("functions.php"),
            "<?php function et_pb_get_font_icon_symbols() { $symbols = array( '&amp;#xf001;', '&amp;#xf002;' ); }",
        )
        .unwrap();
        let tables = ThemeArtwork::read(theme.path()).tables;
        let icons = ["%%1%%", "%%2%%", "%%-1%%", "&#xe0||divi||400"];
        let own = icons.map(|icon| process_font_icon(&tables, icon));
        assert_eq!(own, ["&amp;#xf002;", "", "", "&#xe0"]);
        let ours = ThemeTables::default();
        assert_eq!(process_font_icon(&ours, "%%1%%"), "&amp;#x22;");
        // The theme's file has no arrows.
        assert_eq!(process_font_icon_down(&tables, "%%1%%"), "&amp;#x33;");
    }
}
