//! What the honeypot registers on this floor.

use crate::columns::{Column, is_plugin_active};
use crate::wordpress::options::Options;
use crate::wordpress::site::{PageTree, Registry};
use crate::wordpress::spam_check::SpamCheck;

use super::{check, statistics};

/// The column.
pub const COLUMN: Column = Column {
    name: "wp_armour",
    option_names: &[
        "wpa_field_name",
        "wpa_error_message",
        "wpa_disable_test_widget",
        "wpa_disable_jquery",
    ],
    is_active: |options| is_plugin_active(options, "honeypot/wp-armour.php"),
    register,
    translations: |_| {},
    query_hook: None,
    canonical_hook: None,
};

fn register(_options: &Options, _pages: &PageTree, registry: &mut Registry) {
    registry.spam_checks.push(SpamCheck {
        check: check::check,
        caught: |db, form, now| Box::pin(statistics::count(db, statistics::system(form), now)),
    });
}
