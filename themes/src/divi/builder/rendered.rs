//! The result of rendering an element: its markup and everything its page needs for it.

use std::sync::Arc;

use compat::wordpress::post::PostId;

use super::super::collected_forms::CollectedForms;
use super::super::lists::append;
use super::css::fonts_used::note;
use super::css::style_cache::CachedStyle;
use super::script_data::ScriptData;
use super::style_sheet::StyleSheet;

/// The result for one or more elements, in document order.
#[derive(Clone, Debug, Default)]
pub struct Rendered {
    /// The markup.
    pub html: String,
    /// The rules of the elements, children before parents.
    pub styles: Vec<ElementStyles>,
    /// The Google fonts used.
    pub fonts: Vec<String>,
    /// Script data of the elements, parents before children.
    pub scripts: ScriptData,
    /// Forms and split test subjects.
    pub drawn: CollectedForms,
    /// Titles of tabs, which their parent prints.
    pub tab_titles: Vec<String>,
    /// Whether a menu was rendered.
    pub has_menu: bool,
    /// The posts of a post slider, with their image URLs.
    pub post_images: Vec<(PostId, String)>,
    /// Number of direct children of the element whose content this is.
    pub children: usize,
}

/// The rules of one element.
#[derive(Clone, Debug)]
pub struct ElementStyles {
    /// The rules without the order class, and the fonts used.
    pub style: Arc<CachedStyle>,
    /// The order class for their selectors.
    pub order_class: String,
    /// Whether they are printed after those of elements outside columns.
    pub is_in_column: bool,
}

impl Rendered {
    /// Replaces the markup.
    #[must_use]
    pub fn with_html(self, html: String) -> Self {
        Self { html, ..self }
    }

    /// Elements one behind the other.
    pub fn concat(parts: Vec<Self>) -> Self {
        let html: usize = parts.iter().map(|part| part.html.len()).sum();
        let styles: usize = parts.iter().map(|part| part.styles.len()).sum();
        let mut parts = parts.into_iter();
        let mut rendered = parts.next().unwrap_or_default();
        if parts.len() > 0 {
            rendered.html.reserve_exact(html - rendered.html.len());
            rendered.styles.reserve(styles - rendered.styles.len());
        }
        for part in parts {
            rendered.append(part);
        }
        rendered
    }

    /// Appends elements.
    pub fn append(&mut self, next: Self) {
        if self.html.is_empty() {
            self.html = next.html;
        } else {
            self.html.push_str(&next.html);
        }
        append(&mut self.styles, next.styles);
        for family in &next.fonts {
            note(&mut self.fonts, family);
        }
        self.scripts.append(next.scripts);
        self.drawn.append(next.drawn);
        append(&mut self.tab_titles, next.tab_titles);
        self.has_menu |= next.has_menu;
        append(&mut self.post_images, next.post_images);
    }
}

impl From<String> for Rendered {
    fn from(html: String) -> Self {
        Self::default().with_html(html)
    }
}

/// The style sheets of elements; that of elements in columns is printed last.
pub fn style_sheets(styles: &[ElementStyles]) -> [StyleSheet; 2] {
    let [mut sheet, mut column_sheet] = [StyleSheet::default(), StyleSheet::default()];
    for element in styles {
        let sheet = if element.is_in_column {
            &mut column_sheet
        } else {
            &mut sheet
        };
        element.style.rules.add_to(sheet, &element.order_class);
    }
    [sheet, column_sheet]
}
