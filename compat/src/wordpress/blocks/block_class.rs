//! Adds a class to a block's own element, as WordPress's tag processor does.

use crate::wordpress::media::tag;

/// The first tag of `html` whose name is one of `names` (small letters) gets `class` as well.
pub(super) fn add_class_to(html: String, names: &[&str], class: &str) -> String {
    let mut from = 0;
    while let Some(start) = html.get(from..).and_then(|rest| rest.find('<')).map(|at| from + at) {
        let rest = html.get(start + 1..).unwrap_or_default();
        if rest.starts_with("!--") {
            let Some(end) = rest.find("-->") else { return html };
            from = start + end;
            continue;
        }
        let len = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let name = rest.get(..len).unwrap_or_default();
        if names.iter().any(|n| n.eq_ignore_ascii_case(name)) {
            return with_class(html, start, start + 1 + len, class);
        }
        from = start + 1;
    }
    html
}

fn with_class(mut html: String, start: usize, name_end: usize, class: &str) -> String {
    let Some(attributes) = html.get(start..).and_then(tag::attributes) else {
        return html;
    };
    let Some(found) = tag::find(&attributes, "class") else {
        html.insert_str(name_end, &format!(" class=\"{class}\""));
        return html;
    };
    let value = found.value.unwrap_or_default();
    if value.split_ascii_whitespace().any(|c| c == class) {
        return html;
    }
    let space = if value.is_empty() { "" } else { " " };
    let new = format!("class=\"{value}{space}{class}\"");
    let span = start + found.span.start..start + found.span.end;
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
        assert_eq!(heading("\n<h2>a</h2>"), "\n<h2 class=\"wp-block-heading\">a</h2>");
        assert_eq!(
            heading("<h2 id='a' class='b'>a</h2>"),
            "<h2 id='a' class=\"b wp-block-heading\">a</h2>"
        );
        let done = "<h2 class=\"x wp-block-heading\">a</h2>";
        assert_eq!(heading(done), done);
    }
}
