//! File types that a file tag accepts.
//!
//! Contract "contact-form-7" sections 3.8 (`filetypes:`), 8.8 and 11 (rule `file`).

use std::borrow::Cow;

use crate::wordpress::formatting::mime_types::MIME_TYPES;

/// What a file tag accepts when it names no type.
const DEFAULT: [&str; 3] = ["audio/*", "video/*", "image/*"];

/// The types named by `filetypes:` options, each once; the default types when none is named.
fn named<'a>(options: &[&'a str]) -> Vec<Cow<'a, str>> {
    let mut types: Vec<Cow<'a, str>> = Vec::new();
    for option in options {
        let parts = option.split(|c: char| matches!(c, '|' | ',') || c.is_ascii_whitespace());
        for part in parts.filter(|p| !p.is_empty() && *p != "0") {
            let part = part.to_lowercase();
            if !types.iter().any(|t| *t == part) {
                types.push(Cow::Owned(part));
            }
        }
    }
    if options.is_empty() {
        types.extend(DEFAULT.map(Cow::Borrowed));
    }
    types
}

/// `wpcf7_acceptable_filetypes( …, 'attr' )`: the value of `accept`, as a list.
pub fn acceptable_filetypes(options: &[&str]) -> Vec<String> {
    let accepted = named(options).into_iter().filter_map(|t| {
        let Some((kind, rest)) = t.split_once('/') else {
            return Some(format!(".{}", t.trim_matches('.')));
        };
        let is_known = if rest == "*" && kind.bytes().all(|b| b.is_ascii_lowercase()) {
            matches!(kind, "audio" | "video" | "image")
        } else {
            !convert_mime_to_ext(&t).is_empty()
        };
        is_known.then(|| t.into_owned())
    });
    accepted.collect()
}

/// `wpcf7_acceptable_filetypes( …, 'regex' )`: the extensions.
pub fn acceptable_extensions(options: &[&str]) -> Vec<String> {
    let mut extensions: Vec<String> = Vec::new();
    for t in named(options) {
        let of_type = if t.contains('/') {
            convert_mime_to_ext(&t)
                .into_iter()
                .map(str::to_owned)
                .collect()
        } else {
            vec![t.trim_matches('.').to_owned()]
        };
        for extension in of_type {
            if !extension.is_empty() && !extensions.contains(&extension) {
                extensions.push(extension);
            }
        }
    }
    extensions
}

/// `wpcf7_convert_mime_to_ext`: the extensions of a MIME type or of a whole kind (`image/*`), by WordPress's table.
pub fn convert_mime_to_ext(mime_type: &str) -> Vec<&'static str> {
    let Some((kind, rest)) = mime_type.split_once('/') else {
        return Vec::new();
    };
    let is_kind = !kind.is_empty() && kind.bytes().all(|b| b.is_ascii_alphabetic());
    let matches = |known: &str| {
        known == mime_type || (rest == "*" && known.split_once('/').is_some_and(|(k, _)| k == kind))
    };
    let known = MIME_TYPES.iter().filter(|(_, t)| is_kind && matches(t));
    known
        .flat_map(|(extensions, _)| extensions.split('|'))
        .collect()
}
