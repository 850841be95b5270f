//! The type of an attached file, by its name.

use crate::wordpress::formatting::mime_types;

/// The MIME type by the extension; `application/octet-stream` where none is known.
pub fn mime_type_of(name: &str) -> &'static str {
    mime_types::wp_check_filetype(name).map_or("application/octet-stream", |(_, kind)| kind)
}
