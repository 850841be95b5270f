//! The columns of a site on the floor of requests: what each answers.

use compat::wordpress::options::Options;

use crate::wordpress::admin_ajax::AjaxActions;
use crate::wordpress::parse_request::ParseRequest;
use crate::wordpress::rest::route::RestApiInit;
use crate::wordpress::uploads::Uploads;

/// A column on this floor.
pub struct Column {
    /// Its name, the same on every floor.
    pub name: &'static str,
    /// Whether the site has it.
    pub is_active: fn(&Options) -> bool,
    /// Puts its pieces in place.
    pub register: fn(&mut Registry),
}

/// All columns, in the order in which they register. Adding a plugin is adding its column and its line.
pub const COLUMNS: &[Column] = &[crate::wordpress::COLUMN];

/// What columns register.
#[derive(Default)]
pub struct Registry {
    /// Actions of `admin-ajax.php`.
    pub ajax: AjaxActions,
    /// Routes of the REST API.
    pub rest: RestApiInit,
    /// Forms that are posted to pages.
    pub parse_request: ParseRequest,
    /// Files of forms.
    pub uploads: Uploads,
}

impl Registry {
    /// The pieces of the columns that the site has.
    pub fn new(options: &Options) -> Self {
        let mut registry = Self::default();
        for column in COLUMNS.iter().filter(|c| (c.is_active)(options)) {
            (column.register)(&mut registry);
        }
        registry
    }
}
