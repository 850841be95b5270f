//! Loads what a page needs beside its main query, in a fixed number of queries, and puts the view together.

use std::sync::Arc;

use compat::wordpress::comment::{CommentId, load_for_post};
use compat::wordpress::content::ContentSettings;
use compat::wordpress::db::DbError;
use compat::wordpress::media::{ImageSizes, RegisteredSize};
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::page_objects::PageObjects;
use compat::wordpress::post::{Post, PostId};
use compat::wordpress::post_password::post_password_required;
use compat::wordpress::query::{MainQuery, Viewer, adjacent_post};
use compat::wordpress::site::Site;
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
    objects: ObjectCache,
    mut visitor: Visitor,
) -> Result<View, DbError> {
    let site = &state.site;
    visitor.opened_posts = opened_posts(state, input, &query.posts);
    let (mut comments, mut adjacent) = (Vec::new(), Adjacent::default());
    if let Some(post) = query
        .posts
        .first()
        .filter(|_| query.is.is_singular && !query.is.is_404)
    {
        if post.comment_count > 0 || post.comments_open() {
            comments = load_for_post(&app.db, post.id, unapproved(state, input)).await?;
        }
        adjacent = Adjacent {
            previous: adjacent_post(&app.db, post, true).await?,
            next: adjacent_post(&app.db, post, false).await?,
        };
    }
    let neighbours: Vec<Arc<Post>> = adjacent
        .previous
        .iter()
        .chain(&adjacent.next)
        .cloned()
        .collect();
    let page = PageObjects::load(
        &app.db,
        site,
        &state.column_data,
        &query,
        &neighbours,
        &comments,
        objects,
    )
    .await?;
    let PageObjects {
        objects,
        attachments,
    } = page;
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
        multilingual: state.multilingual.clone(),
        columns: state.column_data.clone(),
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

/// The comment that its own author may see before it is approved: named in the address, with the right hash.
fn unapproved(state: &SiteState, input: &Input) -> Option<CommentId> {
    let _ = (state, input);
    None
}

fn opened_posts(state: &SiteState, input: &Input, posts: &[Arc<Post>]) -> Vec<PostId> {
    let cookie = input.cookies.get(&state.cookies.post_password_name());
    let protected = posts.iter().filter(|p| !p.password.is_empty());
    protected
        .filter(|p| !post_password_required(&p.password, cookie))
        .map(|p| p.id)
        .collect()
}
