//! The builder's state of a page across content areas: order numbers, the scope, and the rules of finished layouts.

use std::sync::Arc;

use compat::wordpress::post::PostId;

use crate::wordpress::view::Page;

use super::super::options::DiviOptions;
use super::dividers::Dividers;
use super::rendered::print_styles;
use super::scope::Scope;

/// Element counts by area and by module index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    areas: Vec<(&'static str, Vec<usize>)>,
    /// The dividers of the sections.
    pub dividers: Dividers,
}

impl Counts {
    /// The next order number of a module.
    pub fn next(&mut self, kind: usize, area: &'static str) -> usize {
        // Comparing two empty strings is slow: their pointers dangle, and the masked vector load faults.
        let is_known = |known: &str| match known {
            "" => area.is_empty(),
            _ => known == area,
        };
        let known = self.areas.iter().position(|(known, _)| is_known(known));
        let at = known.unwrap_or(self.areas.len());
        if known.is_none() {
            self.areas.push((area, Vec::new()));
        }
        let Some((_, kinds)) = self.areas.get_mut(at) else {
            return 0;
        };
        if kinds.len() <= kind {
            kinds.resize(kind + 1, 0);
        }
        let Some(count) = kinds.get_mut(kind) else {
            return 0;
        };
        *count += 1;
        *count - 1
    }
}

/// The builder's part of a page.
#[derive(Clone, Debug, Default)]
pub struct RenderState {
    /// Element counts.
    pub counts: Counts,
    /// The current scope, with what was collected so far.
    pub scope: Scope,
    area: &'static str,
    /// Whether a listed post is being rendered; nested lists are empty.
    pub is_listing: bool,
    /// The site's accent colour, cached.
    accent: Option<Arc<str>>,
    /// The rules of finished layouts.
    finished: String,
    /// The library items being rendered, outermost first.
    global_modules: Vec<PostId>,
    /// Number of library items rendered, and bytes of their content.
    global_modules_drawn: (usize, usize),
}

/// Limits on library items and content bytes per page, against exponential nesting.
const MOST_GLOBAL_MODULES: (usize, usize) = (500, 4 << 20);

/// Saved state of the outer layout while an inner one is rendered.
#[derive(Debug)]
pub struct OuterLayout {
    area: &'static str,
    scope: Scope,
}

impl RenderState {
    /// The state of a page.
    pub fn of(page: &mut Page) -> &mut Self {
        page.globals.of::<Self>()
    }

    /// The site's accent colour.
    pub fn accent(page: &mut Page) -> Arc<str> {
        if let Some(accent) = &Self::of(page).accent {
            return Arc::clone(accent);
        }
        let accent: Arc<str> = DiviOptions::of(&page.view).accent_color().into();
        Self::of(page).accent = Some(Arc::clone(&accent));
        accent
    }

    /// The next order number of a module, counted per area.
    pub fn count(&mut self, kind: usize) -> usize {
        self.counts.next(kind, self.area)
    }

    /// The suffix of order classes: empty in a post's own content.
    pub fn area(&self) -> &'static str {
        self.area
    }

    /// The state of a `Page` used to render sections in parallel.
    pub fn for_part(&self) -> Self {
        Self {
            area: self.area,
            is_listing: self.is_listing,
            accent: self.accent.clone(),
            ..Self::default()
        }
    }

    /// Enters a Theme Builder layout, or, with an empty name, the post's content inside one. Its rules are collected
    /// separately.
    pub fn enter_layout(&mut self, area: &'static str) -> OuterLayout {
        OuterLayout {
            area: std::mem::replace(&mut self.area, area),
            scope: std::mem::take(&mut self.scope),
        }
    }

    /// Leaves a layout with the custom CSS `custom_css`.
    pub fn leave_layout(&mut self, outer: OuterLayout, custom_css: &str) {
        let mut inner = std::mem::replace(&mut self.scope, outer.scope).collected;
        self.area = outer.area;
        self.finished.push_str(custom_css);
        let styles = std::mem::take(&mut inner.styles);
        print_styles(&styles, &mut self.finished);
        inner.take(|extras| &mut extras.tab_titles);
        self.scope.collected.append(inner);
    }

    /// Starts a library item; refuses recursion and too many items.
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

    /// Ends a library item.
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
    print_styles(&styles, &mut rules);
    let link = super::css::fonts_used::link(&fonts, &page.view);
    if memchr::memmem::find(rules.as_bytes(), b"</").is_some() {
        // `</` would close the style element; CSS never needs it.
        rules = rules.replace("</", "<\\/");
    }
    if rules.is_empty() {
        return link;
    }
    let open = "<style id=\"et-builder-module-design-cached-inline-styles\">";
    [link.as_str(), open, &rules, "</style>"].concat()
}
