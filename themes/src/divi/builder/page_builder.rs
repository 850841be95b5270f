//! What drawing the elements of a page collects on its way: numbers, what is open, rules.

use std::collections::HashMap;

use compat::wordpress::post::PostId;

use crate::wordpress::view::Page;

use super::element::Parent;
use super::script_data::ScriptData;
use super::style_sheet::StyleSheet;

/// The builder's part of a page.
#[derive(Debug, Default)]
pub struct PageBuilder {
    counts: HashMap<(&'static str, &'static str), usize>,
    parents: Vec<Parent>,
    area: &'static str,
    /// The columns of the row that is drawn.
    pub columns: Columns,
    /// What the page's scripts are told of its elements.
    pub scripts: ScriptData,
    /// The children of parents that print them in two places: titles of tabs.
    pub tabs: Vec<String>,
    /// Fields of half the width so far, one behind the other, in the form that is drawn.
    pub half_fields: usize,
    /// Whether the posts of a list are drawn: lists inside their texts stay empty.
    pub is_listing: bool,
    /// The posts of the slider that is drawn, with their pictures' addresses.
    pub post_pictures: Vec<(PostId, String)>,
    /// Whether a menu stands in what is drawn.
    pub has_menu: bool,
    /// The rules of the page's elements.
    pub styles: StyleSheet,
    /// The rules of what stands in columns, printed behind the others.
    pub column_styles: StyleSheet,
    /// The Google fonts that they name.
    pub fonts: Vec<String>,
}

impl PageBuilder {
    /// That of a page.
    pub fn of(page: &mut Page) -> &mut Self {
        page.globals.of::<Self>()
    }

    /// The number of the next element of a kind; counted in each area of its own.
    pub fn count(&mut self, slug: &'static str) -> usize {
        let next = self.counts.entry((slug, self.area)).or_default();
        let number = *next;
        *next += 1;
        number
    }

    /// How many elements of a kind were counted so far.
    pub fn counted(&self, slug: &'static str) -> usize {
        self.counts.get(&(slug, self.area)).copied().unwrap_or(0)
    }

    /// What stands behind numbers in classes: nothing in a post's own content.
    pub fn area(&self) -> &'static str {
        self.area
    }

    /// Enters an area of the Theme Builder, or leaves it with the empty name.
    pub fn set_area(&mut self, area: &'static str) {
        self.area = area;
    }

    /// An element opens.
    pub fn open(&mut self, element: Parent) {
        self.parents.push(element);
    }

    /// The place of the next element among those of the one that is open.
    pub fn next_index(&mut self) -> usize {
        let Some(parent) = self.parents.last_mut() else {
            return 0;
        };
        parent.children += 1;
        parent.children - 1
    }

    /// How many elements were opened inside the one that is drawn.
    pub fn children(&self) -> usize {
        self.parents.last().map_or(0, |p| p.children)
    }

    /// The element that was opened last closes.
    pub fn close(&mut self) {
        self.parents.pop();
    }

    /// The open elements, the outermost first, without the one that is drawn.
    pub fn parents(&self) -> &[Parent] {
        self.parents
            .split_last()
            .map_or(&[], |(_, parents)| parents)
    }

    /// The innermost open element of a kind.
    pub fn parent(&self, slug: &str) -> Option<&Parent> {
        self.parents().iter().rev().find(|p| p.slug == slug)
    }
}

/// Stands in the head where the rules will be: they are known only when the content is drawn.
pub const STYLES: &str = "<!--et-builder-styles-->";

/// Puts the rules of the page's elements where the head left room for them.
pub fn put_styles(page: &mut Page, head: &str) -> String {
    let builder = PageBuilder::of(page);
    let mut rules = builder.styles.print();
    rules.push_str(&builder.column_styles.print());
    let fonts = std::mem::take(&mut builder.fonts);
    let link = super::css::fonts_used::link(&fonts, &page.view);
    let element = if rules.is_empty() {
        String::new()
    } else {
        // A closing tag would end the element; nothing in CSS needs one.
        let rules = rules.replace("</", "<\\/");
        format!("<style id=\"et-builder-module-design-cached-inline-styles\">{rules}</style>")
    };
    head.replacen(STYLES, &format!("{link}{element}"), 1)
}

/// The columns of the row that is drawn: which of them is the last.
#[derive(Debug, Default)]
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
        let is_full = format!("{:.13}", self.sum).trim_end_matches('0') == "1.";
        if is_full {
            self.sum = 0.0;
        }
        is_full
    }
}
