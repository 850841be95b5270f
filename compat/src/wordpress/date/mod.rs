//! Localized dates: `wp_date`, `date_i18n`, `mysql2date`, `human_time_diff`, with PHP's date formats.
//!
//! Contract "wordpress-core", sections 1.2 (stored dates) and 1.4 (options); vectors `wp_date`, `mysql2date`,
//! `human_time_diff`. The current time is a parameter.

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
