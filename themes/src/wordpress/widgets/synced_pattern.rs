//! The block `core/block`: a synced pattern, the text of a post of type `wp_block`.
//!
//! Contract "wordpress-core", section 9. A pattern inside of itself prints nothing.

use compat::wordpress::block_rows::{BlockRows, pattern_ref};
use compat::wordpress::blocks::BlockCall;
use compat::wordpress::content::expand_embeds;
use compat::wordpress::post::PostId;

use crate::wordpress::view::Page;

/// The patterns that are being printed.
#[derive(Clone, Default)]
struct OpenPatterns(Vec<PostId>);

/// Renders the pattern of a block; empty for one that is not published or has a password.
pub(super) fn block(call: &BlockCall<'_, Page>, page: &mut Page) -> String {
    let view = page.view.clone();
    let patterns = &view.page_data.get::<BlockRows>().patterns;
    let Some((id, pattern)) = pattern_ref(call.block).and_then(|id| Some((id, patterns.get(&id)?)))
    else {
        return String::new();
    };
    let open = page.globals.of::<OpenPatterns>();
    if open.0.contains(&id) {
        return String::new();
    }
    open.0.push(id);
    let text = expand_embeds(&pattern.content, page);
    let markup = call.blocks.do_blocks(&text, page);
    page.globals.of::<OpenPatterns>().0.pop();
    markup
}
