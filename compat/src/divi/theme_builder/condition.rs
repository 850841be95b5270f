//! Conditions of templates: which requests they match, and their priority.
//!
//! Contract "divi-theme", section 6 (table of rules and priorities).

use std::cmp::Ordering;

use super::request::{RequestKind, TemplateRequest};

/// The kind of a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    SingularAll,
    Homepage,
    SingularId,
    SingularChildren,
    ArchivePostType,
    SingularTerm,
    ShopPage,
    ArchiveTerm,
    ArchiveTaxonomy,
    ArchiveAll,
    DateAll,
    AuthorAll,
    AuthorId,
    AuthorRole,
    Search,
    NotFound,
}

/// A condition such as `singular:post_type:page:id:7`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    kind: Kind,
    /// Post type, taxonomy, role, or page of the shop.
    subject: String,
    /// The object's id; 0 for all.
    id: i64,
}

impl Condition {
    /// Parses a condition; `None` for an unknown one.
    pub fn parse(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.trim().split(':').collect();
        let (kind, subject, id) = match *parts.as_slice() {
            ["homepage"] => (Kind::Homepage, "", ""),
            ["search"] => (Kind::Search, "", ""),
            ["404"] => (Kind::NotFound, "", ""),
            ["singular", "post_type", name, "all"] => (Kind::SingularAll, name, ""),
            ["singular", "post_type", name, "id", id] => (Kind::SingularId, name, id),
            ["singular", "post_type", name, "children", "id", id] => {
                (Kind::SingularChildren, name, id)
            }
            ["singular", "taxonomy", name, "term", "id", id] => (Kind::SingularTerm, name, id),
            ["archive", "all"] => (Kind::ArchiveAll, "", ""),
            ["archive", "post_type", name] => (Kind::ArchivePostType, name, ""),
            ["archive", "taxonomy", name, "all"] => (Kind::ArchiveTaxonomy, name, ""),
            ["archive", "taxonomy", name, "term", "id", id] => (Kind::ArchiveTerm, name, id),
            ["archive", "user", "all"] => (Kind::AuthorAll, "", ""),
            ["archive", "user", "id", id] => (Kind::AuthorId, "", id),
            ["archive", "user", "role", role] => (Kind::AuthorRole, role, ""),
            ["archive", "date", "all"] => (Kind::DateAll, "", ""),
            ["woocommerce", page] => (Kind::ShopPage, page, ""),
            _ => return None,
        };
        let id = match id {
            "" => 0,
            id => id.parse().ok()?,
        };
        Some(Self {
            kind,
            subject: subject.to_owned(),
            id,
        })
    }

    /// Whether it matches a request.
    pub fn matches(&self, request: &TemplateRequest) -> bool {
        let is = |kind: RequestKind| request.kind == kind;
        let is_archive = matches!(
            request.kind,
            RequestKind::PostTypeArchive
                | RequestKind::Term
                | RequestKind::Author
                | RequestKind::Date
        );
        let is_of_type = request.subtype == self.subject
            && (is(RequestKind::Singular) || (is(RequestKind::FrontPage) && request.id > 0));
        match self.kind {
            Kind::Homepage => is(RequestKind::FrontPage),
            Kind::SingularAll => is_of_type,
            Kind::SingularId => is_of_type && request.id == self.id,
            Kind::SingularChildren => is_of_type && request.ancestors.contains(&self.id),
            Kind::SingularTerm => {
                let has =
                    |(taxonomy, id): &(String, i64)| *id == self.id && *taxonomy == self.subject;
                request.terms.iter().any(has)
            }
            Kind::ArchivePostType => {
                is(RequestKind::PostTypeArchive) && request.subtype == self.subject
            }
            Kind::ArchiveTaxonomy => is(RequestKind::Term) && request.subtype == self.subject,
            Kind::ArchiveTerm => {
                is(RequestKind::Term)
                    && request.subtype == self.subject
                    && (request.id == self.id || request.ancestors.contains(&self.id))
            }
            Kind::ArchiveAll => is_archive,
            Kind::DateAll => is(RequestKind::Date),
            Kind::AuthorAll => is(RequestKind::Author),
            Kind::AuthorId => is(RequestKind::Author) && request.id == self.id,
            Kind::AuthorRole => is(RequestKind::Author) && request.roles.contains(&self.subject),
            Kind::ShopPage => request.shop_page == Some(self.subject.as_str()),
            Kind::Search => is(RequestKind::Search),
            Kind::NotFound => is(RequestKind::NotFound),
        }
    }

    fn priority(&self) -> u8 {
        match self.kind {
            Kind::ShopPage if self.subject == "my_account" => 130,
            Kind::ShopPage => 120,
            Kind::Homepage => 110,
            Kind::SingularId => 100,
            Kind::SingularChildren => 90,
            Kind::SingularTerm => 80,
            Kind::ArchiveTerm => 75,
            Kind::SingularAll | Kind::ArchiveTaxonomy => 70,
            Kind::ArchivePostType => 60,
            Kind::AuthorId => 55,
            Kind::AuthorRole => 53,
            Kind::AuthorAll => 50,
            Kind::DateAll => 40,
            Kind::ArchiveAll => 30,
            Kind::Search | Kind::NotFound => 1,
        }
    }

    /// Whether this condition has priority over another that matches the same request. Of equal ones the first has it.
    pub fn beats(&self, other: &Self, request: &TemplateRequest) -> bool {
        let order = self
            .priority()
            .cmp(&other.priority())
            .then_with(|| other.kind.cmp(&self.kind))
            .then_with(|| {
                let place = |c: &Self| request.taxonomy_place(&c.subject);
                place(other).cmp(&place(self))
            })
            .then_with(|| other.distance(request).cmp(&self.distance(request)))
            .then_with(|| other.id.cmp(&self.id))
            .then_with(|| other.subject.cmp(&self.subject));
        order == Ordering::Greater
    }

    /// The distance from the shown object to the condition's object among its ancestors: nearer ones have priority.
    fn distance(&self, request: &TemplateRequest) -> usize {
        match self.kind {
            Kind::SingularChildren | Kind::ArchiveTerm if request.id != self.id => {
                let mut ancestors = request.ancestors.iter();
                ancestors
                    .position(|id| *id == self.id)
                    .map_or(usize::MAX, |at| at + 1)
            }
            _ => 0,
        }
    }
}
