//! `wp_filter_comment`: sanitizes the fields of a comment.
//!
//! Contract "wordpress-core", section 17.2, step 10. WordPress filters slashed text; these functions add and take
//! the slashes themselves.

use crate::wordpress::formatting::balance_tags::balance_tags;
use crate::wordpress::formatting::convert_invalid_entities::convert_invalid_entities;
use crate::wordpress::formatting::email::sanitize_email;
use crate::wordpress::formatting::escape::esc_attr;
use crate::wordpress::formatting::rel_nofollow::{HairAttribute, RelSettings, wp_rel_ugc};
use crate::wordpress::formatting::sanitize_field::sanitize_text_field;
use crate::wordpress::formatting::slashes::{wp_slash, wp_unslash};
use crate::wordpress::formatting::specialchars::{QuoteStyle, wp_specialchars};
use crate::wordpress::formatting::strip_all_tags::wp_strip_all_tags;
use crate::wordpress::kses::attributes::wp_kses_hair;
use crate::wordpress::kses::{WP_ALLOWED_PROTOCOLS, wp_filter_kses, wp_kses_data, wp_kses_post};
use crate::wordpress::url::esc_url_raw;

use super::Comment;

/// Which HTML the author may write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AllowedMarkup {
    /// A visitor's few elements.
    Comment,
    /// The tags of posts: for users with `unfiltered_html` whose form carries no valid nonce.
    Post,
    /// Everything.
    Unfiltered,
}

/// Filters the fields of a comment in place. `internal_hosts` are the site's own, in lower case.
pub fn wp_filter_comment(
    comment: &mut Comment,
    markup: AllowedMarkup,
    internal_hosts: &[&str],
    use_balance_tags: bool,
) {
    comment.author = author_name(&comment.author);
    comment.content = content(&comment.content, markup, internal_hosts, use_balance_tags);
    comment.author_url = author_url(&comment.author_url);
    comment.author_email = author_email(&comment.author_email);
}

fn slashed(text: &str, filter: impl Fn(&str) -> String) -> String {
    wp_unslash(&filter(&wp_slash(text))).into_owned()
}

/// `pre_comment_author_name`.
pub fn author_name(name: &str) -> String {
    slashed(name, |name| {
        let name = wp_filter_kses(&sanitize_text_field(name));
        wp_specialchars(&name, QuoteStyle::NoQuotes).into_owned()
    })
}

/// `pre_comment_author_email`.
pub fn author_email(email: &str) -> String {
    slashed(email.trim(), |email| wp_filter_kses(&sanitize_email(email)))
}

/// `pre_comment_author_url`.
pub fn author_url(url: &str) -> String {
    slashed(url, |url| {
        let url = wp_strip_all_tags(url, false);
        wp_filter_kses(&esc_url_raw(&url, &WP_ALLOWED_PROTOCOLS))
    })
}

/// `pre_comment_content`.
pub fn content(
    text: &str,
    markup: AllowedMarkup,
    internal_hosts: &[&str],
    use_balance_tags: bool,
) -> String {
    let text = convert_invalid_entities(text);
    let text = match markup {
        AllowedMarkup::Comment => wp_kses_data(&text),
        AllowedMarkup::Post => wp_kses_post(&text),
        AllowedMarkup::Unfiltered => text,
    };
    let settings = RelSettings {
        wp_kses_hair: &hair,
        esc_attr: &|text| esc_attr(text).into_owned(),
        internal_hosts,
    };
    let text = slashed(&text, |text| wp_rel_ugc(text, &settings));
    balance_tags(&text, false, use_balance_tags).into_owned()
}

fn hair(attributes: &str) -> Vec<HairAttribute> {
    wp_kses_hair(attributes, &WP_ALLOWED_PROTOCOLS)
        .into_iter()
        .map(|found| HairAttribute {
            name: found.name.to_owned(),
            valueless: found.quote.is_none(),
            value: found.value.into_owned(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_what_visitors_may_write() {
        let sent = "<b>negrita</b> <script>x</script> <a href=\"http://x.example\" onclick=\"y\">z</a>\n\nSegundo & fin";
        assert_eq!(
            content(sent, AllowedMarkup::Comment, &[], false),
            "<b>negrita</b> x <a href=\"http://x.example\" rel=\"nofollow ugc\">z</a>\n\nSegundo &amp; fin"
        );
        assert_eq!(author_name("O'Hara \"<i>\\"), "O'Hara \"\\");
        assert_eq!(
            author_url("www.casa.example/a b"),
            "http://www.casa.example/a%20b"
        );
        assert_eq!(author_email(" a@casa.example "), "a@casa.example");
    }
}
