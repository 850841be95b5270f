//! PHPMailer's `html2text`: the plain text beside a body of markup.
//!
//! Contract `contact-form-7` 17.3, step 7; recording `cf7/html-ok`.

use crate::wordpress::php::html::html_entity_decode;
use crate::wordpress::php::strip_tags::strip_tags;
use crate::wordpress::php::trim::trim;

/// The markup without head, title, styles, scripts and tags, entities as characters.
pub fn html2text(html: &str) -> String {
    let stripped = strip_tags(without_sections(html).as_bytes());
    String::from_utf8_lossy(&html_entity_decode(trim(&stripped))).into_owned()
}

const SECTIONS: [&str; 4] = ["head", "title", "style", "script"];

/// Drops each section with its content. Like PHPMailer's pattern, `<header>` opens a section `head`, which only
/// `</head>` closes; without that it stays.
fn without_sections(html: &str) -> String {
    let lower = html.to_ascii_lowercase();
    let mut out = String::with_capacity(html.len());
    // Sections whose end does not come any more: looked for once.
    let mut endless = [false; SECTIONS.len()];
    let mut at = 0;
    let mut from = 0;
    while let Some(open) = lower.get(from..).and_then(|rest| rest.find('<')) {
        let open = from + open;
        match end_of_section(&lower, open, &mut endless) {
            Some(end) => {
                out.push_str(html.get(at..open).unwrap_or(""));
                (at, from) = (end, end);
            }
            None => from = open + 1,
        }
    }
    out.push_str(html.get(at..).unwrap_or(""));
    out
}

fn end_of_section(lower: &str, open: usize, endless: &mut [bool; SECTIONS.len()]) -> Option<usize> {
    let rest = lower.get(open + 1..)?;
    let (n, name) = SECTIONS
        .iter()
        .enumerate()
        .find(|(_, name)| rest.starts_with(**name))?;
    let is_endless = endless.get_mut(n)?;
    if *is_endless {
        return None;
    }
    let close = ["</", name, ">"].concat();
    let found = rest.find('>').and_then(|tag| {
        let inner = tag + 1;
        Some(inner + rest.get(inner..)?.find(&close)?)
    });
    *is_endless = found.is_none();
    Some(open + 1 + found? + close.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn sections_and_tags_go() {
        let html = "<!doctype html>\n<html><head>\n<title>T</title>\n</head>\n<body>\n<p>Hola &quot;Ana&quot;<br />\nadi&oacute;s &lt;b&gt;</p>\n<STYLE a=b>p{}</Style></body></html>";
        assert_eq!(html2text(html), "Hola \"Ana\"\nadiós <b>");
        assert_eq!(html2text("<header>a</header><p>b</p>"), "ab");
    }

    proptest! {
        #[test]
        fn any_text_is_taken(html in "(<|</|head|style|script|>|é|&amp;|[a-z ]){0,60}") {
            let _ = html2text(&html);
        }
    }
}
