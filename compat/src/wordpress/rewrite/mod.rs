//! URL to query: WordPress's rewrite rules, generated, matched and turned into query variables.
//!
//! Contract "wordpress-core", sections 3 and 4. Nothing here touches the database: whether a page exists is
//! answered from the site's page tree. Running the query is [`super::query`], leading a visitor to the one right
//! URL is [`super::canonical`].

mod additions;
mod assemble;
mod attachment_lookup;
mod generate;
mod numeric_slug;
mod parse_request;
mod permastruct;
mod query_var;
mod rule;
mod rule_table;

pub use additions::{Endpoint, Places, RewriteAdditions};
pub use numeric_slug::wp_resolve_numeric_slug_conflicts;
pub use parse_request::{
    PUBLIC_QUERY_VARS, PageLookup, ParsedRequest, RequestError, RequestInput, parse_request,
};
pub(crate) use permastruct::collapse_slashes;
pub use permastruct::{Permastruct, Rewrite};
pub use query_var::{QueryVar, QueryVars, urldecode, urlencode};
pub use rule::Rule;
pub use rule_table::{Matched, RuleTable};
