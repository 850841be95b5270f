//! Spans of statements, below that of the request that they are for. Names of attributes are those of OpenTelemetry's
//! conventions for databases. Neither values nor the text of a statement are in it: its operation and its first table.
//!
//! Nothing is made while nobody collects spans, nor for what no request waits for (polls, jobs, groups of forms).

use crate::trace::SPANS;
use tracing::field::Empty;
use tracing::{Level, Span};

use super::error::DbError;
use super::work::Work;

/// The span of what is done on a connection; a disabled one outside of a traced request.
pub(super) fn of(work: &Work, is_sqlite: bool) -> Span {
    if !tracing::span_enabled!(target: SPANS, Level::INFO) || Span::current().is_disabled() {
        return Span::none();
    }
    let (operation, table) = named(work.text());
    let name = format!("{operation} {table}");
    tracing::info_span!(
        target: SPANS,
        "statement",
        otel.kind = "client",
        otel.name = name.trim_end(),
        otel.status_code = Empty,
        db.system = if is_sqlite { "sqlite" } else { "mysql" },
        db.operation.name = operation,
        db.collection.name = table,
        "error.type" = Empty,
    )
}

/// Notes how it ended.
pub(super) fn ended<T>(span: &Span, result: &Result<T, DbError>) {
    if let Err(error) = result
        && !span.is_disabled()
    {
        span.record("otel.status_code", "ERROR");
        span.record("error.type", tracing::field::debug(error.kind()));
    }
}

/// The first word of a statement in capitals, and the first table that it names; empty: none.
fn named(text: &str) -> (String, &str) {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut words = text
        .split(|c: char| !is_part(c))
        .filter(|word| !word.is_empty());
    let operation = words.next().unwrap_or_default().to_ascii_uppercase();
    if operation == "UPDATE" {
        return (operation, words.next().unwrap_or_default());
    }
    let is_before = |word: &&str| {
        ["FROM", "INTO"]
            .iter()
            .any(|w| word.eq_ignore_ascii_case(w))
    };
    let table = words.find(is_before).and_then(|_| words.next());
    (operation, table.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_have_names_without_values() {
        for (text, operation, table) in [
            (
                "SELECT a FROM wp_posts p WHERE b = 'from x'",
                "SELECT",
                "wp_posts",
            ),
            ("insert into wp_a (b) values (?)", "INSERT", "wp_a"),
            ("UPDATE wp_options SET x = ?", "UPDATE", "wp_options"),
            ("DELETE FROM `wp_b` WHERE c = ?", "DELETE", "wp_b"),
            ("COMMIT", "COMMIT", ""),
            ("SELECT LAST_INSERT_ID()", "SELECT", ""),
            ("", "", ""),
        ] {
            assert_eq!(named(text), (operation.to_owned(), table), "{text}");
        }
    }
}
