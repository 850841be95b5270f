//! What an audit reads of a site before it is served: versions, published addresses, elements of contents, options, files.
//!
//! Nothing here decides who serves an address: the front controller does, for the audit as for visitors. Every list is
//! bounded ([`limits`]), and nothing of the site is run. Columns add what they know in their manifests
//! ([`part::ColumnAudit`]).

pub mod addresses;
pub mod contents;
pub mod core;
pub mod elements;
pub mod foreign_types;
pub mod limits;
pub mod links;
pub mod options;
pub mod part;
pub mod php_file;
pub mod report;
pub mod software;
pub mod unknown_shortcodes;
pub mod uploads;
