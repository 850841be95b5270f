//! The manifest of a column on this floor, what it registers, and the theme that is made of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use compat::type_map::TypeMap;
use compat::wordpress::blocks::Blocks;
use compat::wordpress::content::{ContentContext, ContentFilters, Filters};
use compat::wordpress::media::ImageFilters;
use compat::wordpress::options::Options;
use compat::wordpress::shortcode::Shortcodes;

use crate::base_css::Sheets;
use crate::engine::Engine;
use crate::hooks;
use crate::product_theme::ProductTheme;
use crate::render::RenderError;
use crate::shop_parts::ShopParts;
use crate::theme::{PrintComments, PrintDocument, PrintMain, PrintPasswordForm, ReadElements};
use crate::wordpress::login_page::LoginFilter;
use crate::wordpress::view::{Page, Theme, View};
use crate::wordpress::widgets::{RegisterSidebars, Widgets};

/// Places in head, body and footer of pages.
pub type Hooks = hooks::Hooks<View, Page>;

/// A column's manifest on this floor.
#[derive(Clone, Copy)]
pub struct Column {
    /// Its name, the same on every floor.
    pub name: &'static str,
    /// Whether it is active on the site.
    pub is_active: fn(&Options) -> bool,
    /// Registers its handlers.
    pub register: fn(&mut Registry),
}

/// Whether the site's options enable something.
pub type IsOn = fn(&Options) -> bool;

/// What columns register.
#[derive(Default)]
pub struct Registry {
    /// Shortcodes.
    pub shortcodes: Shortcodes<Page>,
    /// Dynamic blocks.
    pub blocks: Blocks<Page>,
    /// Kinds of widgets.
    pub widgets: Widgets<Page>,
    /// Widget areas.
    pub sidebars: Vec<RegisterSidebars>,
    /// Templates by name, of columns whose templates are not in this crate's folder.
    pub templates: Vec<(&'static str, &'static str)>,
    /// Actions and filters.
    pub hooks: Hooks,
    /// Prints the whole page.
    pub template: Option<PrintDocument<Page>>,
    /// `the_password_form`.
    pub password_form: Option<PrintPasswordForm<View>>,
    /// `comments_template`.
    pub comments_template: Option<PrintComments<Page>>,
    /// `template_include`.
    pub main_content: Vec<PrintMain<Page>>,
    /// The theme's part in the pages of a shop.
    pub product_theme: ProductTheme<View, Page>,
    /// The shop's parts in elements of a page builder.
    pub shop_parts: ShopParts<View, Page>,
    /// The text domain of the theme's own texts.
    pub text_domain: &'static str,
    /// Values that columns register for their own templates.
    pub column_data: TypeMap,
    /// Readers of the elements of texts, for an audit.
    pub element_readers: Vec<ReadElements<View, Page>>,
    /// Image filters, each with its condition.
    pub image_filters: Vec<(IsOn, &'static dyn ImageFilters)>,
    /// The columns' settings.
    pub configured: TypeMap,
    /// The parts of the base theme's sheet.
    pub sheets: Sheets,
    /// Callbacks for the login page.
    pub login: Vec<LoginFilter>,
    /// Filters added to `the_content`.
    pub content_steps: Vec<fn(&mut Filters<Page>)>,
    /// Filters of columns by hook name.
    pub filters: Vec<(&'static str, MakeFilters)>,
}

/// Builds the filters of a column's hook.
pub type MakeFilters = fn(&ContentFilters<Page>) -> Filters<Page>;

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
        let own = registry.filters.iter();
        let own: BTreeMap<_, _> = own.map(|(name, make)| (*name, make(&filters))).collect();
        Self {
            engine: Engine::with_templates(registry.templates),
            the_content,
            filters: own,
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
            sidebars: registry.sidebars,
            image_filters: registry
                .image_filters
                .into_iter()
                .filter(|(is_on, _)| is_on(options))
                .map(|(_, filter)| filter)
                .collect(),
            password_form: registry.password_form.unwrap_or(|_, _| String::new()),
            comments_template: registry.comments_template.unwrap_or(|_, _| String::new()),
            main_content: registry.main_content,
            product_theme: registry.product_theme,
            shop_parts: registry.shop_parts,
            text_domain: registry.text_domain,
            column_data: registry.column_data,
            element_readers: registry.element_readers,
            template: registry.template.unwrap_or(|_| String::new()),
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
