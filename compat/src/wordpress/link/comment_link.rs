//! `get_comment_link`: a comment's place on its post's page.

use super::{Links, trailingslashit};
use crate::wordpress::post::Post;
use crate::wordpress::url::{QueryArg, add_query_arg};

impl Links<'_> {
    /// The link of a comment; `page` is its page of comments, when comments are paged and it is not the first shown.
    pub fn get_comment_link(&self, post: &Post, comment: i64, page: Option<i64>) -> String {
        let page = self.get_comment_page_link(post, page);
        format!("{page}#comment-{comment}")
    }

    /// The address of the page with a comment: what comes before `#comment-ID`.
    pub fn get_comment_page_link(&self, post: &Post, page: Option<i64>) -> String {
        let mut link = self.get_permalink(post);
        if let Some(page) = page {
            link = if self.rewrite.using_permalinks() {
                format!("{}comment-page-{page}", trailingslashit(&link))
            } else {
                add_query_arg(&[("cpage", QueryArg::from(page))], &link)
            };
        }
        if self.rewrite.using_permalinks() {
            link = self.user_trailingslashit(&link);
        }
        link
    }
}
