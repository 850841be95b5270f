//! The header: top bar, logo and menu, search, slide-in and full-screen menus.
//!
//! Contract "divi-theme", section 3.

use compat::wordpress::kses::wp_kses_post;
use minijinja::context;

use crate::markup::markup;
use crate::wordpress::head::url;
use crate::wordpress::nav_menu::{MenuArgs, menu_at, wp_nav_menu};
use crate::wordpress::view::{Page, View};

use super::cart_link::cart_link;
use super::options::{DiviOptions, HeaderStyle};
use super::page_menu::page_menu;
use super::social_icons::social_icons;

/// Whether the top bar has content.
pub fn has_secondary_items(view: &View) -> bool {
    let options = DiviOptions::of(view);
    !options.text("phone_number").is_empty()
        || !options.text("header_email").is_empty()
        || options.is_true("show_header_social_icons", false)
        || menu_at(view, "secondary-menu").is_some()
}

/// Everything above the main area.
pub fn header(page: &mut Page) -> String {
    let view = page.view.clone();
    let style = DiviOptions::of(&view).header_style();
    // The theme renders the secondary menu twice and prints the second result, whose items have no ids.
    let secondary = secondary_menu(page, MenuPart::List);
    let mut out = String::new();
    let has_top_bar = has_secondary_items(&view) && !style.slides_in();
    if has_top_bar {
        let secondary = if secondary.is_empty() {
            secondary
        } else {
            secondary_menu(page, MenuPart::List)
        };
        out.push_str(&top_header(&view, secondary));
    }
    if style.slides_in() {
        out.push_str(&slide_in_menu(page, style));
    }
    out.push_str(&main_header(page, style, has_top_bar));
    out
}

/// A whole menu, or its items without the list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MenuPart {
    List,
    Items,
}

fn menu(page: &mut Page, location: &str, id: &str, class: &str, part: MenuPart) -> Option<String> {
    let view = page.view.clone();
    let menu = menu_at(&view, location)?;
    let args = MenuArgs {
        menu_id: Some(id),
        menu_class: class,
        has_container: false,
        depth: 0,
    };
    let list = wp_nav_menu(&view, page, menu, args);
    if part == MenuPart::List {
        return Some(list);
    }
    let items = list
        .split_once('>')
        .and_then(|(_, rest)| rest.strip_suffix("</ul>"));
    Some(items.unwrap_or_default().to_owned())
}

fn secondary_menu(page: &mut Page, part: MenuPart) -> String {
    menu(page, "secondary-menu", "et-secondary-nav", "menu", part).unwrap_or_default()
}

fn phone(view: &View) -> String {
    wp_kses_post(&DiviOptions::of(view).text("phone_number"))
}

fn top_header(view: &View, secondary_menu: String) -> String {
    let options = DiviOptions::of(view);
    let (phone, email) = (phone(view), options.text("header_email").into_owned());
    let icons = if options.is_true("show_header_social_icons", false) {
        social_icons(view)
    } else {
        String::new()
    };
    let values = context! {
        has_info => !phone.is_empty() || !email.is_empty(),
        phone => markup(phone),
        email => email,
        social_icons => markup(icons),
        secondary_menu => markup(secondary_menu),
        cart_link => markup(cart_link(view, true)),
    };
    view.render("divi/top_header.html", values)
}

/// The theme's search form.
pub fn search_form(view: &View, has_button: bool) -> String {
    let domain = view.locale.domain("Divi");
    let values = context! {
        home => markup(url(&view.home_url())),
        placeholder => domain.translate("Search &hellip;"),
        query => view.query.vars.text("s"),
        title => domain.translate("Search for:"),
        has_button => has_button,
        language => view.site.language_parameter(),
    };
    view.render("divi/search_form.html", values)
}

fn main_header(page: &mut Page, style: HeaderStyle, has_top_bar: bool) -> String {
    let view = page.view.clone();
    let options = DiviOptions::of(&view);
    let class = if options.is_on("divi_disable_toptier", false) {
        "nav et_disable_top_tier"
    } else {
        "nav"
    };
    let primary = if style.slides_in() {
        String::new()
    } else {
        menu(page, "primary-menu", "top-menu", class, MenuPart::List)
            .unwrap_or_else(|| page_menu(&view, class))
    };
    let own_logo = options.text("divi_logo");
    let logo = if own_logo.is_empty() {
        view.theme_url("images/logo.png")
    } else {
        own_logo.into_owned()
    };
    let (logo_width, logo_height) = logo_size(&view, &logo);
    let cart = if has_top_bar || style.slides_in() {
        String::new()
    } else {
        cart_link(&view, false)
    };
    let has_search = options.is_true("show_search_icon", true) && !style.slides_in();
    let values = context! {
        menu_height => options.text_or("menu_height", "66"),
        fixed_menu_height => options.text_or("minimized_menu_height", "40"),
        home => markup(url(&view.home_url())),
        logo => markup(url(&logo)),
        logo_width => logo_width,
        logo_height => logo_height,
        site_name => view.site.options.text("blogname"),
        logo_percentage => options.text_or("logo_height", "54"),
        is_slide_in => style.slides_in(),
        primary_menu => markup(primary),
        cart_link => markup(cart),
        slide_toggle => style.slides_in().then(|| style.name()),
        has_search => has_search,
        select_page => view.theme_text("Select Page"),
        search_form => markup(search_form(&view, false)),
    };
    view.render("divi/main_header.html", values)
}

/// The logo's size from its attachment, else that of the theme's default logo.
fn logo_size(view: &View, logo: &str) -> (i64, i64) {
    view.attachments
        .values()
        .find(|a| a.url() == logo)
        .and_then(|a| a.metadata.as_ref())
        .filter(|m| m.width > 0 && m.height > 0)
        .map_or((93, 43), |m| (m.width, m.height))
}

fn slide_in_menu(page: &mut Page, style: HeaderStyle) -> String {
    let view = page.view.clone();
    let options = DiviOptions::of(&view);
    let mut items = menu(
        page,
        "primary-menu",
        "mobile_menu_slide",
        "",
        MenuPart::Items,
    )
    .unwrap_or_default();
    items.push_str(&secondary_menu(page, MenuPart::Items));
    let icons = if options.is_true("show_header_social_icons", false) {
        social_icons(&view)
    } else {
        String::new()
    };
    let has_search = options.is_true("show_search_icon", true);
    let search = if has_search {
        search_form(&view, true)
    } else {
        String::new()
    };
    let values = context! {
        is_fullscreen => style == HeaderStyle::Fullscreen,
        has_top => options.is_true("slide_nav_show_top_bar", true),
        social_icons => markup(icons),
        cart_link => markup(cart_link(&view, true)),
        search_form => markup(search),
        phone => markup(phone(&view)),
        email => options.text("header_email"),
        items => markup(items),
    };
    view.render("divi/slide_in_menu.html", values)
}
