//! What is masked: the built-in rules and those of a TOML file (`--masks FILE`, `docs/recording.md`).

use anyhow::{Context as _, Result, bail};
use regex::Regex;
use toml::{Table, Value};

/// Rules of masking.
#[derive(Debug, Clone, Default)]
pub struct MaskRules {
    /// Names of fields by kind, besides the built-in ones; in lower case.
    pub(super) fields: Vec<(String, String)>,
    /// Names of headers whose whole value is masked, besides the built-in ones; in lower case.
    pub(super) headers: Vec<String>,
    /// Patterns with their kind.
    pub(super) patterns: Vec<(String, Regex)>,
    /// Values that are public.
    keep_values: Vec<String>,
    /// Fields that are never masked by their name.
    pub(super) keep_fields: Vec<String>,
    /// Kinds that are not masked.
    keep_kinds: Vec<String>,
}

/// Bytes of a compiled pattern of the file.
const PATTERN_SIZE: usize = 1 << 20;

impl MaskRules {
    /// Reads the rules of a file.
    ///
    /// # Errors
    /// The line of what is no TOML; a key or value that means nothing, and what is allowed.
    pub fn parse(text: &str) -> Result<Self> {
        let file: Table = text.parse()?;
        let mut rules = Self::default();
        for (key, value) in &file {
            match key.as_str() {
                "fields" => {
                    for (kind, names) in table(value, "fields")? {
                        check_kind(kind)?;
                        let names = texts(names, &format!("fields.{kind}"))?;
                        let names = names
                            .into_iter()
                            .map(|name| (kind.clone(), name.to_lowercase()));
                        rules.fields.extend(names);
                    }
                }
                "headers" => {
                    let names = texts(value, "headers")?;
                    rules
                        .headers
                        .extend(names.iter().map(|name| name.to_lowercase()));
                }
                "patterns" => {
                    for (kind, patterns) in table(value, "patterns")? {
                        check_kind(kind)?;
                        for pattern in texts(patterns, &format!("patterns.{kind}"))? {
                            let regex = regex::RegexBuilder::new(&pattern)
                                .size_limit(PATTERN_SIZE)
                                .build();
                            let regex =
                                regex.with_context(|| format!("patterns.{kind}: {pattern:?}"))?;
                            rules.patterns.push((kind.clone(), regex));
                        }
                    }
                }
                "keep" => {
                    for (what, list) in table(value, "keep")? {
                        let list = texts(list, &format!("keep.{what}"))?;
                        match what.as_str() {
                            "values" => rules.keep_values.extend(list),
                            "fields" => rules
                                .keep_fields
                                .extend(list.iter().map(|f| f.to_lowercase())),
                            "kinds" => rules.keep_kinds.extend(list),
                            other => bail!("keep.{other}: only values, fields and kinds are known"),
                        }
                    }
                }
                other => bail!("{other}: only fields, headers, patterns and keep are known"),
            }
        }
        Ok(rules)
    }

    /// Whether a value stays as it is.
    pub(super) fn keeps(&self, kind: &str, value: &str) -> bool {
        self.keep_kinds.iter().any(|k| k == kind)
            || self
                .keep_values
                .iter()
                .any(|v| v.eq_ignore_ascii_case(value))
    }
}

fn check_kind(kind: &str) -> Result<()> {
    let is_word =
        !kind.is_empty() && kind.len() <= 20 && kind.bytes().all(|b| b.is_ascii_lowercase());
    anyhow::ensure!(is_word, "{kind}: a kind has small letters only");
    Ok(())
}

fn table<'a>(value: &'a Value, key: &str) -> Result<&'a Table> {
    value
        .as_table()
        .with_context(|| format!("{key} is no table"))
}

fn texts(value: &Value, key: &str) -> Result<Vec<String>> {
    let list = value
        .as_array()
        .with_context(|| format!("{key} is no list"))?;
    let text = |v: &Value| v.as_str().map(str::to_owned);
    let list: Option<Vec<String>> = list.iter().map(text).collect();
    list.with_context(|| format!("{key} holds something else than texts"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_or_says_why_not() {
        let rules = MaskRules::parse(
            "headers = ['X-Api-Key']\n[fields]\nname = ['huesped']\n[patterns]\nbooking = ['R-\\d{6}']\n[keep]\nvalues = ['info@a.example']",
        );
        let rules = rules.unwrap();
        assert!(rules.keeps("email", "INFO@a.example") && rules.headers == ["x-api-key"]);
        for (text, why) in [
            ("[field]\nname = []", "only fields"),
            ("[fields]\nname = 1", "no list"),
            ("[patterns]\na = ['(']", "patterns.a"),
            ("[keep]\nx = []", "only values"),
            ("[fields\n", "line 1"),
        ] {
            let error = format!("{:#}", MaskRules::parse(text).unwrap_err());
            assert!(error.contains(why), "{error}");
        }
    }
}
