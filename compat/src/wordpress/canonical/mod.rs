//! Leading a visitor to the one right URL: canonical redirects, guesses for what is not found, old slugs, short-cuts.
//!
//! Contract "wordpress-core", section 5. Everything that must be looked up is looked up before
//! ([`CanonicalFacts::load`], a fixed number of queries); the algorithm itself is a pure function, because it runs a
//! second time on its own result.

mod addresses;
mod facts;
mod guess;
mod moved;
mod old_slug;
mod paging;
mod redirect_canonical;
mod short_cut;
mod single_url;
mod tidy;

pub use facts::{CanonicalFacts, Hooks};
pub use guess::redirect_guess_404_permalink;
pub use old_slug::wp_old_slug_redirect;
pub use redirect_canonical::{Proposal, propose_canonical, redirect_canonical};
pub use short_cut::wp_redirect_admin_locations;

use super::query::MainQuery;
use super::url::wp_sanitize_redirect;

/// A redirect. Its answer carries `X-Redirect-By: WordPress`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redirect {
    /// Where to.
    pub location: String,
    /// 301 or 302.
    pub status: u16,
}

impl Redirect {
    fn permanent(location: &str) -> Self {
        Self {
            location: wp_sanitize_redirect(location),
            status: 301,
        }
    }
}

/// What a column changes on canonical redirects (the filter `redirect_canonical`).
pub trait CanonicalHook: Send + Sync {
    /// The URL to redirect to, `None` for no redirect. `proposed` is core's result.
    fn redirect_canonical(
        &self,
        query: &MainQuery,
        requested: &str,
        proposed: String,
    ) -> Option<String>;
}
