//! WP Armour (honeypot) on requests: submissions of Divi's contact form.
//!
//! Contract "honeypot", section 5.2; recordings divi-contact/honeypot-*. Comments, login and contact forms run the
//! site's spam checks themselves.

use compat::wordpress::column::is_plugin_active;
use compat::wordpress::spam_check::{self, CheckedForm};
use compat::wp_armour::check::field_name;
use compat::wp_armour::divi_contact::{drop_own_fields, form_number};
use themes::wp_armour::divi_contact::refusal;

use crate::column::{Column, FallbackFile, Registry};
use crate::request_error::RequestError;
use crate::server::Response;
use crate::wordpress::input::Input;
use crate::wordpress::request_context::SiteSnapshot;

/// The column's manifest on this floor.
pub const COLUMN: Column = Column {
    register,
    fallback_files: &[FallbackFile {
        path: "/wp-content/plugins/honeypot/includes/css/wpa.css",
        content_type: "text/css; charset=utf-8",
        body: themes::wp_armour::SHEET,
    }],
    ..Column::new("wp_armour", |options| {
        is_plugin_active(options, "honeypot/wp-armour.php")
    })
};

fn register(registry: &mut Registry) {
    registry
        .init
        .push(|site, input| Box::pin(divi_contact(site, input)));
}

/// The response to a bot that submits Divi's contact form; from other submissions the honeypot's fields are removed.
async fn divi_contact(
    site: &SiteSnapshot<'_>,
    input: &mut Input,
) -> Result<Option<Response>, RequestError> {
    let Some(number) = form_number(&input.post) else {
        return Ok(None);
    };
    let (app, state) = (site.app, &site.state);
    let options = &state.site.options;
    let Some(name) = field_name(options) else {
        return Ok(None);
    };
    let checks = (options, state.site.registry.spam_checks.as_slice());
    let form = CheckedForm::DiviContact;
    let caught = spam_check::run(&app.db, checks, form, &input.post, app.clock.now()).await?;
    if let Some(message) = caught {
        return Ok(Some(Response::html(refusal(&number, &message))));
    }
    drop_own_fields(&mut input.post, &number, &name);
    Ok(None)
}
