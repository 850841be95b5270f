//! What one request has loaded: posts, their meta and terms, users.
//!
//! The object cache of one request. The objects that a page needs are loaded beforehand in a fixed number of queries
//! ([`super::db`]); rendering only reads.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::db::reads::{Reads, declared, record};
use super::db::tag::Tag;
use super::db::{Db, DbError, FromRow, Row};
use super::post::{CommentCount, Meta, Post, PostId};
use super::taxonomy::TermTaxonomyId;
use super::user::{User, UserId};
use crate::binds;

/// The columns of [`User`].
macro_rules! user_columns {
    () => {
        "ID, user_login, user_pass, user_nicename, user_email, user_url, CAST(user_registered AS CHAR), display_name"
    };
}

/// Loaded objects by id.
#[derive(Debug, Clone, Default)]
pub struct ObjectCache {
    posts: HashMap<PostId, Arc<Post>>,
    absent: HashSet<PostId>,
    post_meta: HashMap<PostId, Arc<Meta>>,
    relationships: HashMap<PostId, Vec<TermTaxonomyId>>,
    users: HashMap<UserId, Arc<User>>,
    user_meta: HashMap<UserId, Arc<Meta>>,
    reads: Arc<Reads>,
}

/// Objects to load together; none of them is needed to know another.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wanted<'a> {
    /// Posts.
    pub posts: &'a [PostId],
    /// Posts whose meta is wanted.
    pub meta: &'a [PostId],
    /// Posts whose term relationships are wanted.
    pub relationships: &'a [PostId],
    /// Users, with their meta.
    pub users: &'a [UserId],
}

impl ObjectCache {
    /// A post, if it was loaded.
    pub fn post(&self, id: PostId) -> Option<&Arc<Post>> {
        self.posts.get(&id)
    }

    /// Whether a post was asked for and does not exist.
    pub fn is_absent(&self, id: PostId) -> bool {
        self.absent.contains(&id)
    }

    /// The meta of a post; empty when it has none or was not loaded.
    pub fn post_meta(&self, id: PostId) -> &Meta {
        static EMPTY: std::sync::OnceLock<Arc<Meta>> = std::sync::OnceLock::new();
        self.post_meta
            .get(&id)
            .unwrap_or_else(|| EMPTY.get_or_init(Arc::default))
    }

    /// The term relationships of a post.
    pub fn relationships(&self, id: PostId) -> &[TermTaxonomyId] {
        self.relationships.get(&id).map_or(&[], Vec::as_slice)
    }

    /// A user, if loaded.
    pub fn user(&self, id: UserId) -> Option<&Arc<User>> {
        self.users.get(&id)
    }

    /// The meta of a user; empty when it has none or was not loaded.
    pub fn user_meta(&self, id: UserId) -> &Meta {
        static EMPTY: std::sync::OnceLock<Arc<Meta>> = std::sync::OnceLock::new();
        self.user_meta
            .get(&id)
            .unwrap_or_else(|| EMPTY.get_or_init(Arc::default))
    }

    /// The collector of what the request reads, for what is shown without a statement.
    pub fn reads(&self) -> &Reads {
        &self.reads
    }

    /// Names the collector.
    pub fn set_reads(&mut self, reads: Arc<Reads>) {
        self.reads = reads;
    }

    /// Inserts a post.
    pub fn add_post(&mut self, post: Arc<Post>) {
        self.posts.insert(post.id, post);
    }

    /// Inserts the meta of a post.
    pub fn set_post_meta(&mut self, id: PostId, meta: Arc<Meta>) {
        self.post_meta.insert(id, meta);
    }

    /// Inserts the term relationships of a post.
    pub fn set_relationships(&mut self, id: PostId, terms: Vec<TermTaxonomyId>) {
        self.relationships.insert(id, terms);
    }

    /// Inserts a user with the meta.
    pub fn add_user(&mut self, user: Arc<User>, meta: Arc<Meta>) {
        self.user_meta.insert(user.id, meta);
        self.users.insert(user.id, user);
    }

    /// Whether the meta of a post was loaded (a post without rows counts).
    pub fn has_post_meta(&self, id: PostId) -> bool {
        self.post_meta.contains_key(&id)
    }

    /// All posts held, in no order.
    pub fn posts(&self) -> impl Iterator<Item = &Arc<Post>> {
        self.posts.values()
    }
}

impl FromRow for Post {
    fn from_row(row: Row) -> Result<Self, DbError> {
        Ok(Self {
            id: PostId(row.at(0)?),
            author: UserId(row.at(1)?),
            date: row.at(2)?,
            date_gmt: row.at(3)?,
            content: row.at(4)?,
            title: row.at(5)?,
            excerpt: row.at(6)?,
            status: row.at(7)?,
            comment_status: row.at(8)?,
            ping_status: row.at(9)?,
            password: row.at(10)?,
            name: row.at(11)?,
            modified: row.at(12)?,
            modified_gmt: row.at(13)?,
            parent: PostId(row.at(14)?),
            guid: row.at(15)?,
            menu_order: row.at(16)?,
            post_type: row.at(17)?,
            mime_type: row.at(18)?,
            comment_count: CommentCount::new(row.at(19)?),
        })
    }
}

impl ObjectCache {
    /// Loads the posts that are not held yet.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn prime_posts(&mut self, db: &Db, ids: &[PostId]) -> Result<(), DbError> {
        self.prime_posts_with(db, ids, Tag::Post).await
    }

    /// Loads posts to link to them: what is made of these depends on nothing else of the posts ([`Tag::PostHead`]).
    ///
    /// # Errors
    /// When the database fails.
    pub async fn prime_post_heads(&mut self, db: &Db, ids: &[PostId]) -> Result<(), DbError> {
        self.prime_posts_with(db, ids, Tag::PostHead).await
    }

    async fn prime_posts_with(
        &mut self,
        db: &Db,
        ids: &[PostId],
        tag: fn(i64) -> Tag,
    ) -> Result<(), DbError> {
        let missing = self.missing(ids, |cache, id| cache.posts.contains_key(&id));
        ids.iter().for_each(|id| record(tag(id.0)));
        let posts = declared(tags(&missing, tag), load_posts(db, &missing)).await?;
        self.keep_posts(missing, posts);
        Ok(())
    }

    fn keep_posts(&mut self, missing: Vec<i64>, posts: Vec<Post>) {
        for post in posts {
            self.add_post(Arc::new(post));
        }
        let is_absent = |id: &PostId| !self.posts.contains_key(id);
        let absent: Vec<PostId> = missing.into_iter().map(PostId).filter(is_absent).collect();
        self.absent.extend(absent);
    }

    /// Loads the meta of posts, all keys at once.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn prime_post_meta(&mut self, db: &Db, ids: &[PostId]) -> Result<(), DbError> {
        let missing = self.missing(ids, Self::has_post_meta);
        record_posts(ids);
        let rows = declared(of_posts(&missing), load_post_meta(db, &missing)).await?;
        self.keep_post_meta(missing, rows);
        Ok(())
    }

    fn keep_post_meta(&mut self, missing: Vec<i64>, rows: MetaRows) {
        let mut loaded = by_owner(&missing, rows);
        for id in missing {
            self.set_post_meta(PostId(id), Arc::new(loaded.remove(&id).unwrap_or_default()));
        }
    }

    /// Loads the term relationships of posts.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn prime_relationships(&mut self, db: &Db, ids: &[PostId]) -> Result<(), DbError> {
        let missing = self.missing(ids, |cache, id| cache.relationships.contains_key(&id));
        record_posts(ids);
        let rows = declared(of_posts(&missing), load_relationships(db, &missing)).await?;
        self.keep_relationships(&missing, rows);
        Ok(())
    }

    fn keep_relationships(&mut self, missing: &[i64], rows: Vec<(i64, i64)>) {
        for id in missing {
            self.set_relationships(PostId(*id), Vec::new());
        }
        for (post, term) in rows {
            self.relationships
                .entry(PostId(post))
                .or_default()
                .push(TermTaxonomyId(term));
        }
    }

    /// Loads users and their meta.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn prime_users(&mut self, db: &Db, ids: &[UserId]) -> Result<(), DbError> {
        let missing = self.missing_users(ids);
        let load =
            async { tokio::try_join!(load_users(db, &missing), load_user_meta(db, &missing)) };
        record_users(ids);
        let (users, rows) = declared(of_users(&missing), load).await?;
        self.keep_users(&missing, users, rows);
        Ok(())
    }

    /// Loads the user with a login name, and the meta, with two statements at the same time; the id, if there is one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn prime_user_of_login(
        &mut self,
        db: &Db,
        login: &str,
    ) -> Result<Option<UserId>, DbError> {
        const USER: &str = concat!(
            "SELECT ",
            user_columns!(),
            " FROM {p}users WHERE user_login = ? LIMIT 1"
        );
        const META: &str = "SELECT user_id, meta_key, meta_value FROM {p}usermeta \
            WHERE user_id = (SELECT ID FROM {p}users WHERE user_login = ? LIMIT 1) ORDER BY umeta_id";
        let (user, rows) = tokio::try_join!(
            db.lookup_first::<User>(USER, binds![login]),
            db.lookup(META, binds![login]),
        )?;
        let Some(user) = user else { return Ok(None) };
        let id = user.id;
        self.keep_users(&[id.0], vec![user], rows);
        Ok(Some(id))
    }

    fn keep_users(&mut self, missing: &[i64], users: Vec<User>, rows: MetaRows) {
        let mut loaded = by_owner(missing, rows);
        for user in users {
            let meta = loaded.remove(&user.id.0).unwrap_or_default();
            self.add_user(Arc::new(user), Arc::new(meta));
        }
    }

    /// Loads what does not wait for each other with statements at the same time.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn prime(&mut self, db: &Db, wanted: Wanted<'_>) -> Result<(), DbError> {
        let posts = self.missing(wanted.posts, |cache, id| cache.posts.contains_key(&id));
        let meta = self.missing(wanted.meta, Self::has_post_meta);
        let relationships = self.missing(wanted.relationships, |cache, id| {
            cache.relationships.contains_key(&id)
        });
        let users = self.missing_users(wanted.users);
        for ids in [wanted.posts, wanted.meta, wanted.relationships] {
            record_posts(ids);
        }
        record_users(wanted.users);
        if [&posts, &meta, &relationships, &users]
            .iter()
            .all(|ids| ids.is_empty())
        {
            return Ok(());
        }
        // Each with its own tags: a change of a user leaves what was read of posts.
        let users_read =
            async { tokio::try_join!(load_users(db, &users), load_user_meta(db, &users)) };
        let all_read = async {
            tokio::try_join!(
                declared(of_posts(&posts), load_posts(db, &posts)),
                declared(of_posts(&meta), load_post_meta(db, &meta)),
                declared(
                    of_posts(&relationships),
                    load_relationships(db, &relationships)
                ),
                declared(of_users(&users), users_read),
            )
        };
        // Boxed: most pages prime often what they hold already.
        let (posts_read, meta_rows, term_rows, (users_read, user_rows)) =
            Box::pin(all_read).await?;
        self.keep_posts(posts, posts_read);
        self.keep_post_meta(meta, meta_rows);
        self.keep_relationships(&relationships, term_rows);
        self.keep_users(&users, users_read, user_rows);
        Ok(())
    }

    fn missing_users(&self, ids: &[UserId]) -> Vec<i64> {
        let mut missing: Vec<i64> = ids
            .iter()
            .filter(|id| id.0 > 0 && !self.users.contains_key(id))
            .map(|id| id.0)
            .collect();
        missing.sort_unstable();
        missing.dedup();
        missing
    }

    /// The ids that are not held, each once, in rising order.
    fn missing(&self, ids: &[PostId], is_held: impl Fn(&Self, PostId) -> bool) -> Vec<i64> {
        let mut missing: Vec<i64> = ids
            .iter()
            .filter(|id| id.0 > 0 && !is_held(self, **id))
            .map(|id| id.0)
            .collect();
        missing.sort_unstable();
        missing.dedup();
        missing
    }
}

/// Rows of meta: the owner's id, key and value.
type MetaRows = Vec<(i64, String, Vec<u8>)>;

async fn load_posts(db: &Db, ids: &[i64]) -> Result<Vec<Post>, DbError> {
    db.load_list(POSTS_BY_ID, vec![], ids, vec![]).await
}

async fn load_post_meta(db: &Db, ids: &[i64]) -> Result<MetaRows, DbError> {
    const SQL: &str = "SELECT post_id, meta_key, meta_value FROM {p}postmeta WHERE post_id IN (?*) ORDER BY post_id, meta_id";
    db.load_list(SQL, vec![], ids, vec![]).await
}

async fn load_relationships(db: &Db, ids: &[i64]) -> Result<Vec<(i64, i64)>, DbError> {
    const SQL: &str = "SELECT object_id, term_taxonomy_id FROM {p}term_relationships \
        WHERE object_id IN (?*) ORDER BY object_id, term_order, term_taxonomy_id";
    db.load_list(SQL, vec![], ids, vec![]).await
}

async fn load_users(db: &Db, ids: &[i64]) -> Result<Vec<User>, DbError> {
    const SQL: &str = concat!(
        "SELECT ",
        user_columns!(),
        " FROM {p}users WHERE ID IN (?*)"
    );
    db.load_list(SQL, vec![], ids, vec![]).await
}

async fn load_user_meta(db: &Db, ids: &[i64]) -> Result<MetaRows, DbError> {
    const SQL: &str = "SELECT user_id, meta_key, meta_value FROM {p}usermeta WHERE user_id IN (?*) ORDER BY user_id, umeta_id";
    db.load_list(SQL, vec![], ids, vec![]).await
}

/// The response depends on all posts that are wanted, a statement on those that are not held.
fn record_posts(ids: &[PostId]) {
    ids.iter().for_each(|id| record(Tag::Post(id.0)));
}

fn record_users(ids: &[UserId]) {
    ids.iter().for_each(|id| record(Tag::User(id.0)));
}

fn tags(ids: &[i64], tag: fn(i64) -> Tag) -> impl Iterator<Item = Tag> {
    ids.iter().map(move |id| tag(*id))
}

fn of_posts(ids: &[i64]) -> impl Iterator<Item = Tag> {
    tags(ids, Tag::Post)
}

fn of_users(ids: &[i64]) -> impl Iterator<Item = Tag> {
    tags(ids, Tag::User)
}

fn by_owner(ids: &[i64], rows: MetaRows) -> HashMap<i64, Meta> {
    let mut metas: HashMap<i64, Meta> = ids.iter().map(|id| (*id, Meta::default())).collect();
    for (id, key, value) in rows {
        metas.entry(id).or_default().push(&key, value);
    }
    metas
}

impl FromRow for User {
    fn from_row(row: Row) -> Result<Self, DbError> {
        Ok(Self {
            id: UserId(row.at(0)?),
            login: row.at(1)?,
            pass: row.at(2)?,
            nicename: row.at(3)?,
            email: row.at(4)?,
            url: row.at(5)?,
            registered: row.at(6)?,
            display_name: row.at(7)?,
        })
    }
}

/// All columns of [`Post`] for a list of ids; dates as text on both databases.
const POSTS_BY_ID: &str = concat!(
    "SELECT ",
    crate::post_columns!(),
    " FROM {p}posts WHERE ID IN (?*)"
);
