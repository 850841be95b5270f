//! Links of lists: terms, authors, dates, post type archives, searches.

use std::sync::Arc;

use super::Links;
use super::post_link::term_path;
use crate::wordpress::rewrite::urlencode;
use crate::wordpress::taxonomy::Term;
use crate::wordpress::user::UserId;

impl Links<'_> {
    /// The archive of a term; `None` for a taxonomy that is not registered.
    pub fn get_term_link(&self, term: &Arc<Term>) -> Option<String> {
        let taxonomy = self.site.registry.taxonomies.get(term.taxonomy.as_str())?;
        let Some(structure) = self.rewrite.extra_permastruct(&term.taxonomy) else {
            let query = match &taxonomy.query_var {
                _ if term.taxonomy == "category" => format!("?cat={}", term.term_id.0),
                Some(var) => format!("?{var}={}", term.slug),
                None => format!("?taxonomy={}&term={}", term.taxonomy, term.slug),
            };
            return Some(self.with_link_query(self.content_url(&query)));
        };
        let path = if taxonomy.rewrite.as_ref().is_some_and(|r| r.hierarchical) {
            term_path(&self.site.terms, term)
        } else {
            term.slug.clone()
        };
        let path = structure.replace(&format!("%{}%", term.taxonomy), &path);
        let url = self.content_url(&self.user_trailingslashit(&path));
        Some(self.with_link_query(url))
    }

    /// The archive of an author.
    pub fn get_author_posts_url(&self, id: UserId, nicename: &str) -> String {
        let url = match self.rewrite.author_permastruct() {
            Some(structure) => {
                let path = structure.replace("%author%", nicename);
                self.home_url(&self.user_trailingslashit(&path))
            }
            None => format!("{}?author={}", self.home_url("/"), id.0),
        };
        self.with_link_query(url)
    }

    /// The archive of a year.
    pub fn get_year_link(&self, year: i64) -> String {
        match self.rewrite.year_permastruct() {
            Some(structure) => self.date_path(&structure, year, 0, 0),
            None => self.with_link_query(self.home_url(&format!("?m={year}"))),
        }
    }

    /// The archive of a month.
    pub fn get_month_link(&self, year: i64, month: i64) -> String {
        match self.rewrite.month_permastruct() {
            Some(structure) => self.date_path(&structure, year, month, 0),
            None => self.with_link_query(self.home_url(&format!("?m={year}{month:02}"))),
        }
    }

    /// The archive of a day.
    pub fn get_day_link(&self, year: i64, month: i64, day: i64) -> String {
        match self.rewrite.date_permastruct() {
            Some(structure) => self.date_path(&structure, year, month, day),
            None => self.with_link_query(self.home_url(&format!("?m={year}{month:02}{day:02}"))),
        }
    }

    fn date_path(&self, structure: &str, year: i64, month: i64, day: i64) -> String {
        let path = structure
            .replace("%year%", &year.to_string())
            .replace("%monthnum%", &format!("{month:02}"))
            .replace("%day%", &format!("{day:02}"));
        self.with_link_query(self.home_url(&self.user_trailingslashit(&path)))
    }

    /// The archive of a post type, `None` when it has none. For `post`: the page that lists the posts.
    pub fn get_post_type_archive_link(&self, name: &str) -> Option<String> {
        if name == "post" {
            let page = self.site.page_for_posts();
            if self.site.options.text("show_on_front") != "page" {
                return Some(self.with_link_query(self.home_url("/")));
            }
            return page
                .and_then(|id| self.cache.post(id))
                .map(|page| self.get_permalink(page));
        }
        let post_type = self.site.registry.post_types.get(name)?;
        let archive = post_type.has_archive.as_ref()?;
        let url = match &post_type.rewrite {
            Some(args) if self.rewrite.using_permalinks() => {
                let front = if args.with_front {
                    &self.rewrite.front
                } else {
                    &self.rewrite.root
                };
                self.home_url(&self.user_trailingslashit(&format!("{front}{archive}")))
            }
            _ => self.home_url(&format!("?post_type={name}")),
        };
        Some(self.with_link_query(url))
    }

    /// The results of a search.
    pub fn get_search_link(&self, search: &str) -> String {
        let url = match self.rewrite.search_permastruct() {
            Some(structure) => {
                // An encoded slash is refused by some servers.
                let search = urlencode(search).replace("%2F", "/");
                let path = structure.replace("%search%", &search);
                self.home_url(&self.user_trailingslashit(&path))
            }
            None => self.home_url(&format!("?s={}", urlencode(search))),
        };
        self.with_link_query(url)
    }
}
