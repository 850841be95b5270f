//! PHP's own semantics: values, serialisation, casts, strings and dates as PHP 8.2 computes them.
//!
//! Contract "wordpress-core", section 1.3 (serialised values). Strings are bytes wherever PHP's
//! are. Nothing here executes PHP, instantiates a class, or asks a clock; the settings that PHP
//! takes from its configuration are the defaults (`precision` 14, `serialize_precision` -1).

mod array;
pub mod cast;
pub mod compare;
pub mod float;
pub mod hash;
pub mod html;
pub mod html_entities;
pub mod json;
mod key;
pub mod letter_case;
pub mod numeric;
mod object;
pub mod query_string;
pub mod references;
pub mod round;
mod serialize;
mod serialized;
pub mod slashes;
pub mod sprintf;
pub mod strip_tags;
pub mod strtotime;
pub mod trim;
mod unserialize;
mod unserialize_error;
pub mod url;
mod value;
pub mod version_compare;
pub mod words;
pub mod wp_value;

pub use key::{Key, KeyBytes, KeyRef};
pub use object::{Property, Visibility};
pub use serialize::serialize;
pub use serialized::{is_serialized, is_serialized_string, maybe_serialize, maybe_unserialize};
pub use unserialize::{unserialize, unserialize_prefix};
pub use unserialize_error::{Reason, UnserializeError};
pub use value::{Array, Custom, Enum, Object, Reference, Value};
