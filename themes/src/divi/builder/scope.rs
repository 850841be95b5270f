//! Where an element stands: the elements around it, and what those before it decide about it.

use std::sync::Arc;

use compat::divi::attributes::Attributes;

use super::rendered::Rendered;

/// An element around others.
#[derive(Debug)]
pub struct Parent {
    /// Its kind, as in `et_pb_row`.
    pub slug: &'static str,
    /// Its order number.
    pub number: usize,
    /// Its attributes.
    pub attributes: Arc<Attributes>,
    /// The element around it.
    pub parent: Option<Arc<Parent>>,
}

/// Where the next element is rendered.
///
/// Elements of a tree hand it down to their children. While code is called that renders texts on its own (shortcodes of
/// other plugins, lists of posts), it lies in [`RenderState::scope`](super::render_state::RenderState::scope), and what
/// that code renders is added to `collected`.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// The innermost element around it.
    pub parent: Option<Arc<Parent>>,
    /// What the elements before it decide.
    pub cursor: Cursor,
    /// What was rendered of shortcodes, without markup.
    pub collected: Rendered,
}

/// What the elements before an element decide about it.
#[derive(Clone, Debug, Default)]
pub struct Cursor {
    /// Elements in the same parent.
    pub index: usize,
    /// Columns in the same row.
    pub columns: Columns,
    /// Tabs in the same module.
    pub tabs: usize,
    /// Fields of half the width, one behind the other, in the same form.
    pub half_fields: usize,
}

impl Scope {
    /// The place of the next element among those of its parent; 0 outside of elements.
    pub fn next_index(&mut self) -> usize {
        let index = self.cursor.index;
        self.cursor.index += usize::from(self.parent.is_some());
        index
    }

    /// The scope inside an element that stands in this one.
    pub fn inside(&self, parent: Parent) -> Self {
        let slug = parent.slug;
        let mut cursor = self.cursor.clone();
        cursor.index = 0;
        if begins_row(slug) {
            cursor.columns = Columns::default();
        }
        if slug == "et_pb_tabs" {
            cursor.tabs = 0;
        }
        if matches!(slug, "et_pb_contact_form" | "et_pb_signup") {
            cursor.half_fields = 0;
        }
        Self {
            parent: Some(Arc::new(parent)),
            cursor,
            collected: Rendered::default(),
        }
    }

    /// Goes on behind an element, whose scope was `inside`.
    pub fn behind(&mut self, slug: &str, inside: &Self) {
        let Cursor {
            columns,
            tabs,
            half_fields,
            ..
        } = &inside.cursor;
        if !begins_row(slug) {
            self.cursor.columns = columns.clone();
        }
        if slug != "et_pb_tabs" {
            self.cursor.tabs = *tabs;
        }
        if slug != "et_pb_contact_form" {
            self.cursor.half_fields = *half_fields;
        }
    }
}

/// Whether the columns inside an element are counted on their own.
fn begins_row(slug: &str) -> bool {
    matches!(slug, "et_pb_section" | "et_pb_row" | "et_pb_row_inner")
}

/// The columns of a row: which of them is the last.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    sum: f64,
}

impl Columns {
    /// Adds a column such as `1_2`; whether the row is full with it. Parts are added as the builder adds them, in
    /// floating point: three thirds are one, six sixths are not always.
    pub fn closes_row(&mut self, kind: &str) -> bool {
        let mut parts = kind.split('_').map(|n| n.parse::<f64>().unwrap_or(0.0));
        let (part, of) = (parts.next().unwrap_or(0.0), parts.next().unwrap_or(0.0));
        self.sum += if of == 0.0 { 0.0 } else { part / of };
        let is_near = (self.sum - 1.0).abs() < 1e-9;
        let is_full = is_near && format!("{:.13}", self.sum).trim_end_matches('0') == "1.";
        if is_full {
            self.sum = 0.0;
        }
        is_full
    }
}
