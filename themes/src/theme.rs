//! The theme of a site, built once: templates, content filters, shortcodes, blocks, hooks.
//!
//! The types take what a page is rendered from (`V`) and one rendering of it (`P`) as parameters: see
//! [`crate::wordpress::view`]. [`crate::column`] puts a theme together.

use std::collections::BTreeMap;
use std::sync::Arc;

use compat::type_map::TypeMap;
use compat::wordpress::audit::elements::PostElements;
use compat::wordpress::blocks::Blocks;
use compat::wordpress::column::SiteData;
use compat::wordpress::content::Filters;
use compat::wordpress::media::ImageFilters;
use compat::wordpress::post::Post;
use compat::wordpress::shortcode::Shortcodes;

use crate::base_css::BaseCss;
use crate::engine::Engine;
use crate::hooks::Hooks;
use crate::product_theme::ProductTheme;
use crate::shop_parts::ShopParts;
use crate::wordpress::login_page::LoginFilter;
use crate::wordpress::widgets::{RegisterSidebars, Widgets};

/// Renders the whole page: the theme's template hierarchy.
pub type PrintDocument<P> = fn(&mut P) -> String;
/// Renders the main content of a page in place of the theme (`template_include`); `None` for pages of others.
pub type PrintMain<P> = fn(&mut P) -> Option<String>;
/// Renders the password form of a protected post (`the_password_form`).
pub type PrintPasswordForm<V> = fn(&V, &Post) -> String;
/// Prints the comments of a post with their form (`comments_template`).
pub type PrintComments<P> = fn(&mut P, &Post) -> String;

/// Reads the elements of a text in place of the search for shortcodes; `false` for texts of others.
pub type ReadElements<V, P> = fn(&Theme<V, P>, &SiteData, &str, &mut PostElements) -> bool;

/// The theme.
pub struct Theme<V, P> {
    /// The templates.
    pub engine: Engine,
    /// Shortcodes.
    pub shortcodes: Arc<Shortcodes<P>>,
    /// Dynamic blocks.
    pub blocks: Arc<Blocks<P>>,
    /// Widget types.
    pub widgets: Widgets<P>,
    /// Widget areas.
    pub sidebars: Vec<RegisterSidebars>,
    /// Actions and filters.
    pub hooks: Hooks<V, P>,
    /// `the_content`.
    pub the_content: Filters<P>,
    /// `the_excerpt`.
    pub the_excerpt: Filters<P>,
    /// `the_title`.
    pub the_title: Filters<P>,
    /// `comment_text`.
    pub comment_text: Filters<P>,
    /// `widget_text_content`.
    pub widget_text_content: Filters<P>,
    /// `widget_block_content`.
    pub widget_block_content: Filters<P>,
    /// Filters of columns by hook name.
    pub filters: BTreeMap<&'static str, Filters<P>>,
    /// Callbacks for the login page.
    pub login: Vec<LoginFilter>,
    /// `the_password_form`.
    pub password_form: PrintPasswordForm<V>,
    /// `comments_template`.
    pub comments_template: PrintComments<P>,
    /// `template_include`: columns that print the main content of their own pages.
    pub main_content: Vec<PrintMain<P>>,
    /// The theme's part in the pages of a shop.
    pub product_theme: ProductTheme<V, P>,
    /// The shop's parts in elements of a page builder.
    pub shop_parts: ShopParts<V, P>,
    /// The text domain of the theme's own texts.
    pub text_domain: &'static str,
    /// Image filters.
    pub image_filters: Vec<&'static dyn ImageFilters>,
    /// The base style sheet of the active columns.
    pub base_css: BaseCss,
    /// Values that columns register for their own templates.
    pub column_data: TypeMap,
    /// Columns that read the elements of their texts themselves.
    pub element_readers: Vec<ReadElements<V, P>>,
    /// The whole page.
    pub template: PrintDocument<P>,
}
