//! Finds which posts, comments and users changed in a changed table.
//!
//! WordPress's tables get no triggers or columns for this: a checksum of each row is stored in memory and compared with
//! the result of one SELECT, which runs only when the table changed. The checksum covers all columns that a page may
//! show, because a plugin may write without updating `post_modified`. Rows that no page depends on (revisions, auto
//! drafts, comments that wait, options of jobs and caches), dashboard meta and what columns declare as
//! unshown ([`Unrendered`]: orders, say) are excluded: they cost a poll neither time nor memory. Memory: 72 bytes per
//! post, 16 per owner of meta, terms, comments.
//!
//! A table beyond [`MOST_ROWS`] is not compared: a change of it is a change of everything.
//!
//! Of several instances at one server one compares for all ([`super::shared_comparisons`]).

use std::collections::{BTreeSet, HashMap, HashSet};
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;

use super::commit_marks;
use super::generation::Moment;
use super::shared_comparisons::{self, Awaited, Needed, SharedComparisons};
use super::tag::{ChangedTags, NameTag, Tag};
use super::watched_post::{PostRow, add_post, add_row, post_rows};
use super::watched_rows::{OF_POSTS, OWNED, Owned, Unrendered};
use super::{Changes, Db, DbError, Row};

/// Maximum number of rows (posts, or owners of meta) stored per table.
const MOST_ROWS: usize = 300_000;

/// Tables that no page reads and that change with each stored comparison: else one would follow from another.
const UNREAD: [&str; 2] = [shared_comparisons::TABLE_NAME, commit_marks::TABLE_NAME];

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
    shared: SharedComparisons,
    posts: TableState<PostRow>,
    options: Option<Sum>,
    owned: [TableState<Sum>; OWNED.len()],
}

impl ContentWatch {
    /// An empty watch: the first comparison of a table finds everything changed.
    pub fn new(db: Db, unrendered: Unrendered) -> Self {
        Self {
            shared: SharedComparisons::new(db.clone(), definition(&unrendered)),
            db,
            unrendered,
            posts: TableState::default(),
            options: None,
            owned: Default::default(),
        }
    }

    /// Adds the tags of what other instances have found. Returns something if nothing else was committed until `within` ago:
    /// then no poll is needed, before the next comparison that is awaited.
    pub async fn told(&mut self, within: Duration, found: &mut ChangedTags) -> Option<Awaited> {
        self.shared.told(within, found).await
    }

    /// Everything that was committed before this time is known, where something is awaited.
    pub fn known_until(&self) -> Option<Instant> {
        self.shared.known_until()
    }

    /// How long a comparison of changed rows usually takes here: the shorter of the last two, so that one which had to wait for
    /// the database does not count.
    pub fn usual_time(&self) -> Duration {
        self.shared.usual_time()
    }

    /// Adds the tags of what changed, when a poll at a moment found that rows of these tables may have changed. What
    /// another instance is about to compare is left to the next poll; an urgent poll leaves nothing.
    ///
    /// # Errors
    /// When the database failed; what was found until then is lost, so that the next call finds everything changed.
    pub async fn polled(
        &mut self,
        changes: &Changes,
        (moment, is_urgent): (Option<&Moment>, bool),
        found: &mut ChangedTags,
    ) -> Result<Option<Awaited>, DbError> {
        let result = match (changes, moment) {
            (Changes::Everything, _) | (_, None) => {
                let all = self.compared(changes).await;
                self.shared.begin_anew(moment);
                all.map(|all| (all, None))
            }
            (_, Some(moment)) => self.polled_at(moment, changes, (is_urgent, found)).await,
        };
        let (all, awaited) = result?;
        found.extend(all);
        Ok(awaited)
    }

    async fn polled_at(
        &mut self,
        moment: &Moment,
        changes: &Changes,
        (is_urgent, found): (bool, &mut ChangedTags),
    ) -> Result<(ChangedTags, Option<Awaited>), DbError> {
        let (mut compared, mut others) = (BTreeSet::new(), ChangedTags::default());
        if let Changes::Tables(tables) = changes {
            add_other_tables(tables, &mut others);
            compared = tables.iter().filter(|t| is_compared(t)).cloned().collect();
        }
        found.extend(others.clone());
        let (tables, shared) = ((compared, &others), (is_urgent, &mut *found));
        match self.shared.polled(moment, tables, shared).await {
            Needed::Nothing => Ok((ChangedTags::default(), None)),
            Needed::Others(awaited) => Ok((ChangedTags::default(), Some(awaited))),
            Needed::Compare(tables) => match self.compared(&Changes::Tables(tables)).await {
                Ok(own) => {
                    self.shared.compared(moment, &own);
                    Ok((own, None))
                }
                Err(error) => {
                    self.shared.begin_anew(None);
                    Err(error)
                }
            },
        }
    }

    /// The tags of what changed, when this instance has written to these tables.
    ///
    /// # Errors
    /// When the database failed; what was found until then is lost, so that the next call finds everything changed.
    pub async fn changed(&mut self, changes: &Changes) -> Result<ChangedTags, DbError> {
        let result = self.compared(changes).await;
        self.shared.found(&result);
        result
    }

    async fn compared(&mut self, changes: &Changes) -> Result<ChangedTags, DbError> {
        let mut changed = ChangedTags::default();
        if *changes == Changes::Everything {
            changed = ChangedTags::everything();
        }
        let began = Instant::now();
        let result = self.compare(changes, &mut changed).await;
        self.shared.took(began.elapsed());
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
        let result = result.map(|()| changed);
        self.shared.found(&result);
        result
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
            if add_row(*id, (old, new), changed) {
                found.insert(*id);
            }
            match new {
                Some(new) => posts.insert(*id, new),
                None => posts.remove(id),
            };
            changed.add(Tag::table("posts"));
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
        let sql = self.unrendered.options();
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
                    let rows = (old.get(&id).copied(), new.get(&id).copied());
                    if add_row(id, rows, changed) {
                        posts.insert(id);
                    }
                    changed.add(Tag::table("posts"));
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

/// Tables whose rows are not compared: any change may be of any row.
fn add_other_tables(tables: &BTreeSet<String>, changed: &mut ChangedTags) {
    let is_other = |name: &str| !is_compared(name) && !UNREAD.contains(&name);
    for name in tables.iter().filter(|name| is_other(name)) {
        changed.add(Tag::table(name));
    }
}

fn is_compared(name: &str) -> bool {
    ["posts", "options"].contains(&name) || OWNED.iter().any(|owned| owned.table == name)
}

/// A number of what is compared, and of the form in which it is told.
fn definition(unrendered: &Unrendered) -> i64 {
    const FORM: &str = "3";
    let sums = OWNED.iter().map(|owned| unrendered.sums(owned, ("", None)));
    let own = [unrendered.posts(), unrendered.options()];
    let texts: Vec<String> = own
        .into_iter()
        .chain(sums)
        .map(|sql| sql.text().to_owned())
        .collect();
    let all = format!("{FORM} {texts:?} {unrendered:?}");
    NameTag::of(&all).hash().cast_signed()
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
    let sql = unrendered.sums(owned, (db.prefix().as_str(), owners));
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
