//! The theme of a site, built once: templates, content filters, shortcodes, blocks, hooks.

use std::collections::HashMap;
use std::sync::Arc;

use compat::type_map::TypeMap;
use compat::wordpress::blocks::Blocks;
use compat::wordpress::content::{ContentContext, ContentFilters, Filters};
use compat::wordpress::media::ImageFilters;
use compat::wordpress::options::Options;
use compat::wordpress::post::Post;
use compat::wordpress::shortcode::Shortcodes;

use crate::base_css::BaseCss;
use crate::column::{Column, Registry};
use crate::engine::Engine;
use crate::hooks::Hooks;
use crate::render::RenderError;
use crate::wordpress::login_page::LoginFilter;
use crate::wordpress::password_form::get_the_password_form;
use crate::wordpress::view::{Page, View};
use crate::wordpress::widgets::Widgets;

/// The theme.
pub struct Theme {
    /// The templates.
    pub engine: Engine,
    /// Shortcodes.
    pub shortcodes: Arc<Shortcodes<Page>>,
    /// Dynamic blocks.
    pub blocks: Arc<Blocks<Page>>,
    /// Widget types.
    pub widgets: Widgets,
    /// Actions and filters.
    pub hooks: Hooks,
    /// `the_content`.
    pub the_content: Filters<Page>,
    /// Content filters of columns' own hooks, by the name of the hook.
    pub own_filters: HashMap<&'static str, Filters<Page>>,
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
    /// Callbacks for the login page.
    pub login: Vec<LoginFilter>,
    /// Renders the password form of a protected post.
    pub password_form: fn(&View, &Post) -> String,
    /// Image filters.
    pub image_filters: Vec<&'static dyn ImageFilters>,
    /// The base style sheet of the active columns.
    pub base_css: BaseCss,
    template: fn(&mut Page) -> String,
}

impl Theme {
    /// Builds the theme of the active columns.
    pub fn new(columns: &[Column], options: &Options, configured: &TypeMap) -> Self {
        let mut registry = Registry {
            blocks: Blocks::core(),
            configured: configured.clone(),
            ..Registry::default()
        };
        for column in columns.iter().filter(|c| (c.is_active)(options)) {
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
        let own_filters = registry.own_filters.into_iter();
        let own_filters = own_filters.map(|(hook, build)| (hook, build(&filters)));
        Self {
            engine: Engine::new(),
            the_content,
            own_filters: own_filters.collect(),
            the_excerpt: filters.the_excerpt(),
            the_title: filters.the_title(),
            comment_text: filters.comment_text(),
            widget_text_content: filters.widget_text_content(),
            widget_block_content: filters.widget_block_content(),
            shortcodes: filters.shortcodes,
            blocks: filters.blocks,
            hooks: registry.hooks,
            login: registry.login,
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

    /// Renders the page of a view.
    ///
    /// # Errors
    /// When a part failed, or the rendering was stopped.
    pub fn render(&self, page: &mut Page) -> Result<String, RenderError> {
        let html = (self.template)(page);
        page.view.render_status.result().map(|()| html)
    }
}
