//! What rendering the builder's texts of a page hands on from one text to the next: order numbers, the scope, rules of
//! layouts that are done.

use std::sync::Arc;

use compat::wordpress::post::PostId;

use crate::wordpress::view::Page;

use super::super::modules::MODULES;
use super::super::options::DiviOptions;
use super::rendered::style_sheets;
use super::scope::Scope;

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
    /// How many elements were counted.
    pub counts: Counts,
    /// Where the next element of a text is rendered, and what was rendered of the texts before it.
    pub scope: Scope,
    area: &'static str,
    /// Whether the posts of a list are rendered: lists inside their texts stay empty.
    pub is_listing: bool,
    /// The site's accent colour, when it has been looked up.
    accent: Option<Arc<str>>,
    /// The rules of layouts that are done.
    finished: String,
    /// The elements of the library that are being rendered, the outermost first.
    global_modules: Vec<PostId>,
    /// How many elements of the library were rendered, and how many bytes of its content.
    global_modules_drawn: (usize, usize),
}

/// Most elements that the library may add to one page, and bytes of content: what multiplies itself ends here.
const MOST_GLOBAL_MODULES: (usize, usize) = (500, 4 << 20);

/// What belongs to a layout while another one is rendered inside it.
#[derive(Debug)]
pub struct OuterLayout {
    area: &'static str,
    scope: Scope,
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

    /// What stands behind numbers in classes: nothing in a post's own content.
    pub fn area(&self) -> &'static str {
        self.area
    }

    /// The builder's part of a page on which sections without need of the page are rendered.
    pub fn for_part(&self) -> Self {
        Self {
            area: self.area,
            is_listing: self.is_listing,
            accent: self.accent.clone(),
            ..Self::default()
        }
    }

    /// Enters a layout: a part of the page made by the Theme Builder, or, with the empty name, the post's own text
    /// inside one. Its rules are gathered on their own.
    pub fn enter_layout(&mut self, area: &'static str) -> OuterLayout {
        OuterLayout {
            area: std::mem::replace(&mut self.area, area),
            scope: std::mem::take(&mut self.scope),
        }
    }

    /// Leaves a layout whose own CSS is `custom_css`.
    pub fn leave_layout(&mut self, outer: OuterLayout, custom_css: &str) {
        let mut inner = std::mem::replace(&mut self.scope, outer.scope).collected;
        self.area = outer.area;
        self.finished.push_str(custom_css);
        let styles = std::mem::take(&mut inner.styles);
        for sheet in style_sheets(&styles) {
            sheet.print_to(&mut self.finished);
        }
        inner.tab_titles.clear();
        self.scope.collected.append(inner);
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
}

/// The rules of the page's elements and the link to the fonts that they name, for the head of the page.
pub fn styles(page: &mut Page) -> String {
    let custom_css = super::super::post_settings::custom_css(&page.view);
    let builder = RenderState::of(page);
    let mut rules = std::mem::take(&mut builder.finished);
    rules.push_str(&custom_css);
    let styles = std::mem::take(&mut builder.scope.collected.styles);
    let fonts = std::mem::take(&mut builder.scope.collected.fonts);
    for sheet in style_sheets(&styles) {
        sheet.print_to(&mut rules);
    }
    let link = super::css::fonts_used::link(&fonts, &page.view);
    if memchr::memmem::find(rules.as_bytes(), b"</").is_some() {
        // A closing tag would end the element; nothing in CSS needs one.
        rules = rules.replace("</", "<\\/");
    }
    if rules.is_empty() {
        return link;
    }
    let open = "<style id=\"et-builder-module-design-cached-inline-styles\">";
    [link.as_str(), open, &rules, "</style>"].concat()
}
