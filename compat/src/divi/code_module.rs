//! Texts of code modules, and how they are protected from `wpautop`.
//!
//! Contract "divi-server", sections 1.2 and 2; vectors divi-helpers.

use std::borrow::Cow;

use regex::Captures;

use super::shortcode_breaks::fix_shortcodes;
use crate::wordpress::static_regex::StaticRegex;

/// How a line break inside a code module is stored.
const LINE_BREAK_HOLDERS: [&str; 2] = [
    "<!-- [et_pb_line_break_holder] -->",
    "||et_pb_line_break_holder||",
];

/// The placeholder for `<br>` while `wpautop` runs. Its dashes are not those of an HTML comment.
const BR_HOLDER: &str = "<!–- [et_pb_br_holder] -–>";

/// `et_builder_convert_line_breaks`: the text without the tags of `wpautop`, stored line breaks as `line_break`.
pub fn convert_line_breaks(text: &str, line_break: &str) -> String {
    let mut text = text
        .replace("<p>", "")
        .replace("</p>", "")
        .replace('\n', "");
    for holder in LINE_BREAK_HOLDERS {
        text = text.replace(holder, line_break);
    }
    text
}

/// `et_builder_replace_code_content_entities`: brackets and the multiplication sign as they were typed.
pub fn replace_code_content_entities(text: &str) -> String {
    text.replace("&#091;", "[")
        .replace("&#093;", "]")
        .replace("&#215;", "x")
}

/// `convert_smart_quotes_and_amp`: typographic quotes and the ampersand as they were typed.
pub fn convert_smart_quotes_and_amp(text: &str) -> String {
    let mut text = text.to_owned();
    for quote in ["&#8220;", "&#8221;", "&#8243;"] {
        text = text.replace(quote, "&quot;");
    }
    for quote in ["&#8216;", "&#8217;", "&#x27;"] {
        text = text.replace(quote, "&#39;");
    }
    text.replace("&amp;", "&")
}

/// `et_pb_fix_shortcodes` of raw content: entities of code decoded, then as of other content.
pub fn fix_raw_shortcodes(text: &str) -> String {
    let text = convert_smart_quotes_and_amp(&replace_code_content_entities(text));
    fix_shortcodes(&text).into_owned()
}

static OPEN: StaticRegex = StaticRegex::new(r"\[et_pb_(fullwidth_)?code\b[^\]]*\]");
static TAG: StaticRegex = StaticRegex::new(r"<br\s*/?>|(?P<p></?p)(?P<end>[\s>])");

/// `et_pb_prep_code_module_for_wpautop`: hides breaks and paragraphs of code modules from `wpautop`.
pub fn prep_code_module_for_wpautop(text: &str) -> Cow<'_, str> {
    if memchr::memmem::find(text.as_bytes(), b"_code").is_none() {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    let mut rest = text;
    while let Some(found) = OPEN.find(rest) {
        let close = if found.as_str().starts_with("[et_pb_fullwidth_") {
            "[/et_pb_fullwidth_code]"
        } else {
            "[/et_pb_code]"
        };
        let (head, body) = rest.split_at(found.end());
        let Some(length) = body.find(close) else {
            break;
        };
        let (inner, behind) = body.split_at(length);
        out.push_str(head);
        out.push_str(&TAG.replace_all(inner, hidden_tag));
        rest = behind;
    }
    if out.is_empty() {
        return Cow::Borrowed(text);
    }
    out.push_str(rest);
    Cow::Owned(out)
}

fn hidden_tag(found: &Captures<'_>) -> String {
    match (found.name("p"), found.name("end")) {
        (Some(p), Some(end)) => format!("{}ee{}", p.as_str(), end.as_str()),
        _ => BR_HOLDER.to_owned(),
    }
}

/// `et_pb_unprep_code_module_for_wpautop`: restores the hidden breaks and paragraphs.
pub fn unprep_code_module_for_wpautop(text: &str) -> Cow<'_, str> {
    if !text.contains("pee") && !text.contains(BR_HOLDER) {
        return Cow::Borrowed(text);
    }
    let text = text.replace(BR_HOLDER, "<br />");
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    for (at, _) in text.match_indices("pee") {
        let before = text.get(copied..at).unwrap_or_default();
        let follows = text.as_bytes().get(at + 3);
        let is_tag = (before.ends_with('<') || before.ends_with("</"))
            && follows.is_some_and(|b| *b == b'>' || b.is_ascii_whitespace());
        out.push_str(before);
        out.push_str(if is_tag { "p" } else { "pee" });
        copied = at + 3;
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_hidden_comes_back() {
        let code = "[et_pb_code]<p class=\"a\">un <br/> pee</p>\n<peer>[/et_pb_code]";
        let hidden = prep_code_module_for_wpautop(code);
        assert!(hidden.contains("<pee class") && !hidden.contains("<br"));
        assert_eq!(
            unprep_code_module_for_wpautop(&hidden),
            code.replace("<br/>", "<br />")
        );
    }
}
