//! Words, names and literals of one MySQL statement.
//!
//! Comments count as white space; what stands in a conditional comment (`/*!50003 ... */`, `/*M!100616 ... */`) counts
//! as text, except for version 999999, which no server has.

/// One token of a statement.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::wordpress::db) enum Token {
    /// A keyword, an unquoted name, a variable.
    Word(Vec<u8>),
    /// A name in backticks.
    Name(Vec<u8>),
    /// A string literal, escapes resolved.
    Text(Vec<u8>),
    /// `0x...` or `x'...'`.
    Hex(Vec<u8>),
    /// `b'...'`.
    Bits(Vec<u8>),
    /// A number as written, without its sign.
    Number(Vec<u8>),
    /// Any other character.
    Sign(u8),
}

impl Token {
    /// Yes if this is the keyword `word`, given in capitals.
    pub(in crate::wordpress::db) fn is(&self, word: &str) -> bool {
        matches!(self, Self::Word(found) if found.eq_ignore_ascii_case(word.as_bytes()))
    }

    /// The text of a name, quoted or not.
    pub(in crate::wordpress::db) fn name(&self) -> Option<String> {
        match self {
            Self::Word(bytes) | Self::Name(bytes) => {
                Some(String::from_utf8_lossy(bytes).into_owned())
            }
            _ => None,
        }
    }
}

/// Reads tokens one after the other.
pub(in crate::wordpress::db) struct Lexer<'s> {
    source: &'s [u8],
    at: usize,
}

impl<'s> Lexer<'s> {
    pub(in crate::wordpress::db) fn new(source: &'s [u8]) -> Self {
        Self { source, at: 0 }
    }

    /// Where the next token is looked for.
    pub(in crate::wordpress::db) fn position(&self) -> usize {
        self.at
    }

    /// All tokens with their places, or the place and reason of a fault.
    pub(in crate::wordpress::db) fn all(
        source: &'s [u8],
    ) -> Result<Vec<(Token, std::ops::Range<usize>)>, LexError> {
        let mut lexer = Self::new(source);
        let mut tokens = Vec::new();
        while let Some(found) = lexer.next_with_place()? {
            tokens.push(found);
        }
        Ok(tokens)
    }

    /// The next token, or nothing at the end.
    pub(in crate::wordpress::db) fn next(&mut self) -> Result<Option<Token>, LexError> {
        Ok(self.next_with_place()?.map(|(token, _)| token))
    }

    fn next_with_place(&mut self) -> Result<Option<(Token, std::ops::Range<usize>)>, LexError> {
        self.skip_blank()?;
        let from = self.at;
        let Some(byte) = self.peek(0) else {
            return Ok(None);
        };
        let token = match byte {
            b'\'' | b'"' => Token::Text(self.text(byte)?),
            b'`' => Token::Name(self.backticks()?),
            b'0'..=b'9' => self.number()?,
            b'.' if matches!(self.peek(1), Some(b'0'..=b'9')) => self.number()?,
            b'x' | b'X' | b'b' | b'B' if self.peek(1) == Some(b'\'') => self.quoted_digits(byte)?,
            b'n' | b'N' if self.peek(1) == Some(b'\'') => {
                self.at += 1;
                Token::Text(self.text(b'\'')?)
            }
            _ if is_word(byte) || byte == b'@' => Token::Word(self.word()),
            _ => {
                self.at += 1;
                Token::Sign(byte)
            }
        };
        Ok(Some((token, from..self.at)))
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.source.get(self.at + ahead).copied()
    }

    fn rest(&self) -> &'s [u8] {
        self.source.get(self.at..).unwrap_or(&[])
    }

    fn fault(&self, reason: &str) -> LexError {
        LexError {
            at: self.at.min(self.source.len()),
            reason: reason.to_owned(),
        }
    }

    fn skip_blank(&mut self) -> Result<(), LexError> {
        loop {
            let rest = self.rest();
            match rest {
                [b, ..] if b.is_ascii_whitespace() || *b == 0x0b => self.at += 1,
                [b'#', ..] => self.skip_line(),
                [b'-', b'-'] => self.at += 2,
                [b'-', b'-', b, ..] if *b <= b' ' => self.skip_line(),
                [b'*', b'/', ..] => self.at += 2,
                [b'/', b'*', ..] => match condition(rest) {
                    Some(length) => self.at += length,
                    None => {
                        let end = memchr::memmem::find(rest.get(2..).unwrap_or(&[]), b"*/")
                            .ok_or_else(|| self.fault("a comment does not end"))?;
                        self.at += end + 4;
                    }
                },
                _ => return Ok(()),
            }
        }
    }

    fn skip_line(&mut self) {
        self.at += memchr::memchr(b'\n', self.rest()).unwrap_or(self.rest().len());
    }

    fn word(&mut self) -> Vec<u8> {
        let rest = self.rest();
        let length = rest
            .iter()
            .position(|b| !(is_word(*b) || *b == b'@'))
            .unwrap_or(rest.len());
        self.at += length;
        rest.get(..length).unwrap_or(&[]).to_vec()
    }

    fn backticks(&mut self) -> Result<Vec<u8>, LexError> {
        let mut name = Vec::new();
        self.at += 1;
        loop {
            let rest = self.rest();
            let end = memchr::memchr(b'`', rest)
                .ok_or_else(|| self.fault("a name in backticks does not end"))?;
            name.extend_from_slice(rest.get(..end).unwrap_or(&[]));
            self.at += end + 1;
            if self.peek(0) != Some(b'`') {
                return Ok(name);
            }
            name.push(b'`');
            self.at += 1;
        }
    }

    /// A string literal and those that follow it directly, which MySQL joins.
    fn text(&mut self, quote: u8) -> Result<Vec<u8>, LexError> {
        let mut text = Vec::new();
        self.at += 1;
        loop {
            let rest = self.rest();
            let end = memchr::memchr2(quote, b'\\', rest)
                .ok_or_else(|| self.fault("a string does not end"))?;
            text.extend_from_slice(rest.get(..end).unwrap_or(&[]));
            self.at += end;
            if self.peek(0) == Some(b'\\') {
                let escaped = self
                    .peek(1)
                    .ok_or_else(|| self.fault("a string does not end"))?;
                push_escaped(&mut text, escaped);
                self.at += 2;
            } else if self.peek(1) == Some(quote) {
                text.push(quote);
                self.at += 2;
            } else {
                self.at += 1;
                return Ok(text);
            }
        }
    }

    fn number(&mut self) -> Result<Token, LexError> {
        let rest = self.rest();
        if let [b'0', b'x' | b'X', digits @ ..] = rest
            && digits.first().is_some_and(u8::is_ascii_hexdigit)
        {
            let length = digits
                .iter()
                .position(|b| !b.is_ascii_hexdigit())
                .unwrap_or(digits.len());
            let bytes = unhex(digits.get(..length).unwrap_or(&[]))
                .ok_or_else(|| self.fault("a hexadecimal literal is damaged"))?;
            self.at += 2 + length;
            return Ok(Token::Hex(bytes));
        }
        let mut length = 0;
        while let Some(byte) = rest.get(length) {
            let after_exponent = length > 0
                && matches!(rest.get(length - 1), Some(b'e' | b'E'))
                && matches!(byte, b'+' | b'-');
            if !(is_word(*byte) || *byte == b'.' || after_exponent) {
                break;
            }
            length += 1;
        }
        let number = rest.get(..length).unwrap_or(&[]);
        self.at += length;
        // A name may begin with digits, as a table of a site with the prefix `4g_`.
        if number
            .iter()
            .all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E' | b'+' | b'-'))
        {
            Ok(Token::Number(number.to_vec()))
        } else {
            Ok(Token::Word(number.to_vec()))
        }
    }

    fn quoted_digits(&mut self, kind: u8) -> Result<Token, LexError> {
        let rest = self.rest().get(2..).unwrap_or(&[]);
        let length =
            memchr::memchr(b'\'', rest).ok_or_else(|| self.fault("a literal does not end"))?;
        let digits = rest.get(..length).unwrap_or(&[]);
        let token = if kind.eq_ignore_ascii_case(&b'x') {
            unhex(digits).map(Token::Hex)
        } else {
            unbits(digits).map(Token::Bits)
        };
        let token = token.ok_or_else(|| self.fault("a literal has wrong digits"))?;
        self.at += length + 3;
        Ok(token)
    }
}

/// What is wrong with a statement, and where.
#[derive(Debug)]
pub(in crate::wordpress::db) struct LexError {
    /// Offset in the statement.
    pub(in crate::wordpress::db) at: usize,
    pub(in crate::wordpress::db) reason: String,
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// The length of the opening of a conditional comment whose content counts.
fn condition(rest: &[u8]) -> Option<usize> {
    let head = match rest {
        [b'/', b'*', b'!', ..] => 3,
        [b'/', b'*', b'M', b'!', ..] => 4,
        _ => return None,
    };
    let digits = rest
        .get(head..)?
        .iter()
        .take(6)
        .take_while(|b| b.is_ascii_digit())
        .count();
    let version = rest.get(head..head + digits)?;
    (version != b"999999").then_some(head + digits)
}

fn push_escaped(text: &mut Vec<u8>, escaped: u8) {
    match escaped {
        b'0' => text.push(0),
        b'b' => text.push(8),
        b'n' => text.push(b'\n'),
        b'r' => text.push(b'\r'),
        b't' => text.push(b'\t'),
        b'Z' => text.push(0x1a),
        // The escapes of LIKE patterns keep their backslash.
        b'%' | b'_' => text.extend([b'\\', escaped]),
        other => text.push(other),
    }
}

fn unhex(digits: &[u8]) -> Option<Vec<u8>> {
    let digit = |byte: &u8| {
        char::from(*byte)
            .to_digit(16)
            .and_then(|d| u8::try_from(d).ok())
    };
    let (first, pairs) = if digits.len() % 2 == 1 {
        (digits.first(), digits.get(1..)?)
    } else {
        (None, digits)
    };
    let mut bytes = Vec::with_capacity(digits.len() / 2 + 1);
    if let Some(first) = first {
        bytes.push(digit(first)?);
    }
    for pair in pairs.chunks_exact(2) {
        if let [high, low] = pair {
            bytes.push(digit(high)? << 4 | digit(low)?);
        }
    }
    Some(bytes)
}

fn unbits(digits: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for group in digits.rchunks(8) {
        let mut byte = 0_u8;
        for digit in group {
            byte = byte << 1
                | match digit {
                    b'0' => 0,
                    b'1' => 1,
                    _ => return None,
                };
        }
        bytes.push(byte);
    }
    bytes.reverse();
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tokens(source: &str) -> Vec<Token> {
        let all = Lexer::all(source.as_bytes()).unwrap();
        all.into_iter().map(|(token, _)| token).collect()
    }

    #[test]
    fn literals_are_read_as_mysql_reads_them() {
        let text = |t: &str| Token::Text(t.as_bytes().to_vec());
        assert_eq!(
            tokens(r"'a\'b''c\n\0\%\_\\\Z\x' "),
            [text("a'b'c\n\0\\%\\_\\\u{1a}x")]
        );
        assert_eq!(tokens(r#""say ""hi""""#), [text("say \"hi\"")]);
        assert_eq!(
            tokens("0xF00d X'0a' b'101' -1.5e+3 .5"),
            [
                Token::Hex(vec![0xf0, 0x0d]),
                Token::Hex(vec![10]),
                Token::Bits(vec![5]),
                Token::Sign(b'-'),
                Token::Number(b"1.5e+3".to_vec()),
                Token::Number(b".5".to_vec()),
            ]
        );
        assert_eq!(tokens("`a``b` 4g_posts").len(), 2);
        assert_eq!(tokens("4g_posts"), [Token::Word(b"4g_posts".to_vec())]);
    }

    #[test]
    fn comments_are_blank_and_conditions_are_text() {
        let word = |t: &str| Token::Word(t.as_bytes().to_vec());
        assert_eq!(
            tokens("/* a */ b -- c\n# d\n/*!40101 e */ f/*M!100616 g*/ --x"),
            [
                word("b"),
                word("e"),
                word("f"),
                word("g"),
                Token::Sign(b'-'),
                Token::Sign(b'-'),
                word("x")
            ]
        );
        assert!(tokens("/*M!999999\\- enable the sandbox mode */ ").is_empty());
        assert!(Lexer::all(b"'abc").is_err());
        assert!(Lexer::all(b"/* abc").is_err());
    }

    proptest! {
        #[test]
        fn never_panics(source in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = Lexer::all(&source);
        }

        #[test]
        fn reads_back_what_was_quoted(text in proptest::collection::vec(any::<u8>(), 0..50)) {
            let mut quoted = vec![b'\''];
            for byte in &text {
                if matches!(byte, b'\'' | b'\\') {
                    quoted.push(b'\\');
                }
                quoted.push(*byte);
            }
            quoted.push(b'\'');
            let all = Lexer::all(&quoted).unwrap();
            prop_assert_eq!(all.into_iter().map(|(t, _)| t).collect::<Vec<_>>(), vec![Token::Text(text)]);
        }
    }
}
