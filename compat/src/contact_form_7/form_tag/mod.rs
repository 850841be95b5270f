//! A form-tag: `[text* your-name 40/80 class:wide "Ana"]`.
//!
//! Contract "contact-form-7" section 3. [`scan_form_tags`] finds the tags of a template; [`FormTag`] reads its
//! options; [`FormTagTypes`] lists the types and what each supports.

mod default_value;
mod option;
mod pipes;
mod scanner;
mod tag_type;
mod type_options;

pub use default_value::{DefaultSources, sanitize_query_var};
pub use option::OptionPattern;
pub use pipes::{Pipe, Pipes};
pub use scanner::{Piece, ScannedTag, pieces, scan_form_tags};
pub use tag_type::{Feature, FormTagTypes};
pub use type_options::{DEFAULT_LIMIT, date_of_expression};

/// A tag as found in a template.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FormTag {
    /// The type as written, `text*`.
    pub tag_type: String,
    /// The type without its star, `text`.
    pub basetype: String,
    /// The name as written; empty for types without a name.
    pub raw_name: String,
    /// The name under which a browser posts it: `.` became `_`.
    pub name: String,
    /// The options behind the name.
    pub options: Vec<String>,
    /// The quoted values as written.
    pub raw_values: Vec<String>,
    /// The posted values: the part before a pipe.
    pub values: Vec<String>,
    /// What a visitor reads.
    pub labels: Vec<String>,
    /// The values in mails: the part after a pipe.
    pub pipes: Pipes,
    /// The raw attribute text of a tag that could not be parsed.
    pub attr: String,
    /// The content between the opening and the closing tag.
    pub content: String,
}

impl FormTag {
    /// Whether the type ends in a star.
    pub fn is_required(&self) -> bool {
        self.tag_type.ends_with('*')
    }

    /// The first value, empty without one.
    pub fn first_value(&self) -> &str {
        self.values.first().map_or("", String::as_str)
    }
}

/// `wpcf7_is_name`: a letter, then letters, digits and `-_:.`.
pub fn is_name(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.first().is_some_and(u8::is_ascii_alphabetic)
        && bytes
            .iter()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b':' | b'.'))
}

/// `wpcf7_strip_quote`: trimmed, and without one pair of quotes around it.
pub fn strip_quote(text: &str) -> &str {
    let text = crate::contact_form_7::whitespace::strip_whitespaces(text);
    for quote in ['"', '\''] {
        let inner = text
            .strip_prefix(quote)
            .and_then(|rest| rest.strip_suffix(quote));
        if let Some(inner) = inner {
            return inner;
        }
    }
    text
}
