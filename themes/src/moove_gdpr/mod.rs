//! GDPR Cookie Compliance: the consent banner and the settings dialog.
//!
//! Contract "cookie-consent".

use compat::columns::is_plugin_active;

use crate::theme::{Column, Registry};

/// The column.
pub const COLUMN: Column = Column {
    name: "moove_gdpr",
    is_active: |options| is_plugin_active(options, "gdpr-cookie-compliance/moove-gdpr.php"),
    register,
};

fn register(_registry: &mut Registry) {}
