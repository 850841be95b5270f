//! `oxipress replay`: recorded requests sent to a server, its answers compared with the recorded ones or with those of a
//! baseline. Comparison and rebinding: crate `recordings`; how to use it: `docs/recording.md`.

pub mod client;
pub mod report;
pub mod run;
pub mod screenshots;
