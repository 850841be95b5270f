//! WordPress core's markup: head and footer, classes, menus, widgets, comments, fallback templates.
//!
//! Contract "wordpress-core", sections 7, 10 and 17.

pub mod assets;
pub mod authorize_application;
pub mod body_class;
pub mod comment_form;
pub mod comments;
pub mod content;
pub mod conversions;
mod conversions_script;
pub mod dashboard_markup;
pub mod date_script;
pub mod document_title;
pub mod embed;
pub mod excerpt;
pub mod feed;
mod frontend;
pub mod globals;
pub mod head;
pub mod links_opml;
mod login_assets;
pub mod login_messages;
pub mod login_page;
mod login_view;
pub mod mediaelement;
mod menu_position;
mod module_loader;
pub mod nav_menu;
pub mod number;
pub mod oembed;
pub mod page_links;
pub mod password_form;
pub mod password_meter;
pub mod post_class;
pub mod prepend_attachment;
mod request_user;
pub mod rest_messages;
pub mod robots;
pub mod shortcodes;
pub mod site_files;
pub mod site_icon;
pub mod sitemap;
pub mod template;
pub mod thumbnail;
pub mod trackback;
pub mod view;
pub mod widgets;
pub mod wp_die;
pub mod wp_i18n;
pub mod xml_wp_die;
pub mod xmlrpc;

use crate::base_css::place;
use crate::column::{Column, Registry};

/// The column's manifest on this floor.
pub const COLUMN: Column = Column {
    name: "wordpress",
    is_active: |_| true,
    register,
};

fn register(registry: &mut Registry) {
    registry.template = Some(template::index);
    registry.password_form = Some(password_form::get_the_password_form);
    registry.comments_template = Some(comments::comments_template);
    head::register(&mut registry.hooks);
    module_loader::register(&mut registry.hooks);
    widgets::register(registry);
    conversions_script::register(&mut registry.hooks);
    shortcodes::register(registry);
    registry.sheets.add(
        place::WORDPRESS,
        &[
            include_str!("../../assets/wordpress/comments.css"),
            include_str!("../../assets/wordpress/widgets.css"),
        ],
    );
}
