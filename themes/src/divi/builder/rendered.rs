//! What rendering an element makes: its markup, and what its page needs for it.

use std::sync::Arc;

use compat::wordpress::post::PostId;

use super::super::drawn::Drawn;
use super::css::fonts_used::note;
use super::css::style_cache::CachedStyle;
use super::script_data::ScriptData;
use super::style_sheet::StyleSheet;

/// Elements as they are rendered, in the order of the document.
#[derive(Clone, Debug, Default)]
pub struct Rendered {
    /// The markup.
    pub html: String,
    /// The rules of the elements, children before parents.
    pub styles: Vec<ElementStyles>,
    /// The Google fonts that the rules name.
    pub fonts: Vec<String>,
    /// What scripts read of the elements, parents before children.
    pub scripts: ScriptData,
    /// Forms and split tests among them.
    pub drawn: Drawn,
    /// Titles of tabs, which their parent prints.
    pub tab_titles: Vec<String>,
    /// Whether a menu is among them.
    pub has_menu: bool,
    /// The posts of a slider of posts, with the addresses of their pictures.
    pub post_pictures: Vec<(PostId, String)>,
    /// How many elements stand directly inside the element whose content this is.
    pub children: usize,
}

/// The rules of one element.
#[derive(Clone, Debug)]
pub struct ElementStyles {
    /// The rules, without the class of an element, and the fonts that they name.
    pub style: Arc<CachedStyle>,
    /// The class that stands in their selectors.
    pub order_class: String,
    /// Whether they are printed behind those of elements that stand in no column.
    pub is_in_column: bool,
}

impl Rendered {
    /// The same with other markup.
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

    /// Puts elements behind these.
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
        append(&mut self.post_pictures, next.post_pictures);
    }
}

impl From<String> for Rendered {
    fn from(html: String) -> Self {
        Self::default().with_html(html)
    }
}

/// Puts entries behind others. Most lists of elements are empty.
pub(in super::super) fn append<T>(list: &mut Vec<T>, next: Vec<T>) {
    if list.is_empty() {
        *list = next;
    } else if !next.is_empty() {
        list.extend(next);
    }
}

/// The sheets of elements: that of those in columns is printed last.
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
