//! Menus as they are written: `wp_update_nav_menu_object`, `wp_delete_nav_menu`, locations, `auto_add`.
//!
//! Contract "wordpress-rest", section 13; recordings owner/menu-*. Items: [`nav_menu_item`](super::nav_menu_item).

use super::db::{DbError, Transaction};
use super::option_row::change_option;
use super::php::{Array, Value};
use super::post::PostId;
use super::post::delete_post::wp_delete_post;
use super::post::post_row::stored_post;
use super::site::Registry;
use super::taxonomy::{Term, TermId};
use super::term::{
    TermError, TermFields, TermRules, get_term_by_name, pre_term_name, wp_delete_term,
    wp_insert_term, wp_update_term,
};
use crate::binds;

/// The taxonomy of menus.
pub const NAV_MENU: &str = "nav_menu";
/// The option with `auto_add`.
pub const OPTIONS: &str = "nav_menu_options";

/// Why a menu is not written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MenuError {
    /// Another menu has the name: that menu.
    Exists(TermId),
    /// The term is refused.
    Term(TermError),
}

/// `wp_update_nav_menu_object`: makes a menu (`id` is `None`), or gives one name and description. The slug follows the
/// name.
///
/// # Errors
/// When the database fails.
pub async fn wp_update_nav_menu_object(
    tx: &Transaction,
    rules: &TermRules,
    id: Option<TermId>,
    (name, description): (&str, &str),
) -> Result<Result<Term, MenuError>, DbError> {
    let of_name = get_term_by_name(tx, NAV_MENU, &pre_term_name(name)).await?;
    if let Some(other) = of_name.filter(|other| Some(other.term_id) != id) {
        return Ok(Err(MenuError::Exists(other.term_id)));
    }
    let fields = TermFields {
        name: Some(name.to_owned()),
        slug: Some(String::new()),
        description: Some(description.to_owned()),
        parent: Some(TermId(0)),
    };
    let written = match id {
        Some(id) => wp_update_term(tx, rules, id, &fields).await?,
        None => wp_insert_term(tx, rules, &fields).await?,
    };
    Ok(written.map_err(MenuError::Term))
}

/// The menus of the theme's locations (`nav_menu_locations` of the theme mods).
pub fn nav_menu_locations(theme_mods: &Value) -> Array {
    let locations = theme_mods.at("nav_menu_locations").as_array();
    locations.cloned().unwrap_or_default()
}

/// The locations that show a menu.
pub fn locations_of(theme_mods: &Value, menu: TermId) -> Vec<String> {
    let locations = nav_menu_locations(theme_mods);
    let own = locations
        .iter()
        .filter(|(_, id)| id.as_int() == Some(menu.0));
    own.map(|(name, _)| name.to_string_lossy()).collect()
}

/// Whether new pages are added to a menu.
pub fn is_auto_add(options: &Value, menu: TermId) -> bool {
    let mut menus = options.at("auto_add").values();
    menus.any(|id| id.as_int() == Some(menu.0))
}

/// `set_theme_mod( 'nav_menu_locations' )`: the menu is shown at these locations, which others lose, and at no others.
///
/// # Errors
/// When the database fails.
pub async fn set_locations(
    tx: &Transaction,
    stylesheet: &str,
    menu: TermId,
    wanted: &[String],
) -> Result<(), DbError> {
    change_locations(tx, stylesheet, |locations| {
        let mut kept = Array::new();
        for (name, id) in locations.iter() {
            if id.as_int() != Some(menu.0) {
                kept.insert(name.clone(), id.clone());
            }
        }
        for location in wanted {
            kept.insert(location.as_str(), menu.0);
        }
        kept
    })
    .await
}

async fn change_locations(
    tx: &Transaction,
    stylesheet: &str,
    change: impl FnOnce(Array) -> Array + Send,
) -> Result<(), DbError> {
    let option = format!("theme_mods_{stylesheet}");
    change_option(tx, &option, |mods| {
        let mut mods = mods.as_array().cloned().unwrap_or_default();
        let locations = mods.get("nav_menu_locations").and_then(Value::as_array);
        let changed = change(locations.cloned().unwrap_or_default());
        mods.insert("nav_menu_locations", changed);
        Some(mods.into())
    })
    .await?;
    Ok(())
}

/// `handle_auto_add`: whether new pages are added to a menu.
///
/// # Errors
/// When the database fails.
pub async fn set_auto_add(tx: &Transaction, menu: TermId, is_on: bool) -> Result<(), DbError> {
    change_option(tx, OPTIONS, |options| {
        let mut options = options.as_array().cloned().unwrap_or_default();
        let stored = options.get("auto_add").and_then(Value::as_array);
        let stored: Vec<Value> = stored
            .into_iter()
            .flat_map(Array::values)
            .cloned()
            .collect();
        let is_own = |id: &Value| id.as_int() == Some(menu.0);
        let mut menus = stored;
        if !is_on {
            menus.retain(|id| !is_own(id));
        } else if !menus.iter().any(is_own) {
            menus.push(menu.0.into());
        }
        options.insert("auto_add", menus.into_iter().collect::<Value>());
        Some(options.into())
    })
    .await?;
    Ok(())
}

/// `wp_delete_nav_menu`: the menu, its items, and its places in the theme. False: there is none.
///
/// # Errors
/// When the database fails.
pub async fn wp_delete_nav_menu(
    tx: &Transaction,
    registry: &Registry,
    rules: &TermRules,
    (menu, stylesheet): (&Term, &str),
) -> Result<bool, DbError> {
    const ITEMS: &str =
        "SELECT object_id FROM {p}term_relationships WHERE term_taxonomy_id = ? ORDER BY object_id";
    let items: Vec<(i64,)> = tx.load(ITEMS, binds![menu.term_taxonomy_id.0]).await?;
    for (id,) in items {
        if let Some(item) = stored_post(tx, PostId(id)).await? {
            wp_delete_post(tx, registry, &item).await?;
        }
    }
    if !wp_delete_term(tx, registry, rules, menu.term_id).await? {
        return Ok(false);
    }
    change_locations(tx, stylesheet, |mut locations| {
        for (_, id) in locations.iter_mut() {
            if id.to_int() == menu.term_id.0 {
                *id = Value::Int(0);
            }
        }
        locations
    })
    .await?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_and_auto_add_name_menus_by_number() {
        let locations = Value::array()
            .with("top", 40)
            .with("side", "40")
            .with("foot", 41);
        let mods = Value::array().with("nav_menu_locations", locations);
        assert_eq!(locations_of(&mods, TermId(40)), ["top"]);
        assert!(locations_of(&Value::Null, TermId(40)).is_empty());
        let options = Value::array().with("auto_add", [48].into_iter().collect::<Value>());
        assert!(is_auto_add(&options, TermId(48)) && !is_auto_add(&options, TermId(4)));
    }
}
