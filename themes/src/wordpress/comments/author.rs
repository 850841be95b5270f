//! The author of a comment: name, link, avatar.

use std::borrow::Cow;

use compat::wordpress::comment::Comment;
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::gravatar::gravatar_url;
use compat::wordpress::kses::bad_protocol::WP_ALLOWED_PROTOCOLS;
use compat::wordpress::url::esc_url;

use crate::wordpress::view::View;

/// The name under a comment, not escaped: as given, else the user's, else "Anonymous".
pub fn comment_author<'a>(view: &'a View, comment: &'a Comment) -> Cow<'a, str> {
    if !comment.author.is_empty() {
        return Cow::Borrowed(&comment.author);
    }
    match view.objects.user(comment.user_id) {
        Some(user) => Cow::Borrowed(&user.display_name),
        None => Cow::Owned(view.text("Anonymous")),
    }
}

/// The address of the writer's site for an attribute; empty when there is none.
pub fn comment_author_url(comment: &Comment) -> Cow<'_, str> {
    let url = match comment.author_url.as_str() {
        "http://" | "https://" => "",
        url => url,
    };
    esc_url(url, &WP_ALLOWED_PROTOCOLS)
}

/// The name as markup, linked to the writer's site when there is one.
pub fn comment_author_link(view: &View, comment: &Comment) -> String {
    let author = comment_author(view, comment);
    let author = esc_html(&author);
    let url = comment_author_url(comment);
    if url.is_empty() {
        return author.into_owned();
    }
    let is_internal = compat::wordpress::url::parse_url(&comment.author_url)
        .and_then(|parts| parts.host)
        .is_some_and(|host| {
            let host = host.to_ascii_lowercase();
            view.content_settings.internal_hosts.contains(&host)
        });
    let rel = if is_internal {
        "ugc"
    } else {
        "ugc external nofollow"
    };
    format!("<a href=\"{url}\" class=\"url\" rel=\"{rel}\">{author}</a>")
}

/// The author's Gravatar; empty when avatars are disabled.
pub fn get_avatar(view: &View, comment: &Comment, size: u32, alt: &str) -> String {
    avatar_with(view, comment, size, alt, "")
}

/// [`get_avatar`] with a further class.
pub fn avatar_with(view: &View, comment: &Comment, size: u32, alt: &str, class: &str) -> String {
    let options = &view.site.options;
    if !options.is_on("show_avatars") {
        return String::new();
    }
    let email = match view.objects.user(comment.user_id) {
        Some(user) if comment.author_email.is_empty() => &user.email,
        _ => &comment.author_email,
    };
    let (default, rating) = (
        options.text_or("avatar_default", "mystery"),
        options.text_or("avatar_rating", "G"),
    );
    let url = |size: u32| {
        let url = gravatar_url(email, size, &default, &rating);
        esc_url(&url, &WP_ALLOWED_PROTOCOLS).into_owned()
    };
    format!(
        "<img alt='{}' src='{}' srcset='{} 2x' class='avatar avatar-{size} photo{}{class}' height='{size}' width='{size}' \
         loading='lazy' decoding='async'/>",
        esc_attr(alt),
        url(size),
        url(size.saturating_mul(2)),
        if class.is_empty() { "" } else { " " },
    )
}
