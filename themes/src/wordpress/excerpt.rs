//! `wp_trim_excerpt`: the first words of a post's content.
//!
//! Contract "wordpress-core", section 8.1, last paragraph; recordings rest/post, owner/page-front-edit.

use compat::wordpress::content::close_cdata;
use compat::wordpress::formatting::trim_words::{WordCountType, wp_trim_words};
use compat::wordpress::post::Post;

use super::view::{Page, View};

/// The first words of `content`, which is the post's or a part of it, with `more` behind them when there are others.
pub fn trimmed_content(page: &mut Page, post: &Post, content: &str, more: &str) -> String {
    let text = excerpt_text(page, post, content);
    first_words(&page.view, &text, more)
}

/// What the first words are taken from: `content` without shortcodes, filtered.
pub fn excerpt_text(page: &mut Page, post: &Post, content: &str) -> String {
    let theme = page.view.theme.clone();
    if let Some(own) = theme.hooks.apply_excerpt_text(&page.view, post, content) {
        return own;
    }
    let text = theme.shortcodes.strip_shortcodes(content);
    let text = theme.blocks.excerpt_remove_blocks(&text, page);
    let text = theme.the_content.apply(&text, page);
    close_cdata(&text).into_owned()
}

/// The first words of a text, as many as the language pack says, with `more` behind them when there are others.
pub fn first_words(view: &View, text: &str, more: &str) -> String {
    let length = view.text_in_context("55", "excerpt_length");
    first_of(view, text, length.parse().unwrap_or(55), more)
}

/// The first words of a text, with `more` behind them when there are others.
pub fn first_of(view: &View, text: &str, length: i64, more: &str) -> String {
    let context = "Word count type. Do not translate!";
    let count = match view.text_in_context("words", context).as_str() {
        "characters_excluding_spaces" | "characters_including_spaces" => WordCountType::Characters,
        _ => WordCountType::Words,
    };
    wp_trim_words(text, length, more, count)
}
