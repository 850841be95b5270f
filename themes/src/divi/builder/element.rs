//! One element being rendered: its effective attributes, its order number, and its position.

use std::sync::Arc;

use compat::divi::alignment::process_header_level;
use compat::divi::artwork::Artwork;
use compat::divi::attributes::Attributes;
use compat::divi::theme_tables::ThemeTables;
use compat::wordpress::formatting::escape::esc_attr;
use compat::wordpress::post::PostId;

use crate::wordpress::view::View;

use super::css::{Flag, module_fields};
use super::dividers::Dividers;
use super::scope::Parent;
use super::split_test;

/// An element being rendered.
#[derive(Clone)]
pub struct Element<'a> {
    /// The shortcode of its module, as in `et_pb_text`.
    pub slug: &'static str,
    /// The default attributes of its module.
    pub defaults: &'static [(&'static str, &'static str)],
    /// The view of its page.
    pub view: &'a View,
    /// Its attributes merged with its preset's, decoded; without the module's defaults.
    pub attributes: Arc<Attributes>,
    /// Its order number among the elements of its module, from 0.
    pub number: usize,
    /// Its index among its parent's children, from 0.
    pub index: usize,
    /// The suffix of its order class: `_tb_header` and the like, or empty.
    pub area: &'static str,
    /// The post whose content it belongs to.
    pub content_post: Option<PostId>,
    /// Its part in the split test of its post.
    pub split_test: Option<split_test::Part>,
    /// Whether the page is right-to-left.
    pub is_rtl: bool,
    /// Whether it is the last column of its row.
    pub closes_row: bool,
    /// Whether it is the first tab of its module.
    pub is_first_tab: bool,
    /// The dividers of sections up to this one.
    pub dividers: Dividers,
    /// Whether other elements have been drawn inside it.
    pub has_children: bool,
    /// Number of consecutive half-width fields up to this one, in its form.
    pub half_fields: usize,
    pub(super) parent: Option<Arc<Parent>>,
    pub(super) content: &'a str,
}

impl<'a> Element<'a> {
    /// Whether its module does what the flag names otherwise than the others.
    pub fn has_flag(&self, flag: Flag) -> bool {
        module_fields::of(self.slug).is_some_and(|fields| fields.is(flag))
    }

    /// Its order class, as in `et_pb_text_0`.
    pub fn order_class(&self) -> String {
        let number = self.number.to_string();
        [self.slug, "_", &number, self.area].concat()
    }

    /// The element with an attribute inherited from its parent, if it does not set it.
    pub fn inheriting(&self, parent: &Attributes, names: &[&str]) -> Self {
        let mut attributes = Attributes::clone(&self.attributes);
        for name in names {
            if attributes.text(name).is_empty() && !parent.text(name).is_empty() {
                attributes.insert(*name, parent.text(name));
            }
        }
        Self {
            attributes: Arc::new(attributes),
            ..self.clone()
        }
    }

    /// An attribute as it is stored, even empty; the module's default when it is missing.
    pub fn text(&self, name: &str) -> &str {
        self.attributes
            .get(name)
            .unwrap_or_else(|| self.default(name))
    }

    /// Icons and fonts of the site's theme.
    pub fn theme_tables(&self) -> &'a ThemeTables {
        &self.view.site_data.get::<Artwork>().tables
    }

    /// Whether an attribute is `on`.
    pub fn is_on(&self, name: &str) -> bool {
        self.text(name) == "on"
    }

    /// Whether an attribute is neither empty nor `0`.
    pub fn is_filled(&self, name: &str) -> bool {
        !matches!(self.text(name), "" | "0")
    }

    fn default(&self, name: &str) -> &'static str {
        let mut defaults = self.defaults.iter();
        let found = defaults.find(|(n, _)| *n == name);
        found.map_or("", |(_, value)| value)
    }

    /// The stored content.
    pub fn raw_content(&self) -> &'a str {
        self.content
    }

    /// Its ancestors, innermost first.
    pub fn parents(&self) -> impl Iterator<Item = &Parent> {
        std::iter::successors(self.parent.as_deref(), |parent| parent.parent.as_deref())
    }

    /// Its nearest ancestor with a slug.
    pub fn parent(&self, slug: &str) -> Option<&Parent> {
        self.parents().find(|parent| parent.slug == slug)
    }

    /// ` id="…"`, if it has one.
    pub fn id_attribute(&self) -> String {
        match self.text("module_id") {
            "" => String::new(),
            id => format!(" id=\"{}\"", esc_attr(id)),
        }
    }

    /// The heading element of a title, from its level attribute.
    pub fn heading(&self, level: &str, default: &'static str) -> &str {
        process_header_level(self.text(level), Some(default))
    }
}
