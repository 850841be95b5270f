//! The position of an element: its ancestors, and the state set by its preceding siblings.

use std::sync::Arc;

use compat::divi::attributes::Attributes;

use super::rendered::Rendered;

/// An ancestor.
#[derive(Debug)]
pub struct Parent {
    /// Its slug, as in `et_pb_row`.
    pub slug: &'static str,
    /// Its order number.
    pub number: usize,
    /// Its attributes.
    pub attributes: Arc<Attributes>,
    /// Its parent.
    pub parent: Option<Arc<Parent>>,
}

/// The position of the next element.
///
/// Elements of a tree pass it to their children. While other code renders content (shortcodes of plugins, post lists),
/// it is stored in [`RenderState::scope`](super::render_state::RenderState::scope), and what that code renders is added
/// to `collected`.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// The nearest ancestor.
    pub parent: Option<Arc<Parent>>,
    /// The state set by preceding siblings.
    pub cursor: Cursor,
    /// The output of shortcodes, without markup.
    pub collected: Rendered,
}

/// The state set by preceding siblings.
#[derive(Clone, Debug, Default)]
pub struct Cursor {
    /// Elements in the same parent.
    pub index: usize,
    /// Columns in the same row.
    pub columns: Columns,
    /// Tabs in the same module.
    pub tabs: usize,
    /// Consecutive half-width fields in the same form.
    pub half_fields: usize,
}

impl Scope {
    /// The index of the next element among its siblings; 0 at the top level.
    pub fn next_index(&mut self) -> usize {
        let index = self.cursor.index;
        self.cursor.index += usize::from(self.parent.is_some());
        index
    }

    /// The scope of an element's children.
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

    /// Continues after an element whose children's scope was `inside`.
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

/// Whether columns inside the element are counted separately.
fn begins_row(slug: &str) -> bool {
    matches!(slug, "et_pb_section" | "et_pb_row" | "et_pb_row_inner")
}

/// The columns of a row: which of them is the last.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    sum: f64,
}

impl Columns {
    /// Adds a column such as `1_2`; returns whether the row is full. Fractions are summed in floating point, as in Divi:
    /// three thirds give one, six sixths may not.
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
