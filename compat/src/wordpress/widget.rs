//! Widgets: the sidebars' widgets, their settings, and the rows they print.
//!
//! Contract "wordpress-core", section 10.3. The rows are loaded for all widgets of a page at once, one query a kind.

use std::collections::HashMap;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value as Json;

use super::blocks::{Block, each_block};
use super::comment::Comment;
use super::db::reads::declared;
use super::db::tag::Tag;
use super::db::{Bind, Db, DbError, SqlText};
use super::hash::hash_equals;
use super::latest_posts_query::LatestPostsQuery;
use super::php::{Value, unserialize};
use super::post::{Post, PostId};
use super::salt::Salts;
use super::site::Site;
use super::taxonomy::TermTaxonomyId;
use super::visibility::push_publicly_viewable;

/// A widget in an area.
#[derive(Debug, Clone)]
pub struct Widget {
    /// `{id_base}-{number}`.
    pub id: String,
    /// Kind: text, search, recent-posts, …
    pub id_base: String,
    /// Its number among its kind.
    pub number: i64,
    /// Its settings.
    pub settings: Value,
}

/// The widgets of an area, in order; those without settings are left out.
pub fn widgets_of(site: &Site, sidebar: &str) -> Vec<Widget> {
    let areas = site.options.value("sidebars_widgets");
    let ids = areas.at(sidebar).values().filter_map(Value::as_str_lossy);
    ids.filter_map(|id| widget(site, &id)).collect()
}

/// Whether an area has any widget (`is_active_sidebar`).
pub fn is_active_sidebar(site: &Site, sidebar: &str) -> bool {
    !site
        .options
        .value("sidebars_widgets")
        .at(sidebar)
        .is_empty()
}

fn widget(site: &Site, id: &str) -> Option<Widget> {
    let (id_base, number) = id.rsplit_once('-')?;
    let number: i64 = number.parse().ok()?;
    let settings = site
        .options
        .value(&format!("widget_{id_base}"))
        .get(number)?
        .clone();
    Some(Widget {
        id: id.to_owned(),
        id_base: id_base.to_owned(),
        number,
        settings,
    })
}

/// The widget of a block `core/legacy-widget`: a sidebar's widget by `id`, or a type with settings in the block. These
/// are signed with a hash; settings with a wrong hash are ignored.
pub fn legacy_widget(
    site: &Site,
    salts: &Salts,
    text: impl Fn(&str) -> Option<String>,
) -> Option<Widget> {
    if let Some(id) = text("id") {
        return widget(site, &id);
    }
    let id_base = text("idBase")?;
    let settings = match (text("encoded"), text("hash")) {
        (Some(encoded), Some(hash)) => {
            let serialized = STANDARD.decode(encoded).ok()?;
            if !hash_equals(&salts.wp_hash(&serialized, "auth"), &hash) {
                return None;
            }
            unserialize(&serialized).ok()?
        }
        _ => Value::array(),
    };
    Some(Widget {
        id: format!("{id_base}--1"),
        id_base,
        number: -1,
        settings,
    })
}

/// A month with published posts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchiveMonth {
    /// Year.
    pub year: i64,
    /// Month, 1 to 12.
    pub month: i64,
    /// Number of posts.
    pub posts: i64,
}

/// Year, month and day with published posts.
pub type ArchiveDay = (i64, i64, i64);

/// A comment with the post that it belongs to.
#[derive(Debug, Clone)]
pub struct RecentComment {
    /// The comment.
    pub comment: Comment,
    /// Title of its post.
    pub post: Post,
}

/// What the widgets of a site show: the newest posts, the months, the newest comments.
#[derive(Debug, Clone, Default)]
pub struct WidgetRows {
    /// Published posts, newest first, up to the largest `number` of a widget. Only what links show of them is up to date
    /// ([`Tag::PostHead`]): not content, excerpt and number of comments.
    pub recent_posts: Vec<Post>,
    /// Months with posts, newest first.
    pub months: Vec<ArchiveMonth>,
    /// Days with posts, newest first; also for calendars in the text of posts.
    pub days: Vec<ArchiveDay>,
    /// Approved comments and pings on published posts, newest first; a shop's reviews and notes are not among them
    /// (recording "paseo-por-las-carcavas").
    pub recent_comments: Vec<RecentComment>,
    /// The published posts of each category, if a hierarchical list shows counts.
    pub category_posts: Arc<HashMap<TermTaxonomyId, Vec<PostId>>>,
}

/// Maximum number of rows of a widget.
const MOST: i64 = 100;

/// The number of rows of a widget or block that says none.
const DEFAULT_NUMBER: i64 = 5;

/// How many comments a block `core/latest-comments` shows.
pub fn comments_asked(block: &Block<'_>) -> i64 {
    let number = block.attr("commentsToShow").and_then(Json::as_i64);
    number.unwrap_or(DEFAULT_NUMBER).clamp(1, MOST)
}

impl WidgetRows {
    /// Loads what the site's widgets need: six queries at most.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load(db: &Db, site: &Site) -> Result<Self, DbError> {
        let rows = Self::load_posts(db, site).await?;
        rows.with_comments(db, site).await
    }

    /// Loads all but the comments.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load_posts(db: &Db, site: &Site) -> Result<Self, DbError> {
        // A language is a relationship of the post, its category too.
        let has_terms = site.posts_where.is_some() || counts_below(site);
        let terms = has_terms.then(|| Tag::table("term_relationships"));
        let tags = [Tag::post_heads("post")].into_iter().chain(terms);
        declared(tags, Self::of_posts(db, site)).await
    }

    /// The same with the newest comments, whatever they were.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn with_comments(mut self, db: &Db, site: &Site) -> Result<Self, DbError> {
        let number = most_asked(site, "recent-comments", |block| {
            is_block(block, "core/latest-comments").then(|| comments_asked(block))
        });
        self.recent_comments.clear();
        if number > 0 {
            self.recent_comments = newest_comments(db, site, number).await?;
        }
        Ok(self)
    }

    /// What depends on the posts' rows.
    async fn of_posts(db: &Db, site: &Site) -> Result<Self, DbError> {
        let mut rows = Self::default();
        let posts = most_asked(site, "recent-posts", |block| {
            let is_list = is_block(block, "core/latest-posts");
            LatestPostsQuery::newest_links(block).filter(|_| is_list)
        });
        if posts > 0 {
            let end = " ORDER BY p.post_date DESC, p.ID DESC LIMIT ?";
            let sql = listed(site, RECENT_POSTS, end, vec![posts.into()]);
            rows.recent_posts = db.load_built(sql).await?;
        }
        let end = " GROUP BY y, m ORDER BY y DESC, m DESC";
        let sql = listed(site, MONTHS, end, vec![]);
        let months: Vec<(i64, i64, i64)> = db.load_built(sql).await?;
        let month = |(year, month, posts)| ArchiveMonth { year, month, posts };
        rows.months = months.into_iter().map(month).collect();
        let sql = listed(site, DAYS, " ORDER BY d DESC", vec![]);
        let days: Vec<(String,)> = db.load_built(sql).await?;
        rows.days = days.iter().filter_map(|(day,)| archive_day(day)).collect();
        if counts_below(site) {
            let pairs: Vec<(i64, i64)> = db.load(CATEGORY_POSTS, vec![]).await?;
            let mut posts = HashMap::<_, Vec<_>>::new();
            for (term, post) in pairs {
                let of_term = posts.entry(TermTaxonomyId(term));
                of_term.or_default().push(PostId(post));
            }
            rows.category_posts = Arc::new(posts);
        }
        Ok(rows)
    }
}

/// The attachments that galleries in areas show.
pub(super) fn gallery_ids(site: &Site) -> Vec<i64> {
    let ids = |widget: Widget| {
        let list = widget.settings.at("ids");
        list.values().map(Value::to_int).collect::<Vec<_>>()
    };
    active(site, "media_gallery").flat_map(ids).collect()
}

const CATEGORY_POSTS: &str = "SELECT r.term_taxonomy_id, r.object_id FROM {p}term_relationships r \
    JOIN {p}term_taxonomy t ON t.term_taxonomy_id = r.term_taxonomy_id JOIN {p}posts p ON p.ID = r.object_id \
    WHERE t.taxonomy = 'category' AND p.post_type = 'post' AND p.post_status = 'publish'";

/// Whether a category list is hierarchical and shows counts, which then include descendants.
fn counts_below(site: &Site) -> bool {
    let mut counts = active(site, "categories")
        .any(|w| w.settings.at("count").to_bool() && w.settings.at("hierarchical").to_bool());
    let is_on = |block: &Block<'_>, name| block.attr(name).and_then(Json::as_bool) == Some(true);
    for text in block_texts(site) {
        each_block(&text, |block| {
            let has_both = is_on(block, "showPostCounts") && is_on(block, "showHierarchy");
            counts |= is_block(block, "core/categories") && has_both;
        });
    }
    counts
}

/// A statement over `{p}posts p`, with what every list of posts holds to before its end.
fn listed(site: &Site, start: &'static str, end: &'static str, binds: Vec<Bind>) -> SqlText {
    let mut sql = SqlText::new(start);
    site.add_posts_where(&mut sql);
    sql.push_with(end, binds);
    sql
}

const RECENT_POSTS: &str = concat!(
    "SELECT ",
    crate::uncounted_post_columns!(),
    " FROM {p}posts p WHERE p.post_type = 'post' AND p.post_status = 'publish'"
);

const MONTHS: &str = "SELECT CAST(SUBSTR(CAST(post_date AS CHAR), 1, 4) AS SIGNED) AS y, \
    CAST(SUBSTR(CAST(post_date AS CHAR), 6, 2) AS SIGNED) AS m, COUNT(ID) FROM {p}posts p \
    WHERE p.post_type = 'post' AND p.post_status = 'publish'";

const DAYS: &str = "SELECT DISTINCT SUBSTR(CAST(post_date AS CHAR), 1, 10) AS d FROM {p}posts p \
    WHERE p.post_type = 'post' AND p.post_status = 'publish'";

fn archive_day(date: &str) -> Option<ArchiveDay> {
    let mut parts = date.split('-').map(str::parse);
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    Some((year.ok()?, month.ok()?, day.ok()?))
}

/// What comments with links to their posts are made of.
fn comment_tags(site: &Site) -> Vec<Tag> {
    let types = site.registry.post_types.keys();
    let heads = types.map(|name| Tag::post_heads(name));
    let terms = site.posts_where.is_some();
    let terms = terms.then(|| Tag::table("term_relationships"));
    heads.chain([Tag::table("comments")]).chain(terms).collect()
}

/// The newest comments that anybody may see.
///
/// # Errors
/// When the database fails.
pub(super) async fn newest_comments(
    db: &Db,
    site: &Site,
    number: i64,
) -> Result<Vec<RecentComment>, DbError> {
    declared(comment_tags(site), recent_comments(db, site, number)).await
}

async fn recent_comments(db: &Db, site: &Site, number: i64) -> Result<Vec<RecentComment>, DbError> {
    const SQL: &str = concat!(
        "SELECT ",
        crate::comment_columns!(),
        " FROM {p}comments c JOIN {p}posts p ON p.ID = c.comment_post_ID WHERE c.comment_approved = '1' \
         AND c.comment_type NOT IN ('review', 'order_note', 'webhook_delivery', 'action_log') AND p.post_status = 'publish' AND "
    );
    let mut sql = SqlText::new(SQL);
    push_publicly_viewable(&mut sql, &site.registry);
    site.add_posts_where(&mut sql);
    let end = " ORDER BY c.comment_date_gmt DESC, c.comment_ID DESC LIMIT ?";
    sql.push_with(end, vec![number.into()]);
    let comments: Vec<Comment> = db.load_built(sql).await?;
    let ids: Vec<PostId> = comments.iter().map(|c| c.post_id).collect();
    let mut objects = super::object_cache::ObjectCache::default();
    objects.prime_post_heads(db, &ids).await?;
    let with_post = |comment: Comment| {
        let post = objects
            .post(comment.post_id)
            .map(|p| Post::clone(p))
            .unwrap_or_default();
        RecentComment { comment, post }
    };
    Ok(comments.into_iter().map(with_post).collect())
}

/// The widgets of a kind that stand in an area.
pub fn active<'a>(site: &'a Site, id_base: &'a str) -> impl Iterator<Item = Widget> + 'a {
    let areas = site.options.value("sidebars_widgets").iter();
    areas
        .filter(|(key, _)| key.as_bytes() != Some(b"wp_inactive_widgets".as_slice()))
        .flat_map(|(_, area)| area.values())
        .filter_map(Value::as_str_lossy)
        .filter(move |id| matches!(id.rsplit_once('-'), Some((base, _)) if base == id_base))
        .filter_map(|id| widget(site, &id))
}

/// The texts of the block widgets that stand in an area.
pub fn block_texts(site: &Site) -> impl Iterator<Item = String> + '_ {
    active(site, "block").map(|widget| widget.settings.at("content").to_string_lossy().into_owned())
}

fn is_block(block: &Block<'_>, name: &str) -> bool {
    block.name.as_deref() == Some(name)
}

/// The largest `number` of the active widgets of a kind, and of the blocks for which `asked` gives one; 0 when none
/// stands anywhere.
fn most_asked(site: &Site, id_base: &str, asked: impl Fn(&Block<'_>) -> Option<i64>) -> i64 {
    let numbers = active(site, id_base).map(|w| match w.settings.at("number").to_int() {
        0 => DEFAULT_NUMBER,
        number => number.clamp(1, MOST),
    });
    let mut most = numbers.max().unwrap_or(0);
    for text in block_texts(site) {
        each_block(&text, |block| most = asked(block).unwrap_or(0).max(most));
    }
    most
}
