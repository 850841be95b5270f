//! WP Armour, the honeypot: which submissions are spam, and how many there were.
//!
//! Contract "honeypot".

pub mod check;
pub mod divi_contact;
pub mod field_info;
pub mod register;
pub mod statistics;
