//! Two trees walked side by side.

use std::collections::{BTreeMap, BTreeSet};

use super::align::{Hashed, Partners, aligned, kin, partners};
use super::outline::{cut, label, outline, step, surroundings};
use super::tree::{Score, Tree};
use crate::code;
use crate::difference::{Difference, Kind, Sides};
use crate::rules::Rules;

/// Differences of one page that are listed.
const LIMIT: usize = 2000;
/// Differences of one page that are shown with their surroundings.
const SHOWN: usize = 200;
/// Characters of a value.
const VALUE: usize = 2000;

/// Compares as a contract does: partners have the same tag and classes; attributes are one difference.
pub(super) fn contract(want: &[Tree], got: &[Tree]) -> Score {
    let mut score = Score::default();
    siblings("", want, got, &mut score);
    score
}

fn siblings(place: &str, want: &[Tree], got: &[Tree], score: &mut Score) {
    for pair in aligned(want.len(), got.len(), |i, j| kin(&want[i], &got[j])) {
        match pair {
            (Some(w), Some(g)) => both(place, &want[w], &got[g], score),
            (Some(w), None) => {
                score.nodes += size(&want[w]);
                let lost = label(&want[w]);
                let found = Difference::new(lost_kind(&want[w]), place, Some(&lost), None);
                score.differences.push(found);
            }
            (None, Some(g)) => {
                score.nodes += size(&got[g]);
                let extra = label(&got[g]);
                let found = Difference::new(extra_kind(&got[g]), place, None, Some(&extra));
                score.differences.push(found);
            }
            (None, None) => {}
        }
    }
}

fn both(place: &str, want: &Tree, got: &Tree, score: &mut Score) {
    score.nodes += 2;
    match (want, got) {
        (Tree::Text(w), Tree::Text(g)) if w != g => {
            let found = Difference::new(Kind::Text, place, Some(w), Some(g));
            score.differences.push(found);
        }
        (Tree::Element(wt, wa, wc), Tree::Element(_, ga, gc)) => {
            let here = join(place, want);
            if wa != ga {
                let (w, g) = (attrs_diff(wt, wa, ga), attrs_diff(wt, ga, wa));
                let found = Difference::new(Kind::Attribute, &here, Some(&w), Some(&g));
                score.differences.push(found);
            }
            siblings(&here, wc, gc, score);
        }
        _ => {}
    }
}

fn join(place: &str, node: &Tree) -> String {
    match place {
        "" => step(node),
        place => format!("{place} > {}", step(node)),
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

fn lost_kind(node: &Tree) -> Kind {
    match node {
        Tree::Text(_) => Kind::Text,
        Tree::Element(..) => Kind::MissingElement,
    }
}

fn extra_kind(node: &Tree) -> Kind {
    match node {
        Tree::Text(_) => Kind::Text,
        Tree::Element(..) => Kind::ExtraElement,
    }
}

/// Compares whole pages: siblings are partners when they are equal, else when they are named alike, else when they
/// resemble each other; each attribute is a difference of its own, scripts and style sheets are read.
pub(super) fn pages(want: &[Tree], got: &[Tree], rules: &mut Rules) -> Score {
    let canonical = rules.canonical();
    let hashed = |trees| Vec::from_iter(hashed_all(trees, &canonical));
    let (want, got) = (hashed(want), hashed(got));
    let mut walk = Walk {
        rules,
        steps: Vec::new(),
        position: Vec::new(),
        score: Score::default(),
    };
    walk.siblings(None, &want, &got);
    walk.score
}

fn hashed_all<'a>(
    trees: &'a [Tree],
    canonical: &dyn Fn(&str) -> String,
) -> impl Iterator<Item = Hashed<'a>> {
    trees.iter().map(move |tree| Hashed::new(tree, canonical))
}

/// An element on both sides, for the surroundings of what differs in it.
type Parents<'a> = Option<(&'a Tree, &'a Tree)>;

struct Walk<'a, 'r> {
    rules: &'r mut Rules,
    /// The wanted elements from the root to here.
    steps: Vec<&'a Tree>,
    /// Their places among their siblings.
    position: Vec<usize>,
    score: Score,
}

impl<'a> Walk<'a, '_> {
    fn siblings(&mut self, parents: Parents<'a>, want: &[Hashed<'a>], got: &[Hashed<'a>]) {
        let Partners { pairs, moved } = partners(want, got);
        let mut last = 0;
        for pair in pairs {
            match pair {
                (Some(w), Some(g)) => {
                    last = w + 1;
                    self.position.push(w);
                    self.both(parents, (want, w), (got, g));
                    self.position.pop();
                }
                (Some(w), None) => {
                    let node = want[w].tree;
                    self.score.nodes += size(node);
                    self.one_sided(true, node, parents, (w, w));
                }
                (None, Some(g)) => {
                    let node = got[g].tree;
                    self.score.nodes += size(node);
                    self.one_sided(false, node, parents, (last, g));
                }
                (None, None) => {}
            }
        }
        for (w, g) in moved {
            let after = |list: &[Hashed<'_>], at: usize| {
                let before = at.checked_sub(1).and_then(|at| list.get(at));
                before.map_or_else(
                    || "at the start".to_owned(),
                    |node| format!("after {}", cut(&label(node.tree), 80)),
                )
            };
            let node = cut(&label(want[w].tree), 120);
            let (wanted, found) = (after(want, w), after(got, g));
            let (wanted, found) = (format!("{node} {wanted}"), format!("{node} {found}"));
            self.add(Kind::Order, "", Some(&wanted), Some(&found), |()| {
                around(parents, w, g)
            });
        }
    }

    fn one_sided(
        &mut self,
        is_lost: bool,
        node: &Tree,
        parents: Parents<'a>,
        (w, g): (usize, usize),
    ) {
        let what = cut(&label(node), VALUE);
        let (kind, want, got) = match is_lost {
            true => (lost_kind(node), Some(what.as_str()), None),
            false => (extra_kind(node), None, Some(what.as_str())),
        };
        self.position.push(w);
        self.add(kind, "", want, got, |()| around(parents, w, g));
        self.position.pop();
    }

    fn both(
        &mut self,
        parents: Parents<'a>,
        (want, w): (&[Hashed<'a>], usize),
        (got, g): (&[Hashed<'a>], usize),
    ) {
        let (want, got) = (&want[w], &got[g]);
        if want.hash == got.hash {
            self.score.nodes += 2 * size(want.tree);
            return;
        }
        self.score.nodes += 2;
        match (want.tree, got.tree) {
            (Tree::Text(wt), Tree::Text(gt)) if !self.rules.same(wt, gt) => {
                let (wt, gt) = (cut(wt, VALUE), cut(gt, VALUE));
                self.add(Kind::Text, "", Some(&wt), Some(&gt), |()| {
                    around(parents, w, g)
                });
            }
            (Tree::Element(tag, wa, wc), Tree::Element(_, ga, gc)) => {
                self.steps.push(want.tree);
                self.attributes(wa, ga, (want.tree, got.tree));
                match tag.as_str() {
                    "script" => self.script(wa, wc, gc),
                    "style" => self.style(wc, gc),
                    _ => self.siblings(Some((want.tree, got.tree)), &want.children, &got.children),
                }
                self.steps.pop();
            }
            _ => {}
        }
    }

    fn attributes(
        &mut self,
        want: &BTreeMap<String, String>,
        got: &BTreeMap<String, String>,
        nodes: (&Tree, &Tree),
    ) {
        let names: BTreeSet<&String> = want.keys().chain(got.keys()).collect();
        for name in names {
            let (w, g) = (want.get(name), got.get(name));
            let is_same = match (w, g) {
                (Some(w), Some(g)) => self.rules.same(w, g),
                // An empty list of classes is none.
                (w, g) => name == "class" && w.or(g).is_some_and(String::is_empty),
            };
            if !is_same {
                let kind = match name.as_str() {
                    "class" => Kind::Class,
                    _ => Kind::Attribute,
                };
                let (w, g) = (w.map(|w| cut(w, VALUE)), g.map(|g| cut(g, VALUE)));
                let sides = |()| Sides {
                    want: outline(nodes.0),
                    got: outline(nodes.1),
                };
                self.add(kind, name, w.as_deref(), g.as_deref(), sides);
            }
        }
    }

    fn script(&mut self, attrs: &BTreeMap<String, String>, want: &[Tree], got: &[Tree]) {
        let is_json = attrs.get("type").is_some_and(|t| {
            t.contains("json") || matches!(&**t, "importmap" | "speculationrules")
        });
        let (want, got) = (only_text(want), only_text(got));
        let found = match is_json {
            true => code::json_script(want, got, self.rules),
            false => code::script(want, got, self.rules),
        };
        self.nested(found);
    }

    fn style(&mut self, want: &[Tree], got: &[Tree]) {
        let found = code::style(only_text(want), only_text(got), self.rules);
        self.nested(found);
    }

    /// Differences in the content of the element that is walked.
    fn nested(&mut self, found: Vec<Difference>) {
        for one in found {
            self.position.push(0);
            self.add(
                one.kind,
                &one.place,
                one.want.as_deref(),
                one.got.as_deref(),
                |()| Sides {
                    want: Vec::from_iter(one.want.clone()),
                    got: Vec::from_iter(one.got.clone()),
                },
            );
            self.position.pop();
        }
    }

    fn add(
        &mut self,
        kind: Kind,
        inner: &str,
        want: Option<&str>,
        got: Option<&str>,
        sides: impl FnOnce(()) -> Sides,
    ) {
        let found = &mut self.score.differences;
        if found.len() >= LIMIT {
            return;
        }
        let steps: Vec<String> = self.steps.iter().map(|node| step(node)).collect();
        let place = match (steps.join(" > "), inner) {
            (steps, "") => steps,
            (steps, inner) => format!("{steps} @ {inner}"),
        };
        let position: Vec<String> = self.position.iter().map(ToString::to_string).collect();
        let is_shown = found.len() < SHOWN;
        found.push(Difference {
            position: position.join("."),
            sides: is_shown.then(|| Box::new(sides(()))),
            ..Difference::new(kind, &place, want, got)
        });
    }
}

fn only_text(children: &[Tree]) -> &str {
    match children {
        [Tree::Text(text), ..] => text,
        _ => "",
    }
}

fn around(parents: Parents<'_>, w: usize, g: usize) -> Sides {
    let side = |node: Option<&Tree>, at| match node {
        Some(parent @ Tree::Element(_, _, children)) => surroundings(Some(parent), children, at),
        _ => Vec::new(),
    };
    Sides {
        want: side(parents.map(|p| p.0), w),
        got: side(parents.map(|p| p.1), g),
    }
}
