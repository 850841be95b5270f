//! Nodes as steps of a path, and as lines of an outline.

use super::tree::Tree;

/// Characters of a value in an outline.
const VALUE: usize = 120;
/// Lines of an outline.
const LINES: usize = 24;
/// Siblings shown before and after the one that differs.
const AROUND: usize = 3;

/// A node as a step of a path: its id, else its first class.
pub(super) fn step(node: &Tree) -> String {
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

/// A node in few words: a text quoted, an element with id and classes.
pub(super) fn label(node: &Tree) -> String {
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

/// The start of a text, marked when it is cut.
pub(crate) fn cut(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// A node and what is in it, a line each: two levels of elements.
pub(super) fn outline(node: &Tree) -> Vec<String> {
    let mut lines = Vec::new();
    write(node, 0, 2, &mut lines);
    lines
}

/// An element with those of its children that surround one.
pub(super) fn surroundings(parent: Option<&Tree>, children: &[Tree], at: usize) -> Vec<String> {
    let mut lines: Vec<String> = parent.map(opening).into_iter().collect();
    let (from, to) = (at.saturating_sub(AROUND), at + AROUND + 1);
    if from > 0 {
        lines.push("  …".to_owned());
    }
    for child in children.iter().take(to).skip(from) {
        write(child, 1, 1, &mut lines);
    }
    if children.len() > to {
        lines.push("  …".to_owned());
    }
    lines.truncate(LINES * 2);
    lines
}

fn write(node: &Tree, indent: usize, levels: usize, lines: &mut Vec<String>) {
    if lines.len() >= LINES {
        return;
    }
    let spaces = "  ".repeat(indent);
    match node {
        Tree::Text(text) => lines.push(format!("{spaces}{}", cut(text.trim(), VALUE * 2))),
        Tree::Element(_, _, children) => {
            lines.push(format!("{spaces}{}", opening(node)));
            if levels == 0 && !children.is_empty() {
                lines.push(format!("{spaces}  …"));
            } else {
                for child in children {
                    write(child, indent + 1, levels.saturating_sub(1), lines);
                }
            }
        }
    }
}

/// An element without its brackets: tag and attributes.
fn opening(node: &Tree) -> String {
    let Tree::Element(tag, attrs, _) = node else {
        return label(node);
    };
    let attrs = attrs.iter();
    let attrs = attrs.map(|(name, value)| format!(" {name}=\"{}\"", cut(value, VALUE)));
    format!("{tag}{}", attrs.collect::<String>())
}
