//! Notes of orders: comments of type `order_note`.
//!
//! Contract "woocommerce", section 2.3; recordings woo/checkout-ok-cod and woo-store/store-checkout-cod
//! (`effects.db.wp_comments`).

use super::model::OrderId;
use super::scene::{OrderScene, gmt, local};
use crate::wordpress::comment::Comment;
use crate::wordpress::comment::insert::{add_comment_meta, insert_comment_row};
use crate::wordpress::comment::new_comment::NewComment;
use crate::wordpress::db::{DbError, Transaction};
use crate::wordpress::post::PostId;

/// The author of notes that the shop itself writes.
const AUTHOR: &str = "WooCommerce";

/// What a note is about: meta `note_group`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteGroup {
    /// Stock.
    ProductStock,
    /// The order's status.
    OrderUpdate,
    /// A payment.
    Payment,
}

impl NoteGroup {
    fn name(self) -> &'static str {
        match self {
            Self::ProductStock => "product_stock",
            Self::OrderUpdate => "order_update",
            Self::Payment => "payment",
        }
    }
}

/// `add_order_note`: a note that the shop sees.
///
/// # Errors
/// When the database fails.
pub async fn add_order_note(
    tx: &Transaction,
    scene: &OrderScene,
    order: OrderId,
    content: &str,
    group: NoteGroup,
) -> Result<(), DbError> {
    let note = NewComment {
        comment: Comment {
            post_id: PostId(order.0),
            author: AUTHOR.to_owned(),
            author_email: scene.note_email.clone(),
            date: local(scene.now, &scene.zone),
            date_gmt: gmt(scene.now),
            content: content.to_owned(),
            approved: "1".to_owned(),
            comment_type: "order_note".to_owned(),
            ..Comment::default()
        },
        agent: AUTHOR.to_owned(),
        ..NewComment::default()
    };
    let id = insert_comment_row(tx, &note).await?;
    add_comment_meta(tx, id, "note_group", group.name()).await
}
