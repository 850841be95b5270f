//! The revisions of a post, filtered and ordered as the parameters of its route say.
//!
//! Contract "wordpress-rest", section 6.7. Autosaves are among them.

use super::{PostOrder, Slice, esc_like, in_list};
use crate::wordpress::db::{Db, DbError, SqlText};
use crate::wordpress::post::{Post, PostId};

/// A list of revisions.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "each is the parameter of the same name")]
pub struct RevisionList {
    pub parent: PostId,
    pub search: String,
    pub include: Vec<i64>,
    pub exclude: Vec<i64>,
    pub slug: Vec<String>,
    pub orderby: PostOrder,
    pub ascending: bool,
    /// `None` for all.
    pub limit: Option<i64>,
    pub offset: i64,
}

const FROM: &str = " FROM {p}posts p WHERE p.post_type = 'revision' AND p.post_status = 'inherit'";

impl RevisionList {
    /// Runs the list: two queries.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load(&self, db: &Db) -> Result<Slice<Post>, DbError> {
        let conditions = self.conditions();
        let mut sql = SqlText::new(concat!("SELECT ", crate::post_columns!()));
        sql.append(conditions.clone()).append(self.order());
        if let Some(limit) = self.limit {
            let binds = vec![limit.into(), self.offset.into()];
            sql.push_with(" LIMIT ? OFFSET ?", binds);
        }
        let items = db.load_built(sql).await?;
        let mut count = SqlText::new("SELECT COUNT(*)");
        count.append(conditions);
        let total: Vec<(i64,)> = db.load_built(count).await?;
        Ok(Slice {
            items,
            total: total.first().map_or(0, |(n,)| *n),
        })
    }

    fn conditions(&self) -> SqlText {
        let mut sql = SqlText::new(FROM);
        sql.push_with(" AND p.post_parent = ?", vec![self.parent.0.into()]);
        in_list(&mut sql, " AND p.ID IN (?*)", &self.include);
        in_list(&mut sql, " AND p.ID NOT IN (?*)", &self.exclude);
        in_list(&mut sql, " AND p.post_name IN (?*)", &self.slug);
        for word in self.search.split_whitespace() {
            let like = format!("%{}%", esc_like(word));
            let any =
                " AND (p.post_title LIKE ? OR p.post_excerpt LIKE ? OR p.post_content LIKE ?)";
            sql.push_with(any, vec![like.into(); 3]);
        }
        sql
    }

    fn order(&self) -> SqlText {
        let mut sql = SqlText::new(" ORDER BY ");
        match self.orderby {
            PostOrder::Include if !self.include.is_empty() => {
                sql.push("CASE p.ID");
                for (place, id) in (0_i64..).zip(&self.include) {
                    sql.push_with(" WHEN ? THEN ?", vec![(*id).into(), place.into()]);
                }
                sql.push(" ELSE 0 END, p.ID");
                return sql;
            }
            PostOrder::Id => sql.push("p.ID"),
            PostOrder::Slug | PostOrder::IncludeSlugs => sql.push("p.post_name"),
            PostOrder::Title => sql.push("p.post_title"),
            _ => sql.push("p.post_date"),
        };
        let direction = match self.ascending {
            true => " ASC, p.ID ASC",
            false => " DESC, p.ID DESC",
        };
        sql.push(direction);
        sql
    }
}

async fn named(db: &Db, parent: PostId, limit: i64) -> Result<Vec<Post>, DbError> {
    let mut sql = SqlText::new(concat!("SELECT ", crate::post_columns!()));
    sql.push(FROM);
    let name = format!("{parent}-autosave-v1");
    let binds = vec![parent.0.into(), name.into(), limit.into()];
    let rest =
        " AND p.post_parent = ? AND p.post_name = ? ORDER BY p.post_date DESC, p.ID DESC LIMIT ?";
    sql.push_with(rest, binds);
    db.load_built(sql).await
}

/// The autosaves of a post, of all people, newest first.
///
/// # Errors
/// When the database fails.
pub async fn autosaves(db: &Db, parent: PostId) -> Result<Vec<Post>, DbError> {
    named(db, parent, 1000).await
}

/// The newest autosave of a post.
///
/// # Errors
/// When the database fails.
pub async fn newest_autosave(db: &Db, parent: PostId) -> Result<Option<Post>, DbError> {
    Ok(named(db, parent, 1).await?.into_iter().next())
}
