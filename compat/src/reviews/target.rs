//! Where a widget and its parts lead: contract "reviews-widget", sections 3.2 and 4.1 ("Link resolution").

use super::place::{reviews_url, write_review_url};
use super::shortcode_atts::{ShortcodeAtts, is_no, is_yes};

/// The links of a widget.
#[derive(Debug, Clone, Default)]
pub struct Links {
    /// Where reviews are read.
    pub reviews_url: String,
    /// Where one is written.
    pub write_review_url: String,
    /// Where a click on the whole widget leads.
    pub href: Option<String>,
    /// Whether the widget has the class of a link.
    pub has_link_class: bool,
    /// Whether the link to the reviews is plain text.
    pub reviews_are_plain: bool,
    /// Whether authors are plain text.
    pub authors_are_plain: bool,
    /// The button to the reviews: its label, empty for the usual one.
    pub reviews_link: Option<String>,
    /// The button to write one.
    pub write_review_link: Option<String>,
    /// Classes of the first button.
    pub reviews_link_class: Option<String>,
    /// Classes of the second.
    pub write_review_link_class: Option<String>,
    /// `rel` of links; none for no attribute.
    pub rel: Option<String>,
    /// `target` of links that shortcodes print alone.
    pub target: Option<String>,
}

const RELS: [&str; 6] = [
    "author",
    "bookmark",
    "external",
    "nofollow",
    "noreferrer",
    "noopener",
];

impl Links {
    /// Reads the attributes of a widget; `is_small` for the themes tiny and badge.
    pub fn of(
        given: ShortcodeAtts<'_>,
        place_id: &str,
        limit: Option<usize>,
        is_small: bool,
    ) -> Self {
        let address = |name: &str, usual: String| {
            let own = given
                .text(name)
                .filter(|text| !is_yes(text) && !is_no(text));
            own.map_or(usual, str::to_owned)
        };
        let reviews = address("reviews_url", reviews_url(place_id));
        let write = address("write_review_url", write_review_url(place_id));
        let disabled = given
            .text("link_disable")
            .unwrap_or_default()
            .to_ascii_lowercase();
        let is_disabled = is_yes(&disabled);
        let lists = |word: &str| {
            disabled
                .split([',', ' '])
                .any(|w| w.trim().starts_with(word))
        };
        let label = |name: &str| match given.text(name) {
            Some(text) if is_no(text) => None,
            Some(text) if is_yes(text) => Some(String::new()),
            other => other.map(str::to_owned),
        };
        let link = given.text("link");
        let href = href(link, limit, is_small, &reviews, &write);
        Self {
            has_link_class: link.is_some_and(|text| !is_yes(text) && !is_no(text)),
            href: href.filter(|_| !is_disabled),
            reviews_are_plain: is_disabled || lists("review"),
            authors_are_plain: is_disabled || lists("author"),
            reviews_link: label("reviews_link"),
            write_review_link: label("write_review_link"),
            reviews_link_class: class(given, "reviews_link_class"),
            write_review_link_class: class(given, "write_review_link_class"),
            rel: rel(given),
            target: given.text("target").map(str::to_owned),
            reviews_url: reviews,
            write_review_url: write,
        }
    }

    /// Whether a click anywhere leads to the reviews.
    pub fn leads_to_reviews(&self) -> bool {
        self.href.as_ref() == Some(&self.reviews_url)
    }
}

fn href(
    link: Option<&str>,
    limit: Option<usize>,
    is_small: bool,
    reviews: &str,
    write: &str,
) -> Option<String> {
    let has_listing = limit != Some(0);
    let to_reviews = || Some(reviews.to_owned());
    match link {
        None if !has_listing && is_small => to_reviews(),
        None => None,
        Some(text) if is_no(text) => None,
        Some(_) if has_listing && is_small => to_reviews(),
        Some(_) if has_listing => None,
        Some(text) => match text.to_ascii_lowercase().as_str() {
            "reviews" | "view reviews" => to_reviews(),
            "write review" => Some(write.to_owned()),
            word if is_yes(word) => to_reviews(),
            _ => Some(text.to_owned()),
        },
    }
}

fn class(given: ShortcodeAtts<'_>, name: &str) -> Option<String> {
    let words = given
        .classes(name)
        .or_else(|| given.classes("link_class"))?;
    Some(words.join(" "))
}

fn rel(given: ShortcodeAtts<'_>) -> Option<String> {
    let Some(text) = given.text("rel") else {
        return Some("nofollow".to_owned());
    };
    let words = text.split([' ', ',']).filter(|word| RELS.contains(word));
    let words: Vec<&str> = words.collect();
    match words.as_slice() {
        [] if is_no(text) => None,
        [] => Some("nofollow".to_owned()),
        words => Some(words.join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::shortcode::shortcode_parse_atts;

    #[test]
    fn where_a_click_leads() {
        let reviews = reviews_url("P");
        for (text, limit, is_small, expected) in [
            ("", Some(0), true, Some(reviews.as_str())),
            ("", Some(0), false, None),
            ("", None, true, None),
            ("link=yes", Some(0), false, Some(&reviews)),
            ("link=\"view reviews\"", Some(0), false, Some(&reviews)),
            ("link=/contacto", Some(0), false, Some("/contacto")),
            ("link=/contacto", None, false, None),
            ("link=/contacto", None, true, Some(&reviews)),
            ("link=/contacto link_disable=yes", Some(0), false, None),
            ("link=no", Some(0), true, None),
        ] {
            let links = Links::of(
                ShortcodeAtts(&shortcode_parse_atts(text)),
                "P",
                limit,
                is_small,
            );
            assert_eq!(links.href.as_deref(), expected, "{text}");
        }
        let links = Links::of(
            ShortcodeAtts(&shortcode_parse_atts(
                "rel=\"noopener external x\" link_disable=author",
            )),
            "P",
            None,
            false,
        );
        assert_eq!(links.rel.as_deref(), Some("noopener external"));
        assert!(links.authors_are_plain && !links.reviews_are_plain);
    }
}
