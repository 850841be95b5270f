//! Tags: what a response depends on, and what changed.
//!
//! A statement that runs while tags are collected ([`super::reads`]) records a [`Tag::Table`] for each table in its text,
//! unless its caller declares something narrower ([`super::reads::declared`]): a statement without a declaration
//! invalidates its page too often, never too rarely. [`super::ContentWatch`] finds what changed.
//!
//! | tag | a page has it that | it is hit by a change of |
//! |---|---|---|
//! | `Post` | shows a post, its meta or its terms, or looked for it by id | that post's row but for its number of comments, meta, relationships |
//! | `CommentsNumber` | shows, or decides by, the number of comments of a post | that number |
//! | `PostHead` | links to a post | what links show: that post's row but for its texts, dates of change and number of comments |
//! | `PostName` | looked for a post by its slug | any post that has or had that slug |
//! | `Posts` | lists posts of a type, whatever the order and the conditions | any post of that type, but for its number of comments |
//! | `CommentsNumbers` | lists posts of a type by their numbers of comments | any of these numbers |
//! | `PostHeads` | links to posts of a type | the same of any post of that type |
//! | `Between` | names the neighbours in time of a post | any post of that type with a date in that time |
//! | `Comments` | lists the comments of a post | comments of that post |
//! | `User` | names an author | that user's row and meta |
//! | `Part` | shows a part of the site's snapshot that often changes | that part |
//! | `Table` | reads a table in a way that nobody declared | any row of that table |
//! | `Anything` | is made of more than is known | anything |

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

/// The hash of a name: a table, a post type, a slug. Two names with one hash share their changes, which is safe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct NameTag(u64);

impl NameTag {
    /// The tag of a name (FNV-1a).
    pub fn of(name: &str) -> Self {
        let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Self(hash)
    }

    /// The hash.
    pub(super) fn hash(self) -> u64 {
        self.0
    }
}

/// Parts of the site's snapshot that change with many edits, but are shown by few pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SitePart {
    /// The newest posts (widget `recent-posts`).
    RecentPosts,
    /// The months with posts (widget `archives`).
    Months,
    /// The numbers of posts of these months, where a widget shows them.
    MonthCounts,
    /// The days with posts (calendars).
    Days,
    /// The newest comments (widget `recent-comments`).
    RecentComments,
    /// The posts of each category (widget `categories`).
    CategoryPosts,
    /// The stored numbers of posts of terms.
    TermCounts,
    /// Titles and order of all pages.
    PageTitles,
}

/// One dependency of a response. Ids are row ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Tag {
    /// Unknown dependencies.
    Anything,
    /// A post: its row but for the number of comments, its meta and relationships.
    Post(i64),
    /// `comment_count` of a post.
    CommentsNumber(i64),
    /// What links to a post show: its row but for content, excerpt, dates of change and number of comments.
    PostHead(i64),
    /// Whether there is a post with this slug.
    PostName(NameTag),
    /// Which posts of a type there are.
    Posts(NameTag),
    /// `comment_count` of the posts of a type.
    CommentsNumbers(NameTag),
    /// What links to the posts of a type show, and which there are.
    PostHeads(NameTag),
    /// Which posts of a type have a date from `after` to `before`, both included.
    Between {
        /// The post type.
        post_type: NameTag,
        /// [`date_number`], 0 for the beginning of time.
        after: u64,
        /// [`date_number`], `u64::MAX` for the end of time.
        before: u64,
    },
    /// The comments of a post.
    Comments(i64),
    /// A user: row and meta.
    User(i64),
    /// A part of the snapshot.
    Part(SitePart),
    /// A table, by its name without prefix.
    Table(NameTag),
}

impl Tag {
    /// All rows of a table.
    pub fn table(name: &str) -> Self {
        Self::Table(NameTag::of(name))
    }

    /// All posts of a type.
    pub fn posts(post_type: &str) -> Self {
        Self::Posts(NameTag::of(post_type))
    }

    /// The numbers of comments of all posts of a type.
    pub fn comments_numbers(post_type: &str) -> Self {
        Self::CommentsNumbers(NameTag::of(post_type))
    }

    /// What links to the posts of a type show.
    pub fn post_heads(post_type: &str) -> Self {
        Self::PostHeads(NameTag::of(post_type))
    }

    /// All posts with a slug.
    pub fn post_name(slug: &str) -> Self {
        Self::PostName(NameTag::of(slug))
    }

    /// The kind, as metrics name it.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Anything => "anything",
            Self::Post(_) => "post",
            Self::CommentsNumber(_) => "comments_number",
            Self::PostHead(_) => "post_head",
            Self::PostName(_) => "post_name",
            Self::Posts(_) => "post_list",
            Self::CommentsNumbers(_) => "comments_number_list",
            Self::PostHeads(_) => "post_head_list",
            Self::Between { .. } => "adjacent_post",
            Self::Comments(_) => "comments",
            Self::User(_) => "user",
            Self::Part(_) => "site_part",
            Self::Table(_) => "table",
        }
    }

    /// The names of all kinds, and `site` for a change that affects every page.
    pub const KINDS: [&'static str; 14] = [
        "site",
        "anything",
        "post",
        "comments_number",
        "post_head",
        "post_name",
        "post_list",
        "comments_number_list",
        "post_head_list",
        "adjacent_post",
        "comments",
        "user",
        "site_part",
        "table",
    ];
}

/// A date of the database (`2026-11-22 10:00:00`) as a number that sorts as the dates do.
pub fn date_number(date: &str) -> u64 {
    date.bytes()
        .filter(u8::is_ascii_digit)
        .take(14)
        .fold(0, |number, digit| {
            number * 10 + u64::from(digit.wrapping_sub(b'0'))
        })
}

/// The distinct dependencies of one response.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Tags(Box<[Tag]>);

impl Tags {
    /// Unknown dependencies: any change invalidates the response.
    pub fn anything() -> Self {
        Self(Box::new([Tag::Anything]))
    }

    /// The tags, in order.
    pub fn iter(&self) -> impl Iterator<Item = Tag> + '_ {
        self.0.iter().copied()
    }

    /// Bytes in memory.
    pub fn size(&self) -> usize {
        std::mem::size_of_val(&*self.0)
    }
}

impl FromIterator<Tag> for Tags {
    fn from_iter<I: IntoIterator<Item = Tag>>(tags: I) -> Self {
        let mut tags: Vec<Tag> = tags.into_iter().collect();
        tags.sort_unstable();
        tags.dedup();
        Self(tags.into_boxed_slice())
    }
}

/// Above this number of changed posts their dates are no longer compared one by one.
const MOST_DATES: usize = 64;

/// What changed.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct ChangedTags {
    everything: bool,
    tags: HashSet<Tag>,
    /// Type and date of the posts that changed.
    dates: HashSet<(NameTag, u64)>,
    /// What else changed of rows, in columns that have tags of their own: results of statements may hold whole rows.
    rows: Option<Box<ChangedTags>>,
}

impl ChangedTags {
    /// Perhaps everything.
    pub fn everything() -> Self {
        Self {
            everything: true,
            ..Self::default()
        }
    }

    /// Whether nothing changed that a page may depend on.
    pub fn is_empty(&self) -> bool {
        !self.everything && self.tags.is_empty()
    }

    /// Whether perhaps everything changed.
    pub fn is_everything(&self) -> bool {
        self.everything
    }

    /// The tags that changed; nothing when perhaps everything did.
    pub(super) fn tags(&self) -> impl Iterator<Item = Tag> + '_ {
        self.tags.iter().copied()
    }

    /// The types of the posts that changed.
    pub(super) fn dated_types(&self) -> impl Iterator<Item = NameTag> + '_ {
        self.dates.iter().map(|(post_type, _)| *post_type)
    }

    /// Adds a tag. For [`Tag::Between`] see [`Self::add_date`].
    pub fn add(&mut self, tag: Tag) {
        self.tags.insert(tag);
    }

    /// Adds a post that has or had this type and date.
    pub fn add_date(&mut self, post_type: NameTag, date: u64) {
        self.dates.insert((post_type, date));
    }

    /// Adds what changed of rows in columns that have tags of their own.
    pub(super) fn add_rows(&mut self, rows: Self) {
        self.rows.get_or_insert_default().extend(rows);
    }

    /// Adds what else changed.
    pub fn extend(&mut self, other: Self) {
        self.everything |= other.everything;
        self.tags.extend(other.tags);
        self.dates.extend(other.dates);
        if let Some(rows) = other.rows {
            self.add_rows(*rows);
        }
    }

    /// The first of the tags that this change hits, by its kind.
    pub fn hit(&self, tags: &Tags) -> Option<&'static str> {
        if self.everything {
            return Some("site");
        }
        tags.iter().find(|tag| self.hits(*tag)).map(Tag::kind)
    }

    /// Whether what else changed of rows, in columns that have tags of their own, is hit by one of the tags.
    pub(super) fn hits_rows(&self, tags: &Tags) -> bool {
        let rows = self.rows.as_ref();
        rows.is_some_and(|rows| rows.hit(tags).is_some())
    }

    fn hits(&self, tag: Tag) -> bool {
        match tag {
            Tag::Anything => !self.is_empty(),
            Tag::Between {
                post_type,
                after,
                before,
            } => {
                let is_there =
                    |(t, date): &(NameTag, u64)| *t == post_type && (after..=before).contains(date);
                if self.dates.len() > MOST_DATES {
                    self.tags.contains(&Tag::Posts(post_type))
                } else {
                    self.dates.iter().any(is_there)
                }
            }
            tag => self.tags.contains(&tag),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_hits_what_is_made_of_it() {
        let post = NameTag::of("post");
        let mut changed = ChangedTags::default();
        assert!(changed.is_empty() && changed.hit(&Tags::anything()).is_none());
        changed.add(Tag::Post(7));
        changed.add(Tag::Posts(post));
        changed.add_date(post, date_number("2026-11-20 10:00:00"));
        let hit = |tag: Tag| changed.hit(&[tag].into_iter().collect());
        let between = |after: &str, before: u64| Tag::Between {
            post_type: post,
            after: date_number(after),
            before,
        };
        assert_eq!(hit(Tag::Post(7)), Some("post"));
        assert_eq!(hit(Tag::Post(8)), None);
        assert_eq!(hit(Tag::posts("page")), None);
        assert_eq!(hit(Tag::Anything), Some("anything"));
        assert_eq!(
            hit(between("2026-11-19 00:00:00", u64::MAX)),
            Some("adjacent_post")
        );
        assert_eq!(hit(between("2026-11-20 10:00:01", u64::MAX)), None);
        let mut rows = ChangedTags::default();
        rows.add(Tag::Post(9));
        changed.add_rows(rows);
        let of_post: Tags = [Tag::Post(9)].into_iter().collect();
        assert_eq!(changed.hit(&of_post), None);
        assert!(changed.hits_rows(&of_post));
        let nothing: Tags = [].into_iter().collect();
        assert_eq!(changed.hit(&nothing), None);
        assert_eq!(ChangedTags::everything().hit(&nothing), Some("site"));
    }

    #[test]
    fn dates_sort_as_numbers() {
        assert_eq!(date_number("2026-11-20 10:00:00"), 20_261_120_100_000);
        assert_eq!(date_number("0000-00-00 00:00:00"), 0);
        assert_eq!(date_number(""), 0);
    }
}
