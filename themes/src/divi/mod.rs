//! Divi: the theme's header, footer and templates, and the builder.
//!
//! Contract "divi-theme". `compat::divi::theme_builder` chooses the Theme Builder template; the builder's modules are in
//! [`modules`].

mod archive_text;
mod assets;
mod body_class;
pub mod builder;
mod cart_link;
pub mod collected_forms;
mod comments;
mod content_host;
mod customizer;
mod display_conditions;
mod dynamic;
mod footer;
mod header;
mod index;
mod lists;
pub mod modules;
pub mod options;
pub mod page_links;
mod page_menu;
mod pagination;
mod password_form;
mod post_format;
mod post_meta;
pub mod post_settings;
mod product_theme;
mod recaptcha;
pub mod rendered_page;
mod sheets;
mod sidebar;
mod social_icons;
mod split_track;
mod template;
mod theme_builder;
mod theme_css;
pub mod thumbnail;
mod widget_areas;

use compat::divi::content::{ET_BUILDER_RENDER_LAYOUT, et_builder_render_layout};
use compat::divi::module_text::module_text;
use compat::divi::responsive_images::ResponsiveImages;
use compat::wordpress::column::is_theme;
use compat::wordpress::options::Options;
use compat::wordpress::post::Post;

use crate::column::{Column, Registry};
use crate::wordpress::view::View;

/// The column's manifest on this floor.
pub const COLUMN: Column = Column {
    name: "divi",
    is_active: |options| is_theme(options, "Divi"),
    register,
};

fn register(registry: &mut Registry) {
    builder::register(registry, modules::MODULES);
    registry
        .shortcodes
        .register("et_pb_split_track", |call, _| {
            split_track::split_track(call)
        });
    theme_css::register(&mut registry.hooks);
    sheets::register(&mut registry.sheets);
    registry.template = Some(template::document);
    registry.sidebars.push(widget_areas::sidebars);
    registry.text_domain = "Divi";
    registry.comments_template = Some(comments::comments_template);
    registry.password_form = Some(password_form::password_form);
    registry.hooks.body_class(10, body_class::body_class);
    registry.hooks.excerpt_text(10, excerpt_text);
    registry
        .hooks
        .document_title_parts(10, body_class::document_title_parts);
    registry
        .image_filters
        .push((has_responsive_images, &ResponsiveImages));
    registry.content_steps.push(compat::divi::content::register);
    registry
        .filters
        .push((ET_BUILDER_RENDER_LAYOUT, et_builder_render_layout));
    registry.product_theme = product_theme::product_theme();
    assets::register(&mut registry.hooks);
    customizer::register(&mut registry.hooks);
}

/// The texts of modules, where a post is made with the builder.
fn excerpt_text(view: &View, post: &Post, content: &str) -> Option<String> {
    let text = post_settings::is_pagebuilder_used(view, post).then(|| module_text(content))?;
    Some(view.theme.shortcodes.strip_shortcodes(&text).into_owned())
}

fn has_responsive_images(options: &Options) -> bool {
    let stored = options.value("et_divi");
    stored
        .get("divi_enable_responsive_images")
        .is_none_or(|v| v.to_string_lossy() == "on")
}
