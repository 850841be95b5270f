//! Results of statements, kept in memory for pages that anybody may see: a page that is made again after a change, or at an
//! address with another query, asks the database only for what changed.
//!
//! Only work inside `Db::for_anybody` finds results here, as long as it has not written. What it read is kept when its
//! page is kept: then all that it depends on is known. A result has the tags of its statement ([`super::reads`]) and is
//! dropped by the change that drops the pages with these tags (`Db::forget_results`); one that was being read meanwhile is
//! not kept ([`ChangeLog`]). So no page is older with it than a kept page may be. Transactions, statements that write and
//! everything personal ask the database; so do statements of which some columns and rows change without a tag, as no page
//! shows them (options of jobs and caches, keys). Meta of users that no page depends on
//! ([`watched_rows`](super::watched_rows)) may be old here.
//!
//! A comment changes the number of comments in the row of its post. Only statements that name that column are affected.

use std::cell::RefCell;
use std::future::Future;
use std::hash::BuildHasher as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use foldhash::fast::FixedState;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::bind::Bind;
use super::change_log::ChangeLog;
use super::row::{Cell, Row};
use super::statement::Statement;
use super::tag::{ChangedTags, Tag, Tags};

/// The largest result that is kept, as a part of the whole.
const LARGEST_PART: u64 = 16;
/// Bytes of an entry besides its key, tags and rows.
const ENTRY: u64 = 128;
/// What gives another result each time, or changes without a tag.
const VOLATILE: [&str; 5] = ["RAND(", "NOW(", "UUID(", "@@", "user_activation_key"];
/// Tables of which a change may leave no tag; of users, the change of one that is named leaves one.
const UNWATCHED: [&str; 3] = ["options", "users", "usermeta"];
/// The column of which [`ChangedTags::hits_rows`] tells.
const COUNT_OF_COMMENTS: &str = "comment_count";

tokio::task_local! {
    /// What a page has read so far.
    static FOUND: RefCell<Vec<(Place, Vec<Row>)>>;
}

/// What a page has read, to be kept when it is.
#[derive(Debug, Default)]
pub struct FoundResults(Vec<(Place, Vec<Row>)>);

/// Runs `work` and collects what it reads and may be kept.
pub(super) async fn collected<T>(work: impl Future<Output = T>) -> (T, FoundResults) {
    let collecting = async {
        let done = work.await;
        (done, FoundResults(FOUND.with(RefCell::take)))
    };
    FOUND.scope(RefCell::default(), collecting).await
}

/// A statement with its values.
type Key = Box<[u8]>;

/// A result.
#[derive(Debug)]
struct Kept {
    rows: Vec<Row>,
    tags: Tags,
    /// Whether the statement names the number of comments.
    has_counts: bool,
}

impl Kept {
    fn is_hit_by(&self, changed: &ChangedTags) -> bool {
        changed.hit(&self.tags).is_some() || self.has_counts && changed.hits_rows(&self.tags)
    }
}

#[derive(Debug, Clone)]
struct ByBytes;

impl Weighter<Key, Arc<Kept>> for ByBytes {
    fn weight(&self, key: &Key, kept: &Arc<Kept>) -> u64 {
        weight(key, &kept.tags, &kept.rows)
    }
}

fn weight(key: &Key, tags: &Tags, rows: &[Row]) -> u64 {
    let rows: usize = rows.iter().map(row_bytes).sum();
    let bytes = u64::try_from(key.len() + tags.size() + rows).unwrap_or(u64::MAX);
    bytes.saturating_add(ENTRY)
}

fn row_bytes(row: &Row) -> usize {
    let of_cell = |cell: &Cell| match cell {
        Cell::Bytes(bytes) => bytes.len(),
        _ => 0,
    };
    let cells = row.cells().iter().map(of_cell).sum::<usize>();
    cells + size_of_val(row.cells()) + size_of::<Row>()
}

/// The cache.
#[derive(Debug)]
pub(super) struct QueryCache {
    kept: Cache<Key, Arc<Kept>, ByBytes>,
    largest: u64,
    changes: RwLock<ChangeLog>,
    hits: AtomicU64,
    misses: AtomicU64,
}

/// Where the result of a statement will be kept.
#[derive(Debug)]
pub(super) struct Place {
    key: Key,
    tags: Tags,
    /// Whether the statement names the number of comments.
    has_counts: bool,
    /// The latest change when the statement was sent.
    number: u64,
}

/// What is known of a statement.
pub(super) enum Known {
    /// Its result.
    Rows(Vec<Row>),
    /// Nothing yet.
    Nothing(Place),
}

impl QueryCache {
    /// For so many bytes.
    pub(super) fn new(bytes: u64) -> Self {
        let entries = usize::try_from(bytes / 2048).unwrap_or(usize::MAX);
        Self {
            kept: Cache::with_weighter(entries.clamp(64, 1 << 20), bytes, ByBytes),
            largest: bytes / LARGEST_PART,
            changes: RwLock::default(),
            hits: AtomicU64::new(0),
            misses: AtomicU64::new(0),
        }
    }

    /// The result of a statement whose result depends on these tags; `None` when it differs each time.
    pub(super) fn known(&self, statement: &Statement, tags: Tags) -> Option<Known> {
        let text = statement.0.text.as_str();
        if VOLATILE.iter().any(|word| text.contains(word)) || tags.iter().any(is_unwatched) {
            return None;
        }
        let key = key_of(statement, &tags);
        if let Some(kept) = self.kept.get(&key).filter(|kept| kept.tags == tags) {
            self.hits.fetch_add(1, Ordering::Relaxed);
            return Some(Known::Rows(kept.rows.clone()));
        }
        self.misses.fetch_add(1, Ordering::Relaxed);
        let changes = self.changes.read().unwrap_or_else(PoisonError::into_inner);
        let number = changes.number();
        Some(Known::Nothing(Place {
            key,
            tags,
            has_counts: text.contains(COUNT_OF_COMMENTS),
            number,
        }))
    }

    /// Notes a result for [`keep_all`](Self::keep_all).
    pub(super) fn found(&self, place: Place, rows: &[Row]) {
        if weight(&place.key, &place.tags, rows) <= self.largest {
            let _ = FOUND.try_with(|found| found.borrow_mut().push((place, rows.to_vec())));
        }
    }

    /// Keeps what a page has read.
    pub(super) fn keep_all(&self, found: FoundResults) {
        for (place, rows) in found.0 {
            self.keep(place, rows);
        }
    }

    /// Keeps a result, unless something that it depends on has changed since it was asked for.
    fn keep(&self, place: Place, rows: Vec<Row>) {
        let Place { key, tags, .. } = place;
        let kept = Arc::new(Kept {
            rows,
            tags,
            has_counts: place.has_counts,
        });
        // The log is locked meanwhile: see `invalidate`.
        let changes = self.changes.read().unwrap_or_else(PoisonError::into_inner);
        if !changes.has_since(place.number, |changed| kept.is_hit_by(changed)) {
            self.kept.insert(key, kept);
        }
    }

    /// Drops the results that depend on what changed.
    pub(super) fn invalidate(&self, changed: &ChangedTags) {
        // In this order: a result kept before the change is in the log is found by `retain`; one kept later is checked
        // against the log.
        let mut changes = self.changes.write().unwrap_or_else(PoisonError::into_inner);
        changes.push(changed.clone());
        drop(changes);
        self.kept.retain(|_, kept| !kept.is_hit_by(changed));
    }

    /// Metrics: results found and not found, and the bytes of those that are kept.
    pub(super) fn metrics(&self) -> String {
        let [hits, misses] = [&self.hits, &self.misses].map(|n| n.load(Ordering::Relaxed));
        let bytes = self.kept.weight();
        format!(
            "# TYPE oxipress_query_cache_total counter\n\
             oxipress_query_cache_total{{result=\"hit\"}} {hits}\n\
             oxipress_query_cache_total{{result=\"miss\"}} {misses}\n\
             # TYPE oxipress_query_cache_bytes gauge\noxipress_query_cache_bytes {bytes}\n"
        )
    }
}

fn is_unwatched(tag: Tag) -> bool {
    UNWATCHED.iter().any(|table| tag == Tag::table(table))
}

/// Parts of different lists give different keys: each value has its kind and its length. Another caller may have declared
/// less of what the same statement reads, so the tags belong to the key.
fn key_of(statement: &Statement, tags: &Tags) -> Key {
    let (text, binds) = (&statement.0.text, &statement.0.binds);
    let mut key = Vec::with_capacity(text.len() + 16 * binds.len());
    let mut add = |kind: u8, bytes: &[u8]| {
        key.push(kind);
        key.extend_from_slice(&bytes.len().to_le_bytes());
        key.extend_from_slice(bytes);
    };
    for bind in binds {
        match bind {
            Bind::I64(number) => add(1, &number.to_le_bytes()),
            Bind::Text(text) => add(2, text.as_bytes()),
            Bind::Bytes(bytes) => add(3, bytes),
            Bind::F64(number) => add(4, &number.to_bits().to_le_bytes()),
            Bind::Null => add(5, &[]),
        }
    }
    add(0, text.as_bytes());
    let of_tags = FixedState::default().hash_one(tags);
    add(6, &of_tags.to_le_bytes());
    key.into_boxed_slice()
}

#[cfg(test)]
mod tests {
    use super::super::row::Row;
    use super::super::sql_text::SqlText;
    use super::super::tag::Tag;
    use super::super::{TablePrefix, binds_of};
    use super::*;

    fn statement(text: &'static str, value: &str) -> Statement {
        let sql = SqlText::fixed(text, binds_of([value]));
        Statement(sql.finish(&TablePrefix::new("wp_").unwrap(), true))
    }

    fn rows(text: &str) -> Vec<Row> {
        let cells = vec![Cell::Bytes(text.as_bytes().to_vec())];
        vec![Row::new(["a".to_owned()].into(), cells)]
    }

    fn tags(tag: Tag) -> Tags {
        [tag].into_iter().collect()
    }

    fn changed(tag: Tag) -> ChangedTags {
        let mut changed = ChangedTags::default();
        changed.add(tag);
        changed
    }

    fn place(known: Option<Known>) -> Option<Place> {
        match known {
            Some(Known::Nothing(place)) => Some(place),
            _ => None,
        }
    }

    fn is_kept(cache: &QueryCache, statement: &Statement, tag: Tag) -> bool {
        matches!(cache.known(statement, tags(tag)), Some(Known::Rows(_)))
    }

    const SQL: &str = "SELECT a FROM {p}posts WHERE b = ?";

    #[test]
    fn a_result_stays_until_what_it_depends_on_changes() {
        let cache = QueryCache::new(1 << 20);
        let (one, other) = (statement(SQL, "1"), statement(SQL, "2"));
        for (statement, id) in [(&one, 1), (&other, 2)] {
            let place = place(cache.known(statement, tags(Tag::Post(id)))).unwrap();
            cache.keep(place, rows("x"));
            assert!(is_kept(&cache, statement, Tag::Post(id)));
        }
        // Who declares something else asks the database.
        assert!(!is_kept(&cache, &one, Tag::PostHead(1)));
        cache.invalidate(&changed(Tag::Post(1)));
        assert!(!is_kept(&cache, &one, Tag::Post(1)) && is_kept(&cache, &other, Tag::Post(2)));
        cache.invalidate(&ChangedTags::everything());
        assert!(!is_kept(&cache, &other, Tag::Post(2)));
    }

    #[test]
    fn what_changed_while_it_was_read_is_not_kept() {
        let cache = QueryCache::new(1 << 20);
        let one = statement(SQL, "1");
        let place_before = place(cache.known(&one, tags(Tag::Post(1)))).unwrap();
        cache.invalidate(&changed(Tag::Post(1)));
        cache.keep(place_before, rows("old"));
        assert!(!is_kept(&cache, &one, Tag::Post(1)));
    }

    #[test]
    fn a_comment_leaves_what_does_not_name_the_number_of_comments() {
        let cache = QueryCache::new(1 << 20);
        let titles = statement("SELECT post_title FROM {p}posts WHERE b = ?", "1");
        let numbers = statement("SELECT comment_count FROM {p}posts WHERE b = ?", "1");
        let place_of = |statement| place(cache.known(statement, tags(Tag::Post(1)))).unwrap();
        let mut commented = ChangedTags::default();
        commented.add_rows(changed(Tag::Post(1)));
        for statement in [&titles, &numbers] {
            cache.keep(place_of(statement), rows("x"));
            assert!(is_kept(&cache, statement, Tag::Post(1)));
        }
        cache.invalidate(&commented);
        assert!(is_kept(&cache, &titles, Tag::Post(1)));
        assert!(!is_kept(&cache, &numbers, Tag::Post(1)));
        // The same while they are read.
        cache.invalidate(&changed(Tag::Post(1)));
        let places = [&titles, &numbers].map(place_of);
        cache.invalidate(&commented);
        for place in places {
            cache.keep(place, rows("x"));
        }
        assert!(is_kept(&cache, &titles, Tag::Post(1)));
        assert!(!is_kept(&cache, &numbers, Tag::Post(1)));
    }

    #[tokio::test]
    async fn what_differs_each_time_and_what_is_large_is_not_kept() {
        let cache = QueryCache::new(1 << 16);
        let random = statement("SELECT a FROM {p}posts WHERE b = ? ORDER BY RAND()", "1");
        assert!(cache.known(&random, tags(Tag::Post(1))).is_none());
        // A change of a key leaves no tag, nor does one of an option that no page shows.
        let users = statement("SELECT a FROM {p}users WHERE b = ?", "1");
        assert!(cache.known(&users, tags(Tag::User(1))).is_some());
        for tag in [Tag::table("users"), Tag::table("options")] {
            assert!(cache.known(&users, tags(tag)).is_none());
        }
        let key = statement("SELECT user_activation_key FROM {p}users WHERE b = ?", "1");
        assert!(cache.known(&key, tags(Tag::User(1))).is_none());
        let sizes = [("1", 1 << 13), ("2", 1 << 9)];
        let work = async {
            for (value, size) in sizes {
                let known = cache.known(&statement(SQL, value), tags(Tag::Post(1)));
                cache.found(place(known).unwrap(), &rows(&"x".repeat(size)));
            }
        };
        let ((), found) = collected(work).await;
        cache.keep_all(found);
        let kept = sizes.map(|(value, _)| is_kept(&cache, &statement(SQL, value), Tag::Post(1)));
        assert_eq!(kept, [false, true]);
    }
}
