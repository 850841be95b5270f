//! What is filtered from title, content and excerpt when they are saved (`title_save_pre`, `content_save_pre`,
//! `excerpt_save_pre`).
//!
//! Contract "wordpress-rest", section 6.6: people with `unfiltered_html` store what they sent; everybody else passes kses.

use super::Post;
use crate::wordpress::formatting::balance_tags::balance_tags;
use crate::wordpress::formatting::convert_invalid_entities::convert_invalid_entities;
use crate::wordpress::kses::{wp_kses_data, wp_kses_post};

/// Filters the texts of a post that is saved.
pub fn filter_texts(post: &mut Post, unfiltered_html: bool, use_balance_tags: bool) {
    post.title = title_save_pre(&post.title, unfiltered_html);
    post.content = content_save_pre(&post.content, unfiltered_html, use_balance_tags);
    post.excerpt = content_save_pre(&post.excerpt, unfiltered_html, use_balance_tags);
}

/// `title_save_pre`.
pub fn title_save_pre(title: &str, unfiltered_html: bool) -> String {
    let filtered = if unfiltered_html {
        title.to_owned()
    } else {
        wp_kses_data(title)
    };
    php_trim(&filtered).to_owned()
}

/// `content_save_pre` and `excerpt_save_pre`.
pub fn content_save_pre(text: &str, unfiltered_html: bool, use_balance_tags: bool) -> String {
    let filtered = if unfiltered_html {
        text.to_owned()
    } else {
        wp_kses_post(text)
    };
    let converted = convert_invalid_entities(&filtered);
    balance_tags(&converted, false, use_balance_tags).into_owned()
}

/// `trim`.
fn php_trim(text: &str) -> &str {
    text.trim_matches([' ', '\n', '\r', '\t', '\u{b}', '\0'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_an_author_pass_kses() {
        let sent = "<p onclick=\"x()\">Hola<script>alert(1)</script> \
            <a href=\"javascript:x\" target=\"_blank\">a</a><iframe src=\"https://v.example/\"></iframe></p>";
        // Recording owner/autora-create-publish.
        let stored = "<p>Holaalert(1) <a href=\"x\" target=\"_blank\">a</a></p>";
        assert_eq!(content_save_pre(sent, false, false), stored);
        assert_eq!(content_save_pre(sent, true, false), sent);
        assert_eq!(
            title_save_pre(" <b>x</b><script>1</script>\n", false),
            "<b>x</b>1"
        );
        assert_eq!(
            title_save_pre(" <script>1</script>\n", true),
            "<script>1</script>"
        );
    }
}
