//! `/wp-admin/authorize-application.php`: a person lets an application in, or refuses it.
//!
//! Contract "wordpress-rest", section 3. With a legacy upstream the page is PHP's, as all of `wp-admin`.

use compat::wordpress::user::application_passwords::application_passwords;
use compat::wordpress::user::application_passwords::change::create;
use compat::wordpress::user::authorize_application::AuthorizeRequest;
use http::Method;
use themes::wordpress::authorize_application::{ApprovalPage, authorize_application};
use themes::wordpress::wp_die::{ErrorPage, paragraph};

use super::basic_auth::{credentials, is_available};
use super::headers::{frame_options, no_cache, redirect};
use super::request_context::RequestContext;
use crate::request_error::RequestError;
use crate::server::Response;

/// The path of the page.
pub const PATH: &str = "/wp-admin/authorize-application.php";
const ACTION: &str = "authorize_application_password";

/// Answers a signed-in person.
///
/// # Errors
/// When the database or the template fails.
pub async fn respond(context: &RequestContext<'_>) -> Result<Response, RequestError> {
    let input = context.input;
    let is_answer = input.request.method == Method::POST && input.request_text("action") == ACTION;
    let text = |name: &str| input.request_text(name);
    let request = AuthorizeRequest {
        app_name: text("app_name"),
        app_id: text("app_id"),
        success_url: text("success_url"),
        reject_url: text("reject_url"),
    };
    if let Some(refusal) = refusal(context, &request, is_answer) {
        return Ok(frame_options(refusal));
    }
    if is_answer && input.post.contains_key("reject") {
        let location = match request.reject_url.as_str() {
            "" => context.admin_url(""),
            own => own.to_owned(),
        };
        return Ok(frame_options(redirect(&location)));
    }
    let response = if is_answer && input.post.contains_key("approve") {
        approve(context, request).await?
    } else {
        form(context, request, None)?
    };
    Ok(frame_options(response))
}

/// Why the request is not looked at.
fn refusal(
    context: &RequestContext<'_>,
    request: &AuthorizeRequest,
    is_answer: bool,
) -> Option<Response> {
    if is_answer {
        let nonce = context.input.request_text("_wpnonce");
        if context
            .with_nonces(|nonces| nonces.verify(&nonce, ACTION))
            .is_none()
        {
            return Some(die(context, 403, &["The link you followed has expired."]));
        }
    }
    if !is_available(context) {
        let source = "Application passwords are not available.";
        return Some(die(context, 501, &[source]));
    }
    if credentials(&context.input.request).is_some() {
        let source = "Your website appears to use Basic Authentication, which is not currently compatible with application passwords.";
        return Some(die(context, 501, &[source]));
    }
    let is_local = context.app.environment_type == "local";
    let error = request.check(is_local).err()?;
    let source = "The Authorize Application request is not allowed.";
    Some(die(context, 500, &[source, error.message()]))
}

async fn approve(
    context: &RequestContext<'_>,
    request: AuthorizeRequest,
) -> Result<Response, RequestError> {
    let Some(user) = context.user() else {
        return Ok(redirect(&context.admin_url("")));
    };
    let name = request.app_name.trim();
    if name.is_empty() {
        let source = "An application name is required to create an application password.";
        return Ok(die(context, 400, &[source]));
    }
    let known = application_passwords(context.objects.user_meta(user.id));
    if known.iter().any(|own| own.name.eq_ignore_ascii_case(name)) {
        return Ok(die(
            context,
            409,
            &["Each application name should be unique."],
        ));
    }
    let given = (name, request.app_id.as_str());
    let (password, _) = create(&context.app.db, user.id, given, context.now).await?;
    let siteurl = context.state.site.siteurl();
    match request.approved_url(&siteurl, &user.login, &password) {
        Some(location) => Ok(redirect(&location)),
        None => form(context, request, Some(&password)),
    }
}

fn form(
    context: &RequestContext<'_>,
    request: AuthorizeRequest,
    new_password: Option<&str>,
) -> Result<Response, RequestError> {
    let nonce = context.with_nonces(|nonces| nonces.create(ACTION));
    let user = context.user();
    let page = ApprovalPage {
        request: request.completed(),
        action: &context.admin_url("authorize-application.php"),
        nonce: &nonce,
        referer: context.input.request.target(),
        user_login: user.map_or("", |user| user.login.as_str()),
        site_url: &context.state.site.siteurl(),
        new_password,
    };
    let engine = &context.state.theme.engine;
    let body = authorize_application(engine, &context.locale, &page)?;
    Ok(no_cache(Response::html(body)))
}

fn die(context: &RequestContext<'_>, status: u16, sources: &[&str]) -> Response {
    let texts: Vec<&str> = sources.iter().map(|source| context.text(source)).collect();
    let message = paragraph(&texts.join(" "));
    let page = ErrorPage {
        title: context.text("Cannot Authorize Application"),
        message: &message,
        has_back_link: false,
    };
    context.die(status, &page)
}
