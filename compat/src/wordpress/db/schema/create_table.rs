//! Reads `CREATE TABLE` as MySQL, MariaDB and phpMyAdmin write it into dumps.

use super::column::read_column;
use super::lexer::{LexError, Token};
use super::reader::Reader;
use super::table::{Key, Table};

/// A statement that was taken apart, and what could not be carried over.
#[derive(Debug, Default)]
pub(in crate::wordpress::db) struct CreateTable {
    pub(in crate::wordpress::db) table: Table,
    pub(in crate::wordpress::db) warnings: Vec<String>,
    /// Foreign keys: their place in the statement, with the comma before them, and their text.
    pub(in crate::wordpress::db) foreign_keys: Vec<(std::ops::Range<usize>, String)>,
    /// The place of the table's name.
    pub(in crate::wordpress::db) name_place: std::ops::Range<usize>,
}

/// Takes a `CREATE TABLE` apart.
pub(in crate::wordpress::db) fn read(source: &[u8]) -> Result<CreateTable, LexError> {
    let mut reader = Reader::new(source)?;
    let mut made = CreateTable::default();
    while !reader.take("TABLE") {
        if reader.next().is_none() {
            return Err(reader.fault("CREATE TABLE expected"));
        }
    }
    if reader.take("IF") {
        reader.take("NOT");
        reader.take("EXISTS");
    }
    (made.table.name, made.name_place) = reader.table_name()?;
    reader.expect_sign(b'(')?;
    loop {
        let comma = reader.last;
        read_item(&mut reader, &mut made, comma)?;
        if reader.take_sign(b')') {
            break;
        }
        if !reader.take_sign(b',') {
            return Err(reader.fault("a comma or ) expected"));
        }
    }
    while let Some(token) = reader.next() {
        if token.is("AUTO_INCREMENT") {
            reader.take_sign(b'=');
            if let Some(Token::Number(number)) = reader.next() {
                made.table.auto_increment = String::from_utf8_lossy(&number).parse().ok();
            }
        }
        if token.is("SELECT") {
            return Err(reader.fault("CREATE TABLE ... SELECT is not understood"));
        }
    }
    if made.table.columns.is_empty() {
        return Err(reader.fault("the table has no columns"));
    }
    Ok(made)
}

/// One column, key or constraint. `comma` is the end of what precedes it.
fn read_item(
    reader: &mut Reader<'_>,
    made: &mut CreateTable,
    comma: usize,
) -> Result<(), LexError> {
    let is_name = matches!(reader.peek(), Some(Token::Name(_)));
    if !is_name && read_key(reader, made, comma)? {
        return Ok(());
    }
    let (column, own_key) = read_column(reader)?;
    if let Some(unique_name) = own_key {
        made.table.keys.push(Key {
            name: unique_name.then(|| column.name.clone()),
            unique: true,
            columns: vec![column.name.clone()],
        });
    }
    made.table.columns.push(column);
    Ok(())
}

/// Reads a key if one comes next.
pub(super) fn read_key(
    reader: &mut Reader<'_>,
    made: &mut CreateTable,
    comma: usize,
) -> Result<bool, LexError> {
    let from = comma.saturating_sub(1);
    let mut name = None;
    if reader.take("CONSTRAINT")
        && !reader.peek().is_some_and(|t| {
            ["PRIMARY", "UNIQUE", "FOREIGN", "CHECK"]
                .iter()
                .any(|w| t.is(w))
        })
    {
        name = Some(reader.name()?);
    }
    if reader.take("PRIMARY") {
        reader.take("KEY");
        push_key(reader, made, None, true)?;
    } else if reader.take("UNIQUE") {
        let _ = reader.take("KEY") || reader.take("INDEX");
        let name = key_name(reader)?.or(name);
        push_key(reader, made, Some(name), true)?;
    } else if reader.take("KEY") || reader.take("INDEX") {
        let name = key_name(reader)?;
        push_key(reader, made, Some(name), false)?;
    } else if reader.take("FULLTEXT") || reader.take("SPATIAL") {
        reader.skip_item()?;
        made.warnings.push(format!(
            "{}: a full-text or spatial key is not carried over to SQLite",
            made.table.name
        ));
    } else if reader.take("FOREIGN") {
        reader.skip_item()?;
        let text = reader.source.get(comma..reader.last).unwrap_or(&[]);
        let text = String::from_utf8_lossy(text).trim().to_owned();
        made.foreign_keys.push((from..reader.last, text));
    } else if name.is_some()
        || reader
            .peek()
            .is_some_and(|t| t.is("CHECK") || t.is("PERIOD"))
    {
        reader.skip_item()?;
    } else {
        return Ok(false);
    }
    Ok(true)
}

fn key_name(reader: &mut Reader<'_>) -> Result<Option<String>, LexError> {
    let name = match reader.peek() {
        Some(Token::Name(_)) => Some(reader.name()?),
        Some(token @ Token::Word(_)) if !token.is("USING") => Some(reader.name()?),
        _ => None,
    };
    if reader.take("USING") {
        reader.next();
    }
    Ok(name)
}

/// Reads the columns of a key. The name `Some(None)` means that MySQL would have named it after its first column.
fn push_key(
    reader: &mut Reader<'_>,
    made: &mut CreateTable,
    name: Option<Option<String>>,
    unique: bool,
) -> Result<(), LexError> {
    reader.expect_sign(b'(')?;
    let mut columns = Vec::new();
    let mut whole = true;
    loop {
        match reader.peek() {
            Some(Token::Sign(b'(')) => {
                // A functional key.
                reader.next();
                reader.balanced()?;
                whole = false;
            }
            _ => columns.push(reader.name()?),
        }
        if reader.take_sign(b'(') {
            reader.balanced()?;
        }
        let _ = reader.take("ASC") || reader.take("DESC");
        if reader.take_sign(b')') {
            break;
        }
        reader.expect_sign(b',')?;
    }
    reader.skip_item()?;
    if !whole {
        made.warnings.push(format!(
            "{}: a key over an expression is not carried over to SQLite",
            made.table.name
        ));
        return Ok(());
    }
    let name = name.map(|name| {
        name.or_else(|| columns.first().cloned())
            .unwrap_or_default()
    });
    made.table.keys.push(Key {
        name,
        unique,
        columns,
    });
    Ok(())
}
