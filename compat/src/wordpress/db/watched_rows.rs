//! What [`super::content_watch`] compares: the statements that sum rows up, and the rows that they leave out because no page
//! depends on them.

use super::tag::Tag;
use super::{SqlText, binds_of};
use crate::wordpress::options::{HOUSEKEEPING, HOUSEKEEPING_BEGINNINGS};

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

/// Two checksums of each row, of what links show and of the rest, and the number of comments.
const POSTS: &str = "SELECT ID, post_type, CAST(post_date AS CHAR), post_name, CRC32(CONCAT_WS('|', ID, post_author, \
    CAST(post_date AS CHAR), CAST(post_date_gmt AS CHAR), post_title, post_status, comment_status, ping_status, \
    post_password, post_name, post_parent, guid, menu_order, post_type, post_mime_type)), \
    CRC32(CONCAT_WS('|', post_content, post_excerpt, CAST(post_modified AS CHAR), CAST(post_modified_gmt AS CHAR))), \
    comment_count FROM {p}posts WHERE post_status <> 'auto-draft'";

/// Number and checksum of the rows of `options`, but for those that jobs and caches keep.
const OPTIONS: &str = "SELECT COUNT(*), SUM(CRC32(CONCAT_WS('|', option_id, option_name, option_value, autoload))) \
    FROM {p}options WHERE 1 = 1";

/// A table whose rows belong to a post, a comment's post or a user: the owner, the number of rows, the sum of their
/// checksums.
pub(super) struct Owned {
    /// Without prefix.
    pub(super) table: &'static str,
    /// Up to the conditions.
    select: &'static str,
    /// A condition on the rows.
    of_rows: Option<&'static str>,
    /// The condition on some owners.
    of_owners: &'static str,
    leaves_out: &'static [LeftOut],
    group: &'static str,
    /// The tag of an owner.
    pub(super) tag: fn(i64) -> Tag,
}

/// Rows that no page depends on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LeftOut {
    /// Meta with certain keys.
    Keys,
    /// What belongs to posts of certain types. The posts are joined as `p`: through the index of types the server reads only
    /// the rows that count, however many belong to such posts.
    PostTypes,
}

/// How many of [`OWNED`] belong to posts.
pub(super) const OF_POSTS: usize = 3;

/// The tables.
pub(super) const OWNED: [Owned; 5] = [
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
        select: "SELECT ID, 1, CRC32(CONCAT_WS('|', user_login, user_pass, user_nicename, user_email, user_url, \
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

    /// The statement of the posts; conditions may follow.
    pub(super) fn posts(&self) -> SqlText {
        let mut sql = SqlText::new(POSTS);
        sql.push_list(" AND post_type NOT IN (?*)", self.post_types());
        sql
    }

    /// The statement of the options: their number and the sum of their checksums.
    pub(super) fn options(&self) -> SqlText {
        let mut sql = SqlText::new(OPTIONS);
        let quiet = HOUSEKEEPING.iter().chain(&self.options);
        sql.push_list(" AND option_name NOT IN (?*)", quiet.copied());
        for start in HOUSEKEEPING_BEGINNINGS {
            let beginning = " AND SUBSTR(option_name, 1, LENGTH(?)) <> ?";
            sql.push_with(beginning, binds_of([start, start]));
        }
        sql
    }

    /// The statement of a table, of all owners or of some: owner, number of rows, sum of their checksums.
    pub(super) fn sums(&self, owned: &Owned, (prefix, owners): (&str, Option<&[i64]>)) -> SqlText {
        let mut sql = SqlText::new(owned.select);
        let conditions = self.conditions(owned, (prefix, owners));
        if !conditions.is_empty() {
            sql.push(" WHERE ")
                .append(SqlText::join(" AND ", conditions));
        }
        sql.push(owned.group);
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
