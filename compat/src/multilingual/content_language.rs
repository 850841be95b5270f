//! The language of what an address leads to, where addresses of content do not name one.
//!
//! Contract "wordpress-core", section 19.2: option `force_lang` 0.

use super::languages::Languages;
use super::negotiation::PARAMETER;
use crate::binds;
use crate::wordpress::db::reads::declared;
use crate::wordpress::db::tag::Tag;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::php::query_string::parse_str;
use crate::wordpress::site::Site;
use crate::wordpress::taxonomy::TermTaxonomyId;

/// Parts of a path that are looked at, from its end.
const MOST_PARTS: usize = 4;

/// The code of the language of a request's post or term; none when the address itself says it, or leads to nothing that
/// has one. `path` is below the site's address.
///
/// # Errors
/// When the database failed.
pub async fn content_language(
    db: &Db,
    (languages, site): (&Languages, &Site),
    (path, query): (&str, &str),
) -> Result<Option<String>, DbError> {
    let get = parse_str(query.as_bytes());
    let text = |name: &str| get.get(name).and_then(|value| value.as_str_lossy());
    if let Some(wanted) = text(PARAMETER) {
        return Ok(languages.get(&wanted).map(|language| language.code.clone()));
    }
    for name in ["p", "page_id", "attachment_id"] {
        const BY_ID: &str = "SELECT r.term_taxonomy_id FROM {p}term_relationships r \
            JOIN {p}term_taxonomy t ON t.term_taxonomy_id = r.term_taxonomy_id AND t.taxonomy = 'language' \
            WHERE r.object_id = ? LIMIT 1";
        if let Some(id) = text(name).and_then(|id| id.parse::<i64>().ok()) {
            let row = declared([Tag::Post(id)], db.lookup_first(BY_ID, binds![id]));
            return Ok(code(site, row.await?));
        }
    }
    let parts = path.rsplit('/').filter(|part| is_name(part));
    for part in parts.take(MOST_PARTS) {
        let found = of_name(db, (languages, site), part).await?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// Whether a part of a path may be the name of something: not the number of a page, not a feed.
fn is_name(part: &str) -> bool {
    let is_number = part.bytes().all(|b| b.is_ascii_digit());
    let is_comments = part.starts_with("comment-page-");
    !is_number && !is_comments && !matches!(part, "page" | "feed" | "embed" | "trackback")
}

async fn of_name(
    db: &Db,
    (languages, site): (&Languages, &Site),
    name: &str,
) -> Result<Option<String>, DbError> {
    const BY_NAME: &str = "SELECT r.term_taxonomy_id FROM {p}posts p \
        JOIN {p}term_relationships r ON r.object_id = p.ID \
        JOIN {p}term_taxonomy t ON t.term_taxonomy_id = r.term_taxonomy_id AND t.taxonomy = 'language' \
        WHERE p.post_name = ? AND p.post_status IN ('publish', 'private') LIMIT 1";
    let row = declared(
        [Tag::post_name(name)],
        db.lookup_first(BY_NAME, binds![name]),
    );
    let post = code(site, row.await?);
    if post.is_some() {
        return Ok(post);
    }
    let mut terms = site.terms.all();
    let term =
        terms.find(|term| term.slug == name && languages.taxonomies.contains(&term.taxonomy));
    Ok(term.and_then(|term| languages.terms.codes.get(&term.term_id.0).cloned()))
}

/// The code of a term of the taxonomy of languages.
fn code(site: &Site, row: Option<(i64,)>) -> Option<String> {
    let term = site.terms.get(TermTaxonomyId(row?.0))?;
    Some(term.slug.clone())
}

#[cfg(test)]
mod tests {
    use super::is_name;

    #[test]
    fn numbers_and_feeds_are_no_names() {
        assert!(["hola", "page2", "2026-hoy"].into_iter().all(is_name));
        assert!(
            !["", "12", "page", "feed", "comment-page-3"]
                .into_iter()
                .any(is_name)
        );
    }
}
