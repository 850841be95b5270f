//! The posts that contain forms, for the special mail-tags `[_post_id]` and the like.
//!
//! Contract "contact-form-7", section 17. A post is loaded at most once a second, not per submission.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use compat::contact_form_7::mail::ContainerPost;
use compat::wordpress::link::Links;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::post::PostId;
use compat::wordpress::visibility::{Viewer, Visibility, prime_parents};

use crate::app::App;
use crate::request_error::RequestError;
use crate::site_state::SiteState;

/// Lifetime of a cached post.
const FRESH: Duration = Duration::from_secs(1);
/// Maximum number of cached posts.
const MOST: usize = 1000;

type Read = (Instant, Option<Arc<ContainerPost>>);

/// Cached posts by id, including ids without a post.
#[derive(Default)]
pub struct ContainerPosts(Mutex<HashMap<i64, Read>>);

impl ContainerPosts {
    /// The post with its author, if the person may view it: the id is what the form sends. What visitors may view is kept.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn get(
        &self,
        app: &App,
        state: &SiteState,
        viewer: Viewer<'_>,
        id: i64,
    ) -> Result<Option<Arc<ContainerPost>>, RequestError> {
        if id <= 0 {
            return Ok(None);
        }
        if viewer.user().is_some() {
            return Ok(read(app, state, viewer, PostId(id)).await?.map(Arc::new));
        }
        if let Some(known) = self.known(id) {
            return Ok(known);
        }
        let post = read(app, state, viewer, PostId(id)).await?.map(Arc::new);
        let mut posts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if posts.len() >= MOST {
            posts.clear();
        }
        posts.insert(id, (Instant::now(), post.clone()));
        Ok(post)
    }

    fn known(&self, id: i64) -> Option<Option<Arc<ContainerPost>>> {
        let posts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (read, post) = posts.get(&id)?;
        (read.elapsed() < FRESH).then(|| post.clone())
    }
}

async fn read(
    app: &App,
    state: &SiteState,
    viewer: Viewer<'_>,
    id: PostId,
) -> Result<Option<ContainerPost>, RequestError> {
    let db = &app.db;
    let mut objects = ObjectCache::default();
    objects.prime_posts(db, &[id]).await?;
    let Some(post) = objects.post(id).cloned() else {
        return Ok(None);
    };
    prime_parents(db, &mut objects, [&*post]).await?;
    let visibility = Visibility {
        registry: &state.site.registry,
        options: &state.site.options,
        objects: &objects,
        viewer,
    };
    if !visibility.is_post_publicly_viewable(&post) && !visibility.can_read(&post) {
        return Ok(None);
    }
    objects.prime_users(db, &[post.author]).await?;
    let author = objects.user(post.author).cloned();
    let links = Links {
        site: &state.site,
        rewrite: &state.rewrite,
        cache: &objects,
        hooks: &[],
        reads_private: false,
    };
    let url = links.get_permalink(&post);
    Ok(Some(ContainerPost::new(&post, url, author.as_deref())))
}
