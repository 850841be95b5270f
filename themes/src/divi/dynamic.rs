//! Dynamic content: resolves attributes that name a source, from the data loaded for the page.

use compat::divi::dynamic_content::{DynamicContent, DynamicScene};
use compat::wordpress::post::{Post, PostId};

use crate::wordpress::document_title;
use crate::wordpress::view::Page;

/// The value of a source for the post whose content is rendered; in an archive layout, the archive's title.
pub fn resolve(page: &mut Page, content: &DynamicContent, post: Option<PostId>) -> String {
    let view = page.view.clone();
    if post.is_none() && content.source == "post_title" {
        return content.around(&document_title::subject(&view));
    }
    let post = post.unwrap_or_default();
    // Title and excerpt need `&mut Page` for their filters, so they are computed before the lookup.
    let of_post = view.objects.post(post).cloned();
    let wanted = content.source.as_str();
    let title = match of_post.as_deref() {
        Some(post) if wanted == "post_title" => page.the_title(&post.title),
        _ => String::new(),
    };
    let strings = view.locale.wp_locale().date_strings();
    let zone = view.timezone();
    let scene = DynamicScene {
        links: view.links(),
        page: view.query.queried_post_id(),
        zone: &zone,
        strings: &strings,
        now: view.now,
        title: &|_: &Post| title.clone(),
        excerpt: &|post: &Post| post.excerpt.clone(),
    };
    scene.resolve(content, post)
}
