//! The user of a request: login cookie, commenter cookies, post password cookie.

use compat::wordpress::db::DbError;
use compat::wordpress::device::Device;
use compat::wordpress::nonce::{NONCE_LIFE, nonce_tick};
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::post::Meta;
use compat::wordpress::session::{
    AuthCookie, AuthScheme, CookieUser, SessionTokens, validate_auth_cookie,
};
use compat::wordpress::url::PageUrl;
use compat::wordpress::user::UserId;
use compat::wordpress::user::capability::{Capabilities, disallowed};
use themes::wordpress::view::{Commenter, RequestUser};

use crate::app::App;
use crate::site_state::SiteState;

use super::input::Input;

/// Authenticates the request. A login cookie costs two queries, an anonymous request none. The user is added to
/// `objects`.
///
/// # Errors
/// When the database fails.
pub async fn request_user(
    app: &App,
    state: &SiteState,
    input: &Input,
    objects: &mut ObjectCache,
) -> Result<RequestUser, DbError> {
    let mut visitor = RequestUser {
        commenter: commenter(state, input),
        device: Device::of(input.request.header("user-agent")),
        page_url: PageUrl::new(input.request.target()),
        reply_to_comment: input.get_text("replytocom").parse().ok(),
        random: page_random(app, state, input),
        ..RequestUser::default()
    };
    if let Some((user, token)) = logged_in(app, state, input, objects).await? {
        visitor.user = Some(user);
        visitor.session_token = token;
        visitor.capabilities = capabilities(app, state, objects.user_meta(user));
    }
    Ok(visitor)
}

/// The capabilities of a user: stored ones, those that columns grant, without those that `wp-config.php` takes away.
pub fn capabilities(app: &App, state: &SiteState, meta: &Meta) -> Capabilities {
    let site = &state.site;
    let config = app.wp_config.as_ref();
    let taken = disallowed(|name| config.and_then(|config| config.flag(name)) == Some(true));
    Capabilities::of(&site.options, app.db.prefix(), meta)
        .with_granted(
            site.registry
                .user_rules
                .iter()
                .flat_map(|rules| rules.granted),
        )
        .without(&taken)
}

/// A pseudo-random number derived from the URL, the nonce tick and the site's salts.
fn page_random(app: &App, state: &SiteState, input: &Input) -> i64 {
    let tick = nonce_tick(app.clock.now(), NONCE_LIFE);
    let text = format!("{tick}|{}", input.request.target());
    let hash = state.salts.wp_hash(text.as_bytes(), "nonce");
    let digits = hash.get(..8).unwrap_or_default();
    i64::from_str_radix(digits, 16).unwrap_or_default()
}

fn commenter(state: &SiteState, input: &Input) -> Commenter {
    let names = state.cookies.comment_author_names();
    let value = |name: &str| input.cookies.get(name).unwrap_or_default().to_owned();
    let [name, email, url] = &names;
    Commenter {
        name: value(name),
        email: value(email),
        url: value(url),
    }
}

async fn logged_in(
    app: &App,
    state: &SiteState,
    input: &Input,
    objects: &mut ObjectCache,
) -> Result<Option<(UserId, String)>, DbError> {
    let Some(value) = input.cookies.get(&state.cookies.logged_in_name()) else {
        return Ok(None);
    };
    let Some(cookie) = AuthCookie::parse(value) else {
        return Ok(None);
    };
    let (now, grace) = (app.clock.now(), !input.request.is_read());
    if cookie.is_expired(now, grace) {
        return Ok(None);
    }
    let found = objects.prime_user_of_login(&app.db, cookie.username);
    let Some(id) = found.await? else {
        return Ok(None);
    };
    let Some(user) = objects.user(id) else {
        return Ok(None);
    };
    let sessions = SessionTokens::from_value(&objects.user_meta(id).value("session_tokens"));
    let facts = CookieUser {
        user_pass: &user.pass,
        sessions: &sessions,
    };
    let is_valid = validate_auth_cookie(
        &cookie,
        AuthScheme::LoggedIn,
        &facts,
        &state.salts,
        now,
        grace,
    );
    Ok(is_valid.then(|| (id, cookie.token.to_owned())))
}
