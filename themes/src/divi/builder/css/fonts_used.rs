//! The Google fonts that a page's elements name.
//!
//! Contract "divi-server", section 6.8. The link itself is printed with the page's head.

use std::collections::BTreeSet;

use compat::divi::font::is_google_font;

use super::Subject;
use super::selectors;

/// Notes the families that an element names.
pub fn collect(fonts: &mut Vec<String>, subject: &Subject<'_>) {
    let Some(selectors) = selectors::of(subject.slug) else {
        return;
    };
    let groups: BTreeSet<&str> = selectors
        .fonts
        .iter()
        .chain(&selectors.buttons)
        .map(|row| row.name)
        .collect();
    for (name, value) in subject.attributes.iter() {
        let Some((group, device)) = name.rsplit_once("_font") else {
            continue;
        };
        if !matches!(device, "" | "_tablet" | "_phone" | "__hover") || !groups.contains(group) {
            continue;
        }
        let family = value.split('|').next().unwrap_or_default();
        if is_google_font(family) && !fonts.iter().any(|known| known == family) {
            fonts.push(family.to_owned());
        }
    }
}
