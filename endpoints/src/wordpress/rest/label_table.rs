//! Core's labels of post types and taxonomies, as source strings: the defaults of `get_post_type_labels` and
//! `get_taxonomy_labels`, and the own ones of types without pages (`labels.tsv`).
//!
//! Recordings owner/types-edit and owner/taxonomies-edit.

use compat::wordpress::label::Label;

/// A label on each line: what it belongs to (`post_type` and `taxonomy` for the defaults, else a type's name), its key,
/// its source for types like posts (or taxonomies like tags), its source for those with parents, and the context of
/// both, or of each with `|` between them. An empty source is a label that there is not.
const TABLE: &str = include_str!("labels.tsv");

/// A label of a type like posts, and of one with parents.
pub struct LabelRow {
    /// Its key (`add_new_item`).
    pub key: &'static str,
    sources: [&'static str; 2],
    contexts: &'static str,
}

impl LabelRow {
    fn parse(line: &'static str) -> Option<(&'static str, Self)> {
        let mut cells = line.split('\t');
        let mut next = || cells.next();
        let row = (
            next()?,
            Self {
                key: next()?,
                sources: [next()?, next()?],
                contexts: next()?,
            },
        );
        Some(row).filter(|_| !line.starts_with('#'))
    }

    /// The label; its source is empty where there is none.
    pub fn label(&self, hierarchical: bool) -> Label {
        let contexts = self.contexts.split_once('|');
        let contexts = contexts.unwrap_or((self.contexts, self.contexts));
        let [flat, nested] = self.sources;
        let (source, context) = match hierarchical {
            true => (nested, contexts.1),
            false => (flat, contexts.0),
        };
        Label::new(self.key, source).with_context(context)
    }
}

/// The labels of a type, in core's order.
pub fn labels_of(name: &str) -> impl Iterator<Item = LabelRow> {
    let rows = TABLE.lines().filter_map(LabelRow::parse);
    rows.filter(move |(of, _)| *of == name).map(|(_, row)| row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_is_a_label() {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
        assert!(lines.clone().all(|line| line.matches('\t').count() == 4));
        assert_eq!(labels_of("post_type").count(), 32);
        assert_eq!(labels_of("taxonomy").count(), 27);
        let featured = labels_of("post_type").find(|row| row.key == "featured_image");
        let featured = featured.unwrap();
        assert_eq!(featured.label(false).context, "post");
        assert_eq!(featured.label(true).context, "page");
    }
}
