//! `et_pb_menu` and `et_pb_fullwidth_menu`: a menu with logo, cart and search.
//!
//! Contract "divi-modules", sections 2 and 3.

use compat::wordpress::formatting::escape::esc_attr;
use compat::wordpress::menu::{MenuItem, NavMenu};
use compat::wordpress::taxonomy::TermId;
use minijinja::context;

use crate::wordpress::head::url;
use crate::wordpress::nav_menu::{MenuArgs, wp_nav_menu};
use crate::wordpress::view::{Page, View};

use super::super::builder::image::attachment_of;
use super::super::builder::{
    Element, ImageTag, Module, MultiView, OnPage, Rendered, builder_text, print,
};
use super::super::cart_link::items;

/// `et_pb_menu`.
pub const MODULE: Module = Module {
    slug: "et_pb_menu",
    defaults: DEFAULTS,
    render: OnPage::leaf(render),
};

/// `et_pb_fullwidth_menu`.
pub const FULLWIDTH: Module = Module {
    slug: "et_pb_fullwidth_menu",
    defaults: DEFAULTS,
    render: OnPage::leaf(render),
};

const DEFAULTS: &[(&str, &str)] = &[
    ("background_layout", "light"),
    ("text_orientation", "left"),
    ("menu_style", "left_aligned"),
    ("dropdown_menu_animation", "fade"),
    ("show_cart_icon", "off"),
    ("show_search_icon", "off"),
];

fn render(element: &Element<'_>, inside: Rendered, page: &mut Page) -> Rendered {
    let view = page.view.clone();
    let slug = element.slug;
    let is_fullwidth = slug == FULLWIDTH.slug;
    let logo = logo(element, &view);
    let has_logo = !element.text("logo").is_empty();
    let is_upwards = element.text("submenu_direction") == "upwards";
    let mut classes = element.class_list();
    classes.background_layout(element);
    classes.text_orientation(element, "text_orientation");
    let animation = esc_attr(element.text("dropdown_menu_animation")).into_owned();
    classes.add(format!("et_dropdown_animation_{animation}"));
    classes.add_if(
        element.is_on("fullwidth_menu"),
        &format!("{slug}_fullwidth"),
    );
    classes.add(format!(
        "{slug}--with{}-logo",
        if has_logo { "" } else { "out" }
    ));
    classes.add(format!(
        "{slug}--style-{}",
        esc_attr(element.text("menu_style"))
    ));
    if has_logo {
        classes.child_filters(element);
    }
    let (cart, search) = (
        element.values("show_cart_icon"),
        element.values("show_search_icon"),
    );
    let shown = |values| MultiView::default().visibility(values, "on").print(slug);
    let values = context! {
        is_fullwidth, logo, is_upwards,
        menu => list(element, page, is_fullwidth),
        logo_href => url(element.text("logo_url")),
        logo_window => element.is_on("logo_url_new_window"),
        cart => cart.any_is("on").then(|| cart_link(&view)), cart_multi_view => shown(&cart),
        cart_count => element.is_on("show_cart_quantity").then(|| items(&view, "Divi")),
        search => search.any_is("on"), search_multi_view => shown(&search),
        home => view.home_url(),
        search_hint => view
            .text_in_context("Search &hellip;", "placeholder")
            .replace("&hellip;", "\u{2026}"),
        search_title => builder_text(&view, "Search for:"),
        ..element.root(&classes)
    };
    let html = print(element, "menu", values);
    Rendered {
        has_menu: true,
        ..inside.with_html(html)
    }
}

fn logo(element: &Element<'_>, view: &View) -> String {
    let alt = match element.text("logo_alt") {
        "" => attachment_of(view, element.text("logo")).map_or("", |image| image.alt.as_str()),
        own => own,
    };
    ImageTag::of(element, "logo")
        .with("alt", alt)
        .print(view, element.slug)
}

fn cart_link(view: &View) -> String {
    let cart = view.site.options.int("woocommerce_cart_page_id");
    let page = view.page_url(compat::wordpress::post::PostId(cart));
    url(&page.unwrap_or_else(|| view.home_url()))
}

/// The selected menu, else the first one by name with items.
fn menu_of<'v>(view: &'v View, chosen: &str) -> Option<&'v NavMenu> {
    let id = chosen.trim().parse::<i64>().unwrap_or(0);
    if let Some(menu) = view.site.menus.get(&TermId(id)) {
        return Some(menu);
    }
    let filled = view.site.menus.values().filter(|m| !m.items.is_empty());
    filled.min_by_key(|m| m.term.name.to_lowercase())
}

fn list(element: &Element<'_>, page: &mut Page, is_fullwidth: bool) -> String {
    let view = page.view.clone();
    let Some(menu) = menu_of(&view, element.text("menu_id")) else {
        return String::new();
    };
    let own = if is_fullwidth {
        "et-menu fullwidth-menu nav"
    } else {
        "et-menu nav"
    };
    let direction = element.text("submenu_direction");
    let joint = if direction.is_empty() { "" } else { " " };
    let class = format!("{own}{joint}{direction}");
    let args = MenuArgs {
        menu_id: None,
        menu_class: &class,
        has_container: false,
        depth: 0,
    };
    with_page_ids(&wp_nav_menu(&view, page, menu, args), menu)
}

/// Adds a class with the target's id to each item.
fn with_page_ids(list: &str, menu: &NavMenu) -> String {
    let mut out = String::with_capacity(list.len() + menu.items.len() * 32);
    let mut rest = list;
    while let Some(start) = rest.find("<li") {
        let (before, from) = rest.split_at(start);
        out.push_str(before);
        let end = from.find('>').map_or(from.len(), |at| at + 1);
        let (tag, behind) = from.split_at(end);
        let item = menu.items.iter().find(|item| {
            let class = format!(" menu-item-{}", item.id);
            let of_item = tag.rsplit_once(&class).map(|(_, rest)| rest);
            of_item.is_some_and(|rest| rest == "\">" || rest.starts_with('-'))
        });
        match item {
            Some(item) => {
                let class = format!("et_pb_menu_page_id-{}", page_id(item, tag));
                let marked = if tag.contains("\"menu-item menu-item-type") {
                    tag.replacen(
                        "\"menu-item menu-item-type",
                        &format!("\"{class} menu-item menu-item-type"),
                        1,
                    )
                } else {
                    tag.replacen(
                        " menu-item menu-item-type",
                        &format!(" {class} menu-item menu-item-type"),
                        1,
                    )
                };
                out.push_str(&marked);
            }
            None => out.push_str(tag),
        }
        rest = behind;
    }
    out.push_str(rest);
    out
}

/// `home`, the page's or term's id, else the item's.
fn page_id(item: &MenuItem, tag: &str) -> String {
    if tag.contains("menu-item-home") {
        "home".to_owned()
    } else if item.item_type == "custom" || item.object_id <= 0 {
        item.id.to_string()
    } else {
        item.object_id.to_string()
    }
}
