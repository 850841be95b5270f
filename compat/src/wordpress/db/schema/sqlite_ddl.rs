//! A MySQL table as SQLite statements.
//!
//! What programs can observe stays: a column keeps its name and default, a key becomes an index, a `NOT NULL` column
//! without a default gets MySQL's non-strict default. Text is declared `COLLATE NOCASE`, which every SQLite program
//! supports. Dates are text.

use super::table::{Column, DefaultValue, Kind, Table};

/// Quotes a name for SQLite.
pub(in crate::wordpress::db) fn quote(name: &str) -> String {
    let mut quoted = String::with_capacity(name.len() + 2);
    quoted.push('"');
    for c in name.chars().filter(|c| *c != '\0') {
        if c == '"' {
            quoted.push('"');
        }
        quoted.push(c);
    }
    quoted.push('"');
    quoted
}

/// `CREATE TABLE`. With `plain_generated`, generated columns become ordinary ones.
pub(in crate::wordpress::db) fn create_table(table: &Table, plain_generated: bool) -> String {
    let numbered = table.columns.iter().find(|column| column.auto_increment);
    let mut parts: Vec<String> = table
        .columns
        .iter()
        .map(|column| column_definition(column, plain_generated))
        .collect();
    if numbered.is_none()
        && let Some(key) = table.primary_key()
    {
        parts.push(["PRIMARY KEY (", &columns(&key.columns), ")"].concat());
    }
    [
        "CREATE TABLE ",
        &quote(&table.name),
        " (\n  ",
        &parts.join(",\n  "),
        "\n)",
    ]
    .concat()
}

/// `CREATE INDEX` for every key that the table itself does not hold.
pub(in crate::wordpress::db) fn create_indexes(table: &Table) -> Vec<String> {
    let numbered = table
        .columns
        .iter()
        .find(|column| column.auto_increment)
        .map(|column| column.name.as_str());
    table
        .keys
        .iter()
        .filter(|key| match &key.name {
            // The primary key is in the table, or, beside a numbered column that is not it, an index.
            None => numbered.is_some_and(|name| key.columns != [name]),
            Some(_) => true,
        })
        .map(|key| {
            let name = key.name.as_deref().unwrap_or("PRIMARY");
            [
                if key.unique {
                    "CREATE UNIQUE INDEX "
                } else {
                    "CREATE INDEX "
                },
                // Names of indexes are unique in an SQLite file, not in a table.
                &quote(&[table.name.as_str(), ".", name].concat()),
                " ON ",
                &quote(&table.name),
                " (",
                &columns(&key.columns),
                ")",
            ]
            .concat()
        })
        .collect()
}

fn columns(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| quote(name)).collect();
    quoted.join(", ")
}

fn column_definition(column: &Column, plain_generated: bool) -> String {
    let name = quote(&column.name);
    if column.auto_increment {
        return [name.as_str(), " INTEGER PRIMARY KEY AUTOINCREMENT"].concat();
    }
    let mut text = [name.as_str(), " ", storage(column.kind)].concat();
    if let Some(generated) = &column.generated {
        if !plain_generated {
            let kept = if generated.stored {
                "STORED"
            } else {
                "VIRTUAL"
            };
            text = [
                &text,
                " GENERATED ALWAYS AS (",
                &generated.expression,
                ") ",
                kept,
            ]
            .concat();
        }
        return text;
    }
    if column.not_null {
        text.push_str(" NOT NULL");
    }
    match &column.default {
        Some(DefaultValue::Null) => {}
        Some(default) => {
            text.push_str(" DEFAULT ");
            text.push_str(&default_text(default, column.kind));
        }
        None if column.not_null => {
            text.push_str(" DEFAULT ");
            text.push_str(implicit_default(column.kind));
        }
        None => {}
    }
    text
}

fn storage(kind: Kind) -> &'static str {
    match kind {
        Kind::Integer => "INTEGER",
        Kind::Numeric => "NUMERIC",
        Kind::Text => "TEXT COLLATE NOCASE",
        Kind::BinaryText | Kind::Date => "TEXT",
        Kind::Blob => "BLOB",
    }
}

/// What MySQL puts into a `NOT NULL` column without a default, outside of strict mode.
fn implicit_default(kind: Kind) -> &'static str {
    match kind {
        Kind::Integer | Kind::Numeric => "0",
        Kind::Date => "'0000-00-00 00:00:00'",
        Kind::Text | Kind::BinaryText => "''",
        Kind::Blob => "x''",
    }
}

fn default_text(default: &DefaultValue, kind: Kind) -> String {
    match default {
        DefaultValue::Null => "NULL".to_owned(),
        DefaultValue::CurrentTimestamp => "CURRENT_TIMESTAMP".to_owned(),
        DefaultValue::Number(number) if number_is_plain(number) => number.clone(),
        DefaultValue::Number(number) => literal(number.as_bytes()),
        DefaultValue::Text(text) => match kind {
            // MySQL prints the default of a number column in quotes.
            Kind::Integer | Kind::Numeric
                if std::str::from_utf8(text).is_ok_and(number_is_plain) =>
            {
                String::from_utf8_lossy(text).into_owned()
            }
            _ => literal(text),
        },
    }
}

fn number_is_plain(number: &str) -> bool {
    let digits = number.strip_prefix('-').unwrap_or(number);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.')
}

fn literal(text: &[u8]) -> String {
    match std::str::from_utf8(text) {
        Ok(text) if !text.contains('\0') => ["'", &text.replace('\'', "''"), "'"].concat(),
        _ => {
            let hex: String = text.iter().map(|b| format!("{b:02x}")).collect();
            ["x'", &hex, "'"].concat()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::create_table::read;
    use super::*;

    fn translated(create: &str) -> Vec<String> {
        let made = read(create.as_bytes()).unwrap();
        let mut all = vec![create_table(&made.table, false)];
        all.extend(create_indexes(&made.table));
        all
    }

    #[test]
    fn a_wordpress_table() {
        assert_eq!(
            translated(
                "CREATE TABLE `wp_x` (`id` bigint(20) unsigned NOT NULL AUTO_INCREMENT, `n` varchar(20) NOT NULL \
                 DEFAULT 'it''s', `t` longtext NOT NULL, `b` varchar(9) COLLATE utf8mb4_bin, \
                 `d` datetime NOT NULL DEFAULT '0000-00-00 00:00:00', `p` decimal(9,2) NOT NULL DEFAULT '0.50', \
                 PRIMARY KEY (`id`), KEY `n` (`n`(10),`d` DESC), UNIQUE KEY (`b`)) ENGINE=InnoDB"
            ),
            [
                "CREATE TABLE \"wp_x\" (\n  \"id\" INTEGER PRIMARY KEY AUTOINCREMENT,\n  \
                 \"n\" TEXT COLLATE NOCASE NOT NULL DEFAULT 'it''s',\n  \
                 \"t\" TEXT COLLATE NOCASE NOT NULL DEFAULT '',\n  \"b\" TEXT,\n  \
                 \"d\" TEXT NOT NULL DEFAULT '0000-00-00 00:00:00',\n  \"p\" NUMERIC NOT NULL DEFAULT 0.50\n)",
                "CREATE INDEX \"wp_x.n\" ON \"wp_x\" (\"n\", \"d\")",
                "CREATE UNIQUE INDEX \"wp_x.b\" ON \"wp_x\" (\"b\")",
            ]
        );
    }

    #[test]
    fn keys_of_other_shapes() {
        let composite =
            translated("CREATE TABLE a (x int, y char(9), PRIMARY KEY (x, y), KEY k (y))");
        assert!(
            composite[0].contains("PRIMARY KEY (\"x\", \"y\")"),
            "{composite:?}"
        );
        // A numbered column that is not the primary key.
        let beside = translated(
            "CREATE TABLE a (n int AUTO_INCREMENT, k char(9) PRIMARY KEY, UNIQUE KEY (n))",
        );
        assert!(beside[0].contains("\"n\" INTEGER PRIMARY KEY AUTOINCREMENT"));
        assert!(
            beside.contains(&"CREATE UNIQUE INDEX \"a.PRIMARY\" ON \"a\" (\"k\")".to_owned()),
            "{beside:?}"
        );
        let constrained = read(
            b"CREATE TABLE a (x int, CONSTRAINT `fk` FOREIGN KEY (`x`) REFERENCES `b` (`y`) ON DELETE CASCADE, \
              CONSTRAINT u UNIQUE (x), CHECK (x > 0), FULLTEXT KEY f (x), KEY e ((x + 1)))",
        )
        .unwrap();
        assert_eq!(constrained.foreign_keys.len(), 1);
        assert_eq!(constrained.table.keys.len(), 1);
        assert_eq!(constrained.warnings.len(), 2);
    }
}
