//! Loads what a page needs besides its main query, in a fixed number of SQL queries, and builds the view.

use std::sync::Arc;

use compat::wordpress::comment::{Comment, CommentId, load, load_for_post};
use compat::wordpress::date::mysql::parse_local;
use compat::wordpress::db::{DbError, reads};
use compat::wordpress::hash::hash_equals;
use compat::wordpress::media::ImageSizes;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::page_objects::PageObjects;
use compat::wordpress::post::{Post, PostId};
use compat::wordpress::post_password::is_post_password_required;
use compat::wordpress::posted::Posted;
use compat::wordpress::query::{MainQuery, adjacent_post};
use compat::wordpress::user::attempts::AttemptError;
use themes::render::RenderStatus;
use themes::wordpress::view::{Adjacent, View};

use super::request_context::{PageDataSource, RequestContext};
use crate::request_error::RequestError;

/// Loads what the page of a query shows and builds the view.
///
/// # Errors
/// When the database fails, or the visitor sent too many wrong passwords for a post.
pub async fn build(
    context: &RequestContext<'_>,
    query: MainQuery,
    objects: ObjectCache,
    posted: Posted,
) -> Result<View, RequestError> {
    let RequestContext {
        app, state, input, ..
    } = context;
    let site = &state.site;
    let locale = context.snapshot.page_locale(state, &input.request);
    let locale = app.translations.locale(&locale);
    let content_settings = View::content_settings_of(site, &locale);
    let mut visitor = context.visitor.clone();
    visitor.opened_posts = opened_posts(context, &query).await?;
    let (comments, adjacent) = around_single(context, &query).await?;
    let source = PageDataSource {
        context,
        query: &query,
    };
    let PageObjects {
        objects,
        attachments,
        page_data,
    } = load_objects(&source, &comments, &adjacent, objects).await?;
    let widget_rows = state.widget_rows(&app.db).await?;
    Ok(View {
        site: site.clone(),
        rewrite: state.rewrite.clone(),
        salts: state.salts.clone(),
        theme: state.theme.clone(),
        locale,
        objects,
        query,
        widget_rows,
        comments,
        adjacent,
        visitor,
        frontend: app.settings.site.frontend.into(),
        site_files: app.site_files.clone(),
        now: context.now,
        content_settings,
        image_sizes: ImageSizes::registered(&site.registry),
        wp_version: app.wp_version.clone(),
        attachments,
        page_data,
        language: state.language.clone(),
        conversions: Arc::clone(&app.conversions),
        site_data: state.site_data.clone(),
        posted,
        translations: Arc::clone(&app.translations),
        render_status: RenderStatus::default(),
    })
}

/// Loads the objects of a page and the columns' page data.
async fn load_objects(
    source: &PageDataSource<'_>,
    comments: &[Comment],
    adjacent: &Adjacent,
    objects: ObjectCache,
) -> Result<PageObjects, RequestError> {
    let RequestContext { app, state, .. } = source.context;
    let neighbours = adjacent.previous.iter().chain(&adjacent.next);
    let neighbours: Vec<Arc<Post>> = neighbours.cloned().collect();
    let mut page = PageObjects::load(
        &app.db,
        &state.site,
        &state.site_data,
        source.query,
        &neighbours,
        comments,
        objects,
    )
    .await?;
    for load in source.context.snapshot.page_data {
        load(source, &mut page.page_data).await?;
    }
    // Attachments that the columns name for this request; the others are there already.
    let named = page.page_data.attachments().to_vec();
    page.load_attachments(&app.db, &state.site, &named).await?;
    if let Some(reads) = reads::current() {
        page.objects.set_reads(reads);
    }
    Ok(page)
}

/// The comments of a single post, and the previous and next post.
async fn around_single(
    context: &RequestContext<'_>,
    query: &MainQuery,
) -> Result<(Vec<Comment>, Adjacent), DbError> {
    let RequestContext { app, state, .. } = context;
    let is_single = query.is.is_singular && !query.is.is_404;
    let Some(post) = query.posts.first().filter(|_| is_single) else {
        return Ok((Vec::new(), Adjacent::default()));
    };
    let comments = async {
        if post.comments_number_in_task() == 0 && post.comment_status != "open" {
            return Ok(Vec::new());
        }
        load_for_post(&app.db, post, unapproved(context).await?).await
    };
    let neighbour = |is_previous| adjacent_post(&app.db, &state.site, post, is_previous, None);
    let (comments, previous, next) = tokio::try_join!(comments, neighbour(true), neighbour(false))?;
    Ok((comments, Adjacent { previous, next }))
}

/// The comment in moderation that its author may preview for ten minutes: its id and hash are in the query string.
async fn unapproved(context: &RequestContext<'_>) -> Result<Option<CommentId>, DbError> {
    let RequestContext {
        app, state, input, ..
    } = context;
    /// Seconds for which the link is valid.
    const LIFE: i64 = 600;
    let (id, sent) = (
        input.get_text("unapproved"),
        input.get_text("moderation-hash"),
    );
    let Some(id) = id.parse().ok().map(CommentId).filter(|_| !sent.is_empty()) else {
        return Ok(None);
    };
    let Some(comment) = load(&app.db, id).await? else {
        return Ok(None);
    };
    let right = state.salts.wp_hash(comment.date_gmt.as_bytes(), "auth");
    let written = parse_local(&comment.date_gmt).unwrap_or(0);
    let is_right = hash_equals(&right, &sent);
    Ok((is_right && context.now - written < LIFE).then_some(id))
}

/// The protected posts whose password the visitor's cookie holds. Among several posts those that may not be tried any more
/// stay closed.
async fn opened_posts(
    context: &RequestContext<'_>,
    query: &MainQuery,
) -> Result<Vec<PostId>, RequestError> {
    let mut opened = Vec::new();
    for post in query.posts.iter().filter(|p| !p.password.is_empty()) {
        match is_password_required(context, post).await {
            Ok(true) => {}
            Ok(false) => opened.push(post.id),
            Err(AttemptError::TooMany { .. }) if !query.is.is_singular => break,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(opened)
}

/// Whether a post asks the visitor for its password.
///
/// # Errors
/// When the visitor sent too many wrong ones, the hashing threads have too much to do, or the database fails.
pub async fn is_password_required(
    context: &RequestContext<'_>,
    post: &Post,
) -> Result<bool, AttemptError> {
    let cookies = &context.input.cookies;
    let cookie = cookies.get(&context.state.cookies.post_password_name());
    is_post_password_required(&context.app.attempts, context.origin(), post, cookie).await
}
