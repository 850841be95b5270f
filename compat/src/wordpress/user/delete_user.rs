//! Accounts removed: `wp_delete_user`.
//!
//! Contract "wordpress-rest", section 9.

use crate::binds;
use crate::wordpress::db::{Db, DbError, Transaction};

use super::UserId;
use super::write_meta::update_user_counts;

/// What becomes of the posts and links of a person who goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reassign {
    /// They are another person's.
    To(UserId),
    /// The caller has seen to them.
    Nobody,
}

/// The posts of a person, of the given types: id, type, status.
///
/// # Errors
/// When the database fails.
pub async fn posts_of(
    db: &Db,
    user: UserId,
    post_types: &[String],
) -> Result<Vec<(i64, String, String)>, DbError> {
    const SQL: &str = "SELECT ID, post_type, post_status FROM {p}posts WHERE post_author = ? AND post_type IN (?*) ORDER BY ID";
    db.load_list(SQL, binds![user.0], post_types, vec![]).await
}

/// `wp_delete_user`: removes the account with its meta; whether there was one.
///
/// # Errors
/// When the database fails.
pub async fn wp_delete_user(db: &Db, user: UserId, reassign: Reassign) -> Result<bool, DbError> {
    db.transaction(async move |tx| {
        match reassign {
            Reassign::To(heir) => give(&tx, user, heir).await?,
            Reassign::Nobody => {
                const LINKS: &str = "DELETE FROM {p}links WHERE link_owner = ?";
                tx.execute(LINKS, binds![user.0]).await?;
            }
        }
        const META: &str = "DELETE FROM {p}usermeta WHERE user_id = ?";
        const USER: &str = "DELETE FROM {p}users WHERE ID = ?";
        tx.execute(META, binds![user.0]).await?;
        let gone = tx.execute(USER, binds![user.0]).await?;
        update_user_counts(&tx).await?;
        Ok(gone > 0)
    })
    .await
}

async fn give(tx: &Transaction, user: UserId, heir: UserId) -> Result<(), DbError> {
    const POSTS: &str = "UPDATE {p}posts SET post_author = ? WHERE post_author = ?";
    const LINKS: &str = "UPDATE {p}links SET link_owner = ? WHERE link_owner = ?";
    tx.execute(POSTS, binds![heir.0, user.0]).await?;
    tx.execute(LINKS, binds![heir.0, user.0]).await?;
    Ok(())
}
