//! The fallback menu of pages and categories, for a site without an assigned menu.
//!
//! Contract "divi-theme", section 3 (end) and section 7.

use std::cmp::Ordering;

use compat::wordpress::db::tag::SitePart;
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::post::PostId;
use compat::wordpress::site::PageNode;
use compat::wordpress::taxonomy::{Term, TermId};
use std::sync::Arc;

use crate::wordpress::head::url;
use crate::wordpress::view::View;

use super::options::DiviOptions;

/// The list.
pub fn page_menu(view: &View, class: &str) -> String {
    let options = DiviOptions::of(view);
    let mut items = String::new();
    if options.is_on("divi_home_link", true) {
        let current = if view.query.is.is_front_page {
            " class=\"current_page_item\""
        } else {
            ""
        };
        let label = esc_html(&view.theme_text("Home")).into_owned();
        items.push_str(&format!(
            "<li{current}><a href=\"{}\">{label}</a></li>",
            url(&view.home_url())
        ));
    }
    let excluded = numbers(&options.list("divi_menupages"));
    let depth = depth(options, "divi_enable_dropdowns", "divi_tiers_shown_pages");
    pages(view, PostId(0), depth, &excluded, &mut items);
    let excluded = numbers(&options.list("divi_menucats"));
    let depth = self::depth(
        options,
        "divi_enable_dropdowns_categories",
        "divi_tiers_shown_categories",
    );
    categories(view, TermId(0), depth, &excluded, &mut items);
    format!("<ul id=\"top-menu\" class=\"{class}\">{items}</ul>")
}

fn numbers(list: &[String]) -> Vec<i64> {
    list.iter().filter_map(|n| n.parse().ok()).collect()
}

fn depth(options: DiviOptions<'_>, switch: &str, tiers: &str) -> i64 {
    if options.is_on(switch, true) {
        options.int_or(tiers, 3)
    } else {
        1
    }
}

fn by_option(view: &View, a: &PageNode, b: &PageNode) -> Ordering {
    let options = DiviOptions::of(view);
    let order = match options.text_or("divi_sort_pages", "post_title").as_ref() {
        "menu_order" => a.menu_order.cmp(&b.menu_order),
        "ID" => a.id.cmp(&b.id),
        "post_name" => a.name.cmp(&b.name),
        _ => a.title.to_lowercase().cmp(&b.title.to_lowercase()),
    };
    if options
        .text_or("divi_order_page", "asc")
        .eq_ignore_ascii_case("desc")
    {
        order.reverse()
    } else {
        order
    }
}

fn pages(view: &View, parent: PostId, depth: i64, excluded: &[i64], out: &mut String) {
    view.shows(SitePart::PageTitles);
    let is_shown =
        |n: &&PageNode| n.parent == parent && n.status == "publish" && !excluded.contains(&n.id.0);
    let mut nodes: Vec<&PageNode> = view.site.pages.iter().filter(is_shown).collect();
    nodes.sort_by(|a, b| by_option(view, a, b));
    for node in nodes {
        let mut children = String::new();
        if depth > 1 {
            pages(view, node.id, depth - 1, excluded, &mut children);
        }
        let current = view.query.queried_post_id() == Some(node.id);
        let more = [
            (!children.is_empty(), " page_item_has_children"),
            (current, " current_page_item"),
        ];
        let more: String = more
            .iter()
            .filter(|(yes, _)| *yes)
            .map(|(_, c)| *c)
            .collect();
        out.push_str(&format!(
            "<li class=\"page_item page-item-{}{more}\"><a href=\"{}\"{}>{}</a>",
            node.id,
            url(&view.page_url(node.id).unwrap_or_default()),
            if current {
                " aria-current=\"page\""
            } else {
                ""
            },
            esc_html(&node.title)
        ));
        if !children.is_empty() {
            out.push_str(&format!("\n<ul class='children'>\n{children}</ul>\n"));
        }
        out.push_str("</li>\n");
    }
}

fn categories(view: &View, parent: TermId, depth: i64, excluded: &[i64], out: &mut String) {
    view.shows(SitePart::TermCounts);
    let options = DiviOptions::of(view);
    let hides_empty = !options.is_on("divi_categories_empty", true);
    let mut terms: Vec<&Arc<Term>> = view
        .site
        .terms
        .of("category")
        .iter()
        .filter(|t| t.parent == parent && !excluded.contains(&t.term_id.0))
        .filter(|t| !hides_empty || t.count > 0)
        .collect();
    terms.sort_by_key(|t| t.name.to_lowercase());
    for term in terms {
        let href = view.links().get_term_link(term).unwrap_or_default();
        let mut children = String::new();
        if depth > 1 {
            categories(view, term.term_id, depth - 1, excluded, &mut children);
        }
        let id = term.term_id.0;
        out.push_str(&format!(
            "\t<li class=\"cat-item cat-item-{id}\"><a href=\"{}\">{}</a>\n",
            url(&href),
            esc_html(&term.name)
        ));
        if !children.is_empty() {
            out.push_str(&format!("<ul class='children'>\n{children}</ul>\n"));
        }
        out.push_str("</li>\n");
    }
}
