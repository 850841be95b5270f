//! SWV: a form's rules as a schema that the browser runs too, and their meaning on the server.
//!
//! Contract "contact-form-7", sections 10 and 11. [`schema`] makes the rules of form-tags; [`validation_functions`]
//! contains the checks. Posted data is not changed. The route's meta-schema is in `endpoints`.

mod context;
mod file_rules;
mod rule;
mod schema;
mod text_rules;
mod validate;
pub mod validation_functions;

pub use context::{Context, Phase};
pub use rule::{RULE_NAMES, Rule, RuleName};
pub use schema::{SWV_SCHEMA_VERSION, Schema, SchemaTexts};
