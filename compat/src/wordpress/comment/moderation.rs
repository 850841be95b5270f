//! `check_comment`: whether a comment is approved: moderation keys, links, earlier comments.
//!
//! Contract "wordpress-core", section 17.2, step 13 (`check_comment`, `wp_check_comment_disallowed_list`).

use crate::wordpress::formatting::clickable::{ClickableSettings, make_clickable};
use crate::wordpress::formatting::strip_all_tags::wp_strip_all_tags;
use crate::wordpress::kses::WP_ALLOWED_PROTOCOLS;
use crate::wordpress::options::Options;
use crate::wordpress::url::esc_url;

use super::new_comment::NewComment;

/// The decision of the options about a comment of a user without special capabilities.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moderation {
    /// Nothing speaks against it.
    Approved,
    /// It is shown when the person has an approved comment.
    NeedsEarlierApproval,
    /// Held for moderation.
    Held,
}

/// `check_comment`, as far as options and text decide.
pub fn check_comment(options: &Options, new: &NewComment) -> Moderation {
    let comment = &new.comment;
    if options.text("comment_moderation") == "1" || has_too_many_links(options, &comment.content) {
        return Moderation::Held;
    }
    let fields = [
        comment.author.as_str(),
        &comment.author_email,
        &comment.author_url,
        &comment.content,
        &new.author_ip,
        &new.agent,
    ];
    if has_listed_word(&options.text("moderation_keys"), &fields) {
        return Moderation::Held;
    }
    if options.text("comment_previously_approved") == "1" {
        // A ping has no author whose earlier comments could have been approved.
        let is_nobody = comment.is_ping() || comment.author.is_empty();
        return if is_nobody || comment.author_email.is_empty() {
            Moderation::Held
        } else {
            Moderation::NeedsEarlierApproval
        };
    }
    Moderation::Approved
}

/// `wp_check_comment_disallowed_list`: whether the comment contains a disallowed key.
pub fn is_disallowed(options: &Options, new: &NewComment) -> bool {
    let comment = &new.comment;
    let text = wp_strip_all_tags(&comment.content, false);
    let fields = [
        comment.author.as_str(),
        &comment.author_email,
        &comment.author_url,
        &comment.content,
        &text,
        &new.author_ip,
        &new.agent,
    ];
    has_listed_word(&options.text("disallowed_keys"), &fields)
}

/// Whether one of the fields contains a key of the list (one per line), ignoring case.
fn has_listed_word(list: &str, fields: &[&str]) -> bool {
    let words: Vec<String> = list
        .lines()
        .map(str::trim)
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    if words.is_empty() {
        return false;
    }
    fields.iter().any(|field| {
        let field = field.to_lowercase();
        words.iter().any(|word| field.contains(word.as_str()))
    })
}

/// Links are counted as the page would show them: bare addresses become links.
fn has_too_many_links(options: &Options, content: &str) -> bool {
    let Some(max) = super::insert::positive(options, "comment_max_links") else {
        return false;
    };
    let settings = ClickableSettings {
        esc_url: &|url| esc_url(url, &WP_ALLOWED_PROTOCOLS).into_owned(),
        internal_hosts: &[],
        ugc: true,
    };
    let shown = make_clickable(content, &settings).to_lowercase();
    let links = shown
        .split("<a ")
        .skip(1)
        .filter(|tag| {
            tag.split('>')
                .next()
                .is_some_and(|inside| inside.contains("href"))
        })
        .count();
    i64::try_from(links).unwrap_or(i64::MAX) >= max
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::comment::Comment;

    fn options(rows: &[(&str, &str)]) -> Options {
        Options::new(
            rows.iter()
                .map(|(k, v)| ((*k).to_owned(), v.as_bytes().to_vec())),
        )
    }

    fn comment(content: &str) -> NewComment {
        let comment = Comment {
            author: "Ana".into(),
            author_email: "ana@casa.example".into(),
            content: content.into(),
            ..Comment::default()
        };
        NewComment {
            comment,
            ..NewComment::default()
        }
    }

    #[test]
    fn words_links_and_switches_hold_a_comment() {
        let held = |rows: &[(&str, &str)], text: &str| {
            check_comment(&options(rows), &comment(text)) == Moderation::Held
        };
        assert!(held(&[("comment_moderation", "1")], "x"));
        assert!(held(&[("moderation_keys", "\nCUEVA \n")], "una cuevas"));
        assert!(!held(&[("moderation_keys", "\n \n")], "una cueva"));
        let two = [("comment_max_links", "2")];
        assert!(held(&two, "http://a.example http://b.example"));
        assert!(!held(&two, "<a href=\"http://a.example\">a</a> <a name=x>"));
        assert!(!held(&[("comment_max_links", "0")], "http://a.example"));
        let known = [("comment_previously_approved", "1")];
        assert_eq!(
            check_comment(&options(&known), &comment("x")),
            Moderation::NeedsEarlierApproval
        );
        let mut ping = comment("x");
        ping.comment.comment_type = "trackback".into();
        assert_eq!(check_comment(&options(&known), &ping), Moderation::Held);
        assert_eq!(check_comment(&options(&[]), &ping), Moderation::Approved);
    }

    #[test]
    fn tags_do_not_hide_a_disallowed_word() {
        let options = options(&[("disallowed_keys", "prohibida")]);
        assert!(is_disallowed(&options, &comment("pro<b></b>hibida")));
        assert!(!is_disallowed(&options, &comment("permitida")));
    }
}
