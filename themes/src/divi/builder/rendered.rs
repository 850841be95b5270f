//! The result of rendering an element: its markup and everything its page needs for it.

use std::sync::Arc;

use compat::wordpress::post::PostId;

use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use rayon::slice::ParallelSlice;

use super::super::collected_forms::CollectedForms;
use super::super::lists::append;
use super::css::fonts_used::note;
use super::css::ligature_rules::{self, LigatureRules};
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
    /// Whether a menu was rendered.
    pub has_menu: bool,
    /// Number of direct children of the element whose content this is.
    pub children: usize,
    /// What few elements have; boxed, because results are moved often.
    pub extras: Option<Box<Extras>>,
}

/// The part of a result that most elements do not have.
#[derive(Clone, Debug, Default)]
pub struct Extras {
    /// Forms and split test subjects.
    pub forms: CollectedForms,
    /// Titles of tabs, which their parent prints.
    pub tab_titles: Vec<String>,
    /// The posts of a post slider, with their image URLs.
    pub post_images: Vec<(PostId, String)>,
}

/// The rules of one element.
#[derive(Clone, Debug)]
pub struct ElementStyles {
    /// The rules without the order class, and the fonts used.
    pub style: Arc<CachedStyle>,
    /// The slug of the element.
    pub slug: &'static str,
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

    /// The part that most elements do not have.
    pub fn extras(&mut self) -> &mut Extras {
        self.extras.get_or_insert_default()
    }

    /// Takes a list of the part that most elements do not have.
    pub fn take<T: Default>(&mut self, list: impl FnOnce(&mut Extras) -> &mut T) -> T {
        let extras = self.extras.as_deref_mut();
        extras.map_or_else(T::default, |extras| std::mem::take(list(extras)))
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
        self.has_menu |= next.has_menu;
        match (&mut self.extras, next.extras) {
            (_, None) => {}
            (Some(extras), Some(next)) => extras.append(*next),
            (extras, next) => *extras = next,
        }
    }
}

impl Extras {
    fn append(&mut self, next: Self) {
        self.forms.append(next.forms);
        append(&mut self.tab_titles, next.tab_titles);
        append(&mut self.post_images, next.post_images);
    }
}

impl From<String> for Rendered {
    fn from(html: String) -> Self {
        Self::default().with_html(html)
    }
}

/// Elements whose style sheets are made by one thread.
const MIN_ELEMENTS: usize = 100;

/// Appends the rules of elements.
pub fn print_styles(styles: &[ElementStyles], out: &mut String) {
    let [sheet, column_sheet] = style_sheets(styles);
    if styles.len() < MIN_ELEMENTS {
        sheet.print_to(out);
        out.push_str(&column_sheet.print());
        return;
    }
    let (_, columns) = rayon::join(|| sheet.print_to(out), || column_sheet.print());
    out.push_str(&columns);
}

/// The style sheets of elements; that of elements in columns is printed last.
pub fn style_sheets(styles: &[ElementStyles]) -> [StyleSheet; 2] {
    let lists = styles.iter();
    let lists = lists.map(|element| (element.slug, &element.style.rules.ligatures));
    let ligatures = ligature_rules::rules_of(lists);
    let share = styles.len().div_ceil(rayon::current_num_threads());
    let share = share.max(MIN_ELEMENTS);
    let shares = styles.par_chunks(share).enumerate();
    let shares: Vec<_> = shares
        .map(|(at, styles)| sheets_of_share(styles, at * share, &ligatures))
        .collect();
    let mut shares = shares.into_iter();
    let [mut sheet, mut column_sheet] = shares.next().unwrap_or_default();
    for [next, next_column] in shares {
        sheet.append(next);
        column_sheet.append(next_column);
    }
    [sheet, column_sheet]
}

/// The sheets of elements, the first of which stands at a place among all.
fn sheets_of_share(
    styles: &[ElementStyles],
    first: usize,
    ligatures: &LigatureRules,
) -> [StyleSheet; 2] {
    let in_columns = styles.iter().filter(|element| element.is_in_column).count();
    let elements = [styles.len() - in_columns, in_columns];
    let mut sheets = elements.map(StyleSheet::with_capacity);
    let [sheet, column_sheet] = &mut sheets;
    for (at, element) in styles.iter().enumerate() {
        let sheet = if element.is_in_column {
            &mut *column_sheet
        } else {
            &mut *sheet
        };
        let list = ligatures.get(&(first + at)).map_or(&[][..], Vec::as_slice);
        element
            .style
            .rules
            .add_to(sheet, &element.order_class, list);
    }
    sheets
}
