//! Mails about accounts, put into the outbox.
//!
//! Contract "woocommerce", section 13.3.

use std::sync::Arc;

use compat::woocommerce::account::{AccountEndpoint, AccountMail};
use compat::wordpress::mail::outbox::Staged;
use compat::wordpress::php::url::rawurlencode;
use compat::wordpress::url::{QueryArg, add_query_arg};
use compat::wordpress::user::User;
use compat::wordpress::user::reset_key::ResetKey;
use themes::woocommerce::account_mail::account_mail;
use themes::wordpress::view::Page;

use super::cart_view::part_view;
use super::order_mails::customer_mail;
use super::visit::source;
use crate::outbox::{committed, delivery, stage};
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

/// The mail that tells a buyer of his account, for the transaction that makes it. `has_generated_password`: he still has to
/// choose a password of his own.
///
/// # Errors
/// When the database or rendering fails.
pub async fn new_account_mail(
    context: &RequestContext<'_>,
    (user, key): (&User, &ResetKey),
    has_generated_password: bool,
) -> Result<Vec<Staged>, RequestError> {
    let login = rawurlencode(user.login.as_bytes());
    let args = [
        ("action", QueryArg::from("newaccount")),
        ("key", QueryArg::from(key.key())),
        ("login", QueryArg::from(login.as_str())),
    ];
    let page = account_endpoint_url(context, AccountEndpoint::LostPassword, "");
    let set_password_url = has_generated_password.then(|| add_query_arg(&args, &page));
    staged(context, user, AccountMail::NewAccount { set_password_url }).await
}

/// Sends a buyer the link with which he chooses a new password.
///
/// # Errors
/// When the database or rendering fails.
pub async fn send_reset_password(
    context: &RequestContext<'_>,
    user: &User,
) -> Result<(), RequestError> {
    let (app, key) = (context.app, ResetKey::new(context.now));
    let (id, login) = (user.id.0.to_string(), rawurlencode(user.login.as_bytes()));
    let args = [
        ("key", QueryArg::from(key.key())),
        ("id", QueryArg::from(id.as_str())),
        ("login", QueryArg::from(login.as_str())),
    ];
    let page = account_endpoint_url(context, AccountEndpoint::LostPassword, "");
    let reset_url = add_query_arg(&args, &page);
    let mails = staged(context, user, AccountMail::ResetPassword { reset_url }).await?;
    let ids = key.store_with(&app.db, user.id, mails).await?;
    committed(&app.outbox, &ids, delivery(&app.settings)).await;
    Ok(())
}

/// Prepares a mail, if the shop sends it. One that cannot be sent is logged.
async fn staged(
    context: &RequestContext<'_>,
    user: &User,
    mail: AccountMail,
) -> Result<Vec<Staged>, RequestError> {
    let (app, options) = (context.app, &context.state.site.options);
    if !mail.is_enabled(options) {
        return Ok(Vec::new());
    }
    let view = part_view(context, &[]).await?;
    let (written, login) = (mail.clone(), user.login.clone());
    let render = move |page: &mut Page| Ok(account_mail(page, &written, &login));
    let (body, _) = app.render_pool.render(Arc::new(view), render).await?;
    let mail = customer_mail(options, &user.email, mail.mail_type(options), body);
    let (delivery, mail_site) = (delivery(&app.settings), context.mail_site());
    Ok(stage(&app.outbox, &[mail], (&mail_site, delivery)).await?)
}
