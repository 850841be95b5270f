//! Values that enter a statement through `?`, the only way in.

/// One bound value.
#[derive(Clone, Debug, PartialEq)]
pub enum Bind {
    /// A whole number: ids, counts, flags.
    I64(i64),
    /// Text. Dates are text too.
    Text(String),
    /// Bytes that need not be UTF-8.
    Bytes(Vec<u8>),
    /// A number with a fraction.
    F64(f64),
    /// SQL NULL.
    Null,
}

macro_rules! bind_from {
    ($($from:ty => |$value:ident| $made:expr;)*) => {
        $(impl From<$from> for Bind {
            fn from($value: $from) -> Self { $made }
        })*
    };
}

bind_from! {
    i64 => |v| Bind::I64(v);
    i32 => |v| Bind::I64(i64::from(v));
    u32 => |v| Bind::I64(i64::from(v));
    bool => |v| Bind::I64(i64::from(v));
    f64 => |v| Bind::F64(v);
    &str => |v| Bind::Text(v.to_owned());
    String => |v| Bind::Text(v);
    &String => |v| Bind::Text(v.clone());
    Vec<u8> => |v| Bind::Bytes(v);
    &[u8] => |v| Bind::Bytes(v.to_vec());
    &i64 => |v| Bind::I64(*v);
}

impl<T: Into<Bind>> From<Option<T>> for Bind {
    fn from(value: Option<T>) -> Self {
        value.map_or(Bind::Null, Into::into)
    }
}

/// The binds of a statement: `binds![post_id, "publish"]`.
#[macro_export]
macro_rules! binds {
    ($($value:expr),* $(,)?) => {
        ::std::vec![$($crate::wordpress::db::Bind::from($value)),*]
    };
}
