//! Reads `ALTER TABLE` as dumps hold it: keys and numbering that phpMyAdmin writes behind the data.

use super::column::read_column;
use super::create_table::{CreateTable, read_key};
use super::lexer::{LexError, Token};
use super::reader::Reader;
use super::table::Table;

/// Applies what phpMyAdmin writes behind the data: `ALTER TABLE t ADD PRIMARY KEY (...), MODIFY ... AUTO_INCREMENT`.
///
/// Returns false for an `ALTER TABLE` that changes nothing here (`DISABLE KEYS`).
pub(in crate::wordpress::db) fn read(
    source: &[u8],
    find: impl FnOnce(&str) -> Option<Table>,
) -> Result<Option<CreateTable>, LexError> {
    let mut reader = Reader::new(source)?;
    while !reader.take("TABLE") {
        if reader.next().is_none() {
            return Err(reader.fault("ALTER TABLE expected"));
        }
    }
    let (name, name_place) = reader.table_name()?;
    if reader
        .peek()
        .is_some_and(|t| t.is("DISABLE") || t.is("ENABLE"))
    {
        return Ok(None);
    }
    let Some(table) = find(&name) else {
        return Err(reader.fault(format!("the table {name} is not in the dump")));
    };
    let mut made = CreateTable {
        table,
        name_place,
        ..CreateTable::default()
    };
    loop {
        if reader.take("ADD") {
            let comma = reader.last;
            if !read_key(&mut reader, &mut made, comma)? {
                return Err(reader.fault("only keys can be added"));
            }
        } else if reader.take("MODIFY") {
            reader.take("COLUMN");
            let (column, _) = read_column(&mut reader)?;
            match made
                .table
                .columns
                .iter_mut()
                .find(|c| c.name.eq_ignore_ascii_case(&column.name))
            {
                Some(old) => *old = column,
                None => return Err(reader.fault(format!("there is no column {}", column.name))),
            }
        } else if reader.take("AUTO_INCREMENT") {
            reader.take_sign(b'=');
            if let Some(Token::Number(number)) = reader.next() {
                made.table.auto_increment = String::from_utf8_lossy(&number).parse().ok();
            }
        } else {
            return Err(reader.fault("this ALTER TABLE is not understood"));
        }
        if !reader.take_sign(b',') {
            break;
        }
    }
    match reader.peek() {
        None => Ok(Some(made)),
        Some(_) => Err(reader.fault("this ALTER TABLE is not understood")),
    }
}
