//! What a table is made of, as far as both databases can hold it.

/// A table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// Its name with prefix.
    pub name: String,
    /// Its columns in order.
    pub columns: Vec<Column>,
    /// Its keys; the primary key is the one without a name.
    pub keys: Vec<Key>,
    /// The next id that MySQL would give.
    pub auto_increment: Option<i64>,
}

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// What SQLite keeps in it.
    pub kind: Kind,
    /// NULL is refused.
    pub not_null: bool,
    /// Its default.
    pub default: Option<DefaultValue>,
    /// MySQL numbers it.
    pub auto_increment: bool,
    /// `GENERATED ALWAYS AS`.
    pub generated: Option<Generated>,
}

/// The storage of a column, and the comparison of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// All integer types, `bit`, `year`.
    Integer,
    /// `decimal`, `float`, `double`.
    Numeric,
    /// Text compared without case: character types, `enum`, `set`.
    Text,
    /// Text compared by bytes: `_bin` and `_cs` collations, `json`.
    BinaryText,
    /// Dates and times, kept as MySQL prints them.
    Date,
    /// `blob`, `binary`, `varbinary`, geometry.
    Blob,
}

/// A default value.
#[derive(Clone, Debug, PartialEq)]
pub enum DefaultValue {
    /// NULL.
    Null,
    /// A literal.
    Text(Vec<u8>),
    /// A number as written.
    Number(String),
    /// The time of the change.
    CurrentTimestamp,
}

/// A generated column.
#[derive(Clone, Debug, PartialEq)]
pub struct Generated {
    /// The expression as MySQL prints it.
    pub expression: String,
    /// Kept in the table, not computed when read.
    pub stored: bool,
}

/// A key.
#[derive(Clone, Debug, PartialEq)]
pub struct Key {
    /// Its name; none for the primary key.
    pub name: Option<String>,
    /// No two rows may be equal in it.
    pub unique: bool,
    /// Its columns.
    pub columns: Vec<String>,
}

impl Table {
    /// The primary key's columns.
    pub fn primary_key(&self) -> Option<&Key> {
        self.keys.iter().find(|key| key.name.is_none())
    }

    /// The column called `name`; MySQL does not tell case apart here.
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns
            .iter()
            .find(|column| column.name.eq_ignore_ascii_case(name))
    }
}
