//! `/wp-comments-post.php`: stores a comment, sets the commenter's cookies and redirects to the post.
//!
//! Contract "wordpress-core", section 17.2; recordings comments/*. The rules are in
//! `compat::wordpress::comment::submission`.

use std::sync::Arc;

use compat::wordpress::comment::filter::AllowedMarkup;
use compat::wordpress::comment::insert;
use compat::wordpress::comment::new_comment::NewComment;
use compat::wordpress::comment::notify::{CommentMails, NotifyScene};
use compat::wordpress::comment::page_of::page_of_comment;
use compat::wordpress::comment::refusal::Refusal;
use compat::wordpress::comment::submission::{
    CommentForm, CommentSite, Sender, wp_handle_comment_submission,
};
use compat::wordpress::cookie::SetCookie;
use compat::wordpress::date::WpTimezone;
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::kses::WP_ALLOWED_PROTOCOLS;
use compat::wordpress::post::Post;
use compat::wordpress::url::{QueryArg, add_query_arg, esc_url, parse_url};
use http::header::ALLOW;
use http::{HeaderValue, Method, StatusCode};
use themes::wordpress::wp_die::{ErrorPage, paragraph};

use super::headers::{empty, set_cookies};
use super::input::Input;
use super::request_context::{RequestContext, SiteSnapshot};
use super::view::is_password_required;
use crate::request_error::RequestError;
use crate::server::Response;

/// Lifetime of the commenter's cookies in seconds (`comment_cookie_lifetime`).
const COOKIE_LIFE: i64 = 30_000_000;
/// Seconds by which the expiry of a deleted cookie lies in the past.
const YEAR: i64 = 31_536_000;

/// Handles a request for the script.
///
/// # Errors
/// When the database fails.
pub async fn respond(snapshot: &SiteSnapshot<'_>, input: &Input) -> Result<Response, RequestError> {
    if input.request.method != Method::POST {
        let response = Response::typed(
            StatusCode::METHOD_NOT_ALLOWED,
            "text/plain;charset=UTF-8",
            String::new(),
        );
        return Ok(response.with_header(ALLOW, HeaderValue::from_static("POST")));
    }
    let mut context = RequestContext::of_script(snapshot, input).await?;
    let form = CommentForm::read(&input.post);
    context
        .objects
        .prime_posts(&context.app.db, &[form.post_id])
        .await?;
    let post = context.objects.post(form.post_id).cloned();
    if let Some(post) = &post {
        prime_links(&mut context, post).await?;
    }
    match submit(&context, post.as_ref(), form).await? {
        Err(refusal) => Ok(refused(&context, &refusal)),
        Ok(new) => {
            // A comment was stored, so its post exists.
            let Some(post) = post else {
                return Ok(empty(StatusCode::OK));
            };
            let posts = [post.id.0];
            let saved = context.app.saved_posts(&posts, &["commentmeta"]);
            if let Err(error) = saved.await {
                // The comment is stored; the next poll of the database makes it visible.
                tracing::warn!(%error, "the site could not be read again");
            }
            stored(&context, &post, &new).await
        }
    }
}

/// Loads what the addresses of a post and its comments are made of.
pub(super) async fn prime_links(
    context: &mut RequestContext<'_>,
    post: &Post,
) -> Result<(), RequestError> {
    let db = &context.app.db;
    context.objects.prime_relationships(db, &[post.id]).await?;
    context.objects.prime_users(db, &[post.author]).await?;
    Ok(())
}

async fn submit(
    context: &RequestContext<'_>,
    post: Option<&Arc<Post>>,
    form: CommentForm,
) -> Result<Result<NewComment, Refusal>, RequestError> {
    let environment = CommentEnvironment::of(context);
    let hosts = [environment.host.as_str()];
    let mails = post.map(|post| comment_mails(context, post));
    let with = environment.comment_site(context, &hosts, mails);
    let post = post.map(|post| &**post);
    let is_protected = match post {
        Some(post) => is_password_required(context, post).await?,
        None => false,
    };
    let sender = Sender {
        post_password_required: is_protected,
        ..sender(context, post)
    };
    let posted = (form, &context.input.post);
    Ok(wp_handle_comment_submission(&with, post, posted, &sender).await?)
}

/// What the rules for new comments need besides the database.
pub(super) struct CommentEnvironment {
    zone: WpTimezone,
    /// The site's host, in lower case.
    pub(super) host: String,
    /// Whether there is a trash (constant EMPTY_TRASH_DAYS).
    pub(super) has_trash: bool,
}

impl CommentEnvironment {
    /// The values of a request.
    pub(super) fn of(context: &RequestContext<'_>) -> Self {
        let home = context.state.site.home();
        let host = parse_url(&home).and_then(|u| u.host).unwrap_or_default();
        let config = context.app.wp_config.as_ref();
        let trash_days = config.and_then(|c| c.text("EMPTY_TRASH_DAYS"));
        Self {
            zone: context.state.timezone(),
            host: host.to_lowercase(),
            has_trash: insert::has_trash(trash_days.as_deref()),
        }
    }

    /// The input of the comment rules; `hosts` are the site's own hosts, `mails` those about the comment.
    pub(super) fn comment_site<'a>(
        &'a self,
        context: &'a RequestContext<'_>,
        hosts: &'a [&'a str],
        mails: Option<CommentMails>,
    ) -> CommentSite<'a> {
        CommentSite {
            db: &context.app.db,
            site: &context.state.site,
            zone: &self.zone,
            internal_hosts: hosts,
            has_trash: self.has_trash,
            now: context.now,
            mails,
        }
    }
}

/// Mails to the post's author and the moderator about comments on a post, whose links are primed.
pub(super) fn comment_mails(context: &RequestContext<'_>, post: &Arc<Post>) -> CommentMails {
    let (site, links) = (&context.state.site, context.links());
    let host = parse_url(&site.home()).and_then(|u| u.host);
    let scene = NotifyScene {
        site: Arc::clone(site),
        locale: Arc::clone(&context.locale),
        post: Arc::clone(post),
        permalink: links.get_permalink(post),
        comment_page: links.get_comment_page_link(post, None),
        admin_url: context.admin_url(""),
        host: host.unwrap_or_default(),
    };
    CommentMails {
        scene,
        outbox: Arc::clone(&context.app.outbox),
        mail_site: context.mail_site(),
    }
}

fn sender<'a>(context: &'a RequestContext<'_>, post: Option<&Post>) -> Sender<'a> {
    let can = context.capabilities();
    Sender {
        user: context.user(),
        can_moderate: can.has("moderate_comments") || can.has("manage_options"),
        viewer: context.visitor.viewer(),
        markup: markup(context, post, can.has("unfiltered_html")),
        ip: context.input.request.remote_addr.to_string(),
        agent: context.input.request.header("user-agent").to_owned(),
        post_password_required: false,
    }
}

/// The markup a comment may contain: unfiltered for users with `unfiltered_html`, but only with the form's nonce.
fn markup(context: &RequestContext<'_>, post: Option<&Post>, is_trusted: bool) -> AllowedMarkup {
    let action = format!("unfiltered-html-comment_{}", post.map_or(0, |p| p.id.0));
    let nonce = context.input.post_text("_wp_unfiltered_html_comment");
    match (
        is_trusted,
        context.with_nonces(|n| n.verify(&nonce, &action)),
    ) {
        (false, _) => AllowedMarkup::Comment,
        (true, None) => AllowedMarkup::Post,
        (true, Some(_)) => AllowedMarkup::Unfiltered,
    }
}

fn refused(context: &RequestContext<'_>, refusal: &Refusal) -> Response {
    let plain = |message: &str| {
        context.die(
            500,
            &ErrorPage {
                message,
                ..ErrorPage::default()
            },
        )
    };
    match refusal {
        Refusal::Silent => empty(StatusCode::OK),
        Refusal::Error { message, status } => {
            let message = paragraph(context.text(message));
            let page = ErrorPage {
                title: context.text("Comment Submission Failure"),
                message: &message,
                has_back_link: true,
            };
            context.die(*status, &page)
        }
        Refusal::Died(message) => plain(message),
        Refusal::DiedWith { domain, message } => {
            plain(&esc_html(context.locale.domain(domain).translate(message)))
        }
    }
}

async fn stored(
    context: &RequestContext<'_>,
    post: &Post,
    new: &NewComment,
) -> Result<Response, RequestError> {
    let has_consent = context
        .input
        .post
        .contains_key("wp-comment-cookies-consent");
    let mut location = location(context, post, new).await?;
    if !has_consent && new.comment.approved == "0" && !new.comment.author_email.is_empty() {
        let hash = context
            .state
            .salts
            .wp_hash(new.comment.date_gmt.as_bytes(), "auth");
        let args = [
            ("unapproved", QueryArg::from(new.comment.id.0)),
            ("moderation-hash", QueryArg::from(hash.as_str())),
        ];
        location = add_query_arg(&args, &location);
    }
    let mut response = context.safe_redirect(&location);
    if context.visitor.user.is_none() {
        set_cookies(
            &mut response,
            &cookies(context, new, has_consent),
            context.now,
        );
    }
    Ok(response)
}

async fn location(
    context: &RequestContext<'_>,
    post: &Post,
    new: &NewComment,
) -> Result<String, RequestError> {
    let id = new.comment.id.0;
    let wanted = context.input.post_text("redirect_to");
    if !matches!(wanted.as_str(), "" | "0") {
        return Ok(format!("{wanted}#comment-{id}"));
    }
    let options = &context.state.site.options;
    let page = page_of_comment(&context.app.db, options, &new.comment).await?;
    Ok(context.links().get_comment_link(post, id, page))
}

/// `wp_set_comment_cookies`.
fn cookies(context: &RequestContext<'_>, new: &NewComment, has_consent: bool) -> Vec<SetCookie> {
    let site = &context.state.cookies;
    let url = esc_url(&new.comment.author_url, &WP_ALLOWED_PROTOCOLS).into_owned();
    let values = [
        new.comment.author.clone(),
        new.comment.author_email.clone(),
        url,
    ];
    let is_https = context.state.site.home().starts_with("https://");
    site.comment_author_names()
        .into_iter()
        .zip(values)
        .map(|(name, value)| SetCookie {
            name,
            value: if has_consent { value } else { " ".to_owned() },
            expires: Some(context.now + if has_consent { COOKIE_LIFE } else { -YEAR }),
            path: site.path().to_owned(),
            domain: site.domain().map(str::to_owned),
            secure: has_consent && is_https,
            http_only: false,
        })
        .collect()
}
