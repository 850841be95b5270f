//! The site's data and rules against vectors of the real PHP functions, case tables and both databases.

mod contact_form_7;
mod db;
mod divi_layout;
mod hostile_content;
mod hostile_text;
mod submissions;
mod vectors;
