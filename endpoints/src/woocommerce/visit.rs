//! The visit of a request: opened from its cookies, changed, and told to the browser.
//!
//! Contract "woocommerce", sections 3.2 and 3.3.

use compat::woocommerce::session::cookie::session_cookie_name;
use compat::woocommerce::shopping::{
    CartAction, Outcome, SentCookies, SessionKey, ShopSource, Visit, perform, visit_cookies,
};
use compat::wordpress::cookie::SetCookie;
use compat::wordpress::db::DbError;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::post::PostId;

use crate::request_error::RequestError;
use crate::wordpress::input::Input;
use crate::wordpress::request_context::RequestContext;
use crate::wordpress::view::is_password_required;

/// The visit that `init` has opened.
#[derive(Debug, Clone, Default)]
pub struct Carried(pub Option<Visit>);

compat::type_map_entry!(Carried);

/// What a visit is made from.
pub fn source<'a>(context: &'a RequestContext<'_>) -> ShopSource<'a> {
    let state = &context.state;
    ShopSource {
        db: &context.app.db,
        site: &state.site,
        site_data: &state.site_data,
        rewrite: &state.rewrite,
        salts: &state.salts,
        locale: &context.locale,
        user: context.visitor.user,
        session_token: &context.visitor.session_token,
        may_edit: context.capabilities().has("edit_others_products"),
        now: context.now,
    }
}

/// Whether the request may have a session: it sends its cookie, or a user's.
pub fn may_have_session(context: &RequestContext<'_>) -> bool {
    context.visitor.user.is_some() || session_cookie(context).is_some()
}

/// The decoded value of the session's cookie.
pub fn session_cookie<'a>(context: &'a RequestContext<'_>) -> Option<&'a str> {
    let name = session_cookie_name(context.state.cookies.hash());
    context.input.cookies.get(&name)
}

/// Does an action in the visit of a request. `opened`: the visit, if an earlier action has opened it.
///
/// # Errors
/// When the database fails.
pub async fn act(
    context: &RequestContext<'_>,
    opened: Option<Visit>,
    action: &CartAction,
) -> Result<(Visit, Outcome), DbError> {
    let key = SessionKey::Cookie(session_cookie(context));
    act_in(context, key, opened, action).await
}

/// Does an action in a session. `opened`: its visit, if an earlier action has opened it.
///
/// # Errors
/// When the database fails.
pub async fn act_in(
    context: &RequestContext<'_>,
    key: SessionKey<'_>,
    opened: Option<Visit>,
    action: &CartAction,
) -> Result<(Visit, Outcome), DbError> {
    let source = source(context);
    Box::pin(perform(&source, key, opened, action)).await
}

/// Whether a password keeps the visitor from a product (`wc_protected_product_add_to_cart`).
///
/// # Errors
/// When the database fails, or the visitor sent too many wrong passwords.
pub async fn is_protected(
    context: &RequestContext<'_>,
    product: PostId,
) -> Result<bool, RequestError> {
    let mut objects = ObjectCache::default();
    objects.prime_posts(&context.app.db, &[product]).await?;
    match objects.post(product) {
        Some(post) => Ok(is_password_required(context, post).await?),
        None => Ok(false),
    }
}

/// The cookies that a visit sets.
pub fn cookies(context: &RequestContext<'_>, visit: &Visit) -> Vec<SetCookie> {
    let sent = &context.input.cookies;
    let sent = SentCookies {
        items_in_cart: sent.get("woocommerce_items_in_cart"),
        cart_hash: sent.get("woocommerce_cart_hash"),
    };
    let is_https = context.state.site.home().starts_with("https://");
    let is_ssl = is_https && context.is_ssl();
    visit_cookies(visit, sent, &context.state.cookies, is_ssl, context.now)
}

/// Whether a field of the request holds a nonce of an action. A page that was printed before the session began holds that
/// of visitors without one.
pub fn is_verified(
    context: &RequestContext<'_>,
    visit: &Visit,
    fields: &[&str],
    actions: &[&str],
) -> bool {
    let source = source(context);
    let sent = fields.iter().map(|field| context.input.request_text(field));
    let Some(sent) = sent.into_iter().find(|sent| !sent.is_empty()) else {
        return false;
    };
    let holds = |guest: Option<&str>| {
        source.with_nonces(guest, |nonces| {
            let mut actions = actions.iter();
            actions.any(|action| nonces.verify(&sent, action).is_some())
        })
    };
    holds(visit.guest_id()) || holds(None)
}

/// Whether the request has a field, in its form or in its address.
pub fn has_field(input: &Input, name: &str) -> bool {
    input.post.contains_key(name) || input.get.contains_key(name)
}
