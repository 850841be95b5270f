//! The character set of a dump's strings, from its `SET NAMES`.

use super::super::schema::Kind;
use super::super::schema::lexer::{Lexer, Token};

/// A character set that a dump may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Charset {
    /// UTF-8 in any of MySQL's forms, or bytes as they are.
    #[default]
    Utf8,
    /// MySQL's `latin1`, which is Windows code page 1252.
    Latin1,
}

/// The printable characters of code page 1252 from 0x80 to 0x9f; MySQL maps the five undefined ones to themselves.
const CP1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

impl Charset {
    /// What a `SET` statement changes: nothing, or the character set, or a reason why it cannot be followed.
    pub(super) fn after_set(statement: &[u8]) -> Result<Option<Self>, String> {
        let Ok(tokens) = Lexer::all(statement) else {
            return Ok(None);
        };
        let mut tokens = tokens.into_iter().map(|(token, _)| token);
        if !tokens.next().is_some_and(|token| token.is("SET"))
            || !tokens.next().is_some_and(|token| token.is("NAMES"))
        {
            return Ok(None);
        }
        let name = match tokens.next() {
            Some(Token::Text(name) | Token::Word(name) | Token::Name(name)) => {
                String::from_utf8_lossy(&name).to_ascii_lowercase()
            }
            _ => return Ok(None),
        };
        match name.as_str() {
            "utf8" | "utf8mb3" | "utf8mb4" | "binary" | "ascii" | "default" => Ok(Some(Self::Utf8)),
            "latin1" => Ok(Some(Self::Latin1)),
            _ => Err(format!(
                "the dump is written in the character set {name}; make it with --default-character-set=utf8mb4"
            )),
        }
    }

    /// Turns the bytes of a string into UTF-8, unless they are for a column of bytes.
    pub(super) fn decode(self, bytes: Vec<u8>, kind: Kind) -> Vec<u8> {
        if self == Self::Utf8 || kind == Kind::Blob || bytes.is_ascii() {
            return bytes;
        }
        let text: String = bytes
            .iter()
            .map(|byte| match byte.checked_sub(0x80) {
                Some(high) => CP1252
                    .get(usize::from(high))
                    .copied()
                    .unwrap_or(char::from(*byte)),
                None => char::from(*byte),
            })
            .collect();
        text.into_bytes()
    }
}
