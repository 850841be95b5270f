//! SWV: a form's rules as a schema that the browser runs too, and their meaning on the server.
//!
//! Contract "contact-form-7", sections 10 and 11. What is posted is read, never changed; which tags emit
//! which rules says [`schema`], what a rule holds to be right says [`validation_functions`]. The meta-schema
//! of the route is the requests floor's matter.

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
