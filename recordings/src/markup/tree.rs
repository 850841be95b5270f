//! A page as a tree.

use std::collections::BTreeMap;

use crate::difference::Difference;

/// An element or a text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Tree {
    /// Tag, attributes, children.
    Element(String, BTreeMap<String, String>, Vec<Tree>),
    /// Text with white space folded; of scripts and style sheets as it stands.
    Text(String),
}

/// The outcome of a comparison.
#[derive(Debug, Default)]
pub struct Score {
    /// Nodes of both trees.
    pub nodes: usize,
    /// The differences, in the order of the document.
    pub differences: Vec<Difference>,
}
