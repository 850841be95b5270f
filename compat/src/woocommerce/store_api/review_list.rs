//! Lists of reviews.
//!
//! Contract "woocommerce-store-api", section 5.

use crate::wordpress::comment::Comment;
use crate::wordpress::db::reads::declared;
use crate::wordpress::db::tag::Tag;
use crate::wordpress::db::{Db, DbError, FromRow, Row, SqlText};

/// The argument `orderby`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(
    missing_docs,
    reason = "each is the value of `orderby` of the same name"
)]
pub enum ReviewOrder {
    #[default]
    Date,
    Id,
    Rating,
    Product,
}

impl ReviewOrder {
    /// The order of a value.
    pub fn of(value: &str) -> Self {
        match value {
            "id" => Self::Id,
            "rating" => Self::Rating,
            "product" => Self::Product,
            _ => Self::Date,
        }
    }
}

/// A list of approved reviews.
#[derive(Debug, Clone, Default)]
pub struct StoreReviews {
    /// Products whose reviews are listed.
    pub products: Vec<i64>,
    /// `term_taxonomy_id` of the categories whose products' reviews are listed besides.
    pub categories: Vec<i64>,
    /// Whether products or categories limit the list.
    pub is_limited: bool,
    /// The order.
    pub orderby: ReviewOrder,
    /// Whether the argument `order` is `asc`.
    pub is_ascending: bool,
    /// Most reviews.
    pub limit: i64,
    /// Reviews before them.
    pub offset: i64,
}

/// A review.
#[derive(Debug, Clone)]
pub struct ReviewRow {
    /// The comment.
    pub comment: Comment,
    /// Its stars, as stored.
    pub rating: Option<String>,
    /// Whether the author has bought the product, as stored.
    pub verified: Option<String>,
}

impl FromRow for ReviewRow {
    fn from_row(row: Row) -> Result<Self, DbError> {
        let (rating, verified) = (row.at(12)?, row.at(13)?);
        Ok(Self {
            comment: Comment::from_row(row)?,
            rating,
            verified,
        })
    }
}

impl StoreReviews {
    /// A page of the list, and the number of reviews on all pages.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load(&self, db: &Db) -> Result<(Vec<ReviewRow>, i64), DbError> {
        let mut sql = SqlText::new(concat!(
            "SELECT ",
            crate::comment_columns!(),
            ", r.meta_value, v.meta_value"
        ));
        sql.append(self.found());
        sql.push(match (self.orderby, self.is_ascending) {
            (ReviewOrder::Date, true) => " ORDER BY c.comment_date_gmt ASC, c.comment_ID ASC",
            (ReviewOrder::Date, false) => " ORDER BY c.comment_date_gmt DESC, c.comment_ID DESC",
            (ReviewOrder::Id, true) => " ORDER BY c.comment_ID ASC",
            (ReviewOrder::Id, false) => " ORDER BY c.comment_ID DESC",
            (ReviewOrder::Rating, true) => " ORDER BY r.meta_value ASC, c.comment_ID ASC",
            (ReviewOrder::Rating, false) => " ORDER BY r.meta_value DESC, c.comment_ID DESC",
            (ReviewOrder::Product, true) => " ORDER BY c.comment_post_ID ASC, c.comment_ID ASC",
            (ReviewOrder::Product, false) => " ORDER BY c.comment_post_ID DESC, c.comment_ID DESC",
        });
        sql.push_with(
            " LIMIT ? OFFSET ?",
            vec![self.limit.into(), self.offset.into()],
        );
        let mut count = SqlText::new("SELECT COUNT(*)");
        count.append(self.found());
        let work = async {
            let rows: Vec<ReviewRow> = db.load_built(sql).await?;
            let total: Vec<(i64,)> = db.load_built(count).await?;
            Ok((rows, total.first().map_or(0, |(n,)| *n)))
        };
        declared([Tag::Anything], work).await
    }

    fn found(&self) -> SqlText {
        let mut sql = SqlText::new(
            " FROM {p}comments c JOIN {p}posts p ON p.ID = c.comment_post_ID \
             LEFT JOIN {p}commentmeta r ON r.comment_id = c.comment_ID AND r.meta_key = 'rating' \
             LEFT JOIN {p}commentmeta v ON v.comment_id = c.comment_ID AND v.meta_key = 'verified' \
             WHERE c.comment_approved = '1' AND c.comment_type = 'review' AND p.post_type = 'product' \
             AND p.post_status = 'publish'",
        );
        if self.is_limited {
            sql.push_list(
                " AND (c.comment_post_ID IN (?*)",
                self.products.iter().copied(),
            );
            sql.push_list(
                " OR c.comment_post_ID IN (SELECT object_id FROM {p}term_relationships WHERE term_taxonomy_id IN (?*)))",
                self.categories.iter().copied(),
            );
        }
        sql
    }
}
