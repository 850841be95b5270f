//! The main query: query variables to posts and conditionals (`WP_Query`).
//!
//! Contract "wordpress-core", sections 4 and 5.6. Terms come from the site's snapshot; the posts of a page cost one
//! query, their number one more, and at most one each for sticky posts, an author's name, and a comment feed.
//! What themes and the shop change (page sizes, orders) they change by [`QueryHook`].

mod adjacent;
mod clauses;
mod conditionals;
mod context;
mod hook;
mod main_query;
mod not_found;
mod order;
mod parse_query;
mod queried_object;
mod query_tags;
mod result;
mod search;
mod singular;
mod tax_query;
mod where_clause;

pub use super::formatting::sanitize_title::sanitize_title_for_query;
pub use adjacent::adjacent_post;
pub use clauses::Clauses;
pub use conditionals::Conditionals;
pub use context::QueryContext;
pub use hook::QueryHook;
pub use main_query::main_query;
pub use parse_query::Query;
pub(crate) use parse_query::is_date;
pub use queried_object::QueriedObject;
pub use result::MainQuery;
pub use search::STOP_WORDS;
pub(crate) use search::esc_like;
pub use tax_query::{TaxClause, TaxField, TaxOperator};
