//! The documented example of `oxipress.toml`, made from the comments in [`super::settings`].

use super::section::Section;
use super::settings;

/// The example file: every key with its default, commented out.
pub fn toml(columns: &[Section]) -> String {
    let mut out = String::from("# Oxipress, every setting with its default.\n");
    for section in settings::sections(columns) {
        out.push_str(&format!("\n[{}]\n", section.name));
        for s in section.settings {
            for line in s.doc.trim_end().lines() {
                out.push_str(&format!("#{line}\n"));
            }
            out.push_str(&format!("# {} = {}\n", s.key, default(s.default)));
        }
        out.push_str(section.example);
    }
    out
}

/// The same as a Markdown table (`docs/operating.md`).
pub fn markdown(columns: &[Section]) -> String {
    let mut out = String::from("| key | default | meaning |\n|---|---|---|\n");
    for s in settings::all(columns) {
        let doc = s.doc.trim().replace('\n', " ").replace('|', "\\|");
        out.push_str(&format!(
            "| `{}.{}` | `{}` | {doc} |\n",
            s.section,
            s.key,
            default(s.default)
        ));
    }
    out
}

fn default(source: &str) -> String {
    match source {
        list if list.starts_with("Vec::") => "[]".to_owned(),
        number if number.ends_with("_f64") => number.trim_end_matches("_f64").to_owned(),
        number if number.ends_with("_u64") => number.trim_end_matches("_u64").replace('_', ""),
        source => match source.rsplit_once("::") {
            Some((_, variant)) => format!("\"{}\"", variant.to_lowercase()),
            None => source.to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::COLUMNS;
    use crate::config::Settings;
    use crate::config::section::Source;

    #[test]
    fn the_example_with_every_key_uncommented_is_accepted() {
        let columns = COLUMNS.sections();
        let keys = settings::all(&columns).fold((String::new(), ""), |(mut text, section), s| {
            if s.section != section {
                text.push_str(&format!("[{}]\n", s.section));
            }
            text.push_str(&format!("{} = {}\n", s.key, default(s.default)));
            (text, s.section)
        });
        Settings::read(Source::Text(&keys.0), &columns).unwrap();
        Settings::read(Source::Text(&toml(&columns)), &columns).unwrap();
        // A column's own lines hold values too.
        let text = toml(&columns);
        let (_, lines) = text.split_once("[multilingual]\n").unwrap();
        assert!(lines.contains("# prefixes = { \"/en\" = \"en_US\" }\n"));
    }
}
