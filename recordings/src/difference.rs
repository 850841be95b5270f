//! One difference between a response and the one that was wanted.

use std::fmt;

/// What differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A page is wanted, and there is none (404 or 410).
    MissingPage,
    /// The status.
    Status,
    /// The header `Location`.
    Redirect,
    /// Another header.
    Header,
    /// A cookie that is set, or one of its attributes.
    Cookie,
    /// An element that is not there.
    MissingElement,
    /// An element that is not wanted.
    ExtraElement,
    /// Siblings in another order.
    Order,
    /// The classes of an element.
    Class,
    /// Another attribute of an element.
    Attribute,
    /// A text.
    Text,
    /// A value that a script finds in a global variable.
    ScriptGlobal,
    /// Code of a script besides such values.
    Script,
    /// A declaration of a style sheet.
    CssRule,
    /// A value in JSON.
    JsonLeaf,
    /// A body of another kind.
    Body,
}

impl Kind {
    /// All kinds, the gravest first.
    pub const ALL: [Self; 16] = [
        Self::MissingPage,
        Self::Status,
        Self::Redirect,
        Self::Header,
        Self::Cookie,
        Self::MissingElement,
        Self::ExtraElement,
        Self::Order,
        Self::Class,
        Self::Attribute,
        Self::Text,
        Self::ScriptGlobal,
        Self::Script,
        Self::CssRule,
        Self::JsonLeaf,
        Self::Body,
    ];

    /// Its name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::MissingPage => "missing page",
            Self::Status => "status",
            Self::Redirect => "redirect",
            Self::Header => "header",
            Self::Cookie => "cookie",
            Self::MissingElement => "missing element",
            Self::ExtraElement => "extra element",
            Self::Order => "order",
            Self::Class => "class",
            Self::Attribute => "attribute",
            Self::Text => "text",
            Self::ScriptGlobal => "script global",
            Self::Script => "script",
            Self::CssRule => "CSS rule",
            Self::JsonLeaf => "JSON leaf",
            Self::Body => "body",
        }
    }
}

/// Outlines of the same part of both documents, a node a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sides {
    /// As wanted.
    pub want: Vec<String>,
    /// As it is.
    pub got: Vec<String>,
}

/// A difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// What differs.
    pub kind: Kind,
    /// Where: `status`, a header's name, a path of elements as in `body > div#page-container > header`, a JSON pointer.
    pub place: String,
    /// The exact position in the wanted document, where `place` may name several; empty otherwise.
    pub position: String,
    /// The wanted value; `None` when nothing is wanted.
    pub want: Option<String>,
    /// The value that is there; `None` when there is nothing.
    pub got: Option<String>,
    /// The surroundings in both documents.
    pub sides: Option<Box<Sides>>,
}

impl Difference {
    /// A difference without surroundings.
    #[must_use]
    pub fn new(kind: Kind, place: &str, want: Option<&str>, got: Option<&str>) -> Self {
        Self {
            kind,
            place: place.to_owned(),
            position: String::new(),
            want: want.map(str::to_owned),
            got: got.map(str::to_owned),
            sides: None,
        }
    }

    /// The wanted value as text.
    #[must_use]
    pub fn want(&self) -> &str {
        self.want.as_deref().unwrap_or("nothing")
    }

    /// The value that is there, as text.
    #[must_use]
    pub fn got(&self) -> &str {
        self.got.as_deref().unwrap_or("nothing")
    }

    /// What tells whether two comparisons found the same thing to differ, whatever its values: kind, place, position.
    #[must_use]
    pub fn spot(&self) -> (Kind, &str, &str) {
        (self.kind, &self.place, &self.position)
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (place, want, got) = (&self.place, self.want(), self.got());
        match self.kind {
            Kind::MissingPage
            | Kind::Status
            | Kind::Redirect
            | Kind::Header
            | Kind::Cookie
            | Kind::Body => write!(f, "{place}: wanted {want:?}, got {got:?}"),
            _ => write!(f, "{place}: wanted {want}, got {got}"),
        }
    }
}
