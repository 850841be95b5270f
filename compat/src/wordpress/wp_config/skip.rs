//! Skips code that does not run or is not supported.

use super::reader::Reader;
use super::token::Kind;
use super::value::Value;

impl Reader<'_> {
    pub(super) fn skip_colon_branch(&mut self, end: usize) {
        while self.at < end && !self.ends_colon_branch() {
            let before = self.at;
            self.skip_statement(end);
            self.at = self.at.max(before + usize::from(self.at == before));
        }
    }

    pub(super) fn skip_to_semicolon(&mut self, end: usize) {
        while self.at < end && !self.is_op(";") {
            self.at = self.closer().map_or(self.at, |i| i.max(self.at)) + 1;
        }
        self.at = self.at.min(end);
        self.take_op(";");
    }

    /// Up to and over the block of a function or class.
    pub(super) fn skip_declaration(&mut self, end: usize) {
        while self.at < end && !self.is_op(";") {
            let is_block = self.is_op("{");
            self.at = self.closer().map_or(self.at, |i| i.max(self.at)) + 1;
            if is_block {
                return;
            }
        }
    }

    /// Over one statement, whatever it is. Iterative: chains of `if (a) if (b) …` may be long.
    pub(super) fn skip_statement(&mut self, end: usize) {
        // How many `if`s an `else` may still belong to.
        let mut ifs = 0usize;
        while self.at < end {
            match self.word().as_deref() {
                Some(
                    word @ ("if" | "elseif" | "while" | "for" | "foreach" | "switch" | "catch"),
                ) => {
                    ifs += usize::from(word == "if");
                    self.at += 1;
                    if self.is_op("(") {
                        self.at = self.closer().map_or(end, |i| i + 1);
                    }
                    if self.take_op(":") {
                        self.skip_colon_block(end);
                        return;
                    }
                    continue;
                }
                Some("else" | "do" | "try" | "finally") => {
                    self.at += 1;
                    continue;
                }
                Some("function" | "class" | "trait" | "interface" | "abstract" | "final") => {
                    self.skip_declaration(end);
                }
                _ if self.is_op("{") => self.at = self.closer().map_or(end, |i| i + 1),
                _ => self.skip_to_semicolon(end),
            }
            match self.word().as_deref() {
                Some("elseif") if ifs > 0 => {}
                Some("else") if ifs > 0 => ifs -= 1,
                _ => return,
            }
        }
    }

    /// Over the rest of `if …:` up to its `endif`, nested ones included.
    fn skip_colon_block(&mut self, end: usize) {
        let mut open = 1usize;
        while self.at < end && open > 0 {
            match self.word().as_deref() {
                Some("endif" | "endwhile" | "endfor" | "endforeach" | "endswitch") => open -= 1,
                Some("if" | "while" | "for" | "foreach" | "switch") => {
                    self.at += 1;
                    let close = self.closer().unwrap_or(self.at);
                    self.at = close.max(self.at);
                    let colon = self.tokens.get(self.at + 1).map(|t| &t.kind);
                    open += usize::from(colon == Some(&Kind::Op(":")));
                }
                _ => self.at = self.closer().map_or(self.at, |i| i.max(self.at)),
            }
            self.at += 1;
        }
        self.at = self.at.min(end);
    }

    /// Takes back what is known of everything that a stretch of code may set.
    pub(super) fn forget(&mut self, from: usize, to: usize, reason: &str) {
        for i in from..to {
            let kind = |offset: usize| self.tokens.get(i + offset).map(|t| &t.kind);
            let line = self.tokens.get(i).map_or(0, |t| t.line);
            match (kind(0), kind(1), kind(2)) {
                (Some(Kind::Word(word)), Some(Kind::Op("(")), Some(Kind::Text(name)))
                    if word.eq_ignore_ascii_case("define") =>
                {
                    let name = name.clone();
                    if !self.config.constants.contains_key(&name) {
                        self.report(&name, line, reason);
                    }
                }
                (Some(Kind::Variable(name)), Some(Kind::Op("=" | ".=" | "??=")), _) => {
                    let name = name.clone();
                    self.assign(&name, Value::unknown(reason), line);
                }
                _ => {}
            }
        }
    }
}
