//! Loads the objects that a page needs besides the posts of its query: meta, terms, authors, images.
//!
//! A fixed number of queries, whatever the page. What a builder module shows is loaded by its own column.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::column::{PageData, PageSource, SiteData};
use super::comment::Comment;
use super::db::reads::declared;
use super::db::tag::Tag;
use super::db::{Db, DbError};
use super::media::{Attachment, ImageMeta, attachment_ids_in, galleries_in};
use super::object_cache::{ObjectCache, Wanted};
use super::post::{Post, PostId};
use super::query::{MainQuery, QueriedObject};
use super::site::Site;
use super::user::UserId;
use super::widget;

/// The images that belong to posts.
const CHILDREN: &str = "SELECT ID FROM {p}posts WHERE post_parent IN (?*) AND post_type = 'attachment' \
    AND post_status = 'inherit' AND post_mime_type LIKE 'image%' ORDER BY menu_order, ID";

/// What was loaded.
#[derive(Debug, Default)]
pub struct PageObjects {
    /// Posts, meta, relationships, users.
    pub objects: ObjectCache,
    /// Attachments by id.
    pub attachments: HashMap<i64, Attachment>,
    /// What columns show.
    pub page_data: PageData,
}

impl PageObjects {
    /// Loads what the posts of a query need and `objects` does not contain. `more` are further posts of the page (previous
    /// and next); the authors of `comments` are loaded too.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load(
        db: &Db,
        site: &Site,
        site_data: &SiteData,
        query: &MainQuery,
        more: &[Arc<Post>],
        comments: &[Comment],
        objects: ObjectCache,
    ) -> Result<Self, DbError> {
        let mut page = Self {
            objects,
            ..Self::default()
        };
        // The posts page is used in the document title and may be in menus.
        let listed: Vec<PostId> = query
            .queried_post_id()
            .into_iter()
            .chain(site.page_for_posts())
            .collect();
        page.objects.prime_posts(db, &listed).await?;
        let queried = query
            .queried_post_id()
            .and_then(|id| page.objects.post(id))
            .cloned();
        let mut posts: Vec<Arc<Post>> = query
            .posts
            .iter()
            .chain(&queried)
            .chain(more)
            .cloned()
            .collect();
        let source = PageSource {
            db,
            site,
            site_data,
            query,
            objects: &mut page.objects,
        };
        page.page_data = PageData::load(source).await?;
        posts.extend(page.page_data.posts().iter().cloned());
        for post in &posts {
            page.objects.add_post(Arc::clone(post));
        }
        let ids: Vec<PostId> = posts.iter().map(|p| p.id).collect();
        let writers = comments.iter().map(|c| c.user_id);
        let mut authors: Vec<UserId> = posts.iter().map(|p| p.author).chain(writers).collect();
        let parents: Vec<PostId> = posts.iter().map(|p| p.parent).collect();
        authors.extend(match query.queried_object {
            Some(QueriedObject::User(id)) => Some(id),
            _ => None,
        });
        let wanted = Wanted {
            posts: &parents,
            meta: &ids,
            relationships: &ids,
            users: &authors,
        };
        page.objects.prime(db, wanted).await?;
        let images = page.images(db, site, site_data, &posts).await?;
        page.load_attachments(db, site, &images).await?;
        Ok(page)
    }

    /// Ids of the attachments that the page may show.
    async fn images(
        &self,
        db: &Db,
        site: &Site,
        site_data: &SiteData,
        posts: &[Arc<Post>],
    ) -> Result<Vec<i64>, DbError> {
        let mut images = site_data.attachments().to_vec();
        images.extend(self.page_data.attachments());
        images.push(site.options.int("site_icon"));
        images.extend(widget::gallery_ids(site));
        let mut with_children = Vec::new();
        for post in posts {
            let thumbnail = self.objects.post_meta(post.id).text("_thumbnail_id");
            images.extend(thumbnail.parse::<i64>());
            images.extend(attachment_ids_in(&post.content));
            let galleries = galleries_in(&post.content);
            images.extend(galleries.ids);
            with_children.extend(galleries.shows_children.then_some(post.id.0));
        }
        if !with_children.is_empty() {
            let load = db.load_list(CHILDREN, vec![], &with_children, vec![]);
            let children: Vec<(i64,)> = declared([Tag::posts("attachment")], load).await?;
            images.extend(children.into_iter().map(|(id,)| id));
        }
        Ok(images)
    }

    /// Loads attachments that are not held yet; ids of other posts are left out.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load_attachments(
        &mut self,
        db: &Db,
        site: &Site,
        ids: &[i64],
    ) -> Result<(), DbError> {
        let ids: BTreeSet<PostId> = ids
            .iter()
            .filter(|id| **id > 0 && !self.attachments.contains_key(id))
            .map(|id| PostId(*id))
            .collect();
        let ids: Vec<PostId> = ids.into_iter().collect();
        let wanted = Wanted {
            posts: &ids,
            meta: &ids,
            ..Wanted::default()
        };
        self.objects.prime(db, wanted).await?;
        for id in ids {
            let Some(post) = self
                .objects
                .post(id)
                .filter(|p| p.post_type == "attachment")
            else {
                continue;
            };
            let meta = self.objects.post_meta(id);
            let attachment = Attachment {
                id: id.0,
                upload_base_url: site.uploads_url(),
                file: meta.text("_wp_attached_file").into_owned(),
                mime_type: post.mime_type.clone(),
                metadata: ImageMeta::from_value(&meta.value("_wp_attachment_metadata")),
                alt: meta.text("_wp_attachment_image_alt").into_owned(),
                title: post.title.clone(),
            };
            self.attachments.insert(id.0, attachment);
        }
        Ok(())
    }
}
