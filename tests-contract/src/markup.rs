//! Markup compared as a tree: same elements, classes, attributes and text in the same places.
//!
//! White space between tags, the order of classes, nonces, hashes and `?ver=` are no difference.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;
use scraper::{Html, Node};

/// An element or a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tree {
    /// Tag, attributes, children.
    Element(String, BTreeMap<String, String>, Vec<Tree>),
    /// Text with white space folded.
    Text(String),
}

/// A difference: place in the tree, what is wanted, what is there.
#[derive(Debug, Clone)]
pub struct Difference {
    /// Path from the body, as in `body > div#page-container > header`.
    pub place: String,
    /// The recorded node.
    pub want: String,
    /// Our node.
    pub got: String,
}

/// The outcome of a comparison.
#[derive(Debug, Default)]
pub struct Score {
    /// Nodes of both trees.
    pub nodes: usize,
    /// The differences, in the order of the document.
    pub differences: Vec<Difference>,
}

static MASKS: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
    [
        (r"\b[0-9a-f]{10}\b", "NONCE"),
        (r"\b[0-9a-f]{32,64}\b", "HASH"),
        // Of embedded posts: drawn by lot for each page.
        (r#"(secret=\\?"?)[0-9A-Za-z]{10}\b"#, "${1}SECRET"),
        // Made for each printing of a field (`uniqid`).
        (r"\bquantity_[0-9a-f]{13}\b", "quantity_UNIQID"),
        (r#"([?&;]ver=)[^&"']+"#, "${1}V"),
        (
            r"et-(core|builder|divi)[-\w]*cached-inline-styles[-\w]*",
            "ETSTYLE",
        ),
    ]
    .into_iter()
    .map(|(pattern, to)| (Regex::new(pattern).expect("a constant pattern"), to))
    .collect()
});

/// A text without what differs from run to run.
pub fn mask(text: &str) -> String {
    MASKS.iter().fold(text.to_owned(), |t, (pattern, to)| {
        pattern.replace_all(&t, *to).into_owned()
    })
}

/// Parses a page and keeps what counts of its body.
pub fn body(html: &str) -> Vec<Tree> {
    let document = Html::parse_document(html);
    let root = document.root_element();
    let body = root
        .children()
        .find(|n| n.value().as_element().is_some_and(|e| e.name() == "body"));
    body.map(|b| vec![tree(b)])
        .unwrap_or_default()
        .into_iter()
        .flatten()
        .collect()
}

fn tree(node: ego_tree::NodeRef<'_, Node>) -> Option<Tree> {
    match node.value() {
        Node::Text(text) => {
            let folded = text.split_whitespace().collect::<Vec<_>>().join(" ");
            (!folded.is_empty()).then(|| Tree::Text(mask(&folded)))
        }
        Node::Element(e)
            if !matches!(
                e.name(),
                "script" | "style" | "link" | "noscript" | "template"
            ) =>
        {
            let attrs = e
                .attrs()
                .map(|(k, v)| (k.to_owned(), attribute(k, v)))
                .collect();
            Some(Tree::Element(
                e.name().to_owned(),
                attrs,
                node.children().filter_map(tree).collect(),
            ))
        }
        _ => None,
    }
}

fn attribute(name: &str, value: &str) -> String {
    if name == "d" {
        // The outline of a drawing: pictures are our own.
        return "OUTLINE".to_owned();
    }
    if name != "class" {
        return mask(value);
    }
    let masked = mask(value);
    let mut classes: Vec<_> = masked.split_whitespace().collect();
    classes.sort_unstable();
    classes.dedup();
    classes.join(" ")
}

/// Compares two lists of siblings.
pub fn compare(want: &[Tree], got: &[Tree]) -> Score {
    let mut score = Score::default();
    siblings("", want, got, &mut score);
    score
}

fn siblings(place: &str, want: &[Tree], got: &[Tree], score: &mut Score) {
    let pairs = aligned(want, got);
    for pair in pairs {
        match pair {
            (Some(w), Some(g)) => both(place, w, g, score),
            (Some(w), None) => one_sided(place, w, true, score),
            (None, Some(g)) => one_sided(place, g, false, score),
            (None, None) => {}
        }
    }
}

fn both(place: &str, want: &Tree, got: &Tree, score: &mut Score) {
    score.nodes += 2;
    match (want, got) {
        (Tree::Text(w), Tree::Text(g)) if w == g => {}
        (Tree::Text(w), Tree::Text(g)) => score.differences.push(difference(place, w, g)),
        (Tree::Element(wt, wa, wc), Tree::Element(_, ga, gc)) => {
            let here = if place.is_empty() {
                step(want)
            } else {
                format!("{place} > {}", step(want))
            };
            if wa != ga {
                score.differences.push(difference(
                    &here,
                    &attrs_diff(wt, wa, ga),
                    &attrs_diff(wt, ga, wa),
                ));
            }
            siblings(&here, wc, gc, score);
        }
        _ => score
            .differences
            .push(difference(place, &label(want), &label(got))),
    }
}

fn one_sided(place: &str, node: &Tree, is_lost: bool, score: &mut Score) {
    score.nodes += size(node);
    let (want, got) = if is_lost {
        (label(node), "nothing".into())
    } else {
        ("nothing".into(), label(node))
    };
    score.differences.push(difference(place, &want, &got));
}

fn difference(place: &str, want: &str, got: &str) -> Difference {
    Difference {
        place: place.to_owned(),
        want: want.to_owned(),
        got: got.to_owned(),
    }
}

fn size(node: &Tree) -> usize {
    match node {
        Tree::Text(_) => 1,
        Tree::Element(_, _, children) => 1 + children.iter().map(size).sum::<usize>(),
    }
}

/// Attributes of one side that the other side lacks or has with another value.
fn attrs_diff(
    tag: &str,
    own: &BTreeMap<String, String>,
    other: &BTreeMap<String, String>,
) -> String {
    let own = own.iter().filter(|(k, v)| other.get(*k) != Some(v));
    let listed = own
        .map(|(k, v)| format!("{k}={v:?}"))
        .collect::<Vec<_>>()
        .join(" ");
    format!("<{tag} {listed}>")
}

/// A node as a step of a path: its id, else its first class.
fn step(node: &Tree) -> String {
    let Tree::Element(tag, attrs, _) = node else {
        return label(node);
    };
    let class = attrs
        .get("class")
        .and_then(|v| v.split(' ').next())
        .filter(|c| !c.is_empty());
    match (attrs.get("id"), class) {
        (Some(id), _) => format!("{tag}#{id}"),
        (None, Some(class)) => format!("{tag}.{class}"),
        (None, None) => tag.clone(),
    }
}

fn label(node: &Tree) -> String {
    match node {
        Tree::Text(text) => format!("{text:?}"),
        Tree::Element(tag, attrs, _) => {
            let id = attrs.get("id").map(|v| format!("#{v}")).unwrap_or_default();
            let classes = attrs
                .get("class")
                .map(|v| format!(".{}", v.replace(' ', ".")))
                .unwrap_or_default();
            format!("{tag}{id}{classes}")
        }
    }
}

/// What must be equal for two nodes to be partners: tag and classes; for texts, being texts.
fn kin(a: &Tree, b: &Tree) -> bool {
    match (a, b) {
        (Tree::Text(_), Tree::Text(_)) => true,
        (Tree::Element(at, aa, _), Tree::Element(bt, ba, _)) => {
            at == bt && aa.get("class") == ba.get("class")
        }
        _ => false,
    }
}

/// Pairs of siblings by their longest common subsequence.
fn aligned<'a>(want: &'a [Tree], got: &'a [Tree]) -> Vec<(Option<&'a Tree>, Option<&'a Tree>)> {
    let (n, m) = (want.len(), got.len());
    let mut table = vec![vec![0usize; m + 1]; n + 1];
    for i in (0..n).rev() {
        for j in (0..m).rev() {
            let skip = table[i + 1][j].max(table[i][j + 1]);
            table[i][j] = if kin(&want[i], &got[j]) {
                skip.max(table[i + 1][j + 1] + 1)
            } else {
                skip
            };
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < n || j < m {
        if i < n && j < m && kin(&want[i], &got[j]) && table[i][j] == table[i + 1][j + 1] + 1 {
            pairs.push((Some(&want[i]), Some(&got[j])));
            (i, j) = (i + 1, j + 1);
        } else if j == m || i < n && table[i + 1][j] >= table[i][j + 1] {
            pairs.push((Some(&want[i]), None));
            i += 1;
        } else {
            pairs.push((None, Some(&got[j])));
            j += 1;
        }
    }
    pairs
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
        assert_eq!(score.differences[1].want, "span");
    }

    #[test]
    fn equal_pages_have_no_difference() {
        let page = "<body><p class='b a'>x</p><input value=0123456789></body>";
        let other = "<body>\n<p class='a b'>x</p><input value=abcdef0123></body>";
        assert!(compare(&body(page), &body(other)).differences.is_empty());
    }
}
