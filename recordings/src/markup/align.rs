//! Which siblings of two lists are partners.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::tree::Tree;

/// Cells of a table for a longest common subsequence; longer lists are compared one by one.
const CELLS: usize = 4_000_000;

/// A node with a hash of all that is in it.
pub(super) struct Hashed<'a> {
    pub(super) tree: &'a Tree,
    pub(super) hash: u64,
    pub(super) children: Vec<Hashed<'a>>,
}

impl<'a> Hashed<'a> {
    /// Hashes a tree; `canonical` takes out of a value what is no difference.
    pub(super) fn new(tree: &'a Tree, canonical: &dyn Fn(&str) -> String) -> Self {
        let mut hasher = DefaultHasher::new();
        let mut children = Vec::new();
        match tree {
            Tree::Text(text) => canonical(text).hash(&mut hasher),
            Tree::Element(tag, attrs, below) => {
                tag.hash(&mut hasher);
                for (name, value) in attrs {
                    name.hash(&mut hasher);
                    canonical(value).hash(&mut hasher);
                }
                children.extend(below.iter().map(|child| Self::new(child, canonical)));
                for child in &children {
                    child.hash.hash(&mut hasher);
                }
            }
        }
        Self {
            tree,
            hash: hasher.finish(),
            children,
        }
    }
}

/// A pair of partners by their places in both lists; one side is `None` for a node without partner.
pub(super) type Pair = (Option<usize>, Option<usize>);

/// What must be equal for two nodes to be partners: tag and classes; for texts, being texts.
pub(super) fn kin(a: &Tree, b: &Tree) -> bool {
    match (a, b) {
        (Tree::Text(_), Tree::Text(_)) => true,
        (Tree::Element(at, aa, _), Tree::Element(bt, ba, _)) => {
            at == bt && aa.get("class") == ba.get("class")
        }
        _ => false,
    }
}

/// Pairs of `n` and `m` siblings by their longest common subsequence, in the order of the document.
pub(super) fn aligned(n: usize, m: usize, same: impl Fn(usize, usize) -> bool) -> Vec<Pair> {
    if (n + 1).saturating_mul(m + 1) > CELLS {
        return one_by_one(n, m, same);
    }
    let mut table = vec![vec![0u32; m + 1]; n + 1];
    for i in (0..n).rev() {
        for j in (0..m).rev() {
            let skip = table[i + 1][j].max(table[i][j + 1]);
            table[i][j] = if same(i, j) {
                skip.max(table[i + 1][j + 1] + 1)
            } else {
                skip
            };
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < n || j < m {
        if i < n && j < m && same(i, j) && table[i][j] == table[i + 1][j + 1] + 1 {
            pairs.push((Some(i), Some(j)));
            (i, j) = (i + 1, j + 1);
        } else if j == m || i < n && table[i + 1][j] >= table[i][j + 1] {
            pairs.push((Some(i), None));
            i += 1;
        } else {
            pairs.push((None, Some(j)));
            j += 1;
        }
    }
    pairs
}

fn one_by_one(n: usize, m: usize, same: impl Fn(usize, usize) -> bool) -> Vec<Pair> {
    let both = n.min(m);
    let mut pairs = Vec::new();
    for i in 0..both {
        if same(i, i) {
            pairs.push((Some(i), Some(i)));
        } else {
            pairs.extend([(Some(i), None), (None, Some(i))]);
        }
    }
    pairs.extend((both..n).map(|i| (Some(i), None)));
    pairs.extend((both..m).map(|j| (None, Some(j))));
    pairs
}

/// How two lists of siblings belong together.
#[derive(Default)]
pub(super) struct Partners {
    /// In the order of the document.
    pub(super) pairs: Vec<Pair>,
    /// Equal siblings at other places among the others.
    pub(super) moved: Vec<(usize, usize)>,
}

/// Pairs of siblings: first those that are equal, then between these the same elements by tag, class and name, then what
/// resembles each other.
pub(super) fn partners(want: &[Hashed<'_>], got: &[Hashed<'_>]) -> Partners {
    let first = want.iter().zip(got);
    let first = first.take_while(|(w, g)| w.hash == g.hash).count();
    let (want_rest, got_rest) = (&want[first..], &got[first..]);
    let last = want_rest.iter().rev().zip(got_rest.iter().rev());
    let last = last.take_while(|(w, g)| w.hash == g.hash).count();
    let (n, m) = (want_rest.len() - last, got_rest.len() - last);
    let equal = |i: usize, j: usize| want_rest[i].hash == got_rest[j].hash;
    let mut pairs: Vec<Pair> = (0..first).map(|i| (Some(i), Some(i))).collect();
    let shift = |(i, j): Pair| (i.map(|i| i + first), j.map(|j| j + first));
    let middle = aligned(n, m, equal).into_iter().map(shift);
    let mut middle: Vec<Pair> = middle.collect();
    let moved = take_moved(&mut middle, |i| want[i].hash, |j| got[j].hash);
    let middle = in_gaps(middle, |i, j| {
        kin(want[i].tree, got[j].tree) && names(want[i].tree) == names(got[j].tree)
    });
    let middle = in_gaps(middle, |i, j| kin(want[i].tree, got[j].tree));
    pairs.extend(in_gaps(middle, |i, j| resemble(&want[i], &got[j])));
    let end = (want.len() - last..want.len()).zip(got.len() - last..got.len());
    pairs.extend(end.map(|(i, j)| (Some(i), Some(j))));
    Partners { pairs, moved }
}

/// Takes out of the pairs those without partner that are equal.
fn take_moved(
    pairs: &mut Vec<Pair>,
    want: impl Fn(usize) -> u64,
    got: impl Fn(usize) -> u64,
) -> Vec<(usize, usize)> {
    let mut lost: HashMap<u64, Vec<usize>> = HashMap::new();
    for pair in pairs.iter().rev() {
        if let (Some(i), None) = pair {
            lost.entry(want(*i)).or_default().push(*i);
        }
    }
    let mut moved = Vec::new();
    for pair in pairs.iter() {
        if let (None, Some(j)) = pair
            && let Some(i) = lost.get_mut(&got(*j)).and_then(Vec::pop)
        {
            moved.push((i, *j));
        }
    }
    pairs.retain(|pair| match pair {
        (Some(i), None) => !moved.iter().any(|(m, _)| m == i),
        (None, Some(j)) => !moved.iter().any(|(_, m)| m == j),
        _ => true,
    });
    moved
}

/// Pairs those without partner that stand between two pairs.
fn in_gaps(pairs: Vec<Pair>, same: impl Fn(usize, usize) -> bool) -> Vec<Pair> {
    let (mut out, mut lost, mut extra) = (Vec::new(), Vec::new(), Vec::new());
    let close = |lost: &mut Vec<usize>, extra: &mut Vec<usize>, out: &mut Vec<Pair>| {
        let found = aligned(lost.len(), extra.len(), |i, j| same(lost[i], extra[j]));
        let found = found.into_iter();
        out.extend(found.map(|(i, j)| (i.map(|i| lost[i]), j.map(|j| extra[j]))));
        lost.clear();
        extra.clear();
    };
    for pair in pairs {
        match pair {
            (Some(i), None) => lost.push(i),
            (None, Some(j)) => extra.push(j),
            _ => {
                close(&mut lost, &mut extra, &mut out);
                out.push(pair);
            }
        }
    }
    close(&mut lost, &mut extra, &mut out);
    out
}

/// What names an element among its siblings.
fn names(node: &Tree) -> Vec<&str> {
    let Tree::Element(_, attrs, _) = node else {
        return Vec::new();
    };
    let names = ["id", "name", "rel", "property", "for", "src", "href"];
    let found = names.iter().filter_map(|name| attrs.get(*name));
    // Without the query: versions change.
    let found = found.map(|value| value.split(['?', '#']).next().unwrap_or_default());
    found.take(2).collect()
}

/// Whether two elements of the same tag have the same content, or much in common.
fn resemble(want: &Hashed<'_>, got: &Hashed<'_>) -> bool {
    let (Tree::Element(tag, attrs, _), Tree::Element(other, others, _)) = (want.tree, got.tree)
    else {
        return false;
    };
    if tag != other {
        return false;
    }
    let hashes = |node: &Hashed<'_>| node.children.iter().map(|c| c.hash).collect::<Vec<_>>();
    let (below, other_below) = (hashes(want), hashes(got));
    let has_class =
        |attrs: &std::collections::BTreeMap<String, String>| attrs.contains_key("class");
    if below == other_below && (!below.is_empty() || has_class(attrs) && has_class(others)) {
        return true;
    }
    let mut counts: HashMap<u64, usize> = HashMap::new();
    for hash in &below {
        *counts.entry(*hash).or_default() += 1;
    }
    let mut is_common = |hash: &&u64| match counts.get_mut(*hash) {
        Some(left) if *left > 0 => {
            *left -= 1;
            true
        }
        _ => false,
    };
    let common = other_below.iter().filter(|hash| is_common(hash)).count()
        + attrs
            .iter()
            .filter(|(k, v)| others.get(*k) == Some(v))
            .count();
    let all = below.len().max(other_below.len()) + attrs.len().max(others.len());
    common * 3 >= all && common > 0
}
