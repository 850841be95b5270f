//! `get_permalink`, `get_post_permalink`, the embed URL and the short link.

use super::{Links, trailingslashit};
use crate::wordpress::post::{Post, PostType};
use crate::wordpress::taxonomy::{TermId, Terms};
use crate::wordpress::url::{QueryArg, add_query_arg};

/// Post types that WordPress registers itself.
const BUILTIN_TYPES: [&str; 15] = [
    "post",
    "page",
    "attachment",
    "revision",
    "nav_menu_item",
    "custom_css",
    "customize_changeset",
    "oembed_cache",
    "user_request",
    "wp_block",
    "wp_template",
    "wp_template_part",
    "wp_global_styles",
    "wp_navigation",
    "wp_font_family",
];

impl Links<'_> {
    /// The link of a post of any type.
    pub fn get_permalink(&self, post: &Post) -> String {
        self.with_link_query(self.permalink(post, false))
    }

    /// The link of a post with its slug left as a placeholder (`get_sample_permalink`'s form, `$leavename`).
    pub fn get_permalink_leaving_name(&self, post: &Post) -> String {
        self.permalink(post, true)
    }

    /// The link without what every link of the site carries.
    pub(super) fn permalink(&self, post: &Post, leave_name: bool) -> String {
        match post.post_type.as_str() {
            "page" => return self.page_link(post, leave_name),
            "attachment" => return self.attachment_link(post, leave_name),
            name if !BUILTIN_TYPES.contains(&name) => {
                return self.get_post_permalink(post, leave_name);
            }
            _ => {}
        }
        let structure = &self.rewrite.permalink_structure;
        if structure.is_empty() || self.force_plain_post_permalink(post) {
            return self.content_url(&format!("?p={}", post.id));
        }
        let path = self.fill_structure(structure, post, leave_name);
        self.user_trailingslashit(&self.content_url(&path))
    }

    fn fill_structure(&self, structure: &str, post: &Post, leave_name: bool) -> String {
        let mut path = structure.to_owned();
        let date = post.date.replace(['-', ':'], " ");
        let parts: Vec<&str> = date.split(' ').collect();
        let names = [
            "%year%",
            "%monthnum%",
            "%day%",
            "%hour%",
            "%minute%",
            "%second%",
        ];
        for (at, token) in names.into_iter().enumerate() {
            path = path.replace(token, parts.get(at).copied().unwrap_or_default());
        }
        if !leave_name {
            path = path.replace("%postname%", &post.name);
        }
        path = path.replace("%post_id%", &post.id.to_string());
        if path.contains("%category%") {
            path = path.replace("%category%", &self.category_path(post));
        }
        if path.contains("%author%") {
            let author = self.cache.user(post.author);
            path = path.replace("%author%", author.map_or("", |u| &u.nicename));
        }
        if leave_name {
            path
        } else {
            path.replace("%pagename%", &post.name)
        }
    }

    /// The slug path of the post's category with the lowest id, else of the default category (without parents).
    fn category_path(&self, post: &Post) -> String {
        let terms = &self.site.terms;
        let categories = self.cache.relationships(post.id).iter();
        let lowest = categories
            .filter_map(|id| terms.get(*id))
            .filter(|t| t.taxonomy == "category")
            .min_by_key(|t| t.term_id);
        if let Some(category) = lowest {
            return term_path(terms, category);
        }
        let default = TermId(self.site.options.int("default_category"));
        terms
            .by_id("category", default)
            .map(|t| t.slug.clone())
            .unwrap_or_default()
    }

    /// The link of a post of a custom type.
    pub fn get_post_permalink(&self, post: &Post, leave_name: bool) -> String {
        let post_type = self.site.registry.post_types.get(post.post_type.as_str());
        let structure = self.rewrite.extra_permastruct(&post.post_type);
        let plain = self.force_plain_post_permalink(post);
        let slug = match post_type {
            Some(t) if t.hierarchical => self.get_page_uri(post),
            _ => post.name.clone(),
        };
        let link = match structure {
            Some(structure) if !plain => {
                let path = if leave_name {
                    structure.to_owned()
                } else {
                    structure.replace(&format!("%{}%", post.post_type), &slug)
                };
                self.content_url(&self.user_trailingslashit(&path))
            }
            _ => self.content_url(&plain_query(post, post_type, plain, &slug)),
        };
        self.hooks
            .iter()
            .fold(link, |link, hook| hook.post_type_link(self, post, link))
    }

    /// Whether the post keeps its plain link: it is neither public nor readable by this reader.
    pub(super) fn force_plain_post_permalink(&self, post: &Post) -> bool {
        match post.status.as_str() {
            "publish" => false,
            "private" => !self.reads_private,
            // An attachment is as public as its parent; one without parent is public.
            "inherit" if post.post_type == "attachment" => self
                .cache
                .post(post.parent)
                .is_some_and(|parent| self.force_plain_post_permalink(parent)),
            _ => true,
        }
    }

    /// The URL of a post's embeddable form.
    pub fn get_post_embed_url(&self, post: &Post) -> String {
        let permalink = self.permalink(post, false);
        let url = format!(
            "{}{}",
            trailingslashit(&permalink),
            self.user_trailingslashit("embed")
        );
        let path = url.replacen(&self.site.home(), "", 1);
        if !self.rewrite.using_permalinks() || self.page_with_path(&path) {
            return add_query_arg(&[("embed", QueryArg::from("true"))], &permalink);
        }
        url
    }

    /// A page of a post that is split by `<!--nextpage-->`; the first one is the post itself.
    pub fn get_page_of_post_link(&self, post: &Post, number: i64) -> String {
        if number < 2 {
            return self.get_permalink(post);
        }
        let link = self.permalink(post, false);
        if !self.rewrite.using_permalinks() || matches!(post.status.as_str(), "draft" | "pending") {
            return crate::wordpress::url::add_query_arg(
                &[(
                    "page",
                    crate::wordpress::url::QueryArg::Text(number.to_string()),
                )],
                &link,
            );
        }
        let is_front = self.site.page_on_front() == Some(post.id);
        let path = if is_front {
            format!("page/{number}")
        } else {
            number.to_string()
        };
        self.with_link_query(format!(
            "{}{}",
            super::trailingslashit(&link),
            self.user_trailingslashit(&path)
        ))
    }

    /// The short link, `None` for posts that are not public.
    pub fn wp_get_shortlink(&self, post: &Post) -> Option<String> {
        if post.post_type == "page" && self.site.page_on_front() == Some(post.id) {
            return Some(self.home_url("/"));
        }
        let public = self
            .site
            .registry
            .post_types
            .get(post.post_type.as_str())
            .is_some_and(|t| t.public);
        public.then(|| self.content_url(&format!("?p={}", post.id)))
    }
}

fn plain_query(post: &Post, post_type: Option<&PostType>, plain: bool, slug: &str) -> String {
    match post_type.and_then(|t| t.query_var) {
        Some(var) if !plain => format!("?{var}={slug}"),
        _ => format!("?post_type={}&p={}", post.post_type, post.id),
    }
}

/// `parent/child`.
pub(super) fn term_path(
    terms: &Terms,
    term: &std::sync::Arc<crate::wordpress::taxonomy::Term>,
) -> String {
    let mut slugs: Vec<&str> = terms
        .with_ancestors(term)
        .into_iter()
        .map(|t| t.slug.as_str())
        .collect();
    slugs.reverse();
    slugs.join("/")
}
