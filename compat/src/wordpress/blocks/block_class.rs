//! Adds classes to a block's own element, as WordPress's tag processor does.

use crate::wordpress::media::tag;

/// An opening tag in a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag {
    /// Byte offset of `<`.
    start: usize,
    /// Byte offset behind the name.
    pub(super) name_end: usize,
}

impl Tag {
    fn name<'h>(&self, html: &'h str) -> &'h str {
        html.get(self.start + 1..self.name_end).unwrap_or_default()
    }

    /// The value of the attribute `class`.
    pub(super) fn class<'h>(&self, html: &'h str) -> Option<&'h str> {
        let attributes = tag::attributes(html.get(self.start..)?)?;
        tag::find(&attributes, "class")?.value
    }
}

/// The first opening tag at or behind `from`; comments are passed over.
pub(super) fn first_tag(html: &str, mut from: usize) -> Option<Tag> {
    loop {
        let start = from + html.get(from..)?.find('<')?;
        let rest = html.get(start + 1..)?;
        if rest.starts_with("!--") {
            from = start + rest.find("-->")?;
            continue;
        }
        if rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let end = |c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>');
            let len = rest.find(end).unwrap_or(rest.len());
            return Some(Tag {
                start,
                name_end: start + 1 + len,
            });
        }
        from = start + 1;
    }
}

/// The first tag of `html` whose name is one of `names` (small letters) gets `class` as well.
pub(super) fn add_class_to(html: String, names: &[&str], class: &str) -> String {
    let mut from = 0;
    while let Some(tag) = first_tag(&html, from) {
        if names
            .iter()
            .any(|n| n.eq_ignore_ascii_case(tag.name(&html)))
        {
            return add_class_behind(html, &tag, class);
        }
        from = tag.name_end;
    }
    html
}

/// Adds `class` to that tag, behind the classes that it has.
pub(super) fn add_class_behind(mut html: String, at: &Tag, class: &str) -> String {
    let Some(attributes) = html.get(at.start..).and_then(tag::attributes) else {
        return html;
    };
    let Some(found) = tag::find(&attributes, "class") else {
        html.insert_str(at.name_end, &format!(" class=\"{class}\""));
        return html;
    };
    let value = found.value.unwrap_or_default();
    if value.split_ascii_whitespace().any(|c| c == class) {
        return html;
    }
    let space = if value.is_empty() { "" } else { " " };
    let new = format!("class=\"{value}{space}{class}\"");
    let span = at.start + found.span.start..at.start + found.span.end;
    html.replace_range(span, &new);
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heading(html: &str) -> String {
        add_class_to(html.to_owned(), &["h2"], "wp-block-heading")
    }

    #[test]
    fn adds_the_class_once() {
        assert_eq!(
            heading("\n<h2>a</h2>"),
            "\n<h2 class=\"wp-block-heading\">a</h2>"
        );
        assert_eq!(
            heading("<h2 id='a' class='b'>a</h2>"),
            "<h2 id='a' class=\"b wp-block-heading\">a</h2>"
        );
        let done = "<h2 class=\"x wp-block-heading\">a</h2>";
        assert_eq!(heading(done), done);
    }
}
