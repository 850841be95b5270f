//! Flamingo: stores messages, channels and contacts in that plugin's format, if it is active.
//!
//! Contract "contact-form-7", section 22. The rows are statements in the transaction of the submission; reading
//! them is Flamingo's own matter.

mod channel;
mod contact;
mod message;
pub(super) mod post_row;

pub use channel::serial_number;
pub use contact::{FlamingoContact, add_contact};
pub use message::{FlamingoMessage, store};

use crate::wordpress::column::is_plugin_active;
use crate::wordpress::options::Options;

/// Whether the site has the plugin.
pub fn is_active(options: &Options) -> bool {
    is_plugin_active(options, "flamingo/flamingo.php")
}
