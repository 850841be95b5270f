//! Splits a dump into statements while reading, in bounded memory.
//!
//! Handles MySQL's quotes, escapes and comments, and the client's `DELIMITER` command. A long `INSERT` is returned in
//! parts of whole rows, so that memory does not grow with it.

use std::io::{self, Read};

use super::window::{READ, Stop, Window};

/// Rows of an `INSERT` are handed out when this much has gathered.
const PART: usize = 512 * 1024;
/// The longest single statement, or single row of an `INSERT`: MySQL's own limit for a packet is 1 GB, its default 16
/// or 64 MB.
const LONGEST: usize = 256 * 1024 * 1024;

/// A part of a dump.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Piece {
    /// The line on which it begins, counted from 1.
    pub(super) line: u64,
    pub(super) content: Content,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Content {
    /// A statement without its delimiter.
    Statement(Vec<u8>),
    /// Rows of an `INSERT` or `REPLACE`: the text up to and with `VALUES`, and some of the rows.
    Rows {
        /// Up to and with `VALUES`.
        head: Vec<u8>,
        /// `(...),(...)`
        rows: Vec<u8>,
    },
}

/// A dump that cannot be split.
#[derive(Debug)]
pub(super) enum Broken {
    Read(io::Error),
    /// Line and reason.
    Text(u64, String),
}

/// Reads pieces one after the other.
pub(super) struct Splitter<R> {
    window: Window<R>,
    /// The line on which the text that is not handed out begins.
    line: u64,
    delimiter: Vec<u8>,
    /// The head of an `INSERT` of which rows were handed out already.
    head: Option<Vec<u8>>,
}

/// An `INSERT` that is being read.
#[derive(Clone, Copy)]
struct Insert {
    /// Where the rows begin, relative to the start of the statement.
    rows: usize,
    /// The end of the last whole row.
    whole: usize,
}

impl<R: Read> Splitter<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            window: Window::new(input, LONGEST),
            line: 1,
            delimiter: b";".to_vec(),
            head: None,
        }
    }

    /// The next piece, or nothing at the end.
    pub(super) fn next(&mut self) -> Result<Option<Piece>, Broken> {
        loop {
            let goes_on = self.head.is_some();
            if !goes_on {
                self.skip_blank()?;
                while self.take_delimiter_command()? {
                    self.skip_blank()?;
                }
                if self.byte(0)?.is_none() {
                    return Ok(None);
                }
            }
            let piece = self.statement()?;
            let nothing = match &piece.content {
                // The part before held the last row already.
                Content::Rows { rows, .. } => goes_on && rows.trim_ascii().is_empty(),
                Content::Statement(text) => text.trim_ascii().is_empty(),
            };
            if !nothing {
                return Ok(Some(piece));
            }
        }
    }

    fn byte(&mut self, ahead: usize) -> Result<Option<u8>, Broken> {
        let byte = self.window.byte(ahead);
        byte.map_err(|stop| self.stopped(stop))
    }

    fn starts_with(&mut self, text: &[u8]) -> Result<bool, Broken> {
        let found = self.window.starts_with(text);
        found.map_err(|stop| self.stopped(stop))
    }

    fn stopped(&self, stop: Stop) -> Broken {
        match stop {
            Stop::Read(error) => Broken::Read(error),
            Stop::TooLong => self.broken("a statement or row is longer than 256 MB"),
        }
    }

    fn broken(&self, reason: &str) -> Broken {
        Broken::Text(self.line, reason.to_owned())
    }

    /// Counts the text up to the place as handed out.
    fn drop_before(&mut self) {
        self.line += lines(self.window.taken());
        self.window.drop_taken();
    }

    /// Skips white space and plain comments between statements. Conditional comments belong to a statement, except one
    /// for a version that no server has, MariaDB's mark of a sandboxed dump.
    fn skip_blank(&mut self) -> Result<(), Broken> {
        loop {
            match self.byte(0)? {
                Some(b) if b.is_ascii_whitespace() || b == 0x0b => self.window.at += 1,
                // A mark of UTF-8 at the start of the file.
                Some(0xef) if self.starts_with(b"\xef\xbb\xbf")? => self.window.at += 3,
                Some(b'#') => self.skip_line()?,
                Some(b'-') if self.line_comment()? => self.skip_line()?,
                Some(b'/')
                    if self.starts_with(b"/*")?
                        && (!self.conditional()? || self.starts_with(b"/*M!999999")?) =>
                {
                    self.skip_comment()?;
                }
                _ => {
                    self.drop_before();
                    return Ok(());
                }
            }
            if self.window.taken().len() > READ {
                self.drop_before();
            }
        }
    }

    fn conditional(&mut self) -> Result<bool, Broken> {
        Ok(self.starts_with(b"/*!")? || self.starts_with(b"/*M!")?)
    }

    /// Two dashes open a comment only before white space.
    fn line_comment(&mut self) -> Result<bool, Broken> {
        Ok(self.byte(1)? == Some(b'-') && self.byte(2)?.is_none_or(|b| b <= b' '))
    }

    fn skip_line(&mut self) -> Result<(), Broken> {
        while self.byte(0)?.is_some_and(|b| b != b'\n') {
            let rest = self.window.rest();
            self.window.at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        }
        Ok(())
    }

    fn skip_comment(&mut self) -> Result<(), Broken> {
        self.window.at += 2;
        loop {
            if self.byte(1)?.is_none() {
                return Err(self.broken("the file ends inside a comment"));
            }
            let rest = self.window.rest();
            if let Some(end) = memchr::memmem::find(rest, b"*/") {
                self.window.at += end + 2;
                return Ok(());
            }
            self.window.at += rest.len() - 1;
        }
    }

    fn take_delimiter_command(&mut self) -> Result<bool, Broken> {
        if !self.starts_with(b"DELIMITER")? || !matches!(self.byte(9)?, Some(b' ' | b'\t')) {
            return Ok(false);
        }
        self.drop_before();
        self.skip_line()?;
        let word = self.window.taken().get(9..).unwrap_or(&[]);
        let word = word.trim_ascii().to_vec();
        if word.is_empty() || word.len() > 16 {
            return Err(self.broken("DELIMITER without a delimiter"));
        }
        self.delimiter = word;
        self.drop_before();
        Ok(true)
    }

    /// Reads one statement, or the next part of an `INSERT`.
    fn statement(&mut self) -> Result<Piece, Broken> {
        let mut insert = self.head.is_some().then_some(Insert { rows: 0, whole: 0 });
        let may_insert =
            insert.is_none() && (self.starts_with(b"INSERT")? || self.starts_with(b"REPLACE")?);
        let mut depth = 0_usize;
        loop {
            let Some(byte) = self.byte(0)? else {
                return self.last_statement(depth, insert);
            };
            if self.at_delimiter(byte)? {
                return Ok(self.end_statement(insert));
            }
            match byte {
                b'\'' | b'"' | b'`' => self.skip_quoted(byte)?,
                b'#' => self.skip_line()?,
                b'-' if self.line_comment()? => self.skip_line()?,
                b'/' if self.byte(1)? == Some(b'*') && !self.conditional()? => {
                    self.skip_comment()?;
                }
                b'(' => {
                    depth += 1;
                    self.window.at += 1;
                }
                b')' => {
                    depth = depth.saturating_sub(1);
                    self.window.at += 1;
                    if let (0, Some(insert)) = (depth, insert.as_mut()) {
                        insert.whole = self.window.taken().len();
                        if insert.whole - insert.rows > PART {
                            return Ok(self.part(*insert));
                        }
                    }
                }
                b'V' | b'v' if may_insert && depth == 0 && insert.is_none() => {
                    insert = self.values()?;
                }
                _ if byte.is_ascii_alphanumeric() || byte == b'_' => self.skip_word()?,
                _ => self.window.at += 1,
            }
        }
    }

    fn at_delimiter(&mut self, byte: u8) -> Result<bool, Broken> {
        if self.delimiter.first() != Some(&byte) {
            return Ok(false);
        }
        if self.delimiter.len() == 1 {
            return Ok(true);
        }
        let delimiter = self.delimiter.clone();
        self.starts_with(&delimiter)
    }

    fn skip_word(&mut self) -> Result<(), Broken> {
        while self
            .byte(0)?
            .is_some_and(|b| b.is_ascii_alphanumeric() || b == b'_')
        {
            self.window.at += 1;
        }
        Ok(())
    }

    /// The keyword before the rows.
    fn values(&mut self) -> Result<Option<Insert>, Broken> {
        // Counted from the start of the statement: reading on may move the text.
        let from = self.window.taken().len();
        self.skip_word()?;
        let rows = self.window.taken().len();
        let word = self.window.taken().get(from..).unwrap_or(&[]);
        let found = word.eq_ignore_ascii_case(b"VALUES") || word.eq_ignore_ascii_case(b"VALUE");
        Ok(found.then_some(Insert { rows, whole: rows }))
    }

    fn skip_quoted(&mut self, quote: u8) -> Result<(), Broken> {
        let from = self.window.taken().len();
        self.window.at += 1;
        loop {
            if self.byte(0)?.is_none() {
                let before = self.window.taken().get(..from).unwrap_or(&[]);
                return Err(Broken::Text(
                    self.line + lines(before),
                    "the file ends inside a string that begins here".to_owned(),
                ));
            }
            let rest = self.window.rest();
            // A backslash means itself in a name.
            let end = if quote == b'`' {
                memchr::memchr(quote, rest)
            } else {
                memchr::memchr2(quote, b'\\', rest)
            };
            match end {
                None => self.window.at += rest.len(),
                Some(end) if rest.get(end) == Some(&quote) => {
                    // A doubled quote begins the next string at once: for splitting, that is the same.
                    self.window.at += end + 1;
                    return Ok(());
                }
                Some(end) => {
                    self.window.at += end + 1;
                    if self.byte(0)?.is_some() {
                        self.window.at += 1;
                    }
                }
            }
        }
    }

    /// Hands out the whole rows that were read; the statement goes on.
    fn part(&mut self, insert: Insert) -> Piece {
        let text = self.window.taken();
        let head = match self.head.take() {
            Some(head) => head,
            None => text.get(..insert.rows).unwrap_or(&[]).to_vec(),
        };
        let rows = text.get(insert.rows..insert.whole).unwrap_or(&[]);
        let piece = Piece {
            line: self.line + lines(text.get(..insert.rows).unwrap_or(&[])),
            content: Content::Rows {
                head: head.clone(),
                rows: strip_comma(rows),
            },
        };
        self.head = Some(head);
        self.drop_before();
        piece
    }

    fn end_statement(&mut self, insert: Option<Insert>) -> Piece {
        let piece = self.take_rest(insert);
        self.window.skip(self.delimiter.len());
        self.drop_before();
        piece
    }

    fn take_rest(&mut self, insert: Option<Insert>) -> Piece {
        let text = self.window.taken();
        match (insert, self.head.take()) {
            (Some(insert), head) => {
                let before = text.get(..insert.rows).unwrap_or(&[]);
                Piece {
                    line: self.line + lines(before),
                    content: Content::Rows {
                        head: head.unwrap_or_else(|| before.to_vec()),
                        rows: strip_comma(text.get(insert.rows..).unwrap_or(&[])),
                    },
                }
            }
            (None, _) => Piece {
                line: self.line,
                content: Content::Statement(text.to_vec()),
            },
        }
    }

    /// The file may end without a delimiter, but not inside parentheses.
    fn last_statement(&mut self, depth: usize, insert: Option<Insert>) -> Result<Piece, Broken> {
        if depth > 0 || self.head.is_some() {
            return Err(self.broken("the file ends inside the statement that begins here"));
        }
        let piece = self.take_rest(insert);
        self.drop_before();
        Ok(piece)
    }
}

fn lines(text: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', text)
        .count()
        .try_into()
        .unwrap_or(u64::MAX)
}

/// A later part of an `INSERT` begins with the comma after the row before.
fn strip_comma(rows: &[u8]) -> Vec<u8> {
    let trimmed = rows.trim_ascii_start();
    match trimmed.strip_prefix(b",") {
        // Line breaks are kept, so that lines inside the part can be counted.
        Some(rest) => {
            let blank = rows.len() - trimmed.len();
            [rows.get(..blank).unwrap_or(&[]), rest].concat()
        }
        None => rows.to_vec(),
    }
}

#[cfg(test)]
#[path = "splitter_tests.rs"]
mod tests;
