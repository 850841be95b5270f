//! Posts of one or more types, filtered and ordered as the parameters of a posts route say.

use super::{Slice, esc_like, in_list};
use crate::wordpress::db::{Db, DbError, SqlText};
use crate::wordpress::post::Post;
use crate::wordpress::query::sanitize_title_for_query;

/// What a list is ordered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[expect(
    missing_docs,
    reason = "each is the value of `orderby` of the same name"
)]
pub enum PostOrder {
    Author,
    #[default]
    Date,
    Id,
    Include,
    Modified,
    Parent,
    Relevance,
    Slug,
    IncludeSlugs,
    Title,
    MenuOrder,
}

/// A column of dates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DateColumn {
    /// `post_date`.
    Published,
    /// `post_modified`.
    Modified,
}

/// A limit in time; the date itself is outside.
#[derive(Debug, Clone)]
pub struct DateBound {
    /// Which date counts.
    pub column: DateColumn,
    /// Later than the date, else earlier.
    pub after: bool,
    /// Local date and time.
    pub date: String,
}

/// Posts with, or without, one of some terms.
#[derive(Debug, Clone)]
pub struct TermCondition {
    /// Ids of rows of `term_taxonomy`.
    pub term_taxonomy_ids: Vec<i64>,
    /// Posts without these terms are wanted.
    pub excluded: bool,
    /// Every term must be there.
    pub all: bool,
}

/// A column that is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the column of the same name")]
pub enum SearchColumn {
    PostTitle,
    PostContent,
    PostExcerpt,
}

/// A list of posts.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "each is the parameter of the same name")]
pub struct PostList {
    pub post_types: Vec<String>,
    pub statuses: Vec<String>,
    pub author: Vec<i64>,
    pub author_exclude: Vec<i64>,
    pub include: Vec<i64>,
    pub exclude: Vec<i64>,
    pub parent: Vec<i64>,
    pub parent_exclude: Vec<i64>,
    pub slug: Vec<String>,
    pub search: String,
    pub search_columns: Vec<SearchColumn>,
    /// Protected posts are not found by a search.
    pub search_hides_protected: bool,
    pub dates: Vec<DateBound>,
    pub terms: Vec<TermCondition>,
    /// One of the term conditions is enough.
    pub terms_or: bool,
    pub menu_order: Option<i64>,
    /// Whole MIME types, or beginnings that end in a slash.
    pub mime_types: Vec<String>,
    /// Only these ids, for `sticky`.
    pub only: Option<Vec<i64>>,
    pub orderby: PostOrder,
    pub ascending: bool,
    pub limit: i64,
    pub offset: i64,
    /// What every list of the site holds to: the language.
    pub posts_where: Option<SqlText>,
}

impl PostList {
    /// Runs the list: two queries.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load(&self, db: &Db) -> Result<Slice<Post>, DbError> {
        let mut count = SqlText::new("SELECT COUNT(*) FROM {p}posts p WHERE 1 = 1");
        count.append(self.conditions());
        let total = db.load_built::<(i64,)>(count);
        let (items, total) = tokio::try_join!(self.rows(db), total)?;
        Ok(Slice {
            items,
            total: total.first().map_or(0, |(n,)| *n),
        })
    }

    /// Runs the list without counting what it leaves out.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn rows(&self, db: &Db) -> Result<Vec<Post>, DbError> {
        let mut sql = SqlText::new(concat!(
            "SELECT ",
            crate::post_columns!(),
            " FROM {p}posts p WHERE 1 = 1"
        ));
        sql.append(self.conditions());
        sql.append(self.order());
        sql.push_with(
            " LIMIT ? OFFSET ?",
            vec![self.limit.into(), self.offset.into()],
        );
        db.load_built(sql).await
    }

    fn conditions(&self) -> SqlText {
        let mut sql = SqlText::default();
        if let Some(condition) = &self.posts_where {
            sql.push(" AND ").append(condition.clone());
        }
        sql.push_list(" AND p.post_type IN (?*)", self.post_types.iter());
        if self.statuses.iter().any(|status| status == "any") {
            sql.push(" AND p.post_status NOT IN ('trash', 'auto-draft')");
        } else {
            sql.push_list(" AND p.post_status IN (?*)", self.statuses.iter());
        }
        in_list(&mut sql, " AND p.post_author IN (?*)", &self.author);
        in_list(
            &mut sql,
            " AND p.post_author NOT IN (?*)",
            &self.author_exclude,
        );
        in_list(&mut sql, " AND p.ID IN (?*)", &self.include);
        in_list(&mut sql, " AND p.ID NOT IN (?*)", &self.exclude);
        in_list(&mut sql, " AND p.post_parent IN (?*)", &self.parent);
        in_list(
            &mut sql,
            " AND p.post_parent NOT IN (?*)",
            &self.parent_exclude,
        );
        let slugs: Vec<String> = self.slugs();
        in_list(&mut sql, " AND p.post_name IN (?*)", &slugs);
        if let Some(only) = &self.only {
            sql.push_list(" AND p.ID IN (?*)", only.iter().copied());
        }
        if let Some(order) = self.menu_order {
            sql.push_with(" AND p.menu_order = ?", vec![order.into()]);
        }
        for bound in &self.dates {
            let piece = match (bound.column, bound.after) {
                (DateColumn::Published, true) => " AND p.post_date > ?",
                (DateColumn::Published, false) => " AND p.post_date < ?",
                (DateColumn::Modified, true) => " AND p.post_modified > ?",
                (DateColumn::Modified, false) => " AND p.post_modified < ?",
            };
            sql.push_with(piece, vec![bound.date.clone().into()]);
        }
        self.add_search(&mut sql);
        self.add_terms(&mut sql);
        self.add_mime_types(&mut sql);
        sql
    }

    fn slugs(&self) -> Vec<String> {
        let slugs = self.slug.iter().map(|s| sanitize_title_for_query(s));
        slugs.collect()
    }

    fn add_search(&self, sql: &mut SqlText) {
        if self.search.is_empty() {
            return;
        }
        for word in words(&self.search) {
            let (word, excluded) = match word.strip_prefix('-') {
                Some(rest) => (rest.to_owned(), true),
                None => (word, false),
            };
            let like = format!("%{}%", esc_like(&word));
            let parts = self.searched().into_iter().map(|column| {
                let piece = match (column, excluded) {
                    (SearchColumn::PostTitle, false) => "p.post_title LIKE ?",
                    (SearchColumn::PostTitle, true) => "p.post_title NOT LIKE ?",
                    (SearchColumn::PostContent, false) => "p.post_content LIKE ?",
                    (SearchColumn::PostContent, true) => "p.post_content NOT LIKE ?",
                    (SearchColumn::PostExcerpt, false) => "p.post_excerpt LIKE ?",
                    (SearchColumn::PostExcerpt, true) => "p.post_excerpt NOT LIKE ?",
                };
                let mut part = SqlText::default();
                part.push_with(piece, vec![like.clone().into()]);
                part
            });
            let between = if excluded { " AND " } else { " OR " };
            let of_file = self.file_words(&like, excluded);
            let any = SqlText::join(between, parts.chain(of_file));
            sql.push(" AND (").append(any).push(")");
        }
        if self.search_hides_protected {
            sql.push(" AND p.post_password = ''");
        }
    }

    /// Attachments are found by the name of their file and by their alternative text too.
    fn file_words(&self, like: &str, excluded: bool) -> Option<SqlText> {
        const HAS: &str = "p.ID IN (SELECT post_id FROM {p}postmeta \
            WHERE meta_key IN ('_wp_attached_file', '_wp_attachment_image_alt') AND meta_value LIKE ?)";
        const LACKS: &str = "p.ID NOT IN (SELECT post_id FROM {p}postmeta \
            WHERE meta_key IN ('_wp_attached_file', '_wp_attachment_image_alt') AND meta_value LIKE ?)";
        let is_media = self.post_types == ["attachment"] && self.search_columns.is_empty();
        is_media.then(|| {
            let mut part = SqlText::default();
            part.push_with(if excluded { LACKS } else { HAS }, vec![like.into()]);
            part
        })
    }

    fn searched(&self) -> Vec<SearchColumn> {
        if self.search_columns.is_empty() {
            vec![
                SearchColumn::PostTitle,
                SearchColumn::PostExcerpt,
                SearchColumn::PostContent,
            ]
        } else {
            self.search_columns.clone()
        }
    }

    fn add_terms(&self, sql: &mut SqlText) {
        const HAS: &str = "p.ID IN (SELECT object_id FROM {p}term_relationships \
                           WHERE term_taxonomy_id IN (?*))";
        const LACKS: &str = "p.ID NOT IN (SELECT object_id FROM {p}term_relationships \
                             WHERE term_taxonomy_id IN (?*))";
        let mut parts = Vec::new();
        for condition in &self.terms {
            let ids = &condition.term_taxonomy_ids;
            let mut part = SqlText::default();
            if condition.all {
                let each = ids.iter().map(|id| {
                    let mut one = SqlText::default();
                    one.push_list(HAS, [*id]);
                    one
                });
                part.append(SqlText::join(" AND ", each));
            } else {
                part.push_list(if condition.excluded { LACKS } else { HAS }, ids.iter());
            }
            if !part.is_empty() {
                parts.push(part);
            }
        }
        if !parts.is_empty() {
            let between = if self.terms_or { " OR " } else { " AND " };
            let joined = SqlText::join(between, parts);
            sql.push(" AND (").append(joined).push(")");
        }
    }

    fn add_mime_types(&self, sql: &mut SqlText) {
        if self.mime_types.is_empty() {
            return;
        }
        let parts = self.mime_types.iter().map(|mime| {
            let mut part = SqlText::default();
            if mime.ends_with('/') {
                let like = format!("{}%", esc_like(mime));
                part.push_with("p.post_mime_type LIKE ?", vec![like.into()]);
            } else {
                part.push_with("p.post_mime_type = ?", vec![mime.into()]);
            }
            part
        });
        let any = SqlText::join(" OR ", parts);
        sql.push(" AND (").append(any).push(")");
    }

    fn order(&self) -> SqlText {
        let mut sql = SqlText::new(" ORDER BY ");
        let column = match self.orderby {
            PostOrder::Include if !self.include.is_empty() => {
                return case_order(sql, "CASE p.ID", self.include.iter().copied());
            }
            PostOrder::IncludeSlugs if !self.slug.is_empty() => {
                return case_order(sql, "CASE p.post_name", self.slugs());
            }
            PostOrder::Relevance => {
                let like = format!("%{}%", esc_like(&self.search));
                sql.push_with(
                    "p.post_title LIKE ? DESC, p.post_date DESC, p.ID ASC",
                    vec![like.into()],
                );
                return sql;
            }
            PostOrder::Author => "p.post_author",
            // Without a list of what is asked for, as PHP orders posts then.
            PostOrder::Date | PostOrder::Include | PostOrder::IncludeSlugs => "p.post_date",
            PostOrder::Id => "p.ID",
            PostOrder::Modified => "p.post_modified",
            PostOrder::Parent => "p.post_parent",
            PostOrder::Slug => "{ci:p.post_name}",
            PostOrder::Title => "{ci:p.post_title}",
            PostOrder::MenuOrder => "p.menu_order",
        };
        sql.push(column);
        sql.push(if self.ascending { " ASC" } else { " DESC" });
        // The original leaves ties to its database: an index read backwards, or sorted rows of a search.
        sql.push(match (self.search.is_empty(), self.ascending) {
            (true, false) => ", p.ID DESC",
            _ => ", p.ID ASC",
        });
        sql
    }
}

/// The order of a list that the request gave.
fn case_order<T: Into<crate::wordpress::db::Bind>>(
    mut sql: SqlText,
    head: &'static str,
    list: impl IntoIterator<Item = T>,
) -> SqlText {
    sql.push(head);
    for (place, item) in list.into_iter().enumerate() {
        let place = i64::try_from(place).unwrap_or(i64::MAX);
        sql.push_with(" WHEN ? THEN ?", vec![item.into(), place.into()]);
    }
    sql.push(" ELSE 0 END");
    sql
}

/// The words of a search; a quoted phrase is one word. More than nine count as one phrase.
fn words(search: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (place, part) in search.split('"').enumerate() {
        if place % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split([' ', ',', '+', '\t']).map(str::to_owned));
        }
    }
    let is_letter = |w: &str| w.len() == 1 && w.bytes().all(|b| b.is_ascii_lowercase());
    words.retain(|w| !w.trim().is_empty() && w != "-" && !is_letter(w));
    if words.is_empty() || words.len() > 9 {
        return vec![search.to_owned()];
    }
    words
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn reads_words_and_phrases() {
        assert_eq!(words("la \"fuente vieja\" x"), ["la", "fuente vieja"]);
        assert_eq!(words("x"), ["x"]);
        assert_eq!(words("a b c dd ee ff gg hh ii jj kk ll mm").len(), 1);
    }
}
