//! The manifest of a column on this floor, and what it registers.

use compat::type_map::TypeMap;
use compat::wordpress::column::PageData;
use compat::wordpress::db::{Db, DbError};
use compat::wordpress::options::Options;
use compat::wordpress::query::MainQuery;

use crate::app::{App, SiteState};
use crate::config::Settings;
use crate::config::section::Section;
use crate::request_error::RequestError;
use crate::scheduled::Scheduled;
use crate::server::{HandlerFuture, Request, Response};
use crate::wordpress::admin_ajax::AjaxActions;
use crate::wordpress::input::Input;
use crate::wordpress::parse_request::ParseRequest;
use crate::wordpress::rest::route::RestApiInit;
use crate::wordpress::send_headers::SendHeaders;
use crate::wordpress::template_redirect::{PageRequest, Shutdown, TemplateRedirect};
use crate::wordpress::uploads::Uploads;

/// A column on this floor.
pub struct Column {
    /// Its name, the same on every floor.
    pub name: &'static str,
    /// Whether the site has it.
    pub is_active: fn(&Options) -> bool,
    /// Puts its pieces in place.
    pub register: fn(&mut Registry),
    /// Its section of the configuration.
    pub settings: Option<Section>,
    /// Its commands of the command line.
    pub commands: &'static [CliCommand],
    /// Hands its settings to the floors below; the number is the Unix time of the start.
    pub configure: fn(&Settings, i64, &mut TypeMap),
    /// Changes the settings for the demo site; the second ones are those of the demo site's own file.
    pub configure_demo_site: fn(&mut Settings, &Settings),
    /// Beginnings of the names of cookies that change what a page shows: visitors with one get no cached page.
    pub personal_cookies: &'static [&'static str],
    /// Query arguments whose responses are never cached.
    pub uncached_arguments: &'static [&'static str],
    /// Query arguments that only the legacy upstream can answer.
    pub upstream_arguments: &'static [&'static str],
    /// Paths that `robots.txt` forbids.
    pub robots_disallow: &'static [&'static str],
    /// Namespaces of the REST API with their places in the index, counted from 0; WordPress's own are at 0 and from 100 on.
    pub rest_namespaces: &'static [(u16, &'static str)],
    /// Text domains of the labels of its post types and taxonomies, for the REST API.
    pub label_domains: &'static [&'static str],
    /// The theme's own sheets below the site's folder: a site with one of them gets no base sheet.
    pub own_sheets: &'static [&'static str],
    /// Fields of posts that the REST API shows.
    pub rest_meta_keys: &'static [&'static str],
    /// Files that are served where the site's folder does not hold the plugin's or theme's own.
    pub stand_ins: &'static [StandIn],
}

/// A command of the command line, `oxipress NAME`.
pub struct CliCommand {
    /// Its name, options and help.
    pub command: fn() -> clap::Command,
    /// Runs it on the arguments that were given.
    pub run: fn(&clap::ArgMatches, Columns) -> anyhow::Result<()>,
}

/// A file of ours in place of a plugin's or theme's own.
#[derive(Debug, Clone, Copy)]
pub struct StandIn {
    /// Its path.
    pub path: &'static str,
    /// Its type.
    pub content_type: &'static str,
    /// Its content.
    pub body: &'static str,
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
    /// What the configuration says about the columns.
    pub fn configured(self, settings: &Settings, now: i64) -> TypeMap {
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

    /// What the columns of this floor declare, whether the site has them or not.
    pub fn declared<T>(
        self,
        field: fn(&Column) -> &'static [T],
    ) -> impl Iterator<Item = &'static T> {
        self.endpoints.iter().flat_map(field)
    }

    /// What the columns of this floor declare that a site has.
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
            robots_disallow: &[],
            rest_namespaces: &[],
            label_domains: &[],
            own_sheets: &[],
            rest_meta_keys: &[],
            stand_ins: &[],
        }
    }
}

/// A column's look at a request before WordPress reads it (`init`): it may change the fields, or answer in WordPress's
/// place.
pub type Init =
    for<'a> fn(&'a App, &'a mut Input) -> HandlerFuture<'a, Result<Option<Response>, RequestError>>;

/// Makes the file that a request asks for, where the site's folder has none; none when it is not this one's.
pub type MadeFile = fn(&App, &Request) -> Option<Response>;

/// A number that is the same for visitors who get the same page as far as a column's own cookies go. Asked before a
/// kept page is looked up: it must be quick.
pub type PageVariant = fn(&App, &Request) -> u64;

/// Loads what a page shows of a column that depends on the request.
pub type LoadPageData =
    for<'a> fn(&'a PageDataSource<'a>, &'a mut PageData) -> HandlerFuture<'a, Result<(), DbError>>;

/// What request-dependent page data is loaded from.
pub struct PageDataSource<'a> {
    /// The application.
    pub app: &'a App,
    /// The site in the language of the request.
    pub state: &'a SiteState,
    /// The request.
    pub input: &'a Input,
    /// The main query.
    pub query: &'a MainQuery,
}

/// Finds the language of a request, as the code of one of the site's languages; none for the site as it is stored.
pub trait RequestLanguage: Sync {
    /// That of the address.
    fn of_address<'s>(&self, state: &'s SiteState, request: &Request) -> Option<&'s str>;

    /// That of a page, also where only the content says the language.
    fn of_content<'a>(
        &'a self,
        db: &'a Db,
        state: &'a SiteState,
        request: &'a Request,
    ) -> HandlerFuture<'a, Result<Option<String>, DbError>>;

    /// That of a request of the REST API.
    fn of_rest<'s>(&self, state: &'s SiteState, input: &Input) -> Option<&'s str>;

    /// That of a script.
    fn of_script<'s>(&self, state: &'s SiteState, input: &Input) -> Option<&'s str>;

    /// The locale that the configuration gives a path.
    fn configured_locale<'s>(&self, state: &'s SiteState, path: &str) -> Option<&'s str>;
}

/// What columns register.
#[derive(Default)]
pub struct Registry {
    /// Actions of `admin-ajax.php`.
    pub ajax: AjaxActions,
    /// Routes of the REST API.
    pub rest: RestApiInit,
    /// Forms that are posted to pages.
    pub parse_request: ParseRequest,
    /// Files of forms.
    pub uploads: Uploads,
    /// Files that are made when they are asked for.
    pub made_files: Vec<MadeFile>,
    /// What tells the pages of visitors apart.
    pub page_variants: Vec<PageVariant>,
    /// `init`, outside of the admin area.
    pub init: Vec<Init>,
    /// Jobs that run by themselves.
    pub scheduled: Vec<Scheduled>,
    /// What happens before a page is drawn.
    pub template_redirect: Vec<TemplateRedirect>,
    /// What columns add to the headers of pages, feeds and redirects.
    pub send_headers: Vec<SendHeaders>,
    /// Loads what a page shows of a column that depends on the request.
    pub page_data: Vec<LoadPageData>,
    /// Which language a request is in, on sites with several.
    pub request_language: Option<&'static dyn RequestLanguage>,
    /// What happens after a page was drawn.
    pub shutdown: Vec<Shutdown>,
}

impl Registry {
    /// Runs `init`; the first answer ends it.
    pub async fn do_init(
        &self,
        app: &App,
        input: &mut Input,
    ) -> Result<Option<Response>, RequestError> {
        for init in &self.init {
            if let Some(answer) = init(app, input).await? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    /// Runs `template_redirect`.
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
