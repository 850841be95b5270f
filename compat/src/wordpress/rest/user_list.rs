//! Users with published posts, as `wp/v2/users` lists them for visitors.

use super::{Slice, esc_like, in_list};
use crate::wordpress::db::{Db, DbError, SqlText};
use crate::wordpress::user::UserId;

/// What a list is ordered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(
    missing_docs,
    reason = "each is the value of `orderby` of the same name"
)]
pub enum UserOrder {
    Id,
    Include,
    #[default]
    Name,
    RegisteredDate,
    Slug,
    IncludeSlugs,
}

/// A list of authors.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "each is the parameter of the same name")]
pub struct UserList {
    /// Types whose published posts make an author; empty for all users.
    pub has_published_posts: Vec<String>,
    pub include: Vec<i64>,
    pub exclude: Vec<i64>,
    pub slug: Vec<String>,
    pub search: String,
    pub orderby: UserOrder,
    pub ascending: bool,
    pub limit: i64,
    pub offset: i64,
}

impl UserList {
    /// Runs the list: two queries.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load(&self, db: &Db) -> Result<Slice<UserId>, DbError> {
        let conditions = self.conditions();
        let mut sql = SqlText::new("SELECT u.ID FROM {p}users u WHERE 1 = 1");
        sql.append(conditions.clone());
        sql.append(self.order());
        sql.push_with(
            " LIMIT ? OFFSET ?",
            vec![self.limit.into(), self.offset.into()],
        );
        let rows: Vec<(i64,)> = db.load_built(sql).await?;
        let mut count = SqlText::new("SELECT COUNT(*) FROM {p}users u WHERE 1 = 1");
        count.append(conditions);
        let total: Vec<(i64,)> = db.load_built(count).await?;
        Ok(Slice {
            items: rows.into_iter().map(|(id,)| UserId(id)).collect(),
            total: total.first().map_or(0, |(n,)| *n),
        })
    }

    fn conditions(&self) -> SqlText {
        let mut sql = SqlText::default();
        in_list(
            &mut sql,
            " AND u.ID IN (SELECT post_author FROM {p}posts WHERE post_status = 'publish' \
             AND post_type IN (?*))",
            &self.has_published_posts,
        );
        in_list(&mut sql, " AND u.ID IN (?*)", &self.include);
        in_list(&mut sql, " AND u.ID NOT IN (?*)", &self.exclude);
        in_list(&mut sql, " AND u.user_nicename IN (?*)", &self.slug);
        if !self.search.is_empty() {
            let like = format!("%{}%", esc_like(&self.search));
            // E-mail addresses are searched only with the capability `list_users`.
            sql.push_with(
                " AND (u.user_login LIKE ? OR u.user_nicename LIKE ? OR u.display_name LIKE ? \
                 OR u.user_url LIKE ?)",
                vec![like.into(); 4],
            );
        }
        sql
    }

    fn order(&self) -> SqlText {
        let mut sql = SqlText::new(" ORDER BY ");
        sql.push(match self.orderby {
            UserOrder::Include => {
                sql.push("CASE u.ID");
                for (place, id) in (0_i64..).zip(&self.include) {
                    sql.push_with(" WHEN ? THEN ?", vec![id.into(), place.into()]);
                }
                sql.push(" ELSE 0 END, u.ID");
                return sql;
            }
            UserOrder::Id => "u.ID",
            UserOrder::Name => "{ci:u.display_name}",
            UserOrder::RegisteredDate => "u.user_registered",
            UserOrder::Slug | UserOrder::IncludeSlugs => "{ci:u.user_nicename}",
        });
        sql.push(if self.ascending { " ASC" } else { " DESC" });
        sql
    }

    /// Whether a user has published a post of one of the types.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn is_author(db: &Db, user: UserId, post_types: &[String]) -> Result<bool, DbError> {
        const SQL: &str = "SELECT ID FROM {p}posts WHERE post_author = ? AND post_status = 'publish' \
            AND post_type IN (?*) LIMIT 1";
        let rows: Vec<(i64,)> = db
            .load_list(SQL, vec![user.0.into()], post_types, vec![])
            .await?;
        Ok(!rows.is_empty())
    }
}
