//! The footer: widgets in columns, menu, social icons, credits.
//!
//! Contract "divi-theme", section 4.

use compat::wordpress::widget::is_active_sidebar;
use minijinja::context;

use crate::markup::markup;
use crate::wordpress::nav_menu::{MenuArgs, menu_at, wp_nav_menu};
use crate::wordpress::view::{Page, View};
use crate::wordpress::widgets::{SidebarArgs, dynamic_sidebar};

use super::options::DiviOptions;
use super::social_icons::social_icons;

/// The wrappers of footer widgets.
pub(super) const FOOTER_WIDGET: SidebarArgs = SidebarArgs {
    before_widget: "<div id=\"%1$s\" class=\"fwidget et_pb_widget %2$s\">",
    after_widget: "</div>",
    before_title: "<h4 class=\"title\">",
    after_title: "</h4>",
};

/// The footer.
pub fn footer(page: &mut Page) -> String {
    let view = page.view.clone();
    let options = DiviOptions::of(&view);
    let areas: Vec<_> = widget_areas(page).into_iter().map(markup).collect();
    let menu = footer_menu(page);
    let icons = if options.is_true("show_footer_social_icons", true) {
        social_icons(&view)
    } else {
        String::new()
    };
    let values = context! {
        widget_areas => areas,
        footer_menu => markup(menu),
        social_icons => markup(icons),
        credits => markup(credits(&view)),
    };
    view.render("divi/footer.html", values)
}

/// Number of sidebars of a footer layout.
fn column_count(layout: &str) -> usize {
    if let Ok(number) = layout.parse::<usize>() {
        return number.clamp(1, 6);
    }
    // `_1_4__3_4`: fractions separated by two underscores; the rest up to 1 is filled with the smallest fraction.
    let shares: Vec<f64> = layout
        .trim_start_matches('_')
        .split("__")
        .filter_map(|part| {
            let (a, b) = part.split_once('_')?;
            Some(a.parse::<f64>().ok()? / b.parse::<f64>().ok()?)
        })
        .filter(|share| share.is_finite() && *share > 0.0)
        .collect();
    let smallest = shares.iter().copied().fold(f64::INFINITY, f64::min);
    let (mut sum, mut count) = (shares.iter().sum::<f64>(), shares.len());
    while count < 6 && sum + smallest < 1.0 + 1e-6 {
        sum += smallest;
        count += 1;
    }
    count.clamp(1, 6)
}

fn widget_areas(page: &mut Page) -> Vec<String> {
    let view = page.view.clone();
    let is_active = (2..=7).any(|n| is_active_sidebar(&view.site, &format!("sidebar-{n}")));
    if !is_active {
        return Vec::new();
    }
    let count = column_count(&DiviOptions::of(&view).footer_columns());
    (2..2 + count)
        .map(|n| dynamic_sidebar(page, &format!("sidebar-{n}"), FOOTER_WIDGET))
        .collect()
}

fn footer_menu(page: &mut Page) -> String {
    let view = page.view.clone();
    let Some(menu) = menu_at(&view, "footer-menu") else {
        return String::new();
    };
    let args = MenuArgs {
        menu_id: None,
        menu_class: "bottom-nav",
        has_container: false,
        depth: 1,
    };
    wp_nav_menu(&view, page, menu, args)
}

fn credits(view: &View) -> String {
    let options = DiviOptions::of(view);
    if options.is_true("disable_custom_footer_credits", false) {
        return String::new();
    }
    let own = options.text("custom_footer_credits");
    if !own.trim().is_empty() {
        return format!("<div id=\"footer-info\">{own}</div>");
    }
    let theme = "<a href=\"http://www.elegantthemes.com\" title=\"Premium WordPress Themes\">Elegant Themes</a>";
    let wordpress = "<a href=\"http://www.wordpress.org\">WordPress</a>";
    let text = view
        .theme_text("Designed by %1$s | Powered by %2$s")
        .replace("%1$s", theme)
        .replace("%2$s", wordpress);
    format!("<p id=\"footer-info\">{text}</p>")
}

#[cfg(test)]
mod tests {
    use super::column_count;

    #[test]
    fn columns_of_layouts() {
        for (layout, count) in [
            ("4", 4),
            ("_1_4__3_4", 2),
            ("_3_4__1_4", 2),
            ("_2_5__3_5", 2),
            ("_1_4__1_2", 3),
            ("_1_2__1_4", 3),
            ("_1_5__3_5", 3),
            ("_3_5__1_5", 3),
            ("", 1),
        ] {
            assert_eq!(column_count(layout), count, "{layout}");
        }
    }
}
