//! The manifest of a column on this floor, and what it registers.

use compat::type_map::TypeMap;
use compat::wordpress::options::Options;

use crate::app::AppColumns;
use crate::config::Settings;
use crate::config::section::Section;
use crate::request_error::RequestError;
use crate::scheduled::Scheduled;
use crate::server::{HandlerFuture, Request, Response};
use crate::site_state::ColumnLists;
use crate::wordpress::admin_ajax::AjaxActions;
use crate::wordpress::input::Input;
use crate::wordpress::parse_request::ParseRequest;
use crate::wordpress::request_context::SiteSnapshot;
use crate::wordpress::rest::own_status::OwnStatus;
use crate::wordpress::rest::rest_api_init::RestApiInit;
use crate::wordpress::rest::route::SavedPost;
use crate::wordpress::rest::route::TermField;
use crate::wordpress::rest::setting::Setting;
use crate::wordpress::send_headers::SendHeaders;
use crate::wordpress::template_redirect::{
    PageLead, PageRedirect, PageRequest, Shutdown, TemplateRedirect,
};
use crate::wordpress::upload_finders::Uploads;

pub use crate::wordpress::fallback_files::FallbackFile;
pub use crate::wordpress::request_context::{LoadPageData, PageDataSource, RequestLanguage};

/// A column on this floor.
#[derive(Clone, Copy)]
pub struct Column {
    /// Its name, the same on every floor.
    pub name: &'static str,
    /// Whether it is active on the site.
    pub is_active: fn(&Options) -> bool,
    /// Registers its handlers.
    pub register: fn(&mut Registry),
    /// Its section of the configuration.
    pub settings: Option<Section>,
    /// Its commands of the command line.
    pub commands: &'static [CliCommand],
    /// Passes its settings to the floors below; the number is the Unix time of the start.
    pub configure: fn(&Settings, i64, &mut TypeMap),
    /// Changes the settings for the demo site; the second ones are those of the demo site's configuration file.
    pub configure_demo_site: fn(&mut Settings, &Settings),
    /// Name prefixes of cookies that change what a page shows: requests with one bypass the page cache.
    pub personal_cookies: &'static [&'static str],
    /// Query arguments whose responses are never cached.
    pub uncached_arguments: &'static [&'static str],
    /// Query arguments that need the legacy upstream.
    pub upstream_arguments: &'static [&'static str],
    /// Other requests that only the legacy upstream can answer, if there is one.
    pub upstream_requests: &'static [fn(&Request) -> bool],
    /// `Disallow` paths in `robots.txt`.
    pub robots_disallow: &'static [&'static str],
    /// REST namespaces with their position in the index, from 0; WordPress's own are at 0 and from 100 on.
    pub rest_namespaces: &'static [(u16, &'static str)],
    /// Text domains of the labels of its post types and taxonomies, for the REST API.
    pub label_domains: &'static [&'static str],
    /// The theme's own sheets below the site's folder: a site with one of them gets no base sheet.
    pub own_sheets: &'static [&'static str],
    /// Meta keys of posts printed by the REST API.
    pub rest_meta_keys: &'static [&'static str],
    /// Fields of terms in the REST API.
    pub rest_term_fields: &'static [TermField],
    /// Settings of the REST API, after core's.
    pub rest_settings: &'static [Setting],
    /// What it does after a post was saved or deleted (`save_post`).
    pub saved_post: &'static [SavedPost],
    /// Statuses of posts in the REST API, after core's.
    pub rest_statuses: &'static [OwnStatus],
    /// Substitutes for files that the site's folder does not hold.
    pub fallback_files: &'static [FallbackFile],
    /// Folders whose files nobody gets by their address, from the root of the site: `wp-content/uploads/sold`.
    pub private_folders: &'static [&'static str],
}

/// A command of the command line, `oxipress NAME`.
#[derive(Clone, Copy)]
pub struct CliCommand {
    /// Its name, options and help.
    pub command: fn() -> clap::Command,
    /// Runs it on the arguments that were given.
    pub run: fn(&clap::ArgMatches, Columns) -> anyhow::Result<()>,
}

/// The columns of each floor.
#[derive(Clone, Copy)]
pub struct Columns {
    /// Those of `compat`.
    pub compat: compat::wordpress::column::Columns,
    /// Those of `themes`.
    pub themes: &'static [themes::column::Column],
    /// Those of this floor.
    pub endpoints: &'static [Column],
}

impl Columns {
    /// What the application takes from the columns; the number is the Unix time of the start.
    pub fn for_app(self, settings: &Settings, now: i64) -> AppColumns {
        AppColumns {
            lists: ColumnLists {
                compat: self.compat,
                themes: self.themes,
            },
            configured: self.configured(settings, now),
            fallback_files: self
                .declared(|column| column.fallback_files)
                .copied()
                .collect(),
        }
    }

    /// The columns' settings.
    fn configured(self, settings: &Settings, now: i64) -> TypeMap {
        let mut configured = TypeMap::default();
        for column in self.endpoints {
            (column.configure)(settings, now, &mut configured);
        }
        configured
    }

    /// The sections of the configuration that columns declare, by name.
    pub fn sections(self) -> Vec<Section> {
        let declared = self.endpoints.iter().filter_map(|column| column.settings);
        let mut sections: Vec<_> = declared.collect();
        sections.sort_by_key(|section| section.name);
        sections
    }

    /// What the columns declare on this floor, active or not.
    pub fn declared<T>(
        self,
        field: fn(&Column) -> &'static [T],
    ) -> impl Iterator<Item = &'static T> {
        self.endpoints.iter().flat_map(field)
    }

    /// What the site's active columns declare on this floor.
    pub fn active<T>(
        self,
        options: &Options,
        field: fn(&Column) -> &'static [T],
    ) -> impl Iterator<Item = &'static T> {
        let active = self.endpoints.iter().filter(|c| (c.is_active)(options));
        active.flat_map(field)
    }

    /// What the active columns of this floor register.
    pub fn registry(self, options: &Options) -> Registry {
        let mut registry = Registry::default();
        for column in self.endpoints.iter().filter(|c| (c.is_active)(options)) {
            (column.register)(&mut registry);
        }
        registry
    }
}

impl Column {
    /// A column that registers nothing.
    pub const fn new(name: &'static str, is_active: fn(&Options) -> bool) -> Self {
        Self {
            name,
            is_active,
            register: |_| {},
            settings: None,
            commands: &[],
            configure: |_, _, _| {},
            configure_demo_site: |_, _| {},
            personal_cookies: &[],
            uncached_arguments: &[],
            upstream_arguments: &[],
            upstream_requests: &[],
            robots_disallow: &[],
            rest_namespaces: &[],
            label_domains: &[],
            own_sheets: &[],
            rest_meta_keys: &[],
            rest_term_fields: &[],
            rest_settings: &[],
            saved_post: &[],
            rest_statuses: &[],
            fallback_files: &[],
            private_folders: &[],
        }
    }
}

/// A callback for `init`, before WordPress parses the request: it may change the fields or return a response.
pub type Init = for<'a> fn(
    &'a SiteSnapshot<'a>,
    &'a mut Input,
) -> HandlerFuture<'a, Result<Option<Response>, RequestError>>;

/// Generates a requested file that the site's folder does not hold; `None` for other requests.
pub type MadeFile = fn(&SiteSnapshot<'_>, &Request) -> Option<Response>;

/// Part of the cache key: a number that is equal for visitors whose column-specific cookies give the same page. It is
/// computed for every request and must be cheap.
pub type PageVariant = fn(&SiteSnapshot<'_>, &Request) -> u64;

/// What columns register.
#[derive(Default)]
pub struct Registry {
    /// Actions of `admin-ajax.php`.
    pub ajax: AjaxActions,
    /// Routes of the REST API.
    pub rest: RestApiInit,
    /// Handlers of forms posted to pages.
    pub parse_request: ParseRequest,
    /// Upload rules.
    pub uploads: Uploads,
    /// Generated files.
    pub made_files: Vec<MadeFile>,
    /// Parts of the cache key.
    pub page_variants: Vec<PageVariant>,
    /// Callbacks for `init`, outside the admin area.
    pub init: Vec<Init>,
    /// Scheduled jobs.
    pub scheduled: Vec<Scheduled>,
    /// Redirects from what the query found.
    pub redirects: Vec<PageRedirect>,
    /// Callbacks before a page is rendered.
    pub template_redirect: Vec<TemplateRedirect>,
    /// Those of them that lead elsewhere, for an audit.
    pub page_leads: Vec<PageLead>,
    /// Callbacks for the headers of pages, feeds and redirects.
    pub send_headers: Vec<SendHeaders>,
    /// Loads a column's page data that depends on the request.
    pub page_data: Vec<LoadPageData>,
    /// The language detection of multilingual sites.
    pub request_language: Option<&'static dyn RequestLanguage>,
    /// Callbacks after a page is rendered.
    pub shutdown: Vec<Shutdown>,
}

impl Registry {
    /// Runs `init` until a callback returns a response.
    ///
    /// # Errors
    /// When a callback fails.
    pub async fn do_init(
        &self,
        site: &SiteSnapshot<'_>,
        input: &mut Input,
    ) -> Result<Option<Response>, RequestError> {
        for init in &self.init {
            if let Some(response) = init(site, input).await? {
                return Ok(Some(response));
            }
        }
        Ok(None)
    }

    /// Runs `template_redirect`.
    ///
    /// # Errors
    /// When a callback fails.
    pub async fn do_template_redirect(
        &self,
        request: &mut PageRequest<'_>,
    ) -> Result<(), RequestError> {
        for look in &self.template_redirect {
            look(request).await?;
        }
        Ok(())
    }
}
