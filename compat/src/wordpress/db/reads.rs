//! Collects the tags ([`Tag`]) of what a response reads from the database.
//!
//! The collector is task-local ([`tokio::task_local`]), so that every statement between the front controller and a
//! page's modules is included without passing it on. Transactions run in their own task and record no tags.

use std::future::Future;
use std::hash::{BuildHasher, Hasher};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use foldhash::quality::RandomState;
use futures_util::FutureExt;

use super::row::{Cell, Row};
use super::tag::{Tag, Tags};
use crate::wordpress::name_hash::NameSet;

tokio::task_local! {
    static SCOPE: Scope;
}

#[derive(Clone)]
struct Scope {
    reads: Option<Arc<Reads>>,
    /// The tags that were declared for the statements: [`CONTENT`] leaves no further ones.
    declared: Option<Arc<[Tag]>>,
}

/// Tables whose rows belong to posts, terms, comments and users; declarations refer to these.
const CONTENT: [&str; 9] = [
    "posts",
    "postmeta",
    "term_relationships",
    "term_taxonomy",
    "terms",
    "comments",
    "commentmeta",
    "users",
    "usermeta",
];

/// What was read so far.
#[derive(Debug, Default)]
pub struct Reads {
    tags: Mutex<NameSet<Tag>>,
    /// The sum of the hashes of all results, whatever their order.
    digest: Mutex<u64>,
}

impl Reads {
    /// Records a tag for data shown without a statement, from the site snapshot.
    pub fn add(&self, tag: Tag) {
        lock(&self.tags).insert(tag);
    }

    /// The tags up to now.
    pub fn tags(&self) -> Tags {
        lock(&self.tags).iter().copied().collect()
    }

    /// A number that differs when a statement's result differs.
    pub fn digest(&self) -> u64 {
        *lock(&self.digest)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `work` and collects what it reads. (No async function, which holds its argument once more beside the future that it
/// awaits.)
pub fn recorded<T>(work: impl Future<Output = T>) -> impl Future<Output = (T, Arc<Reads>)> {
    let reads = Arc::new(Reads::default());
    let scope = Scope {
        reads: Some(Arc::clone(&reads)),
        declared: None,
    };
    SCOPE.scope(scope, work).map(|done| (done, reads))
}

/// Runs `work` without recording, for results that are cached and invalidated separately.
pub fn unrecorded<T>(work: impl Future<Output = T>) -> impl Future<Output = T> {
    let scope = Scope {
        reads: None,
        declared: None,
    };
    SCOPE.scope(scope, work)
}

/// Runs `work` and records `tags` in place of the tables of posts, terms, comments and users that it reads.
pub async fn declared<T>(tags: impl IntoIterator<Item = Tag>, work: impl Future<Output = T>) -> T {
    let tags: Vec<Tag> = tags.into_iter().collect();
    if let Some(reads) = current() {
        lock(&reads.tags).extend(tags.iter().copied());
    }
    kept_with(tags, work).await
}

/// The same for results of statements alone: what the response depends on follows from them, and is recorded by the caller.
pub async fn kept_with<T>(tags: impl IntoIterator<Item = Tag>, work: impl Future<Output = T>) -> T {
    let Some(reads) = current() else {
        return work.await;
    };
    let scope = Scope {
        reads: Some(reads),
        declared: Some(tags.into_iter().collect()),
    };
    SCOPE.scope(scope, work).await
}

/// Adds a tag to what is collected now, if anything is.
pub fn record(tag: Tag) {
    if let Some(reads) = current() {
        reads.add(tag);
    }
}

/// The collector of this task, for work on other threads.
pub fn current() -> Option<Arc<Reads>> {
    SCOPE
        .try_with(|scope| scope.reads.clone())
        .unwrap_or_default()
}

/// Records the tables of a statement: the names after `{p}`. The tags that its result depends on; `None` where nothing is
/// collected, and where the caller declares that the tags follow from the result.
pub(super) fn record_tables(text: &str) -> Option<Tags> {
    let record = |scope: &Scope| {
        let reads = scope.reads.as_ref()?;
        let mut own = Vec::new();
        for piece in text.split("{p}").skip(1) {
            let is_end = |c: char| !c.is_ascii_alphanumeric() && c != '_';
            let name = piece.split(is_end).next().unwrap_or_default();
            let is_known = scope.declared.is_some() && CONTENT.contains(&name);
            if !name.is_empty() && !is_known {
                own.push(Tag::table(name));
            }
        }
        if !own.is_empty() {
            lock(&reads.tags).extend(own.iter().copied());
        }
        match scope.declared.as_deref() {
            Some([]) => return None,
            Some(declared) => own.extend_from_slice(declared),
            None => {}
        }
        (!own.is_empty()).then(|| own.into_iter().collect())
    };
    SCOPE.try_with(record).ok().flatten()
}

/// The hash of results: the same in this process only.
static RESULT_HASH: LazyLock<RandomState> = LazyLock::new(RandomState::default);

/// Notes the result of a statement.
pub(super) fn record_rows(rows: &[Row]) {
    let _ = SCOPE.try_with(|scope| {
        let Some(reads) = &scope.reads else { return };
        let mut hasher = RESULT_HASH.build_hasher();
        for cell in rows.iter().flat_map(Row::cells) {
            write_cell(&mut hasher, cell);
        }
        let mut digest = lock(&reads.digest);
        *digest = digest.wrapping_add(hasher.finish());
    });
}

fn write_cell(hasher: &mut impl Hasher, cell: &Cell) {
    match cell {
        Cell::Null => hasher.write_u8(0),
        Cell::I64(number) => hasher.write_i64(*number),
        Cell::U64(number) => hasher.write_u64(*number),
        Cell::F64(number) => hasher.write_u64(number.to_bits()),
        Cell::Bytes(bytes) => {
            hasher.write_usize(bytes.len());
            hasher.write(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn statements_leave_tags_where_they_are_collected() {
        const SQL: &str =
            "SELECT 1 FROM {p}posts p JOIN {p}icl_translations t WHERE x = CONCAT('{p}', ?)";
        assert_eq!(record_tables(SQL), None);
        let (tags, reads) = recorded(async {
            let other = unrecorded(async { record_tables("SELECT 1 FROM {p}links") });
            assert_eq!(other.await, None);
            record_tables(SQL)
        })
        .await;
        let wanted: Tags = [Tag::table("posts"), Tag::table("icl_translations")]
            .into_iter()
            .collect();
        assert_eq!(
            (reads.tags(), tags.as_ref()),
            (wanted.clone(), Some(&wanted))
        );
        let work = declared([Tag::Post(3)], async { record_tables(SQL) });
        let (tags, reads) = recorded(work).await;
        let wanted: Tags = [Tag::Post(3), Tag::table("icl_translations")]
            .into_iter()
            .collect();
        assert_eq!(
            (reads.tags(), tags.as_ref()),
            (wanted.clone(), Some(&wanted))
        );
        // The tags follow from the result: it alone says nothing.
        let (tags, _) = recorded(declared([], async { record_tables(SQL) })).await;
        assert_eq!(tags, None);
        assert!(current().is_none());
    }
}
