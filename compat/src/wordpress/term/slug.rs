//! `wp_unique_term_slug`.

use crate::binds;
use crate::wordpress::db::{DbError, Transaction};
use crate::wordpress::taxonomy::TermId;

use super::TermRules;
use super::read::{get_term, get_term_by_slug};

/// How many parents a slug is made of at most.
const DEPTH: usize = 32;

/// A slug that no other term has: followed by those of the parents, or by a number. `own` is the term that may have it.
///
/// # Errors
/// When the database fails.
pub async fn wp_unique_term_slug(
    tx: &Transaction,
    rules: &TermRules,
    slug: String,
    (own, parent): (Option<TermId>, TermId),
) -> Result<String, DbError> {
    if get_term_by_slug(tx, &rules.taxonomy, &slug)
        .await?
        .is_none()
    {
        return Ok(slug);
    }
    let (suffix, is_free) = if rules.hierarchical && parent.0 > 0 {
        of_parents(tx, rules, &slug, parent).await?
    } else {
        (String::new(), false)
    };
    if is_free {
        return Ok(format!("{slug}{suffix}"));
    }
    let slug = format!("{slug}{suffix}");
    if !is_taken(tx, &slug, own).await? {
        return Ok(slug);
    }
    let mut number = 2_u32;
    loop {
        let numbered = format!("{slug}-{number}");
        if !is_taken(tx, &numbered, None).await? {
            return Ok(numbered);
        }
        number = number.saturating_add(1);
    }
}

/// The slugs of the parents, nearest first, until nobody has the whole; and whether that was reached.
async fn of_parents(
    tx: &Transaction,
    rules: &TermRules,
    slug: &str,
    parent: TermId,
) -> Result<(String, bool), DbError> {
    let mut suffix = String::new();
    let mut next = parent;
    for _ in 0..DEPTH {
        let Some(term) = get_term(tx, &rules.taxonomy, next).await? else {
            break;
        };
        suffix.push('-');
        suffix.push_str(&term.slug);
        if !exists(tx, &format!("{slug}{suffix}")).await? {
            // WordPress counts on from here all the same when a row has the slug; none has.
            return Ok((suffix, true));
        }
        if term.parent.0 <= 0 {
            break;
        }
        next = term.parent;
    }
    Ok((suffix, false))
}

/// `term_exists`: a term of any taxonomy with this slug or name.
async fn exists(tx: &Transaction, text: &str) -> Result<bool, DbError> {
    const SQL: &str = "SELECT t.term_id FROM {p}terms t JOIN {p}term_taxonomy tt ON tt.term_id = t.term_id \
        WHERE t.slug = ? OR {ci:t.name} = {ci:?} LIMIT 1";
    let row: Option<(i64,)> = tx.load_first(SQL, binds![text, text]).await?;
    Ok(row.is_some())
}

async fn is_taken(tx: &Transaction, slug: &str, own: Option<TermId>) -> Result<bool, DbError> {
    const SQL: &str = "SELECT term_id FROM {p}terms WHERE slug = ? AND term_id <> ? LIMIT 1";
    let own = own.map_or(0, |id| id.0);
    let row: Option<(i64,)> = tx.load_first(SQL, binds![slug, own]).await?;
    Ok(row.is_some())
}
