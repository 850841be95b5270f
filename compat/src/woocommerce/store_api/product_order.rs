//! The orders of a list of products.
//!
//! Contract "woocommerce-store-api", section 2.2.

use crate::wordpress::db::SqlText;

/// The argument `orderby`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(
    missing_docs,
    reason = "each is the value of `orderby` of the same name"
)]
pub enum ProductOrderBy {
    #[default]
    Date,
    Modified,
    Id,
    Include,
    Title,
    Slug,
    Price,
    Popularity,
    Rating,
    MenuOrder,
    CommentCount,
}

impl ProductOrderBy {
    /// The order of a value.
    pub fn of(value: &str) -> Self {
        match value {
            "modified" => Self::Modified,
            "id" => Self::Id,
            "include" => Self::Include,
            "title" => Self::Title,
            "slug" => Self::Slug,
            "price" => Self::Price,
            "popularity" => Self::Popularity,
            "rating" => Self::Rating,
            "menu_order" => Self::MenuOrder,
            "comment_count" => Self::CommentCount,
            _ => Self::Date,
        }
    }
}

/// How a list is sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ProductOrder {
    /// By what.
    pub by: ProductOrderBy,
    /// Whether the argument `order` is `asc`.
    pub is_ascending: bool,
}

impl ProductOrder {
    /// The clause. `include`: the ids that the list is limited to. Products are `p`, their lookup rows `l`.
    pub(super) fn clause(self, include: &[i64]) -> SqlText {
        let mut sql = SqlText::new(" ORDER BY ");
        if self.by == ProductOrderBy::Include && !include.is_empty() {
            sql.push("CASE p.ID");
            for (place, id) in (0_i64..).zip(include) {
                sql.push_with(" WHEN ? THEN ?", vec![(*id).into(), place.into()]);
            }
            sql.push(" ELSE 0 END, p.ID");
            return sql;
        }
        sql.push(match (self.by, self.is_ascending) {
            (ProductOrderBy::Popularity, _) => "l.total_sales DESC, p.ID DESC",
            (ProductOrderBy::Rating, _) => "l.average_rating DESC, l.rating_count DESC, p.ID DESC",
            (ProductOrderBy::Date | ProductOrderBy::Include, true) => "p.post_date ASC, p.ID ASC",
            (ProductOrderBy::Date | ProductOrderBy::Include, false) => {
                "p.post_date DESC, p.ID DESC"
            }
            (ProductOrderBy::Modified, true) => "p.post_modified ASC, p.ID ASC",
            (ProductOrderBy::Modified, false) => "p.post_modified DESC, p.ID DESC",
            (ProductOrderBy::Id, true) => "p.ID ASC",
            (ProductOrderBy::Id, false) => "p.ID DESC",
            (ProductOrderBy::Title, true) => "{ci:p.post_title} ASC, p.ID ASC",
            (ProductOrderBy::Title, false) => "{ci:p.post_title} DESC, p.ID ASC",
            (ProductOrderBy::Slug, true) => "{ci:p.post_name} ASC, p.ID ASC",
            (ProductOrderBy::Slug, false) => "{ci:p.post_name} DESC, p.ID ASC",
            (ProductOrderBy::Price, true) => "l.min_price ASC, p.ID ASC",
            (ProductOrderBy::Price, false) => "l.max_price DESC, p.ID DESC",
            (ProductOrderBy::MenuOrder, true) => {
                "p.menu_order ASC, {ci:p.post_title} ASC, p.ID ASC"
            }
            (ProductOrderBy::MenuOrder, false) => {
                "p.menu_order DESC, {ci:p.post_title} DESC, p.ID ASC"
            }
            (ProductOrderBy::CommentCount, true) => "p.comment_count ASC, p.ID ASC",
            (ProductOrderBy::CommentCount, false) => "p.comment_count DESC, p.ID ASC",
        });
        sql
    }
}
