//! Detects the language of a request: from its URL, a parameter, the found post, or the referer.
//!
//! Contract "wordpress-core", section 19.

use std::sync::Arc;

use compat::multilingual::settings::MultilingualSettings;
use compat::multilingual::{self, PARAMETER, Plugin, content_language};
use compat::wordpress::db::{Db, DbError};

use super::visit::of_visitor;
use crate::column::RequestLanguage;
use crate::server::{HandlerFuture, Request};
use crate::site_state::SiteState;
use crate::wordpress::input::Input;
use crate::wordpress::request_context::SiteSnapshot;

/// The languages of the multilingual plugin.
pub fn languages(state: &SiteState) -> Option<&Arc<multilingual::Languages>> {
    state
        .site_data
        .get::<Option<Arc<multilingual::Languages>>>()
        .as_ref()
}

/// Host, path and query of a request.
fn address(request: &Request) -> (&str, &str, &str) {
    let query = request.query().unwrap_or_default();
    (request.host(), request.path(), query)
}

/// The languages of WPML and Polylang.
pub struct Languages;

impl RequestLanguage for Languages {
    fn of_address<'s>(&self, state: &'s SiteState, request: &Request) -> Option<&'s str> {
        let languages = languages(state)?;
        Some(languages.of_request(&state.site.home(), address(request)))
    }

    fn of_content<'a>(
        &'a self,
        db: &'a Db,
        state: &'a SiteState,
        request: &'a Request,
    ) -> HandlerFuture<'a, Result<Option<String>, DbError>> {
        Box::pin(async move {
            let named = |languages: &multilingual::Languages| {
                let home = state.site.home();
                languages.named(&home, address(request)).is_some()
            };
            let of_content = languages(state).filter(|l| l.from_content && !named(l));
            let Some(languages) = of_content else {
                return Ok(self.of_address(state, request).map(str::to_owned));
            };
            // Slugs are stored in lower case, percent-encoded.
            let path = request.path().to_lowercase();
            let below = (path.as_str(), request.query().unwrap_or_default());
            let code = content_language(db, (languages, &state.site), below).await?;
            Ok(code.or_else(|| Some(languages.default.clone())))
        })
    }

    /// From the parameter `lang`, else the URL. Without either, Polylang's responses contain every language, WPML's the
    /// default one.
    fn of_rest<'s>(&self, state: &'s SiteState, input: &Input) -> Option<&'s str> {
        let languages = languages(state)?;
        let address = address(&input.request);
        let wanted = languages.get(&input.request_text(PARAMETER));
        let code = wanted.map(|language| language.code.as_str());
        match code.or_else(|| languages.named(&state.site.home(), address)) {
            Some(code) => Some(code),
            None if languages.plugin == Plugin::Polylang => None,
            None => Some(&languages.default),
        }
    }

    /// From the parameter `lang`, else the URL; then WPML reads the referer, Polylang its cookie and `Accept-Language`.
    /// A request of Polylang's admin pages (`pll_ajax_backend`) has no language.
    fn of_script<'s>(&self, site: &'s SiteSnapshot<'_>, input: &Input) -> Option<&'s str> {
        let (state, request) = (&*site.state, &input.request);
        let (languages, home) = (languages(state)?, state.site.home());
        let is_polylang = languages.plugin == Plugin::Polylang;
        if is_polylang && !input.request_text("pll_ajax_backend").is_empty() {
            return None;
        }
        let wanted = input.request_text(PARAMETER);
        let code = languages
            .get(&wanted)
            .map(|language| language.code.as_str())
            .or_else(|| languages.named(&home, address(request)));
        match code {
            Some(code) => Some(code),
            None if is_polylang => Some(of_visitor(site.app, languages, state, request)),
            None => {
                let code = languages.of_url(&home, request.header("referer"));
                Some(code.unwrap_or(&languages.default))
            }
        }
    }

    fn configured_locale<'s>(&self, state: &'s SiteState, path: &str) -> Option<&'s str> {
        let settings = state.site_data.get::<MultilingualSettings>();
        settings.locale_of(path)
    }
}
