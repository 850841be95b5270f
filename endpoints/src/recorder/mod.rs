//! `oxipress record`: exchanges with a PHP server, stored as recordings. Formats and masking: crate `recordings`;
//! how to use it: `docs/recording.md`.
//!
//! [`proxy`] stands before the PHP server, [`crawl`] asks it for its pages; [`store`] writes what they bring.

pub mod crawl;
mod decode;
pub mod proxy;
pub mod store;
mod tee;
