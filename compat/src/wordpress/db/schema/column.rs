//! Reads the definition of a column.

use super::lexer::{LexError, Lexer, Token};
use super::reader::Reader;
use super::table::{Column, DefaultValue, Generated, Kind};

/// Reads a column; also whether it is a key by itself: primary (`false`) or unique (`true`).
pub(super) fn read_column(reader: &mut Reader<'_>) -> Result<(Column, Option<bool>), LexError> {
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
) -> Result<(), LexError> {
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

fn read_default(reader: &mut Reader<'_>) -> Result<Option<DefaultValue>, LexError> {
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
