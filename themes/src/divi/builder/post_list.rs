//! The posts of list modules, loaded with the page.
//!
//! Contract "divi-modules", section 2 (blog, portfolio, post_slider).

use compat::divi::BuilderPageData;
use compat::divi::post_list::{PostList, PostListQuery};
use compat::wordpress::content::ContentContext;
use compat::wordpress::formatting::autop::wpautop;
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::post::Post;

use crate::wordpress::head::url;
use crate::wordpress::post_class::post_class;
use crate::wordpress::view::{Page, View};

use super::super::archive_text::truncated_content;
use super::super::post_meta::term_links;
use super::element::Element;
use super::render_state::RenderState;
use super::template::builder_text;

/// The posts of an element; none inside a listed post's content, to prevent recursion.
pub fn posts_of(element: &Element<'_>, page: &mut Page) -> PostList {
    if RenderState::of(page).is_listing {
        return PostList::default();
    }
    let view = page.view.clone();
    if element.is_on("use_current_loop") && !view.query.is.is_singular {
        return PostList {
            posts: view.query.posts.clone(),
            max_num_pages: view.query.max_num_pages,
        };
    }
    let query = PostListQuery::of(element.slug, &element.attributes, &view.site);
    let list = query.and_then(|query| {
        view.page_data
            .get::<BuilderPageData>()
            .lists
            .get(&query)
            .cloned()
    });
    list.unwrap_or_default()
}

/// Renders posts sequentially.
pub fn each(
    page: &mut Page,
    list: &PostList,
    mut draw: impl FnMut(&mut Page, &Post, usize) -> String,
) -> String {
    let outer = std::mem::replace(&mut RenderState::of(page).is_listing, true);
    // A module's loop does not change the page's loop.
    let place = std::mem::take(&mut page.media().loading.position);
    let mut out = String::new();
    for (i, post) in list.posts.iter().enumerate() {
        out.push_str(&draw(page, post, i));
    }
    page.media().loading.position = place;
    RenderState::of(page).is_listing = outer;
    out
}

/// The classes of a listed post; lists of recent posts include `sticky`.
pub fn listed_class(view: &View, post: &Post, is_home: bool) -> String {
    let classes = post_class(view, post, &[]);
    let sticky = view.site.options.value("sticky_posts");
    let is_sticky = is_home && sticky.values().any(|id| id.to_int() == post.id.0);
    if is_sticky && !classes.contains(" sticky ") {
        classes.replacen(" hentry", " sticky hentry", 1)
    } else {
        classes
    }
}

/// `by` and a link to the author's posts.
pub fn author_of(view: &View, post: &Post) -> String {
    let Some(user) = view.objects.user(post.author) else {
        return String::new();
    };
    let title = builder_text(view, "Posts by %s").replace("%s", &user.display_name);
    format!(
        "{} <span class=\"author vcard\"><a href=\"{}\" title=\"{}\" rel=\"author\">{}</a></span>",
        builder_text(view, "by"),
        url(&view.links().get_author_posts_url(user.id, &user.nicename)),
        esc_attr(&title),
        esc_html(&user.display_name)
    )
}

/// Links to a post's categories.
pub fn category_links(view: &View, post: &Post) -> String {
    term_links(view, post, "category", ", ").replace("rel=\"category tag\"", "rel=\"tag\"")
}

/// The number of comments in words.
pub fn comments_text(view: &View, post: &Post) -> String {
    let count = u64::try_from(view.comments_number(post)).unwrap_or(0);
    let domain = view.locale.domain("et_builder");
    let text =
        domain.ngettext_with_context("%s Comment", "%s Comments", count, "number of comments");
    text.replace("%s", &count.to_string())
}

/// The text of a listed post: its stored excerpt, else its first `amount` characters.
pub fn excerpt(page: &mut Page, post: &Post, uses_manual: bool, amount: usize) -> Excerpt {
    let view = page.view.clone();
    if view.post_password_required(post) {
        return Excerpt::Cut(builder_text(
            &view,
            "There is no excerpt because this is a protected post.",
        ));
    }
    if uses_manual && !post.excerpt.is_empty() {
        let theme = view.theme.clone();
        return Excerpt::Written(theme.the_excerpt.apply(&post.excerpt, page).into_owned());
    }
    Excerpt::Cut(truncated_content(page, post, amount))
}

/// An excerpt.
pub enum Excerpt {
    /// The stored excerpt, filtered.
    Written(String),
    /// The trimmed content.
    Cut(String),
}

impl Excerpt {
    /// In paragraphs.
    pub fn paragraphs(self) -> String {
        match self {
            Self::Written(text) => text,
            Self::Cut(text) => wpautop(&text, true),
        }
    }

    /// As it is.
    pub fn text(self) -> String {
        match self {
            Self::Written(text) | Self::Cut(text) => text,
        }
    }
}
