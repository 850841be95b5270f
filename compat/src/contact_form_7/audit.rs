//! What an audit learns of the forms: the plugin, its options, each form with tags that nobody knows.

use super::contact_form::ContactForm;
use super::contact_forms::ContactForms;
use crate::wordpress::audit::part::{ColumnAudit, InventoryItem, Software, SoftwareKind};
use crate::wordpress::options::Options;

/// The plugin's file as in the option `active_plugins`.
pub const PLUGIN: &str = "contact-form-7/wp-contact-form-7.php";

/// The column's part.
pub const AUDIT: ColumnAudit = ColumnAudit {
    software: &[Software {
        kind: SoftwareKind::Plugin,
        file: PLUGIN,
        name: "Contact Form 7",
        recorded: &["6.1.6"],
        stored_version: version,
    }],
    own_options: &["wpcf7*", "flamingo_*"],
    read_options: &[],
    content_types: &[],
};

/// The version in the plugin's own option.
fn version(options: &Options) -> Option<String> {
    let stored = options.value("wpcf7").get("version")?.as_str_lossy()?;
    Some(stored.into_owned())
}

/// The forms.
pub fn inventory(forms: &ContactForms, items: &mut Vec<InventoryItem>) {
    for form in forms.iter().filter(|form| form.status == "publish") {
        items.push(item(form));
    }
}

fn item(form: &ContactForm) -> InventoryItem {
    let fields = form.tags.iter().filter(|tag| !tag.name.is_empty()).count();
    let mails = 1 + usize::from(form.mail_2_template().active);
    let detail = format!("Contact Form 7: {fields} fields, {mails} mail templates");
    let mut item = InventoryItem::new("forms", Some(form.id.0), &form.title, detail);
    let is_known = |name: &str| form.tags.iter().any(|tag| tag.basetype == name);
    let mut unknown = unknown_tags(&form.form);
    unknown.retain(|name| !is_known(name));
    unknown.sort_unstable();
    unknown.dedup();
    let problem = |name: &str| format!("the form-tag [{name}] is of a type that nobody here knows");
    item.problems = unknown.into_iter().map(problem).collect();
    item
}

/// Types of form-tags with a name, registered or not: `[type* name …]`, where a star or a mark in the name says that the
/// brackets are no words of a sentence.
fn unknown_tags(template: &str) -> Vec<&str> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let pieces = template.split('[').skip(1);
    let tags = pieces.filter_map(|piece| {
        let inside = piece.split_once(']')?.0;
        let (first, rest) = inside.split_once(char::is_whitespace)?;
        let name = rest.split_whitespace().next()?;
        let tag_type = first.trim_end_matches('*');
        let is_type =
            tag_type.starts_with(|c: char| c.is_ascii_lowercase()) && tag_type.chars().all(is_name);
        let is_tag = first.ends_with('*') || name.contains(['-', '_']) && name.chars().all(is_name);
        (is_type && is_tag).then_some(tag_type)
    });
    tags.take(500).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_of_other_plugins_are_told_from_text() {
        let form = "[text* your-name] [signature* firma] [range_slider a-b 1] [see the note] [x] /[group a-b]";
        let expected = ["text", "signature", "range_slider", "group"];
        assert_eq!(unknown_tags(form), expected);
    }
}
