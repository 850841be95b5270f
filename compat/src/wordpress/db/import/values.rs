//! The rows of an `INSERT`, as values that SQLite takes.

use super::super::bind::Bind;
use super::super::schema::lexer::{LexError, Lexer, Token};
use super::super::schema::{Column, Kind, Table};
use super::charset::Charset;

/// What stands before `VALUES`.
#[derive(Debug, PartialEq)]
pub(super) struct InsertHead {
    pub(super) table: String,
    /// The place of the table's name.
    pub(super) place: std::ops::Range<usize>,
    /// The columns that are named; none if the statement names none.
    pub(super) columns: Vec<String>,
    /// Whether it is a `REPLACE`: rows with the same key go first.
    pub(super) replaces: bool,
}

/// Reads `INSERT INTO name (columns) VALUES`, or the same of a `REPLACE`.
pub(super) fn read_head(head: &[u8]) -> Result<InsertHead, LexError> {
    let mut tokens = Lexer::all(head)?.into_iter().peekable();
    let fault = |reason: &str| LexError {
        at: 0,
        reason: reason.to_owned(),
    };
    let keyword = |(token, _): &(Token, std::ops::Range<usize>)| {
        [
            "INSERT",
            "REPLACE",
            "INTO",
            "IGNORE",
            "DELAYED",
            "LOW_PRIORITY",
            "HIGH_PRIORITY",
        ]
        .iter()
        .any(|word| token.is(word))
    };
    let mut replaces = false;
    while let Some((token, _)) = tokens.next_if(keyword) {
        replaces |= token.is("REPLACE");
    }
    let no_table = || fault("INSERT without a table");
    let (token, mut place) = tokens.next().ok_or_else(no_table)?;
    let mut name = token.name().ok_or_else(no_table)?;
    let is_sign = |sign: u8| move |found: &(Token, _)| found.0 == Token::Sign(sign);
    if tokens.next_if(is_sign(b'.')).is_some() {
        let (token, second) = tokens.next().ok_or_else(no_table)?;
        name = token.name().ok_or_else(no_table)?;
        place.end = second.end;
    }
    let mut columns = Vec::new();
    if tokens.next_if(is_sign(b'(')).is_some() {
        loop {
            match tokens.next().map(|(token, _)| token) {
                Some(Token::Sign(b')')) => break,
                Some(Token::Sign(b',')) => {}
                Some(token) => columns.push(
                    token
                        .name()
                        .ok_or_else(|| fault("a column name expected"))?,
                ),
                None => return Err(fault("the list of columns is not closed")),
            }
        }
    }
    Ok(InsertHead {
        table: name,
        place,
        columns,
        replaces,
    })
}

/// The columns of `table` that the rows fill, in order.
pub(super) fn filled_columns<'t>(
    head: &InsertHead,
    table: &'t Table,
) -> Result<Vec<&'t Column>, LexError> {
    if head.columns.is_empty() {
        return Ok(table.columns.iter().collect());
    }
    head.columns
        .iter()
        .map(|name| {
            table.column(name).ok_or_else(|| LexError {
                at: 0,
                reason: format!("the table {} has no column {name}", table.name),
            })
        })
        .collect()
}

/// Reads rows one by one and gives each to `take`, without the values of generated columns.
pub(super) fn read_rows(
    rows: &[u8],
    columns: &[&Column],
    charset: Charset,
    mut take: impl FnMut(Vec<Bind>) -> Result<(), LexError>,
) -> Result<u64, LexError> {
    let mut lexer = Lexer::new(rows);
    let mut count = 0;
    loop {
        let at = lexer.position();
        let fault = |reason: String| LexError { at, reason };
        match lexer.next()? {
            Some(Token::Sign(b'(')) => {}
            None if count == 0 => return Err(fault("no row after VALUES".to_owned())),
            _ => return Err(fault("a row expected".to_owned())),
        }
        let values = read_row(&mut lexer, columns, charset)?;
        take(values).map_err(|fault| LexError { at, ..fault })?;
        count += 1;
        match lexer.next()? {
            Some(Token::Sign(b',')) => {}
            None => return Ok(count),
            Some(_) => {
                return Err(LexError {
                    at: lexer.position(),
                    reason: "a comma or the end expected after a row".to_owned(),
                });
            }
        }
    }
}

fn read_row(
    lexer: &mut Lexer<'_>,
    columns: &[&Column],
    charset: Charset,
) -> Result<Vec<Bind>, LexError> {
    let mut values = Vec::with_capacity(columns.len());
    let mut read = 0;
    loop {
        let at = lexer.position();
        let fault = |reason: String| LexError { at, reason };
        let token = lexer.next()?;
        let Some(column) = columns.get(read) else {
            return Err(fault(format!(
                "a row has more than the {} values that it should have",
                columns.len()
            )));
        };
        let value = read_value(lexer, token, column.kind, charset)
            .map_err(|reason| fault(format!("column {}: {reason}", column.name)))?;
        read += 1;
        // MariaDB writes the values of generated columns too.
        if column.generated.is_none() {
            values.push(value);
        }
        match lexer.next()? {
            Some(Token::Sign(b',')) => {}
            Some(Token::Sign(b')')) if read == columns.len() => return Ok(values),
            Some(Token::Sign(b')')) => {
                return Err(fault(format!(
                    "a row has {read} values instead of {}",
                    columns.len()
                )));
            }
            _ => return Err(fault("a comma or ) expected after a value".to_owned())),
        }
    }
}

fn read_value(
    lexer: &mut Lexer<'_>,
    token: Option<Token>,
    kind: Kind,
    charset: Charset,
) -> Result<Bind, String> {
    let next = |lexer: &mut Lexer<'_>| lexer.next().map_err(|fault| fault.reason);
    match token {
        Some(Token::Text(text)) => Ok(from_text(charset.decode(text, kind), kind)),
        Some(Token::Hex(bytes)) => Ok(from_bytes(bytes, kind)),
        Some(Token::Bits(bytes)) => Ok(from_bits(&bytes)),
        Some(Token::Number(number)) => from_number(&number, false, kind),
        Some(Token::Sign(sign @ (b'-' | b'+'))) => match next(lexer)? {
            Some(Token::Number(number)) => from_number(&number, sign == b'-', kind),
            _ => Err("a number expected".to_owned()),
        },
        Some(token) if token.is("NULL") => Ok(Bind::Null),
        Some(token) if token.is("TRUE") => Ok(Bind::I64(1)),
        Some(token) if token.is("FALSE") => Ok(Bind::I64(0)),
        // _binary'...', _utf8mb4'...', _binary 0x...
        Some(Token::Word(word)) if word.first() == Some(&b'_') => match next(lexer)? {
            Some(Token::Text(bytes) | Token::Hex(bytes)) => Ok(from_bytes(bytes, kind)),
            _ => Err("a string expected after its character set".to_owned()),
        },
        Some(token) => Err(format!("a value of this form is not understood: {token:?}")),
        None => Err("the statement ends".to_owned()),
    }
}

fn from_text(bytes: Vec<u8>, kind: Kind) -> Bind {
    match (kind, String::from_utf8(bytes)) {
        (Kind::Blob, Ok(text)) => Bind::Bytes(text.into_bytes()),
        (Kind::Integer, Ok(text)) => whole_number(&text).unwrap_or(Bind::Text(text)),
        (_, Ok(text)) => Bind::Text(text),
        (_, Err(error)) => Bind::Bytes(error.into_bytes()),
    }
}

/// Bytes become text in a text column if they are text.
fn from_bytes(bytes: Vec<u8>, kind: Kind) -> Bind {
    match kind {
        Kind::Blob => Bind::Bytes(bytes),
        Kind::Integer => from_bits(&bytes),
        _ => from_text(bytes, kind),
    }
}

/// A number written as its bytes, as `bit` columns are.
fn from_bits(bytes: &[u8]) -> Bind {
    let number = bytes.iter().fold(0_u64, |n, b| n << 8 | u64::from(*b));
    i64::try_from(number).map_or_else(|_| beyond_i64(&number.to_string()), Bind::I64)
}

/// SQLite's integers end at 2^63 and would become inexact: larger ones are kept as the bytes of their digits, which
/// [`Row`](super::super::Row) reads as text.
fn beyond_i64(digits: &str) -> Bind {
    Bind::Bytes(digits.as_bytes().to_vec())
}

fn whole_number(text: &str) -> Option<Bind> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some(text.parse().map_or_else(|_| beyond_i64(text), Bind::I64))
}

fn from_number(number: &[u8], negative: bool, kind: Kind) -> Result<Bind, String> {
    let number = String::from_utf8_lossy(number);
    let text = if negative {
        ["-", &number].concat()
    } else {
        number.into_owned()
    };
    if kind == Kind::Blob {
        return Ok(Bind::Bytes(text.into_bytes()));
    }
    // In a text column the column's affinity makes text of it; elsewhere text makes a number.
    Ok(match kind {
        Kind::Integer => whole_number(&text).unwrap_or(Bind::Text(text)),
        _ => Bind::Text(text),
    })
}
