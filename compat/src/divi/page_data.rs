//! Data that the builder's modules of a page need beside the page itself: lists of posts, galleries, attachments that
//! are named by URL.
//!
//! Contract "divi-modules". The layouts of the Theme Builder and the library posts of global modules are loaded first;
//! then all this content is scanned for modules, and their data is loaded in a number of queries that does not grow with
//! the page (two for each distinct list, up to [`MAX_LISTS`]; two for each depth of the library, up to
//! [`LIBRARY_DEPTH`]). Rendering makes no queries.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use memchr::memmem;

use super::BuilderSettings;
use super::attributes::Attributes;
use super::global_module::{
    EXCLUDED_OPTIONS, LIBRARY_TYPE, LibraryItem, global_module, global_modules_in, put_attributes,
};
use super::post_list::{PostList, PostListQuery};
use super::shop_modules;
use super::theme_builder::{Layouts, TemplateRequest};
use crate::wordpress::db::reads::{declared, record};
use crate::wordpress::db::tag::Tag;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::object_cache::ObjectCache;
use crate::wordpress::post::{Post, PostId};
use crate::wordpress::query::{MainQuery, QueriedObject, adjacent_post};
use crate::wordpress::shop_content::ShopContent;
use crate::wordpress::shortcode::shortcode_parse_atts;
use crate::wordpress::site::Site;

/// The most distinct lists of a page; further ones stay empty.
pub const MAX_LISTS: usize = 24;

/// The post type that a site with a shop has: the modules of a shop show its parts.
const PRODUCT: &str = "product";

/// The most levels of library posts that name other library posts.
pub const LIBRARY_DEPTH: usize = 4;

/// Taxonomies within which links to adjacent posts may stay.
const MAX_TAXONOMIES: usize = 40;

/// The most library posts of a page.
pub const MAX_LIBRARY_POSTS: usize = 200;

/// The loaded data.
#[derive(Debug, Default)]
pub struct BuilderPageData {
    /// The layouts of the Theme Builder template that applies; none for the theme's own parts.
    pub layouts: Option<Layouts>,
    /// The posts of these layouts, and the library posts of global modules.
    pub library: BTreeMap<PostId, Arc<Post>>,
    /// Attachments by the URL in the content.
    pub images: HashMap<String, i64>,
    /// The previous and next post of the shown post within its terms, by taxonomy.
    pub adjacent: HashMap<String, [Option<Arc<Post>>; 2]>,
    /// Lists by their query.
    pub lists: HashMap<PostListQuery, PostList>,
    /// Attachments of galleries.
    pub attachments: Vec<i64>,
    /// What the modules show of a shop.
    pub shop: ShopContent,
}

impl BuilderPageData {
    /// Loads the data of all modules in the content of the query's posts, in layouts and in library posts.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load(
        db: &Db,
        site: &Site,
        settings: &BuilderSettings,
        main: &MainQuery,
        objects: &mut ObjectCache,
    ) -> Result<Self, DbError> {
        let mut data = Self::default();
        data.load_layouts(db, site, settings, main, objects).await?;
        data.load_library(db, main, objects).await?;
        data.load_adjacent(db, site, main, objects).await?;
        let mut queries = Vec::new();
        let mut files = HashMap::new();
        let uploads = site.uploads_url();
        let has_shop = site.registry.post_types.contains_key(PRODUCT);
        let posts = main.posts.iter().chain(data.library.values());
        for post in posts.filter(|p| p.content.contains("[et_pb_")) {
            addresses(&post.content, &uploads, &mut files);
            for (slug, mut attributes) in modules(&post.content) {
                data.share(slug, &mut attributes, objects);
                let attributes = settings.presets.apply(slug, attributes);
                queries.extend(PostListQuery::of(slug, &attributes, site));
                if has_shop {
                    shop_modules::add(&mut data.shop, slug, &attributes, main);
                }
                let ids = attributes.text("gallery_ids").split(',');
                let ids = ids.filter_map(|id| id.trim().parse::<i64>().ok());
                data.attachments.extend(ids);
            }
        }
        let shown = main.queried_post_id().filter(|_| main.is.is_singular);
        let page = main.paged();
        for query in queries {
            if data.lists.len() < MAX_LISTS && !data.lists.contains_key(&query) {
                let tag = Tag::posts(&query.post_type);
                let list = declared([tag], query.load(db, site, page, shown)).await?;
                for post in &list.posts {
                    record(Tag::Post(post.id.0));
                }
                data.lists.insert(query, list);
            }
        }
        data.load_images(db, files).await?;
        Ok(data)
    }

    /// All posts of all lists, and those of layouts and the library.
    pub fn posts(&self) -> impl Iterator<Item = &Arc<Post>> {
        let listed = self.lists.values().flat_map(|list| &list.posts);
        let adjacent = self.adjacent.values().flatten().flatten();
        listed.chain(self.library.values()).chain(adjacent)
    }

    /// Overwrites a module's attributes with those of its library post, as rendering does.
    fn share(&self, slug: &str, attributes: &mut Attributes, objects: &ObjectCache) {
        let named = global_module(attributes);
        let Some((id, post)) = named.and_then(|id| Some((id, self.library.get(&id)?))) else {
            return;
        };
        let excluded = objects.post_meta(id).raw(EXCLUDED_OPTIONS);
        let excluded = excluded.map(String::from_utf8_lossy);
        let item = LibraryItem {
            content: &post.content,
            excluded_options: excluded.as_deref(),
        };
        put_attributes(slug, attributes, item);
    }

    /// The adjacent posts of post navigation modules that stay within a taxonomy.
    async fn load_adjacent(
        &mut self,
        db: &Db,
        site: &Site,
        main: &MainQuery,
        objects: &mut ObjectCache,
    ) -> Result<(), DbError> {
        let posts = main.posts.iter().chain(self.library.values());
        let mut texts = posts.map(|post| post.content.as_str());
        let is_wanted =
            texts.any(|text| text.contains("[et_pb_post_nav") && text.contains("in_same_term"));
        let shown = main
            .queried_post()
            .filter(|_| main.is.is_singular && is_wanted);
        let Some(post) = shown else { return Ok(()) };
        let post = Arc::clone(post);
        objects.prime_relationships(db, &[post.id]).await?;
        let terms: Vec<_> = objects.relationships(post.id).to_vec();
        let taxonomies = site.registry.taxonomies.keys();
        for name in taxonomies.take(MAX_TAXONOMIES) {
            let own = terms.iter().copied();
            let own = own.filter(|id| site.terms.get(*id).is_some_and(|t| t.taxonomy == **name));
            let own: Vec<_> = own.collect();
            if !own.is_empty() {
                let before = adjacent_post(db, site, &post, true, Some(&own)).await?;
                let behind = adjacent_post(db, site, &post, false, Some(&own)).await?;
                let pair = [before, behind];
                self.adjacent.insert(name.clone().into_owned(), pair);
            }
        }
        Ok(())
    }

    /// The template of the request and the posts of its layouts. A site without templates makes no query.
    async fn load_layouts(
        &mut self,
        db: &Db,
        site: &Site,
        settings: &BuilderSettings,
        main: &MainQuery,
        objects: &mut ObjectCache,
    ) -> Result<(), DbError> {
        if settings.theme_builder.is_empty() {
            return Ok(());
        }
        if let Some(post) = main.queried_post() {
            objects.prime_relationships(db, &[post.id]).await?;
        }
        if let Some(QueriedObject::User(id)) = main.queried_object {
            objects.prime_users(db, &[id]).await?;
        }
        let request = TemplateRequest::of(site, main, objects);
        let template = settings.theme_builder.template_for(&request);
        let layouts = template.map(|template| template.layouts);
        self.layouts = layouts.filter(Layouts::overrides_any);
        let ids: Vec<PostId> = self.layouts.iter().flat_map(Layouts::shown).collect();
        objects.prime_posts(db, &ids).await?;
        let posts = ids
            .into_iter()
            .filter_map(|id| Some((id, objects.post(id)?.clone())));
        self.library.extend(posts);
        Ok(())
    }

    /// The library posts of global modules, and those that these name in turn.
    async fn load_library(
        &mut self,
        db: &Db,
        main: &MainQuery,
        objects: &mut ObjectCache,
    ) -> Result<(), DbError> {
        let posts = main.posts.iter().chain(self.library.values());
        let mut wanted: Vec<PostId> = posts
            .flat_map(|post| global_modules_in(&post.content))
            .collect();
        for _ in 0..LIBRARY_DEPTH {
            wanted.sort_unstable();
            wanted.dedup();
            wanted.retain(|id| !self.library.contains_key(id));
            wanted.truncate(MAX_LIBRARY_POSTS.saturating_sub(self.library.len()));
            if wanted.is_empty() {
                break;
            }
            objects.prime_posts(db, &wanted).await?;
            objects.prime_post_meta(db, &wanted).await?;
            let mut next = Vec::new();
            for id in wanted {
                let post = objects.post(id);
                let is_there = |p: &&Arc<Post>| p.post_type == LIBRARY_TYPE && p.is_published();
                if let Some(post) = post.filter(is_there) {
                    next.extend(global_modules_in(&post.content));
                    self.library.insert(id, Arc::clone(post));
                }
            }
            wanted = next;
        }
        Ok(())
    }

    /// Finds the attachments of files; `files` maps paths below the uploads folder to their URLs in the content.
    async fn load_images(
        &mut self,
        db: &Db,
        files: HashMap<String, Vec<String>>,
    ) -> Result<(), DbError> {
        const SQL: &str = "SELECT post_id, meta_value FROM {p}postmeta \
            WHERE meta_key = '_wp_attached_file' AND meta_value IN (?*) ORDER BY post_id";
        if files.is_empty() {
            return Ok(());
        }
        let mut names: Vec<String> = files.keys().cloned().collect();
        names.sort_unstable();
        let load = db.load_list(SQL, vec![], &names, vec![]);
        let rows: Vec<(i64, String)> = declared([Tag::posts("attachment")], load).await?;
        for (id, file) in rows {
            for address in files.get(&file).into_iter().flatten() {
                self.images.entry(address.clone()).or_insert(id);
            }
            self.attachments.push(id);
        }
        Ok(())
    }
}

/// Substrings of the slugs of modules that need data.
const LOADING: [&[u8]; 6] = [
    b"portfolio",
    b"blog",
    b"slider",
    b"gallery",
    b"shop",
    b"wc_",
];

/// The modules in a text that need data, with their attributes as stored.
fn modules(text: &str) -> impl Iterator<Item = (&str, Attributes)> {
    memmem::find_iter(text.as_bytes(), b"[et_pb_").filter_map(|start| {
        let rest = text.get(start + 1..)?;
        let is_end = |b: u8| !b.is_ascii_alphanumeric() && !matches!(b, b'_' | b'-');
        let slug = rest.get(..rest.bytes().position(is_end)?)?;
        let kinds = slug.as_bytes();
        let mut kinds = (0..kinds.len()).filter_map(|at| kinds.get(at..));
        if !kinds.any(|kind| LOADING.iter().any(|loading| kind.starts_with(loading))) {
            return None;
        }
        let attributes = rest.get(slug.len()..)?;
        let attributes = attributes.get(..memchr::memchr(b']', attributes.as_bytes())?)?;
        let attributes = shortcode_parse_atts(attributes);
        Some((slug, Attributes::from_atts(&attributes)))
    })
}

/// The URLs of uploads in a text, by path of the file; a resized file (`a-300x200.jpg`) counts for `a.jpg` as well.
fn addresses(text: &str, uploads: &str, files: &mut HashMap<String, Vec<String>>) {
    for start in memmem::find_iter(text.as_bytes(), uploads) {
        let Some(rest) = text.get(start..) else {
            continue;
        };
        let end = rest.find(['"', '\'', ' ', ')', '<', '%', ',', ']', '?']);
        let address = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
        let path = address.get(uploads.len()..).unwrap_or_default();
        let path = path.trim_start_matches('/');
        if path.is_empty() {
            continue;
        }
        for file in [Some(path.to_owned()), unsized_path(path)]
            .into_iter()
            .flatten()
        {
            let names = files.entry(file).or_default();
            if !names.iter().any(|n| n == address) {
                names.push(address.to_owned());
            }
        }
    }
}

/// A path without the dimensions of a resized file.
fn unsized_path(path: &str) -> Option<String> {
    let (stem, extension) = path.rsplit_once('.')?;
    let (before, measures) = stem.rsplit_once('-')?;
    let (width, height) = measures.split_once('x')?;
    let is_number = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
    (is_number(width) && is_number(height)).then(|| format!("{before}.{extension}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_and_addresses_are_found() {
        let text = "[et_pb_row][et_pb_blog posts_number=\"3\" a=\"x\"][/et_pb_blog][et_pb_text b";
        let found: Vec<_> = modules(text).collect();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].1.text("posts_number"), "3");
        let text = "[et_pb_blog/][et_pb_gallery\u{a0}gallery_ids=\"4\"]";
        let found: Vec<_> = modules(text).collect();
        assert_eq!((found[0].0, found[1].0), ("et_pb_blog", "et_pb_gallery"));
        assert_eq!(found[1].1.text("gallery_ids"), "4");
        let mut files = HashMap::new();
        addresses("src=\"/u/1/a-30x20.jpg\" '/u/b.png'", "/u", &mut files);
        let mut names: Vec<&str> = files.keys().map(String::as_str).collect();
        names.sort_unstable();
        assert_eq!(names, ["1/a-30x20.jpg", "1/a.jpg", "b.png"]);
    }
}
