//! Google fonts used by the elements of a page.
//!
//! Contract "divi-server", section 6.8.

use compat::divi::attributes::{AttributeName, Part, State};
use compat::divi::font::is_google_font;

use crate::wordpress::view::View;

use super::module_fields;
use super::subject::Subject;

/// The Google font families in an element's font attributes.
pub fn named(subject: &Subject<'_>) -> Vec<String> {
    let mut fonts = Vec::new();
    let Some(fields) = module_fields::of(subject.slug) else {
        return fonts;
    };
    let is_group = |group: &str| {
        let mut kinds = ["fonts", "button"].iter();
        kinds.any(|kind| fields.advanced.get(kind).get(group).is_set())
    };
    for (name, value) in subject.attributes.parts() {
        if !group(name).is_some_and(is_group) {
            continue;
        }
        let family = value.split('|').next().unwrap_or_default();
        if is_google_font(&subject.artwork.tables, family) {
            note(&mut fonts, family);
        }
    }
    fonts
}

/// Adds a family unless it is there.
pub fn note(fonts: &mut Vec<String>, family: &str) {
    if !fonts.iter().any(|known| known == family) {
        fonts.push(family.to_owned());
    }
}

/// The text group to which a font attribute belongs; `None` for other attributes.
fn group(name: AttributeName<'_>) -> Option<&str> {
    match name.part {
        Part::Switch(_) | Part::Value(State::Sticky) => None,
        Part::Value(_) => name.base.strip_suffix("_font"),
    }
}

/// Requested weights and styles; Google's server leaves out those that a family does not have.
const VARIANTS: &str = "100,100italic,200,200italic,300,300italic,regular,italic,500,500italic,600,600italic,\
                        700,700italic,800,800italic,900,900italic";

/// The link that loads the families; empty when there are none, or when the site has Google fonts switched off.
pub fn link(fonts: &[String], view: &View) -> String {
    let settings = view.site.options.value("et_google_api_settings");
    let is_on = settings
        .get("use_google_fonts")
        .is_none_or(|value| value.to_string_lossy() == "on");
    if fonts.is_empty() || !is_on {
        return String::new();
    }
    let families: Vec<String> = fonts
        .iter()
        .map(|family| format!("{}:{VARIANTS}", family.replace(' ', "+")))
        .collect();
    format!(
        "<link rel='stylesheet' id='et-builder-googlefonts-cached-css' \
         href='https://fonts.googleapis.com/css?family={}&#038;subset=latin,latin-ext&#038;display=swap' \
         type='text/css' media='all' />",
        families.join("%7C")
    )
}
