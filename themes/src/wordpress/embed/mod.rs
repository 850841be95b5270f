//! The embed template of a post (`/embed/`), and the HTML for embedding it.
//!
//! Contract "wordpress-core", section 14.4; markup as the recorded embed has it. Style sheet and scripts are our own.

mod document;
mod post_embed_html;

pub use document::{Embed, render};
pub use post_embed_html::{EmbedFrame, get_post_embed_html};
