//! `wpcf7_antiscript_file_name`: the name of an uploaded file, made harmless.
//!
//! Contract "contact-form-7" section 15, step 4.

use crate::wordpress::formatting::path::wp_basename;
use crate::wordpress::static_regex::StaticRegex;

/// Characters that are taken out.
const REMOVED: &str = "?[]/\\=<>:;,'\"&$#*()|~`!{}%+’«»”“\0";

/// Parts of a name that make a server run a file.
fn is_script(part: &str) -> bool {
    let lower = part.to_ascii_lowercase();
    let name = lower
        .strip_suffix(|c: char| c.is_ascii_digit())
        .unwrap_or(&lower);
    matches!(
        name,
        "php" | "phtml" | "pl" | "py" | "rb" | "cgi" | "asp" | "aspx"
    )
}

/// The base name without odd characters, and with `_` behind every part that could be a script's.
pub fn antiscript_file_name(filename: &str) -> String {
    static INVISIBLE: StaticRegex = StaticRegex::new(r"[\pC\pZ]+");
    let base = wp_basename(filename, "").replace(|c| REMOVED.contains(c), "");
    let mut dashed = String::with_capacity(base.len());
    for c in base.chars() {
        let is_separator = matches!(c, '\r' | '\n' | '\t' | ' ' | '-');
        if !is_separator {
            dashed.push(c);
        } else if !dashed.ends_with('-') {
            dashed.push('-');
        }
    }
    let name = INVISIBLE.replace_all(&dashed, "");
    let parts: Vec<&str> = name.split('.').collect();
    let mut out = String::with_capacity(name.len() + 8);
    for (i, part) in parts.iter().enumerate() {
        if i > 0 {
            out.push('.');
        }
        out.push_str(part);
        if i > 0 && is_script(part) {
            out.push_str(if i + 1 == parts.len() { "_.txt" } else { "_" });
        }
    }
    out
}
