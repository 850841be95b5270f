//! What the routes of terms and those of menus have in common: their callbacks.
//!
//! Contract "wordpress-rest", section 8.

use compat::wordpress::l10n::Locale;

use super::arg::Arg;
use super::route::{Callback, Permission};

/// The callbacks of a taxonomy's routes: those of terms, or of menus.
pub struct TermRoutes {
    /// Permission to list.
    pub may_list: Permission,
    /// Permission to read one.
    pub may_read: Permission,
    /// The list.
    pub get_items: Callback,
    /// One.
    pub get_item: Callback,
    /// Makes one.
    pub create_item: Callback,
    /// Changes one.
    pub update_item: Callback,
    /// Deletes one.
    pub delete_item: Callback,
    /// Further fields of writes.
    pub write_args: fn(&Locale) -> Vec<Arg>,
}
