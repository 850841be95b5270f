//! Reads `CREATE TABLE` and `ALTER TABLE` as MySQL, MariaDB and phpMyAdmin write them into dumps.

use std::iter::Peekable;
use std::vec::IntoIter;

use super::lexer::{Fault, Lexer, Token};
use super::table::{Column, DefaultValue, Generated, Key, Kind, Table};

type Placed = (Token, std::ops::Range<usize>);

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

/// Reads a statement that begins with `CREATE TABLE` or `ALTER TABLE`.
struct Reader<'s> {
    source: &'s [u8],
    tokens: Peekable<IntoIter<Placed>>,
    end: usize,
    /// End of the last token that was taken.
    last: usize,
}

impl<'s> Reader<'s> {
    fn new(source: &'s [u8]) -> Result<Self, Fault> {
        let tokens = Lexer::all(source)?;
        Ok(Self {
            source,
            end: source.len(),
            tokens: tokens.into_iter().peekable(),
            last: 0,
        })
    }

    fn fault(&mut self, reason: impl Into<String>) -> Fault {
        let at = self
            .tokens
            .peek()
            .map_or(self.end, |(_, place)| place.start);
        Fault {
            at,
            reason: reason.into(),
        }
    }

    fn next(&mut self) -> Option<Token> {
        let (token, place) = self.tokens.next()?;
        self.last = place.end;
        Some(token)
    }

    fn peek(&mut self) -> Option<&Token> {
        self.tokens.peek().map(|(token, _)| token)
    }

    /// Takes the keyword if it comes next.
    fn take(&mut self, word: &str) -> bool {
        let found = self.peek().is_some_and(|token| token.is(word));
        if found {
            self.next();
        }
        found
    }

    fn take_sign(&mut self, sign: u8) -> bool {
        let found = self.peek() == Some(&Token::Sign(sign));
        if found {
            self.next();
        }
        found
    }

    fn expect_sign(&mut self, sign: u8) -> Result<(), Fault> {
        if self.take_sign(sign) {
            Ok(())
        } else {
            Err(self.fault(format!("{:?} expected", char::from(sign))))
        }
    }

    fn name(&mut self) -> Result<String, Fault> {
        match self.peek().and_then(Token::name) {
            Some(name) => {
                self.next();
                Ok(name)
            }
            None => Err(self.fault("a name expected")),
        }
    }

    /// `name` or `database.name`: the table and the place of its name.
    fn table_name(&mut self) -> Result<(String, std::ops::Range<usize>), Fault> {
        let from = self
            .tokens
            .peek()
            .map_or(self.end, |(_, place)| place.start);
        let mut name = self.name()?;
        if self.take_sign(b'.') {
            name = self.name()?;
        }
        Ok((name, from..self.last))
    }

    /// Skips what stands between parentheses, the opening one taken, and returns its text.
    fn balanced(&mut self) -> Result<String, Fault> {
        let from = self.last;
        let mut depth = 1;
        while depth > 0 {
            let before = self.last;
            match self.next() {
                Some(Token::Sign(b'(')) => depth += 1,
                Some(Token::Sign(b')')) => {
                    depth -= 1;
                    if depth == 0 {
                        let inside = self.source.get(from..before).unwrap_or(&[]);
                        return Ok(String::from_utf8_lossy(inside).trim().to_owned());
                    }
                }
                Some(_) => {}
                None => return Err(self.fault("a parenthesis is not closed")),
            }
        }
        Ok(String::new())
    }

    /// Skips to the comma or parenthesis that ends an item, which is not taken.
    fn skip_item(&mut self) -> Result<(), Fault> {
        loop {
            match self.peek() {
                None | Some(Token::Sign(b',' | b')')) => return Ok(()),
                Some(Token::Sign(b'(')) => {
                    self.next();
                    self.balanced()?;
                }
                Some(_) => {
                    self.next();
                }
            }
        }
    }
}

/// Takes a `CREATE TABLE` apart.
pub(in crate::wordpress::db) fn read(source: &[u8]) -> Result<CreateTable, Fault> {
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
fn read_item(reader: &mut Reader<'_>, made: &mut CreateTable, comma: usize) -> Result<(), Fault> {
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
fn read_key(reader: &mut Reader<'_>, made: &mut CreateTable, comma: usize) -> Result<bool, Fault> {
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

fn key_name(reader: &mut Reader<'_>) -> Result<Option<String>, Fault> {
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
) -> Result<(), Fault> {
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

/// Reads a column; also whether it is a key by itself: primary (`false`) or unique (`true`).
fn read_column(reader: &mut Reader<'_>) -> Result<(Column, Option<bool>), Fault> {
    let name = reader.name()?;
    let type_name = reader.name()?.to_ascii_lowercase();
    if reader.take_sign(b'(') {
        reader.balanced()?;
    }
    let mut column = Column {
        name,
        kind: kind_of(&type_name),
        not_null: false,
        default: None,
        auto_increment: false,
        generated: None,
    };
    let mut own_key = None;
    loop {
        match reader.peek() {
            None | Some(Token::Sign(b',' | b')')) => break,
            _ => read_attribute(reader, &mut column, &mut own_key)?,
        }
    }
    Ok((column, own_key))
}

fn read_attribute(
    reader: &mut Reader<'_>,
    column: &mut Column,
    own_key: &mut Option<bool>,
) -> Result<(), Fault> {
    if reader.take("NOT") {
        column.not_null = reader.take("NULL");
    } else if reader.take("DEFAULT") {
        column.default = read_default(reader)?;
    } else if reader.take("AUTO_INCREMENT") {
        column.auto_increment = true;
    } else if reader.take("COLLATE") {
        reader.take_sign(b'=');
        let collation = reader.name()?.to_ascii_lowercase();
        if column.kind == Kind::Text && (collation.ends_with("_bin") || collation.contains("_cs")) {
            column.kind = Kind::BinaryText;
        }
    } else if reader.take("COMMENT") {
        reader.next();
    } else if reader.take("ON") {
        // ON UPDATE CURRENT_TIMESTAMP: the function's name is skipped as an attribute of its own.
        reader.take("UPDATE");
    } else if reader.take("AS") {
        reader.expect_sign(b'(')?;
        column.generated = Some(Generated {
            expression: reader.balanced()?,
            stored: false,
        });
    } else if reader.take("STORED") || reader.take("PERSISTENT") {
        if let Some(generated) = &mut column.generated {
            generated.stored = true;
        }
    } else if reader.take("PRIMARY") {
        reader.take("KEY");
        *own_key = Some(false);
    } else if reader.take("UNIQUE") {
        reader.take("KEY");
        *own_key = Some(true);
    } else if reader.take_sign(b'(') {
        reader.balanced()?;
    } else {
        reader.next();
    }
    Ok(())
}

fn read_default(reader: &mut Reader<'_>) -> Result<Option<DefaultValue>, Fault> {
    let negative = reader.take_sign(b'-');
    Ok(match reader.next() {
        Some(Token::Text(text)) => Some(DefaultValue::Text(text)),
        Some(Token::Number(number)) => {
            let sign = if negative { "-" } else { "" };
            Some(DefaultValue::Number(
                [sign, &String::from_utf8_lossy(&number)].concat(),
            ))
        }
        Some(Token::Hex(bytes)) => Some(DefaultValue::Text(bytes)),
        Some(Token::Bits(bytes)) => {
            let number = bytes.iter().fold(0_u64, |n, b| n << 8 | u64::from(*b));
            Some(DefaultValue::Number(number.to_string()))
        }
        Some(token) if token.is("NULL") => Some(DefaultValue::Null),
        Some(token) if is_now(&token) => {
            if reader.take_sign(b'(') {
                reader.balanced()?;
            }
            Some(DefaultValue::CurrentTimestamp)
        }
        // _utf8mb4'text'
        Some(Token::Word(word)) if word.first() == Some(&b'_') => match reader.next() {
            Some(Token::Text(text) | Token::Hex(text)) => Some(DefaultValue::Text(text)),
            _ => None,
        },
        Some(Token::Sign(b'(')) => {
            // An expression: MySQL prints a literal default of a text column so.
            let inside = reader.balanced()?;
            match Lexer::all(inside.as_bytes())?.as_slice() {
                [(Token::Text(text), _)] => Some(DefaultValue::Text(text.clone())),
                [(Token::Word(_), _), (Token::Text(text), _)] => {
                    Some(DefaultValue::Text(text.clone()))
                }
                [(Token::Number(n), _)] => Some(DefaultValue::Number(
                    String::from_utf8_lossy(n).into_owned(),
                )),
                _ => None,
            }
        }
        _ => None,
    })
}

fn is_now(token: &Token) -> bool {
    ["CURRENT_TIMESTAMP", "NOW", "LOCALTIMESTAMP", "LOCALTIME"]
        .iter()
        .any(|word| token.is(word))
}

fn kind_of(type_name: &str) -> Kind {
    match type_name {
        "tinyint" | "smallint" | "mediumint" | "int" | "integer" | "bigint" | "bit" | "bool"
        | "boolean" | "year" | "serial" => Kind::Integer,
        "decimal" | "numeric" | "dec" | "fixed" | "float" | "double" | "real" => Kind::Numeric,
        "date" | "datetime" | "timestamp" | "time" => Kind::Date,
        "json" => Kind::BinaryText,
        name if name.contains("blob") || name.contains("binary") || name.contains("geom") => {
            Kind::Blob
        }
        "point" | "linestring" | "polygon" | "multipoint" | "multilinestring" | "multipolygon"
        | "vector" => Kind::Blob,
        _ => Kind::Text,
    }
}

/// Applies what phpMyAdmin writes behind the data: `ALTER TABLE t ADD PRIMARY KEY (...), MODIFY ... AUTO_INCREMENT`.
///
/// Returns false for an `ALTER TABLE` that changes nothing here (`DISABLE KEYS`).
pub(in crate::wordpress::db) fn alter(
    source: &[u8],
    find: impl FnOnce(&str) -> Option<Table>,
) -> Result<Option<CreateTable>, Fault> {
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
