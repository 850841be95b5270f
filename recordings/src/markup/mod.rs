//! Markup compared as a tree: same elements, classes, attributes and text in the same places.
//!
//! White space between tags, the order of attributes and of classes, and comments are no difference. [`body`] keeps what
//! a contract fixes: the elements that are seen, without nonces, hashes and `?ver=`. [`page`] keeps the whole document:
//! its head, scripts and style sheets too.

mod align;
mod bounds;
mod outline;
mod tree;
mod walk;

use std::collections::BTreeMap;

use scraper::{Html, Node};

use crate::rules::Rules;
use crate::volatile::mask;

pub use tree::{Score, Tree};

/// Levels of elements; what lies deeper counts as the text of its ancestor.
const MAX_DEPTH: usize = 300;

/// Parses a page and keeps what counts of its body.
#[must_use]
pub fn body(html: &str) -> Vec<Tree> {
    if !bounds::is_within_bounds(html) {
        return too_large(html);
    }
    let document = Html::parse_document(html);
    let root = document.root_element();
    let body = root
        .children()
        .find(|n| n.value().as_element().is_some_and(|e| e.name() == "body"));
    body.and_then(|b| read(b, true, 0)).into_iter().collect()
}

/// Parses a page and keeps all of it.
#[must_use]
pub fn page(html: &str) -> Vec<Tree> {
    if !bounds::is_within_bounds(html) {
        return too_large(html);
    }
    let document = Html::parse_document(html);
    read(*document.root_element(), false, 0)
        .into_iter()
        .collect()
}

/// A page with too many open elements or attributes: it is compared as a text.
fn too_large(html: &str) -> Vec<Tree> {
    vec![Tree::Text(html.to_owned())]
}

/// Whether a page has a doctype that makes browsers keep to the standard.
#[must_use]
pub fn has_doctype(html: &str) -> bool {
    let start = html.trim_start_matches('\u{feff}').trim_start();
    start
        .get(..9)
        .is_some_and(|s| s.eq_ignore_ascii_case("<!doctype"))
}

/// Elements that a visitor does not see.
const UNSEEN: [&str; 5] = ["script", "style", "link", "noscript", "template"];

/// Elements whose text is code.
const CODE: [&str; 2] = ["script", "style"];

fn read(node: ego_tree::NodeRef<'_, Node>, is_contract: bool, depth: usize) -> Option<Tree> {
    match node.value() {
        Node::Text(text) => {
            let folded = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let shown = if is_contract { mask(&folded) } else { folded };
            (!shown.is_empty()).then_some(Tree::Text(shown))
        }
        Node::Element(e) if !(is_contract && UNSEEN.contains(&e.name())) => {
            let attrs = e
                .attrs()
                .map(|(k, v)| (k.to_owned(), attribute(k, v, is_contract)))
                .collect();
            let children = if CODE.contains(&e.name()) || depth >= MAX_DEPTH {
                Vec::from_iter(flat_text(node).map(Tree::Text))
            } else {
                let children = node.children();
                children
                    .filter_map(|n| read(n, is_contract, depth + 1))
                    .collect()
            };
            Some(Tree::Element(e.name().to_owned(), attrs, children))
        }
        // The content of a template element.
        Node::Fragment => {
            let children = node.children();
            let children = children.filter_map(|n| read(n, is_contract, depth + 1));
            let children: Vec<_> = children.collect();
            (!children.is_empty())
                .then(|| Tree::Element("content".to_owned(), BTreeMap::new(), children))
        }
        _ => None,
    }
}

/// All text below a node, as it stands.
fn flat_text(node: ego_tree::NodeRef<'_, Node>) -> Option<String> {
    let texts = node.descendants();
    let texts = texts.filter_map(|n| n.value().as_text().map(|t| &**t));
    Some(texts.collect::<String>()).filter(|text| !text.trim().is_empty())
}

fn attribute(name: &str, value: &str, is_contract: bool) -> String {
    if name == "d" && is_contract {
        // The outline of a drawing: pictures are our own.
        return "OUTLINE".to_owned();
    }
    let masked = if is_contract {
        mask(value)
    } else {
        value.to_owned()
    };
    if name != "class" {
        return masked;
    }
    let mut classes: Vec<_> = masked.split_whitespace().collect();
    classes.sort_unstable();
    classes.dedup();
    classes.join(" ")
}

/// Compares two lists of siblings that [`body`] made.
#[must_use]
pub fn compare(want: &[Tree], got: &[Tree]) -> Score {
    walk::contract(want, got)
}

/// Compares two documents that [`page`] made.
pub fn compare_pages(want: &[Tree], got: &[Tree], rules: &mut Rules) -> Score {
    walk::pages(want, got, rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_place_and_both_sides() {
        let want = body("<body><div id=a class='x y'><p>uno</p><span>dos</span></div></body>");
        let got = body("<body><div id=a class='y x'>\n <p>une</p> </div></body>");
        let score = compare(&want, &got);
        assert_eq!(score.differences.len(), 2);
        assert_eq!(score.differences[0].place, "body > div#a > p");
        assert_eq!(score.differences[1].want(), "span");
    }

    #[test]
    fn equal_pages_have_no_difference() {
        let page = "<body><p class='b a'>x</p><input value=0123456789></body>";
        let other = "<body>\n<p class='a b'>x</p><input value=abcdef0123></body>";
        assert!(compare(&body(page), &body(other)).differences.is_empty());
    }

    #[test]
    fn a_deep_page_is_read_without_overflow() {
        for levels in [5_000, 100_000] {
            let deep = format!("<body>{}x", "<div>".repeat(levels));
            let other = format!("<body>{}y", "<div>".repeat(levels));
            assert_eq!(compare(&body(&deep), &body(&other)).differences.len(), 1);
            let mut rules = Rules::everything();
            let score = compare_pages(&page(&deep), &page(&other), &mut rules);
            assert_eq!(score.differences.len(), 1);
        }
    }
}
