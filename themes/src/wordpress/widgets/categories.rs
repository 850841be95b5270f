//! `WP_Widget_Categories`: a flat or hierarchical list, or a drop-down.

use std::collections::HashSet;
use std::sync::Arc;

use compat::wordpress::db::tag::SitePart;
use compat::wordpress::db::unicode_ci;
use compat::wordpress::formatting::convert_chars::convert_chars;
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::formatting::texturize::wptexturize;
use compat::wordpress::post::PostId;
use compat::wordpress::query::QueriedObject;
use compat::wordpress::taxonomy::{Term, TermId};
use compat::wordpress::widget::Widget;

use super::kinds::WidgetOutput;
use super::settings::{href, is_on, takes_first, widget_title};
use crate::wordpress::number::count_i18n;
use crate::wordpress::view::{Page, View};

/// `categories`.
pub(super) fn categories(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    let view = page.view.clone();
    let title = widget_title(&view, widget, &view.text("Categories"));
    let list = List::of(&view, is_on(widget, "hierarchical"), is_on(widget, "count"));
    let content = if is_on(widget, "dropdown") {
        let id = if takes_first(page, "cat") {
            "cat".to_owned()
        } else {
            format!("categories-dropdown-{}", widget.number)
        };
        dropdown(&list, &id, &title)
    } else {
        let mut items = String::new();
        list.items(None, 0, &mut items);
        if items.is_empty() {
            items = format!(
                "<li class=\"cat-item-none\">{}</li>",
                view.text("No categories")
            );
        }
        format!("\n\t\t\t<ul>\n\t\t\t\t{items}\t\t\t</ul>\n\n\t\t\t")
    };
    Some(WidgetOutput {
        title,
        content,
        ..WidgetOutput::default()
    })
}

/// The categories that have posts, by name.
struct List<'v> {
    view: &'v View,
    terms: Vec<&'v Arc<Term>>,
    shown: HashSet<TermId>,
    has_levels: bool,
    has_counts: bool,
    /// The category of the current archive.
    current: Option<&'v Arc<Term>>,
}

/// Maximum depth, so that a cycle in the data ends.
const DEEPEST: usize = 50;

impl<'v> List<'v> {
    fn of(view: &'v View, has_levels: bool, has_counts: bool) -> Self {
        view.shows(SitePart::TermCounts);
        view.shows(SitePart::CategoryPosts);
        let all = &view.site.terms;
        let mut used = HashSet::new();
        for term in all.of("category").iter().filter(|t| t.count > 0) {
            if has_levels {
                used.extend(all.with_ancestors(term).iter().map(|t| t.term_id));
            } else {
                used.insert(term.term_id);
            }
        }
        let mut terms: Vec<_> = all.of("category").iter().collect();
        terms.retain(|t| used.contains(&t.term_id));
        terms.sort_by(|a, b| unicode_ci::compare(&a.name, &b.name));
        let is = &view.query.is;
        let current = match &view.query.queried_object {
            Some(QueriedObject::Term(term))
                if (is.is_category || is.is_tag || is.is_tax) && term.taxonomy == "category" =>
            {
                Some(term)
            }
            _ => None,
        };
        Self {
            view,
            terms,
            shown: used,
            has_levels,
            has_counts,
            current,
        }
    }

    /// The children of `parent`; at the top level also terms whose parent is not listed.
    fn below(&self, parent: Option<TermId>) -> Vec<&'v Arc<Term>> {
        let stands_here = |term: &&&Arc<Term>| match parent {
            _ if !self.has_levels => parent.is_none(),
            Some(parent) => term.parent == parent,
            None => term.parent.0 == 0 || !self.shown.contains(&term.parent),
        };
        self.terms.iter().filter(stands_here).copied().collect()
    }

    fn items(&self, parent: Option<TermId>, depth: usize, out: &mut String) {
        for term in self.below(parent) {
            let view = self.view;
            let name = wptexturize(
                &esc_attr(&term.name),
                &view.content_settings.texturize,
                &|_| false,
            );
            if name.is_empty() {
                continue;
            }
            let is_current = self.current.is_some_and(|c| c.term_id == term.term_id);
            let aria = if is_current {
                " aria-current=\"page\""
            } else {
                ""
            };
            let url = view.links().get_term_link(term).unwrap_or_default();
            out.push_str(&format!(
                "\t<li class=\"{}\"><a{aria} href=\"{}\">{name}</a>",
                self.class(term),
                href(&url)
            ));
            if self.has_counts {
                out.push_str(&format!(" ({})", self.count(term)));
            }
            out.push('\n');
            let mut children = String::new();
            if self.has_levels && depth < DEEPEST {
                self.items(Some(term.term_id), depth + 1, &mut children);
            }
            if !children.is_empty() {
                out.push_str(&format!("<ul class='children'>\n{children}</ul>\n"));
            }
            out.push_str("</li>\n");
        }
    }

    fn class(&self, term: &Term) -> String {
        let mut class = format!("cat-item cat-item-{}", term.term_id.0);
        let Some(current) = self.current else {
            return class;
        };
        if current.term_id == term.term_id {
            class.push_str(" current-cat");
            return class;
        }
        if current.parent == term.term_id {
            class.push_str(" current-cat-parent");
        }
        let mut above = self.view.site.terms.with_ancestors(current).into_iter();
        if above.any(|t| t.term_id == term.term_id) {
            class.push_str(" current-cat-ancestor");
        }
        class
    }

    /// The number of posts; in a hierarchical list including descendants, each post once.
    fn count(&self, term: &Term) -> String {
        let rows = &self.view.widget_rows.category_posts;
        let count = if self.has_levels && !rows.is_empty() {
            let terms = &self.view.site.terms;
            let below = terms.with_descendants(term);
            let posts: HashSet<PostId> = below
                .iter()
                .filter_map(|id| terms.by_id("category", *id))
                .filter_map(|t| rows.get(&t.term_taxonomy_id))
                .flatten()
                .copied()
                .collect();
            i64::try_from(posts.len()).unwrap_or(i64::MAX)
        } else {
            term.count
        };
        count_i18n(self.view, count)
    }

    fn options(&self, parent: Option<TermId>, depth: usize, out: &mut String) {
        for term in self.below(parent) {
            let is_current = self.current.is_some_and(|c| c.term_id == term.term_id);
            let name = wptexturize(&term.name, &self.view.content_settings.texturize, &|_| {
                false
            });
            let name = esc_html(&convert_chars(&name)).into_owned();
            let selected = if is_current {
                " selected=\"selected\""
            } else {
                ""
            };
            let count = if self.has_counts {
                format!("&nbsp;&nbsp;({})", self.count(term))
            } else {
                String::new()
            };
            out.push_str(&format!(
                "\t<option class=\"level-{depth}\" value=\"{}\"{selected}>{}{name}{count}</option>\n",
                term.term_id.0,
                "&nbsp;".repeat(depth * 3),
            ));
            if self.has_levels && depth < DEEPEST {
                self.options(Some(term.term_id), depth + 1, out);
            }
        }
    }
}

fn dropdown(list: &List<'_>, id: &str, label: &str) -> String {
    let view = list.view;
    let mut options = String::new();
    list.options(None, 0, &mut options);
    if options.is_empty() {
        return String::new();
    }
    let (home, choose) = (href(&view.home_url()), view.text("Select Category"));
    format!(
        "<form action=\"{home}\" method=\"get\"><label class=\"screen-reader-text\" for=\"{id}\">{label}</label>\
         <select name='cat' id='{id}' class='postform'>\n\t<option value='-1'>{choose}</option>\n{options}</select>\n\
         </form><script type=\"text/javascript\">\n(function() {{\n\tvar list = document.getElementById( \"{id}\" );\n\
         \tlist.onchange = function() {{\n\t\tif ( list.value > 0 ) {{\n\t\t\tlist.form.submit();\n\t\t}}\n\t}};\n}})();\n\
         </script>\n"
    )
}
