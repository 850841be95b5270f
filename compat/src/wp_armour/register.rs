//! What the honeypot registers on this floor.

use crate::wordpress::audit::part::{ColumnAudit, Software};
use crate::wordpress::column::{Column, is_plugin_active};
use crate::wordpress::file_header::FileHeader;
use crate::wordpress::options::Options;
use crate::wordpress::site::{PageTree, Registry};
use crate::wordpress::spam_check::SpamCheck;

use super::{check, statistics};

/// The column.
pub const COLUMN: Column = Column {
    option_names: &[
        "wpa_field_name",
        "wpa_error_message",
        "wpa_disable_test_widget",
        "wpa_disable_jquery",
    ],
    register,
    audit: ColumnAudit {
        software: &[Software::plugin(
            "honeypot/wp-armour.php",
            "WP Armour",
            &["2.4"],
        )],
        own_options: &["wpa_*"],
        read_options: &[statistics::OPTION],
        content_types: &[],
    },
    unrendered_options: &[statistics::OPTION],
    ..Column::new("wp_armour", |options| {
        is_plugin_active(options, "honeypot/wp-armour.php")
    })
};

fn register(_options: &Options, _pages: &PageTree, registry: &mut Registry) {
    registry.headers.plugins.push(plugin_header());
    registry.spam_checks.push(SpamCheck {
        check: check::check,
        caught: |db, form, now| Box::pin(statistics::count(db, statistics::system(form), now)),
    });
}

/// The header of the plugin's file, for sites without it. Contract "wordpress-rest", section 16.
fn plugin_header() -> FileHeader {
    FileHeader {
        file: "honeypot/wp-armour.php".to_owned(),
        name: "WP Armour - Honeypot Anti Spam".to_owned(),
        version: "2.4".to_owned(),
        ..FileHeader::default()
    }
}
