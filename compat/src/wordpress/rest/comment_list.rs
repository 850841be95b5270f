//! Comments, filtered and ordered as the parameters of `wp/v2/comments` say.

use std::collections::HashSet;

use super::{Slice, esc_like, in_list};
use crate::wordpress::comment::Comment;
use crate::wordpress::db::{Db, DbError, SqlText};

/// What a list is ordered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(
    missing_docs,
    reason = "each is the value of `orderby` of the same name"
)]
pub enum CommentOrder {
    Date,
    #[default]
    DateGmt,
    Id,
    Include,
    Post,
    Parent,
    Type,
}

/// A list of comments.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "each is the parameter of the same name")]
pub struct CommentList {
    pub status: String,
    pub author: Vec<i64>,
    pub author_exclude: Vec<i64>,
    pub author_email: String,
    pub post: Vec<i64>,
    pub parent: Vec<i64>,
    pub parent_exclude: Vec<i64>,
    pub include: Vec<i64>,
    pub exclude: Vec<i64>,
    pub search: String,
    pub after: Option<String>,
    pub before: Option<String>,
    pub comment_type: String,
    pub orderby: CommentOrder,
    pub ascending: bool,
    pub limit: i64,
    pub offset: i64,
}

impl CommentList {
    /// Runs the list: two queries.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load(&self, db: &Db) -> Result<Slice<Comment>, DbError> {
        let conditions = self.conditions();
        let mut sql = SqlText::new(concat!(
            "SELECT ",
            crate::comment_columns!(),
            " FROM {p}comments c WHERE "
        ));
        sql.append(conditions.clone());
        sql.append(self.order());
        sql.push_with(
            " LIMIT ? OFFSET ?",
            vec![self.limit.into(), self.offset.into()],
        );
        let items = db.load_built(sql).await?;
        let mut count = SqlText::new("SELECT COUNT(*) FROM {p}comments c WHERE ");
        count.append(conditions);
        let total: Vec<(i64,)> = db.load_built(count).await?;
        Ok(Slice {
            items,
            total: total.first().map_or(0, |(n,)| *n),
        })
    }

    fn conditions(&self) -> SqlText {
        let mut sql = SqlText::default();
        match self.status.as_str() {
            "approve" => sql.push("c.comment_approved = '1'"),
            "hold" => sql.push("c.comment_approved = '0'"),
            "all" | "" => sql.push("c.comment_approved IN ('0', '1')"),
            "any" => sql.push("1 = 1"),
            other => sql.push_with("c.comment_approved = ?", vec![other.into()]),
        };
        match self.comment_type.as_str() {
            // What plugins keep among the comments is nobody's comment.
            "all" | "" => sql.push(
                " AND c.comment_type NOT IN ('note', 'order_note', 'webhook_delivery', 'action_log')",
            ),
            "comment" => sql.push(" AND c.comment_type IN ('comment', '')"),
            "pings" => sql.push(" AND c.comment_type IN ('pingback', 'trackback')"),
            other => sql.push_with(
                " AND c.comment_type = ? AND c.comment_type NOT IN ('order_note', 'webhook_delivery', 'action_log')",
                vec![other.into()],
            ),
        };
        in_list(&mut sql, " AND c.user_id IN (?*)", &self.author);
        in_list(&mut sql, " AND c.user_id NOT IN (?*)", &self.author_exclude);
        if !self.author_email.is_empty() {
            let email = vec![self.author_email.as_str().into()];
            sql.push_with(" AND {ci:c.comment_author_email} = {ci:?}", email);
        }
        in_list(&mut sql, " AND c.comment_post_ID IN (?*)", &self.post);
        in_list(&mut sql, " AND c.comment_parent IN (?*)", &self.parent);
        in_list(
            &mut sql,
            " AND c.comment_parent NOT IN (?*)",
            &self.parent_exclude,
        );
        in_list(&mut sql, " AND c.comment_ID IN (?*)", &self.include);
        in_list(&mut sql, " AND c.comment_ID NOT IN (?*)", &self.exclude);
        if let Some(after) = &self.after {
            sql.push_with(" AND c.comment_date > ?", vec![after.into()]);
        }
        if let Some(before) = &self.before {
            sql.push_with(" AND c.comment_date < ?", vec![before.into()]);
        }
        if !self.search.is_empty() {
            let like = format!("%{}%", esc_like(&self.search));
            sql.push_with(
                " AND (c.comment_author LIKE ? OR c.comment_author_email LIKE ? OR \
                 c.comment_author_url LIKE ? OR c.comment_author_IP LIKE ? OR c.comment_content LIKE ?)",
                vec![like.into(); 5],
            );
        }
        sql
    }

    fn order(&self) -> SqlText {
        let mut sql = SqlText::new(" ORDER BY ");
        sql.push(match self.orderby {
            CommentOrder::Include if !self.include.is_empty() => {
                sql.push("CASE c.comment_ID");
                for (place, id) in (0_i64..).zip(&self.include) {
                    sql.push_with(" WHEN ? THEN ?", vec![id.into(), place.into()]);
                }
                sql.push(" ELSE 0 END, c.comment_ID");
                return sql;
            }
            CommentOrder::Date => "c.comment_date",
            CommentOrder::Include | CommentOrder::DateGmt => "c.comment_date_gmt",
            CommentOrder::Id => "c.comment_ID",
            CommentOrder::Post => "c.comment_post_ID",
            CommentOrder::Parent => "c.comment_parent",
            CommentOrder::Type => "c.comment_type",
        });
        sql.push(if self.ascending {
            " ASC, c.comment_ID ASC"
        } else {
            " DESC, c.comment_ID DESC"
        });
        sql
    }

    /// A comment, whatever its state.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn one(db: &Db, id: i64) -> Result<Option<Comment>, DbError> {
        const SQL: &str = concat!(
            "SELECT ",
            crate::comment_columns!(),
            " FROM {p}comments c WHERE c.comment_ID = ?"
        );
        db.load_first(SQL, vec![id.into()]).await
    }

    /// Which of the comments have replies.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn with_replies(db: &Db, ids: &[i64]) -> Result<HashSet<i64>, DbError> {
        const SQL: &str = "SELECT DISTINCT comment_parent FROM {p}comments \
            WHERE comment_parent IN (?*) AND comment_approved IN ('0', '1')";
        let rows: Vec<(i64,)> = db.load_list(SQL, vec![], ids, vec![]).await?;
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }
}
