//! A snapshot of the site with what its columns register.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use compat::wordpress::l10n::{Locale, Translations};
use compat::wordpress::php::query_string::parse_str;

use crate::app::App;
use crate::column::{Column, Columns, Registry};
use crate::server::Request;
use crate::site_state::SiteState;
use crate::wordpress::request_context::SiteSnapshot;
use crate::wordpress::rest::route::{RestColumns, Routes};
use crate::wordpress::rest::routes::routes;

/// The routes of the REST API by the language of the site and of the texts.
type RoutesByLanguage = HashMap<(Option<String>, String), Arc<Routes>>;

/// A snapshot of the site with what its columns register.
pub struct RegisteredSite {
    /// The site.
    pub state: Arc<SiteState>,
    /// What its active columns register.
    pub registry: Registry,
    columns: Columns,
    /// The locales that have translations.
    installed_languages: Vec<String>,
    rest_routes: Arc<Mutex<RoutesByLanguage>>,
}

impl RegisteredSite {
    /// Lets the columns register what they bring to a site.
    pub fn new(state: Arc<SiteState>, columns: Columns, translations: &Translations) -> Self {
        Self {
            registry: columns.registry(&state.site.options),
            state,
            columns,
            installed_languages: translations.available(),
            rest_routes: Arc::default(),
        }
    }

    /// The same for a later snapshot. The routes of the REST API stay when all that they follow from is as it was: with
    /// their patterns, they are the dearest of it.
    #[must_use]
    pub fn renewed(&self, state: Arc<SiteState>, translations: &Translations) -> Self {
        let mut site = Self::new(state, self.columns, translations);
        let same_languages = site.installed_languages == self.installed_languages;
        if same_languages && site.state.registers_as(&self.state) {
            site.rest_routes = Arc::clone(&self.rest_routes);
        }
        site
    }

    /// The snapshot as handlers receive it.
    pub fn snapshot<'a>(&'a self, app: &'a App) -> SiteSnapshot<'a> {
        SiteSnapshot {
            app,
            state: Arc::clone(&self.state),
            request_language: self.registry.request_language,
            page_data: &self.registry.page_data,
        }
    }

    /// What the active columns of this floor declare.
    pub fn declared<T: Copy>(&self, field: fn(&Column) -> &'static [T]) -> Vec<T> {
        let options = &self.state.site.options;
        self.columns.active(options, field).copied().collect()
    }

    /// Whether only the legacy upstream can answer a request.
    pub fn goes_upstream(&self, request: &Request) -> bool {
        let has_argument = request.query().is_some_and(|query| {
            let get = parse_str(query.as_bytes());
            let mut names = self
                .declared(|column| column.upstream_arguments)
                .into_iter();
            names.any(|name| get.contains_key(name))
        });
        let others = || self.declared(|column| column.upstream_requests);
        has_argument || others().into_iter().any(|needs| needs(request))
    }

    /// The routes of the REST API in any language, to be matched.
    pub fn any_rest_routes(&self, app: &App) -> Arc<Routes> {
        let built = self.rest_routes.lock();
        let first = built.map(|built| built.values().next().cloned());
        first.ok().flatten().unwrap_or_else(|| {
            let locale = app.translations.locale(&self.state.locale_code());
            self.rest_routes(&self.state, &locale)
        })
    }

    /// The routes of the REST API, described in a language; built once for each language.
    pub fn rest_routes(&self, state: &SiteState, locale: &Locale) -> Arc<Routes> {
        let mut built = self
            .rest_routes
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let key = (state.language.clone(), locale.code().to_owned());
        let routes = built.entry(key).or_insert_with(|| {
            let init = &self.registry.rest;
            let columns = RestColumns {
                namespaces: self.declared(|column| column.rest_namespaces),
                meta_keys: self.declared(|column| column.rest_meta_keys),
                saved_post: self.declared(|column| column.saved_post),
                label_domains: self.declared(|column| column.label_domains),
                user_fields: init.user_fields().to_vec(),
                term_fields: self.declared(|column| column.rest_term_fields),
                settings: self.declared(|column| column.rest_settings),
                statuses: self.declared(|column| column.rest_statuses),
                user_meta: init.user_meta().to_vec(),
                rules: init.rules().to_vec(),
                refusals: init.refusals().to_vec(),
                installed_languages: self.installed_languages.clone(),
            };
            let follows_from = (&state.site.options, &state.site.registry);
            Arc::new(routes(follows_from, (init, columns), locale))
        });
        Arc::clone(routes)
    }
}
