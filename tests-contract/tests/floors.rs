//! The floors and columns of the house, read off the sources: SQL stands in `compat` only (hardening S9), and two columns
//! never import each other.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::Regex;

const COLUMNS: &[&str] = &[
    "contact_form_7",
    "divi",
    "moove_gdpr",
    "multilingual",
    "reviews",
    "woocommerce",
    "wp_armour",
];

/// A table's name with the prefix to come, a statement at the beginning of a text, or a type that SQL is made with.
static SQL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r#"\{p\}|"\s*(?:SELECT|INSERT|REPLACE|DELETE|UPDATE|CREATE|ALTER|DROP|PRAGMA) |\bdb::\{?[\w, ]*\b(?:Bind|SqlText|Transaction)\b|\bdiesel"#,
    )
    .expect("pattern")
});

fn sources(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.expect("entry").path());
    let found = paths.flat_map(|path| match path.is_dir() {
        true => sources(&path),
        false => vec![path],
    });
    found.collect()
}

/// Lines that hold code, with the place of each.
fn code_lines(folder: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut lines = Vec::new();
    for path in sources(&root.join(folder)) {
        let text = fs::read_to_string(&path).expect("source");
        let name = path
            .strip_prefix(&root)
            .expect("below the root")
            .display()
            .to_string();
        let numbered = (1..).zip(text.lines());
        let code = numbered.filter(|(_, line)| !line.trim_start().starts_with("//"));
        lines.extend(code.map(|(n, line)| (format!("{name}:{n}"), line.to_owned())));
    }
    lines
}

#[test]
fn sql_stands_on_the_lowest_floor() {
    let floors = ["endpoints/src", "themes/src", "themes/templates"];
    let lines: Vec<_> = floors.into_iter().flat_map(code_lines).collect();
    let found: Vec<_> = lines.iter().filter(|(_, l)| SQL.is_match(l)).collect();
    println!(
        "S9: {} lines above compat, {} exceptions",
        lines.len(),
        found.len()
    );
    assert!(lines.len() > 10_000, "the sources were found");
    assert!(found.is_empty(), "{found:#?}");
    let below = code_lines("compat/src");
    let known = below.iter().filter(|(_, l)| SQL.is_match(l)).count();
    assert!(
        known > 100,
        "the pattern knows SQL: {known} lines of compat"
    );
}

#[test]
fn columns_do_not_import_each_other() {
    let mut found = Vec::new();
    for column in COLUMNS {
        let others = COLUMNS.iter().filter(|other| *other != column);
        let others = others.copied().collect::<Vec<_>>().join("|");
        let import = Regex::new(&format!(
            r"\b(?:crate|compat|themes|endpoints)::(?:{others})\b"
        ))
        .unwrap();
        for floor in ["compat", "themes", "endpoints"] {
            let lines = code_lines(&format!("{floor}/src/{column}"));
            found.extend(lines.into_iter().filter(|(_, line)| import.is_match(line)));
        }
    }
    println!("imports between two columns: {} exceptions", found.len());
    assert!(found.is_empty(), "{found:#?}");
}
