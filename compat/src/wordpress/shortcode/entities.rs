//! Brackets as entities: the spelling that hides them from a shortcode run.
//!
//! Contract "wordpress-core" section 8.4.

use std::borrow::Cow;

/// Unescapes brackets escaped as `&#91;` and `&#93;`.
pub fn unescape_invalid_shortcodes(content: &str) -> Cow<'_, str> {
    replace_entities(content, |entity| match entity {
        "&#91;" => Some("["),
        "&#93;" => Some("]"),
        _ => None,
    })
}

/// Replaces entities of the form `&#9N;`.
pub(super) fn replace_entities(
    content: &str,
    to: impl Fn(&str) -> Option<&'static str>,
) -> Cow<'_, str> {
    let mut out = String::new();
    let mut copied = 0;
    for at in memchr::memmem::find_iter(content.as_bytes(), b"&#9") {
        let Some(with) = content.get(at..at + 5).and_then(&to) else {
            continue;
        };
        out.push_str(content.get(copied..at).unwrap_or_default());
        out.push_str(with);
        copied = at + 5;
    }
    if copied == 0 {
        return Cow::Borrowed(content);
    }
    out.push_str(content.get(copied..).unwrap_or_default());
    Cow::Owned(out)
}
