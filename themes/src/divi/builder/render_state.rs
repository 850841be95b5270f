//! What drawing the elements of a page collects on its way: numbers, what is open, rules.

use std::sync::Arc;

use compat::wordpress::post::PostId;

use crate::wordpress::view::Page;

use super::super::modules::MODULES;
use super::super::options::DiviOptions;
use super::css::fonts_used::note;
use super::element::Parent;
use super::script_data::ScriptData;
use super::sections_ahead::SectionsAhead;
use super::style_sheet::StyleSheet;

/// How many elements of each kind were counted, by area and by the kind's place in the list of modules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts(Vec<(&'static str, Vec<usize>)>);

impl Counts {
    /// The number of the next element of a kind.
    pub fn next(&mut self, kind: usize, area: &'static str) -> usize {
        // Names without a letter have no place of their own in memory, and comparing there takes a processor long.
        let is_known = |known: &str| match known {
            "" => area.is_empty(),
            _ => known == area,
        };
        let known = self.0.iter().position(|(known, _)| is_known(known));
        let at = known.unwrap_or(self.0.len());
        if known.is_none() {
            self.0.push((area, vec![0; MODULES.len()]));
        }
        let kinds = self.0.get_mut(at).map(|(_, kinds)| kinds);
        let Some(count) = kinds.and_then(|kinds| kinds.get_mut(kind)) else {
            return 0;
        };
        *count += 1;
        *count - 1
    }
}

/// The builder's part of a page.
#[derive(Clone, Debug, Default)]
pub struct RenderState {
    counts: Counts,
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
    /// The site's accent colour, when it has been looked up.
    accent: Option<Arc<str>>,
    /// The rules of layouts that are drawn.
    finished: String,
    /// The elements of the library that are being drawn, the outermost first.
    global_modules: Vec<PostId>,
    /// How many elements of the library were drawn, and how many bytes of its content.
    global_modules_drawn: (usize, usize),
    /// What others draw of the page's text.
    pub ahead: Option<SectionsAhead>,
    /// The same, before the page has come to its text.
    pub early: Option<SectionsAhead>,
    /// Whether nobody else may draw.
    pub draws_in_order: bool,
}

/// Most elements that the library may add to one page, and bytes of content: what multiplies itself ends here.
const MOST_GLOBAL_MODULES: (usize, usize) = (500, 4 << 20);

/// What belongs to the layout that is drawn, and waits while another one is drawn inside it.
#[derive(Debug)]
pub struct OuterLayout {
    area: &'static str,
    parents: Vec<Parent>,
    columns: Columns,
    tabs: Vec<String>,
    half_fields: usize,
    has_menu: bool,
    styles: StyleSheet,
    column_styles: StyleSheet,
}

impl RenderState {
    /// That of a page.
    pub fn of(page: &mut Page) -> &mut Self {
        page.globals.of::<Self>()
    }

    /// The site's accent colour, with which elements begin.
    pub fn accent(page: &mut Page) -> Arc<str> {
        if let Some(accent) = &Self::of(page).accent {
            return Arc::clone(accent);
        }
        let accent: Arc<str> = DiviOptions::of(&page.view).accent_color().into();
        Self::of(page).accent = Some(Arc::clone(&accent));
        accent
    }

    /// The number of the next element of a kind; counted in each area of its own.
    pub fn count(&mut self, kind: usize) -> usize {
        self.counts.next(kind, self.area)
    }

    /// How many elements of each kind were counted so far.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Whether no element is open, and none has left anything for the next one.
    pub fn is_between_sections(&self) -> bool {
        self.parents.is_empty()
            && self.tabs.is_empty()
            && self.post_pictures.is_empty()
            && self.global_modules.is_empty()
            && self.half_fields == 0
            && !self.is_listing
    }

    /// What a section sees of the page that was drawn before it, if no other section stands before it.
    pub fn before_section(&self) -> Self {
        Self {
            counts: self.counts.clone(),
            area: self.area,
            accent: self.accent.clone(),
            draws_in_order: true,
            ..Self::default()
        }
    }

    /// The same with numbers.
    pub fn numbered(&self, counts: &Counts) -> Self {
        Self {
            counts: counts.clone(),
            ..self.clone()
        }
    }

    /// Puts behind the rest what a section has collected that began with these counts; not when other elements were
    /// drawn before it, or when it has left more than can be put behind the rest.
    pub fn append(&mut self, start: &Counts, section: Self) -> bool {
        if self.counts != *start
            || !section.is_between_sections()
            || section.global_modules_drawn != (0, 0)
            || section.area != self.area
        {
            return false;
        }
        self.counts = section.counts;
        self.scripts.append(section.scripts);
        self.styles.append(section.styles);
        self.column_styles.append(section.column_styles);
        self.finished.push_str(&section.finished);
        for family in &section.fonts {
            note(&mut self.fonts, family);
        }
        true
    }

    /// What stands behind numbers in classes: nothing in a post's own content.
    pub fn area(&self) -> &'static str {
        self.area
    }

    /// Enters a layout: a part of the page made by the Theme Builder, or, with the empty name, the post's own text
    /// inside one. Its rules are gathered on their own.
    pub fn enter_layout(&mut self, area: &'static str) -> OuterLayout {
        OuterLayout {
            area: std::mem::replace(&mut self.area, area),
            parents: std::mem::take(&mut self.parents),
            columns: std::mem::take(&mut self.columns),
            tabs: std::mem::take(&mut self.tabs),
            half_fields: std::mem::take(&mut self.half_fields),
            has_menu: std::mem::take(&mut self.has_menu),
            styles: std::mem::take(&mut self.styles),
            column_styles: std::mem::take(&mut self.column_styles),
        }
    }

    /// Leaves a layout whose own CSS is `custom_css`.
    pub fn leave_layout(&mut self, outer: OuterLayout, custom_css: &str) {
        self.finished.push_str(custom_css);
        self.styles.print_to(&mut self.finished);
        self.column_styles.print_to(&mut self.finished);
        self.area = outer.area;
        self.parents = outer.parents;
        self.columns = outer.columns;
        self.tabs = outer.tabs;
        self.half_fields = outer.half_fields;
        self.has_menu |= outer.has_menu;
        self.styles = outer.styles;
        self.column_styles = outer.column_styles;
    }

    /// Begins to draw an element of the library; not inside of itself, and not without end.
    pub fn open_global_module(&mut self, id: PostId, bytes: usize) -> bool {
        let (drawn, drawn_bytes) = self.global_modules_drawn;
        let (most, most_bytes) = MOST_GLOBAL_MODULES;
        if self.global_modules.contains(&id) || drawn >= most || drawn_bytes + bytes > most_bytes {
            return false;
        }
        self.global_modules_drawn = (drawn + 1, drawn_bytes + bytes);
        self.global_modules.push(id);
        true
    }

    /// Ends it.
    pub fn close_global_module(&mut self) {
        self.global_modules.pop();
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

    /// Whether the content that is drawn has no breaks around its shortcodes.
    pub fn is_settled(&self) -> bool {
        self.parents.last().is_some_and(|parent| parent.is_settled)
    }

    /// Notes it for the content of the element that was opened last.
    pub fn settle(&mut self, is_settled: bool) {
        if let Some(parent) = self.parents.last_mut() {
            parent.is_settled = is_settled;
        }
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

    /// The innermost open element, as one sees it that is not open yet.
    pub fn innermost(&self) -> Option<&Parent> {
        self.parents.last()
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
    let custom_css = super::super::post_settings::custom_css(&page.view);
    let builder = RenderState::of(page);
    let mut rules = std::mem::take(&mut builder.finished);
    rules.push_str(&custom_css);
    builder.styles.print_to(&mut rules);
    builder.column_styles.print_to(&mut rules);
    let fonts = std::mem::take(&mut builder.fonts);
    let link = super::css::fonts_used::link(&fonts, &page.view);
    if memchr::memmem::find(rules.as_bytes(), b"</").is_some() {
        // A closing tag would end the element; nothing in CSS needs one.
        rules = rules.replace("</", "<\\/");
    }
    let Some((before, behind)) = head.split_once(STYLES) else {
        return head.to_owned();
    };
    let mut out = String::with_capacity(head.len() + link.len() + rules.len() + 128);
    out.push_str(before);
    out.push_str(&link);
    if !rules.is_empty() {
        out.push_str("<style id=\"et-builder-module-design-cached-inline-styles\">");
        out.push_str(&rules);
        out.push_str("</style>");
    }
    out.push_str(behind);
    out
}

/// The columns of the row that is drawn: which of them is the last.
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
