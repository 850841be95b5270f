//! `prepare_item_for_database`: what a request makes of a post.
//!
//! Contract "wordpress-rest", sections 6.2 and 6.4. Checks come in the contract's order.

use std::sync::Arc;

use compat::wordpress::formatting::sanitize_title::sanitize_title;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::php::Value;
use compat::wordpress::post::save_post::{PostEdit, PostSave};
use compat::wordpress::post::{Post, PostId};
use compat::wordpress::taxonomy::TermId;
use compat::wordpress::user::UserId;

use super::date::with_gmt;
use super::post_fields::{post_taxonomies, registered_templates, sent_meta};
use super::request::{RestRequest, invalid_param};
use super::route::Rest;
use super::route_error::{RestError, RouteError};

/// What is written; `before` is the post as it is, `None` for a new one.
///
/// # Errors
/// When something that was sent is refused, or the database fails.
pub async fn prepare(
    rest: &Rest<'_>,
    request: &RestRequest,
    before: Option<&Post>,
) -> Result<PostSave, RouteError> {
    check_template(rest, request, before).await?;
    let mut edit = PostEdit {
        title: raw(request, "title")
            .filter(|text| !text.is_empty() || !is_object(request, "title")),
        content: raw(request, "content"),
        excerpt: raw(request, "excerpt"),
        status: status(rest, request, before)?,
        ..PostEdit::default()
    };
    set_date(rest, request, before, &mut edit);
    if request.has("slug") {
        let slug = sanitize_title(&request.text("slug"), "", &rest.state.locale_code());
        edit.name = Some(slug);
    }
    edit.author = author(rest, request).await?;
    edit.password = password(rest, request, before)?;
    edit.parent = parent(rest, request).await?;
    edit.menu_order = request.has("menu_order").then(|| request.int("menu_order"));
    let sent = |name: &str| Some(request.text(name)).filter(|text| !text.is_empty());
    edit.comment_status = sent("comment_status");
    edit.ping_status = sent("ping_status");
    hide_pending_slug(rest, request, before, &mut edit);
    check_content(rest, request, before, &edit)?;
    Ok(PostSave {
        edit,
        sticky: request.has("sticky").then(|| request.bool("sticky")),
        featured_media: request
            .has("featured_media")
            .then(|| request.int("featured_media")),
        format: sent("format"),
        template: request.has("template").then(|| request.text("template")),
        terms: terms(rest, request),
        meta: sent_meta(rest, request, &request.subject)?,
    })
}

/// A text that is sent as a string or as `{raw}`.
fn raw(request: &RestRequest, name: &str) -> Option<String> {
    match request.get(name) {
        Value::Array(object) => {
            let raw = object.get("raw").filter(|raw| !raw.is_null())?;
            Some(raw.to_string_lossy().into_owned())
        }
        Value::Null => None,
        text => Some(text.to_string_lossy().into_owned()),
    }
}

fn is_object(request: &RestRequest, name: &str) -> bool {
    matches!(request.get(name), Value::Array(_))
}

/// `handle_status_param`; the status that a post has already is not looked at.
fn status(
    rest: &Rest<'_>,
    request: &RestRequest,
    before: Option<&Post>,
) -> Result<Option<String>, RestError> {
    let asked = request.text("status");
    if asked.is_empty() || before.is_some_and(|before| before.status == asked) {
        return Ok(None);
    }
    let may_publish = || rest.can_type(&request.subject, "publish");
    let source = match asked.as_str() {
        "private" => "Sorry, you are not allowed to create private posts in this post type.",
        "publish" | "future" => "Sorry, you are not allowed to publish posts in this post type.",
        _ => return Ok(Some(asked)),
    };
    if may_publish() {
        return Ok(Some(asked));
    }
    Err(rest.forbidden("rest_cannot_publish", source))
}

/// `date` wins over `date_gmt`; null resets both.
fn set_date(rest: &Rest<'_>, request: &RestRequest, before: Option<&Post>, edit: &mut PostEdit) {
    let zone = rest.state.timezone();
    let (date, gmt) = (request.text("date"), request.text("date_gmt"));
    let is_same = |given: &str, own: fn(&Post) -> &String| before.is_some_and(|p| own(p) == given);
    if !date.is_empty() {
        let given = with_gmt(&date, false, &zone);
        edit.date = given.filter(|(local, _)| !is_same(local, |post| &post.date));
    } else if !gmt.is_empty() {
        let given = with_gmt(&gmt, true, &zone);
        edit.date = given.filter(|(_, gmt)| !is_same(gmt, |post| &post.date_gmt));
    }
    if request.is_null("date") || request.is_null("date_gmt") {
        edit.date = None;
        edit.resets_date = true;
    }
}

async fn author(rest: &Rest<'_>, request: &RestRequest) -> Result<Option<UserId>, RouteError> {
    let id = UserId(request.int("author"));
    if id.0 == 0 {
        return Ok(None);
    }
    let mut objects = ObjectCache::default();
    objects.prime_users(&rest.app.db, &[id]).await?;
    if rest.visitor.user != Some(id) && objects.user(id).is_none() {
        let error = rest.error("rest_invalid_author", "Invalid author ID.", 400);
        return Err(error.into());
    }
    Ok(Some(id))
}

/// The password, which does not go together with being sticky.
fn password(
    rest: &Rest<'_>,
    request: &RestRequest,
    before: Option<&Post>,
) -> Result<Option<String>, RestError> {
    let refused = |source: &str| Err(rest.error("rest_invalid_field", source, 400));
    let sticky = request.bool("sticky");
    let password = request.has("password").then(|| request.text("password"));
    if password.as_deref().is_some_and(|text| !text.is_empty()) {
        if sticky {
            return refused("A post can not be sticky and have a password.");
        }
        let listed = rest.state.site.options.value("sticky_posts");
        let is_sticky = |post: &Post| listed.values().any(|id| id.to_int() == post.id.0);
        if before.is_some_and(is_sticky) {
            return refused("A sticky post can not be password protected.");
        }
    }
    if sticky && before.is_some_and(|before| !before.password.is_empty()) {
        return refused("A password protected post can not be set to sticky.");
    }
    Ok(password)
}

/// A parent must be a post, of whatever type.
async fn parent(rest: &Rest<'_>, request: &RestRequest) -> Result<Option<PostId>, RouteError> {
    if !request.has("parent") {
        return Ok(None);
    }
    let id = PostId(request.int("parent"));
    if id.0 == 0 {
        return Ok(Some(id));
    }
    let mut objects = ObjectCache::default();
    objects.prime_posts(&rest.app.db, &[id]).await?;
    if objects.post(id).is_none() {
        let source = "Invalid post parent ID.";
        return Err(rest.error("rest_post_invalid_id", source, 400).into());
    }
    Ok(Some(id))
}

/// Who may not publish gives a pending post no slug.
fn hide_pending_slug(
    rest: &Rest<'_>,
    request: &RestRequest,
    before: Option<&Post>,
    edit: &mut PostEdit,
) {
    let own = before.map(|before| before.status.as_str());
    let status = edit.status.as_deref().or(own);
    if status == Some("pending") && !rest.can_type(&request.subject, "publish") {
        edit.name = Some(String::new());
    }
}

/// Posts whose type has title, editor and excerpt cannot be empty.
fn check_content(
    rest: &Rest<'_>,
    request: &RestRequest,
    before: Option<&Post>,
    edit: &PostEdit,
) -> Result<(), RestError> {
    if matches!(
        request.subject.as_ref(),
        "page" | "wp_navigation" | "nav_menu_item" | "attachment"
    ) {
        return Ok(());
    }
    let mut post = before.cloned().unwrap_or_default();
    edit.apply(&mut post);
    if [&post.title, &post.content, &post.excerpt]
        .iter()
        .all(|text| is_false(text))
    {
        let source = "Content, title, and excerpt are empty.";
        return Err(rest.error("empty_content", source, 400));
    }
    Ok(())
}

/// Texts that PHP takes for false.
fn is_false(text: &str) -> bool {
    text.is_empty() || text == "0"
}

/// `check_template`: empty, offered by the theme, or what the post has already.
async fn check_template(
    rest: &Rest<'_>,
    request: &RestRequest,
    before: Option<&Post>,
) -> Result<(), RouteError> {
    let template = request.text("template");
    if template.is_empty() {
        return Ok(());
    }
    let offered = registered_templates(&rest.state.site, &request.subject);
    if offered.contains(&template.as_str()) {
        return Ok(());
    }
    if let Some(before) = before {
        let mut objects = ObjectCache::default();
        objects.prime_post_meta(&rest.app.db, &[before.id]).await?;
        if objects.post_meta(before.id).text("_wp_page_template") == template {
            return Ok(());
        }
    }
    let text = rest
        .text("%1$s is not one of %2$s.")
        .replace("%1$s", "template")
        .replace("%2$s", &offered.join(", "));
    let mut error = RestError::new("rest_invalid_param", text, 400);
    *error.data = Value::Null;
    let refused = vec![("template".to_owned(), error)];
    Err(invalid_param(refused, &rest.locale).into())
}

/// `handle_terms`: the terms of each taxonomy that was sent.
fn terms(rest: &Rest<'_>, request: &RestRequest) -> Vec<(String, Vec<TermId>)> {
    let taxonomies = post_taxonomies(&rest.state.site.registry, &request.subject);
    let sent = taxonomies.into_iter().filter(|t| request.has(t.base));
    sent.map(|taxonomy| {
        let ids = request.ids(taxonomy.base).into_iter().map(TermId);
        (taxonomy.name.to_owned(), ids.collect())
    })
    .collect()
}

/// The post of a request that changes it, as it is now.
///
/// # Errors
/// `rest_post_invalid_id`, or the database fails.
pub async fn current_post(rest: &Rest<'_>, request: &RestRequest) -> Result<Arc<Post>, RouteError> {
    super::read_permission::post_of(rest, request, request.int("id")).await
}
