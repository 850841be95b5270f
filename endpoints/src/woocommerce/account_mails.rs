//! Mails about accounts, put into the outbox.
//!
//! Contract "woocommerce", section 13.3.

use std::sync::Arc;

use compat::woocommerce::account::{AccountEndpoint, AccountMail};
use compat::wordpress::php::url::rawurlencode;
use compat::wordpress::url::{QueryArg, add_query_arg};
use compat::wordpress::user::User;
use compat::wordpress::user::reset_key::get_password_reset_key;
use themes::woocommerce::account_mail::account_mail;
use themes::wordpress::view::Page;

use super::cart_view::part_view;
use super::order_mails::customer_mail;
use super::visit::source;
use crate::outbox::delivery;
use crate::request_error::RequestError;
use crate::wordpress::request_context::RequestContext;

/// The address of an end point of the account's page.
pub fn account_endpoint_url(
    context: &RequestContext<'_>,
    endpoint: AccountEndpoint,
    value: &str,
) -> String {
    let account = source(context).page_url("woocommerce_myaccount_page_id");
    endpoint.url(&context.state.site.options, &account, value)
}

/// Tells a buyer of his account. `has_generated_password`: he still has to choose a password of his own.
///
/// # Errors
/// When the database or rendering fails.
pub async fn send_new_account(
    context: &RequestContext<'_>,
    user: &User,
    has_generated_password: bool,
) -> Result<(), RequestError> {
    let key = get_password_reset_key(&context.app.db, user.id, context.now).await?;
    let login = rawurlencode(user.login.as_bytes());
    let args = [
        ("action", QueryArg::from("newaccount")),
        ("key", QueryArg::from(key.as_str())),
        ("login", QueryArg::from(login.as_str())),
    ];
    let page = account_endpoint_url(context, AccountEndpoint::LostPassword, "");
    let set_password_url = has_generated_password.then(|| add_query_arg(&args, &page));
    send(context, user, AccountMail::NewAccount { set_password_url }).await
}

/// Sends a buyer the link with which he chooses a new password.
///
/// # Errors
/// When the database or rendering fails.
pub async fn send_reset_password(
    context: &RequestContext<'_>,
    user: &User,
) -> Result<(), RequestError> {
    let key = get_password_reset_key(&context.app.db, user.id, context.now).await?;
    let (id, login) = (user.id.0.to_string(), rawurlencode(user.login.as_bytes()));
    let args = [
        ("key", QueryArg::from(key.as_str())),
        ("id", QueryArg::from(id.as_str())),
        ("login", QueryArg::from(login.as_str())),
    ];
    let page = account_endpoint_url(context, AccountEndpoint::LostPassword, "");
    let reset_url = add_query_arg(&args, &page);
    send(context, user, AccountMail::ResetPassword { reset_url }).await
}

/// Sends a mail, if the shop sends it. A mail that the outbox does not take is logged.
async fn send(
    context: &RequestContext<'_>,
    user: &User,
    mail: AccountMail,
) -> Result<(), RequestError> {
    let (app, options) = (context.app, &context.state.site.options);
    if !mail.is_enabled(options) {
        return Ok(());
    }
    let view = part_view(context, &[]).await?;
    let (written, login) = (mail.clone(), user.login.clone());
    let render = move |page: &mut Page| Ok(account_mail(page, &written, &login));
    let (body, _) = app.render_pool.render(Arc::new(view), render).await?;
    let mail = customer_mail(options, &user.email, mail.mail_type(options), body);
    let mail_site = context.mail_site();
    let sending = (app.outbox).wp_mail(&mail, &mail_site, delivery(&app.settings));
    if let Err(error) = sending.await {
        tracing::error!(%error, user.id = user.id.0, "a mail about an account was not taken");
    }
    Ok(())
}
