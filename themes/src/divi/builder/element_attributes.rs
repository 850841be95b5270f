//! The attributes of an element as its module sees them.
//!
//! Contract "divi-server", section 2.

use compat::divi::BuilderSettings;
use compat::divi::attributes::Attributes;
use compat::divi::dynamic_content::DynamicContent;
use compat::divi::migration::column_attributes;

use crate::wordpress::view::Page;

use super::css::subject::HELD_BACKGROUND;
use super::module::Module;
use super::scope::Scope;

/// The attributes that a row or specialty section stores for its column at this index.
pub(super) fn add_column_attributes(
    slug: &str,
    written: &mut Attributes,
    index: usize,
    scope: &Scope,
) {
    if !matches!(slug, "et_pb_column" | "et_pb_column_inner") {
        return;
    }
    let Some(parent) = &scope.parent else {
        return;
    };
    for (name, value) in column_attributes(parent.slug, &parent.attributes, index).iter() {
        if written.text(name).is_empty() {
            written.insert(name, value);
            if name.contains("background") {
                written.insert(HELD_BACKGROUND, "on");
            }
        }
    }
}

/// The stored attributes merged over the preset's, with global colours and dynamic content resolved.
pub(super) fn attributes(module: &Module, written: Attributes, page: &mut Page) -> Attributes {
    let view = page.view.clone();
    let settings = view.site_data.get::<BuilderSettings>();
    let mut attributes = settings.presets.apply(module.slug, written);
    settings.global_colors.apply(&mut attributes);
    attributes.decode();
    if attributes.is_filled("_dynamic_attributes") {
        resolve(&mut attributes, page);
    }
    attributes
}

/// Resolves dynamic content attributes.
fn resolve(attributes: &mut Attributes, page: &mut Page) {
    let post = page.content_post;
    let names = attributes.text("_dynamic_attributes").to_owned();
    for name in names.split(',').map(str::trim) {
        let value = attributes.get(name).and_then(DynamicContent::parse);
        if let Some(content) = value {
            let value = super::super::dynamic::resolve(page, &content, post);
            attributes.insert(name, value);
        }
    }
}
