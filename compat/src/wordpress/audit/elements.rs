//! Elements of contents by name: modules of a page builder, shortcodes, blocks, widgets.

use std::collections::BTreeMap;

use serde::Serialize;

use super::limits;
use super::part::InventoryItem;

/// Kinds of elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ElementKind {
    /// A module of a page builder.
    Module,
    /// A shortcode.
    Shortcode,
    /// A block.
    Block,
    /// A widget of a sidebar.
    Widget,
}

/// What prints an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Support {
    /// Code of ours.
    Native,
    /// Nothing needs to: the HTML that is stored with it.
    Stored,
    /// Nobody.
    Unknown,
}

/// The elements of one content.
#[derive(Debug, Clone, Default)]
pub struct PostElements {
    found: BTreeMap<(ElementKind, String), (Support, u64)>,
    /// What columns found in it.
    pub items: Vec<InventoryItem>,
}

impl PostElements {
    /// Counts one element.
    pub fn add(&mut self, kind: ElementKind, name: &str, support: Support) {
        let key = (kind, limits::cut(name, limits::NAME).to_owned());
        if self.found.len() >= limits::NAMES && !self.found.contains_key(&key) {
            return;
        }
        let (known, count) = self.found.entry(key).or_insert((support, 0));
        *known = support.max(*known);
        *count += 1;
    }

    /// Adds those of another text.
    pub fn extend(&mut self, other: Self) {
        for ((kind, name), (support, count)) in other.found {
            if self.found.len() >= limits::NAMES {
                break;
            }
            let known = self.found.entry((kind, name)).or_insert((support, 0));
            known.0 = known.0.max(support);
            known.1 += count;
        }
        self.items.extend(other.items);
    }

    /// Kind, name, what prints it, and how often it stands there.
    pub fn iter(&self) -> impl Iterator<Item = (ElementKind, &str, Support, u64)> {
        let found = self.found.iter();
        found.map(|((kind, name), (support, count))| (*kind, name.as_str(), *support, *count))
    }

    /// Names of those that nobody prints.
    pub fn unknown(&self) -> impl Iterator<Item = &str> {
        let unknown = self.iter().filter(|(_, _, s, _)| *s == Support::Unknown);
        unknown.map(|(_, name, _, _)| name)
    }
}

/// Where something stands.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Place {
    /// The number of the post.
    pub id: i64,
    /// Its address, or what it is where it has none (`layout 17`).
    pub url: String,
    /// Its title.
    pub title: String,
}

/// An element on a site.
#[derive(Debug, Clone, Serialize)]
pub struct ElementUse {
    /// What it is.
    pub kind: ElementKind,
    /// Its name.
    pub name: String,
    /// What prints it.
    pub support: Support,
    /// How often it stands on the site.
    pub count: u64,
    /// In how many contents.
    pub pages: u64,
    /// The first of them.
    pub places: Vec<Place>,
}

/// The elements of a site.
#[derive(Debug, Clone, Default)]
pub struct ElementCounts(BTreeMap<(ElementKind, String), ElementUse>);

impl ElementCounts {
    /// Adds those of a content.
    pub fn add(&mut self, place: &Place, elements: &PostElements) {
        for (kind, name, support, count) in elements.iter() {
            let key = (kind, name.to_owned());
            if self.0.len() >= limits::NAMES && !self.0.contains_key(&key) {
                continue;
            }
            let found = self.0.entry(key).or_insert_with(|| ElementUse {
                kind,
                name: name.to_owned(),
                support,
                count: 0,
                pages: 0,
                places: Vec::new(),
            });
            found.support = found.support.max(support);
            found.count += count;
            found.pages += 1;
            if found.places.len() < limits::PLACES {
                found.places.push(place.clone());
            }
        }
    }

    /// The elements by kind; those that nobody prints first, then by how often they stand there.
    pub fn into_list(self) -> Vec<ElementUse> {
        let mut all: Vec<_> = self.0.into_values().collect();
        let rank = |e: &ElementUse| (e.kind, e.support != Support::Unknown, u64::MAX - e.count);
        all.sort_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| a.name.cmp(&b.name)));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_counted_by_content() {
        let mut one = PostElements::default();
        for (name, support) in [
            ("a", Support::Native),
            ("a", Support::Native),
            ("b", Support::Unknown),
        ] {
            one.add(ElementKind::Shortcode, name, support);
        }
        assert_eq!(one.unknown().collect::<Vec<_>>(), ["b"]);
        let mut all = ElementCounts::default();
        for id in 1..=30 {
            let place = Place {
                id,
                url: format!("/{id}/"),
                title: String::new(),
            };
            all.add(&place, &one);
        }
        let list = all.into_list();
        let told: Vec<_> = list
            .iter()
            .map(|e| (e.name.as_str(), e.count, e.pages, e.places.len()))
            .collect();
        assert_eq!(told, [("b", 30, 30, 20), ("a", 60, 30, 20)]);
    }
}
