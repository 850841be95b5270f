//! The language switcher and the links to translations.
//!
//! Contract "wordpress-core", section 19.

use crate::theme::{Column, Registry};

/// The column.
pub const COLUMN: Column = Column {
    name: "multilingual",
    is_active: |_| true,
    register,
};

fn register(_registry: &mut Registry) {}
