//! Which language a request speaks: that of its address, of a parameter, of what it leads to, or of the page it was sent
//! from.
//!
//! Contract "wordpress-core", section 19.

use std::sync::Arc;

use compat::multilingual::{PARAMETER, Plugin, content_language};
use compat::wordpress::db::DbError;

use crate::app::{App, SiteState};
use crate::server::Request;
use crate::wordpress::input::Input;

/// Host, path and query of a request.
fn address(request: &Request) -> (&str, &str, &str) {
    let query = request.query().unwrap_or_default();
    (request.host(), request.path(), query)
}

impl App {
    /// The site in the language of a request's address.
    pub fn state_for(&self, request: &Request) -> Arc<SiteState> {
        let state = self.state();
        match &state.languages {
            Some(languages) => {
                state.speaking(languages.of_request(&state.site.home(), address(request)))
            }
            None => state,
        }
    }

    /// The site in the language of a request for a page, also where only what it leads to says the language.
    pub async fn state_for_content(&self, request: &Request) -> Result<Arc<SiteState>, DbError> {
        let state = self.state();
        let of_content = state.languages.as_ref().filter(|l| l.from_content);
        let Some(languages) = of_content else {
            return Ok(self.state_for(request));
        };
        if languages
            .named(&state.site.home(), address(request))
            .is_some()
        {
            return Ok(self.state_for(request));
        }
        // Names of posts are stored as addresses spell them, in lower case.
        let path = request.path().to_lowercase();
        let below = (path.as_str(), request.query().unwrap_or_default());
        let code = content_language(&self.db, (languages, &state.site), below).await?;
        Ok(state.speaking(code.as_deref().unwrap_or(&languages.default)))
    }

    /// The site in the language of a request of the REST API: that of the parameter `lang`, else that of the address.
    /// Without either, Polylang's answers hold every language, WPML's the site's own.
    pub fn state_for_rest(&self, input: &Input) -> Arc<SiteState> {
        let state = self.state();
        let Some(languages) = &state.languages else {
            return state;
        };
        let address = address(&input.request);
        let wanted = languages.get(&input.request_text(PARAMETER));
        let code = wanted.map(|language| language.code.as_str());
        match code.or_else(|| languages.named(&state.site.home(), address)) {
            Some(code) => state.speaking(code),
            None if languages.plugin == Plugin::Polylang => Arc::clone(&state),
            None => state.speaking(&languages.default),
        }
    }

    /// The site in the language of a script: what the parameter `lang` says, else the address itself, else the page
    /// from which it was asked.
    pub fn state_for_script(&self, input: &Input) -> Arc<SiteState> {
        let state = self.state();
        let Some(languages) = &state.languages else {
            return state;
        };
        let (home, request) = (state.site.home(), &input.request);
        let wanted = input.request_text(PARAMETER);
        let code = languages
            .get(&wanted)
            .map(|language| language.code.as_str())
            .or_else(|| languages.named(&home, address(request)))
            .or_else(|| languages.of_url(&home, request.header("referer")));
        state.speaking(code.unwrap_or(&languages.default))
    }
}
