//! GDPR Cookie Compliance: the settings of banner and dialog.
//!
//! Contract "cookie-consent", section 1.

mod register;
mod settings;

pub use register::COLUMN;
pub use settings::Settings;
