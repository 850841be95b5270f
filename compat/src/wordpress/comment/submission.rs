//! Handles a comment submission: `wp_handle_comment_submission`, `wp_new_comment`.
//!
//! Contract "wordpress-core", section 17.2. A refusal is a result, not an error: its texts are WordPress's source
//! strings, translated when printed. Cookies and redirects are set in `endpoints`.

use crate::wordpress::date::{PhpDate, WpTimezone};
use crate::wordpress::db::DbError;
use crate::wordpress::formatting::email::is_email;
use crate::wordpress::formatting::strip_all_tags::strip_tags;
use crate::wordpress::object_cache::ObjectCache;
use crate::wordpress::options::Options;
use crate::wordpress::php::{Array, Value};
use crate::wordpress::post::{Post, PostId};
use crate::wordpress::spam_check::{self, CheckedForm};
use crate::wordpress::user::UserId;
use crate::wordpress::visibility::{Visibility, is_post_status_viewable, prime_parents};

use super::allow::wp_allow_comment;
use super::discussion::comments_open;
use super::filter::wp_filter_comment;
use super::hooks::CommentScene;
use super::insert;
use super::new_comment::NewComment;
use super::refusal::Refusal;
pub use super::sender::{CommentSite, Sender};
use super::{Comment, CommentId};

/// The raw form fields.
#[derive(Debug, Clone, Default)]
pub struct CommentForm {
    /// `comment_post_ID`.
    pub post_id: PostId,
    /// `author`, without tags.
    pub author: String,
    /// `email`.
    pub email: String,
    /// `url`.
    pub url: String,
    /// `comment`.
    pub comment: String,
    /// `comment_parent`, when sent.
    pub parent: CommentId,
}

impl CommentForm {
    /// Reads `$_POST`.
    pub fn read(fields: &Array) -> Self {
        let text = |name: &str| {
            let value = fields
                .get(name)
                .and_then(Value::as_str_lossy)
                .unwrap_or_default();
            value.trim().to_owned()
        };
        let number = |name: &str| fields.get(name).map_or(0, Value::to_int);
        Self {
            post_id: PostId(number("comment_post_ID")),
            author: strip_tags(&text("author")).trim().to_owned(),
            email: text("email"),
            url: text("url"),
            comment: text("comment"),
            parent: CommentId(number("comment_parent").saturating_abs()),
        }
    }
}

/// Checks and stores a comment. `post` is the row of `form.post_id`, if there is one.
///
/// # Errors
/// When the database fails.
pub async fn wp_handle_comment_submission(
    with: &CommentSite<'_>,
    post: Option<&Post>,
    (form, fields): (CommentForm, &Array),
    sender: &Sender<'_>,
) -> Result<Result<NewComment, Refusal>, DbError> {
    let options = &with.site.options;
    if form.parent.0 != 0 {
        let status = insert::status_of(with.db, form.parent).await?;
        if status.as_deref() != Some("1") {
            const MESSAGE: &str = "Sorry, replies to unapproved comments are not allowed.";
            return Ok(Err(Refusal::error(MESSAGE, 403)));
        }
    }
    let Some(post) = post.filter(|p| !p.comment_status.is_empty()) else {
        return Ok(Err(Refusal::Silent));
    };
    let mut objects = ObjectCache::default();
    prime_parents(with.db, &mut objects, [post]).await?;
    let visibility = Visibility {
        registry: &with.site.registry,
        options: &with.site.options,
        objects: &objects,
        viewer: sender.viewer,
    };
    if let Some(refusal) = refuse_post(options, (post, &visibility), sender, with.now)
        .or_else(|| refuse_fields(options, &form, sender.user.is_some()))
    {
        return Ok(Err(refusal));
    }
    let new = new_comment(form, sender);
    wp_new_comment(with, post, (new, fields), sender).await
}

/// Checks that the post accepts comments from this user.
pub fn refuse_post(
    options: &Options,
    (post, visibility): (&Post, &Visibility<'_>),
    sender: &Sender<'_>,
    now: i64,
) -> Option<Refusal> {
    let status = visibility.get_post_status(post);
    if status == "private" && !visibility.can_read(post) {
        return Some(Refusal::Silent);
    }
    if !comments_open(options, post, now) {
        return Some(Refusal::error(
            "Sorry, comments are closed for this item.",
            403,
        ));
    }
    if !is_post_status_viewable(status) && status != "private" {
        return Some(if status != "trash" && visibility.can_read(post) {
            Refusal::error("Sorry, comments are not allowed for this item.", 403)
        } else {
            Refusal::Silent
        });
    }
    sender.post_password_required.then_some(Refusal::Silent)
}

/// Validates the fields, in WordPress's order.
pub fn refuse_fields(options: &Options, form: &CommentForm, has_user: bool) -> Option<Refusal> {
    if !has_user && options.is_on("comment_registration") {
        return Some(Refusal::error(
            "Sorry, you must be logged in to comment.",
            403,
        ));
    }
    if options.is_on("require_name_email") && !has_user {
        if form.email.is_empty() || form.author.is_empty() {
            return Some(Refusal::error(
                "<strong>Error:</strong> Please fill the required fields.",
                200,
            ));
        }
        if is_email(&form.email).is_none() {
            const MESSAGE: &str = "<strong>Error:</strong> Please enter a valid email address.";
            return Some(Refusal::error(MESSAGE, 200));
        }
    }
    if form.comment.is_empty() {
        const MESSAGE: &str = "<strong>Error:</strong> Please type your comment text.";
        return Some(Refusal::error(MESSAGE, 200));
    }
    too_long(form).map(|message| Refusal::error(message, 200))
}

/// The first field that does not fit its column (`wp_check_comment_data_max_lengths`); lengths in bytes.
fn too_long(form: &CommentForm) -> Option<&'static str> {
    [
        (
            form.author.len(),
            245,
            "<strong>Error:</strong> Your name is too long.",
        ),
        (
            form.email.len(),
            100,
            "<strong>Error:</strong> Your email address is too long.",
        ),
        (
            form.url.len(),
            200,
            "<strong>Error:</strong> Your URL is too long.",
        ),
        (
            form.comment.len(),
            65_525,
            "<strong>Error:</strong> Your comment is too long.",
        ),
    ]
    .into_iter()
    .find_map(|(length, limit, message)| (length > limit).then_some(message))
}

fn new_comment(form: CommentForm, sender: &Sender<'_>) -> NewComment {
    let (author, author_email, author_url) = match sender.user {
        Some(user) => {
            let name = if user.display_name.is_empty() {
                &user.login
            } else {
                &user.display_name
            };
            (name.clone(), user.email.clone(), user.url.clone())
        }
        None => (form.author, form.email, form.url),
    };
    NewComment {
        comment: Comment {
            post_id: form.post_id,
            author,
            author_email,
            author_url,
            content: form.comment,
            comment_type: "comment".to_owned(),
            parent: form.parent,
            user_id: sender.user.map_or(UserId(0), |u| u.id),
            ..Comment::default()
        },
        author_ip: sender.comment_author_ip(),
        agent: sender.comment_agent(),
        meta: Vec::new(),
    }
}

/// `wp_new_comment`: spam checks, filters, duplicate and flood checks, approval, storage. `fields` are all form fields.
///
/// # Errors
/// When the database fails.
pub async fn wp_new_comment(
    with: &CommentSite<'_>,
    post: &Post,
    (mut new, fields): (NewComment, &Array),
    sender: &Sender<'_>,
) -> Result<Result<NewComment, Refusal>, DbError> {
    let options = &with.site.options;
    let scene = CommentScene {
        options,
        post,
        fields,
    };
    for hook in &with.site.registry.comment_hooks {
        if let Some(refusal) = (hook.preprocess_comment)(&scene, &mut new) {
            return Ok(Err(refusal));
        }
    }
    let checks = (options, with.site.registry.spam_checks.as_slice());
    if let Some(message) =
        spam_check::run(with.db, checks, CheckedForm::Comment, fields, with.now).await?
    {
        return Ok(Err(Refusal::Died(message)));
    }
    allow_and_insert(with, post, new, sender).await
}

/// The second half of `wp_new_comment`.
async fn allow_and_insert(
    with: &CommentSite<'_>,
    post: &Post,
    mut new: NewComment,
    sender: &Sender<'_>,
) -> Result<Result<NewComment, Refusal>, DbError> {
    let options = &with.site.options;
    let at = |seconds: i64, zone: &WpTimezone| PhpDate::new(seconds, zone).format("Y-m-d H:i:s");
    new.comment.date = at(with.now, with.zone);
    new.comment.date_gmt = at(with.now, &WpTimezone::utc());
    let balance = options.is_on("use_balanceTags");
    wp_filter_comment(
        &mut new.comment,
        sender.markup,
        with.internal_hosts,
        balance,
    );
    match wp_allow_comment(with, post, &new, sender, sender.can_moderate).await? {
        Ok(approved) => approved.clone_into(&mut new.comment.approved),
        Err(refusal) => return Ok(Err(refusal)),
    }
    let hooks = &with.site.registry.comment_hooks;
    let mails = match with.mails.clone() {
        Some(mails) => Some(mails.prepare(with.db).await?),
        None => None,
    };
    let stored = insert::wp_insert_comment(with.db, hooks, new, mails).await?;
    Ok(Ok(stored))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::php::query_string::parse_str;

    fn refused(query: &str) -> Option<(&'static str, u16)> {
        let options = Options::new([("require_name_email".to_owned(), b"1".to_vec())]);
        let form = CommentForm::read(&parse_str(query.as_bytes()));
        match refuse_fields(&options, &form, false)? {
            Refusal::Error { message, status } => {
                Some((message.split("</strong> ").nth(1)?, status))
            }
            _ => None,
        }
    }

    #[test]
    fn fields_are_checked_in_order() {
        assert_eq!(refused("author=A&email=a@b.example&comment=x"), None);
        assert_eq!(
            refused("author=<i>&email=a@b.example&comment="),
            Some(("Please fill the required fields.", 200))
        );
        assert_eq!(
            refused("author=A&email=a&comment="),
            Some(("Please enter a valid email address.", 200))
        );
        assert_eq!(
            refused("author=A&email=a@b.example&comment=+"),
            Some(("Please type your comment text.", 200))
        );
        let long = format!("author={}&email=a@b.example&comment=x", "ñ".repeat(123));
        assert_eq!(refused(&long), Some(("Your name is too long.", 200)));
    }
}
