//! From a request to query variables: `WP::parse_request`.
//!
//! Contract "wordpress-core", sections 3.1 and 4. A variable that stands in both the query string and the form with
//! different values refuses the request (400); the form goes before the query string, that before the path.

use indexmap::IndexMap;

use super::permastruct::Rewrite;
use super::query_var::{QueryVar, QueryVars};
use super::rule_table::{Matched, RuleTable};
use crate::wordpress::site::{PageNode, PageTree, Registry};

/// Public query variables, in WordPress's order.
pub const PUBLIC_QUERY_VARS: [&str; 45] = [
    "m",
    "p",
    "posts",
    "w",
    "cat",
    "withcomments",
    "withoutcomments",
    "s",
    "search",
    "exact",
    "sentence",
    "calendar",
    "page",
    "paged",
    "more",
    "tb",
    "pb",
    "author",
    "order",
    "orderby",
    "year",
    "monthnum",
    "day",
    "hour",
    "minute",
    "second",
    "name",
    "category_name",
    "tag",
    "feed",
    "author_name",
    "pagename",
    "page_id",
    "error",
    "attachment",
    "attachment_id",
    "subpost",
    "subpost_id",
    "preview",
    "robots",
    "favicon",
    "taxonomy",
    "term",
    "cpage",
    "post_type",
];

/// Public variables that WordPress adds after its first list.
const LATER_QUERY_VARS: [&str; 5] = [
    "embed",
    "rest_route",
    "sitemap",
    "sitemap-subtype",
    "sitemap-stylesheet",
];

/// Maximum number of segments of a page path, against hostile requests.
const MAX_PAGE_PATH: usize = 8192;

/// What of the request decides the query.
#[derive(Debug, Clone, Default)]
pub struct RequestInput {
    /// Path and query as sent (`REQUEST_URI`).
    pub uri: String,
    /// The form's fields, for a POST.
    pub post: QueryVars,
}

/// Why a request has no query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestError {
    /// A public variable differs between query string and form: an error page with status 400.
    VariableMismatch,
}

/// The outcome.
#[derive(Debug, Clone, Default)]
pub struct ParsedRequest {
    /// The path below home, without slashes at the ends.
    pub request: String,
    /// The rule that fits, if any.
    pub matched: Option<Matched>,
    /// The variables of the main query.
    pub query_vars: QueryVars,
    /// The variables of the query string (`$_GET`).
    pub get: QueryVars,
}

/// Answers whether a path names a page, from the page tree and the attachments that could lie on the path.
#[derive(Debug)]
pub struct PageLookup<'a> {
    pages: &'a PageTree,
    attachments: Vec<PageNode>,
}

impl<'a> PageLookup<'a> {
    /// A lookup; `attachments` are those whose slug is a segment of the requested path ([`Self::slugs`]).
    pub fn new(pages: &'a PageTree, attachments: Vec<PageNode>) -> Self {
        Self { pages, attachments }
    }

    /// The slugs on a path: what attachments must be called to be found by it.
    pub fn slugs(path: &str) -> Vec<String> {
        let mut slugs: Vec<String> = super::query_var::urldecode(path)
            .split('/')
            .map(crate::wordpress::query::sanitize_title_for_query)
            .filter(|s| !s.is_empty())
            .collect();
        slugs.sort_unstable();
        slugs.dedup();
        slugs
    }

    /// The page or attachment with a path (`get_page_by_path`); a page goes before an attachment.
    pub fn get_page_by_path(&self, path: &str) -> Option<&PageNode> {
        self.get_by_path(path, "page")
    }

    /// The post of a hierarchical type, or attachment, with a path.
    pub fn get_by_path(&self, path: &str, post_type: &str) -> Option<&PageNode> {
        if path.len() > MAX_PAGE_PATH {
            return None;
        }
        let path = super::query_var::urldecode(path);
        let parts: Vec<String> = path
            .trim_matches('/')
            .split('/')
            .map(crate::wordpress::query::sanitize_title_for_query)
            .collect();
        let last = parts.last()?;
        let mut found = None;
        let of_type = self.pages.iter().filter(|n| n.post_type == post_type);
        for node in of_type.chain(&self.attachments).filter(|n| n.name == *last) {
            if self.lies_on(node, &parts, post_type) {
                found = Some(node);
                if node.post_type == post_type {
                    break;
                }
            }
        }
        found
    }

    fn lies_on(&self, node: &PageNode, parts: &[String], post_type: &str) -> bool {
        let mut node = node;
        let mut rest = parts;
        while let Some((last, before)) = rest.split_last() {
            if node.name != *last {
                return false;
            }
            rest = before;
            if node.parent.0 == 0 {
                return rest.is_empty();
            }
            let parent = self
                .pages
                .get(node.parent)
                .filter(|n| n.post_type == post_type)
                .or_else(|| self.attachments.iter().find(|n| n.id == node.parent));
            let Some(parent) = parent else { return false };
            node = parent;
        }
        false
    }

    /// Whether a rule for a page may match this path: the page is there and neither in the trash nor a mere draft
    /// of the editor.
    fn may_match(&self, path: &str) -> bool {
        self.get_page_by_path(path)
            .is_some_and(|n| !matches!(n.status.as_str(), "trash" | "auto-draft"))
    }
}

/// The path of a request below home, without slashes at its ends; empty for `index.php`.
pub(crate) fn requested_path(uri: &str, home: &str) -> String {
    let path = uri.split('?').next().unwrap_or_default().trim_matches('/');
    let home_path = home
        .split_once("://")
        .and_then(|(_, rest)| rest.split_once('/'))
        .map_or("", |(_, path)| path.trim_matches('/'));
    let below = match path.get(..home_path.len()) {
        Some(start) if start.eq_ignore_ascii_case(home_path) => &path[home_path.len()..],
        _ => path,
    };
    let below = below.trim_matches('/');
    if below == "index.php" { "" } else { below }.to_owned()
}

/// Finds the rule for a request and the variables of its main query.
///
/// # Errors
/// When the request is not valid.
pub fn parse_request(
    rewrite: &Rewrite,
    rules: &RuleTable,
    registry: &Registry,
    home: &str,
    input: &RequestInput,
    pages: &PageLookup<'_>,
) -> Result<ParsedRequest, RequestError> {
    let query = input.uri.split_once('?').map_or("", |(_, q)| q);
    let query = query.split_once('#').map_or(query, |(q, _)| q);
    let mut get = QueryVars::parse(query);
    let mut parsed = ParsedRequest::default();
    let mut from_path = QueryVars::default();
    let mut error = false;
    if !rules.is_empty() {
        parsed.request = requested_path(&input.uri, home);
        if !parsed.request.is_empty() {
            parsed.matched = rules.find(&parsed.request, &|path| pages.may_match(path));
        }
        if let Some(matched) = &parsed.matched {
            from_path = QueryVars::parse(&matched.query);
        }
        error = !parsed.request.is_empty() && parsed.matched.is_none();
        if !error {
            get.remove("error");
        }
    }
    let mut vars = collect(rewrite, registry, &get, &input.post, &from_path)?;
    limit_to_public(registry, &mut vars);
    if error {
        vars.set("error", "404");
    }
    parsed.query_vars = vars;
    parsed.get = get;
    Ok(parsed)
}

fn collect(
    rewrite: &Rewrite,
    registry: &Registry,
    get: &QueryVars,
    post: &QueryVars,
    path: &QueryVars,
) -> Result<QueryVars, RequestError> {
    let mut vars = QueryVars::default();
    let post_types = post_type_vars(registry);
    for name in public_query_vars(rewrite, registry) {
        if let (Some(a), Some(b)) = (get.get(name), post.get(name))
            && a != b
        {
            return Err(RequestError::VariableMismatch);
        }
        let value = post
            .get(name)
            .or_else(|| get.get(name))
            .or_else(|| path.get(name));
        let Some(value) = value else { continue };
        vars.0.insert(name.to_owned(), value.clone());
        if let Some(post_type) = post_types.get(name).filter(|_| !value.is_empty()) {
            vars.set("post_type", *post_type);
            vars.0.insert("name".to_owned(), value.clone());
        }
    }
    Ok(vars)
}

/// Names of all variables that a request may set.
fn public_query_vars<'a>(rewrite: &'a Rewrite, registry: &'a Registry) -> Vec<&'a str> {
    let mut names: Vec<&str> = PUBLIC_QUERY_VARS.to_vec();
    names.extend(LATER_QUERY_VARS);
    let taxonomies = registry.taxonomies.values();
    let taxonomies = taxonomies.filter_map(|t| t.query_var.as_deref());
    let post_types = registry.post_types.values().filter_map(|t| t.query_var);
    names.extend(taxonomies.chain(post_types));
    names.extend(
        rewrite
            .additions
            .endpoints
            .iter()
            .map(|e| e.query_var.as_str()),
    );
    names.extend(rewrite.additions.query_vars.iter().map(String::as_str));
    let mut seen = std::collections::HashSet::new();
    names.retain(|n| seen.insert(*n));
    names
}

fn post_type_vars(registry: &Registry) -> IndexMap<&'static str, &'static str> {
    registry
        .post_types
        .values()
        .filter(|t| t.publicly_queryable)
        .filter_map(|t| t.query_var.map(|v| (v, t.name)))
        .collect()
}

/// Removes non-public query variables, and restores `+` between tags.
fn limit_to_public(registry: &Registry, vars: &mut QueryVars) {
    for taxonomy in registry.taxonomies.values() {
        let var = taxonomy.query_var.as_deref();
        if let Some(QueryVar::Text(text)) = var.and_then(|v| vars.0.get_mut(v)) {
            *text = text.replace(' ', "+");
        }
        if !taxonomy.publicly_queryable && vars.text("taxonomy") == taxonomy.name {
            vars.remove("taxonomy");
            vars.remove("term");
        }
    }
    let queryable = |name: &str| {
        registry
            .post_types
            .get(name)
            .is_some_and(|t| t.publicly_queryable)
    };
    match vars.0.get_mut("post_type") {
        Some(QueryVar::Map(map)) => {
            map.retain(|_, v| v.as_text().is_some_and(queryable));
        }
        Some(QueryVar::Text(text)) if !queryable(text) => {
            vars.remove("post_type");
        }
        _ => {}
    }
}
