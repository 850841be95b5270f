//! `wp_trim_excerpt`: the excerpt that a post has, or the beginning of its content.
//!
//! Contract wordpress-core 8.1, last paragraph. The steps that belong to shortcodes, blocks and content filters come
//! as functions; which post, which page of it and whether a password guards it is the caller's matter.

use super::trim_words::{WordCountType, wp_trim_words};
use crate::wordpress::php::trim::trim_str;

/// How long an automatic excerpt is and how it ends.
#[derive(Debug, Clone)]
pub struct ExcerptSettings {
    /// Number of words (`excerpt_length`, 55 unless the language pack says otherwise).
    pub length: i64,
    /// What follows a cut excerpt (`excerpt_more`).
    pub more: String,
    /// What the locale counts.
    pub count: WordCountType,
}

impl Default for ExcerptSettings {
    fn default() -> Self {
        Self {
            length: 55,
            more: " [&hellip;]".to_owned(),
            count: WordCountType::Words,
        }
    }
}

/// What happens to the content before it is cut.
pub struct ExcerptSteps<'a> {
    /// `strip_shortcodes`.
    pub strip_shortcodes: &'a dyn Fn(&str) -> String,
    /// `excerpt_remove_blocks` and `excerpt_remove_footnotes`.
    pub remove_blocks: &'a dyn Fn(&str) -> String,
    /// The filters of `the_content` without blocks and image attributes.
    pub the_content: &'a dyn Fn(&str) -> String,
}

/// `excerpt` when it is not blank; otherwise the first words of `content`.
pub fn wp_trim_excerpt(
    excerpt: &str,
    content: &str,
    settings: &ExcerptSettings,
    steps: &ExcerptSteps<'_>,
) -> String {
    if !trim_str(excerpt).is_empty() {
        return excerpt.to_owned();
    }
    let text = (steps.strip_shortcodes)(content);
    let text = (steps.remove_blocks)(&text);
    let text = (steps.the_content)(&text).replace("]]>", "]]&gt;");
    wp_trim_words(&text, settings.length, &settings.more, settings.count)
}

#[cfg(test)]
mod tests {
    use super::{ExcerptSettings, ExcerptSteps, wp_trim_excerpt};
    use crate::wordpress::formatting::autop::wpautop;

    #[test]
    fn takes_the_given_one_or_makes_one() {
        let steps = ExcerptSteps {
            strip_shortcodes: &|text| text.replace("[x]", ""),
            remove_blocks: &str::to_owned,
            the_content: &|text| wpautop(text, true),
        };
        let settings = ExcerptSettings {
            length: 3,
            ..ExcerptSettings::default()
        };
        let excerpt =
            |given| wp_trim_excerpt(given, "[x]uno dos\n\n<b>tres</b> cuatro", &settings, &steps);
        assert_eq!(excerpt(" "), "uno dos tres [&hellip;]");
        assert_eq!(excerpt("<p>el mío</p>"), "<p>el mío</p>");
    }
}
