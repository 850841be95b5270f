//! Vectors of the families `cf7-swv` and `cf7-mail`: rules, submissions, mails.

#![expect(
    clippy::unwrap_used,
    clippy::type_complexity,
    reason = "a test fails by panicking, in its helpers too; rows are tuples"
)]

mod mail;
mod recorded;
pub(crate) mod site;
mod swv;
