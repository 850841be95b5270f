//! The block `core/page-list`: the published pages as nested lists, all of them or those below one page.
//!
//! Contract "wordpress-rest", section 14; recording owner/navigation-create.

use compat::wordpress::blocks::BlockCall;
use compat::wordpress::formatting::escape::esc_attr;
use compat::wordpress::kses::wp_kses_post;
use compat::wordpress::post::PostId;
use compat::wordpress::site::PageNode;
use serde_json::Value as Json;

use super::block::block_class;
use super::pages::{DEEPEST, current_page, page_link, published_pages};
use super::settings::href;
use crate::wordpress::view::{Page, View};

/// The block. A page below one that is not published is not listed.
pub(super) fn block(call: &BlockCall<'_, Page>, page: &mut Page) -> String {
    let view = page.view.clone();
    let parent = call.block.attr("parentPageID").and_then(Json::as_i64);
    let is_nested = call.block.attr("isNested").and_then(Json::as_bool);
    let current = current_page(&view);
    let list = List {
        view: &view,
        nodes: published_pages(&view),
        current,
        above: current.map_or_else(Vec::new, |current| {
            let above = view.site.pages.ancestors(current);
            above.iter().map(|node| node.id).collect()
        }),
        is_nested: is_nested.unwrap_or(false),
    };
    let mut items = String::new();
    list.items(PostId(parent.unwrap_or(0)), 0, &mut items);
    if items.is_empty() || list.is_nested {
        return items;
    }
    let class = block_class(call.block, "wp-block-page-list");
    format!("<ul class=\"{}\">{items}</ul>", esc_attr(&class))
}

struct List<'v> {
    view: &'v View,
    nodes: Vec<&'v PageNode>,
    current: Option<PostId>,
    /// The pages above the current one.
    above: Vec<PostId>,
    /// The items stand in a list of another block.
    is_nested: bool,
}

impl List<'_> {
    fn items(&self, parent: PostId, depth: usize, out: &mut String) {
        for node in self.nodes.iter().filter(|node| node.parent == parent) {
            let mut children = String::new();
            if depth < DEEPEST {
                self.items(node.id, depth + 1, &mut children);
            }
            let class = self.class(node, depth, !children.is_empty());
            let title = match wp_kses_post(&node.title) {
                title if title.is_empty() => self.view.text("(no title)"),
                title => title,
            };
            let aria = match self.current == Some(node.id) {
                true => " aria-current=\"page\"",
                false => "",
            };
            out.push_str(&format!(
                "<li class=\"{class}\"><a class=\"wp-block-pages-list__item__link\" href=\"{}\"{aria}>{title}</a>",
                href(&page_link(self.view, node))
            ));
            if !children.is_empty() {
                out.push_str("<ul class=\"wp-block-navigation__submenu-container\">");
                out.push_str(&children);
                out.push_str("</ul>");
            }
            out.push_str("</li>");
        }
    }

    /// Items below the first level have a blank where a navigation's colours would stand.
    fn class(&self, node: &PageNode, depth: usize, has_children: bool) -> String {
        let is_front = self.view.site.options.int("page_on_front") == node.id.0;
        let parts = [
            (self.current == Some(node.id), " current-menu-item"),
            (self.above.contains(&node.id), " current-menu-ancestor"),
            (has_children, " has-child"),
            (depth > 0 || self.is_nested, " "),
            (is_front, " menu-item-home"),
        ];
        let own = parts.iter().filter(|(holds, _)| *holds);
        let own: String = own.map(|(_, class)| *class).collect();
        format!("wp-block-pages-list__item{own}")
    }
}
