//! Hardening S9: no text from outside reaches SQL.
//!
//! Two proofs: the interface takes `&'static str` pieces only, and no source file of any crate makes SQL with
//! `format!`. Exempt are the modules that make data definitions out of a dump or of the database's own names.

use std::path::{Path, PathBuf};

/// These make SQL from names that the database or the dump itself gave, always quoted.
const EXEMPT: [&str; 3] = ["db/import/", "db/schema/", "tests/"];

fn sources(dir: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            if !path.ends_with("target") && !path.ends_with("node_modules") {
                sources(&path, found);
            }
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// The words with which a statement, or a part of one, begins.
const SQL: [&str; 9] = [
    "SELECT ",
    "INSERT ",
    "UPDATE ",
    "DELETE ",
    "REPLACE ",
    "WHERE ",
    "ORDER BY ",
    "DROP TABLE",
    "CREATE TABLE",
];

#[test]
fn no_format_makes_sql() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for krate in ["compat", "themes", "endpoints"] {
        sources(&root.join(krate), &mut files);
    }
    assert!(files.len() > 40, "the sources are where they are expected");
    let mut faults = Vec::new();
    for path in files {
        let name = path.to_string_lossy().replace('\\', "/");
        if EXEMPT.iter().any(|part| name.contains(part)) {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for (n, _) in text.match_indices("format!(") {
            let literal: String = text[n..].chars().skip("format!(".len()).take(200).collect();
            let literal = literal.trim_start().trim_start_matches(['r', '#']);
            if let Some(literal) = literal.strip_prefix('"')
                && SQL
                    .iter()
                    .any(|word| literal.to_uppercase().starts_with(word))
            {
                faults.push(format!("{name}: {}", literal.lines().next().unwrap_or("")));
            }
        }
        let uses_db = text.contains("db::") || text.contains("SqlText");
        for call in ["sql_query(", "Box::leak(", ".leak()"] {
            if uses_db && text.contains(call) {
                faults.push(format!("{name}: {call} goes around the query layer"));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// The prefix enters SQL in one place only.
#[test]
fn the_prefix_is_filled_in_once() {
    let db = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/wordpress/db");
    let mut files = Vec::new();
    sources(&db, &mut files);
    let fills: Vec<_> = files
        .iter()
        .filter(|path| {
            !EXEMPT
                .iter()
                .any(|part| path.to_string_lossy().contains(part))
        })
        .filter(|path| {
            std::fs::read_to_string(path)
                .unwrap()
                .contains("prefix.as_str()")
        })
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    assert_eq!(fills, ["sql_text.rs"]);
}
