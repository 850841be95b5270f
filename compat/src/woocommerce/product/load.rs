//! Reads products in batches: a handful of statements for any number of products with their variations.

use std::collections::HashMap;
use std::sync::Arc;

use super::fields::{Product, ProductType};
use super::read::{inherit, product};
use crate::wordpress::db::reads::declared;
use crate::wordpress::db::tag::Tag;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::object_cache::ObjectCache;
use crate::wordpress::post::{Post, PostId};
use crate::wordpress::site::Site;
use crate::wordpress::taxonomy::Term;

/// Products by id, with the variations of the variable and the products of the grouped ones.
#[derive(Debug, Clone, Default)]
pub struct Products {
    by_id: HashMap<PostId, Arc<Product>>,
}

crate::type_map_entry!(Products);

/// How deep products are loaded: a group, its variable products, their variations.
const DEPTH: usize = 3;

const VARIATIONS: &str = "SELECT ID, post_parent FROM {p}posts WHERE post_parent IN (?*) \
    AND post_type = 'product_variation' AND post_status IN ('publish', 'private') ORDER BY menu_order, ID";

impl Products {
    /// Loads products and variations by id. Ids of other posts are left out. What was read stays in `objects`.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load(
        db: &Db,
        site: &Site,
        objects: &mut ObjectCache,
        ids: &[PostId],
    ) -> Result<Self, DbError> {
        let mut products = Self::default();
        products.add(db, site, objects, ids).await?;
        Ok(products)
    }

    /// Loads further products.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn add(
        &mut self,
        db: &Db,
        site: &Site,
        objects: &mut ObjectCache,
        ids: &[PostId],
    ) -> Result<(), DbError> {
        objects.prime_posts(db, ids).await?;
        // The variable products of variations that are asked for.
        let parents = ids.iter().filter_map(|id| objects.post(*id));
        let parents = parents.filter(|p| p.post_type == "product_variation");
        let parents: Vec<PostId> = parents.map(|p| p.parent).collect();
        let mut pending: Vec<PostId> = parents.iter().chain(ids).copied().collect();
        for _ in 0..DEPTH {
            pending.retain(|id| !self.by_id.contains_key(id));
            // A variable product may be named besides its variations: variations belong to one of its copies.
            pending.sort_unstable_by_key(|id| id.0);
            pending.dedup();
            if pending.is_empty() {
                break;
            }
            pending = self.read(db, site, objects, &pending).await?;
        }
        Ok(())
    }

    /// Reads one level; returns the ids of the next.
    async fn read(
        &mut self,
        db: &Db,
        site: &Site,
        objects: &mut ObjectCache,
        ids: &[PostId],
    ) -> Result<Vec<PostId>, DbError> {
        objects.prime_posts(db, ids).await?;
        let posts: Vec<Arc<Post>> = ids
            .iter()
            .filter_map(|id| objects.post(*id))
            .filter(|p| matches!(p.post_type.as_str(), "product" | "product_variation"))
            .cloned()
            .collect();
        let ids: Vec<PostId> = posts.iter().map(|p| p.id).collect();
        objects.prime_post_meta(db, &ids).await?;
        objects.prime_relationships(db, &ids).await?;
        let mut level: Vec<Product> = posts
            .iter()
            .map(|post| product(post, objects.post_meta(post.id), terms(site, objects, post)))
            .collect();
        variations(db, &mut level).await?;
        // Variable products stand before variations, which take over from them.
        level.sort_by_key(|p| p.kind == ProductType::Variation);
        let mut next = Vec::new();
        for mut product in level {
            if let Some(parent) = self.by_id.get(&product.post.parent)
                && product.kind == ProductType::Variation
            {
                inherit(&mut product, parent);
            }
            next.extend(&product.children);
            self.by_id.insert(product.id(), Arc::new(product));
        }
        Ok(next)
    }

    /// A product or a variation.
    pub fn get(&self, id: PostId) -> Option<&Arc<Product>> {
        self.by_id.get(&id)
    }

    /// All of them, in no order.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Product>> {
        self.by_id.values()
    }

    /// The products of a group, or the variations of a variable product, in their order.
    pub fn children_of<'a>(
        &'a self,
        product: &'a Product,
    ) -> impl Iterator<Item = &'a Arc<Product>> {
        product.children.iter().filter_map(|id| self.get(*id))
    }

    /// Ids of the pictures that pages of these products show.
    pub fn image_ids(&self) -> Vec<i64> {
        let of = |p: &Arc<Product>| {
            let gallery = p.gallery_image_ids.iter().copied();
            gallery
                .chain([p.image_id])
                .filter(|id| *id > 0)
                .collect::<Vec<_>>()
        };
        self.by_id.values().flat_map(of).collect()
    }
}

impl FromIterator<Product> for Products {
    fn from_iter<I: IntoIterator<Item = Product>>(products: I) -> Self {
        let by_id = products.into_iter().map(|p| (p.id(), Arc::new(p)));
        Self {
            by_id: by_id.collect(),
        }
    }
}

fn terms(site: &Site, objects: &ObjectCache, post: &Post) -> Vec<Arc<Term>> {
    let ids = objects.relationships(post.id).iter();
    ids.filter_map(|id| site.terms.get(*id)).cloned().collect()
}

/// Adds the ids of their variations to the variable products of a level.
async fn variations(db: &Db, level: &mut [Product]) -> Result<(), DbError> {
    let variable = level.iter().filter(|p| p.kind == ProductType::Variable);
    let variable: Vec<i64> = variable.map(|p| p.id().0).collect();
    if variable.is_empty() {
        return Ok(());
    }
    let load = db.load_list(VARIATIONS, vec![], &variable, vec![]);
    let rows: Vec<(i64, i64)> = declared([Tag::posts("product_variation")], load).await?;
    for (id, parent) in rows {
        if let Some(product) = level.iter_mut().find(|p| p.id().0 == parent) {
            product.children.push(PostId(id));
        }
    }
    Ok(())
}
