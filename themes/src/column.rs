//! The manifest of a column on this floor, and what it registers.

use compat::type_map::TypeMap;
use compat::wordpress::blocks::Blocks;
use compat::wordpress::content::{ContentFilters, Filters};
use compat::wordpress::media::ImageFilters;
use compat::wordpress::options::Options;
use compat::wordpress::post::Post;
use compat::wordpress::shortcode::Shortcodes;

use crate::base_css::Sheets;
use crate::hooks::Hooks;
use crate::wordpress::login_page::LoginFilter;
use crate::wordpress::view::{Page, View};
use crate::wordpress::widgets::Widgets;

/// A column's manifest on this floor.
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
    pub widgets: Widgets,
    /// Actions and filters.
    pub hooks: Hooks,
    /// Renders the whole page: the theme's template hierarchy.
    pub template: Option<fn(&mut Page) -> String>,
    /// Renders the password form of a protected post (`the_password_form`).
    pub password_form: Option<fn(&View, &Post) -> String>,
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
    /// Content filters of columns' own hooks, by the name of the hook.
    pub own_filters: Vec<(&'static str, fn(&ContentFilters<Page>) -> Filters<Page>)>,
}
