//! Architecture tests on the sources: SQL only in `compat` (hardening S9), and a dependency graph of files (see `graph`)
//! without edges between two columns, from `wordpress` or from outside a column into one (except the one list of each
//! floor), and without cycles.

mod graph;
mod tokens;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;

use graph::{CRATES, Graph, Source, files};
use tokens::{Token, tokens};

/// A table's name with the prefix to come, a statement at the beginning of a text, or a type that SQL is made with.
static SQL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r#"\{p\}|"\s*(?:SELECT|INSERT|REPLACE|DELETE|UPDATE|CREATE|ALTER|DROP|PRAGMA) |\bdb::\{?[\w, ]*\b(?:Bind|SqlText|Transaction)\b|\bdiesel"#,
    )
    .expect("pattern")
});

/// Lines that hold code, with the place of each.
fn code_lines(folder: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut lines = Vec::new();
    for path in files(&root.join(folder)) {
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

static GRAPH: LazyLock<Graph> = LazyLock::new(|| Graph::read(&root()));

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The column of a file: the folder below `src`; none for files that belong to no column.
fn column_of(file: &str) -> Option<&str> {
    let mut parts = file.split('/').skip(2);
    let column = parts.next()?;
    parts.next().is_some().then_some(column)
}

/// The columns besides `wordpress`: the folders that the lists of the floors name.
fn columns() -> BTreeSet<&'static str> {
    let lists = GRAPH.sources.iter().enumerate();
    let lists = lists.filter(|(_, source)| is_list(&source.file));
    let arrows = GRAPH.arrows();
    let named = lists.flat_map(|(at, _)| arrows[at].clone());
    let named = named.filter_map(|at| column_of(&GRAPH.sources[at].file));
    named.filter(|column| *column != "wordpress").collect()
}

/// Whether a file is the one list of columns of its floor.
fn is_list(file: &str) -> bool {
    CRATES
        .iter()
        .any(|floor| file == format!("{floor}/src/columns.rs"))
}

/// Fails with what stands against a rule.
fn assert_none(rule: &str, found: &BTreeSet<String>) {
    assert!(found.is_empty(), "against the rule ({rule}): {found:#?}");
}

#[test]
fn only_the_lists_import_columns() {
    let columns = columns();
    assert!(columns.len() >= 7, "the lists were read: {columns:?}");
    let mut found = BTreeSet::new();
    for (from, named) in GRAPH.sources.iter().zip(GRAPH.arrows()) {
        for to in named.into_iter().map(|at| &GRAPH.sources[at]) {
            let target = column_of(&to.file).filter(|column| columns.contains(column));
            let is_own = target.is_none() || target == column_of(&from.file);
            if !is_own && !is_list(&from.file) {
                found.insert(format!("{} -> {}", from.file, to.file));
            }
        }
    }
    assert_none("only the lists import columns", &found);
}

/// Identifiers of a column: its name in Rust and in URLs, and the prefixes of its hooks, options and cookies.
static WORDS: LazyLock<Regex> = LazyLock::new(|| {
    let names = columns()
        .into_iter()
        .flat_map(|c| [c.to_owned(), c.replace('_', "-")]);
    let names = names.collect::<Vec<_>>().join("|");
    let prefixes = r"\bDivi\b|\bet_\w+|wpcf7|\bgdpr|\bwc[-/]|woocommerce\w*";
    Regex::new(&format!(r"\b(?:{names})\b|{prefixes}")).expect("pattern")
});

#[test]
fn no_file_outside_of_a_column_names_one() {
    let columns = columns();
    let mut found = BTreeSet::new();
    for source in &GRAPH.sources {
        let is_column = column_of(&source.file).is_some_and(|column| columns.contains(column));
        let is_root = source.file.ends_with("/lib.rs");
        if is_column || is_root || is_list(&source.file) {
            continue;
        }
        for token in &source.tokens {
            let (Token::Word(text) | Token::Text(text)) = token else {
                continue;
            };
            for word in WORDS.find_iter(text) {
                found.insert(format!("{} {}", source.file, word.as_str()));
            }
        }
    }
    assert_none("no file outside of a column names one", &found);
}

#[test]
fn files_form_no_circles() {
    let circles = GRAPH.circles();
    assert!(circles.is_empty(), "{circles:#?}");
}

/// A cookie, an address or a user agent as the request sent it is read on the floor of requests only.
#[test]
fn themes_read_no_request() {
    const FACTS: [&str; 4] = ["cookies", "cookie", "request_uri", "user_agent"];
    let mut found = BTreeSet::new();
    for source in &GRAPH.sources {
        let tokens = &source.tokens;
        for (mark, word) in tokens.iter().zip(tokens.iter().skip(1)) {
            let fact = FACTS.iter().find(|fact| word.is_word(fact));
            if let Some(fact) = fact.filter(|_| mark.is_mark(".") && is_of(source, "themes")) {
                found.insert(format!("{} {fact}", source.file));
            }
        }
    }
    assert_none("themes read no request", &found);
}

/// Markup is printed by `themes`.
#[test]
fn endpoints_print_no_markup() {
    // Names of groups in patterns of routes (`(?P<id>`) are no tags.
    let tag = Regex::new(r"(?:^|[^P])</?[a-zA-Z!][^<]*>").expect("pattern");
    let mut found = BTreeSet::new();
    for source in GRAPH.sources.iter().filter(|s| is_of(s, "endpoints")) {
        let has_tag = |token: &Token| matches!(token, Token::Text(text) if tag.is_match(text));
        if source.tokens.iter().any(has_tag) {
            found.insert(source.file.clone());
        }
    }
    assert_none("endpoints print no markup", &found);
}

fn is_of(source: &graph::Source, floor: &str) -> bool {
    source.file.split('/').next() == Some(floor)
}

#[test]
fn tokens_leave_out_comments_and_tests() {
    let source = "// a::b\n/* /* x */ */ use c::{d, e as f}; fn g<'a>() { '\\'' \"h::\\\"i\" r#\"j\"k\"# }\n\
        #[cfg(test)]\nmod tests { fn l() {} }\nstruct M;";
    let words: Vec<String> = tokens(source)
        .into_iter()
        .filter_map(|token| match token {
            Token::Word(text) | Token::Text(text) => Some(text),
            Token::Mark(_) => None,
        })
        .collect();
    let expected = [
        "use", "c", "d", "e", "as", "f", "fn", "g", "a", "h::\\\"i", "j\"k", "struct", "M",
    ];
    assert_eq!(words, expected);
}

/// Files that compile patterns made of data: the rewrite rules of a site, the paths and schemas of REST routes.
const DYNAMIC_PATTERNS: [&str; 3] = [
    "compat/src/wordpress/rewrite/rule.rs",
    "endpoints/src/wordpress/rest/route.rs",
    "endpoints/src/wordpress/rest/schema_bounds.rs",
];

#[test]
fn every_pattern_compiles() {
    const HOME: &str = "compat/src/wordpress/static_regex.rs";
    let mut compiled = 0;
    for Source { file, tokens, .. } in &GRAPH.sources {
        let calls = tokens.windows(5);
        for call in calls.filter(|c| c[1].is_mark("::") && c[2].is_word("new") && c[3].is_mark("("))
        {
            let Token::Word(name) = &call[0] else {
                continue;
            };
            match name.as_str() {
                "StaticRegex" => {
                    let Token::Text(text) = &call[4] else {
                        panic!("{file}: a pattern that is no literal");
                    };
                    Regex::new(text).unwrap_or_else(|error| panic!("{file}: {error}"));
                    compiled += 1;
                }
                "Regex" | "RegexBuilder" | "RegexSet" => {
                    let may = file == HOME || DYNAMIC_PATTERNS.contains(&file.as_str());
                    assert!(may, "{file}: a pattern beside StaticRegex");
                }
                _ => {}
            }
        }
    }
    println!("{compiled} patterns");
    assert!(compiled > 15, "the sources were read: {compiled}");
}
