//! Why a term is not written.

use crate::wordpress::taxonomy::TermId;

/// A refusal of `wp_insert_term` or `wp_update_term`. Messages are WordPress's source strings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TermError {
    /// The name is taken below this parent.
    ExistsBelowParent(TermId),
    /// Name and slug are taken in this taxonomy.
    ExistsInTaxonomy(TermId),
    /// The name is empty.
    EmptyName,
    /// There is no such parent.
    MissingParent,
    /// There is no such term.
    InvalidTerm,
    /// The slug belongs to another term.
    DuplicateSlug(String),
    /// The value of this column does not fit.
    TooLong(&'static str),
}

impl TermError {
    /// The code of the `WP_Error`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::ExistsBelowParent(_) | Self::ExistsInTaxonomy(_) => "term_exists",
            Self::EmptyName => "empty_term_name",
            Self::MissingParent => "missing_parent",
            Self::InvalidTerm => "invalid_term",
            Self::DuplicateSlug(_) => "duplicate_term_slug",
            Self::TooLong(_) => "db_insert_error",
        }
    }

    /// Its message, not yet translated; `%s` stands for [`TermError::detail`].
    pub fn source(&self) -> &'static str {
        match self {
            Self::ExistsBelowParent(_) => {
                "A term with the name provided already exists with this parent."
            }
            Self::ExistsInTaxonomy(_) => {
                "A term with the name provided already exists in this taxonomy."
            }
            Self::EmptyName => "A name is required for this term.",
            Self::MissingParent => "Parent term does not exist.",
            Self::InvalidTerm => "Empty Term.",
            Self::DuplicateSlug(_) => {
                "The slug &#8220;%s&#8221; is already in use by another term."
            }
            Self::TooLong(_) => "Could not insert term into the database.",
        }
    }

    /// What `%s` in the message stands for.
    pub fn detail(&self) -> &str {
        match self {
            Self::DuplicateSlug(slug) => slug,
            _ => "",
        }
    }

    /// The term that exists already.
    pub fn existing(&self) -> Option<TermId> {
        match self {
            Self::ExistsBelowParent(id) | Self::ExistsInTaxonomy(id) => Some(*id),
            _ => None,
        }
    }
}
