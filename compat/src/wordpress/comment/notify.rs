//! Mails about new comments: to the post's author, and to the moderator for comments held for moderation.
//!
//! Recordings comments/*, `effects.mails`. Texts are WordPress's source strings in the site's language. They name the
//! comment, so they are made in the transaction that stores it.

use std::sync::Arc;

use crate::binds;
use crate::wordpress::db::{Db, DbError, Transaction};
use crate::wordpress::formatting::specialchars::{QuoteStyle, wp_specialchars_decode};
use crate::wordpress::l10n::Locale;
use crate::wordpress::mail::outbox::{Delivery, OutboxId, TransactionMails};
use crate::wordpress::mail::{Mail, MailSite, Outbox};
use crate::wordpress::php::Value;
use crate::wordpress::php::sprintf::sprintf;
use crate::wordpress::post::Post;
use crate::wordpress::site::Site;
use crate::wordpress::user::User;
use crate::wordpress::user::authenticate::load;

use super::new_comment::NewComment;

/// The input of the mails besides the comment.
#[derive(Clone)]
pub struct NotifyScene {
    /// The site.
    pub site: Arc<Site>,
    /// The site's language.
    pub locale: Arc<Locale>,
    /// The post.
    pub post: Arc<Post>,
    /// The address of the post.
    pub permalink: String,
    /// The address of the page with the comment, to which `#comment-ID` is added.
    pub comment_page: String,
    /// The address of the admin pages, with a slash at the end.
    pub admin_url: String,
    /// The host of the site, for the sender's address.
    pub host: String,
}

/// Sends the mails about comments on a post.
#[derive(Clone)]
pub struct CommentMails {
    /// What they are made of.
    pub scene: NotifyScene,
    /// Where they are stored. Nobody waits for their delivery.
    pub outbox: Arc<Outbox>,
    /// The site data used by `wp_mail`.
    pub mail_site: MailSite,
}

impl CommentMails {
    /// To be called before the transaction: what needs no transaction is read.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn prepare(self, db: &Db) -> Result<PreparedCommentMails, DbError> {
        let author = load(db, Some(self.scene.post.author)).await?;
        let mails = self.outbox.for_transaction(self.mail_site, Delivery::Queue);
        Ok(PreparedCommentMails {
            mails: mails.await?,
            author,
            scene: self.scene,
        })
    }
}

/// Stores the mails about comments on a post in the transaction of the comment.
#[derive(Clone)]
pub struct PreparedCommentMails {
    scene: NotifyScene,
    author: Option<User>,
    mails: TransactionMails,
}

impl PreparedCommentMails {
    /// Stores the mails that a comment calls for, which is stored already. A mail that cannot be sent is left out.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn enqueue(
        &self,
        tx: &Transaction,
        new: &NewComment,
    ) -> Result<Vec<OutboxId>, DbError> {
        let mut ids = Vec::new();
        for mail in mails(tx, &self.scene, new, self.author.as_ref()).await? {
            ids.extend(self.mails.wp_mail(tx, &mail).await?);
        }
        Ok(ids)
    }

    /// To be called after the commit.
    pub async fn committed(&self, ids: &[OutboxId]) {
        if let Err(error) = self.mails.committed(ids).await {
            tracing::warn!(%error, "the mails about a comment are not delivered yet");
        }
    }
}

/// The texts of a mail by comment type.
struct Words {
    head: &'static str,
    /// Before the text, or around it.
    content: &'static str,
}

/// The source texts of a kind of comment.
struct Kind {
    to_author: Words,
    to_moderators: Words,
    all: &'static str,
    subject: &'static str,
}

impl Kind {
    /// The texts for a `comment_type`.
    fn of(comment_type: &str) -> Self {
        match comment_type {
            "trackback" => Kind {
                to_author: Words {
                    head: "New trackback on your post \"%s\"",
                    content: "Comment: %s",
                },
                to_moderators: Words {
                    head: "A new trackback on the post \"%s\" is waiting for your approval",
                    content: "Trackback excerpt: ",
                },
                all: "You can see all trackbacks on this post here:",
                subject: "[%1$s] Trackback: \"%2$s\"",
            },
            "pingback" => Kind {
                to_author: Words {
                    head: "New pingback on your post \"%s\"",
                    content: "Comment: %s",
                },
                to_moderators: Words {
                    head: "A new pingback on the post \"%s\" is waiting for your approval",
                    content: "Pingback excerpt: ",
                },
                all: "You can see all pingbacks on this post here:",
                subject: "[%1$s] Pingback: \"%2$s\"",
            },
            _ => Kind {
                to_author: Words {
                    head: "New comment on your post \"%s\"",
                    content: "Comment: %s",
                },
                to_moderators: Words {
                    head: "A new comment on the post \"%s\" is waiting for your approval",
                    content: "Comment: %s",
                },
                all: "You can see all comments on this post here:",
                subject: "[%1$s] Comment: \"%2$s\"",
            },
        }
    }
}

/// The mails that a new comment calls for.
///
/// # Errors
/// When the database fails.
async fn mails(
    tx: &Transaction,
    scene: &NotifyScene,
    new: &NewComment,
    author: Option<&User>,
) -> Result<Vec<Mail>, DbError> {
    let options = &scene.site.options;
    Ok(match new.comment.approved.as_str() {
        "1" if options.is_on("comments_notify") => author
            .filter(|user| !user.email.is_empty() && user.id != new.comment.user_id)
            .map(|user| to_author(scene, new, user))
            .into_iter()
            .collect(),
        "0" if options.is_on("moderation_notify") => {
            const WAITING: &str = "SELECT COUNT(*) FROM {p}comments WHERE comment_approved = '0'";
            let waiting: Option<(i64,)> = tx.load_first(WAITING, binds![]).await?;
            to_moderators(scene, new, author, waiting.map_or(0, |(n,)| n))
        }
        _ => Vec::new(),
    })
}

impl NotifyScene {
    fn text(&self, source: &str, values: &[&str]) -> String {
        let format = self.locale.translate(source);
        let values: Vec<Value> = values.iter().map(|v| Value::from(*v)).collect();
        sprintf(format, &values).unwrap_or_else(|_| format.to_owned())
    }

    fn decoded(text: &str) -> String {
        wp_specialchars_decode(text, QuoteStyle::Quotes).into_owned()
    }

    fn site_name(&self) -> String {
        Self::decoded(&self.site.options.text("blogname"))
    }

    fn admin(&self, action: &str, new: &NewComment) -> String {
        let id = new.comment.id.0;
        format!(
            "{}comment.php?action={action}&c={id}#wpbody-content",
            self.admin_url
        )
    }

    /// Author and text.
    fn about(&self, new: &NewComment, words: &Words) -> String {
        let c = &new.comment;
        let ip = &new.author_ip;
        let content = Self::decoded(&c.content).replace('\n', "\r\n");
        let content = match words.content.strip_suffix("%s") {
            Some(_) => self.text(words.content, &[&format!("\r\n{content}")]),
            None => format!("{}\r\n{content}", self.text(words.content, &[])),
        };
        if c.is_ping() {
            let who = self.text(
                "Website: %1$s (IP address: %2$s, %3$s)",
                &[&c.author, ip, ip],
            );
            let url = self.text("URL: %s", &[&c.author_url]);
            return format!("{who}\r\n{url}\r\n{content}");
        }
        let mut lines = vec![
            self.text(
                "Author: %1$s (IP address: %2$s, %3$s)",
                &[&c.author, ip, ip],
            ),
            self.text("Email: %s", &[&c.author_email]),
            self.text("URL: %s", &[&c.author_url]),
        ];
        if c.parent.0 > 0 {
            let id = c.parent.0;
            let link = format!(
                "{}comment.php?action=editcomment&c={id}#wpbody-content",
                self.admin_url
            );
            lines.push(self.text("In reply to: %s", &[&link]));
        }
        lines.push(content);
        lines.join("\r\n")
    }
}

fn to_author(scene: &NotifyScene, new: &NewComment, user: &User) -> Mail {
    let title = NotifyScene::decoded(&scene.post.title);
    let words = Kind::of(&new.comment.comment_type);
    let about = scene.about(new, &words.to_author);
    let head = scene.text(words.to_author.head, &[&title]);
    let all = scene.text(words.all, &[]);
    let comment_link = format!("{}#comment-{}", scene.comment_page, new.comment.id.0);
    let (permalink, link) = (
        &scene.permalink,
        scene.text("Permalink: %s", &[&comment_link]),
    );
    let trash = scene.text("Trash it: %s", &[&scene.admin("trash", new)]);
    let spam = scene.text("Spam it: %s", &[&scene.admin("spam", new)]);
    let message = format!(
        "{head}\r\n{about}\r\n\r\n{all}\r\n{permalink}#comments\r\n\r\n{link}\r\n{trash}\r\n{spam}\r\n\r\n"
    );
    let email = &new.comment.author_email;
    let sender = format!(
        "wordpress@{}",
        scene.host.strip_prefix("www.").unwrap_or(&scene.host)
    );
    let from = match new.comment.author.as_str() {
        "" => format!("{} <{sender}>", scene.site_name()),
        name => format!("{name} <{sender}>"),
    };
    let mut headers = vec![("From".to_owned(), from)];
    if !email.is_empty() {
        headers.push(("Reply-To".to_owned(), format!("\"{email}\" <{email}>")));
    }
    Mail {
        to: user.email.clone(),
        subject: scene.text(words.subject, &[&scene.site_name(), &title]),
        message,
        headers,
        ..Mail::default()
    }
}

fn to_moderators(
    scene: &NotifyScene,
    new: &NewComment,
    author: Option<&User>,
    waiting: i64,
) -> Vec<Mail> {
    let title = NotifyScene::decoded(&scene.post.title);
    let words = Kind::of(&new.comment.comment_type).to_moderators;
    let head = scene.text(words.head, &[&title]);
    let about = scene.about(new, &words);
    let link = |source: &str, action: &str| scene.text(source, &[&scene.admin(action, new)]);
    let (approve, trash, spam) = (
        link("Approve it: %s", "approve"),
        link("Trash it: %s", "trash"),
        link("Spam it: %s", "spam"),
    );
    let number = u64::try_from(waiting).unwrap_or(0);
    let format = scene.locale.ngettext(
        "Currently %s comment is waiting for approval. Please visit the moderation panel:",
        "Currently %s comments are waiting for approval. Please visit the moderation panel:",
        number,
    );
    let currently = format.replacen("%s", &number.to_string(), 1);
    let (permalink, panel) = (&scene.permalink, &scene.admin_url);
    let message = format!(
        "{head}\r\n{permalink}\r\n\r\n{about}\r\n\r\n{approve}\r\n{trash}\r\n{spam}\r\n{currently}\r\n\
         {panel}edit-comments.php?comment_status=moderated#wpbody-content\r\n"
    );
    let subject = scene.text(
        "[%1$s] Please moderate: \"%2$s\"",
        &[&scene.site_name(), &title],
    );
    let admin = scene.site.options.text("admin_email").into_owned();
    let author = author
        .map(|user| user.email.clone())
        .filter(|email| *email != admin);
    [Some(admin), author]
        .into_iter()
        .flatten()
        .filter(|to| !to.is_empty())
        .map(|to| {
            let (subject, message) = (subject.clone(), message.clone());
            Mail {
                to,
                subject,
                message,
                ..Mail::default()
            }
        })
        .collect()
}
