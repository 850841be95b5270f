//! Option families that modules share, one file each; [`add`] has the order of their rules.
//!
//! Contract "divi-css", section 2.

mod animation;
pub mod background;
pub mod border;
pub mod box_shadow;
pub mod button;
pub mod custom_css;
pub mod filter;
pub mod font;
pub mod form_field;
pub mod position;
pub mod sizing;
pub mod spacing;
pub mod text_shadow;
pub mod transform;
pub mod transition;
pub mod visibility;

use super::styles::Styles;

/// Adds the rules of all families.
pub fn add(styles: &mut Styles<'_>) {
    styles.is_drawn = false;
    font::add(styles);
    styles.is_drawn = true;
    text_shadow::add(styles);
    styles.is_drawn = false;
    background::add(styles);
    sizing::add_text_align(styles);
    border::add(styles);
    filter::add(styles);
    sizing::add_height(styles);
    sizing::add_overflow(styles);
    spacing::add(styles);
    sizing::add_width(styles);
    button::add(styles);
    form_field::add(styles);
    styles.is_drawn = true;
    box_shadow::add(styles);
    position::add(styles);
    transform::add(styles);
    spacing::add_parts(styles);
    transition::add(styles);
    custom_css::add(styles);
    visibility::add(styles);
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    /// The files of a folder that ask for the module.
    fn asking(folder: &Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).expect("a folder of families") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                asking(&path, found);
            } else {
                let text = std::fs::read_to_string(&path).expect("a source");
                let code = text.split("#[cfg(test)]").next().unwrap_or_default();
                if code.contains(".module()") || code.contains(".slug") {
                    found.push(path.display().to_string());
                }
            }
        }
    }

    /// What a module does otherwise is a flag of the table.
    #[test]
    fn no_family_asks_for_the_module() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/divi/builder/css/families");
        let mut found = Vec::new();
        asking(&folder, &mut found);
        assert!(found.is_empty(), "{found:?}");
    }
}
