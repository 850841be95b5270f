//! Widgets: a theme's sidebars and the registry of widget types.
//!
//! Contract "wordpress-core", section 10.3; wrappers in "divi-theme", section 4. A type is registered under its
//! `id_base`; columns add theirs to [`Widgets`]. An unregistered type prints nothing.

mod archives;
mod block;
mod calendar;
mod categories;
mod field_forms;
mod form;
mod html;
mod kinds;
mod latest_posts;
mod legacy;
mod media;
mod meta;
mod page_list;
mod pages;
mod posts;
mod preview;
mod recent_comments;
mod rss;
mod search;
mod settings;
mod sidebar;
mod synced_pattern;
mod tag_cloud;

use crate::column::Registry;

use super::view::Page;

pub use form::widget_form;
pub use kinds::{PrintWidget, RegisterSidebars, Sidebar, SidebarArgs, WidgetOutput, Widgets};
pub use preview::{preview_document, widget_preview};
pub use settings::widget_title;
pub use sidebar::dynamic_sidebar;
pub use tag_cloud::{TagCloud, term_cloud};

pub(super) fn register(registry: &mut Registry) {
    let kinds: [(&'static str, &'static str, PrintWidget<Page>); 18] = [
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
    blocks.register("core/archives", |call, page| archives::block(&call, page));
    blocks.register("core/categories", |call, page| {
        categories::block(&call, page)
    });
    blocks.register("core/latest-comments", |call, page| {
        recent_comments::block(&call, page)
    });
    blocks.register("core/search", |call, page| search::block(&call, page));
    blocks.register("core/tag-cloud", |call, page| tag_cloud::block(&call, page));
    blocks.register("core/block", |call, page| {
        synced_pattern::block(&call, page)
    });
    blocks.register("core/calendar", |call, page| calendar::block(&call, page));
    blocks.register("core/latest-posts", |call, page| {
        latest_posts::block(&call, page)
    });
    blocks.register("core/page-list", |call, page| page_list::block(&call, page));
    blocks.register("core/rss", |call, page| rss::block(&call, page));
    blocks.register("core/legacy-widget", |call, page| {
        legacy::block(&call, page)
    });
}
