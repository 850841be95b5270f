//! Blocks: `<!-- wp:NAME {json} -->html<!-- /wp:NAME -->` in post content.
//!
//! Contract "wordpress-core" section 9. [`parse_blocks`] reads the markup as WordPress's own parser does, its
//! repairs of broken markup included; [`Blocks`] prints it: static blocks as their inner HTML with the inner
//! blocks in place, dynamic ones through a registered handler.
//!
//! It does not know what a dynamic block prints (columns and the appearance floor register that), and it
//! adds to core's static blocks only the classes of headings, lists and layouts.

mod block_class;
pub(crate) mod delimiter;
mod excerpt;
mod layout;
mod parser;
mod render;
mod serialize;

pub use parser::{Block, each_block, parse_blocks};
pub use render::{BlockCall, Blocks};
pub use serialize::get_comment_delimited_block_content;

/// Whether `content` holds a block; then the paragraph step of the content filters is skipped.
pub fn has_blocks(content: &str) -> bool {
    content.contains("<!-- wp:")
}
