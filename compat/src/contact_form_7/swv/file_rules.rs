//! What the rules about uploaded files hold to be right: that there is one, its ending, its size.
//!
//! Contract "contact-form-7", section 11. The file extension is checked, not the `Content-Type`.

use crate::contact_form_7::file_types::convert_mime_to_ext;
use crate::contact_form_7::submission::Upload;
use crate::wordpress::php::Value;
use crate::wordpress::php::compare::spaceship;

use super::{Rule, RuleName};

/// Whether the files of the rule's field are valid.
pub(super) fn holds(rule: &Rule, uploads: &[Upload]) -> bool {
    match rule.name {
        RuleName::RequiredFile => uploads.iter().any(|upload| upload.is_present),
        RuleName::File => {
            let named = uploads.iter().filter(|upload| !upload.name.is_empty());
            let endings = acceptable_endings(rule);
            named
                .into_iter()
                .all(|upload| has_ending(&upload.name, &endings))
        }
        RuleName::MinFileSize => {
            !spaceship(&total_size(uploads), rule.property("threshold")).is_lt()
        }
        RuleName::MaxFileSize => {
            !spaceship(rule.property("threshold"), &total_size(uploads)).is_lt()
        }
        _ => true,
    }
}

fn total_size(uploads: &[Upload]) -> Value {
    let total = uploads
        .iter()
        .fold(0_u64, |sum, upload| sum.saturating_add(upload.size));
    Value::Int(i64::try_from(total).unwrap_or(i64::MAX))
}

/// `.jpg` stays, `image/*` becomes WordPress's extensions for it; all in lower case.
fn acceptable_endings(rule: &Rule) -> Vec<String> {
    let mut endings = Vec::new();
    for accept in rule.property("accept").values() {
        let accept = accept.to_string_lossy();
        if accept.contains('/') {
            let extensions = convert_mime_to_ext(&accept);
            endings.extend(
                extensions
                    .into_iter()
                    .map(|ext| format!(".{}", ext.to_ascii_lowercase())),
            );
        } else {
            endings.push(accept.to_ascii_lowercase());
        }
    }
    endings
}

fn has_ending(name: &str, endings: &[String]) -> bool {
    let Some((_, extension)) = name.rsplit_once('.') else {
        return false;
    };
    let ending = format!(".{}", extension.to_ascii_lowercase());
    endings.contains(&ending)
}
