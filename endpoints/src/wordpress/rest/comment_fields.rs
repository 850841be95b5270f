//! The fields of a comment that a request sets (`prepare_item_for_database`).
//!
//! Contract "wordpress-rest", section 10.

use std::sync::Arc;

use compat::wordpress::comment::new_comment::NewComment;
use compat::wordpress::comment::refusal::Refusal;
use compat::wordpress::comment::{Comment, CommentId};
use compat::wordpress::date::mysql::parse_local;
use compat::wordpress::date::{PhpDate, WpTimezone};
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::post::PostId;
use compat::wordpress::user::capability::Capabilities;
use compat::wordpress::user::{User, UserId};

use super::date::to_mysql;
use super::request::RestRequest;
use super::route::Rest;
use super::route_error::{RestError, RouteError};

/// The account that a comment is of.
pub struct CommentAuthor {
    /// The account.
    pub user: Arc<User>,
    capabilities: Capabilities,
}

impl CommentAuthor {
    /// The account with an id; `None` when there is none.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load(rest: &Rest<'_>, id: UserId) -> Result<Option<Self>, RouteError> {
        if id.0 <= 0 {
            return Ok(None);
        }
        let mut objects = ObjectCache::default();
        objects.prime_users(&rest.app.db, &[id]).await?;
        let Some(user) = objects.user(id).cloned() else {
            return Ok(None);
        };
        let options = &rest.state.site.options;
        let meta = objects.user_meta(id);
        let capabilities = Capabilities::of(options, rest.app.db.prefix(), meta);
        Ok(Some(Self { user, capabilities }))
    }

    /// The account that the parameter `author` names.
    ///
    /// # Errors
    /// `rest_comment_author_invalid`, or the database fails.
    pub async fn of_request(
        rest: &Rest<'_>,
        request: &RestRequest,
    ) -> Result<Option<Self>, RouteError> {
        if !request.has("author") {
            return Ok(None);
        }
        let found = Self::load(rest, UserId(request.int("author"))).await?;
        if found.is_none() {
            let source = "Invalid comment author ID.";
            return Err(rest
                .error("rest_comment_author_invalid", source, 400)
                .into());
        }
        Ok(found)
    }

    /// `user_can`.
    pub fn can(&self, capability: &str) -> bool {
        self.capabilities.has(capability)
    }

    fn sign(&self, comment: &mut Comment) {
        let user = &self.user;
        comment.user_id = user.id;
        comment.author.clone_from(&user.display_name);
        comment.author_email.clone_from(&user.email);
        comment.author_url.clone_from(&user.url);
    }
}

/// `content`, as text or as its member `raw`.
pub fn content(request: &RestRequest) -> Option<String> {
    let sent = request.get("content");
    let text = sent
        .as_str_lossy()
        .or_else(|| sent.at("raw").as_str_lossy());
    text.map(|text| text.trim().to_owned())
}

/// A new comment: of the named account, of the sent name, or of the requesting user.
pub fn new_comment(
    rest: &Rest<'_>,
    request: &RestRequest,
    author: Option<&CommentAuthor>,
) -> NewComment {
    let at = |zone: &WpTimezone| PhpDate::new(rest.now, zone).format("Y-m-d H:i:s");
    let comment = Comment {
        date: at(&rest.state.timezone()),
        date_gmt: at(&WpTimezone::utc()),
        comment_type: "comment".to_owned(),
        ..Comment::default()
    };
    let mut new = filled(rest, request, (comment, author));
    let comment = &mut new.comment;
    let is_nobody = comment.user_id.0 == 0
        && comment.author.is_empty()
        && comment.author_email.is_empty()
        && comment.author_url.is_empty();
    if let Some(user) = rest.user().filter(|_| is_nobody) {
        comment.user_id = user.id;
        comment.author.clone_from(&user.display_name);
        comment.author_email.clone_from(&user.email);
        comment.author_url.clone_from(&user.url);
    }
    new
}

/// A stored comment with the sent fields.
pub fn changed(
    rest: &Rest<'_>,
    request: &RestRequest,
    stored: (Comment, Option<&CommentAuthor>),
) -> NewComment {
    filled(rest, request, stored)
}

fn filled(
    rest: &Rest<'_>,
    request: &RestRequest,
    (mut comment, author): (Comment, Option<&CommentAuthor>),
) -> NewComment {
    if let Some(content) = content(request) {
        comment.content = content;
    }
    if request.has("post") {
        comment.post_id = PostId(request.int("post"));
    }
    if request.has("parent") {
        comment.parent = CommentId(request.int("parent"));
    }
    if let Some(author) = author {
        author.sign(&mut comment);
    }
    let text = |name: &str, field: &mut String| {
        if request.has(name) {
            *field = request.text(name);
        }
    };
    text("author_name", &mut comment.author);
    text("author_email", &mut comment.author_email);
    text("author_url", &mut comment.author_url);
    if let Some((date, date_gmt)) = dates(rest, request) {
        (comment.date, comment.date_gmt) = (date, date_gmt);
    }
    let ip = if request.has("author_ip") && rest.can("moderate_comments") {
        request.text("author_ip")
    } else {
        rest.input.request.remote_addr.to_string()
    };
    let agent = match request.text("author_user_agent") {
        agent if agent.is_empty() => request.header(rest.input, "user-agent"),
        agent => agent,
    };
    NewComment {
        comment,
        author_ip: ip,
        agent,
        meta: Vec::new(),
    }
}

/// `rest_get_date_with_gmt`: local and universal time of `date`, else of `date_gmt`.
fn dates(rest: &Rest<'_>, request: &RestRequest) -> Option<(String, String)> {
    let zone = rest.state.timezone();
    let (local, universal) = (request.text("date"), request.text("date_gmt"));
    let date = if local.is_empty() {
        let has_zone = universal
            .get(19..)
            .is_some_and(|end| end.contains(['Z', '+', '-']));
        let zoned = if has_zone {
            universal
        } else {
            format!("{universal}Z")
        };
        to_mysql(&zoned, &zone)?
    } else {
        to_mysql(&local, &zone)?
    };
    let moment = zone.timestamp_of_local(parse_local(&date)?);
    let gmt = PhpDate::new(moment, &WpTimezone::utc()).format("Y-m-d H:i:s");
    Some((date, gmt))
}

/// A refusal of `wp_allow_comment` as the API words it.
pub fn refused(rest: &Rest<'_>, refusal: &Refusal) -> RestError {
    match refusal {
        Refusal::Error {
            message,
            status: 409,
        } => rest.error("comment_duplicate", message, 409),
        Refusal::Error { message, .. } => rest.error("comment_flood", message, 400),
        _ => rest.error(
            "rest_comment_failed_create",
            "Creating comment failed.",
            500,
        ),
    }
}
