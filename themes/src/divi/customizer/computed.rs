//! Rules computed from options.
//!
//! Contract "divi-theme", section 8.1.

use super::sheet::{Sheet, Viewport};
use super::value::{css_value, number};
use crate::divi::options::{DiviOptions, HeaderStyle};

/// Rules of the accent colour, one per line; `V` is the colour.
const ACCENT: &str = include_str!("accent.txt");

/// Adds the rules of the accent colour.
pub fn add_accent(sheet: &mut Sheet, options: DiviOptions<'_>) {
    let color = options.accent_color();
    if color.eq_ignore_ascii_case("#2ea3f2") {
        return;
    }
    let color = css_value(&color);
    for line in ACCENT.lines() {
        if let Some((selectors, rest)) = line.split_once('{') {
            let declarations = rest
                .trim_end_matches('}')
                .replace(":V", &format!(":{color}"));
            sheet.rule(Viewport::All, selectors, &declarations);
        }
    }
}

/// Adds widths, heights and sizes.
pub fn add(sheet: &mut Sheet, options: DiviOptions<'_>) {
    widths(sheet, options);
    paddings(sheet, options);
    body_sizes(sheet, options);
    for (viewport, key) in [
        (Viewport::All, "body_header_size"),
        (Viewport::Tablet, "tablet_header_font_size"),
        (Viewport::Phone, "phone_header_font_size"),
    ] {
        if let Some(size) = changed(options, key, 30) {
            heading_sizes(sheet, viewport, size);
        }
    }
    menu(sheet, options);
    buttons(sheet, options);
    always(sheet, options);
}

/// A number that differs from the default.
fn changed(options: DiviOptions<'_>, key: &str, default: i64) -> Option<i64> {
    let value = options.int_or(key, default).clamp(0, 100_000);
    (value != default).then_some(value)
}

fn widths(sheet: &mut Sheet, options: DiviOptions<'_>) {
    if let Some(width) = changed(options, "content_width", 1080) {
        let selectors = ".container,.et_pb_row,.et_pb_slider .et_pb_container,.et_pb_fullwidth_section .et_pb_title_container,.et_pb_fullwidth_section .et_pb_title_featured_container,.et_pb_fullwidth_header:not(.et_pb_fullscreen) .et_pb_fullwidth_header_container";
        sheet.rule(Viewport::All, selectors, &format!("max-width:{width}px"));
        let boxed = ".et_boxed_layout #page-container,.et_boxed_layout.et_non_fixed_nav.et_transparent_nav #page-container #top-header,.et_boxed_layout.et_non_fixed_nav.et_transparent_nav #page-container #main-header,.et_fixed_nav.et_boxed_layout #page-container #top-header,.et_fixed_nav.et_boxed_layout #page-container #main-header,.et_boxed_layout #page-container .container,.et_boxed_layout #page-container .et_pb_row";
        let wide = width + 160;
        sheet.rule(Viewport::All, boxed, &format!("max-width:{wide}px"));
    }
    if options.is_true("use_sidebar_width", false) {
        let width = options.int_or("sidebar_width", 21).clamp(0, 100);
        let rest = 100 - width;
        sheet.rule(
            Viewport::All,
            "body #page-container #sidebar",
            &format!("width:{width}%"),
        );
        sheet.rule(
            Viewport::All,
            "body #page-container #left-area",
            &format!("width:{rest}%"),
        );
        for side in ["right", "left"] {
            let selector = format!(".et_{side}_sidebar #main-content .container:before");
            sheet.rule(
                Viewport::All,
                &selector,
                &format!("{side}:{width}%!important"),
            );
        }
    }
}

fn paddings(sheet: &mut Sheet, options: DiviOptions<'_>) {
    if let Some(padding) = changed(options, "section_padding", 4) {
        sheet.rule(
            Viewport::Desktop,
            ".et_pb_section",
            &format!("padding:{padding}% 0"),
        );
        sheet.rule(Viewport::Desktop, ".et_pb_fullwidth_section", "padding:0");
    }
    if let Some(padding) = changed(options, "row_padding", 2) {
        sheet.rule(
            Viewport::Desktop,
            ".et_pb_row",
            &format!("padding:{padding}% 0"),
        );
    }
    for (viewport, device) in [(Viewport::Tablet, "tablet"), (Viewport::Phone, "phone")] {
        if let Some(height) = changed(options, &format!("{device}_section_height"), 50) {
            sheet.rule(viewport, ".et_pb_section", &format!("padding:{height}px 0"));
            sheet.rule(
                viewport,
                ".et_pb_section.et_pb_fullwidth_section",
                "padding:0",
            );
        }
        if let Some(height) = changed(options, &format!("{device}_row_height"), 30) {
            let rows = ".et_pb_row,.et_pb_column .et_pb_row_inner";
            sheet.rule(viewport, rows, &format!("padding:{height}px 0"));
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a size in pixels")]
fn body_sizes(sheet: &mut Sheet, options: DiviOptions<'_>) {
    for (viewport, key) in [
        (Viewport::All, "body_font_size"),
        (Viewport::Tablet, "tablet_body_font_size"),
        (Viewport::Phone, "phone_body_font_size"),
    ] {
        let Some(size) = changed(options, key, 14) else {
            continue;
        };
        let selectors = "body,.et_pb_column_1_2 .et_quote_content blockquote cite,.et_pb_column_1_2 .et_link_content a.et_link_main_url,.et_pb_column_1_3 .et_quote_content blockquote cite,.et_pb_column_3_8 .et_quote_content blockquote cite,.et_pb_column_1_4 .et_quote_content blockquote cite,.et_pb_blog_grid .et_quote_content blockquote cite,.et_pb_column_1_3 .et_link_content a.et_link_main_url,.et_pb_column_3_8 .et_link_content a.et_link_main_url,.et_pb_column_1_4 .et_link_content a.et_link_main_url,.et_pb_blog_grid .et_link_content a.et_link_main_url,body .et_pb_bg_layout_light .et_pb_post p,body .et_pb_bg_layout_dark .et_pb_post p";
        sheet.rule(viewport, selectors, &format!("font-size:{size}px"));
        let larger = size * 114 / 100;
        let slides = ".et_pb_slide_content,.et_pb_best_value";
        sheet.rule(viewport, slides, &format!("font-size:{larger}px"));
        let top = number(size as f64 * 1.7 / 2.0 - 3.0);
        let bullet = "#footer-widgets .footer-widget li:before";
        sheet.rule(viewport, bullet, &format!("top:{top}px"));
    }
}

fn heading_sizes(sheet: &mut Sheet, viewport: Viewport, size: i64) {
    for (selectors, percent) in [
        (
            "h1,.et_pb_contact_main_title,.et_pb_title_container h1",
            100,
        ),
        (
            "h2,.product .related h2,.et_pb_column_1_2 .et_quote_content blockquote p",
            86,
        ),
        ("h3", 73),
        (
            "h4,.et_pb_circle_counter h3,.et_pb_number_counter h3,.et_pb_column_1_3 .et_pb_post h2,.et_pb_column_1_4 .et_pb_post h2,.et_pb_blog_grid h2,.et_pb_column_1_3 .et_quote_content blockquote p,.et_pb_column_3_8 .et_quote_content blockquote p,.et_pb_column_1_4 .et_quote_content blockquote p,.et_pb_blog_grid .et_quote_content blockquote p,.et_pb_column_1_3 .et_link_content h2,.et_pb_column_3_8 .et_link_content h2,.et_pb_column_1_4 .et_link_content h2,.et_pb_blog_grid .et_link_content h2,.et_pb_column_1_3 .et_audio_content h2,.et_pb_column_3_8 .et_audio_content h2,.et_pb_column_1_4 .et_audio_content h2,.et_pb_blog_grid .et_audio_content h2,.et_pb_column_3_8 .et_pb_audio_module_content h2,.et_pb_column_1_3 .et_pb_audio_module_content h2,.et_pb_gallery_grid .et_pb_gallery_item h3,.et_pb_portfolio_grid .et_pb_portfolio_item h2,.et_pb_filterable_portfolio_grid .et_pb_portfolio_item h2",
            60,
        ),
        ("h5", 53),
        ("h6", 47),
        (".et_pb_slide_description .et_pb_slide_title", 153),
        (
            ".et_pb_gallery_grid .et_pb_gallery_item h3,.et_pb_portfolio_grid .et_pb_portfolio_item h2,.et_pb_filterable_portfolio_grid .et_pb_portfolio_item h2",
            53,
        ),
    ] {
        let own = size * percent / 100;
        sheet.rule(viewport, selectors, &format!("font-size:{own}px"));
    }
}

fn menu(sheet: &mut Sheet, options: DiviOptions<'_>) {
    for (key, default, prefix) in [
        ("menu_height", 66, ""),
        ("minimized_menu_height", 40, ".et-fixed-header"),
    ] {
        if let Some(height) = changed(options, key, default) {
            menu_height(sheet, height, prefix);
        }
    }
    let is_centered = options.header_style() == HeaderStyle::Centered;
    let logo = options.int_or("logo_height", 54).clamp(0, 100);
    if logo != 54 || is_centered {
        let prefix = if is_centered {
            ".et_header_style_centered "
        } else {
            ""
        };
        let rule = format!("max-height:{logo}%");
        sheet.rule(Viewport::Desktop, &format!("{prefix}#logo"), &rule);
        let rule = format!("height:{logo}%");
        sheet.rule(
            Viewport::Desktop,
            &format!("{prefix}.et_pb_svg_logo #logo"),
            &rule,
        );
    }
    if let Some(size) = changed(options, "fullscreen_nav_font_size", 30) {
        let link = ".et_header_style_fullscreen .et_slide_in_menu_container .et_mobile_menu li a";
        let half = size / 2;
        let rule = format!("font-size:{size}px;padding:{half}px 0");
        sheet.rule(Viewport::All, link, &rule);
    }
}

fn menu_height(sheet: &mut Sheet, height: i64, fixed: &str) {
    let half = (height + 1) / 2;
    let within = |style: &str, tail: &str| {
        if fixed.is_empty() {
            format!(".et_header_style_{style} {tail}")
        } else {
            format!(".et_header_style_{style} {fixed} {tail}")
        }
    };
    let both = |tail: &str| format!("{},{}", within("left", tail), within("split", tail));
    let mut rule = |selectors: &str, declarations: String| {
        sheet.rule(Viewport::Desktop, selectors, &declarations);
    };
    rule(
        &both("#et-top-navigation"),
        format!("padding:{half}px 0 0 0"),
    );
    rule(
        &both("#et-top-navigation nav>ul>li>a"),
        format!("padding-bottom:{half}px"),
    );
    let wrap = within("split", ".centered-inline-logo-wrap");
    rule(&wrap, format!("width:{height}px;margin:-{height}px 0"));
    let logo = within("split", ".centered-inline-logo-wrap #logo");
    rule(&logo, format!("max-height:{height}px"));
    let small = (height * 18 + 50) / 100;
    let link = within("centered", "#top-menu>li>a");
    rule(&link, format!("padding-bottom:{small}px"));
    let slide = format!(
        "{},{}",
        within("slide", "#et-top-navigation"),
        within("fullscreen", "#et-top-navigation")
    );
    let padding = (height - 18).max(0) / 2;
    rule(
        &slide,
        format!("padding:{padding}px 0 {padding}px 0!important"),
    );
    let container = within("centered", "#main-header .logo_container");
    rule(&container, format!("height:{height}px"));
}

#[expect(clippy::cast_precision_loss, reason = "a size in pixels")]
fn buttons(sheet: &mut Sheet, options: DiviOptions<'_>) {
    if let Some(size) = changed(options, "all_buttons_font_size", 20) {
        let icon = number(size as f64 * 1.6);
        sheet.rule(
            Viewport::All,
            "body .et_pb_button",
            &format!("font-size:{size}px"),
        );
        sheet.rule(
            Viewport::All,
            "body .et_pb_button:after",
            &format!("font-size:{icon}px"),
        );
    }
}

/// Rules of every sheet: paddings for wide screens.
fn always(sheet: &mut Sheet, options: DiviOptions<'_>) {
    let width = options.int_or("content_width", 1080).clamp(0, 100_000);
    let wide = width * 5 / 4;
    let viewport = Viewport::From(wide);
    let row = wide * options.int_or("row_padding", 2).clamp(0, 100) / 100;
    let section = wide * options.int_or("section_padding", 4).clamp(0, 100) / 100;
    let title = wide * 3 * options.int_or("row_padding", 2).clamp(0, 100) / 100;
    sheet.rule(viewport, ".et_pb_row", &format!("padding:{row}px 0"));
    sheet.rule(
        viewport,
        ".et_pb_section",
        &format!("padding:{section}px 0"),
    );
    let wrapper = ".single.et_pb_pagebuilder_layout.et_full_width_page .et_post_meta_wrapper";
    sheet.rule(viewport, wrapper, &format!("padding-top:{title}px"));
    sheet.rule(viewport, ".et_pb_fullwidth_section", "padding:0");
}
