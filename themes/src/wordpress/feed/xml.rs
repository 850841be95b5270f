//! Dates and texts as feeds print them.

use compat::wordpress::content::close_cdata;
use compat::wordpress::date::{WpTimezone, mysql2date};
use minijinja::Value;

/// `D, d M Y H:i:s +0000`.
pub(super) const RFC_2822: &str = "D, d M Y H:i:s +0000";
/// `Y-m-dTH:i:sZ`.
pub(super) const W3C: &str = "Y-m-d\\TH:i:s\\Z";

/// Formats a stored GMT date, not localized.
pub(super) fn gmt_date(format: &str, date: &str) -> String {
    mysql2date(format, date, &WpTimezone::utc(), None).unwrap_or_default()
}

/// A template value that is not escaped.
pub(super) fn ready(text: impl Into<String>) -> Value {
    Value::from_safe_string(text.into())
}

/// Text for a CDATA section.
pub(super) fn cdata(text: &str) -> Value {
    ready(close_cdata(text).into_owned())
}
