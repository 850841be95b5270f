//! The comments of a page: threading, paging, order, and `comment_class`.

use compat::wordpress::comment::{Comment, Thread, threads};
use compat::wordpress::formatting::escape::esc_attr;
use compat::wordpress::formatting::sanitize::sanitize_html_class;
use compat::wordpress::post::Post;

use crate::wordpress::view::View;

/// The maximum depth of threads; 0 without threading.
pub(super) fn max_depth(view: &View) -> usize {
    let options = &view.site.options;
    if !options.is_on("thread_comments") {
        return 0;
    }
    let depth = options.int("thread_comments_depth").clamp(1, 10);
    usize::try_from(depth).unwrap_or(1)
}

/// The current page of comments and the number of pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommentPages {
    /// Number of the page, 1 for the oldest comments.
    pub current: usize,
    /// Number of pages, 1 when comments are not paged.
    pub last: usize,
    per_page: usize,
}

impl CommentPages {
    /// The pages of `total` threads.
    pub fn of(view: &View, total: usize) -> Self {
        let options = &view.site.options;
        let per_page = usize::try_from(options.int("comments_per_page")).unwrap_or(0);
        if !options.is_on("page_comments") || per_page == 0 {
            return Self {
                current: 1,
                last: 1,
                per_page: usize::MAX,
            };
        }
        let last = total.div_ceil(per_page).max(1);
        let asked = view.query.vars.text("cpage").parse::<usize>().unwrap_or(0);
        let current = match asked {
            0 if options.text("default_comments_page") == "newest" => last,
            0 => 1,
            asked => asked,
        };
        Self {
            current,
            last,
            per_page,
        }
    }

    /// The page number in links to its comments; `None` for the page shown at the permalink.
    pub fn in_link(self, view: &View) -> Option<i64> {
        let is_default =
            self.current == 1 && view.site.options.text("default_comments_page") == "oldest";
        let is_paged = self.per_page != usize::MAX;
        let number = i64::try_from(self.current).ok();
        number.filter(|_| is_paged && !is_default)
    }

    /// The threads of the current page.
    fn cut<'c>(self, all: Vec<Thread<'c>>) -> Vec<Thread<'c>> {
        let skipped = self.current.saturating_sub(1).saturating_mul(self.per_page);
        all.into_iter().skip(skipped).take(self.per_page).collect()
    }
}

/// The comments of a page.
pub struct Listing<'c> {
    /// Threads, in the order in which they are printed.
    pub threads: Vec<Thread<'c>>,
    /// Pingbacks and trackbacks.
    pub pings: Vec<&'c Comment>,
    /// Pages.
    pub pages: CommentPages,
}

/// The comments of a post for the current page; `comments` contains no pings.
pub fn listing<'c>(view: &'c View, comments: &'c [Comment]) -> Listing<'c> {
    let all = match max_depth(view) {
        0 => comments.iter().map(single).collect(),
        depth => threads(comments, depth),
    };
    let pages = CommentPages::of(view, all.len());
    let mut shown = pages.cut(all);
    if view.site.options.text("comment_order") == "desc" {
        shown.reverse();
    }
    Listing {
        threads: shown,
        pings: view.comments.iter().filter(|c| c.is_ping()).collect(),
        pages,
    }
}

fn single(comment: &Comment) -> Thread<'_> {
    Thread {
        comment,
        replies: Vec::new(),
    }
}

/// The current post's comments of type `comment`, without pings and other plugins' types.
pub fn plain_comments(view: &View) -> Vec<Comment> {
    let plain = |c: &&Comment| matches!(c.comment_type.as_str(), "" | "comment");
    view.comments.iter().filter(plain).cloned().collect()
}

/// The state of a list while it is rendered.
pub struct List<'p> {
    /// The post.
    pub post: &'p Post,
    /// The page number in links.
    pub page: Option<i64>,
    /// What the classes of its comments count.
    pub alternation: Alternation,
}

impl<'p> List<'p> {
    /// The initial state.
    pub fn new(view: &View, post: &'p Post, pages: CommentPages) -> Self {
        Self {
            post,
            page: pages.in_link(view),
            alternation: Alternation::default(),
        }
    }
}

/// The counters of `comment_class`.
#[derive(Debug, Default)]
pub struct Alternation {
    comments: usize,
    threads: usize,
}

impl Alternation {
    /// The classes of the next comment; `depth` is 1 at the top level, `own` is appended.
    pub fn comment_class(
        &mut self,
        view: &View,
        post: &Post,
        comment: &Comment,
        depth: usize,
        own: &str,
    ) -> String {
        let kind = match comment.comment_type.as_str() {
            "" => "comment",
            kind => kind,
        };
        let mut classes = vec![kind.to_owned()];
        if let Some(user) = view.objects.user(comment.user_id) {
            classes.push("byuser".to_owned());
            let name = sanitize_html_class(&user.nicename, &comment.user_id.0.to_string());
            classes.push(format!("comment-author-{name}"));
            if post.author == comment.user_id {
                classes.push("bypostauthor".to_owned());
            }
        }
        let (odd, even) = (["odd", "alt"], ["even"]);
        let word = |n: usize| if n % 2 == 1 { &odd[..] } else { &even[..] };
        classes.extend(word(self.comments).iter().map(|w| (*w).to_owned()));
        self.comments += 1;
        if depth == 1 {
            let words = word(self.threads).iter();
            classes.extend(words.map(|w| format!("thread-{w}")));
            self.threads += 1;
        }
        classes.push(format!("depth-{depth}"));
        if !own.is_empty() {
            classes.push(own.to_owned());
        }
        esc_attr(&classes.join(" ")).into_owned()
    }
}
