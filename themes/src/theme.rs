//! How the site looks, put together once: templates, content filters, shortcodes, blocks, hooks.

use std::sync::Arc;

use compat::multilingual::settings::MultilingualSettings;
use compat::wordpress::blocks::Blocks;
use compat::wordpress::content::{ContentContext, ContentFilters, Filters};
use compat::wordpress::media::ImageFilters;
use compat::wordpress::options::Options;
use compat::wordpress::post::Post;
use compat::wordpress::shortcode::Shortcodes;

use crate::base_css::{BaseCss, Sheets};
use crate::engine::Engine;
use crate::hooks::Hooks;
use crate::render::RenderError;
use crate::wordpress::password_form::get_the_password_form;
use crate::wordpress::view::{Page, View};
use crate::wordpress::widgets::Widgets;

/// A column on the floor of appearance.
pub struct Column {
    /// Its name, the same on every floor.
    pub name: &'static str,
    /// Whether the site has it.
    pub is_active: fn(&Options) -> bool,
    /// Puts its pieces in place.
    pub register: fn(&mut Registry),
}

/// All columns, in the order in which they register. Adding a plugin is adding its column and its line.
pub const COLUMNS: &[Column] = &[
    crate::wordpress::COLUMN,
    crate::contact_form_7::COLUMN,
    crate::reviews::COLUMN,
    crate::moove_gdpr::COLUMN,
    crate::wp_armour::COLUMN,
    crate::woocommerce::COLUMN,
    crate::divi::COLUMN,
    crate::multilingual::COLUMN,
    crate::multilingual::wpml::COLUMN,
    crate::multilingual::polylang::COLUMN,
];

/// Whether the site's options switch something on.
pub type IsOn = fn(&Options) -> bool;

/// What columns register.
#[derive(Default)]
pub struct Registry {
    /// Shortcodes.
    pub shortcodes: Shortcodes<Page>,
    /// Dynamic blocks.
    pub blocks: Blocks<Page>,
    /// Kinds of widgets.
    pub widgets: Widgets,
    /// Places in head, body and footer.
    pub hooks: Hooks,
    /// Prints the whole page: the theme's template hierarchy.
    pub template: Option<fn(&mut Page) -> String>,
    /// Prints the form in place of a protected post's text (`the_password_form`).
    pub password_form: Option<fn(&View, &Post) -> String>,
    /// What columns change on images, each with the condition under which it does.
    pub image_filters: Vec<(IsOn, &'static dyn ImageFilters)>,
    /// Which languages the site has and which shortcodes print their switcher.
    pub multilingual: Arc<MultilingualSettings>,
    /// The parts of the base theme's sheet.
    pub sheets: Sheets,
    /// Steps that a column adds to `the_content`.
    pub content_steps: Vec<fn(&mut Filters<Page>)>,
    /// Steps that a column adds to `et_builder_render_layout`.
    pub layout_steps: Vec<fn(&mut Filters<Page>)>,
}

/// The theme.
pub struct Theme {
    /// The templates.
    pub engine: Engine,
    /// Shortcodes.
    pub shortcodes: Arc<Shortcodes<Page>>,
    /// Dynamic blocks.
    pub blocks: Arc<Blocks<Page>>,
    /// Kinds of widgets.
    pub widgets: Widgets,
    /// Places in head, body and footer.
    pub hooks: Hooks,
    /// `the_content`.
    pub the_content: Filters<Page>,
    /// `et_builder_render_layout`: layouts that stand in for parts of the page.
    pub et_builder_render_layout: Filters<Page>,
    /// `the_excerpt`.
    pub the_excerpt: Filters<Page>,
    /// `the_title`.
    pub the_title: Filters<Page>,
    /// `comment_text`.
    pub comment_text: Filters<Page>,
    /// `widget_text_content`.
    pub widget_text_content: Filters<Page>,
    /// `widget_block_content`.
    pub widget_block_content: Filters<Page>,
    /// Prints the form in place of a protected post's text.
    pub password_form: fn(&View, &Post) -> String,
    /// What columns change on images.
    pub image_filters: Vec<&'static dyn ImageFilters>,
    /// The base theme's sheet: that of the active columns.
    pub base_css: BaseCss,
    template: fn(&mut Page) -> String,
}

impl Theme {
    /// Puts the active columns' pieces together.
    pub fn new(options: &Options, multilingual: &Arc<MultilingualSettings>) -> Self {
        let mut registry = Registry {
            blocks: Blocks::core(),
            multilingual: Arc::clone(multilingual),
            ..Registry::default()
        };
        for column in COLUMNS.iter().filter(|c| (c.is_active)(options)) {
            (column.register)(&mut registry);
        }
        registry.shortcodes.stop_when(ContentContext::is_stopped);
        let filters = ContentFilters {
            shortcodes: Arc::new(registry.shortcodes),
            blocks: Arc::new(registry.blocks),
        };
        let mut the_content = filters.the_content();
        registry
            .content_steps
            .iter()
            .for_each(|add| add(&mut the_content));
        let mut layout = filters.et_builder_render_layout();
        registry
            .layout_steps
            .iter()
            .for_each(|add| add(&mut layout));
        Self {
            engine: Engine::new(),
            the_content,
            et_builder_render_layout: layout,
            the_excerpt: filters.the_excerpt(),
            the_title: filters.the_title(),
            comment_text: filters.comment_text(),
            widget_text_content: filters.widget_text_content(),
            widget_block_content: filters.widget_block_content(),
            shortcodes: filters.shortcodes,
            blocks: filters.blocks,
            hooks: registry.hooks,
            base_css: registry.sheets.build(),
            widgets: registry.widgets,
            image_filters: registry
                .image_filters
                .into_iter()
                .filter(|(is_on, _)| is_on(options))
                .map(|(_, filter)| filter)
                .collect(),
            password_form: registry.password_form.unwrap_or(get_the_password_form),
            template: registry
                .template
                .unwrap_or(crate::wordpress::template::index),
        }
    }

    /// Prints the page that a view asks for.
    ///
    /// # Errors
    /// When a part of it failed, or the rendering was stopped.
    pub fn render(&self, page: &mut Page) -> Result<String, RenderError> {
        let html = (self.template)(page);
        page.view.render_status.result().map(|()| html)
    }
}
