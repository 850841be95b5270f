//! The documented example of `oxipress.toml`, made from the comments in [`super::settings`].

use super::settings;

/// The example file: every key with its default, commented out.
pub fn toml() -> String {
    let mut out = String::from("# Oxipress, every setting with its default.\n");
    let mut section = "";
    for s in settings::all() {
        if s.section != section {
            section = s.section;
            out.push_str(&format!("\n[{section}]\n"));
        }
        for line in s.doc.trim_end().lines() {
            out.push_str(&format!("#{line}\n"));
        }
        out.push_str(&format!("# {} = {}\n", s.key, default(s.default)));
    }
    out.push_str("\n[multilingual]\n# Languages by path prefix, for a site without WPML's or Polylang's tables.\n");
    out.push_str("# default = \"es_ES\"\n# switcher_shortcodes = [\"languages\"]\n# prefixes = { \"/en\" = \"en_US\" }\n");
    out
}

/// The same as a Markdown table (`docs/operating.md`).
pub fn markdown() -> String {
    let mut out = String::from("| key | default | meaning |\n|---|---|---|\n");
    for s in settings::all() {
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
        "Vec::<String>::new()" => "[]".to_owned(),
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
    use crate::config::Settings;

    #[test]
    fn the_example_with_every_key_uncommented_is_accepted() {
        let keys = settings::all().fold((String::new(), ""), |(mut text, section), s| {
            if s.section != section {
                text.push_str(&format!("[{}]\n", s.section));
            }
            text.push_str(&format!("{} = {}\n", s.key, default(s.default)));
            (text, s.section)
        });
        toml::from_str::<Settings>(&keys.0).unwrap();
        toml::from_str::<Settings>(&toml()).unwrap();
    }
}
