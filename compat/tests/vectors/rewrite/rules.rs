//! The rule table against the one that the recorded site kept in its option `rewrite_rules`.

use compat::wordpress::options::Options;
use compat::wordpress::php;
use compat::wordpress::rewrite::Rewrite;

use super::database::demo;

/// The value of an option in the dump, unescaped.
fn option_in_dump(name: &str) -> Vec<u8> {
    let dump = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../fixtures/casas-cueva/site.sql"
    );
    let text = std::fs::read_to_string(dump).unwrap();
    let start = text.find(&format!(",'{name}','")).unwrap() + name.len() + 5;
    let mut out = Vec::new();
    let mut bytes = text.as_bytes()[start..].iter();
    while let Some(b) = bytes.next() {
        match b {
            b'\'' => break,
            b'\\' => match bytes.next() {
                Some(b'n') => out.push(b'\n'),
                Some(b'r') => out.push(b'\r'),
                Some(other) => out.push(*other),
                None => break,
            },
            other => out.push(*other),
        }
    }
    out
}

fn rewrite(structure: &str) -> Rewrite {
    let row = |name: &str, value: &str| (name.to_owned(), value.as_bytes().to_vec());
    let options = Options::new([
        row("permalink_structure", structure),
        row("home", "http://127.0.0.1:8081"),
        row("show_on_front", "page"),
        row("page_on_front", "1999"),
    ]);
    let registry = &demo().site.registry;
    Rewrite::from_parts(&options, registry, &registry.rewrite)
}

#[test]
fn rules_are_those_of_the_recorded_site() {
    let php::Value::Array(stored) = php::maybe_unserialize(&option_in_dump("rewrite_rules")) else {
        panic!("rewrite_rules is no array");
    };
    let stored: Vec<(String, String)> = stored
        .iter()
        .map(|(k, v)| {
            let query = v.as_str_lossy().unwrap_or_default().into_owned();
            let query = query
                .rsplit_once('?')
                .map_or(query.clone(), |(_, q)| q.to_owned());
            (k.to_string_lossy(), query)
        })
        .collect();
    let table = rewrite("/%postname%/").rules();
    // Rules of the root group begin their query with an empty part, as the original's do.
    let ours: Vec<(String, String)> = table
        .rules()
        .iter()
        .map(|r| (r.pattern.clone(), r.query.clone()))
        .collect();
    for (at, (stored, ours)) in stored.iter().zip(&ours).enumerate() {
        assert_eq!(stored, ours, "rule {at}");
    }
    assert_eq!(stored.len(), ours.len());
}

#[test]
fn a_request_finds_its_rule_quickly() {
    let table = rewrite("/%postname%/").rules();
    let paths = [
        "contacto",
        "casas/cueva-grande",
        "category/rutas/page/2",
        "a/b/c/d/e",
    ];
    for path in paths {
        table.find(path, &|_| false);
    }
    let start = std::time::Instant::now();
    for _ in 0..100 {
        for path in paths {
            table.find(path, &|_| false);
        }
    }
    println!("one path: {:?}", start.elapsed() / 400);
}

/// The rule and query that a path gets.
fn found(structure: &str, path: &str) -> Option<(String, String)> {
    let found = rewrite(structure)
        .rules()
        .find(path, &|p| p == "contacto")?;
    Some((found.rule, found.query))
}

/// Structure, path, query.
const OTHER_STRUCTURES: &[(&str, &str, &str)] = &[
    ("/archivo/%post_id%", "archivo/27", "p=27&page="),
    (
        "/archivo/%post_id%",
        "archivo/date/2026/03",
        "year=2026&monthnum=03",
    ),
    (
        "/archivo/%post_id%",
        "archivo/27/feed/atom",
        "p=27&feed=atom",
    ),
    ("/archivo/%post_id%", "contacto", "pagename=contacto&page="),
    (
        "/archivo/%post_id%",
        "archivo/author/ana",
        "author_name=ana",
    ),
    (
        "/%year%/%monthnum%/%day%/%postname%/",
        "2026/03/07/pan",
        "year=2026&monthnum=03&day=07&name=pan&page=",
    ),
    (
        "/%year%/%monthnum%/%day%/%postname%/",
        "2026/03/07",
        "year=2026&monthnum=03&day=07",
    ),
    (
        "/%year%/%monthnum%/%day%/%postname%/",
        "2026/03/07/pan/2",
        "year=2026&monthnum=03&day=07&name=pan&page=2",
    ),
    (
        "/%category%/%postname%/",
        "contacto",
        "pagename=contacto&page=",
    ),
    (
        "/%category%/%postname%/",
        "rutas/senderismo/paseo",
        "category_name=rutas%2Fsenderismo&name=paseo&page=",
    ),
    ("/%category%/%postname%/", "rutas", "category_name=rutas"),
    (
        "/%year%/%postname%.html",
        "2026/pan.html",
        "year=2026&name=pan&page=",
    ),
    (
        "/index.php/%postname%/",
        "index.php/contacto",
        "pagename=contacto&page=",
    ),
    ("/index.php/%postname%/", "index.php/search/x", "s=x"),
    (
        "/%author%/%hour%%minute%%second%/%post_id%/",
        "ana/090300/27",
        "author_name=ana&hour=09&minute=03&second=00&p=27&page=",
    ),
];

#[test]
fn other_structures_have_their_rules() {
    for (structure, path, query) in OTHER_STRUCTURES {
        let found = found(structure, path);
        assert_eq!(
            found.map(|f| f.1).as_deref(),
            Some(*query),
            "{structure} {path}"
        );
    }
    assert!(rewrite("").rules().is_empty());
}

#[test]
fn hostile_paths_cost_little() {
    let table = rewrite("/%postname%/").rules();
    for unit in ["/a", "page/", "feed/", "%2f", "/page/1/feed"] {
        let path = unit.repeat(65_536 / unit.len());
        let start = std::time::Instant::now();
        table.find(&path, &|_| false);
        println!("{unit}: {:?}", start.elapsed());
    }
}
