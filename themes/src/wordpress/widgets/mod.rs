//! Widgets: a theme's sidebars and the registry of widget types.
//!
//! Contract "wordpress-core", section 10.3; wrappers in "divi-theme", section 4. A type is registered under its
//! `id_base`; columns add theirs to [`Widgets`]. An unregistered type prints nothing.

mod archives;
mod block;
mod calendar;
mod categories;
mod html;
mod legacy;
mod media;
mod meta;
mod pages;
mod posts;
mod recent_comments;
mod rss;
mod search;
mod tag_cloud;

use std::collections::HashMap;

use compat::wordpress::formatting::convert_chars::convert_chars;
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::formatting::number::number_format_i18n;
use compat::wordpress::formatting::texturize::wptexturize;
use compat::wordpress::kses::bad_protocol::WP_ALLOWED_PROTOCOLS;
use compat::wordpress::url::esc_url;
use compat::wordpress::widget::{Widget, widgets_of};

use crate::column::Registry;

use super::view::{Page, View};

/// The wrappers of a sidebar's widgets.
#[derive(Debug, Clone, Copy)]
pub struct SidebarArgs {
    /// Before each widget; `%1$s` is its id, `%2$s` its class.
    pub before_widget: &'static str,
    /// After each widget.
    pub after_widget: &'static str,
    /// Before a title.
    pub before_title: &'static str,
    /// After a title.
    pub after_title: &'static str,
}

/// The output of a widget, without the wrappers.
#[derive(Debug, Default)]
pub struct WidgetOutput {
    /// The title as markup ([`widget_title`]), empty for none.
    pub title: String,
    /// What follows it.
    pub content: String,
    /// Classes that replace the type's.
    pub class: Option<String>,
    /// A class before all others, including the sidebar's.
    pub first_class: Option<&'static str>,
}

/// Renders a widget without its wrappers; `None` omits them too.
pub type PrintWidget = fn(&mut Page, &Widget) -> Option<WidgetOutput>;

/// A widget type.
#[derive(Debug, Clone, Copy)]
struct WidgetKind {
    class: &'static str,
    print: PrintWidget,
}

/// The widget types by `id_base`.
#[derive(Debug, Default)]
pub struct Widgets {
    kinds: HashMap<&'static str, WidgetKind>,
}

impl Widgets {
    /// Registers a type: `id_base`, class of the wrapper, render function.
    pub fn register(&mut self, id_base: &'static str, class: &'static str, print: PrintWidget) {
        self.kinds.insert(id_base, WidgetKind { class, print });
    }

    /// Renders one widget with its sidebar's wrappers.
    pub fn print(&self, page: &mut Page, widget: &Widget, args: SidebarArgs) -> String {
        let Some(kind) = self.kinds.get(widget.id_base.as_str()) else {
            return String::new();
        };
        let Some(output) = (kind.print)(page, widget) else {
            return String::new();
        };
        let class = output.class.as_deref().unwrap_or(kind.class);
        let mut before = args
            .before_widget
            .replace("%1$s", &esc_attr(&widget.id))
            .replace("%2$s", &esc_attr(class));
        if let Some(first) = output.first_class {
            before = before.replacen(" class=\"", &format!(" class=\"{first} "), 1);
        }
        let title = if output.title.is_empty() {
            String::new()
        } else {
            format!("{}{}{}", args.before_title, output.title, args.after_title)
        };
        format!("{before}{title}{}{}", output.content, args.after_widget)
    }
}

/// `dynamic_sidebar`: renders the widgets of a sidebar.
pub fn dynamic_sidebar(page: &mut Page, sidebar: &str, args: SidebarArgs) -> String {
    let theme = page.view.theme.clone();
    widgets_of(&page.view.site, sidebar)
        .iter()
        .map(|widget| theme.widgets.print(page, widget, args))
        .collect()
}

/// The filtered title of a widget; `default` when it has none.
pub fn widget_title(view: &View, widget: &Widget, default: &str) -> String {
    let own = text_setting(widget, "title");
    let title = if own.is_empty() || own == "0" {
        default
    } else {
        &own
    };
    let title = wptexturize(title, &view.content_settings.texturize, &|_| false);
    esc_html(&convert_chars(&title)).into_owned()
}

/// A setting as text.
fn text_setting(widget: &Widget, name: &str) -> String {
    widget.settings.at(name).to_string_lossy().into_owned()
}

/// Whether a setting is on.
fn is_on(widget: &Widget, name: &str) -> bool {
    widget.settings.at(name).to_bool()
}

/// `number_format_i18n`.
#[expect(clippy::cast_precision_loss, reason = "a count of rows")]
pub fn count_i18n(view: &View, count: i64) -> String {
    number_format_i18n(count as f64, 0, &view.locale.wp_locale().number_format())
}

/// The number of rows of a widget.
fn number(widget: &Widget, default: usize) -> usize {
    match widget.settings.at("number").to_int().unsigned_abs() {
        0 => default,
        number => usize::try_from(number).unwrap_or(usize::MAX),
    }
}

/// Whether the widget is the first on the page with this id.
fn takes_first(page: &mut Page, id: &'static str) -> bool {
    let is_first = !page.widget_ids.contains(&id);
    if is_first {
        page.widget_ids.push(id);
    }
    is_first
}

/// A URL for an attribute.
fn href(url: &str) -> String {
    esc_url(url, &WP_ALLOWED_PROTOCOLS).into_owned()
}

pub(super) fn register(registry: &mut Registry) {
    let kinds: [(&'static str, &'static str, PrintWidget); 18] = [
        ("search", "widget_search", search::search),
        ("recent-posts", "widget_recent_entries", posts::recent_posts),
        (
            "recent-comments",
            "widget_recent_comments",
            recent_comments::recent_comments,
        ),
        ("categories", "widget_categories", categories::categories),
        ("archives", "widget_archive", archives::archives),
        ("tag_cloud", "widget_tag_cloud", tag_cloud::tag_cloud),
        ("text", "widget_text", html::text),
        ("custom_html", "widget_custom_html", html::custom_html),
        ("nav_menu", "widget_nav_menu", html::nav_menu),
        ("block", "widget_block", block::block),
        ("pages", "widget_pages", pages::pages),
        ("meta", "widget_meta", meta::meta),
        ("media_image", "widget_media_image", media::image),
        ("media_audio", "widget_media_audio", media::audio),
        ("media_video", "widget_media_video", media::video),
        ("media_gallery", "widget_media_gallery", media::gallery),
        ("calendar", "widget_calendar", calendar::calendar),
        ("rss", "widget_rss", rss::rss),
    ];
    for (id_base, class, print) in kinds {
        registry.widgets.register(id_base, class, print);
    }
    let blocks = &mut registry.blocks;
    blocks.register("core/calendar", |call, page| calendar::block(&call, page));
    blocks.register("core/rss", |call, page| rss::block(&call, page));
    blocks.register("core/legacy-widget", |call, page| {
        legacy::block(&call, page)
    });
}
