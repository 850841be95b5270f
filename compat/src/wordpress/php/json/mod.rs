//! JSON as PHP writes and reads it.

mod decode;
mod encode;

pub use decode::{JsonError, json_decode_assoc};
pub use encode::{JsonEncodeError, flags, json_encode, try_wp_json_encode, wp_json_encode};
