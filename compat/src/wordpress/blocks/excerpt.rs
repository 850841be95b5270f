//! Which blocks an automatic excerpt keeps.

use super::parser::{Block, parse_blocks};
use super::{Blocks, has_blocks};

/// Blocks with text of their own.
const ALLOWED_INNER_BLOCKS: [&str; 10] = [
    "core/freeform",
    "core/heading",
    "core/html",
    "core/list",
    "core/media-text",
    "core/paragraph",
    "core/preformatted",
    "core/pullquote",
    "core/quote",
    "core/table",
];
/// Blocks that only hold others.
const ALLOWED_WRAPPER_BLOCKS: [&str; 3] = ["core/columns", "core/column", "core/group"];

fn is_inner(block: &Block<'_>) -> bool {
    block
        .name
        .as_deref()
        .is_none_or(|name| ALLOWED_INNER_BLOCKS.contains(&name) || name == "core/verse")
}

fn is_wrapper(block: &Block<'_>) -> bool {
    block
        .name
        .as_deref()
        .is_some_and(|name| ALLOWED_WRAPPER_BLOCKS.contains(&name))
}

impl<C> Blocks<C> {
    /// `content` with only those blocks that belong into an excerpt, printed.
    pub fn excerpt_remove_blocks(&self, content: &str, context: &mut C) -> String {
        if !has_blocks(content) {
            return content.to_owned();
        }
        let mut out = String::new();
        for block in &parse_blocks(content) {
            if is_wrapper(block) && !block.inner_blocks.is_empty() {
                self.excerpt_inner(block, &mut out, context);
            } else if is_inner(block) || is_wrapper(block) {
                let plain = |inner: &Block<'_>| is_inner(inner) && inner.inner_blocks.is_empty();
                if block.inner_blocks.iter().all(plain) {
                    out.push_str(&self.render_block(block, context));
                }
            }
        }
        out
    }

    fn excerpt_inner(&self, block: &Block<'_>, out: &mut String, context: &mut C) {
        for inner in block
            .inner_blocks
            .iter()
            .filter(|b| is_inner(b) || is_wrapper(b))
        {
            if inner.inner_blocks.is_empty() {
                out.push_str(&self.render_block(inner, context));
            } else {
                self.excerpt_inner(inner, out, context);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_text_only() {
        let content = "<!-- wp:paragraph --><p>a</p><!-- /wp:paragraph --><!-- wp:image --><img><!-- /wp:image -->\
            <!-- wp:group --><div><!-- wp:paragraph --><p>b</p><!-- /wp:paragraph --></div><!-- /wp:group -->";
        let out = Blocks::new().excerpt_remove_blocks(content, &mut ());
        assert_eq!(out, "<p>a</p><p>b</p>");
    }
}
