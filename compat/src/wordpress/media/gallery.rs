//! Which attachments the galleries of a text show: the shortcode `[gallery]`, read before the text is printed.

use crate::wordpress::shortcode::{Atts, shortcode_parse_atts};

/// What must be loaded for the galleries of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Galleries {
    /// Attachments named by their ids, in order, each once.
    pub ids: Vec<i64>,
    /// Whether a gallery shows the images that belong to its post.
    pub shows_children: bool,
}

/// Reads the galleries of a text.
pub fn galleries_in(content: &str) -> Galleries {
    const TAG: &str = "[gallery";
    let mut galleries = Galleries::default();
    let mut seen = std::collections::HashSet::new();
    let mut rest = content;
    while let Some(at) = memchr::memmem::find(rest.as_bytes(), TAG.as_bytes()) {
        rest = rest.get(at + TAG.len()..).unwrap_or_default();
        let is_longer = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        if rest.starts_with(is_longer) {
            continue;
        }
        let Some(end) = rest.find(']') else { break };
        let atts = shortcode_parse_atts(rest.get(..end).unwrap_or_default());
        match gallery_ids(&atts) {
            Some(ids) => galleries.ids.extend(ids.filter(|id| seen.insert(*id))),
            None => galleries.shows_children = true,
        }
        rest = rest.get(end..).unwrap_or_default();
    }
    galleries
}

/// The ids that a gallery names; `None` for one that shows the images of its post.
pub fn gallery_ids(atts: &Atts) -> Option<impl Iterator<Item = i64>> {
    let named = |name| atts.get(name).filter(|value| !matches!(*value, "" | "0"));
    let list = named("ids").or_else(|| named("include"))?;
    let ids = list.split([',', ' ', '\t', '\n', '\r']);
    let ids: Vec<i64> = ids.filter_map(|id| id.parse().ok()).collect();
    Some(ids.into_iter().filter(|id| *id > 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn galleries_of_a_text() {
        let text = "a [gallery ids=\"3,2, 3\" columns=2] [gallery-x ids=9] [gallery include='7'] [/gallery]";
        let found = galleries_in(text);
        assert_eq!(found.ids, [3, 2, 7]);
        assert!(!found.shows_children);
        assert!(galleries_in("[gallery]").shows_children);
        assert!(galleries_in("[gallery size=\"medium\"]").shows_children);
        assert_eq!(galleries_in("[galleryids=1]"), Galleries::default());
        assert_eq!(galleries_in("[gallery ids=1"), Galleries::default());
    }

    proptest! {
        #[test]
        fn never_panics(text in "(\\[gallery|ids=|[\"', ñ0-9\\]])*") {
            let _ = galleries_in(&text);
        }
    }
}
