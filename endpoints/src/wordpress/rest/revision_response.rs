//! The response for a revision or an autosave (`prepare_item_for_response`).
//!
//! Contract "wordpress-rest", section 5; recordings owner/post-revisions, owner/post-autosave.

use std::sync::Arc;

use compat::wordpress::php::Value;
use compat::wordpress::post::{Post, PostId};
use themes::wordpress::view::Page;

use super::collection::keep_context;
use super::columns;
use super::date::rfc3339;
use super::hidden_types::post_type_base;
use super::request::RestRequest;
use super::rest_response::Item;
use super::route::Rest;
use super::route_error::RouteError;

/// Fields of the context `embed`.
const EMBED: [&str; 7] = ["author", "date", "id", "parent", "slug", "title", "excerpt"];

/// The responses for revisions of posts of the request's type.
///
/// # Errors
/// When the database fails, or rendering does.
pub async fn revision_items(
    rest: &Rest<'_>,
    request: &RestRequest,
    revisions: Vec<Post>,
) -> Result<Vec<Item>, RouteError> {
    let revisions: Vec<Arc<Post>> = revisions.into_iter().map(Arc::new).collect();
    let view = rest.view(revisions.clone()).await?;
    let (for_page, is_edit) = (revisions.clone(), request.text("context") == "edit");
    let render = move |page: &mut Page| {
        let texts = for_page.iter().map(|post| texts(page, post, is_edit));
        Ok(texts.collect::<Vec<_>>())
    };
    let pool = &rest.app.render_pool;
    let (rendered, page) = pool.render(Arc::new(view), render).await?;
    let items = revisions.iter().zip(rendered);
    Ok(items
        .map(|(post, texts)| item(rest, request, &page, (post, texts)))
        .collect())
}

/// `title`, `content`, `excerpt`.
fn texts(page: &mut Page, post: &Post, is_edit: bool) -> [Value; 3] {
    let theme = page.view.theme.clone();
    let field = |raw: &str, rendered: String| {
        let field = match is_edit {
            true => Value::array().with("raw", raw),
            false => Value::array(),
        };
        field.with("rendered", rendered)
    };
    let title = page.the_title(&post.title);
    let content = theme.the_content.apply(&post.content, page).into_owned();
    let excerpt = match post.excerpt.is_empty() {
        true => String::new(),
        false => theme.the_excerpt.apply(&post.excerpt, page).into_owned(),
    };
    [
        field(&post.title, title),
        field(&post.content, content),
        field(&post.excerpt, excerpt),
    ]
}

fn item(
    rest: &Rest<'_>,
    request: &RestRequest,
    page: &Page,
    (post, [title, content, excerpt]): (&Post, [Value; 3]),
) -> Item {
    let mut item = Item::default();
    item.set("author", post.author.0);
    item.set("date", rfc3339(&post.date));
    item.set("date_gmt", rfc3339(&post.date_gmt));
    item.set("id", post.id.0);
    item.set("modified", rfc3339(&post.modified));
    item.set("modified_gmt", rfc3339(&post.modified_gmt));
    item.set("parent", post.parent.0);
    item.set("slug", post.name.as_str());
    let mut guid = Value::array().with("rendered", post.guid.as_str());
    if request.text("context") == "edit" {
        guid = guid.with("raw", post.guid.as_str());
    }
    item.set("guid", guid);
    item.set("title", title);
    item.set("content", content);
    item.set("excerpt", excerpt);
    let meta = page.view.objects.post_meta(post.id);
    item.set("meta", columns::post_meta(rest, &request.subject, meta));
    keep_context(&mut item, request, &EMBED);
    if post.parent != PostId(0) {
        let base = post_type_base(&rest.state.site, &request.subject);
        let parent = rest.rest_url(&format!("/wp/v2/{base}/{}", post.parent));
        item.link("parent", parent);
    }
    item
}
