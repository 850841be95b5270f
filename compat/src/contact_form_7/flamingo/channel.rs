//! Channels: the terms under which messages are sorted, one for each form.

use crate::binds;
use crate::wordpress::db::{Db, DbError, Transaction};
use crate::wordpress::php::{Value, maybe_unserialize, serialize};
use crate::wordpress::taxonomy::TermId;
use crate::wordpress::term::{TermFields, TermRules, get_term, wp_insert_term};

use super::post_row::update_meta;

/// The taxonomy (contract "contact-form-7", section 22).
const TAXONOMY: &str = "flamingo_inbound_channel";
/// The term above those of all forms.
const PARENT: (&str, &str) = ("contact-form-7", "Contact Form 7");
/// Characters of a term's name at most.
const LONGEST_NAME: usize = 200;
/// The form's meta with the id of its channel.
const META: &str = "_flamingo";

/// The term of a form: slug and name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Channel {
    /// Post id of the form.
    pub form: i64,
    /// The form's slug.
    pub slug: String,
    /// The form's title.
    pub name: String,
}

/// The term of a form, made where it is missing, written into the form's meta: its `term_taxonomy_id`.
pub(super) async fn add_channel(tx: &Transaction, channel: &Channel) -> Result<i64, DbError> {
    const RENAME: &str = "UPDATE {p}terms SET name = ? WHERE term_id = ?";
    let (parent, _) = term(tx, PARENT, 0).await?;
    let (term, taxonomy_row) = term(tx, (&channel.slug, &channel.name), parent).await?;
    tx.execute(RENAME, binds![&channel.name, term]).await?;
    let mut kept = form_meta(tx, channel.form).await?;
    if kept.at("channel").as_int() != Some(term) {
        kept.make_array().insert("channel", term);
        update_meta(tx, channel.form, META, serialize(&kept).into()).await?;
    }
    Ok(taxonomy_row)
}

async fn form_meta(tx: &Transaction, form: i64) -> Result<Value, DbError> {
    const KEPT: &str = "SELECT meta_value FROM {p}postmeta WHERE post_id = ? AND meta_key = ? ORDER BY meta_id LIMIT 1";
    let row: Option<(Vec<u8>,)> = tx.load_first(KEPT, binds![form, META]).await?;
    Ok(row.map_or_else(Value::array, |(raw,)| maybe_unserialize(&raw)))
}

/// Term and taxonomy row of a slug below a parent.
async fn term(
    tx: &Transaction,
    (slug, name): (&str, &str),
    parent: i64,
) -> Result<(i64, i64), DbError> {
    const FIND: &str = "SELECT t.term_id, tt.term_taxonomy_id FROM {p}terms t \
        INNER JOIN {p}term_taxonomy tt ON tt.term_id = t.term_id \
        WHERE tt.taxonomy = ? AND t.slug = ? AND tt.parent = ? ORDER BY t.term_id LIMIT 1";
    let found: Option<(i64, i64)> = tx.load_first(FIND, binds![TAXONOMY, slug, parent]).await?;
    if let Some(found) = found {
        return Ok(found);
    }
    let rules = TermRules {
        taxonomy: TAXONOMY.to_owned(),
        hierarchical: true,
        ..TermRules::default()
    };
    // A form without a title has a channel all the same.
    let name = Some(name).filter(|name| !name.trim().is_empty());
    let name = name.unwrap_or(slug).chars().take(LONGEST_NAME);
    let fields = TermFields {
        name: Some(name.collect()),
        slug: Some(slug.to_owned()),
        parent: Some(TermId(parent)),
        ..TermFields::default()
    };
    let existing = match wp_insert_term(tx, &rules, &fields).await? {
        Ok(term) => return Ok((term.term_id.0, term.term_taxonomy_id.0)),
        Err(error) => error.existing(),
    };
    let existing = match existing {
        Some(id) => get_term(tx, TAXONOMY, id).await?,
        None => None,
    };
    let ids = existing.map(|term| (term.term_id.0, term.term_taxonomy_id.0));
    ids.ok_or_else(|| DbError::unavailable("the channel of a form cannot be made"))
}

/// Puts a message into a channel; messages that are shown are counted.
pub(super) async fn add_to_channel(
    tx: &Transaction,
    (message, taxonomy_row): (i64, i64),
    is_counted: bool,
) -> Result<(), DbError> {
    const PUT: &str = "INSERT INTO {p}term_relationships (object_id, term_taxonomy_id, term_order) VALUES (?, ?, 0)";
    const COUNT: &str = "UPDATE {p}term_taxonomy SET count = count + 1 WHERE term_taxonomy_id = ?";
    tx.execute(PUT, binds![message, taxonomy_row]).await?;
    if is_counted {
        tx.execute(COUNT, binds![taxonomy_row]).await?;
    }
    Ok(())
}

/// `[_serial_number]`: one more than the messages in the channel of a form; 0 while it has no channel.
///
/// # Errors
/// When the database fails.
pub async fn serial_number(db: &Db, form: i64) -> Result<i64, DbError> {
    const KEPT: &str = "SELECT meta_value FROM {p}postmeta WHERE post_id = ? AND meta_key = ? ORDER BY meta_id LIMIT 1";
    const COUNT: &str = "SELECT COUNT(*) FROM {p}posts p \
        INNER JOIN {p}term_relationships tr ON tr.object_id = p.ID \
        INNER JOIN {p}term_taxonomy tt ON tt.term_taxonomy_id = tr.term_taxonomy_id \
        WHERE tt.taxonomy = ? AND tt.term_id = ? AND p.post_type = 'flamingo_inbound' AND p.post_status = 'publish'";
    let row: Option<(Vec<u8>,)> = db.load_first(KEPT, binds![form, META]).await?;
    let Some(channel) = row.and_then(|(raw,)| maybe_unserialize(&raw).at("channel").as_int())
    else {
        return Ok(0);
    };
    let count: Option<(i64,)> = db.load_first(COUNT, binds![TAXONOMY, channel]).await?;
    Ok(count.map_or(0, |(count,)| count).saturating_add(1))
}
