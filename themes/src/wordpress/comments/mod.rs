//! Comments of a post: authors, threads of a page, and the comment section of themes without templates of their own.
//!
//! Contract "wordpress-core", section 17.3. What a page of comments holds is decided in [`listing`]; a theme prints it
//! with its own `comments_template` (see [`crate::theme::Theme::comments_template`]), else [`comments_template`] does;
//! the form is [`super::comment_form`].

mod author;
mod core_list;
mod date;
mod excerpt;
mod listing;
mod navigation;
mod reply_link;

pub use author::{
    avatar_with, comment_author, comment_author_link, comment_author_url, get_avatar,
};
pub use core_list::comments_template;
pub use date::written_at;
pub use excerpt::get_comment_excerpt;
pub use listing::{Alternation, CommentPages, List, Listing, listing, plain_comments};
pub use navigation::neighbours;
pub(super) use reply_link::login_url;
pub use reply_link::{ReplyLink, reply_link, reply_to_comment};
