//! The response for a comment (`prepare_item_for_response`). Recordings rest/comments, owner/comment-*.

use std::collections::HashSet;
use std::sync::Arc;

use compat::wordpress::comment::Comment;
use compat::wordpress::comment::stored::senders;
use compat::wordpress::php::Value;
use compat::wordpress::post::Post;
use compat::wordpress::rest::CommentList;
use themes::wordpress::view::{Page, View};

use super::collection::{keep_context, rendered};
use super::date::rfc3339;
use super::request::RestRequest;
use super::rest_response::Item;
use super::route::Rest;
use super::route_error::RouteError;

/// The comments with their links; `posts` are the commented posts.
///
/// # Errors
/// When the database fails.
pub async fn prepare_all(
    rest: &Rest<'_>,
    request: &RestRequest,
    comments: &[Comment],
    posts: Vec<Arc<Post>>,
) -> Result<Vec<Item>, RouteError> {
    let ids: Vec<i64> = comments.iter().map(|c| c.id.0).collect();
    let parents = CommentList::with_replies(&rest.app.db, &ids).await?;
    let sent = if request.text("context") == "edit" {
        senders(&rest.app.db, &ids).await?
    } else {
        Vec::new()
    };
    let view = Arc::new(rest.view(posts).await?);
    let texts: Vec<String> = comments.iter().map(|c| c.content.clone()).collect();
    let render = move |page: &mut Page| {
        let theme = page.view.theme.clone();
        let filter = |text: &String| theme.comment_text.apply(text, page).into_owned();
        Ok(texts.iter().map(filter).collect::<Vec<_>>())
    };
    let (texts, page) = rest.app.render_pool.render(view, render).await?;
    let items = comments.iter().zip(texts);
    let items = items.map(|(comment, text)| {
        let sender = sent.iter().find(|(id, ..)| *id == comment.id.0);
        let sender = sender.map(|(_, ip, agent)| (ip.as_str(), agent.as_str()));
        prepare(rest, request, &page.view, (comment, text, sender), &parents)
    });
    Ok(items.collect())
}

fn prepare(
    rest: &Rest<'_>,
    request: &RestRequest,
    view: &View,
    (comment, text, sender): (&Comment, String, Option<(&str, &str)>),
    parents: &HashSet<i64>,
) -> Item {
    let mut item = Item::default();
    let post = view.objects.post(comment.post_id).cloned();
    item.set("id", comment.id.0);
    item.set("post", comment.post_id.0);
    item.set("parent", comment.parent.0);
    item.set("author", comment.user_id.0);
    item.set("author_name", comment.author.as_str());
    // Only people who may edit comments see where one came from.
    let edited = sender.filter(|_| request.text("context") == "edit");
    if edited.is_some() {
        item.set("author_email", comment.author_email.as_str());
    }
    item.set("author_url", comment.author_url.as_str());
    if let Some((ip, agent)) = edited {
        item.set("author_ip", ip);
        item.set("author_user_agent", agent);
    }
    item.set("date", rfc3339(&comment.date));
    item.set("date_gmt", rfc3339(&comment.date_gmt));
    let mut content = rendered(text);
    if edited.is_some() {
        content = content.with("raw", comment.content.as_str());
    }
    item.set("content", content);
    let link = post
        .as_ref()
        .map(|p| view.links().get_comment_link(p, comment.id.0, None));
    item.set("link", link.unwrap_or_default());
    item.set(
        "status",
        match comment.approved.as_str() {
            "1" => "approved",
            "0" => "hold",
            other => other,
        },
    );
    let kind = comment.comment_type.as_str();
    item.set("type", if kind.is_empty() { "comment" } else { kind });
    if rest.state.site.options.is_on("show_avatars") {
        let avatars = super::users::avatar_urls(&rest.state.site, &comment.author_email);
        item.set("author_avatar_urls", avatars);
    }
    item.set("meta", Value::array());
    keep_context(
        &mut item,
        request,
        &[
            "id",
            "parent",
            "author",
            "author_name",
            "author_url",
            "date",
            "content",
            "link",
            "type",
            "author_avatar_urls",
        ],
    );
    links(rest, &mut item, comment, post.as_deref(), parents);
    item
}

fn links(
    rest: &Rest<'_>,
    item: &mut Item,
    comment: &Comment,
    post: Option<&Post>,
    parents: &HashSet<i64>,
) {
    let collection = rest.rest_url("/wp/v2/comments");
    item.link("self", format!("{collection}/{}", comment.id.0));
    item.link("collection", collection.clone());
    if comment.user_id.0 > 0 {
        let author = format!("/wp/v2/users/{}", comment.user_id.0);
        item.embeddable("author", rest.rest_url(&author));
    }
    if let Some(post) = post {
        let registry = &rest.state.site.registry;
        let post_type = registry.post_types.get(post.post_type.as_str());
        if let Some(base) = post_type.and_then(|t| t.rest_base) {
            item.link_with(
                "up",
                rest.rest_url(&format!("/wp/v2/{base}/{}", post.id)),
                &[
                    ("embeddable", Value::Bool(true)),
                    ("post_type", post.post_type.as_str().into()),
                ],
            );
        }
    }
    if comment.parent.0 > 0 {
        item.embeddable("in-reply-to", format!("{collection}/{}", comment.parent.0));
    }
    if parents.contains(&comment.id.0) {
        item.embeddable("children", format!("{collection}?parent={}", comment.id.0));
    }
}
