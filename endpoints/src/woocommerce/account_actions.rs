//! What users change on the account's page: addresses, details, logging out; and links with the key of a mail.
//!
//! Contract "woocommerce", sections 3.3 and 14.

use compat::woocommerce::account::{
    AccountDetails, AccountEndpoint, AccountPageData, AddressKind, DetailChange, DetailFacts,
    is_email_of_other, password_changed, posted_address, save_address, save_details,
};
use compat::woocommerce::checkout::{CheckoutError, CheckoutSettings};
use compat::woocommerce::session::{CustomerId, NoticeKind, delete_session};
use compat::woocommerce::shopping::{SessionKey, Visit, turn};
use compat::wordpress::formatting::sanitize::sanitize_user;
use compat::wordpress::password::wp_check_password;
use compat::wordpress::url::{QueryArg, add_query_arg};
use compat::wordpress::user::attempts::{Attempt, AttemptKind};
use compat::wordpress::user::authenticate::{load, set_password_with};
use compat::wordpress::user::session::{destroy_all_sessions, destroy_session};
use compat::wordpress::user::{User, UserId, id_of_login};
use themes::woocommerce::account_messages::LOG_OUT_QUESTION;

use super::account_mails::account_endpoint_url;
use super::account_page::is_account;
use super::reset_cookie::reset_cookie;
use super::visit::{cookies, is_verified, session_cookie, source};
use crate::outbox::{committed, delivery};
use crate::request_error::RequestError;
use crate::wordpress::login::open_session;
use crate::wordpress::request_context::RequestContext;
use crate::wordpress::template_redirect::PageRequest;
use crate::wordpress::user_mails::{UserChange, change_mails};

/// How often a notice is stored while other requests change the session.
const TRIES: usize = 5;

/// Does what the request asks of the account's page.
///
/// # Errors
/// When there were too many wrong passwords, or the database fails.
pub async fn act(request: &mut PageRequest<'_>) -> Result<(), RequestError> {
    let context = request.context;
    if !is_account(context, &request.view.query) {
        return Ok(());
    }
    let endpoint = AccountEndpoint::of(&request.view.query.vars);
    if let Some((AccountEndpoint::CustomerLogout, _)) = &endpoint {
        return log_out(request).await;
    }
    if context.input.get.contains_key("key") && move_key(request).await? {
        return Ok(());
    }
    let Some(user) = context.visitor.user else {
        return Ok(());
    };
    match context.input.post_text("action").as_str() {
        "edit_address" => {
            let word = match &endpoint {
                Some((AccountEndpoint::EditAddress, word)) => word.clone(),
                _ => String::new(),
            };
            edit_address(request, user, &word).await
        }
        "save_account_details" => edit_details(request).await,
        _ => Ok(()),
    }
}

fn is_allowed(request: &PageRequest<'_>, field: &str, action: &str) -> bool {
    let visit = request.view.page_data.get::<Visit>();
    is_verified(request.context, visit, &[field, "_wpnonce"], &[action])
}

/// Shows on the page what is wrong.
fn refuse(request: &mut PageRequest<'_>, errors: Vec<CheckoutError>) {
    let mut visit = request.view.page_data.get::<Visit>().clone();
    for error in errors {
        match error.field {
            Some(field) => visit
                .notices
                .add_about(NoticeKind::Error, error.html, &field),
            None => visit.notices.add(NoticeKind::Error, error.html),
        }
    }
    request.change(|view| view.page_data.insert(visit));
}

/// Tells a user something on the next page. `renews`: his data have changed, the session takes them anew.
async fn tell_later(
    request: &mut PageRequest<'_>,
    (kind, html): (NoticeKind, &str),
    renews: bool,
) -> Result<(), RequestError> {
    let context = request.context;
    let source = source(context);
    let key = SessionKey::Cookie(session_cookie(context));
    let _turn = turn(&source, key).await;
    for _ in 0..TRIES {
        let mut visit = Box::pin(Visit::open(&source, key)).await?;
        if renews {
            visit.renew_customer(&source).await?;
        }
        visit.notices.add(kind, html.to_owned());
        if visit.store(&source).await? {
            request.cookies.extend(cookies(context, &visit));
            return Ok(());
        }
    }
    tracing::warn!("a session was changed by others again and again");
    Ok(())
}

/// `save_address`.
async fn edit_address(
    request: &mut PageRequest<'_>,
    user: UserId,
    word: &str,
) -> Result<(), RequestError> {
    if !is_allowed(
        request,
        "woocommerce-edit-address-nonce",
        "woocommerce-edit_address",
    ) {
        return Ok(());
    }
    let context = request.context;
    let texts = context.locale.domain("woocommerce");
    let kind = match word.trim() {
        "" => Some(AddressKind::Billing),
        word => AddressKind::of_slug(word, texts, context.locale.code()),
    };
    let settings = CheckoutSettings::from_options(&context.state.site.options);
    let posted = kind.and_then(|kind| posted_address(kind, &context.input.post, &settings, texts));
    let Some(posted) = posted else {
        return Ok(());
    };
    if !posted.errors.is_empty() {
        refuse(request, posted.errors);
        return Ok(());
    }
    save_address(&context.app.db, user, posted.values, context.now).await?;
    let text = texts.translate("Address changed successfully.");
    tell_later(request, (NoticeKind::Success, text), true).await?;
    let page = account_endpoint_url(context, AccountEndpoint::EditAddress, "");
    request.leads_to = Some(page);
    Ok(())
}

/// `save_account_details`.
async fn edit_details(request: &mut PageRequest<'_>) -> Result<(), RequestError> {
    if !is_allowed(
        request,
        "save-account-details-nonce",
        "save_account_details",
    ) {
        return Ok(());
    }
    let context = request.context;
    let Some(user) = load(&context.app.db, context.visitor.user).await? else {
        return Ok(());
    };
    let (app, texts) = (context.app, context.locale.domain("woocommerce"));
    let details = AccountDetails::of(&context.input.post);
    let facts = DetailFacts {
        is_email_taken: is_email_of_other(&app.db, user.id, &details.email).await?,
        is_password_right: details.asks_for_password()
            && is_password(context, &user, &details.password_current).await?,
    };
    let errors = details.errors(facts, texts);
    if !errors.is_empty() {
        refuse(request, errors);
        return Ok(());
    }
    let known = request.view.page_data.get::<AccountPageData>().user.clone();
    let known = known.unwrap_or_default();
    let before = DetailChange {
        first_name: known.first_name,
        last_name: known.last_name,
        display_name: known.display_name,
        email: known.email,
    };
    let after = DetailChange {
        first_name: details.first_name.clone(),
        last_name: details.last_name.clone(),
        display_name: details.display_name.clone(),
        email: details.email.clone(),
    };
    let is_new_email = details.email != user.email;
    let changes = [UserChange::Email(&details.email)];
    let changes = if is_new_email { &changes[..] } else { &[] };
    let mails = change_mails(context, &user, changes).await?;
    let changes = (before, after);
    let mails = save_details(&app.db, user.id, changes, context.now, mails).await?;
    let text = texts.translate("Account details changed successfully.");
    tell_later(request, (NoticeKind::Success, text), true).await?;
    if details.asks_for_password() {
        change_password(request, &user, &details.password_1).await?;
    }
    committed(&app.outbox, &mails, delivery(&app.settings)).await;
    if let Err(error) = app.changed(&["users", "usermeta"]).await {
        // The change is stored; the next poll of the database makes it visible.
        tracing::warn!(%error, "the site could not be read again");
    }
    request.leads_to = Some(source(context).page_url("woocommerce_myaccount_page_id"));
    Ok(())
}

/// Whether a user knows his password; wrong ones are counted.
async fn is_password(
    context: &RequestContext<'_>,
    user: &User,
    password: &str,
) -> Result<bool, RequestError> {
    let attempt = Attempt {
        is_known: true,
        ..Attempt::new(AttemptKind::LogIn, context.origin(), &user.login)
    };
    let (sent, hash) = (password.trim().to_owned(), user.pass.clone());
    let check =
        (context.app.attempts).check(&attempt, move || wp_check_password(sent.as_bytes(), &hash));
    Ok(check.await?)
}

/// Sets a new password, of which its owner is told. All login sessions end; this one goes on as a new one.
async fn change_password(
    request: &mut PageRequest<'_>,
    user: &User,
    password: &str,
) -> Result<(), RequestError> {
    let context = request.context;
    let app = context.app;
    let mails = change_mails(context, user, &[UserChange::Password]).await?;
    let set = set_password_with(&app.attempts, user.id, password, mails).await?;
    let Some((_, mails)) = set else {
        return Ok(());
    };
    committed(&app.outbox, &mails, delivery(&app.settings)).await;
    destroy_all_sessions(&app.db, user.id).await?;
    password_changed(&app.db, user.id).await?;
    let changed = load(&app.db, Some(user.id)).await?;
    let session = open_session(context, changed.as_ref().unwrap_or(user), false).await?;
    request.cookies.extend(session.cookies);
    Ok(())
}

/// Logs out, or asks on the account's page whether that is wanted.
async fn log_out(request: &mut PageRequest<'_>) -> Result<(), RequestError> {
    let context = request.context;
    request.leads_to = Some(source(context).page_url("woocommerce_myaccount_page_id"));
    let Some(user) = context.visitor.user else {
        return Ok(());
    };
    let db = &context.app.db;
    let visit = request.view.page_data.get::<Visit>();
    if !is_verified(context, visit, &["_wpnonce"], &["customer-logout"]) {
        let nonce = context.with_nonces(|nonces| nonces.create("customer-logout"));
        let page = account_endpoint_url(context, AccountEndpoint::CustomerLogout, "");
        let link = add_query_arg(&[("_wpnonce", QueryArg::from(nonce.as_str()))], &page);
        let text = context
            .locale
            .domain("woocommerce")
            .translate(LOG_OUT_QUESTION);
        let text = text.replacen("%s", &link, 1);
        return tell_later(request, (NoticeKind::Notice, &text), false).await;
    }
    destroy_session(db, user, &context.visitor.session_token, context.now).await?;
    // The session of the shop ends too; the saved cart stays.
    delete_session(db, &CustomerId(user.0.to_string())).await?;
    let mut gone = visit.clone();
    gone.end();
    let ended = cookies(context, &gone);
    let is_ended = |name: &str| ended.iter().any(|own| own.name == name);
    request.cookies.retain(|own| !is_ended(&own.name));
    request.cookies.extend(ended);
    let own = context.state.cookies.logout_cookies(user.0, context.now);
    request.cookies.extend(own);
    Ok(())
}

/// Moves the key of a mail into a cookie and leads to the form for a new password (`redirect_reset_password_link`).
/// Whether the request has such a key.
async fn move_key(request: &mut PageRequest<'_>) -> Result<bool, RequestError> {
    const OTHER: &str =
        "This password reset key is for a different user account. Please log out and try again.";
    let context = request.context;
    let (get, db) = (&context.input.get, &context.app.db);
    let user = if get.contains_key("login") {
        let login = context.input.get_text("login");
        let login = sanitize_user(&login, false, context.locale.code());
        id_of_login(db, &login).await?.map_or(0, |user| user.0)
    } else if get.contains_key("id") {
        context
            .input
            .get_text("id")
            .trim()
            .parse::<i64>()
            .unwrap_or_default()
            .max(0)
    } else {
        return Ok(false);
    };
    if context.visitor.user.is_some_and(|own| own.0 != user) {
        let text = context.locale.domain("woocommerce").translate(OTHER);
        refuse(request, vec![CheckoutError::new(text)]);
        return Ok(true);
    }
    let key = context.input.get_text("key");
    let action = context.input.get_text("action");
    let page = account_endpoint_url(context, AccountEndpoint::LostPassword, "");
    let args = [
        ("show-reset-form", QueryArg::from("true")),
        ("action", QueryArg::from(action.as_str())),
    ];
    request
        .cookies
        .push(reset_cookie(context, Some((user, &key))));
    request.leads_to = Some(add_query_arg(&args, &page));
    Ok(true)
}
