//! One element of a page: its attributes as the module sees them, its number, and where it stands.

use std::sync::Arc;

use compat::divi::attributes::Attributes;
use compat::divi::dynamic_content::DynamicContent;
use compat::wordpress::shortcode::{ShortcodeCall, Shortcodes};

use crate::wordpress::view::Page;

use super::class_list::ClassList;
use super::module::Module;
use super::page_builder::PageBuilder;

/// An element that is drawn.
pub struct Element<'a> {
    /// What it is.
    pub module: &'static Module,
    /// Its attributes, those of its preset included, decoded; without the module's defaults.
    pub attributes: Arc<Attributes>,
    /// Its number among the elements of its kind, from 0.
    pub number: usize,
    /// What stands behind the number in its class: `_tb_header` and the like, else nothing.
    pub area: &'static str,
    content: &'a str,
    shortcodes: &'a Shortcodes<Page>,
}

/// An element that is open: what its children may ask of it.
#[derive(Debug, Clone)]
pub struct Parent {
    /// Its kind, as in `et_pb_row`.
    pub slug: &'static str,
    /// Its number.
    pub number: usize,
    /// Its attributes.
    pub attributes: Arc<Attributes>,
}

/// Draws an element: what its shortcode prints.
pub fn draw(module: &'static Module, call: &ShortcodeCall<'_, Page>, page: &mut Page) -> String {
    let number = PageBuilder::of(page).count(module.slug);
    let attributes = attributes(module, call, page);
    if attributes.is_on("disabled") {
        return String::new();
    }
    let element = Element {
        module,
        attributes: Arc::new(attributes),
        number,
        area: PageBuilder::of(page).area(),
        content: call.content,
        shortcodes: call.shortcodes,
    };
    PageBuilder::of(page).open(Parent {
        slug: module.slug,
        number,
        attributes: element.attributes.clone(),
    });
    let html = (module.render)(&element, page);
    super::css::add_styles(&element, page);
    PageBuilder::of(page).close();
    html
}

/// The attributes as written, over those of the preset, with global colours and dynamic content in place.
fn attributes(module: &Module, call: &ShortcodeCall<'_, Page>, page: &mut Page) -> Attributes {
    let view = page.view.clone();
    let settings = &view.columns.divi;
    let written = Attributes::from_atts(&call.atts);
    let mut attributes = settings.presets.apply(module.slug, written);
    settings.global_colors.apply(&mut attributes);
    attributes.decode();
    if attributes.is_filled("_dynamic_attributes") {
        resolve(&mut attributes, page);
    }
    attributes
}

/// Looks up the attributes that name a source in place of a value.
fn resolve(attributes: &mut Attributes, page: &mut Page) {
    let Some(post) = page.content_post else {
        return;
    };
    let names = attributes.text("_dynamic_attributes").to_owned();
    for name in names.split(',').map(str::trim) {
        let value = attributes.get(name).and_then(DynamicContent::parse);
        if let Some(content) = value {
            let value = super::super::dynamic::resolve(page, &content, post);
            attributes.insert(name, value);
        }
    }
}

impl<'a> Element<'a> {
    /// Its class among all elements, as in `et_pb_text_0`.
    pub fn order_class(&self) -> String {
        format!("{}_{}{}", self.module.slug, self.number, self.area)
    }

    /// An attribute, or what the module sets when it is not written or empty.
    pub fn text(&self, name: &str) -> &str {
        match self.attributes.get(name) {
            Some(value) if !value.is_empty() => value,
            _ => self.default(name),
        }
    }

    /// Whether an attribute is the word `on`.
    pub fn is_on(&self, name: &str) -> bool {
        self.text(name) == "on"
    }

    /// Whether an attribute is neither empty nor `0`.
    pub fn is_filled(&self, name: &str) -> bool {
        !matches!(self.text(name), "" | "0")
    }

    fn default(&self, name: &str) -> &'static str {
        let defaults = self.module.defaults.iter();
        let found = defaults
            .filter(|(n, _)| *n == name)
            .map(|(_, value)| *value);
        found.last().unwrap_or_default()
    }

    /// What stands inside, as stored.
    pub fn raw_content(&self) -> &'a str {
        self.content
    }

    /// What stands inside, with its shortcodes drawn.
    pub fn content(&self, page: &mut Page) -> String {
        let content = compat::divi::content::fix_shortcodes(self.content);
        self.shortcodes.do_shortcode(&content, page).into_owned()
    }

    /// The element around this one, and the ones around that.
    pub fn parents<'p>(&self, page: &'p mut Page) -> &'p [Parent] {
        PageBuilder::of(page).parents()
    }

    /// The classes that every element of its kind begins with.
    pub fn class_list(&self) -> ClassList {
        ClassList::of(self)
    }

    /// ` id="…"`, when the element has one.
    pub fn id_attribute(&self) -> String {
        match self.text("module_id") {
            "" => String::new(),
            id => format!(
                " id=\"{}\"",
                compat::wordpress::formatting::escape::esc_attr(id)
            ),
        }
    }
}
