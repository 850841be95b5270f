//! Loads what a page needs beside its main query, in a fixed number of queries, and puts the view together.

use std::collections::HashMap;
use std::sync::Arc;

use compat::wordpress::comment::load_for_post;
use compat::wordpress::content::ContentSettings;
use compat::wordpress::db::DbError;
use compat::wordpress::media::{
    Attachment, ImageMeta, ImageSizes, RegisteredSize, attachment_ids_in,
};
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::post::{Post, PostId};
use compat::wordpress::post_password::post_password_required;
use compat::wordpress::query::{MainQuery, QueriedObject, Viewer, adjacent_post};
use compat::wordpress::site::Site;
use compat::wordpress::user::UserId;
use themes::wordpress::view::{Adjacent, Frontend, View, Visitor};

use crate::app::{App, SiteState};

use super::input::Input;

/// What the visitor may read.
pub fn viewer(visitor: &Visitor, objects: &ObjectCache) -> Viewer {
    let Some(user) = visitor.user else {
        return Viewer::default();
    };
    let meta = objects.user_meta(user);
    let is_editor = meta
        .keys()
        .filter(|k| k.ends_with("capabilities"))
        .any(|key| {
            let roles = meta.value(key);
            roles.at("administrator").to_bool() || roles.at("editor").to_bool()
        });
    Viewer {
        user: Some(user),
        reads_private: is_editor,
        edits_others: is_editor,
    }
}

/// Loads and builds.
pub async fn build(
    app: &App,
    state: &SiteState,
    input: &Input,
    query: MainQuery,
    mut objects: ObjectCache,
    mut visitor: Visitor,
) -> Result<View, DbError> {
    let site = &state.site;
    prime(app, site, &query, &mut objects).await?;
    let attachments = attachments(app, site, &query, &mut objects).await?;
    visitor.opened_posts = opened_posts(state, input, &query.posts);
    let single = query
        .posts
        .first()
        .filter(|_| query.is.is_singular)
        .cloned();
    let (mut comments, mut adjacent) = (Vec::new(), Adjacent::default());
    if let Some(post) = &single {
        let shown = post.comment_count > 0 || post.comments_open();
        if shown && !query.is.is_404 {
            comments = load_for_post(&app.db, post.id, None).await?;
        }
        adjacent = Adjacent {
            previous: adjacent_post(&app.db, post, true).await?,
            next: adjacent_post(&app.db, post, false).await?,
        };
    }
    let locale = app.translations.locale(&locale_code(app, site, input));
    let texturize = locale.wp_locale().texturize_strings();
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
        frontend: if app.settings.site.frontend == "legacy" {
            Frontend::Legacy
        } else {
            Frontend::React
        },
        now: app.clock.now(),
        content_settings: content_settings(site, texturize),
        image_sizes: image_sizes(site),
        wp_version: app.wp_version.clone(),
        attachments,
    })
}

/// The locale of a request: the configured path prefix, else the site's.
pub fn locale_code(app: &App, site: &Site, input: &Input) -> String {
    let configured = app.settings.multilingual.locale_of(input.request.path());
    let code = configured.map_or_else(|| site.options.text("WPLANG").into_owned(), str::to_owned);
    if code.is_empty() {
        "en_US".to_owned()
    } else {
        code
    }
}

fn content_settings(
    site: &Site,
    texturize: compat::wordpress::formatting::texturize::TexturizeStrings,
) -> ContentSettings {
    let home = site.home();
    let host = home
        .split_once("//")
        .map_or("", |(_, rest)| rest)
        .split(['/', ':'])
        .next()
        .unwrap_or_default();
    ContentSettings {
        texturize,
        smilies_url: site
            .options
            .is_on("use_smilies")
            .then(|| format!("{}/wp-includes/images/smilies/", site.siteurl())),
        internal_hosts: vec![host.to_ascii_lowercase()],
        insecure_home_url: None,
    }
}

fn image_sizes(site: &Site) -> ImageSizes {
    let sizes = site.registry.image_sizes.iter();
    let registered = sizes.map(|s| {
        (
            s.name.to_owned(),
            RegisteredSize {
                width: s.width,
                height: s.height,
                crop: s.crop,
            },
        )
    });
    ImageSizes {
        registered: registered.collect(),
        content_width: 1080,
    }
}

/// Meta, terms and authors of the posts shown: four queries.
async fn prime(
    app: &App,
    site: &Site,
    query: &MainQuery,
    objects: &mut ObjectCache,
) -> Result<(), DbError> {
    let mut ids: Vec<PostId> = query.posts.iter().map(|p| p.id).collect();
    if let Some(QueriedObject::Post(id)) = query.queried_object {
        ids.push(id);
    }
    let mut posts = ids.clone();
    posts.extend(site.page_for_posts());
    objects.prime_posts(&app.db, &posts).await?;
    objects.prime_post_meta(&app.db, &ids).await?;
    objects.prime_relationships(&app.db, &ids).await?;
    let mut users: Vec<UserId> = query.posts.iter().map(|p| p.author).collect();
    if let Some(QueriedObject::User(id)) = query.queried_object {
        users.push(id);
    }
    objects.prime_users(&app.db, &users).await
}

/// Featured images, the site icon and what the texts name: two queries.
async fn attachments(
    app: &App,
    site: &Site,
    query: &MainQuery,
    objects: &mut ObjectCache,
) -> Result<HashMap<i64, Attachment>, DbError> {
    let thumbnail = |post: &Arc<Post>| {
        objects
            .post_meta(post.id)
            .text("_thumbnail_id")
            .parse::<i64>()
            .ok()
    };
    let mut ids: Vec<i64> = query.posts.iter().filter_map(thumbnail).collect();
    ids.extend(
        query
            .posts
            .iter()
            .flat_map(|p| attachment_ids_in(&p.content)),
    );
    ids.push(site.options.int("site_icon"));
    let ids: Vec<PostId> = ids.into_iter().filter(|id| *id > 0).map(PostId).collect();
    objects.prime_posts(&app.db, &ids).await?;
    objects.prime_post_meta(&app.db, &ids).await?;
    let base = site.uploads_url();
    let found = ids
        .iter()
        .filter_map(|id| objects.post(*id))
        .filter(|p| p.post_type == "attachment");
    Ok(found
        .map(|post| (post.id.0, attachment(post, objects, &base)))
        .collect())
}

fn attachment(post: &Post, objects: &ObjectCache, upload_base_url: &str) -> Attachment {
    let meta = objects.post_meta(post.id);
    Attachment {
        id: post.id.0,
        upload_base_url: upload_base_url.to_owned(),
        file: meta.text("_wp_attached_file").into_owned(),
        mime_type: post.mime_type.clone(),
        metadata: ImageMeta::from_value(&meta.value("_wp_attachment_metadata")),
        alt: meta.text("_wp_attachment_image_alt").into_owned(),
        title: post.title.clone(),
    }
}

fn opened_posts(state: &SiteState, input: &Input, posts: &[Arc<Post>]) -> Vec<PostId> {
    let cookie = input.cookies.get(&state.cookies.post_password_name());
    let protected = posts.iter().filter(|p| !p.password.is_empty());
    protected
        .filter(|p| !post_password_required(&p.password, cookie))
        .map(|p| p.id)
        .collect()
}
