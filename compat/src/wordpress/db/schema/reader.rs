//! Takes the tokens of a data definition one by one.

use std::iter::Peekable;
use std::vec::IntoIter;

use super::lexer::{LexError, Lexer, Token};

type Placed = (Token, std::ops::Range<usize>);

/// Reads a statement that begins with `CREATE TABLE` or `ALTER TABLE`.
pub(super) struct Reader<'s> {
    pub(super) source: &'s [u8],
    tokens: Peekable<IntoIter<Placed>>,
    end: usize,
    /// End of the last token that was taken.
    pub(super) last: usize,
}

impl<'s> Reader<'s> {
    pub(super) fn new(source: &'s [u8]) -> Result<Self, LexError> {
        let tokens = Lexer::all(source)?;
        Ok(Self {
            source,
            end: source.len(),
            tokens: tokens.into_iter().peekable(),
            last: 0,
        })
    }

    pub(super) fn fault(&mut self, reason: impl Into<String>) -> LexError {
        let at = self
            .tokens
            .peek()
            .map_or(self.end, |(_, place)| place.start);
        LexError {
            at,
            reason: reason.into(),
        }
    }

    pub(super) fn next(&mut self) -> Option<Token> {
        let (token, place) = self.tokens.next()?;
        self.last = place.end;
        Some(token)
    }

    pub(super) fn peek(&mut self) -> Option<&Token> {
        self.tokens.peek().map(|(token, _)| token)
    }

    /// Takes the keyword if it comes next.
    pub(super) fn take(&mut self, word: &str) -> bool {
        let found = self.peek().is_some_and(|token| token.is(word));
        if found {
            self.next();
        }
        found
    }

    pub(super) fn take_sign(&mut self, sign: u8) -> bool {
        let found = self.peek() == Some(&Token::Sign(sign));
        if found {
            self.next();
        }
        found
    }

    pub(super) fn expect_sign(&mut self, sign: u8) -> Result<(), LexError> {
        if self.take_sign(sign) {
            Ok(())
        } else {
            Err(self.fault(format!("{:?} expected", char::from(sign))))
        }
    }

    pub(super) fn name(&mut self) -> Result<String, LexError> {
        match self.peek().and_then(Token::name) {
            Some(name) => {
                self.next();
                Ok(name)
            }
            None => Err(self.fault("a name expected")),
        }
    }

    /// `name` or `database.name`: the table and the place of its name.
    pub(super) fn table_name(&mut self) -> Result<(String, std::ops::Range<usize>), LexError> {
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
    pub(super) fn balanced(&mut self) -> Result<String, LexError> {
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
    pub(super) fn skip_item(&mut self) -> Result<(), LexError> {
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
