//! Reviews in a file: a JSON list (or the service's own answer), or a table with commas. Contract "reviews-widget",
//! section 2 ("Import").
//!
//! Fields as in section 1.1: `author_name`, `rating` and `time` are needed; a time is a number or a date.

use crate::wordpress::column::text_at;
use crate::wordpress::php::json::json_decode_assoc;
use crate::wordpress::php::{Array, Value};

/// Why a file is not taken.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// Neither a list nor an object that holds one.
    #[error("the file holds no list of reviews: {0}")]
    NoList(String),
    /// A table without a line of names.
    #[error("the first line names no column `author_name`, `rating` or `time`")]
    NoColumns,
    /// An entry that is no review.
    #[error("review {number}: {reason}")]
    Review {
        /// Its number, from 1.
        number: usize,
        /// What is wrong.
        reason: String,
    },
}

/// Reads the reviews of a file; it is JSON when it begins as such.
///
/// # Errors
/// When the file or one of its reviews cannot be read; then none is taken.
pub fn read(bytes: &[u8]) -> Result<Vec<Value>, ImportError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let first = bytes.iter().find(|b| !b.is_ascii_whitespace());
    let entries = match first {
        Some(b'[' | b'{') => json(bytes)?,
        _ => table(&String::from_utf8_lossy(bytes))?,
    };
    let reviews = entries.into_iter().enumerate();
    reviews
        .map(|(at, entry)| {
            review(&entry).map_err(|reason| ImportError::Review {
                number: at + 1,
                reason,
            })
        })
        .collect()
}

fn json(bytes: &[u8]) -> Result<Vec<Value>, ImportError> {
    let value = json_decode_assoc(bytes).map_err(|e| ImportError::NoList(e.to_string()))?;
    let inner = [
        value.at("result").at("reviews"),
        value.at("reviews"),
        &value,
    ];
    let list = inner.into_iter().find(|list| !list.is_empty());
    let entries: Vec<Value> = list.unwrap_or(&value).values().cloned().collect();
    match entries.iter().any(|entry| entry.as_array().is_none()) {
        true => Err(ImportError::NoList("an entry is no object".to_owned())),
        false => Ok(entries),
    }
}

fn table(text: &str) -> Result<Vec<Value>, ImportError> {
    let head = text.lines().next().unwrap_or_default();
    let separator = [',', ';', '\t']
        .into_iter()
        .max_by_key(|s| head.matches(*s).count())
        .unwrap_or(',');
    let mut rows = rows(text, separator).into_iter();
    let names: Vec<String> = rows.next().unwrap_or_default();
    let names: Vec<String> = names
        .iter()
        .map(|n| n.trim().to_ascii_lowercase())
        .collect();
    if !["author_name", "rating", "time"]
        .iter()
        .all(|need| names.iter().any(|n| n == need))
    {
        return Err(ImportError::NoColumns);
    }
    let entry = |cells: Vec<String>| {
        let mut fields = Array::new();
        for (name, cell) in names.iter().zip(cells) {
            if !cell.is_empty() {
                fields.insert(name.as_str(), cell);
            }
        }
        Value::from(fields)
    };
    let is_filled = |cells: &Vec<String>| cells.iter().any(|cell| !cell.trim().is_empty());
    Ok(rows.filter(is_filled).map(entry).collect())
}

/// The cells of a table; quoted ones may hold separators, line breaks and doubled quotes.
fn rows(text: &str, separator: char) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let (mut row, mut cell, mut is_quoted) = (Vec::new(), String::new(), false);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if is_quoted && chars.peek() == Some(&'"') => {
                chars.next();
                cell.push('"');
            }
            '"' if is_quoted => is_quoted = false,
            '"' if cell.is_empty() => is_quoted = true,
            '\r' if !is_quoted && chars.peek() == Some(&'\n') => {}
            '\n' if !is_quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            c if c == separator && !is_quoted => row.push(std::mem::take(&mut cell)),
            c => cell.push(c),
        }
    }
    if !cell.is_empty() || !row.is_empty() {
        row.push(cell);
        rows.push(row);
    }
    rows
}

/// A review with its numbers as numbers.
fn review(entry: &Value) -> Result<Value, String> {
    let mut entry = entry.clone();
    if text_at(&entry, "author_name").trim().is_empty() {
        return Err("author_name is missing".to_owned());
    }
    let rating = entry.at("rating").to_int();
    if !(1..=5).contains(&rating) {
        return Err(format!(
            "rating is {:?}; allowed are 1 to 5",
            text_at(&entry, "rating")
        ));
    }
    let written = entry.at("time").to_string_lossy().into_owned();
    let time = time(&written).ok_or_else(|| {
        format!("time is {written:?}; write seconds since 1970, or a date such as 2026-11-21")
    })?;
    let fields = entry.make_array();
    fields.insert("rating", rating);
    fields.insert("time", time);
    Ok(entry)
}

fn time(text: &str) -> Option<i64> {
    let text = text.trim();
    if let Ok(seconds) = text.parse() {
        return Some(seconds);
    }
    if let Ok(instant) = text.parse::<jiff::Timestamp>() {
        return Some(instant.as_second());
    }
    let local: jiff::civil::DateTime = text.parse().ok()?;
    let zoned = local.to_zoned(jiff::tz::TimeZone::UTC).ok()?;
    Some(zoned.timestamp().as_second())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn json_and_tables_say_the_same() {
        let json =
            r#"[{"author_name":"Ana","rating":5,"time":1795219200,"text":"Bien, \"muy\" bien"}]"#;
        let csv =
            "author_name;rating;time;text\r\nAna;5;2026-11-21;\"Bien, \"\"muy\"\" bien\"\r\n\r\n";
        let (json, csv) = (
            read(json.as_bytes()).unwrap(),
            read(csv.as_bytes()).unwrap(),
        );
        for name in ["author_name", "rating", "time", "text"] {
            assert_eq!(text_at(&json[0], name), text_at(&csv[0], name), "{name}");
        }
        let answer = r#"{"status":"OK","result":{"reviews":[{"author_name":"A","rating":1,"time":"2026-01-01T10:00:00Z"}]}}"#;
        assert_eq!(read(answer.as_bytes()).unwrap().len(), 1);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = read(
            br#"[{"author_name":"A","rating":5,"time":1},{"author_name":"B","rating":7,"time":1}]"#,
        );
        let message = error.unwrap_err().to_string();
        assert!(message.starts_with("review 2: rating"), "{message}");
        assert_eq!(read(b"a,b\n1,2"), Err(ImportError::NoColumns));
        assert!(matches!(read(b"[1"), Err(ImportError::NoList(_))));
    }

    proptest! {
        #[test]
        fn any_file_is_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200), head in "|\\[|author_name,rating,time\n") {
            let mut file = head.into_bytes();
            file.extend(bytes);
            let _ = read(&file);
        }
    }
}
