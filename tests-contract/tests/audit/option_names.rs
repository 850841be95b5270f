//! What columns say in their manifests about the options that they read is what their sources read.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use compat::columns::COLUMNS;
use compat::wordpress::audit::part::is_named;
use regex::Regex;

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("audit.rs") {
            found.push(path);
        }
    }
}

/// The sources of a folder on every floor, manifests of audits and tests left out.
fn sources(column: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for floor in ["compat", "themes", "endpoints"] {
        files(&root.join(floor).join("src").join(column), &mut found);
    }
    let sources = found.iter().filter(|path| !path.ends_with("audit/core.rs"));
    let text = sources.map(|path| fs::read_to_string(path).expect("source"));
    let code = text.map(|text| {
        text.split("#[cfg(test)]")
            .next()
            .unwrap_or_default()
            .to_owned()
    });
    code.collect()
}

#[test]
fn columns_declare_the_options_that_they_read() {
    let read = Regex::new(r#"\b(?:text|raw|value|int|is_on|text_or)\(\s*"([A-Za-z0-9_-]+)""#)
        .expect("pattern");
    let declared = |name: &str| {
        let mut columns = COLUMNS.0.iter();
        columns.any(|c| c.option_names.contains(&name) || is_named(c.audit.read_options, name))
    };
    let mut undeclared = BTreeSet::new();
    let mut count = 0;
    for column in COLUMNS.0 {
        for captures in read.captures_iter(&sources(column.name)) {
            let name = &captures[1];
            // Keys of arrays and query variables are read by functions of the same names.
            let is_own = is_named(column.audit.own_options, name) && column.name != "wordpress";
            count += usize::from(is_own);
            if is_own && !declared(name) {
                undeclared.insert(format!("{}: {name}", column.name));
            }
        }
    }
    assert!(count > 100, "{count} reads were found");
    // Settings inside of the option `et_divi`, and meta keys, are no options; the consent plugin keeps its settings in a
    // table of its own.
    undeclared.retain(|line| {
        !line.starts_with("moove_gdpr: ")
            && !line.starts_with("divi: divi_")
            && !line.starts_with("divi: _et_")
            && !line.starts_with("divi: et_")
    });
    assert!(undeclared.is_empty(), "{undeclared:#?}");
}

#[test]
fn columns_declare_no_option_that_nobody_reads() {
    let all: String = COLUMNS
        .0
        .iter()
        .map(|column| sources(column.name))
        .collect();
    let mut unread = BTreeSet::new();
    for column in COLUMNS.0 {
        for name in column
            .audit
            .read_options
            .iter()
            .filter(|name| !name.ends_with('*'))
        {
            let id_base = name.strip_prefix("widget_").unwrap_or(name);
            // The table prefix is part of some names.
            let prefixed = name.strip_prefix("wp_").unwrap_or(name);
            let literals = [
                format!("\"{name}\""),
                format!("\"{id_base}\""),
                format!("{{prefix}}{prefixed}\""),
            ];
            if !literals
                .iter()
                .any(|literal| all.contains(literal.as_str()))
            {
                unread.insert(format!("{}: {name}", column.name));
            }
        }
    }
    assert!(unread.is_empty(), "{unread:#?}");
}
