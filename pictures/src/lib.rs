//! Pictures as pixels: decoded, made upright, cut, scaled and encoded again. Knows nothing of WordPress, files or requests.
//!
//! A crate of its own, so that builds for tests optimise what touches each pixel, and nothing else.

pub mod avif;
pub mod boxes;
pub mod edit;
mod encode;
pub mod jpeg_segments;
mod picture;
mod resize;
mod transform;

pub use picture::{Format, Header, Picture, PictureError, size_of_file};
pub use resize::Resize;
pub use transform::{Rectangle, Source};
