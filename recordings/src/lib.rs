//! Recorded exchanges of a site: their format, what a client carries from one to the next, and the comparison of a
//! response with the recorded one.
//!
//! This crate stands beside the floors: it judges what a server sends, so it imports none of them, opens no connection
//! and prints no page. The commands `oxipress record` and `oxipress replay`, shadowing, and the contract tests use it.
//!
//! - [`recording`]: one exchange, read from and written to a JSON file (`docs/schemas/recording.schema.json`);
//! - [`masking`]: personal data taken out of an exchange before it is stored; [`multipart`] takes bodies apart;
//! - [`client_response`]: what a server answered to a replayed request;
//! - [`rebind`]: cookies, nonces and ids of earlier responses, put into later requests;
//! - [`compare`]: the differences of two responses, each with its kind, place and both values, by [`rules`]; [`markup`] is
//!   its comparison of trees, [`json`] that of leaves;
//! - [`har`]: files that browsers write;
//! - [`difference`]: one difference; [`causes`] gathers those of many exchanges;
//! - [`volatile`]: values that differ from run to run;
//! - [`expected`]: differences that are accepted, a file that may only shrink.

pub mod causes;
pub mod client_response;
mod code;
pub mod compare;
pub mod difference;
pub mod expected;
pub mod har;
mod headers;
pub mod json;
pub mod links;
pub mod markup;
pub mod masking;
pub mod multipart;
mod placeholder;
pub mod rebind;
pub mod recording;
pub mod rules;
pub mod volatile;
