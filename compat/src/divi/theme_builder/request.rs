//! The data of a request that conditions of templates use.
//!
//! Contract "divi-theme", section 6, step 1.

use crate::wordpress::object_cache::ObjectCache;
use crate::wordpress::post::{Post, PostId};
use crate::wordpress::query::{MainQuery, QueriedObject};
use crate::wordpress::site::Site;
use crate::wordpress::user::UserId;

/// The kind of request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RequestKind {
    /// The front page: a static page or the newest posts.
    FrontPage,
    /// One post of any type.
    Singular,
    /// The archive of a post type; the blog too.
    PostTypeArchive,
    /// The archive of a term.
    Term,
    /// The archive of an author.
    Author,
    /// A date archive.
    Date,
    /// Search results.
    Search,
    /// 404.
    NotFound,
    /// None of these.
    #[default]
    Other,
}

/// The request.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TemplateRequest {
    /// What is asked for.
    pub kind: RequestKind,
    /// Post type or taxonomy.
    pub subtype: String,
    /// The queried object.
    pub id: i64,
    /// Ancestors of the object, the nearest first.
    pub ancestors: Vec<i64>,
    /// Taxonomies and terms of the post.
    pub terms: Vec<(String, i64)>,
    /// Roles of the author.
    pub roles: Vec<String>,
    /// The WooCommerce page, if it is one.
    pub shop_page: Option<&'static str>,
    /// Names of the taxonomies, in the order in which they were registered.
    pub taxonomies: Vec<String>,
}

impl TemplateRequest {
    /// The data of a query; the post, its terms and the author's meta must be loaded.
    pub fn of(site: &Site, query: &MainQuery, objects: &ObjectCache) -> Self {
        let mut request = Self::kind_of(site, query, objects);
        request.shop_page = shop_page(site, query);
        let names = site.registry.taxonomies.keys();
        request.taxonomies = names.map(|name| name.as_ref().to_owned()).collect();
        request
    }

    fn kind_of(site: &Site, query: &MainQuery, objects: &ObjectCache) -> Self {
        let is = &query.is;
        let post = query.queried_post();
        if is.is_404 {
            return Self::kind(RequestKind::NotFound);
        }
        if is.is_front_page {
            let page = post.filter(|_| is.is_page);
            return page.map_or_else(
                || Self::kind(RequestKind::FrontPage),
                |page| Self {
                    kind: RequestKind::FrontPage,
                    ..Self::of_post(site, page, objects)
                },
            );
        }
        if is.is_search {
            return Self::kind(RequestKind::Search);
        }
        if let Some(post) = post.filter(|_| is.is_singular) {
            return Self::of_post(site, post, objects);
        }
        if is.is_home {
            return Self {
                subtype: "post".to_owned(),
                ..Self::kind(RequestKind::PostTypeArchive)
            };
        }
        match &query.queried_object {
            Some(QueriedObject::Term(term)) => {
                let above = site.terms.with_ancestors(term).into_iter();
                let above = above
                    .map(|t| t.term_id.0)
                    .filter(|id| *id != term.term_id.0);
                Self {
                    subtype: term.taxonomy.clone(),
                    id: term.term_id.0,
                    ancestors: above.collect(),
                    ..Self::kind(RequestKind::Term)
                }
            }
            Some(QueriedObject::PostType(name)) => Self {
                subtype: (*name).to_owned(),
                ..Self::kind(RequestKind::PostTypeArchive)
            },
            Some(QueriedObject::User(id)) => Self {
                id: id.0,
                roles: roles(objects, *id),
                ..Self::kind(RequestKind::Author)
            },
            _ if is.is_author => Self::kind(RequestKind::Author),
            _ if is.is_date => Self::kind(RequestKind::Date),
            _ => Self::default(),
        }
    }

    fn kind(kind: RequestKind) -> Self {
        Self {
            kind,
            ..Self::default()
        }
    }

    fn of_post(site: &Site, post: &Post, objects: &ObjectCache) -> Self {
        let relationships = objects.relationships(post.id).iter();
        let terms = relationships.filter_map(|id| site.terms.get(*id));
        Self {
            subtype: post.post_type.clone(),
            id: post.id.0,
            ancestors: ancestors(site, post),
            terms: terms.map(|t| (t.taxonomy.clone(), t.term_id.0)).collect(),
            ..Self::kind(RequestKind::Singular)
        }
    }

    /// The position of a taxonomy in registration order; unknown ones come first.
    pub fn taxonomy_place(&self, name: &str) -> usize {
        let place = self.taxonomies.iter().position(|n| n == name);
        place.map_or(0, |at| at + 1)
    }
}

/// The roles of a user whose meta is loaded.
pub fn roles(objects: &ObjectCache, user: UserId) -> Vec<String> {
    let meta = objects.user_meta(user);
    let keys = meta.keys().filter(|key| key.ends_with("capabilities"));
    let capabilities = keys.map(|key| meta.value(key));
    capabilities
        .flat_map(|value| {
            let names = value.iter().filter(|(_, has)| has.to_bool());
            let names = names.map(|(name, _)| name.to_string_lossy());
            names.collect::<Vec<_>>()
        })
        .collect()
}

/// The ancestors of a post: of pages all, of other types the parent.
fn ancestors(site: &Site, post: &Post) -> Vec<i64> {
    let above = |id: PostId| site.pages.ancestors(id).into_iter().map(|node| node.id.0);
    if site.pages.get(post.id).is_some() {
        above(post.id).filter(|id| *id != post.id.0).collect()
    } else {
        Some(post.parent.0)
            .filter(|id| *id > 0)
            .into_iter()
            .collect()
    }
}

/// The WooCommerce page: set in its options, or the archive of products.
fn shop_page(site: &Site, query: &MainQuery) -> Option<&'static str> {
    if matches!(
        query.queried_object,
        Some(QueriedObject::PostType("product"))
    ) {
        return Some("shop");
    }
    let shown = query.queried_post_id()?;
    let pages = [
        ("shop", "woocommerce_shop_page_id"),
        ("cart", "woocommerce_cart_page_id"),
        ("checkout", "woocommerce_checkout_page_id"),
        ("my_account", "woocommerce_myaccount_page_id"),
    ];
    let found = pages
        .iter()
        .find(|(_, option)| site.options.int(option) == shown.0);
    found.map(|(page, _)| *page)
}
