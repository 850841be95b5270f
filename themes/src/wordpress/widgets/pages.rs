//! `WP_Widget_Pages`: the hierarchy of pages (`wp_list_pages`).

use std::collections::HashSet;

use compat::wordpress::db::tag::SitePart;
use compat::wordpress::db::unicode_ci;
use compat::wordpress::php::sprintf::sprintf;
use compat::wordpress::post::{Post, PostId};
use compat::wordpress::site::PageNode;
use compat::wordpress::widget::Widget;

use super::kinds::WidgetOutput;
use super::settings::{href, text_setting, widget_title};
use crate::wordpress::view::{Page, View};

/// `pages`; prints nothing without pages.
pub(super) fn pages(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    let view = page.view.clone();
    let list = List::of(&view, widget);
    let mut items = String::new();
    list.items(page, None, 0, &mut items);
    if items.is_empty() {
        return None;
    }
    Some(WidgetOutput {
        title: widget_title(&view, widget, &view.text("Pages")),
        content: format!("<ul>\n{items}</ul>"),
        ..WidgetOutput::default()
    })
}

struct List<'v> {
    view: &'v View,
    nodes: Vec<&'v PageNode>,
    shown: HashSet<PostId>,
    current: Option<PostId>,
}

/// Maximum depth, so that a cycle in the data ends.
pub(super) const DEEPEST: usize = 50;

/// The published pages by `menu_order` and title.
pub(super) fn published_pages(view: &View) -> Vec<&PageNode> {
    view.shows(SitePart::PageTitles);
    let pages = view.site.pages.iter();
    let pages = pages.filter(|n| n.post_type == "page" && n.status == "publish");
    let mut nodes: Vec<&PageNode> = pages.collect();
    nodes.sort_by(|a, b| {
        let order = a.menu_order.cmp(&b.menu_order);
        order.then_with(|| unicode_ci::compare(&a.title, &b.title))
    });
    nodes
}

/// The page that is shown.
pub(super) fn current_page(view: &View) -> Option<PostId> {
    let is = &view.query.is;
    let names_page = is.is_page || is.is_attachment || is.is_posts_page;
    view.query.queried_post_id().filter(|_| names_page)
}

/// The address of a page.
pub(super) fn page_link(view: &View, node: &PageNode) -> String {
    view.links().get_permalink(&Post {
        id: node.id,
        parent: node.parent,
        name: node.name.clone(),
        status: node.status.clone(),
        post_type: node.post_type.clone(),
        ..Post::default()
    })
}

impl<'v> List<'v> {
    fn of(view: &'v View, widget: &Widget) -> Self {
        let excluded: HashSet<i64> = text_setting(widget, "exclude")
            .split([',', ' '])
            .filter_map(|id| id.trim().parse().ok())
            .collect();
        let mut nodes = published_pages(view);
        nodes.retain(|n| !excluded.contains(&n.id.0));
        match text_setting(widget, "sortby").as_str() {
            "ID" => nodes.sort_by_key(|n| n.id),
            "post_title" => nodes.sort_by(|a, b| unicode_ci::compare(&a.title, &b.title)),
            _ => {}
        }
        Self {
            view,
            shown: nodes.iter().map(|n| n.id).collect(),
            nodes,
            current: current_page(view),
        }
    }

    fn below(&self, parent: Option<PostId>) -> Vec<&'v PageNode> {
        let stands_here = |node: &&&PageNode| match parent {
            Some(parent) => node.parent == parent,
            None => node.parent.0 == 0 || !self.shown.contains(&node.parent),
        };
        self.nodes.iter().filter(stands_here).copied().collect()
    }

    fn items(&self, page: &mut Page, parent: Option<PostId>, depth: usize, out: &mut String) {
        for node in self.below(parent) {
            let mut children = String::new();
            if depth < DEEPEST {
                self.items(page, Some(node.id), depth + 1, &mut children);
            }
            let url = page_link(self.view, node);
            let aria = if self.current == Some(node.id) {
                " aria-current=\"page\""
            } else {
                ""
            };
            out.push_str(&format!(
                "<li class=\"{}\"><a href=\"{}\"{aria}>{}</a>",
                self.class(node, !children.is_empty()),
                href(&url),
                self.title(page, node)
            ));
            if !children.is_empty() {
                out.push_str(&format!("\n<ul class='children'>\n{children}</ul>\n"));
            }
            out.push_str("</li>\n");
        }
    }

    fn title(&self, page: &mut Page, node: &PageNode) -> String {
        if node.title.is_empty() {
            let pattern = self.view.text("#%d (no title)");
            let title = sprintf(&pattern, &[node.id.0.into()]).unwrap_or_default();
            return page.the_title(&title);
        }
        page.the_title(&node.title)
    }

    fn class(&self, node: &PageNode, has_children: bool) -> String {
        let mut class = format!("page_item page-item-{}", node.id);
        if has_children {
            class.push_str(" page_item_has_children");
        }
        let Some(current) = self.current else {
            if self.view.site.page_for_posts() == Some(node.id) {
                class.push_str(" current_page_parent");
            }
            return class;
        };
        let above = self.view.site.pages.ancestors(current);
        if above.iter().any(|n| n.id == node.id) {
            class.push_str(" current_page_ancestor");
        }
        if current == node.id {
            class.push_str(" current_page_item");
        } else if above.first().is_some_and(|n| n.id == node.id) {
            class.push_str(" current_page_parent");
        }
        class
    }
}
