//! Menus: `wp_nav_menu` and the classes of current items.
//!
//! Contract "wordpress-core", section 10.2.

use std::borrow::Cow;

use compat::wordpress::formatting::escape::esc_attr;
use compat::wordpress::formatting::sanitize::sanitize_html_class;
use compat::wordpress::kses::bad_protocol::WP_ALLOWED_PROTOCOLS;
use compat::wordpress::link::untrailingslashit;
use compat::wordpress::menu::{MenuItem, MenuItemTarget, NavMenu};
use compat::wordpress::post::PostId;
use compat::wordpress::taxonomy::TermId;
use compat::wordpress::url::esc_url;

use super::menu_position::Active;
use super::view::{Page, View};

/// The arguments of `wp_nav_menu`.
#[derive(Debug, Clone, Copy)]
pub struct MenuArgs<'a> {
    /// Id of the list; `None`: `menu-SLUG`.
    pub menu_id: Option<&'a str>,
    /// Class of the list.
    pub menu_class: &'a str,
    /// Whether the list is wrapped in `div.menu-SLUG-container`.
    pub has_container: bool,
    /// Levels printed, 0 for all.
    pub depth: usize,
}

/// The menu at a location of the theme, if one is assigned.
pub fn menu_at<'a>(view: &'a View, location: &str) -> Option<&'a NavMenu> {
    let stylesheet = view.site.options.text("stylesheet");
    let mods = view.site.options.value(&format!("theme_mods_{stylesheet}"));
    let id = mods.at("nav_menu_locations").at(location).to_int();
    view.site
        .menus
        .get(&TermId(id))
        .filter(|m| !m.items.is_empty())
}

/// Prints a menu.
pub fn wp_nav_menu(view: &View, page: &mut Page, menu: &NavMenu, args: MenuArgs<'_>) -> String {
    let menu = &*view.theme.hooks.apply_wp_get_nav_menu_items(view, menu);
    let active = Active::of(view, menu);
    let mut items = String::new();
    level(
        view,
        page,
        menu,
        &active,
        PostId(0),
        0,
        args.depth,
        &mut items,
    );
    view.theme
        .hooks
        .apply_wp_nav_menu_items(page, menu, args.depth, &mut items);
    let slug = &menu.term.slug;
    let id = args
        .menu_id
        .map_or_else(|| unique_id(page, &format!("menu-{slug}")), str::to_owned);
    let class = esc_attr(args.menu_class);
    let list = format!(
        "<ul id=\"{}\" class=\"{class}\">{items}</ul>",
        esc_attr(&id)
    );
    if args.has_container {
        format!("<div class=\"menu-{slug}-container\">{list}</div>")
    } else {
        list
    }
}

fn unique_id(page: &mut Page, wanted: &str) -> String {
    let used = page.menu_ids.iter().filter(|id| *id == wanted).count();
    page.menu_ids.push(wanted.to_owned());
    if used == 0 {
        wanted.to_owned()
    } else {
        format!("{wanted}-{used}")
    }
}

#[expect(
    clippy::too_many_arguments,
    reason = "one walker; its state has no meaning elsewhere"
)]
fn level(
    view: &View,
    page: &mut Page,
    menu: &NavMenu,
    active: &Active,
    parent: PostId,
    depth: usize,
    max_depth: usize,
    out: &mut String,
) {
    let indent = "\t".repeat(depth);
    for item in menu.children(parent) {
        // Children of a stored item that was replaced by several items go below the first of these.
        let html_id = item.html_id();
        let has_children = !item.is_below_its_own()
            && is_first(menu, item)
            && menu.children(item.id).next().is_some();
        let says_children = has_children && item.copy.is_none();
        let id = if page.menu_item_ids.contains(&html_id) {
            String::new()
        } else {
            let id = format!(" id=\"menu-item-{html_id}\"");
            page.menu_item_ids.push(html_id);
            id
        };
        let classes = classes(view, item, active, says_children);
        out.push_str(&format!(
            "{indent}<li{id} class=\"{}\">",
            esc_attr(&classes.join(" "))
        ));
        out.push_str(&link(view, page, item, active));
        if has_children && (max_depth == 0 || depth + 1 < max_depth) {
            out.push_str(&format!("\n{indent}<ul class=\"sub-menu\">\n"));
            level(view, page, menu, active, item.id, depth + 1, max_depth, out);
            out.push_str(&format!("{indent}</ul>\n"));
        }
        out.push_str("</li>\n");
    }
}

/// Whether this is the first item made from its stored item.
fn is_first(menu: &NavMenu, item: &MenuItem) -> bool {
    let of_stored = menu.items.iter().find(|other| other.id == item.id);
    of_stored.is_none_or(|first| first.copy == item.copy)
}

/// The URL of an item, not escaped.
pub fn item_url<'a>(view: &View, item: &'a MenuItem) -> Cow<'a, str> {
    match &item.target_object {
        MenuItemTarget::Custom => Cow::Borrowed(&item.url),
        MenuItemTarget::Post(post) => Cow::Owned(view.links().get_permalink(post)),
        MenuItemTarget::Term(term) => {
            Cow::Owned(view.links().get_term_link(term).unwrap_or_default())
        }
        MenuItemTarget::PostTypeArchive(name) => Cow::Owned(
            view.links()
                .get_post_type_archive_link(name)
                .unwrap_or_default(),
        ),
    }
}

fn is_privacy_policy(view: &View, item: &MenuItem) -> bool {
    let id = view.site.options.int("wp_page_for_privacy_policy");
    item.item_type == "post_type" && item.object == "page" && id > 0 && item.object_id == id
}

fn link(view: &View, page: &mut Page, item: &MenuItem, active: &Active) -> String {
    let mut attributes = String::new();
    let mut attribute = |name: &str, value: &str| {
        if !value.is_empty() {
            attributes.push_str(&format!(" {name}=\"{value}\""));
        }
    };
    let rel = match (item.xfn.as_str(), item.target.as_str()) {
        ("", "_blank") => "noopener".to_owned(),
        (xfn, _) => xfn.to_owned(),
    };
    let rel = if is_privacy_policy(view, item) {
        format!("{rel} privacy-policy").trim_start().to_owned()
    } else {
        rel
    };
    attribute("title", &esc_attr(&item.attr_title));
    attribute("target", &esc_attr(&item.target));
    attribute("rel", &esc_attr(&rel));
    attribute(
        "href",
        &esc_url(&item_url(view, item), &WP_ALLOWED_PROTOCOLS),
    );
    attribute(
        "aria-current",
        if active.is_current(item) && item.may_be_current() {
            "page"
        } else {
            ""
        },
    );
    for (name, value) in item.copy.iter().flat_map(|copy| &copy.link_attributes) {
        attribute(name, &esc_attr(value));
    }
    format!("<a{attributes}>{}</a>", page.the_title(&item.title))
}

fn classes(view: &View, item: &MenuItem, active: &Active, has_children: bool) -> Vec<String> {
    let mut classes: Vec<String> = item
        .classes
        .iter()
        .map(|c| sanitize_html_class(c, ""))
        .collect();
    classes.retain(|c| !c.is_empty());
    classes.extend([
        "menu-item".to_owned(),
        format!("menu-item-type-{}", item.item_type),
        format!("menu-item-object-{}", item.object),
    ]);
    let mut add = |class: &str| classes.push(class.to_owned());
    let is_page = item.item_type == "post_type" && item.object == "page";
    if is_page
        && view
            .site
            .page_on_front()
            .is_some_and(|id| id.0 == item.object_id)
    {
        add("menu-item-home");
    }
    if is_privacy_policy(view, item) {
        add("menu-item-privacy-policy");
    }
    if active.is_current(item) {
        if item.may_be_current() {
            add("current-menu-item");
        }
        if is_page {
            add("page_item");
            add(&format!("page-item-{}", item.object_id));
            add("current_page_item");
        } else if item.item_type == "custom" && view.query.is.is_front_page {
            add("current_page_item");
        }
    }
    if is_page
        && !view.query.is.is_page
        && view
            .site
            .page_for_posts()
            .is_some_and(|id| id.0 == item.object_id)
    {
        add("current_page_parent");
    }
    if item.item_type == "custom" && untrailingslashit(&item.url) == view.site.home() {
        add("menu-item-home");
    }
    active.add_relations(item, is_page, &mut classes);
    if has_children {
        classes.push("menu-item-has-children".to_owned());
    }
    view.theme
        .hooks
        .apply_menu_item_class(view, item, &mut classes);
    classes.push(format!("menu-item-{}", item.html_id()));
    classes
}
