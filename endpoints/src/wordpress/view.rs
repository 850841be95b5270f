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
use compat::wordpress::post_password::post_password_required;
use compat::wordpress::posted::Posted;
use compat::wordpress::query::{MainQuery, QueryPermissions, adjacent_post};
use themes::render::RenderStatus;
use themes::wordpress::view::{Adjacent, RequestUser, View};

use crate::app::{App, SiteState};
use crate::column::PageDataSource;

use super::input::Input;

/// The read permissions of the user.
pub fn query_permissions(visitor: &RequestUser, objects: &ObjectCache) -> QueryPermissions {
    let Some(user) = visitor.user else {
        return QueryPermissions::default();
    };
    let meta = objects.user_meta(user);
    let is_editor = meta
        .keys()
        .filter(|k| k.ends_with("capabilities"))
        .any(|key| {
            let roles = meta.value(key);
            roles.at("administrator").to_bool() || roles.at("editor").to_bool()
        });
    QueryPermissions {
        user: Some(user),
        reads_private: is_editor,
        edits_others: is_editor,
    }
}

/// Loads the objects and builds the view.
///
/// # Errors
/// When the database fails.
pub async fn build(
    app: &App,
    state: &SiteState,
    input: &Input,
    query: MainQuery,
    objects: ObjectCache,
    mut visitor: RequestUser,
) -> Result<View, DbError> {
    let site = &state.site;
    let locale = app.translations.locale(&locale_code(state, input));
    let content_settings = View::content_settings_of(site, &locale);
    visitor.opened_posts = opened_posts(state, input, &query.posts);
    let (comments, adjacent) = around_single(app, state, input, &query).await?;
    let source = PageDataSource {
        app,
        state,
        input,
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
        now: app.clock.now(),
        content_settings,
        image_sizes: ImageSizes::registered(&site.registry),
        wp_version: app.wp_version.clone(),
        attachments,
        page_data,
        language: state.language.clone(),
        conversions: Arc::clone(&app.conversions),
        site_data: state.site_data.clone(),
        posted: Posted::default(),
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
) -> Result<PageObjects, DbError> {
    let (app, state) = (source.app, source.state);
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
    for load in &state.columns.page_data {
        load(source, &mut page.page_data).await?;
    }
    if let Some(reads) = reads::current() {
        page.objects.set_reads(reads);
    }
    Ok(page)
}

/// The comments of a single post, and the previous and next post.
async fn around_single(
    app: &App,
    state: &SiteState,
    input: &Input,
    query: &MainQuery,
) -> Result<(Vec<Comment>, Adjacent), DbError> {
    let is_single = query.is.is_singular && !query.is.is_404;
    let Some(post) = query.posts.first().filter(|_| is_single) else {
        return Ok((Vec::new(), Adjacent::default()));
    };
    let comments = async {
        if post.comment_count == 0 && post.comment_status != "open" {
            return Ok(Vec::new());
        }
        load_for_post(&app.db, post, unapproved(app, state, input).await?).await
    };
    let neighbour = |is_previous| adjacent_post(&app.db, &state.site, post, is_previous, None);
    let (comments, previous, next) = tokio::try_join!(comments, neighbour(true), neighbour(false))?;
    Ok((comments, Adjacent { previous, next }))
}

/// The locale of a request: of the configured path prefix, else of the current language, else of the site.
pub fn locale_code(state: &SiteState, input: &Input) -> String {
    let configured = state.columns.request_language;
    let configured =
        configured.and_then(|language| language.configured_locale(state, input.request.path()));
    let code = configured.map_or_else(
        || state.site.options.text("WPLANG").into_owned(),
        str::to_owned,
    );
    if code.is_empty() {
        "en_US".to_owned()
    } else {
        code
    }
}

/// The comment in moderation that its author may preview for ten minutes: its id and hash are in the query string.
async fn unapproved(
    app: &App,
    state: &SiteState,
    input: &Input,
) -> Result<Option<CommentId>, DbError> {
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
    Ok((is_right && app.clock.now() - written < LIFE).then_some(id))
}

fn opened_posts(state: &SiteState, input: &Input, posts: &[Arc<Post>]) -> Vec<PostId> {
    let cookie = input.cookies.get(&state.cookies.post_password_name());
    let protected = posts.iter().filter(|p| !p.password.is_empty());
    protected
        .filter(|p| !post_password_required(&p.password, cookie))
        .map(|p| p.id)
        .collect()
}
