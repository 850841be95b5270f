//! The rows of each recorded write. Ids of new rows are ours; dates of the recorded run and of ours are one moment.

use std::collections::BTreeMap;

use compat::wordpress::db::{Cell, Row};
use serde_json::Value;
use tests_contract::client::send;
use tests_contract::consistency::findings;
use tests_contract::owner::{basic, owner_site, serve_owner_site};
use tests_contract::recording::Request;
use tests_contract::site::Site;

use super::DATABASES;

/// A table: its columns, and how many of them are its key.
struct Table {
    name: &'static str,
    select: &'static str,
    columns: &'static [&'static str],
    key: usize,
}

const TABLES: [Table; 6] = [
    Table {
        name: "posts",
        select: "SELECT ID, post_author, CAST(post_date AS CHAR), CAST(post_date_gmt AS CHAR), post_content, post_title, \
            post_excerpt, post_status, comment_status, ping_status, post_password, post_name, \
            CAST(post_modified AS CHAR), CAST(post_modified_gmt AS CHAR), post_parent, guid, menu_order, post_type, \
            post_mime_type, comment_count FROM {p}posts",
        columns: &[
            "ID",
            "post_author",
            "post_date",
            "post_date_gmt",
            "post_content",
            "post_title",
            "post_excerpt",
            "post_status",
            "comment_status",
            "ping_status",
            "post_password",
            "post_name",
            "post_modified",
            "post_modified_gmt",
            "post_parent",
            "guid",
            "menu_order",
            "post_type",
            "post_mime_type",
            "comment_count",
        ],
        key: 1,
    },
    Table {
        name: "postmeta",
        select: "SELECT meta_id, post_id, meta_key, meta_value FROM {p}postmeta",
        columns: &["meta_id", "post_id", "meta_key", "meta_value"],
        key: 1,
    },
    Table {
        name: "term_relationships",
        select: "SELECT object_id, term_taxonomy_id, term_order FROM {p}term_relationships",
        columns: &["object_id", "term_taxonomy_id", "term_order"],
        key: 2,
    },
    Table {
        name: "term_taxonomy",
        select: "SELECT term_taxonomy_id, term_id, taxonomy, description, parent, count FROM {p}term_taxonomy",
        columns: &[
            "term_taxonomy_id",
            "term_id",
            "taxonomy",
            "description",
            "parent",
            "count",
        ],
        key: 1,
    },
    Table {
        name: "terms",
        select: "SELECT term_id, name, slug, term_group FROM {p}terms",
        columns: &["term_id", "name", "slug", "term_group"],
        key: 1,
    },
    Table {
        name: "options",
        select: "SELECT option_name, option_value FROM {p}options WHERE option_name = 'sticky_posts'",
        columns: &["option_name", "option_value"],
        key: 1,
    },
];

type Rows = BTreeMap<Vec<String>, Vec<String>>;

fn text(cell: &Cell) -> String {
    match cell {
        Cell::Null => String::new(),
        Cell::I64(number) => number.to_string(),
        Cell::U64(number) => number.to_string(),
        Cell::F64(number) => number.to_string(),
        Cell::Bytes(bytes) => String::from_utf8_lossy(bytes).into_owned(),
    }
}

fn snapshot(site: &Site) -> Vec<Rows> {
    let load = |table: &Table| {
        let rows: Vec<Row> = site.load(table.select, Vec::new()).expect("rows");
        let rows = rows.iter().map(|row| {
            let cells: Vec<String> = row.cells().iter().map(text).collect();
            (cells[..table.key].to_vec(), cells)
        });
        rows.collect()
    };
    TABLES.iter().map(load).collect()
}

/// What happened to a row, in a form that recorded and own rows share.
type Change = String;

fn own_changes(table: &Table, before: &Rows, after: &Rows, ids: &Ids) -> Vec<Change> {
    let mut changes = Vec::new();
    for (key, row) in after {
        match before.get(key) {
            None => {
                let fields = table.columns.iter().zip(row);
                let fields: Vec<_> = fields
                    .filter(|(column, _)| !is_own_key(table, column))
                    .map(|(column, value)| format!("{column}={}", masked(value, ids)))
                    .collect();
                changes.push(format!("+ {} {}", table.name, fields.join("|")));
            }
            Some(old) if old != row => {
                for ((column, a), b) in table.columns.iter().zip(old).zip(row) {
                    if a != b && !is_time(column) {
                        let key = row_name(table, row, ids);
                        let (a, b) = (masked(a, ids), masked(b, ids));
                        changes.push(format!("~ {} {key} {column}: {a} -> {b}", table.name));
                    }
                }
            }
            Some(_) => {}
        }
    }
    for key in before.keys().filter(|key| !after.contains_key(*key)) {
        let name = row_name(table, &before[key], ids);
        changes.push(format!("- {} {name}", table.name));
    }
    changes.sort();
    changes
}

/// What both runs call a row: its key; of meta, the post and the name, as their numbers depend on what was written before.
fn row_name(table: &Table, row: &[String], ids: &Ids) -> String {
    let columns = match table.name {
        "postmeta" => &row[1..3],
        _ => &row[..table.key],
    };
    masked(&columns.join("/"), ids)
}

/// The number that a table gives its rows, which is another one in each run.
fn is_own_key(table: &Table, column: &str) -> bool {
    (table.name == "posts" && column == "ID") || column == "meta_id"
}

/// Columns that change whenever a second has passed.
fn is_time(column: &str) -> bool {
    matches!(column, "post_modified" | "post_modified_gmt")
}

/// Ids of rows made on the way: what both runs call them.
#[derive(Default)]
struct Ids {
    names: BTreeMap<String, String>,
}

/// A value without what differs from run to run: ids made on the way, moments of the run.
fn masked(value: &str, ids: &Ids) -> String {
    let is_moment = |text: &str| {
        text.len() == 19
            && ["2026-11-21 02:2", "2026-11-21 01:2"]
                .iter()
                .any(|start| text.starts_with(start))
    };
    if is_moment(value) {
        return if value.starts_with("2026-11-21 02") {
            "NOW"
        } else {
            "NOW-GMT"
        }
        .to_owned();
    }
    if value.len() == 10 && value.starts_with("17952") {
        return "UNIX-NOW".to_owned();
    }
    let mut out = String::new();
    let mut digits = String::new();
    for c in value.chars().chain(['\0']) {
        if c.is_ascii_digit() {
            digits.push(c);
            continue;
        }
        out.push_str(ids.names.get(&digits).unwrap_or(&digits));
        digits.clear();
        if c != '\0' {
            out.push(c);
        }
    }
    out
}

fn recorded_changes(table: &Table, rows: &Value, ids: &Ids) -> Vec<Change> {
    let of = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |kind: &str| rows[kind].as_array().cloned().unwrap_or_default();
    let name = |row: &Value| {
        let cells: Vec<_> = table.columns.iter().map(|c| of(&row[*c])).collect();
        row_name(table, &cells, ids)
    };
    let mut changes = Vec::new();
    for row in list("new_rows") {
        let columns = table
            .columns
            .iter()
            .filter(|column| !is_own_key(table, column));
        let fields: Vec<_> = columns
            .map(|column| format!("{column}={}", masked(&of(&row[*column]), ids)))
            .collect();
        changes.push(format!("+ {} {}", table.name, fields.join("|")));
    }
    for row in list("changed_rows") {
        let key = name(&row);
        for (column, pair) in row["changed"].as_object().expect("changed") {
            if !is_time(column) {
                let (a, b) = (masked(&of(&pair[0]), ids), masked(&of(&pair[1]), ids));
                changes.push(format!("~ {} {key} {column}: {a} -> {b}", table.name));
            }
        }
    }
    // A moment that became another moment of the run is no change here.
    changes.retain(|change| !change.ends_with(": NOW -> NOW"));
    for row in list("deleted_rows") {
        changes.push(format!("- {} {}", table.name, name(&row)));
    }
    changes.sort();
    changes
}

/// Names the rows that a request made, in their order, alike for both runs.
fn learn(recorded: &mut Ids, own: &mut Ids, step: &Value, before: &[Rows], after: &[Rows]) {
    for (at, table) in TABLES
        .iter()
        .enumerate()
        .filter(|(_, t)| matches!(t.name, "posts" | "terms"))
    {
        let key = table.columns[0];
        let theirs = step["rows"][table.name]["new_rows"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let mut theirs: Vec<i64> = theirs
            .iter()
            .filter_map(|row| row[key].as_str()?.parse().ok())
            .collect();
        let ours = after[at]
            .keys()
            .filter(|key| !before[at].contains_key(*key));
        let mut ours: Vec<i64> = ours.filter_map(|key| key[0].parse().ok()).collect();
        theirs.sort_unstable();
        ours.sort_unstable();
        for (their, our) in theirs.into_iter().zip(ours) {
            let name = format!("<{their}>");
            recorded.names.insert(their.to_string(), name.clone());
            own.names.insert(our.to_string(), name);
        }
    }
}

/// The request with our ids in place of the recorded ones.
fn request_of(step: &Value, recorded: &Ids, own: &Ids) -> Request {
    let own_of = |name: &str| {
        let mut names = own.names.iter();
        names
            .find(|(_, known)| *known == name)
            .map(|(id, _)| id.clone())
    };
    let swap = |text: &str| {
        let mut text = text.to_owned();
        for (their, name) in &recorded.names {
            if let Some(our) = own_of(name) {
                text = text.replace(their.as_str(), &our);
            }
        }
        text
    };
    let field = |name: &str| step[name].as_str().unwrap_or_default();
    let body = swap(field("body")).into_bytes();
    let mut headers = vec![
        ("Host".to_owned(), "127.0.0.1:8081".to_owned()),
        ("Content-Length".to_owned(), body.len().to_string()),
    ];
    for header in step["headers"].as_array().expect("headers") {
        let part = |at: usize| header[at].as_str().unwrap_or_default().to_owned();
        headers.push((part(0), part(1)));
    }
    if !field("login").is_empty() {
        headers.push(("Authorization".to_owned(), basic(field("login"))));
    }
    Request {
        method: field("method").to_owned(),
        path: swap(field("path")),
        headers,
        body,
        source_address: None,
    }
}

/// Each recorded write of posts changes the rows that it changed in the recorded database, on both databases.
#[test]
fn writes_change_the_recorded_rows() {
    let fixture = tests_contract::fixtures().join("recordings/owner/posts.jsonl");
    let steps = std::fs::read_to_string(fixture).expect("fixture");
    for database in DATABASES {
        let site = owner_site(database).expect("site");
        let consistent = findings(&site).expect("findings");
        let server = serve_owner_site(&site).expect("server");
        let (mut recorded, mut own) = (Ids::default(), Ids::default());
        let mut wrong = Vec::new();
        let mut before = snapshot(&site);
        for line in steps.lines() {
            let step: Value = serde_json::from_str(line).expect("step");
            let answer = send(server.addr, &request_of(&step, &recorded, &own)).expect("answer");
            let name = step["name"].as_str().unwrap_or_default();
            let code =
                serde_json::from_str::<Value>(&answer.body).unwrap_or_default()["code"].clone();
            if i64::from(answer.status) != step["status"].as_i64().unwrap_or_default()
                || code != step["code"]
            {
                wrong.push(format!("{name}: {} {code}", answer.status));
            }
            let after = snapshot(&site);
            learn(&mut recorded, &mut own, &step, &before, &after);
            for (at, table) in TABLES.iter().enumerate() {
                let want = recorded_changes(table, &step["rows"][table.name], &recorded);
                let got = own_changes(table, &before[at], &after[at], &own);
                let got: Vec<_> = got
                    .into_iter()
                    .filter(|c| !c.ends_with(": NOW -> NOW"))
                    .collect();
                if want != got {
                    wrong.push(format!("{name}:\n  want {want:#?}\n  got  {got:#?}"));
                }
            }
            before = after;
        }
        assert!(wrong.is_empty(), "{database:?}:\n{}", wrong.join("\n"));
        let after = findings(&site).expect("findings");
        let fresh: Vec<_> = after.difference(&consistent).collect();
        assert!(fresh.is_empty(), "{fresh:#?}");
    }
}
