//! What a statement of a dump is for.

use super::super::schema::lexer::{LexError, Lexer, Token};

/// The purpose of a statement.
#[derive(Debug, PartialEq)]
pub(super) enum Purpose {
    CreateTable,
    AlterTable,
    /// `DROP TABLE`, with the tables.
    DropTable(Vec<String>),
    Set,
    /// `USE name`
    Use(String),
    /// Locks, transactions, `CREATE DATABASE`: nothing to do.
    Nothing,
    /// A view, trigger, routine or event, with its name: not carried over.
    Skipped(String),
}

/// Classifies a statement, or reports that it is not supported.
pub(super) fn purpose(statement: &[u8]) -> Result<Purpose, LexError> {
    let mut lexer = Lexer::new(statement);
    let Some(first) = lexer.next()? else {
        return Ok(Purpose::Nothing);
    };
    let word = match &first {
        Token::Word(word) => word.to_ascii_uppercase(),
        _ => Vec::new(),
    };
    match word.as_slice() {
        b"CREATE" => created(&mut lexer),
        b"ALTER" => Ok(match lexer.next()? {
            Some(token) if token.is("TABLE") => Purpose::AlterTable,
            Some(token) if token.is("DATABASE") || token.is("SCHEMA") => Purpose::Nothing,
            _ => return Err(not_understood(&first)),
        }),
        b"DROP" => dropped(&mut lexer),
        b"SET" => Ok(Purpose::Set),
        b"USE" => Ok(Purpose::Use(
            lexer
                .next()?
                .and_then(|token| token.name())
                .unwrap_or_default(),
        )),
        b"LOCK" | b"UNLOCK" | b"START" | b"BEGIN" | b"COMMIT" | b"ANALYZE" | b"FLUSH"
        | b"OPTIMIZE" | b"CHANGE" => Ok(Purpose::Nothing),
        _ => Err(not_understood(&first)),
    }
}

fn not_understood(first: &Token) -> LexError {
    let word = first.name().unwrap_or_else(|| format!("{first:?}"));
    LexError {
        at: 0,
        reason: format!("a statement that begins with {word:?} is not understood"),
    }
}

/// The kind of object after CREATE follows `OR REPLACE`, `TEMPORARY`, `ALGORITHM=...`, `DEFINER=...` and
/// `SQL SECURITY ...`.
fn created(lexer: &mut Lexer<'_>) -> Result<Purpose, LexError> {
    while let Some(token) = lexer.next()? {
        if token.is("TABLE") {
            return Ok(Purpose::CreateTable);
        }
        if token.is("DATABASE") || token.is("SCHEMA") {
            return Ok(Purpose::Nothing);
        }
        for (word, label) in [
            ("VIEW", "view"),
            ("TRIGGER", "trigger"),
            ("PROCEDURE", "procedure"),
            ("FUNCTION", "function"),
            ("EVENT", "event"),
            ("SEQUENCE", "sequence"),
            ("PACKAGE", "package"),
        ] {
            if token.is(word) {
                let name = object_name(lexer)?;
                return Ok(Purpose::Skipped([label, " ", &name].concat()));
            }
        }
    }
    Err(LexError {
        at: 0,
        reason: "this CREATE is not understood".to_owned(),
    })
}

fn object_name(lexer: &mut Lexer<'_>) -> Result<String, LexError> {
    let mut name = String::new();
    while let Some(token) = lexer.next()? {
        match token {
            Token::Sign(b'.') => name.clear(),
            token if ["IF", "NOT", "EXISTS"].iter().any(|word| token.is(word)) => {}
            Token::Word(_) | Token::Name(_) if name.is_empty() => {
                name = token.name().unwrap_or_default();
            }
            _ => break,
        }
    }
    Ok(name)
}

fn dropped(lexer: &mut Lexer<'_>) -> Result<Purpose, LexError> {
    let what = lexer.next()?;
    let what = match what {
        Some(token) if token.is("TEMPORARY") => lexer.next()?,
        other => other,
    };
    if !what.is_some_and(|token| token.is("TABLE")) {
        return Ok(Purpose::Nothing);
    }
    let mut tables = Vec::new();
    let mut name = None;
    while let Some(token) = lexer.next()? {
        match token {
            token if token.is("IF") || token.is("EXISTS") => {}
            Token::Sign(b'.') => name = None,
            Token::Sign(b',') => tables.extend(name.take()),
            token if name.is_none() => name = token.name(),
            _ => {}
        }
    }
    tables.extend(name);
    Ok(Purpose::DropTable(tables))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn purposes() {
        let told = |text: &str| purpose(text.as_bytes());
        let skipped = |name: &str| Purpose::Skipped(name.to_owned());
        for (text, expected) in [
            ("CREATE TABLE `a` (b int)", Purpose::CreateTable),
            ("/*!50001 CREATE TABLE `a` (b int) */", Purpose::CreateTable),
            (
                "/*!50001 CREATE ALGORITHM=UNDEFINED */\n/*!50013 DEFINER=`r`@`%` SQL SECURITY DEFINER */\n\
                 /*!50001 VIEW `v` AS select 1 */",
                skipped("view v"),
            ),
            (
                "/*!50003 CREATE*/ /*!50017 DEFINER=`r`@`l`*/ /*!50003 TRIGGER t BEFORE INSERT ON x FOR EACH ROW SET a=1 */",
                skipped("trigger t"),
            ),
            (
                "CREATE DEFINER=`r`@`l` FUNCTION `db`.`f`() RETURNS int",
                skipped("function f"),
            ),
            (
                "DROP TABLE IF EXISTS `a`, b",
                Purpose::DropTable(vec!["a".to_owned(), "b".to_owned()]),
            ),
            ("/*!50001 DROP VIEW IF EXISTS `v`*/", Purpose::Nothing),
            ("LOCK TABLES `a` WRITE", Purpose::Nothing),
            (
                "/*!40000 ALTER TABLE `a` DISABLE KEYS */",
                Purpose::AlterTable,
            ),
            ("USE `other`", Purpose::Use("other".to_owned())),
            ("SET @@SESSION.SQL_LOG_BIN= 0", Purpose::Set),
        ] {
            assert_eq!(told(text).unwrap(), expected, "{text}");
        }
        for bad in [
            "UPDATE a SET b = 1",
            "<html>",
            "INSERT INTO a SELECT 1",
            "CREATE x",
        ] {
            assert!(told(bad).is_err(), "{bad}");
        }
    }
}
