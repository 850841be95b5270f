//! The text of a post in archives: 270 characters of its rendered content, without markup.
//!
//! Contract "divi-theme", section 5 (archive text). Captions, players and embeds are removed from the stored text; then
//! it is filtered like content, so that the output of shortcodes and modules is included.

use std::borrow::Cow;

use compat::wordpress::formatting::strip_all_tags::wp_strip_all_tags;
use compat::wordpress::post::Post;
use compat::wordpress::static_regex::StaticRegex;

use crate::wordpress::content::the_content;
use crate::wordpress::view::Page;

use super::options::DiviOptions;
use super::post_settings::is_pagebuilder_used;

/// Length in characters.
const AMOUNT: usize = 270;

static LEFT_OUT: [StaticRegex; 3] = [
    StaticRegex::new(r"(?is)\[caption[^\]]*?\].*?\[/caption\]"),
    StaticRegex::new(r"(?is)\[audio[^\]]*?\].*?\[/audio\]"),
    StaticRegex::new(r"(?is)\[embed[^\]]*?\].*?\[/embed\]"),
];

/// The text of a post for a list.
pub fn truncate_post(page: &mut Page, post: &Post) -> String {
    let view = page.view.clone();
    if view.post_password_required(post) {
        return view.text("There is no excerpt because this is a protected post.");
    }
    let uses_excerpt = DiviOptions::of(&view).is_on("divi_use_excerpt", false);
    if uses_excerpt && !post.excerpt.is_empty() {
        let theme = view.theme.clone();
        return theme.the_excerpt.apply(&post.excerpt, page).into_owned();
    }
    truncated_content(page, post, AMOUNT)
}

/// The text of a post without markup, cut.
///
/// Builder content is rendered without content filters, so nothing separates a heading from the following paragraph
/// (recording pages/busqueda, post 1988).
pub fn truncated_content(page: &mut Page, post: &Post, amount: usize) -> String {
    let mut text = Cow::Borrowed(post.content.as_str());
    for regex in &LEFT_OUT {
        if let Cow::Owned(shorter) = regex.replace_all(&text, "") {
            text = Cow::Owned(shorter);
        }
    }
    let outer = page.content_post.replace(post.id);
    let drawn = if is_pagebuilder_used(&page.view, post) {
        let theme = page.view.theme.clone();
        theme.shortcodes.do_shortcode(&text, page).into_owned()
    } else {
        the_content(page, &text)
    };
    page.content_post = outer;
    let is_longer = drawn.len() > amount;
    truncated(&wp_strip_all_tags(&drawn, false), amount, is_longer)
}

/// The first `amount` characters with white space collapsed. When the markup `is_longer`, the last word is replaced by
/// dots unless it is the only one; builder markup is always longer (recording pages/busqueda-pagina).
fn truncated(text: &str, amount: usize, is_longer: bool) -> String {
    let folded = fold(text);
    let cut = folded
        .char_indices()
        .nth(amount)
        .map_or(folded.as_str(), |(at, _)| &folded[..at]);
    let cut = cut.trim_end_matches(' ');
    if !is_longer || cut.is_empty() {
        return cut.to_owned();
    }
    let words = cut.rfind(' ').map_or(cut, |at| &cut[..at]);
    format!("{words}...")
}

/// Collapses white space and trims.
fn fold(text: &str) -> String {
    let is_space = |c: char| matches!(c, ' ' | '\n' | '\r' | '\t');
    let words: Vec<&str> = text.split(is_space).filter(|w| !w.is_empty()).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_gives_way() {
        assert_eq!(truncated("uno  dos\ntres", 20, false), "uno dos tres");
        assert_eq!(truncated("uno dos tres cuatro", 10, true), "uno dos...");
        // Also removes a last word that fits exactly.
        assert_eq!(truncated("uno dos tres cuatro", 8, true), "uno...");
        // The length of the markup is compared, not of the text.
        assert_eq!(truncated("uno dos", 20, true), "uno...");
        assert_eq!(truncated("Sube", 270, true), "Sube...");
        assert_eq!(truncated("ñandú", 3, true), "ñan...");
        assert_eq!(truncated(" ", 3, true), "");
    }
}
