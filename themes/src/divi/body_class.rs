//! The theme's classes of the body.
//!
//! Contract "divi-theme", section 2.

use compat::divi::theme_builder::Area;
use compat::wordpress::device::{Device, OperatingSystem};
use compat::wordpress::shop_content::ShopContent;

use crate::hooks::TitleParts;
use crate::wordpress::nav_menu::menu_at;
use crate::wordpress::view::View;

use super::header::has_secondary_items;
use super::options::{DiviOptions, HeaderStyle};
use super::post_settings::{
    gutter_width, is_blank_template, is_pagebuilder_used, is_shop, page_layout,
};
use super::theme_builder;

/// Adds the classes.
pub fn body_class(view: &View, classes: &mut Vec<String>) {
    let options = DiviOptions::of(view);
    let is_blank = is_blank_template(view);
    let gives_way = |area| theme_builder::overrides(view, area);
    before_options(view, classes);
    let mut add = |yes: bool, class: &str| {
        if yes {
            classes.push(class.to_owned());
        }
    };
    let scheme = options.text_or("color_schemes", "none");
    add(
        scheme != "none" && !scheme.is_empty(),
        &format!("et_color_scheme_{scheme}"),
    );
    buttons(options, &mut add);
    add(has_side_nav(view), "et_pb_side_nav_page");
    if !is_blank && !gives_way(Area::Header) {
        navigation(view, options, &mut add);
    }
    let logo = options.text("divi_logo").to_lowercase();
    add(logo.ends_with(".svg"), "et_pb_svg_logo");
    if !is_blank && !gives_way(Area::Footer) {
        add(
            true,
            &format!("et_pb_footer_columns{}", options.footer_columns()),
        );
    }
    let is = &view.query.is;
    add(is.is_home && is.is_front_page, "home-posts");
    add(options.is_true("boxed_layout", false), "et_boxed_layout");
    add(
        options.is_true("cover_background", true),
        "et_cover_background",
    );
    add(!options.is_true("use_sidebar_width", false), "et_pb_gutter");
    add(true, system(view.visitor.device));
    add(true, &format!("et_pb_gutters{}", gutter_width(view)));
    let single = view.query.queried_post().filter(|_| is.is_singular);
    let is_builder = single.is_some_and(|post| is_pagebuilder_used(view, post));
    // In archives the theme uses the first post's settings.
    let is_layout = view
        .global_post()
        .is_some_and(|post| is_pagebuilder_used(view, post));
    add(is_layout, "et_pb_pagebuilder_layout");
    add(
        options.is_on("divi_smooth_scroll", false),
        "et_smooth_scroll",
    );
    if !gives_way(Area::Body) {
        add(true, &sidebar_class(view, options, is_blank, is_builder));
    }
    let is_wide = single.is_some_and(|post| {
        let layout = page_layout(view, post);
        post.post_type == "project"
            && matches!(layout.as_ref(), "et_full_width_page" | "et_no_sidebar")
    });
    add(is_wide, "et_full_width_portfolio_page");
    add(true, "et_divi_theme");
    add(true, "et-db");
    shop_classes(view, classes);
}

/// The classes of pages whose content shows a part of a shop.
fn shop_classes(view: &View, classes: &mut Vec<String>) {
    if view.page_data.get::<ShopContent>().is_shown {
        for class in ["woocommerce", "woocommerce-page"] {
            if !classes.iter().any(|known| known == class) {
                classes.push(class.to_owned());
            }
        }
    }
}

/// Classes that do not depend on the theme's options: archives, templates.
fn before_options(view: &View, classes: &mut Vec<String>) {
    if is_page_of_module(view) {
        classes.retain(|class| !class.starts_with("paged-") && !class.contains("-paged-"));
    }
    theme_builder::body_class(view, classes);
}

/// The title of a page whose module shows a further page of its list: unchanged (recordings pagination/blog-2,
/// blog-99).
pub fn document_title_parts(view: &View, parts: &mut TitleParts) {
    if view.query.is.is_singular && is_page_of_module(view) {
        parts.page.clear();
    }
}

/// Whether the page number belongs to a module's list, because the post itself is not split.
fn is_page_of_module(view: &View) -> bool {
    let query = view.visitor.page_url.query();
    let mut names = query.split('&').map(|pair| pair.split('=').next());
    names.any(|name| matches!(name, Some("et_blog" | "et_portfolio")))
}

fn buttons(options: DiviOptions<'_>, add: &mut impl FnMut(bool, &str)) {
    add(
        options.text("all_buttons_icon_placement") == "left",
        "et_button_left",
    );
    add(
        options.text("all_buttons_icon_hover") == "no",
        "et_button_icon_visible",
    );
    add(
        options.text("all_buttons_icon") == "no",
        "et_button_no_icon",
    );
    add(
        options.text_or("all_buttons_selected_icon", "5") != "5",
        "et_button_custom_icon",
    );
    add(true, "et_pb_button_helper_class");
}

fn has_side_nav(view: &View) -> bool {
    let post = view.query.queried_post();
    post.is_some_and(|post| {
        is_pagebuilder_used(view, post)
            && view.objects.post_meta(post.id).text("_et_pb_side_nav") == "on"
    })
}

fn navigation(view: &View, options: DiviOptions<'_>, add: &mut impl FnMut(bool, &str)) {
    let is_vertical = options.vertical_nav();
    let background = options.text_or("primary_nav_bg", "#ffffff");
    add(
        is_transparent(&background) && !is_vertical,
        "et_transparent_nav",
    );
    let fullwidth = options.is_true("nav_fullwidth", false);
    add(fullwidth && !is_vertical, "et_fullwidth_nav");
    add(fullwidth && is_vertical, "et_fullwidth_nav_temp");
    add(
        options.is_true("secondary_nav_fullwidth", false),
        "et_fullwidth_secondary_nav",
    );
    let is_fixed = options.is_on("divi_fixed_nav", true);
    add(is_vertical, "et_vertical_nav");
    add(
        is_vertical && options.text("vertical_nav_orientation") == "right",
        "et_vertical_right",
    );
    add(is_vertical && is_fixed, "et_vertical_fixed");
    add(!is_vertical && is_fixed, "et_fixed_nav");
    add(!is_vertical && !is_fixed, "et_non_fixed_nav");
    hidden_nav(view, options, add);
    for name in ["hide_primary_logo", "hide_fixed_logo", "hide_mobile_logo"] {
        add(options.is_true(name, false), &format!("et_{name}"));
    }
    let style = options.header_style();
    secondary_nav(view, options, style, add);
    for bar in ["primary", "secondary"] {
        let key = format!("{bar}_nav_dropdown_animation");
        let animation = options.text_or(&key, "fade");
        add(
            true,
            &format!("et_{bar}_nav_dropdown_animation_{animation}"),
        );
    }
    add(style.slides_in(), "et_header_style_left");
    add(true, &format!("et_header_style_{}", style.name()));
    let has_top_bar = options.is_true("slide_nav_show_top_bar", true);
    add(
        style == HeaderStyle::Fullscreen && !has_top_bar,
        "et_pb_no_top_bar_fullscreen",
    );
}

fn hidden_nav(view: &View, options: DiviOptions<'_>, add: &mut impl FnMut(bool, &str)) {
    let single = view
        .query
        .queried_post()
        .filter(|_| view.query.is.is_singular);
    let meta = |key: &str| {
        single.map_or_else(String::new, |post| {
            view.objects.post_meta(post.id).text(key).into_owned()
        })
    };
    let own = meta("_et_pb_post_hide_nav");
    let is_hidden = options.is_true("hide_nav", false) && own != "no";
    add(is_hidden, "et_hide_nav");
    add(!is_hidden, "et_show_nav");
    let is_builder = single.is_some_and(|post| is_pagebuilder_used(view, post));
    add(is_builder && own == "on", "et_hide_nav");
    add(meta("_et_pb_show_title") == "on", "et_pb_show_title");
}

fn secondary_nav(
    view: &View,
    options: DiviOptions<'_>,
    style: HeaderStyle,
    add: &mut impl FnMut(bool, &str),
) {
    if style.slides_in() || !has_secondary_items(view) {
        return;
    }
    let has_contact =
        !options.text("phone_number").is_empty() || !options.text("header_email").is_empty();
    let has_icons = options.is_true("show_header_social_icons", false);
    let has_menu = menu_at(view, "secondary-menu").is_some();
    add(true, "et_secondary_nav_enabled");
    add(
        has_contact && (has_icons || has_menu),
        "et_secondary_nav_two_panels",
    );
    add(
        has_menu && !has_contact && !has_icons,
        "et_secondary_nav_only_menu",
    );
}

/// Whether a colour is transparent: `rgba()` with alpha below 1.
fn is_transparent(color: &str) -> bool {
    color
        .strip_prefix("rgba(")
        .and_then(|c| c.trim_end_matches(')').rsplit(',').next())
        .and_then(|alpha| alpha.trim().parse::<f64>().ok())
        .is_some_and(|alpha| alpha < 1.0)
}

/// The class of the device's operating system; empty when it is unknown.
fn system(device: Device) -> &'static str {
    match device.system {
        Some(OperatingSystem::Linux) => "linux",
        Some(OperatingSystem::Mac) => "osx",
        Some(OperatingSystem::Windows) => "windows",
        None => "",
    }
}

fn sidebar_class(
    view: &View,
    options: DiviOptions<'_>,
    is_blank: bool,
    is_builder: bool,
) -> String {
    let default = if view.locale.wp_locale().is_rtl {
        "et_left_sidebar"
    } else {
        "et_right_sidebar"
    };
    let single = view
        .query
        .queried_post()
        .filter(|_| view.query.is.is_singular);
    let Some(post) = single else {
        let key = if is_shop(view) {
            "divi_shop_page_sidebar"
        } else {
            "divi_sidebar"
        };
        return options.text_or(key, default).into_owned();
    };
    let layout = page_layout(view, post);
    if layout.is_empty() && !is_builder {
        return options.text_or("divi_sidebar", default).into_owned();
    }
    if is_builder && (is_blank || layout.is_empty() || post.post_type == "page") {
        return "et_no_sidebar".to_owned();
    }
    let is_standard = matches!(post.post_type.as_str(), "post" | "page" | "project");
    if layout == "et_no_sidebar" && !is_builder && is_standard {
        return "et_full_width_page".to_owned();
    }
    layout.into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_and_systems() {
        assert!(is_transparent("rgba(255,255,255,0.9)") && !is_transparent("rgba(0,0,0,1)"));
        assert!(!is_transparent("#fff"));
        assert_eq!(
            system(Device::of("Mozilla/5.0 (X11; Linux x86_64)")),
            "linux"
        );
        assert_eq!(system(Device::of("Macintosh")), "osx");
        assert_eq!(system(Device::of("")), "");
    }
}
