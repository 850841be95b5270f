//! One element of a page: its attributes as the module sees them, its number, and where it stands.

use std::sync::Arc;

use compat::divi::alignment::process_header_level;
use compat::divi::attributes::Attributes;
use compat::wordpress::formatting::escape::esc_attr;
use compat::wordpress::post::PostId;

use crate::wordpress::view::View;

use super::scope::Parent;
use super::split_test;

/// An element that is rendered.
#[derive(Clone)]
pub struct Element<'a> {
    /// The shortcode of its module, as in `et_pb_text`.
    pub slug: &'static str,
    /// The attributes that hold in its module while nobody sets them.
    pub defaults: &'static [(&'static str, &'static str)],
    /// What its page is rendered from.
    pub view: &'a View,
    /// Its attributes, those of its preset included, decoded; without the module's defaults.
    pub attributes: Arc<Attributes>,
    /// Its number among the elements of its kind, from 0.
    pub number: usize,
    /// Its place among the elements of its parent, from 0.
    pub index: usize,
    /// What stands behind the number in its class: `_tb_header` and the like, else nothing.
    pub area: &'static str,
    /// The post whose text it stands in.
    pub content_post: Option<PostId>,
    /// Its part in the split test of its post.
    pub split_test: Option<split_test::Part>,
    /// Whether the page is read from right to left.
    pub is_rtl: bool,
    /// Whether it is the column with which its row is full.
    pub closes_row: bool,
    /// Whether it is the first tab of its module.
    pub is_first_tab: bool,
    /// Fields of half the width up to this one, one behind the other, in its form.
    pub half_fields: usize,
    pub(super) parent: Option<Arc<Parent>>,
    pub(super) content: &'a str,
}

impl<'a> Element<'a> {
    /// Its class among all elements, as in `et_pb_text_0`.
    pub fn order_class(&self) -> String {
        let number = self.number.to_string();
        [self.slug, "_", &number, self.area].concat()
    }

    /// The element with what its parent says of an attribute that it does not set itself.
    pub fn inheriting(&self, parent: &Attributes, names: &[&str]) -> Self {
        let mut attributes = Attributes::clone(&self.attributes);
        for name in names {
            if attributes.text(name).is_empty() {
                attributes.insert(*name, parent.text(name));
            }
        }
        Self {
            attributes: Arc::new(attributes),
            ..self.clone()
        }
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
        let mut defaults = self.defaults.iter();
        let found = defaults.find(|(n, _)| *n == name);
        found.map_or("", |(_, value)| value)
    }

    /// What stands inside, as stored.
    pub fn raw_content(&self) -> &'a str {
        self.content
    }

    /// The elements around it, the innermost first.
    pub fn parents(&self) -> impl Iterator<Item = &Parent> {
        std::iter::successors(self.parent.as_deref(), |parent| parent.parent.as_deref())
    }

    /// The innermost element of a kind around it.
    pub fn parent(&self, slug: &str) -> Option<&Parent> {
        self.parents().find(|parent| parent.slug == slug)
    }

    /// ` id="…"`, when the element has one.
    pub fn id_attribute(&self) -> String {
        match self.text("module_id") {
            "" => String::new(),
            id => format!(" id=\"{}\"", esc_attr(id)),
        }
    }

    /// The tag of a title, from the attribute of its level.
    pub fn heading(&self, level: &str, default: &'static str) -> &str {
        process_header_level(self.text(level), Some(default))
    }
}
