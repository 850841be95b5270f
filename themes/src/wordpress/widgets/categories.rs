//! `WP_Widget_Categories` and the block `core/categories`: a flat or hierarchical list of terms, or a drop-down.

use std::collections::HashSet;
use std::sync::Arc;

use compat::wordpress::blocks::BlockCall;
use compat::wordpress::db::tag::SitePart;
use compat::wordpress::db::unicode_ci;
use compat::wordpress::formatting::convert_chars::convert_chars;
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::formatting::texturize::wptexturize;
use compat::wordpress::kses::wp_kses_post;
use compat::wordpress::post::PostId;
use compat::wordpress::query::QueriedObject;
use compat::wordpress::taxonomy::{Term, TermId};
use compat::wordpress::widget::Widget;

use super::block::{self, wrapper_class};
use super::kinds::WidgetOutput;
use super::settings::{href, is_on, takes_first, widget_title};
use crate::wordpress::number::count_i18n;
use crate::wordpress::view::{Page, View};

/// `categories`.
pub(super) fn categories(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    let view = page.view.clone();
    let title = widget_title(&view, widget, &view.text("Categories"));
    let list = List::of(
        &view,
        &TermList {
            taxonomy: "category",
            has_levels: is_on(widget, "hierarchical"),
            has_counts: is_on(widget, "count"),
            shows_empty: false,
            is_top_level: false,
        },
    );
    let content = if is_on(widget, "dropdown") {
        let id = if takes_first(page, "cat") {
            "cat".to_owned()
        } else {
            format!("categories-dropdown-{}", widget.number)
        };
        dropdown(&list, &id, &title)
    } else {
        let items = list.items_or(&view.text("No categories"));
        format!("\n\t\t\t<ul>\n\t\t\t\t{items}\t\t\t</ul>\n\n\t\t\t")
    };
    Some(WidgetOutput {
        title,
        content,
        ..WidgetOutput::default()
    })
}

/// What is listed.
struct TermList<'a> {
    taxonomy: &'a str,
    has_levels: bool,
    has_counts: bool,
    /// Terms without posts too.
    shows_empty: bool,
    /// Only terms without a parent.
    is_top_level: bool,
}

/// The terms of a list, by name.
struct List<'v> {
    view: &'v View,
    taxonomy: &'v str,
    terms: Vec<&'v Arc<Term>>,
    shown: HashSet<TermId>,
    has_levels: bool,
    has_counts: bool,
    /// The term of the current archive.
    current: Option<&'v Arc<Term>>,
}

/// Maximum depth, so that a cycle in the data ends.
const DEEPEST: usize = 50;

impl<'v> List<'v> {
    fn of(view: &'v View, wanted: &TermList<'v>) -> Self {
        let (taxonomy, has_levels) = (wanted.taxonomy, wanted.has_levels);
        view.shows(SitePart::TermCounts);
        view.shows(SitePart::CategoryPosts);
        let all = &view.site.terms;
        let mut used = HashSet::new();
        let is_wanted = |t: &&Arc<Term>| {
            let has_place = !wanted.is_top_level || t.parent.0 == 0;
            has_place && (wanted.shows_empty || t.count > 0)
        };
        for term in all.of(taxonomy).iter().filter(is_wanted) {
            if has_levels {
                used.extend(all.with_ancestors(term).iter().map(|t| t.term_id));
            } else {
                used.insert(term.term_id);
            }
        }
        let mut terms: Vec<_> = all.of(taxonomy).iter().collect();
        terms.retain(|t| used.contains(&t.term_id));
        terms.sort_by(|a, b| unicode_ci::compare(&a.name, &b.name));
        let is = &view.query.is;
        let current = match &view.query.queried_object {
            Some(QueriedObject::Term(term))
                if (is.is_category || is.is_tag || is.is_tax) && term.taxonomy == taxonomy =>
            {
                Some(term)
            }
            _ => None,
        };
        Self {
            view,
            terms,
            shown: used,
            taxonomy,
            has_levels,
            has_counts: wanted.has_counts,
            current,
        }
    }

    /// The items of the list, or one with a text when there is none.
    fn items_or(&self, nothing: &str) -> String {
        let mut items = String::new();
        self.items(None, 0, &mut items);
        if items.is_empty() {
            return format!("<li class=\"cat-item-none\">{nothing}</li>");
        }
        items
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
        let has_rows = self.taxonomy == "category" && !rows.is_empty();
        let count = if self.has_levels && has_rows {
            let terms = &self.view.site.terms;
            let below = terms.with_descendants(term);
            let posts: HashSet<PostId> = below
                .iter()
                .filter_map(|id| terms.by_id(self.taxonomy, *id))
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

    /// Options whose values are what `value` gives.
    fn options(
        &self,
        parent: Option<TermId>,
        depth: usize,
        value: fn(&Term) -> String,
        out: &mut String,
    ) {
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
                value(term),
                "&nbsp;".repeat(depth * 3),
            ));
            if self.has_levels && depth < DEEPEST {
                self.options(Some(term.term_id), depth + 1, value, out);
            }
        }
    }
}

fn dropdown(list: &List<'_>, id: &str, label: &str) -> String {
    let view = list.view;
    let mut options = String::new();
    list.options(None, 0, |term| term.term_id.0.to_string(), &mut options);
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

/// `core/categories`.
pub(super) fn block(call: &BlockCall<'_, Page>, page: &mut Page) -> String {
    const NAME: &str = "wp-block-categories";
    let block = call.block;
    let view = page.view.clone();
    let name = block::text(block, "taxonomy").unwrap_or("category");
    let Some(taxonomy) = view.site.registry.taxonomies.get(name) else {
        return String::new();
    };
    let wanted = TermList {
        taxonomy: name,
        has_levels: block::is_on(block, "showHierarchy"),
        has_counts: block::is_on(block, "showPostCounts"),
        shows_empty: block::is_on(block, "showEmpty"),
        is_top_level: block::is_on(block, "showOnlyTopLevel"),
    };
    let list = List::of(&view, &wanted);
    let of_taxonomy = format!("wp-block-categories-taxonomy-{name}");
    if !block::is_on(block, "displayAsDropdown") {
        let class = wrapper_class(block, &["wp-block-categories-list", &of_taxonomy], NAME);
        let nothing = match name {
            "category" => view.text("No categories"),
            "post_tag" => view.text("No tags"),
            _ => view.text("No terms"),
        };
        return format!("<ul class=\"{class}\">{}</ul>", list.items_or(&nothing));
    }
    let class = wrapper_class(block, &["wp-block-categories-dropdown", &of_taxonomy], NAME);
    let number = page.globals.of::<Dropdowns>();
    number.0 += 1;
    let id = format!("wp-block-categories-{}", number.0);
    let label = match block::text(block, "label").unwrap_or_default() {
        "" => view.label(taxonomy.text_domain, &taxonomy.label),
        own => wp_kses_post(own),
    };
    let hidden = match block::is_on_or(block, "showLabel", true) {
        true => "",
        false => " screen-reader-text",
    };
    let singular = view.label(taxonomy.text_domain, &taxonomy.singular_label);
    let choose = view.text("Select %s").replacen("%s", &singular, 1);
    let mut options = String::new();
    let slug = |term: &Term| esc_attr(&term.slug).into_owned();
    list.options(None, 0, slug, &mut options);
    let query_var = taxonomy.query_var.as_deref().unwrap_or(name);
    let home = serde_json::to_string(&view.site.home()).unwrap_or_default();
    format!(
        "<div class=\"{class}\"><label class=\"wp-block-categories__label{hidden}\" for=\"{id}\">{label}</label>\
         <select  name='{query_var}' id='{id}' class='postform'>\n\t<option value='-1'>{}</option>\n{options}</select>\n\
         <script>\n(function(list) {{\n\tlist.onchange = function() {{\n\t\tif ( list.value !== \"-1\" ) {{\n\
         \t\t\tlocation.href = {} + \"/?\" + list.name + \"=\" + list.value;\n\t\t}}\n\t}};\n\
         }})( document.getElementById( \"{id}\" ) );\n</script>\n</div>",
        esc_html(&choose),
        home.replace('<', "\\u003c"),
    )
}

/// How many drop-downs of this block stand on the page so far.
#[derive(Clone, Default)]
struct Dropdowns(u32);
