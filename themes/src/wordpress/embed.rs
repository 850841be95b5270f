//! The page of a post inside a frame on another site (`/embed/`).
//!
//! Contract "wordpress-core", section 14.4.

use super::view::Page;

/// The document.
pub fn render(page: &mut Page) -> String {
    let _ = page;
    String::new()
}
