//! Rows, and how they become values. Reading is lenient, as PHP's is: a `longtext` may hold any bytes, a number may
//! come as text, and NULL reads as the empty value where the caller does not ask for an `Option`.

use std::sync::Arc;

use super::error::DbError;

/// One value of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// SQL NULL.
    Null,
    /// A whole number.
    I64(i64),
    /// A whole number above `i64::MAX`.
    U64(u64),
    /// A number with a fraction.
    F64(f64),
    /// Text, bytes, decimals; and dates, always written `YYYY-MM-DD HH:MM:SS`, zero dates too.
    Bytes(Vec<u8>),
}

/// One row of a result. Columns are read by position or by name.
#[derive(Clone, Debug)]
pub struct Row {
    columns: Arc<[String]>,
    cells: Vec<Cell>,
}

impl Row {
    pub(super) fn new(columns: Arc<[String]>, cells: Vec<Cell>) -> Self {
        Self { columns, cells }
    }

    /// The column names.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// All values in order.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The value at `position`, counted from 0.
    ///
    /// # Errors
    /// When the database fails.
    pub fn at<T: FromCell>(&self, position: usize) -> Result<T, DbError> {
        let cell = self.cells.get(position).ok_or_else(|| {
            DbError::decode(format!(
                "column {position} asked for, {} there",
                self.cells.len()
            ))
        })?;
        T::from_cell(cell).map_err(|reason| {
            let name = self.columns.get(position).map_or("?", String::as_str);
            DbError::decode(format!("column {name}: {reason}"))
        })
    }

    /// The value of the column called `name`.
    ///
    /// # Errors
    /// When the database fails.
    pub fn get<T: FromCell>(&self, name: &str) -> Result<T, DbError> {
        let position = self
            .columns
            .iter()
            .position(|c| c == name)
            .ok_or_else(|| DbError::decode(format!("no column {name}")))?;
        self.at(position)
    }
}

/// A type that one column can be read as.
pub trait FromCell: Sized {
    /// Converts the value.
    fn from_cell(cell: &Cell) -> Result<Self, String>;
}

impl FromCell for Cell {
    fn from_cell(cell: &Cell) -> Result<Self, String> {
        Ok(cell.clone())
    }
}

impl FromCell for i64 {
    fn from_cell(cell: &Cell) -> Result<Self, String> {
        match cell {
            Cell::Null => Ok(0),
            Cell::I64(n) => Ok(*n),
            Cell::U64(n) => i64::try_from(*n).map_err(|_| format!("{n} is too large")),
            Cell::F64(n) => whole(*n),
            Cell::Bytes(text) => text_to_i64(text),
        }
    }
}

impl FromCell for f64 {
    fn from_cell(cell: &Cell) -> Result<Self, String> {
        match cell {
            Cell::Null => Ok(0.0),
            #[expect(clippy::cast_precision_loss, reason = "asked for as a float")]
            Cell::I64(n) => Ok(*n as f64),
            #[expect(clippy::cast_precision_loss, reason = "asked for as a float")]
            Cell::U64(n) => Ok(*n as f64),
            Cell::F64(n) => Ok(*n),
            Cell::Bytes(text) => std::str::from_utf8(text)
                .ok()
                .and_then(|t| t.trim().parse().ok())
                .ok_or_else(|| "not a number".to_owned()),
        }
    }
}

impl FromCell for bool {
    fn from_cell(cell: &Cell) -> Result<Self, String> {
        i64::from_cell(cell).map(|n| n != 0)
    }
}

impl FromCell for Vec<u8> {
    fn from_cell(cell: &Cell) -> Result<Self, String> {
        Ok(match cell {
            Cell::Null => Vec::new(),
            Cell::I64(n) => n.to_string().into_bytes(),
            Cell::U64(n) => n.to_string().into_bytes(),
            Cell::F64(n) => n.to_string().into_bytes(),
            Cell::Bytes(bytes) => bytes.clone(),
        })
    }
}

impl FromCell for String {
    /// Invalid UTF-8 becomes U+FFFD; use `Vec<u8>` to keep the bytes.
    fn from_cell(cell: &Cell) -> Result<Self, String> {
        match cell {
            Cell::Bytes(bytes) => Ok(match std::str::from_utf8(bytes) {
                Ok(text) => text.to_owned(),
                Err(_) => String::from_utf8_lossy(bytes).into_owned(),
            }),
            other => Vec::<u8>::from_cell(other)
                .map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
        }
    }
}

impl<T: FromCell> FromCell for Option<T> {
    fn from_cell(cell: &Cell) -> Result<Self, String> {
        match cell {
            Cell::Null => Ok(None),
            other => T::from_cell(other).map(Some),
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
fn whole(number: f64) -> Result<i64, String> {
    if number.abs() < 9_007_199_254_740_992.0 {
        Ok(number.trunc() as i64)
    } else {
        Err(format!("{number} is not a whole number"))
    }
}

/// Reads SUM() and other decimals, and numbers kept as text.
fn text_to_i64(text: &[u8]) -> Result<i64, String> {
    let text = std::str::from_utf8(text).map_err(|_| "not a number".to_owned())?;
    let text = text.trim();
    if text.is_empty() {
        return Ok(0);
    }
    let digits = text.split_once('.').map_or(text, |(whole, _)| whole);
    digits
        .parse()
        .map_err(|_| format!("{:?} is not a whole number", text.get(..40).unwrap_or(text)))
}

/// A type that a row can be read as: [`Row`] itself, a tuple of columns in order, or a struct made by
/// [`row!`](crate::row).
pub trait FromRow: Sized + Send {
    /// Reads the row.
    fn from_row(row: Row) -> Result<Self, DbError>;
}

impl FromRow for Row {
    fn from_row(row: Row) -> Result<Self, DbError> {
        Ok(row)
    }
}

macro_rules! tuple_rows {
    ($($($name:ident $position:tt),+;)+) => {
        $(impl<$($name: FromCell + Send),+> FromRow for ($($name,)+) {
            fn from_row(row: Row) -> Result<Self, DbError> {
                Ok(($(row.at::<$name>($position)?,)+))
            }
        })+
    };
}

tuple_rows! {
    A 0;
    A 0, B 1;
    A 0, B 1, C 2;
    A 0, B 1, C 2, D 3;
    A 0, B 1, C 2, D 3, E 4;
    A 0, B 1, C 2, D 3, E 4, F 5;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7;
}

/// Declares a struct whose fields are the columns of a SELECT, in order:
/// `row! { /// A post. pub struct PostRow { /// Its id. pub id: i64, ... } }`.
#[macro_export]
macro_rules! row {
    ($(#[$meta:meta])* $vis:vis struct $name:ident {
        $($(#[$field_meta:meta])* $field_vis:vis $field:ident : $type:ty),* $(,)?
    }) => {
        $(#[$meta])*
        $vis struct $name { $($(#[$field_meta])* $field_vis $field: $type),* }

        impl $crate::wordpress::db::FromRow for $name {
            fn from_row(
                row: $crate::wordpress::db::Row,
            ) -> ::std::result::Result<Self, $crate::wordpress::db::DbError> {
                let mut position = 0..;
                let mut next = || position.next().unwrap_or(usize::MAX);
                ::std::result::Result::Ok(Self { $($field: row.at::<$type>(next())?),* })
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::row! {
        /// A test row.
        #[derive(Debug, PartialEq)]
        struct Pair { id: i64, name: Option<String> }
    }

    #[test]
    fn rows_read_leniently() {
        let row = |cells| Row::new(vec!["ID".to_owned(), "n".to_owned()].into(), cells);
        let pair = Pair::from_row(row(vec![Cell::Bytes(b"12.0000".to_vec()), Cell::Null])).unwrap();
        assert_eq!(pair, Pair { id: 12, name: None });
        let text: (String, Vec<u8>) =
            FromRow::from_row(row(vec![Cell::Null, Cell::Bytes(vec![0xff])])).unwrap();
        assert_eq!(text, (String::new(), vec![0xff]));
        let error = <(i64,)>::from_row(row(vec![Cell::U64(u64::MAX)])).unwrap_err();
        assert!(error.to_string().contains("column ID"), "{error}");
    }
}
