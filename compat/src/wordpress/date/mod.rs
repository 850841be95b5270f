//! Dates in words: `wp_date`, `date_i18n`, `mysql2date`, `human_time_diff`, with PHP's date formats.
//!
//! Contract "wordpress-core", sections 1.2 (how dates are stored) and 1.4 (the options); values: vectors
//! `wp_date`, `mysql2date`, `human_time_diff`. Nothing here asks the clock: the caller gives the time.

pub mod calendar;
pub mod date_strings;
pub mod decline;
pub mod human_time_diff;
pub mod mysql;
pub mod php_date;
pub mod timezone;
pub mod wp_date;

pub use date_strings::DateStrings;
pub use human_time_diff::{TimeUnit, human_time_diff};
pub use mysql::mysql2date;
pub use php_date::PhpDate;
pub use timezone::WpTimezone;
pub use wp_date::{date_i18n, wp_date};
