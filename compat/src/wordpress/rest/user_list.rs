//! Lists of users, as `wp/v2/users` shows them.
//!
//! Contract "wordpress-rest", section 9.

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
    Email,
    Url,
}

/// A column that is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is a column of `{p}users`")]
pub enum UserColumn {
    Id,
    Login,
    Nicename,
    Email,
    Url,
    DisplayName,
}

/// A list of users.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "each is the parameter of the same name")]
pub struct UserList {
    /// Types whose published posts make an author; `None` for all users.
    pub has_published_posts: Option<Vec<String>>,
    pub roles: Vec<String>,
    /// Capabilities, with the roles that have them.
    pub capabilities: Vec<String>,
    /// `who=authors`: people with a level above 0.
    pub is_author: bool,
    pub include: Vec<i64>,
    pub exclude: Vec<i64>,
    pub slug: Vec<String>,
    pub search: String,
    /// Where the search looks.
    pub search_columns: Vec<UserColumn>,
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
        let conditions = self.conditions(db.prefix().as_str());
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

    fn conditions(&self, prefix: &str) -> SqlText {
        let mut sql = SqlText::default();
        if let Some(types) = &self.has_published_posts {
            sql.push_list(
                " AND u.ID IN (SELECT post_author FROM {p}posts WHERE post_status = 'publish' \
                 AND post_type IN (?*))",
                types.iter().cloned(),
            );
        }
        let key = format!("{prefix}capabilities");
        push_capabilities(&mut sql, &key, &self.roles);
        push_capabilities(&mut sql, &key, &self.capabilities);
        if self.is_author {
            sql.push_with(
                " AND EXISTS (SELECT 1 FROM {p}usermeta l WHERE l.user_id = u.ID AND l.meta_key = ? \
                 AND l.meta_value <> '0')",
                vec![format!("{prefix}user_level").into()],
            );
        }
        in_list(&mut sql, " AND u.ID IN (?*)", &self.include);
        in_list(&mut sql, " AND u.ID NOT IN (?*)", &self.exclude);
        in_list(&mut sql, " AND u.user_nicename IN (?*)", &self.slug);
        if !self.search.is_empty() {
            self.push_search(&mut sql);
        }
        sql
    }

    fn push_search(&self, sql: &mut SqlText) {
        let like = format!("%{}%", esc_like(&self.search));
        let columns = self.search_columns.iter().map(|column| {
            let mut part = SqlText::default();
            let (piece, bind) = match column {
                UserColumn::Id => ("u.ID = ?", self.search.parse().unwrap_or(0_i64).into()),
                UserColumn::Login => ("u.user_login LIKE ?", like.as_str().into()),
                UserColumn::Nicename => ("u.user_nicename LIKE ?", like.as_str().into()),
                UserColumn::Email => ("u.user_email LIKE ?", like.as_str().into()),
                UserColumn::Url => ("u.user_url LIKE ?", like.as_str().into()),
                UserColumn::DisplayName => ("u.display_name LIKE ?", like.as_str().into()),
            };
            part.push_with(piece, vec![bind]);
            part
        });
        let columns = SqlText::join(" OR ", columns);
        sql.push(" AND (").append(columns);
        sql.push(")");
    }

    fn order(&self) -> SqlText {
        let mut sql = SqlText::new(" ORDER BY ");
        sql.push(match self.orderby {
            UserOrder::Include if !self.include.is_empty() => {
                sql.push("CASE u.ID");
                for (place, id) in (0_i64..).zip(&self.include) {
                    sql.push_with(" WHEN ? THEN ?", vec![id.into(), place.into()]);
                }
                sql.push(" ELSE 0 END, u.ID");
                return sql;
            }
            // Without a list, as PHP orders people then.
            UserOrder::Include => "u.user_login",
            UserOrder::Id => "u.ID",
            UserOrder::Name => "{ci:u.display_name}",
            UserOrder::Email => "{ci:u.user_email}",
            UserOrder::Url => "{ci:u.user_url}",
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
    pub async fn is_author(
        db: &Db,
        user: UserId,
        post_types: Vec<String>,
    ) -> Result<bool, DbError> {
        const SQL: &str = "SELECT ID FROM {p}posts WHERE post_author = ? AND post_status = 'publish' \
            AND post_type IN (?*) LIMIT 1";
        let rows: Vec<(i64,)> = db
            .load_list(SQL, vec![user.0.into()], &post_types, vec![])
            .await?;
        Ok(!rows.is_empty())
    }
}

/// Adds the condition that one of these names is among the capabilities of a user.
fn push_capabilities(sql: &mut SqlText, key: &str, names: &[String]) {
    if names.is_empty() {
        return;
    }
    sql.push_with(
        " AND EXISTS (SELECT 1 FROM {p}usermeta c WHERE c.user_id = u.ID AND c.meta_key = ? AND (",
        vec![key.into()],
    );
    let parts = names.iter().map(|name| {
        let mut part = SqlText::default();
        let like = format!("%\"{}\"%", esc_like(name));
        part.push_with("c.meta_value LIKE ?", vec![like.into()]);
        part
    });
    sql.append(SqlText::join(" OR ", parts));
    sql.push("))");
}
