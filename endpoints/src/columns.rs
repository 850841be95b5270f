//! The columns of a site on the floor of requests: what each answers.

use compat::wordpress::options::Options;

use crate::app::App;
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
}

/// All columns, in the order in which they register. Adding a plugin is adding its column and its line.
pub const COLUMNS: &[Column] = &[
    crate::wordpress::COLUMN,
    crate::contact_form_7::COLUMN,
    crate::moove_gdpr::COLUMN,
    crate::reviews::COLUMN,
    crate::wp_armour::COLUMN,
    crate::multilingual::COLUMN,
    crate::divi::COLUMN,
];

/// A column's look at a request before WordPress reads it (`init`): it may change the fields, or answer in WordPress's
/// place.
pub type Init =
    for<'a> fn(&'a App, &'a mut Input) -> HandlerFuture<'a, Result<Option<Response>, RequestError>>;

/// Makes the file that a request asks for, where the site's folder has none; none when it is not this one's.
pub type MadeFile = fn(&App, &Request) -> Option<Response>;

/// A number that is the same for visitors who get the same page as far as a column's own cookies go. Asked before a
/// kept page is looked up: it must be quick.
pub type PageVariant = fn(&App, &Request) -> u64;

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

    /// The pieces of the columns that the site has.
    pub fn new(options: &Options) -> Self {
        let mut registry = Self::default();
        for column in COLUMNS.iter().filter(|c| (c.is_active)(options)) {
            (column.register)(&mut registry);
        }
        registry
    }
}
