//! The site as a request's own writes left it: made visible before the response is built, so that it and the next
//! request show what was written.

use std::sync::Arc;

use compat::type_map_entry;

use crate::site_state::SiteState;
use crate::wordpress::request_context::RequestContext;

use super::route::Rest;

/// The snapshot after the last write of this request.
#[derive(Clone, Default)]
struct SiteNow(Option<Arc<SiteState>>);

type_map_entry!(SiteNow);

impl<'a> Rest<'a> {
    /// The site: as the request found it, or after what the request wrote.
    pub fn state_now(&self) -> Arc<SiteState> {
        let SiteNow(written) = self.kept();
        written.unwrap_or_else(|| Arc::clone(&self.state))
    }

    /// The request's context with the site of [`Self::state_now`].
    pub fn context_now(&self) -> RequestContext<'a> {
        RequestContext {
            state: self.state_now(),
            ..self.context.clone()
        }
    }

    /// After a write to these tables (without prefix): pages and the site's snapshot show it from here on. What is
    /// stored stays stored when the database fails now; the next poll of the watch makes it visible.
    pub async fn wrote(&self, tables: &[&str]) {
        if let Err(error) = self.app.changed(tables).await {
            tracing::warn!(%error, "a write of the REST API is not visible yet");
        }
        let written = self.app.state();
        let written = match &self.state.language {
            Some(code) => written.for_language(code),
            None => written,
        };
        self.keep(SiteNow(Some(written)));
    }
}
