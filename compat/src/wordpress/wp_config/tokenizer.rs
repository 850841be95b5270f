//! Splits PHP source into tokens, as far as a configuration file needs.
//!
//! Comments and text outside `<?php … ?>` disappear. Brackets are matched here, so that whatever the
//! reader does not understand can be stepped over.

use super::WpConfigError;
use super::quoted;
use super::token::{Kind, Part, Token, is_word_start};

/// Longest first.
const OPERATORS: [&str; 55] = [
    "<=>", "===", "!==", "**=", "...", "<<=", ">>=", "??=", "?->", "->", "::", "=>", "==", "!=",
    "<>", "<=", ">=", "&&", "||", "??", ".=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "++",
    "--", "**", "<<", ">>", "#[", "(", ")", "[", "]", "{", "}", ";", ",", ".", "=", "<", ">", "+",
    "-", "*", "/", "%", "!", "?", ":",
];
/// Single characters that carry no meaning for us but must not be lost.
const OTHER_OPERATORS: [&str; 6] = ["@", "&", "|", "^", "~", "$"];

/// Reads a source text and its bracket pairs.
pub(super) struct Tokenizer<'a> {
    source: &'a str,
    at: usize,
    line: usize,
    tokens: Vec<Token>,
    open: Vec<usize>,
}

impl<'a> Tokenizer<'a> {
    /// The tokens of a whole file, which begins outside of PHP.
    pub(super) fn file(source: &'a str) -> Result<Vec<Token>, WpConfigError> {
        let mut tokenizer = Self::new(source);
        tokenizer.skip_html();
        tokenizer.run()
    }

    /// The tokens of code without an opening tag, as `eval` takes it.
    pub(super) fn code(source: &'a str) -> Result<Vec<Token>, WpConfigError> {
        Self::new(source).run()
    }

    fn new(source: &'a str) -> Self {
        Self {
            source,
            at: 0,
            line: 1,
            tokens: Vec::new(),
            open: Vec::new(),
        }
    }

    fn rest(&self) -> &'a str {
        self.source.get(self.at..).unwrap_or("")
    }

    /// Moves on by `bytes`, counting lines.
    fn advance(&mut self, bytes: usize) -> &'a str {
        let start = self.at;
        self.at = start.saturating_add(bytes).min(self.source.len());
        let passed = self.source.get(start..self.at).unwrap_or("");
        self.line += memchr::memchr_iter(b'\n', passed.as_bytes()).count();
        passed
    }

    fn error(&self, line: usize, message: &str) -> WpConfigError {
        WpConfigError::new(line, message)
    }

    fn push(&mut self, kind: Kind, line: usize) {
        self.tokens.push(Token {
            kind,
            line,
            closer: 0,
        });
    }

    fn run(mut self) -> Result<Vec<Token>, WpConfigError> {
        while let Some(first) = self.rest().bytes().next() {
            self.token(first)?;
        }
        match self.open.pop().and_then(|i| self.tokens.get(i)) {
            Some(open) => Err(self.error(open.line, "this bracket is never closed")),
            None => Ok(self.tokens),
        }
    }

    fn token(&mut self, first: u8) -> Result<(), WpConfigError> {
        let (line, rest) = (self.line, self.rest());
        match first {
            b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c => {
                self.advance(1);
            }
            b'/' if rest.starts_with("/*") => match rest.find("*/") {
                Some(end) => {
                    self.advance(end + 2);
                }
                None => return Err(self.error(line, "this comment never ends")),
            },
            b'/' if rest.starts_with("//") => self.line_comment(),
            b'#' if !rest.starts_with("#[") => self.line_comment(),
            b'?' if rest.starts_with("?>") => {
                self.advance(2);
                self.push(Kind::Op(";"), line);
                self.skip_html();
            }
            b'\'' | b'"' | b'`' => self.text(first)?,
            b'<' if rest.starts_with("<<<") => self.heredoc()?,
            b'0'..=b'9' => self.number(),
            b'.' if rest
                .as_bytes()
                .get(1)
                .copied()
                .is_some_and(|b| b.is_ascii_digit()) =>
            {
                self.number()
            }
            b'$' if rest.as_bytes().get(1).copied().is_some_and(is_word_start) => {
                self.advance(1);
                let name = self.word();
                self.push(Kind::Variable(name), line);
            }
            b if is_word_start(b) || b == b'\\' => {
                let name = self.word();
                if !name.is_empty() {
                    self.push(Kind::Word(name), line);
                }
            }
            _ => self.operator()?,
        }
        Ok(())
    }

    /// A name, with the namespaces before it dropped: configuration files call global functions.
    fn word(&mut self) -> String {
        let len = self
            .rest()
            .bytes()
            .position(|b| !(is_word_start(b) || b.is_ascii_digit() || b == b'\\'))
            .unwrap_or(self.rest().len());
        let word = self.advance(len.max(1));
        word.rsplit('\\').next().unwrap_or(word).to_owned()
    }

    fn line_comment(&mut self) {
        let rest = self.rest();
        let line_end = memchr::memchr2(b'\n', b'\r', rest.as_bytes()).unwrap_or(rest.len());
        // A comment also ends before `?>`.
        let text = rest.get(..line_end).unwrap_or(rest);
        self.advance(text.find("?>").unwrap_or(line_end));
    }

    fn skip_html(&mut self) {
        let rest = self.rest();
        let mut from = 0;
        while let Some(found) = rest.get(from..).and_then(|r| r.find("<?")) {
            let tag = from + found;
            let after = rest.get(tag + 2..).unwrap_or("");
            if after
                .get(..3)
                .is_some_and(|t| t.eq_ignore_ascii_case("php"))
            {
                self.advance(tag + 5);
                return;
            }
            if after.starts_with('=') {
                self.advance(tag + 3);
                return;
            }
            from = tag + 2;
        }
        self.advance(rest.len());
    }

    fn text(&mut self, quote: u8) -> Result<(), WpConfigError> {
        let line = self.line;
        let body = self.rest().get(1..).unwrap_or("");
        let Some(len) = quoted::length(body, quote) else {
            return Err(self.error(line, "this text never ends"));
        };
        let body = body.get(..len).unwrap_or("");
        let kind = match quote {
            b'\'' => Kind::Text(quoted::single(body)),
            b'"' => quoted::double(body, b'"'),
            // A shell command; nothing that we could know.
            _ => Kind::Template(vec![Part::Other("`…`".to_owned())]),
        };
        self.advance(len + 2);
        self.push(kind, line);
        Ok(())
    }

    fn heredoc(&mut self) -> Result<(), WpConfigError> {
        let line = self.line;
        let Some(doc) = quoted::heredoc(self.rest()) else {
            return Err(self.error(line, "this heredoc never ends"));
        };
        self.advance(doc.length);
        self.push(doc.kind, line);
        Ok(())
    }

    fn number(&mut self) {
        let line = self.line;
        let is_digit = |b: u8| b.is_ascii_alphanumeric() || b == b'.' || b == b'_';
        let rest = self.rest();
        let len = rest
            .bytes()
            .position(|b| !is_digit(b))
            .unwrap_or(rest.len());
        let text = self.advance(len).replace('_', "").to_ascii_lowercase();
        let radix = |prefix: &str, radix| {
            let digits = text.strip_prefix(prefix)?;
            i64::from_str_radix(digits, radix).ok()
        };
        let octal = || {
            let digits = text.strip_prefix('0')?;
            i64::from_str_radix(digits, 8).ok()
        };
        let int = radix("0x", 16)
            .or_else(|| radix("0b", 2))
            .or_else(|| radix("0o", 8))
            .or_else(octal)
            .or_else(|| text.parse().ok());
        let kind = match int {
            Some(int) => Kind::Int(int),
            None => Kind::Float(text.parse().unwrap_or(f64::NAN)),
        };
        self.push(kind, line);
    }

    fn operator(&mut self) -> Result<(), WpConfigError> {
        let (line, rest) = (self.line, self.rest());
        let op = OPERATORS
            .iter()
            .chain(&OTHER_OPERATORS)
            .find(|op| rest.starts_with(**op));
        let Some(op) = op else {
            // A character that PHP's grammar does not have.
            return Err(self.error(line, "this character has no place in PHP"));
        };
        self.advance(op.len());
        let index = self.tokens.len();
        match *op {
            "(" | "[" | "{" | "#[" => self.open.push(index),
            ")" | "]" | "}" => {
                let open = self.open.pop();
                match open.and_then(|i| self.tokens.get_mut(i)) {
                    Some(open) if pairs(&open.kind, op) => open.closer = index,
                    _ => return Err(self.error(line, "this bracket closes none")),
                }
            }
            _ => {}
        }
        self.push(Kind::Op(op), line);
        Ok(())
    }
}

fn pairs(open: &Kind, close: &str) -> bool {
    matches!(
        (open, close),
        (Kind::Op("("), ")") | (Kind::Op("[" | "#["), "]") | (Kind::Op("{"), "}")
    )
}
