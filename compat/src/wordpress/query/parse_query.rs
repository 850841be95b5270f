//! Query variables to conditionals: `WP_Query::parse_query`.
//!
//! Contract "wordpress-core", section 4.

use super::conditionals::Conditionals;
use super::tax_query::{TaxClause, TaxOperator, parse_tax_query};
use crate::wordpress::post::PostId;
use crate::wordpress::rewrite::{PageLookup, QueryVar, QueryVars};
use crate::wordpress::site::Site;

/// Longer searches are ignored.
const MAX_SEARCH: usize = 1600;

/// A query while it is being set up.
#[derive(Debug, Clone, Default)]
pub struct Query {
    /// The variables as the request gave them.
    pub query: QueryVars,
    /// The variables in force: cleaned, completed, changed by hooks.
    pub vars: QueryVars,
    /// The conditionals.
    pub is: Conditionals,
    /// Conditions on terms.
    pub tax: Vec<TaxClause>,
    /// The page or attachment that `pagename` names.
    pub page: Option<PostId>,
    /// Whether that is an attachment.
    pub page_is_attachment: bool,
}

impl Query {
    /// Reads the variables.
    pub fn parse(vars: &QueryVars, site: &Site, pages: &PageLookup<'_>) -> Self {
        let mut query = Self {
            query: vars.clone(),
            vars: vars.clone(),
            ..Self::default()
        };
        query.clean();
        query.single_or_list(site);
        query.forms();
        query.find_home(site);
        query.find_page(site, pages);
        query.is.update_singular();
        if query.is.is_posts_page && !query.vars.is_set("withcomments") {
            query.is.is_comment_feed = false;
        }
        if query.vars.text("error") == "404" {
            query.is.set_404();
        }
        query.is.is_embed &= query.is.is_singular || query.is.is_404;
        query
    }

    /// Casts the variables to what they may be.
    fn clean(&mut self) {
        let vars = &mut self.vars;
        self.is.is_robots = vars.is_set("robots");
        self.is.is_favicon = !self.is.is_robots && vars.is_set("favicon");
        let post = vars.get("p").cloned();
        if matches!(post, Some(QueryVar::Map(_))) || vars.int("p") < 0 {
            vars.set("p", "");
            vars.set("error", "404");
        } else {
            to_int(vars, "p");
        }
        for name in [
            "page_id",
            "year",
            "monthnum",
            "day",
            "w",
            "paged",
            "attachment_id",
        ] {
            to_int(vars, name);
        }
        if vars.has_text("subpost") {
            let subpost = vars.text("subpost").to_owned();
            vars.set("attachment", subpost);
        }
        if vars.has_text("subpost_id") {
            let id = vars.int("subpost_id").unsigned_abs().to_string();
            vars.set("attachment_id", id);
        }
        keep(vars, "m", |c| c.is_ascii_digit());
        keep(vars, "cat", |c| c.is_ascii_digit() || c == ',' || c == '-');
        keep(vars, "author", |c| {
            c.is_ascii_digit() || c == ',' || c == '-'
        });
        for name in ["pagename", "name"] {
            let trimmed = vars.text(name).trim().to_owned();
            vars.set(name, trimmed);
        }
        for name in ["hour", "minute", "second"] {
            if vars.has_text(name) {
                let number = vars.int(name).unsigned_abs().to_string();
                vars.set(name, number);
            }
        }
        if matches!(vars.get("s"), Some(QueryVar::Map(_))) || vars.text("s").len() > MAX_SEARCH {
            vars.set("s", "");
        }
    }

    fn single_or_list(&mut self, site: &Site) {
        let (vars, is) = (&self.vars, &mut self.is);
        if vars.has_text("attachment") || vars.is_set("attachment_id") {
            is.is_single = true;
            is.is_attachment = true;
        } else if vars.has_text("name") || vars.is_set("p") {
            is.is_single = true;
        } else if vars.has_text("pagename") || vars.is_set("page_id") {
            is.is_page = true;
        } else {
            self.list(site);
        }
    }

    fn list(&mut self, site: &Site) {
        self.is.is_search = self.query.get("s").is_some();
        self.dates();
        self.tax = parse_tax_query(&mut self.vars, site, false);
        let (vars, is) = (&self.vars, &mut self.is);
        for clause in self.tax.iter().filter(|c| c.operator != TaxOperator::NotIn) {
            match clause.taxonomy.as_str() {
                "category" => is.is_category = true,
                "post_tag" => is.is_tag = true,
                _ => is.is_tax = true,
            }
        }
        is.is_author = vars.is_set("author") || vars.has_text("author_name");
        is.is_post_type_archive = site
            .registry
            .post_types
            .get(vars.text("post_type"))
            .is_some_and(|t| t.has_archive.is_some());
        is.is_archive = is.is_post_type_archive
            || is.is_date
            || is.is_author
            || is.is_category
            || is.is_tag
            || is.is_tax;
    }

    fn dates(&mut self) {
        let vars = &mut self.vars;
        let is = &mut self.is;
        is.is_time = ["hour", "minute", "second"]
            .iter()
            .any(|n| vars.has_text(n));
        is.is_date = is.is_time;
        let (year, month, day) = (vars.int("year"), vars.int("monthnum"), vars.int("day"));
        if day != 0 && !is.is_date {
            if month != 0 && year != 0 && !is_date(year, month, day) {
                vars.set("error", "404");
            } else {
                is.is_day = true;
                is.is_date = true;
            }
        }
        if month != 0 && !is.is_date {
            if month > 12 {
                vars.set("error", "404");
            } else {
                is.is_month = true;
                is.is_date = true;
            }
        }
        if year != 0 && !is.is_date {
            is.is_year = true;
            is.is_date = true;
        }
        if vars.is_set("m") {
            is.is_date = true;
            match vars.text("m").len() {
                10.. => is.is_time = true,
                8..=9 => is.is_day = true,
                6..=7 => is.is_month = true,
                _ => is.is_year = true,
            }
        }
        is.is_date |= vars.is_set("w");
    }

    /// Feed, embed, trackback, page of a list, preview.
    fn forms(&mut self) {
        let is = &mut self.is;
        is.is_feed = self.vars.has_text("feed");
        is.is_embed = self.vars.has_text("embed");
        is.is_trackback = self.vars.has_text("tb");
        is.is_paged = self.vars.int("paged") > 1;
        is.is_preview = self.vars.has_text("preview");
        let feed = self.vars.text("feed").to_owned();
        if feed.contains("comments-") {
            self.vars.set("feed", feed.replace("comments-", ""));
            self.vars.set("withcomments", "1");
        }
        is.update_singular();
        is.is_comment_feed = is.is_feed
            && (self.vars.is_set("withcomments")
                || !self.vars.is_set("withoutcomments") && is.is_singular);
    }

    /// A query for nothing in particular is the home page; with a page on the front it may be that page.
    fn find_home(&mut self, site: &Site) {
        let is = &mut self.is;
        is.is_home = !(is.is_singular
            || is.is_archive
            || is.is_search
            || is.is_feed
            || is.is_trackback
            || is.is_robots
            || is.is_favicon);
        let Some(front) = site.page_on_front().filter(|_| is.is_home) else {
            return;
        };
        let only_pages = self
            .query
            .0
            .iter()
            .all(|(name, value)| match name.as_str() {
                "preview" | "page" | "paged" | "cpage" | "embed" => true,
                "pagename" => value.as_text() == Some(""),
                _ => false,
            });
        if only_pages {
            is.is_page = true;
            is.is_home = false;
            self.vars.set("page_id", front.to_string());
            if self.vars.is_set("paged") {
                let paged = self.vars.text("paged").to_owned();
                self.vars.set("page", paged);
                self.vars.remove("paged");
            }
        }
    }

    fn find_page(&mut self, site: &Site, pages: &PageLookup<'_>) {
        let is_page_for_posts = |id: Option<PostId>| id.is_some() && site.page_for_posts() == id;
        let privacy = PostId(site.options.int("wp_page_for_privacy_policy"));
        let by_id = Some(PostId(self.vars.int("page_id"))).filter(|id| id.0 != 0);
        if self.vars.has_text("pagename") {
            let found = pages.get_page_by_path(self.vars.text("pagename"));
            self.page = found.map(|n| n.id);
            self.page_is_attachment = found.is_some_and(|n| n.post_type == "attachment");
        }
        if is_page_for_posts(self.page) || is_page_for_posts(by_id) {
            self.is.is_page = false;
            self.is.is_home = true;
            self.is.is_posts_page = true;
        }
        let is_privacy = |id: Option<PostId>| id == Some(privacy) && privacy.0 != 0;
        self.is.is_privacy_policy = is_privacy(self.page) || is_privacy(by_id);
    }
}

/// `absint`, with 0 written as nothing.
fn to_int(vars: &mut QueryVars, name: &str) {
    let number = vars.int(name).unsigned_abs();
    if vars.get(name).is_some() {
        let text = if number == 0 {
            String::new()
        } else {
            number.to_string()
        };
        vars.set(name, text);
    }
}

fn keep(vars: &mut QueryVars, name: &str, wanted: impl Fn(char) -> bool) {
    let kept: String = match vars.get(name) {
        None => return,
        Some(QueryVar::Text(text)) => text.chars().filter(|c| wanted(*c)).collect(),
        Some(QueryVar::Map(map)) if name == "cat" => {
            let parts: Vec<&str> = map.values().filter_map(QueryVar::as_text).collect();
            parts.join(",").chars().filter(|c| wanted(*c)).collect()
        }
        Some(QueryVar::Map(_)) => String::new(),
    };
    vars.set(name, kept);
}

/// PHP's `checkdate`.
pub(crate) fn is_date(year: i64, month: i64, day: i64) -> bool {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        1..=12 => 31,
        _ => return false,
    };
    (1..=days).contains(&day) && (1..=32767).contains(&year)
}
