//! Makes the word lists of the recordings: `cargo run -p tests-contract --bin recorded-words -- WP_ROOT`.
//!
//! `WP_ROOT` is the recorded site's folder with the complete catalogues, by default `../shared/recordings/wp-root`. Of
//! each `.mo` file below its `wp-content` those messages are kept that our sources name and whose wording occurs in a
//! recording, in a vector or in a test. They are written to `fixtures/recordings/words`, one message a line.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use compat::wordpress::l10n::MoFile;
use flate2::read::GzDecoder;
use regex::Regex;
use serde_json::{Map, Value};

/// Folders whose string literals are the texts that can be looked up.
const SOURCES: [&str; 4] = [
    "compat/src",
    "themes/src",
    "themes/templates",
    "endpoints/src",
];
/// Our own wording, a file and a folder; it names more texts than the sources look up.
const OWN_WORDING: [&str; 2] = [
    "compat/src/wordpress/l10n/wording.jsonl",
    "compat/src/wordpress/l10n/wording",
];
/// What is recorded, and the tests that quote further answers of the PHP site.
const RECORDED: [&str; 5] = [
    "fixtures/recordings",
    "fixtures/vectors",
    "compat/tests",
    "themes/tests",
    "tests-contract/tests",
];
const WORDS: &str = "fixtures/recordings/words";
/// The most that a placeholder stands for, in bytes.
const LONGEST_VALUE: usize = 400;

fn main() -> Result<()> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let root = std::env::args().nth(1).map(PathBuf::from);
    let root = root.unwrap_or_else(|| top.join("../shared/recordings/wp-root"));
    let content = root.join("wp-content");
    let literals = literals(&top)?;
    let recorded = recorded(&top)?;
    for file in files(&content)? {
        if file.extension().is_none_or(|e| e != "mo") {
            continue;
        }
        let below = file.strip_prefix(&content)?;
        let catalogue =
            MoFile::new(fs::read(&file)?).with_context(|| below.display().to_string())?;
        let lines = lines(&catalogue, &literals, &recorded)?;
        let target = top.join(WORDS).join(below).with_extension("jsonl");
        println!(
            "{}: {} of {}",
            below.display(),
            lines.len(),
            catalogue.len()
        );
        fs::create_dir_all(target.parent().context("folder")?)?;
        let plural_forms = catalogue.header("Plural-Forms").unwrap_or_default();
        let header = serde_json::json!({ "plural_forms": plural_forms }).to_string();
        let all: Vec<String> = std::iter::once(header).chain(lines).collect();
        fs::write(target, all.join("\n") + "\n")?;
    }
    Ok(())
}

/// The messages of a catalogue that are kept, as lines.
fn lines(
    catalogue: &MoFile,
    literals: &HashSet<String>,
    recorded: &str,
) -> Result<BTreeSet<String>> {
    let mut lines = BTreeSet::new();
    for (original, translation) in catalogue.entries() {
        let (context, text) = match original.split_once('\u{4}') {
            Some((context, text)) => (Some(context), text),
            None => (None, original),
        };
        let (id, plural) = match text.split_once('\0') {
            Some((id, plural)) => (id, Some(plural)),
            None => (text, None),
        };
        let words: Vec<&str> = translation.split('\0').collect();
        let is_known = literals.contains(id) && words.iter().any(|word| !word.is_empty());
        let is_same = words == [id];
        if id.is_empty() || !is_known || is_same {
            continue;
        }
        if !is_format(id) && !occurs(&words, recorded)? {
            continue;
        }
        let mut line = Map::new();
        for (key, value) in [("context", context), ("id", Some(id)), ("plural", plural)] {
            if let Some(value) = value {
                line.insert(key.to_owned(), value.into());
            }
        }
        line.insert("words".to_owned(), words.into());
        lines.insert(Value::Object(line).to_string());
    }
    Ok(lines)
}

/// Whether a text is a date format: it is not printed itself.
fn is_format(id: &str) -> bool {
    let letters = |c: char| "dDjlNSwzWFmMntLoYyaABgGhHisueIOPTZcrU ,./:-\\".contains(c);
    id.len() <= 12 && id.chars().all(letters) && id.contains(['Y', 'j', 'F', 'i'])
}

/// Whether one of the words was recorded, its placeholders standing for anything short.
fn occurs(words: &[&str], recorded: &str) -> Result<bool> {
    let placeholder = Regex::new("%(?:[0-9]+\\$)?[sdl]|%[a-z]+%")?;
    Ok(words.iter().any(|word| {
        let plain = plain(word);
        let parts: Vec<&str> = placeholder.split(&plain).collect();
        let first = parts.iter().position(|part| !part.trim().is_empty());
        // A word of spaces alone stands for nothing being printed.
        !word.is_empty() && first.is_none_or(|first| occur_in_order(&parts[first..], recorded))
    }))
}

/// Whether the parts follow each other somewhere, none in the middle of a word.
fn occur_in_order(parts: &[&str], recorded: &str) -> bool {
    let Some((first, rest)) = parts.split_first() else {
        return true;
    };
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    recorded.match_indices(first).any(|(start, _)| {
        let before = recorded[..start].chars().next_back();
        if is_word(first.chars().next()) && is_word(before) {
            return false;
        }
        let mut end = start + first.len();
        for part in rest {
            let window = recorded.get(end..).unwrap_or_default();
            match window.find(part).filter(|at| *at <= LONGEST_VALUE) {
                Some(at) => end += at + part.len(),
                None => return false,
            }
        }
        let last = rest.last().unwrap_or(first).chars().next_back();
        !(is_word(last) && is_word(recorded[end..].chars().next()))
    })
}

/// What stands between quotes in our sources.
fn literals(top: &Path) -> Result<HashSet<String>> {
    let continued = Regex::new("\\\\\n\\s*")?;
    let mut found = HashSet::new();
    for folder in SOURCES {
        for file in files(&top.join(folder))? {
            let is_own = |own: &str| file.starts_with(top.join(own));
            if OWN_WORDING.into_iter().any(is_own) {
                continue;
            }
            // A quotation mark inside of a literal ends no piece.
            let Ok(text) = fs::read_to_string(&file) else {
                continue;
            };
            if file.extension().is_some_and(|extension| extension == "txt") {
                // Tables of countries and states: two codes, then the name.
                let names = text.lines();
                let names = names.filter_map(|line| line.splitn(3, [' ', '\t']).nth(2));
                found.extend(names.map(str::to_owned));
            }
            let text = continued.replace_all(&text, "").replace("\\\"", "\u{1}");
            for quote in ['"', '\''] {
                let pieces = text.split(quote);
                let pieces = pieces.map(|piece| piece.replace('\u{1}', "\"").replace("\\n", "\n"));
                found.extend(pieces);
            }
        }
    }
    Ok(found)
}

/// All that is recorded, in plain text.
fn recorded(top: &Path) -> Result<String> {
    let words = top.join(WORDS);
    let mut all = String::new();
    for folder in RECORDED {
        for file in files(&top.join(folder))? {
            if !file.starts_with(&words) {
                let text = text_of(&file).with_context(|| file.display().to_string())?;
                all.push_str(&plain(&text));
                all.push('\n');
            }
        }
    }
    Ok(all)
}

/// The text of a file, which may be compressed.
fn text_of(file: &Path) -> Result<String> {
    let bytes = fs::read(file)?;
    if file.extension().is_some_and(|extension| extension == "gz") {
        return Ok(std::io::read_to_string(GzDecoder::new(&*bytes))?);
    }
    Ok(String::from_utf8(bytes)?)
}

/// A text without the escapes of JSON and HTML, quotation marks straight: both sides of a comparison are made so.
fn plain(text: &str) -> String {
    let escape = Regex::new("\\\\+u([0-9a-fA-F]{4})|&#(?:x([0-9a-fA-F]+)|([0-9]+));");
    let decoded = match escape {
        Ok(escape) => escape.replace_all(text, |found: &regex::Captures<'_>| {
            let hex = found
                .get(1)
                .or(found.get(2))
                .map(|m| u32::from_str_radix(m.as_str(), 16));
            let code = hex.or_else(|| found.get(3).map(|m| m.as_str().parse()));
            let code = code.and_then(Result::ok).and_then(char::from_u32);
            code.map(String::from).unwrap_or_default()
        }),
        Err(_) => text.into(),
    };
    let mut plain = decoded.into_owned();
    for (from, to) in [
        ("\\n", "\n"),
        ("\\t", "\t"),
        ("\\r", ""),
        ("\\", ""),
        ("\r", ""),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&hellip;", "..."),
        ("…", "..."),
        ("&laquo;", "«"),
        ("&raquo;", "»"),
        ("&lsaquo;", "‹"),
        ("&rsaquo;", "›"),
        ("&larr;", "←"),
        ("&rarr;", "→"),
        ("&mdash;", "—"),
        ("&ndash;", "–"),
        ("&nbsp;", " "),
        ("\u{a0}", " "),
        ("\u{202f}", " "),
        ("&amp;", "&"),
        ("“", "\""),
        ("”", "\""),
        ("«", "\""),
        ("»", "\""),
        ("‘", "'"),
        ("’", "'"),
    ] {
        plain = plain.replace(from, to);
    }
    plain
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        match entry.file_type()?.is_dir() {
            true => found.extend(files(&entry.path())?),
            false => found.push(entry.path()),
        }
    }
    found.sort();
    Ok(found)
}
