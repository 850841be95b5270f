//! The site: the data that all requests need and that changes only when the site is edited.
//!
//! One snapshot of options, terms, page tree and menus, with what the columns registered. It is read in a fixed
//! number of queries ([`super::site_loader`]) and replaced as a whole when the database changed; requests share it
//! by `Arc`.

use std::borrow::Cow;
use std::collections::HashMap;

use indexmap::IndexMap;

use super::db::SqlText;
use super::menu::{NavMenu, NavMenuLocation};
use super::options::Options;
use super::post::{PostId, PostType};
use super::taxonomy::{Taxonomy, TermId, Terms};

/// What the columns register: post types, taxonomies, rewrite rules, image sizes.
#[derive(Debug, Default, Clone)]
pub struct Registry {
    /// Post types in registration order.
    pub post_types: IndexMap<&'static str, PostType>,
    /// Taxonomies in registration order.
    pub taxonomies: IndexMap<Cow<'static, str>, Taxonomy>,
    /// Image sizes added to WordPress's own: name, width, height, crop.
    pub image_sizes: Vec<ImageSize>,
    /// What columns change about the smaller images of uploads.
    pub sub_size_hooks: Vec<super::media::library::sub_size::SubSizeHooks>,
    /// The theme's content width, 0 for none.
    pub content_width: i64,
    /// Endpoints and rules beside those of post types and taxonomies.
    pub rewrite: super::rewrite::RewriteAdditions,
    /// Checks of submitted forms.
    pub spam_checks: Vec<super::spam_check::SpamCheck>,
    /// The theme shows numbers of comments that it counts itself, without trackbacks and pingbacks.
    pub counts_discussion: bool,
    /// The theme's places for menus.
    pub nav_menus: Vec<NavMenuLocation>,
    /// Page templates of the theme, with the post types that may have them.
    pub page_templates: Vec<(&'static str, &'static [&'static str])>,
    /// What columns do to new comments.
    pub comment_hooks: Vec<super::comment::hooks::CommentHook>,
    /// Kinds of widgets, in registration order.
    pub widget_kinds: Vec<super::widgets::WidgetKind>,
    /// Options that hold what was made of the widgets: they go when widgets move.
    pub widget_caches: Vec<&'static str>,
    /// Headers of the plugins and the theme that columns replace, for sites without their files.
    pub headers: ReplacedHeaders,
    /// Features of the theme (`add_theme_support`), by name.
    pub theme_supports: super::php::Array,
    /// Categories of block patterns beside core's: name and label.
    pub pattern_categories: Vec<PatternCategory>,
    /// What columns decide about who may manage whom.
    pub user_rules: Vec<super::user::user_rules::UserRules>,
}

/// A category of block patterns.
#[derive(Debug, Clone, Copy)]
pub struct PatternCategory {
    /// Its name.
    pub name: &'static str,
    /// Its label, untranslated.
    pub label: &'static str,
    /// The text domain of the label.
    pub domain: &'static str,
}

/// What columns know of the software that they replace.
#[derive(Debug, Default, Clone)]
pub struct ReplacedHeaders {
    /// Plugins.
    pub plugins: Vec<super::file_header::FileHeader>,
    /// The theme.
    pub theme: Option<super::file_header::FileHeader>,
}

impl Registry {
    /// Adds a taxonomy behind the others; one of the same name takes the place of the older one.
    pub fn register_taxonomy(&mut self, taxonomy: Taxonomy) {
        self.taxonomies.insert(taxonomy.name.clone(), taxonomy);
    }
}

/// An image size registered by `add_image_size`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageSize {
    /// Its name.
    pub name: &'static str,
    /// Width in pixels, 0 for any.
    pub width: i64,
    /// Height in pixels, 0 for any.
    pub height: i64,
    /// Whether it is cut to these proportions.
    pub crop: bool,
}

/// A post of a hierarchical type, as far as paths need it.
#[derive(Debug, Clone)]
pub struct PageNode {
    /// Its id.
    pub id: PostId,
    /// The page above, 0 for none.
    pub parent: PostId,
    /// Its slug.
    pub name: String,
    /// Its status.
    pub status: String,
    /// Its type.
    pub post_type: String,
    /// Its title (menus made of pages, breadcrumbs).
    pub title: String,
    /// Its place among its siblings.
    pub menu_order: i64,
}

/// All posts of hierarchical types, with their parents.
#[derive(Debug, Default)]
pub struct PageTree {
    nodes: IndexMap<PostId, PageNode>,
}

impl PageTree {
    /// Indexes the rows.
    pub fn new(rows: impl IntoIterator<Item = PageNode>) -> Self {
        Self {
            nodes: rows.into_iter().map(|n| (n.id, n)).collect(),
        }
    }

    /// A page by id.
    pub fn get(&self, id: PostId) -> Option<&PageNode> {
        self.nodes.get(&id)
    }

    /// All pages, by id.
    pub fn iter(&self) -> impl Iterator<Item = &PageNode> {
        self.nodes.values()
    }

    /// The page's parents, nearest first; a loop in the data ends the walk.
    pub fn ancestors(&self, id: PostId) -> Vec<&PageNode> {
        let mut chain: Vec<&PageNode> = Vec::new();
        let mut next = self.get(id).map(|n| n.parent);
        while let Some(node) = next.and_then(|p| self.get(p)) {
            if node.id == id || chain.iter().any(|n| n.id == node.id) {
                break;
            }
            chain.push(node);
            next = Some(node.parent);
        }
        chain
    }

    /// Whether a page lies directly below `id`.
    pub fn has_children(&self, id: PostId) -> bool {
        self.nodes
            .values()
            .any(|n| n.parent == id && n.status == "publish")
    }
}

/// The snapshot.
#[derive(Debug)]
pub struct Site {
    /// Options.
    pub options: Options,
    /// What the columns registered.
    pub registry: Registry,
    /// All terms.
    pub terms: Terms,
    /// Posts of hierarchical types.
    pub pages: PageTree,
    /// Menus by the id of their term.
    pub menus: HashMap<TermId, NavMenu>,
    /// What links of the site carry as their query (`lang=en`), where the address names the language by a parameter.
    pub link_query: Option<String>,
    /// The URL prefix of posts, pages and terms, if it is not the home URL: their URLs do not contain the language.
    pub content_home: Option<String>,
    /// Whether the static front page is at its own permalink instead of the home URL.
    pub front_page_has_name: bool,
    /// What every list of posts holds to, as a condition on `{p}posts p` (`posts_where`): the language.
    pub posts_where: Option<SqlText>,
}

impl Site {
    /// The site's address without a slash at the end (`home`).
    pub fn home(&self) -> String {
        untrailingslash(&self.options.text("home"))
    }

    /// The address of the core files without a slash at the end (`siteurl`).
    pub fn siteurl(&self) -> String {
        untrailingslash(&self.options.text("siteurl"))
    }

    /// The page on the front, when the front shows a page.
    pub fn page_on_front(&self) -> Option<PostId> {
        self.page_option("page_on_front")
    }

    /// The page that lists the posts, when the front shows a page.
    pub fn page_for_posts(&self) -> Option<PostId> {
        self.page_option("page_for_posts")
    }

    fn page_option(&self, name: &str) -> Option<PostId> {
        let id = self.options.int(name);
        (self.options.text("show_on_front") == "page" && id > 0).then_some(PostId(id))
    }

    /// What forms send as `lang`, where links carry the language as a parameter.
    pub fn language_parameter(&self) -> Option<&str> {
        let (_, code) = self.link_query.as_deref()?.split_once('=')?;
        Some(code)
    }

    /// Adds what every list of posts holds to.
    pub fn add_posts_where(&self, sql: &mut SqlText) {
        if let Some(condition) = &self.posts_where {
            sql.push(" AND ").append(condition.clone());
        }
    }

    /// The URL of a file below `wp-content/uploads`' base, without a slash at the end.
    pub fn uploads_url(&self) -> String {
        let own = self.options.text("upload_url_path");
        if own.is_empty() {
            format!("{}/wp-content/uploads", self.siteurl())
        } else {
            untrailingslash(&own)
        }
    }
}

fn untrailingslash(url: &str) -> String {
    url.trim_end_matches('/').to_owned()
}
