//! What may be wrong with a form template.

use crate::contact_form_7::form_tag::{Feature, FormTag, FormTagTypes, scan_form_tags};
use crate::wordpress::rewrite::PUBLIC_QUERY_VARS;
use crate::wordpress::static_regex::StaticRegex;

use super::{ConfigValidator, ErrorCode};

/// The place.
const SECTION: &str = "form.body";

/// Whether WordPress takes a posted field of that name for a query: the plugin's list is an older one of WordPress's.
fn is_query_variable(name: &str) -> bool {
    matches!(name, "static" | "embed") || (PUBLIC_QUERY_VARS.contains(&name) && name != "favicon")
}

/// A label and what it holds.
static LABEL: StaticRegex = StaticRegex::new(r"(?s)<label(?:[ \t\n]+.*?)?>(.+?)</label>");

impl ConfigValidator<'_> {
    pub(super) fn form_body(&mut self) {
        let (template, tags) = (&self.form.form, &self.form.tags);
        if has_several_controls_in_a_label(template, &self.site.types) {
            self.add(SECTION, ErrorCode::MultipleControlsInLabel, Vec::new());
        }
        let names = unavailable_names(tags);
        if !names.is_empty() {
            let params = vec![("names", names.join(", "))];
            self.add(SECTION, ErrorCode::UnavailableNames, params);
        }
        if has_form_element(template) {
            self.add(SECTION, ErrorCode::UnavailableHtmlElements, Vec::new());
        }
        for (sign, code) in [
            ('.', ErrorCode::DotsInNames),
            (':', ErrorCode::ColonsInNames),
        ] {
            if tags.iter().any(|tag| tag.raw_name.contains(sign)) {
                self.add(SECTION, code, Vec::new());
            }
        }
        let limit = self.site.upload_limit;
        let is_over = |tag: &FormTag| tag.basetype == "file" && tag.get_limit_option() > limit;
        if tags.iter().any(is_over) {
            self.add(SECTION, ErrorCode::UploadFilesizeOverlimit, Vec::new());
        }
    }
}

fn has_several_controls_in_a_label(template: &str, types: &FormTagTypes) -> bool {
    LABEL.captures_iter(template).any(|found| {
        let inside = found.get(1).map_or("", |inside| inside.as_str());
        let tags = scan_form_tags(inside, types);
        tags.iter().map(|tag| controls(tag, types)).sum::<usize>() > 1
    })
}

/// How many controls a tag prints.
fn controls(tag: &FormTag, types: &FormTagTypes) -> usize {
    let supports = |feature| types.supports(&tag.tag_type, feature);
    if supports(Feature::MultipleControlsContainer) {
        return tag.values.len() + usize::from(tag.has_option("free_text"));
    }
    usize::from(!tag.name.is_empty() && !supports(Feature::ZeroControlsContainer))
}

/// Each once, in quotes.
fn unavailable_names(tags: &[FormTag]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for tag in tags {
        let name = format!("\"{}\"", tag.raw_name);
        if is_query_variable(&tag.raw_name) && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// A form in the form: `<form>`, `<form …`, `</form>`.
fn has_form_element(template: &str) -> bool {
    let small = template.to_ascii_lowercase();
    let mut opened = small.match_indices("<form").filter_map(|(at, found)| {
        let behind = small.as_bytes().get(at + found.len())?;
        Some(matches!(
            behind,
            b'>' | b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c
        ))
    });
    small.contains("</form>") || opened.any(|is_element| is_element)
}
