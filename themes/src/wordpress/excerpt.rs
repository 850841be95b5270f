//! `wp_trim_excerpt`: the first words of a post's content.
//!
//! Contract "wordpress-core", section 8.1, last paragraph; recordings rest/post, owner/page-front-edit.

use compat::wordpress::content::close_cdata;
use compat::wordpress::formatting::trim_words::{WordCountType, wp_trim_words};
use compat::wordpress::post::Post;

use super::view::Page;

/// The first words of `content`, which is the post's or a part of it, with `more` behind them when there are others.
pub fn trimmed_content(page: &mut Page, post: &Post, content: &str, more: &str) -> String {
    let view = page.view.clone();
    let theme = view.theme.clone();
    let own = theme.hooks.apply_excerpt_text(&view, post, content);
    let text = own.unwrap_or_else(|| {
        let text = theme.shortcodes.strip_shortcodes(content);
        let text = theme.blocks.excerpt_remove_blocks(&text, page);
        let text = theme.the_content.apply(&text, page);
        close_cdata(&text).into_owned()
    });
    let length = view.text_in_context("55", "excerpt_length");
    let length = length.parse().unwrap_or(55);
    let context = "Word count type. Do not translate!";
    let count = match view.text_in_context("words", context).as_str() {
        "characters_excluding_spaces" | "characters_including_spaces" => WordCountType::Characters,
        _ => WordCountType::Words,
    };
    wp_trim_words(&text, length, more, count)
}
