//! Trackbacks (`wp-trackback.php`).
//!
//! A trackback is stored like a comment (contract "wordpress-core", section 17.2, from step 10 on), including the spam
//! checks (contract "honeypot", section 5.3). Recording feeds/trackback-post.

use crate::binds;
use crate::wordpress::db::DbError;
use crate::wordpress::formatting::sanitize_field::{sanitize_text_field, sanitize_textarea_field};
use crate::wordpress::formatting::trim_words::wp_html_excerpt;
use crate::wordpress::kses::WP_ALLOWED_PROTOCOLS;
use crate::wordpress::php::{Array, Value};
use crate::wordpress::post::{Post, PostId};
use crate::wordpress::url::esc_url_raw;

use super::Comment;
use super::discussion::pings_open;
use super::new_comment::NewComment;
use super::refusal::Refusal;
use super::submission::{CommentSite, Sender, wp_new_comment};

/// Maximum length of the title.
const TITLE_LENGTH: usize = 250;
/// Maximum length of the excerpt.
const EXCERPT_LENGTH: usize = 252;

/// What the other site sends.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trackback {
    /// Title of its page.
    pub title: String,
    /// The beginning of its text.
    pub excerpt: String,
    /// Its name.
    pub blog_name: String,
    /// Address of its page.
    pub url: String,
}

/// The result of a trackback.
#[derive(Debug, Clone)]
pub enum Received {
    /// It is stored, with the mails about it.
    Stored(Box<NewComment>),
    /// The protocol's error message, untranslated.
    Refused(&'static str),
    /// WordPress or a column ended the request.
    Died(Refusal),
}

impl Trackback {
    /// Reads `$_POST`; `None` for a charset that may not be used.
    pub fn read(fields: &Array) -> Option<Self> {
        // A text that is not UTF-8 is emptied before its charset is looked at.
        let raw = |name: &str| {
            let bytes = fields
                .get(name)
                .and_then(Value::as_bytes)
                .unwrap_or_default();
            std::str::from_utf8(bytes).unwrap_or_default()
        };
        let charset = sanitize_text_field(raw("charset")).to_uppercase();
        let charset = charset.replace([',', ' '], "");
        if charset.contains("UTF-7") {
            return None;
        }
        let recoded = |text: String| {
            if matches!(charset.as_str(), "ISO-8859-1" | "LATIN1") {
                text.bytes().map(char::from).collect()
            } else {
                text
            }
        };
        Some(Self {
            title: recoded(sanitize_text_field(raw("title"))),
            excerpt: recoded(sanitize_textarea_field(raw("excerpt"))),
            blog_name: recoded(sanitize_text_field(raw("blog_name"))),
            url: esc_url_raw(raw("url"), &WP_ALLOWED_PROTOCOLS).into_owned(),
        })
    }

    /// Whether it has none of a trackback's fields: such a request is redirected to the post.
    pub fn is_a_visit(&self) -> bool {
        [&self.title, &self.url, &self.blog_name]
            .into_iter()
            .all(|text| is_empty(text))
    }

    /// Whether it has the required fields.
    pub fn is_whole(&self) -> bool {
        !is_empty(&self.title) && !is_empty(&self.url)
    }

    fn into_comment(self, post: PostId, sender: &Sender<'_>) -> NewComment {
        let title = wp_html_excerpt(&self.title, TITLE_LENGTH, "&#8230;");
        let excerpt = wp_html_excerpt(&self.excerpt, EXCERPT_LENGTH, "&#8230;");
        NewComment {
            comment: Comment {
                post_id: post,
                author: self.blog_name,
                author_url: self.url,
                content: format!("<strong>{title}</strong>\n\n{excerpt}"),
                comment_type: "trackback".to_owned(),
                ..Comment::default()
            },
            author_ip: sender.comment_author_ip(),
            agent: sender.comment_agent(),
            meta: Vec::new(),
        }
    }
}

/// PHP's `empty()` of a text.
fn is_empty(text: &str) -> bool {
    matches!(text, "" | "0")
}

/// Checks and stores a trackback. `fields` are all form fields.
///
/// # Errors
/// When the database fails.
pub async fn receive(
    with: &CommentSite<'_>,
    post: &Post,
    (trackback, fields): (Trackback, &Array),
    sender: &Sender<'_>,
) -> Result<Received, DbError> {
    if !pings_open(&with.site.options, post, with.now) {
        return Ok(Received::Refused(
            "Sorry, trackbacks are closed for this item.",
        ));
    }
    const KNOWN: &str =
        "SELECT comment_ID FROM {p}comments WHERE comment_post_ID = ? AND comment_author_url = ?";
    let binds = binds![post.id.0, &trackback.url];
    let known: Option<(i64,)> = with.db.load_first(KNOWN, binds).await?;
    if known.is_some() {
        return Ok(Received::Refused(
            "There is already a ping from that URL for this post.",
        ));
    }
    let new = trackback.into_comment(post.id, sender);
    Ok(
        match wp_new_comment(with, post, (new, fields), sender).await? {
            Ok(new) => Received::Stored(Box::new(new)),
            Err(refusal) => Received::Died(refusal),
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::php::query_string::parse_str;

    fn read(query: &str) -> Option<Trackback> {
        Trackback::read(&parse_str(query.as_bytes()))
    }

    #[test]
    fn what_is_a_trackback() {
        let whole = read("title=<b>T</b>&url=http://a.example/&excerpt=x%0Ay&blog_name=B").unwrap();
        assert_eq!(whole.title, "T");
        assert_eq!(whole.excerpt, "x\ny");
        assert!(whole.is_whole() && !whole.is_a_visit());
        assert!(read("title=0&url=&excerpt=x").unwrap().is_a_visit());
        let half = read("blog_name=B").unwrap();
        assert!(!half.is_whole() && !half.is_a_visit());
        assert_eq!(read("title=a&charset=utf-7"), None);
        assert_eq!(read("title=%C3%B1&charset=iso-8859-1").unwrap().title, "Ã±");
        assert_eq!(read("title=%F1").unwrap().title, "");
        assert_eq!(
            read("title[]=a&url=javascript:x"),
            Some(Trackback::default())
        );
    }
}
