//! Text functions of WordPress's `formatting.php`, one concept a file.
//!
//! Contract "wordpress-core", sections 8 and 17; values: vector family `wordpress-formatting`.

pub mod accents;
pub mod email;
pub mod escape;
pub mod file_name;
pub mod map_deep;
pub mod mime_types;
pub mod number;
pub mod path;
pub mod sanitize;
pub mod sanitize_field;
pub mod sanitize_title;
pub mod slashes;
pub mod specialchars;
pub mod strip_all_tags;
pub mod utf8;
pub mod whitespace;
