//! `wp_resolve_numeric_slug_conflicts`: a post called `2026` at the address of a year.
//!
//! Contract "wordpress-core", section 3.2, item 11: with `%postname%` beside dates both fit; the post wins when there
//! is one of that date. One query, and only for such addresses.

use super::permastruct::Rewrite;
use super::query_var::QueryVars;
use crate::wordpress::db::{Db, DbError, SqlText};
use crate::wordpress::php::cast::string_to_int;
use crate::wordpress::query::sanitize_title_for_query;

const NEXT_PAGE: &str = "<!--nextpage-->";

/// Turns the variables of a date into those of a post where a post has that number for a slug.
///
/// # Errors
/// When the database fails.
pub async fn wp_resolve_numeric_slug_conflicts(
    db: &Db,
    rewrite: &Rewrite,
    vars: &mut QueryVars,
) -> Result<(), DbError> {
    let Some(clash) = clashing_variable(rewrite, vars) else {
        return Ok(());
    };
    let mut sql = SqlText::default();
    sql.push_with(
        "SELECT post_name, CAST(post_date AS CHAR), post_content FROM {p}posts \
         WHERE {ci:post_name} = {ci:?} AND post_type = 'post' AND post_parent = 0 ORDER BY ID LIMIT 1",
        vec![sanitize_title_for_query(vars.text(clash)).into()],
    );
    let rows: Vec<(String, String, String)> = db.load_built(sql).await?;
    if let Some((name, date, content)) = rows.first() {
        resolve(vars, clash, name, date, content);
    }
    Ok(())
}

/// Which part of the date could be the slug.
fn clashing_variable(rewrite: &Rewrite, vars: &QueryVars) -> Option<&'static str> {
    let has = |name: &str| vars.get(name).is_some();
    let parts: Vec<&str> = rewrite
        .permalink_structure
        .split('/')
        .filter(|p| !p.is_empty())
        .collect();
    let at = parts.iter().position(|p| *p == "%postname%")?;
    let before = at.checked_sub(1).and_then(|i| parts.get(i)).copied();
    let clash = match before {
        None if has("year") || has("monthnum") => "year",
        Some("%year%") if has("monthnum") || has("day") => "monthnum",
        Some("%monthnum%") if has("day") => "day",
        _ => return None,
    };
    (vars.has_text(clash)).then_some(clash)
}

fn resolve(vars: &mut QueryVars, clash: &str, name: &str, date: &str, content: &str) {
    let part = |from: usize, to: usize| string_to_int(date.get(from..to).unwrap_or("").as_bytes());
    let same = |name: &str, number: i64| vars.get(name).is_none() || vars.int(name) == number;
    if clash != "year" && !same("year", part(0, 4)) {
        return;
    }
    if clash == "day" && !same("monthnum", part(5, 7)) {
        return;
    }
    let page = match clash {
        "year" => vars.text("monthnum"),
        "monthnum" => vars.text("day"),
        _ => "",
    };
    let page = string_to_int(page.trim_matches('/').as_bytes());
    let pages = i64::try_from(content.matches(NEXT_PAGE).count() + 1).unwrap_or(i64::MAX);
    if pages == 1 && page != 0 || pages > 1 && page > pages {
        return;
    }
    for name in ["year", "monthnum", "day"] {
        vars.remove(name);
    }
    vars.set("page", page.to_string());
    vars.set("name", name);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_post_takes_the_place_of_its_number() {
        let mut vars = QueryVars::parse("year=2026&monthnum=7");
        resolve(&mut vars, "monthnum", "7", "2025-03-01 10:00:00", "");
        assert_eq!(vars.text("monthnum"), "7");
        resolve(&mut vars, "monthnum", "7", "2026-03-01 10:00:00", "");
        assert_eq!((vars.text("name"), vars.get("year")), ("7", None));
        let mut vars = QueryVars::parse("year=2026&monthnum=2");
        resolve(&mut vars, "year", "2026", "", "a<!--nextpage-->b");
        assert_eq!((vars.text("name"), vars.text("page")), ("2026", "2"));
    }
}
