//! Finds which posts, comments and users changed in a changed table.
//!
//! WordPress's tables get no triggers or columns for this: a checksum of each row is stored in memory and compared with
//! the result of one SELECT, which runs only when the table changed. The checksum covers all columns that a page may
//! show, because a plugin may write without updating `post_modified`. Rows that no page depends on (revisions, auto
//! drafts, comments that wait, options of jobs and caches), dashboard meta ([`QUIET_META`]) and what columns declare as
//! unshown ([`Unrendered`]: orders, say) are excluded: they cost a look neither time nor memory. Memory: 64 bytes per
//! post, 16 per owner of meta, terms, comments.
//!
//! A table beyond [`MOST_ROWS`] is not compared: a change of it is a change of everything.

use std::collections::{BTreeSet, HashMap, HashSet};

use futures_util::future::try_join_all;

use super::tag::{ChangedTags, NameTag, Tag, date_number};
use super::{Changes, Db, DbError, Row, SqlText, binds_of};
use crate::wordpress::options::{HOUSEKEEPING, HOUSEKEEPING_BEGINNINGS};

/// Maximum number of rows (posts, or owners of meta) stored per table.
const MOST_ROWS: usize = 300_000;

/// Meta of the dashboard, of jobs and of sessions: no page shows it.
const QUIET_META: [&str; 6] = [
    "_edit_lock",
    "_edit_last",
    "_encloseme",
    "_pingme",
    "session_tokens",
    "community-events-location",
];

/// The same, for keys that begin with the table prefix.
const QUIET_META_OF_PREFIX: [&str; 3] = [
    "user-settings",
    "user-settings-time",
    "dashboard_quick_press_last_post_id",
];

/// Two checksums of each row: of what links show, and of the rest.
const POSTS: &str = "SELECT ID, post_type, CAST(post_date AS CHAR), post_name, CRC32(CONCAT_WS('|', ID, post_author, \
    CAST(post_date AS CHAR), CAST(post_date_gmt AS CHAR), post_title, post_status, comment_status, ping_status, \
    post_password, post_name, post_parent, guid, menu_order, post_type, post_mime_type)), \
    CRC32(CONCAT_WS('|', post_content, post_excerpt, CAST(post_modified AS CHAR), CAST(post_modified_gmt AS CHAR), \
    comment_count)) FROM {p}posts WHERE post_status <> 'auto-draft'";

/// Number and checksum of the rows of `options`, but for those that jobs and caches keep.
const OPTIONS: &str = "SELECT COUNT(*), SUM(CRC32(CONCAT_WS('|', option_id, option_name, option_value, autoload))) \
    FROM {p}options WHERE 1 = 1";

/// A table whose rows belong to a post, a comment's post or a user: the owner, the number of rows, the sum of their
/// checksums.
struct Owned {
    table: &'static str,
    /// Up to the conditions.
    select: &'static str,
    /// A condition on the rows.
    of_rows: Option<&'static str>,
    /// The condition on some owners.
    of_owners: &'static str,
    leaves_out: &'static [LeftOut],
    group: &'static str,
    tag: fn(i64) -> Tag,
}

/// Rows that no page depends on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LeftOut {
    /// Meta with certain keys.
    Keys,
    /// What belongs to posts of certain types: joined as `p`, so that the server reads few rows of a table that is full of
    /// orders.
    PostTypes,
}

/// How many of [`OWNED`] belong to posts.
const OF_POSTS: usize = 3;

const OWNED: [Owned; 5] = [
    Owned {
        table: "postmeta",
        select: "SELECT m.post_id, COUNT(*), SUM(CRC32(CONCAT_WS('|', m.meta_id, COALESCE(m.meta_key, ''), \
            COALESCE(m.meta_value, '')))) FROM {p}posts p JOIN {p}postmeta m ON m.post_id = p.ID",
        of_rows: None,
        of_owners: "m.post_id IN (?*)",
        leaves_out: &[LeftOut::Keys, LeftOut::PostTypes],
        group: " GROUP BY m.post_id",
        tag: Tag::Post,
    },
    Owned {
        table: "term_relationships",
        select: "SELECT object_id, COUNT(*), SUM(CRC32(CONCAT_WS('|', term_taxonomy_id, term_order))) \
            FROM {p}term_relationships",
        of_rows: None,
        of_owners: "object_id IN (?*)",
        leaves_out: &[],
        group: " GROUP BY object_id",
        tag: Tag::Post,
    },
    // Comments that wait, or are spam, are seen by those who may approve them alone.
    Owned {
        table: "comments",
        select: "SELECT c.comment_post_ID, COUNT(*), SUM(CRC32(CONCAT_WS('|', c.comment_ID, c.comment_author, \
            c.comment_author_email, c.comment_author_url, CAST(c.comment_date AS CHAR), \
            CAST(c.comment_date_gmt AS CHAR), c.comment_content, c.comment_approved, c.comment_type, c.comment_parent, \
            c.user_id))) FROM {p}posts p JOIN {p}comments c ON c.comment_post_ID = p.ID",
        of_rows: Some("c.comment_approved = '1'"),
        of_owners: "c.comment_post_ID IN (?*)",
        leaves_out: &[LeftOut::PostTypes],
        group: " GROUP BY c.comment_post_ID",
        tag: Tag::Comments,
    },
    Owned {
        table: "users",
        select: "SELECT ID, 1, CRC32(CONCAT_WS('|', user_login, user_nicename, user_email, user_url, \
            CAST(user_registered AS CHAR), user_status, display_name)) FROM {p}users",
        of_rows: None,
        of_owners: "ID IN (?*)",
        leaves_out: &[],
        group: "",
        tag: Tag::User,
    },
    Owned {
        table: "usermeta",
        select: "SELECT m.user_id, COUNT(*), SUM(CRC32(CONCAT_WS('|', m.umeta_id, COALESCE(m.meta_key, ''), \
            COALESCE(m.meta_value, '')))) FROM {p}usermeta m",
        of_rows: None,
        of_owners: "m.user_id IN (?*)",
        leaves_out: &[LeftOut::Keys],
        group: " GROUP BY m.user_id",
        tag: Tag::User,
    },
];

/// What no page depends on, as columns declare it.
#[derive(Debug, Clone, Default)]
pub struct Unrendered {
    /// Names of options.
    pub options: Vec<&'static str>,
    /// Keys of meta.
    pub meta: Vec<&'static str>,
    /// Post types.
    pub post_types: Vec<&'static str>,
}

impl Unrendered {
    fn post_types(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once("revision").chain(self.post_types.iter().copied())
    }

    /// The beginning of [`POSTS`].
    fn posts(&self) -> SqlText {
        let mut sql = SqlText::new(POSTS);
        sql.push_list(" AND post_type NOT IN (?*)", self.post_types());
        sql
    }

    /// The conditions on the rows of a table: what no page depends on is left out.
    fn conditions(&self, owned: &Owned, (prefix, owners): (&str, Option<&[i64]>)) -> Vec<SqlText> {
        let mut conditions: Vec<SqlText> = owned.of_rows.map(SqlText::new).into_iter().collect();
        for left_out in owned.leaves_out {
            let mut condition = SqlText::default();
            match left_out {
                LeftOut::Keys => {
                    let of_prefix = QUIET_META_OF_PREFIX.iter();
                    let of_prefix = of_prefix.map(|key| [prefix, key].concat());
                    let quiet = QUIET_META.iter().chain(&self.meta);
                    let quiet = quiet.map(|key| (*key).to_owned());
                    let list = "COALESCE(m.meta_key, '') NOT IN (?*)";
                    condition.push_list(list, quiet.chain(of_prefix));
                }
                LeftOut::PostTypes => {
                    condition.push_list("p.post_type NOT IN (?*)", self.post_types());
                }
            }
            conditions.push(condition);
        }
        if let Some(owners) = owners {
            let mut condition = SqlText::default();
            condition.push_list(owned.of_owners, owners.iter().copied());
            conditions.push(condition);
        }
        conditions
    }
}

/// The stored state of a post.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PostRow {
    post_type: NameTag,
    name: NameTag,
    date: u64,
    /// The checksum of what links show ([`Tag::PostHead`]); `None` when it is too long for the server to sum it up.
    head: Option<i64>,
    /// That of the rest.
    rest: Option<i64>,
}

impl PostRow {
    fn is_known(&self) -> bool {
        self.head.is_some() && self.rest.is_some()
    }
}

/// The stored state of one table.
#[derive(Debug, Default)]
enum TableState<T> {
    /// Nothing yet, or nothing after a failure.
    #[default]
    Nothing,
    Rows(HashMap<i64, T>),
    TooMany,
}

/// Number and checksum of the rows of one owner.
type Sum = (i64, Option<i64>);

/// The checksums of the content tables.
pub struct ContentWatch {
    db: Db,
    unrendered: Unrendered,
    posts: TableState<PostRow>,
    options: Option<Sum>,
    owned: [TableState<Sum>; OWNED.len()],
}

impl ContentWatch {
    /// An empty watch: the first comparison of a table finds everything changed.
    pub fn new(db: Db, unrendered: Unrendered) -> Self {
        Self {
            db,
            unrendered,
            posts: TableState::default(),
            options: None,
            owned: Default::default(),
        }
    }

    /// The tags of what changed, when rows of these tables may have changed.
    ///
    /// # Errors
    /// When the database failed; what was found until then is lost, so that the next call finds everything changed.
    pub async fn changed(&mut self, changes: &Changes) -> Result<ChangedTags, DbError> {
        let mut changed = ChangedTags::default();
        if *changes == Changes::Everything {
            changed = ChangedTags::everything();
        }
        let result = self.compare(changes, &mut changed).await;
        if result.is_err() {
            self.forget();
        }
        result.map(|()| changed)
    }

    /// As [`changed`](Self::changed), when rows of these posts alone have changed, their meta, relationships and comments:
    /// costs nothing that grows with the site.
    ///
    /// # Errors
    /// When the database failed; the next call finds everything changed.
    pub async fn posts_changed(&mut self, ids: &[i64]) -> Result<ChangedTags, DbError> {
        let mut changed = ChangedTags::default();
        let result = self.compare_some(ids, &mut changed).await;
        if result.is_err() {
            self.forget();
        }
        result.map(|()| changed)
    }

    fn forget(&mut self) {
        self.posts = TableState::Nothing;
        self.options = None;
        self.owned = Default::default();
    }

    async fn compare_some(
        &mut self,
        ids: &[i64],
        changed: &mut ChangedTags,
    ) -> Result<(), DbError> {
        let TableState::Rows(posts) = &mut self.posts else {
            *changed = ChangedTags::everything();
            return Ok(());
        };
        let mut sql = self.unrendered.posts();
        sql.push_list(" AND ID IN (?*)", ids.iter().copied());
        let of_posts = OWNED.iter().take(OF_POSTS);
        let of_owned = of_posts.map(|owned| sums(&self.db, &self.unrendered, owned, Some(ids)));
        let (rows, sums_of_owned) =
            tokio::try_join!(self.db.load_built(sql), try_join_all(of_owned))?;
        let mut rows = post_rows(rows)?;
        let mut found = HashSet::new();
        for id in ids {
            let (old, new) = (posts.get(id).copied(), rows.remove(id));
            if old == new && new.is_none_or(|post| post.is_known()) {
                continue;
            }
            add_row(*id, old, new, changed);
            match new {
                Some(new) => posts.insert(*id, new),
                None => posts.remove(id),
            };
            changed.add(Tag::table("posts"));
            found.insert(*id);
        }
        for ((owned, kept), mut new) in OWNED.iter().zip(&mut self.owned).zip(sums_of_owned) {
            let TableState::Rows(kept) = kept else {
                *changed = ChangedTags::everything();
                continue;
            };
            for id in ids {
                let (old, new) = (kept.get(id).copied(), new.remove(id));
                if old == new && new.is_none_or(|(_, sum)| sum.is_some()) {
                    continue;
                }
                match new {
                    Some(new) => kept.insert(*id, new),
                    None => kept.remove(id),
                };
                changed.add(Tag::table(owned.table));
                changed.add((owned.tag)(*id));
                found.insert(*id);
            }
        }
        self.add_posts(found, changed);
        Ok(())
    }

    async fn compare(
        &mut self,
        changes: &Changes,
        changed: &mut ChangedTags,
    ) -> Result<(), DbError> {
        let mut posts = HashSet::new();
        if changes.touch("posts") {
            self.compare_posts(&mut posts, changed).await?;
        }
        if changes.touch("options") {
            self.compare_options(changed).await?;
        }
        for (owned, kept) in OWNED.iter().zip(&mut self.owned) {
            if !changes.touch(owned.table) {
                continue;
            }
            let Some(owners) = compare_owned(&self.db, &self.unrendered, owned, kept).await? else {
                *changed = ChangedTags::everything();
                continue;
            };
            if !owners.is_empty() {
                changed.add(Tag::table(owned.table));
            }
            for owner in owners {
                match (owned.tag)(owner) {
                    Tag::Post(id) => {
                        posts.insert(id);
                    }
                    tag => changed.add(tag),
                }
            }
        }
        self.add_posts(posts, changed);
        if let Changes::Tables(tables) = changes {
            add_other_tables(tables, changed);
        }
        Ok(())
    }

    /// Compares the options: programs under WordPress write those of their jobs and caches all the time.
    async fn compare_options(&mut self, changed: &mut ChangedTags) -> Result<(), DbError> {
        let mut sql = SqlText::new(OPTIONS);
        let quiet = HOUSEKEEPING.iter().chain(&self.unrendered.options);
        sql.push_list(" AND option_name NOT IN (?*)", quiet.copied());
        for start in HOUSEKEEPING_BEGINNINGS {
            let beginning = " AND SUBSTR(option_name, 1, LENGTH(?)) <> ?";
            sql.push_with(beginning, binds_of([start, start]));
        }
        let rows: Vec<Sum> = self.db.load_built(sql).await?;
        let new = rows.into_iter().next();
        if new.is_none_or(|(_, sum)| sum.is_none()) || new != self.options {
            changed.add(Tag::table("options"));
        }
        self.options = new;
        Ok(())
    }

    /// Compares the posts; the tags of what a post was are added here, those of what it is later.
    async fn compare_posts(
        &mut self,
        posts: &mut HashSet<i64>,
        changed: &mut ChangedTags,
    ) -> Result<(), DbError> {
        let old = match std::mem::take(&mut self.posts) {
            TableState::TooMany => {
                self.posts = TableState::TooMany;
                *changed = ChangedTags::everything();
                return Ok(());
            }
            TableState::Rows(rows) => Some(rows),
            TableState::Nothing => None,
        };
        let rows: Vec<Row> = self.db.load_built(self.unrendered.posts()).await?;
        if rows.len() > MOST_ROWS {
            self.posts = TableState::TooMany;
            *changed = ChangedTags::everything();
            return Ok(());
        }
        let new = post_rows(rows)?;
        match old {
            None => *changed = ChangedTags::everything(),
            Some(old) => {
                for id in differing(&old, &new, PostRow::is_known) {
                    add_row(id, old.get(&id).copied(), new.get(&id).copied(), changed);
                    changed.add(Tag::table("posts"));
                    posts.insert(id);
                }
            }
        }
        self.posts = TableState::Rows(new);
        Ok(())
    }

    /// The tags of posts that changed in any table.
    fn add_posts(&self, ids: HashSet<i64>, changed: &mut ChangedTags) {
        for id in ids {
            changed.add(Tag::Post(id));
            match &self.posts {
                TableState::Rows(posts) => {
                    if let Some(post) = posts.get(&id) {
                        add_post(post, changed);
                    }
                }
                // Of which type it is remains unknown.
                TableState::Nothing | TableState::TooMany => *changed = ChangedTags::everything(),
            }
        }
    }
}

/// The rows of [`POSTS`].
fn post_rows(rows: Vec<Row>) -> Result<HashMap<i64, PostRow>, DbError> {
    let mut posts = HashMap::with_capacity(rows.len());
    for row in rows {
        let (post_type, date, name): (String, String, String) =
            (row.at(1)?, row.at(2)?, row.at(3)?);
        let post = PostRow {
            post_type: NameTag::of(&post_type),
            name: NameTag::of(&name),
            date: date_number(&date),
            head: row.at(4)?,
            rest: row.at(5)?,
        };
        posts.insert(row.at(0)?, post);
    }
    Ok(posts)
}

/// The tags of a changed row: those of what the post was, and of what links show of it.
fn add_row(id: i64, old: Option<PostRow>, new: Option<PostRow>, changed: &mut ChangedTags) {
    if let Some(old) = &old {
        add_post(old, changed);
    }
    let head = |row: Option<PostRow>| row.and_then(|row| row.head);
    if head(old) == head(new) && head(new).is_some() {
        return;
    }
    changed.add(Tag::PostHead(id));
    for row in [old, new].into_iter().flatten() {
        changed.add(Tag::PostHeads(row.post_type));
    }
}

fn add_post(post: &PostRow, changed: &mut ChangedTags) {
    changed.add(Tag::PostName(post.name));
    changed.add(Tag::Posts(post.post_type));
    changed.add_date(post.post_type, post.date);
}

/// Tables whose rows are not compared: any change may be of any row.
fn add_other_tables(tables: &BTreeSet<String>, changed: &mut ChangedTags) {
    let is_compared = |name: &str| {
        ["posts", "options"].contains(&name) || OWNED.iter().any(|owned| owned.table == name)
    };
    for name in tables.iter().filter(|name| !is_compared(name)) {
        changed.add(Tag::table(name));
    }
}

/// The owners whose rows changed; `None` when unknown.
async fn compare_owned(
    db: &Db,
    unrendered: &Unrendered,
    owned: &Owned,
    kept: &mut TableState<Sum>,
) -> Result<Option<Vec<i64>>, DbError> {
    let old = match std::mem::take(kept) {
        TableState::TooMany => {
            *kept = TableState::TooMany;
            return Ok(None);
        }
        TableState::Rows(rows) => Some(rows),
        TableState::Nothing => None,
    };
    let new = sums(db, unrendered, owned, None).await?;
    if new.len() > MOST_ROWS {
        *kept = TableState::TooMany;
        return Ok(None);
    }
    let owners = old.map(|old| differing(&old, &new, |(_, sum)| sum.is_some()));
    *kept = TableState::Rows(new);
    Ok(owners)
}

/// Number and checksum of the rows of each owner, or of some.
async fn sums(
    db: &Db,
    unrendered: &Unrendered,
    owned: &Owned,
    owners: Option<&[i64]>,
) -> Result<HashMap<i64, Sum>, DbError> {
    let mut sql = SqlText::new(owned.select);
    let conditions = unrendered.conditions(owned, (db.prefix().as_str(), owners));
    if !conditions.is_empty() {
        sql.push(" WHERE ")
            .append(SqlText::join(" AND ", conditions));
    }
    sql.push(owned.group);
    let rows: Vec<(i64, i64, Option<i64>)> = db.load_built(sql).await?;
    let rows = rows.into_iter();
    Ok(rows.map(|(id, n, sum)| (id, (n, sum))).collect())
}

/// The keys whose values were changed, added or removed. A value that is not `is_known` always counts as changed.
fn differing<T: PartialEq>(
    old: &HashMap<i64, T>,
    new: &HashMap<i64, T>,
    is_known: impl Fn(&T) -> bool,
) -> Vec<i64> {
    let gone = old.keys().filter(|id| !new.contains_key(id));
    let changed = new
        .iter()
        .filter(|(id, value)| !is_known(value) || old.get(id) != Some(value));
    gone.copied().chain(changed.map(|(id, _)| *id)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_texts_leaves_what_links_show() {
        let row = |head, rest| {
            Some(PostRow {
                post_type: NameTag::of("page"),
                name: NameTag::of("contacto"),
                date: 20_261_120_100_000,
                head,
                rest,
            })
        };
        let known = row(Some(1), Some(1));
        let hits = |old, new| {
            let mut changed = ChangedTags::default();
            add_row(7, old, new, &mut changed);
            [
                Tag::PostHead(7),
                Tag::post_heads("page"),
                Tag::posts("page"),
            ]
            .map(|tag| changed.hit(&[tag].into_iter().collect()).is_some())
        };
        assert_eq!(hits(known, row(Some(1), Some(2))), [false, false, true]);
        assert_eq!(hits(known, row(Some(2), Some(1))), [true; 3]);
        assert_eq!(hits(known, None), [true; 3]);
        // One that is too long to be summed up may have changed in any way.
        assert_eq!(hits(known, row(None, Some(1))), [true; 3]);
        assert_eq!(hits(row(None, None), row(None, None)), [true; 3]);
    }
}
