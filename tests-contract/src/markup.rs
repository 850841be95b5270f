//! Markup compared as a tree, as [`recordings::markup`] does it.

pub use recordings::difference::Difference;
pub use recordings::markup::{Score, Tree, body, compare};
pub use recordings::volatile::mask;
