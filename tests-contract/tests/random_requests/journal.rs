//! Which rows a request changed: triggers of an SQLite database write each of them down.

use compat::binds;
use serde_json::Value;
use tests_contract::site::Site;

/// Tables with the columns that are written down; texts of posts count as one.
const TABLES: [(&str, &[&str]); 13] = [
    (
        "posts",
        &[
            "ID",
            "post_author",
            "post_type",
            "post_status",
            "post_parent",
            "comment_count",
            "post_name",
            "menu_order",
        ],
    ),
    ("postmeta", &["post_id", "meta_key"]),
    ("terms", &["term_id", "name", "slug"]),
    (
        "term_taxonomy",
        &[
            "term_id",
            "term_taxonomy_id",
            "taxonomy",
            "description",
            "parent",
        ],
    ),
    ("term_relationships", &["object_id", "term_taxonomy_id"]),
    ("termmeta", &["term_id", "meta_key"]),
    (
        "comments",
        &[
            "comment_ID",
            "comment_post_ID",
            "user_id",
            "comment_approved",
            "comment_parent",
        ],
    ),
    ("commentmeta", &["comment_id", "meta_key"]),
    ("users", &["ID"]),
    ("usermeta", &["user_id", "meta_key"]),
    ("options", &["option_name"]),
    ("links", &["link_id"]),
    ("woocommerce_sessions", &["session_key"]),
];

/// A changed row: columns before and after, null where there was no row.
#[derive(Clone, Debug)]
pub struct Change {
    /// The table without its prefix.
    pub table: String,
    /// Before.
    pub old: Value,
    /// After.
    pub new: Value,
}

impl Change {
    /// A column before, or of a new row.
    pub fn int(&self, column: &str) -> i64 {
        int(self.row(), column)
    }

    /// A column before, or of a new row.
    pub fn text(&self, column: &str) -> String {
        self.row()[column].as_str().unwrap_or_default().to_owned()
    }

    fn row(&self) -> &Value {
        if self.old.is_null() {
            &self.new
        } else {
            &self.old
        }
    }

    /// Whether a row was made.
    pub fn is_new(&self) -> bool {
        self.old.is_null()
    }

    /// Whether a row went away.
    pub fn is_gone(&self) -> bool {
        self.new.is_null()
    }

    /// The columns that differ.
    pub fn differing(&self) -> Vec<&str> {
        let columns = self.old.as_object().into_iter().flatten();
        let differing = columns.filter(|(name, value)| self.new[name.as_str()] != **value);
        differing.map(|(name, _)| name.as_str()).collect()
    }
}

/// A number that SQLite may have stored as text.
pub fn int(row: &Value, column: &str) -> i64 {
    match &row[column] {
        Value::String(text) => text.parse().unwrap_or(0),
        value => value.as_i64().unwrap_or(0),
    }
}

/// The changes of a database from now on.
pub struct Journal {
    last: i64,
}

impl Journal {
    /// Begins to write down.
    pub fn begin(site: &Site) -> Self {
        const TABLE: &str = "CREATE TABLE journal (id INTEGER PRIMARY KEY AUTOINCREMENT, t TEXT, old TEXT, new TEXT)";
        site.execute(TABLE, binds![]).expect("journal");
        for (table, columns) in TABLES {
            for (operation, has_old, has_new) in [
                ("INSERT", false, true),
                ("UPDATE", true, true),
                ("DELETE", true, false),
            ] {
                let side = |side: &str, is_there: bool| match is_there {
                    true => object(table, columns, side),
                    false => "NULL".to_owned(),
                };
                let sql = format!(
                    "CREATE TRIGGER journal_{table}_{operation} AFTER {operation} ON {{p}}{table} BEGIN INSERT INTO journal \
                     (t, old, new) VALUES ('{table}', {}, {}); END",
                    side("OLD", has_old),
                    side("NEW", has_new)
                );
                site.execute(sql.leak(), binds![]).expect("trigger");
            }
        }
        Self { last: 0 }
    }

    /// What was changed since the last call.
    pub fn read(&mut self, site: &Site) -> Vec<Change> {
        const ROWS: &str = "SELECT id, t, COALESCE(old, 'null'), COALESCE(new, 'null') FROM journal WHERE id > ? ORDER BY id";
        let rows: Vec<(i64, String, String, String)> =
            site.load(ROWS, binds![self.last]).expect("journal");
        self.last = rows.last().map_or(self.last, |row| row.0);
        let parse = |text: &str| serde_json::from_str(text).expect("JSON of the journal");
        let change = |(_, table, old, new): (i64, String, String, String)| Change {
            table,
            old: parse(&old),
            new: parse(&new),
        };
        rows.into_iter().map(change).collect()
    }
}

fn object(table: &str, columns: &[&str], side: &str) -> String {
    let mut pairs: Vec<String> = columns
        .iter()
        .map(|name| format!("'{name}', CAST({side}.{name} AS TEXT)"))
        .collect();
    if table == "posts" {
        let texts = [
            "post_title",
            "post_content",
            "post_excerpt",
            "post_password",
            "post_date",
        ];
        let texts = texts.map(|name| format!("CAST({side}.{name} AS TEXT)"));
        pairs.push(format!("'texts', hex({})", texts.join(" || ")));
    }
    if matches!(table, "postmeta" | "usermeta" | "termmeta" | "commentmeta") {
        pairs.push(format!("'value', hex(CAST({side}.meta_value AS TEXT))"));
    }
    if table == "options" {
        pairs.push(format!("'value', hex(CAST({side}.option_value AS TEXT))"));
    }
    format!("json_object({})", pairs.join(", "))
}
