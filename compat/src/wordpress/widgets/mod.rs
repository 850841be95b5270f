//! The widgets of a site as its owner edits them: their kinds, their settings, and the areas that they stand in.
//!
//! Contract "wordpress-rest", section 15. What pages print is [`super::widget`]'s matter.

mod arrangement;
mod kinds;
mod legacy_text;
mod media_settings;
mod store;
mod update;

pub use arrangement::{Arrangement, INACTIVE};
pub use kinds::{FieldKind, WidgetField, WidgetKind, core_kinds};
pub use legacy_text::is_legacy_text;
pub use store::{StoredWidgets, edit_widgets};
pub use update::{WidgetEditor, updated_settings};
