//! The rule table against the one that the recorded site kept in its option `rewrite_rules`.

use compat::wordpress::options::Options;
use compat::wordpress::php;
use compat::wordpress::rewrite::Rewrite;

use super::demo_site;

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
    Rewrite::from_parts(&options, &demo_site::registry(), &demo_site::additions())
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
