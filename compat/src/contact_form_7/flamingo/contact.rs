//! Flamingo contacts: one post for each sender's e-mail address.

use crate::binds;
use crate::wordpress::db::{DbError, Transaction};
use crate::wordpress::php::{Value, serialize};

use super::post_row::{PostRow, add_meta, insert, update_meta};

/// A sender.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FlamingoContact {
    /// A valid address.
    pub email: String,
    /// The name.
    pub name: String,
    /// When, in the site's zone.
    pub last_contacted: String,
    /// The same in GMT.
    pub last_contacted_gmt: String,
    /// The site's address.
    pub home: String,
}

/// Adds a contact; of one that is known only the time is changed.
///
/// # Errors
/// When the database fails.
pub async fn add_contact(tx: &Transaction, contact: &FlamingoContact) -> Result<(), DbError> {
    const KNOWN: &str = "SELECT p.ID FROM {p}posts p INNER JOIN {p}postmeta m ON m.post_id = p.ID \
        WHERE p.post_type = 'flamingo_contact' AND m.meta_key = '_email' AND m.meta_value = ? ORDER BY p.ID LIMIT 1";
    let known: Option<(i64,)> = tx.load_first(KNOWN, binds![&contact.email]).await?;
    let last_contacted = || contact.last_contacted.as_str().into();
    if let Some((id,)) = known {
        return update_meta(tx, id, "_last_contacted", last_contacted()).await;
    }
    let row = PostRow {
        post_type: "flamingo_contact",
        status: "publish",
        title: contact.email.clone(),
        slug: contact.email.replace('@', "-"),
        content: format!("{}\n{}", contact.email, contact.name),
        author: 0,
        date: contact.last_contacted.clone(),
        date_gmt: contact.last_contacted_gmt.clone(),
        home: contact.home.clone(),
    };
    let id = insert(tx, &row).await?;
    let props = serialize(&Value::array());
    add_meta(tx, id, "_email", contact.email.as_str().into()).await?;
    add_meta(tx, id, "_name", contact.name.as_str().into()).await?;
    add_meta(tx, id, "_props", props.into()).await?;
    add_meta(tx, id, "_last_contacted", last_contacted()).await
}
