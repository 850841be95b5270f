//! `if` statements, including those whose condition cannot be evaluated.

use super::WpConfigError;
use super::reader::Reader;
use super::token::Kind;

impl Reader<'_> {
    /// `if`, `elseif`, `else`, with braces, single statements or colons.
    pub(super) fn if_statement(&mut self, end: usize) -> Result<(), WpConfigError> {
        self.at += 1;
        let mut condition = self.condition()?;
        // Whether an earlier branch has run; `None` when that is not known.
        let mut taken = Some(false);
        loop {
            let runs = match taken {
                Some(true) => Some(false),
                Some(false) => condition,
                None => condition.filter(|c| !c),
            };
            self.branch(runs, end)?;
            if self.stopped {
                return Ok(());
            }
            taken = match (taken, runs) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (None, _) | (_, None) => None,
                _ => Some(false),
            };
            let next = self.word();
            let is_else_if = next.as_deref() == Some("else")
                && matches!(self.kind(1), Some(Kind::Word(w)) if w.eq_ignore_ascii_case("if"));
            match next.as_deref() {
                Some("elseif" | "else") => self.at += 1 + usize::from(is_else_if),
                Some("endif") => {
                    self.at += 1;
                    return Ok(());
                }
                _ => return Ok(()),
            }
            condition = if is_else_if || next.as_deref() == Some("elseif") {
                self.condition()?
            } else {
                Some(true)
            };
        }
    }

    /// The condition in parentheses at hand; `None` when it cannot be decided.
    fn condition(&mut self) -> Result<Option<bool>, WpConfigError> {
        let Some(close) = self.closer().filter(|_| self.is_op("(")) else {
            return Err(WpConfigError::new(self.line(), "a condition is missing"));
        };
        self.at += 1;
        let value = self.expression(true)?;
        let whole = self.at == close;
        self.at = close + 1;
        Ok(value.ok().filter(|_| whole).and_then(|v| v.truth()))
    }

    /// One branch of an `if`: run, skipped, or its effects undone when the condition is unknown.
    fn branch(&mut self, runs: Option<bool>, end: usize) -> Result<(), WpConfigError> {
        let colon = self.take_op(":");
        let from = self.at;
        match (runs, colon) {
            (Some(true), true) => return self.colon_branch(end),
            (Some(true), false) => return self.statement(end),
            (_, true) => self.skip_colon_branch(end),
            (_, false) => self.skip_statement(end),
        }
        if runs.is_none() {
            self.forget(
                from,
                self.at,
                "it depends on the visitor's request or on PHP",
            );
        }
        Ok(())
    }

    fn colon_branch(&mut self, end: usize) -> Result<(), WpConfigError> {
        while self.at < end && !self.stopped && !self.ends_colon_branch() {
            let before = self.at;
            self.statement(end)?;
            self.at = self.at.max(before + usize::from(self.at == before));
        }
        Ok(())
    }

    pub(super) fn ends_colon_branch(&self) -> bool {
        matches!(
            self.word().as_deref(),
            Some("elseif" | "else" | "endif" | "endwhile" | "endfor" | "endforeach" | "endswitch")
        )
    }
}
