//! `wp_update_nav_menu_item`: an item of a menu, a post of type `nav_menu_item` with eight metas.
//!
//! Contract "wordpress-rest", section 13; recordings owner/menu-item-*.

use super::db::{DbError, Transaction};
use super::formatting::sanitize::{sanitize_html_class, sanitize_key};
use super::formatting::specialchars::{QuoteStyle, wp_specialchars_decode};
use super::kses::WP_ALLOWED_PROTOCOLS;
use super::meta_row::{
    SentMeta, delete_post_meta, post_metadata, store_sent_meta, update_post_meta,
};
use super::nav_menu::{NAV_MENU, OPTIONS};
use super::option_row::locked_option;
use super::php::{Value, maybe_unserialize, serialize};
use super::post::change_post::{wp_insert_post, wp_update_post};
use super::post::post_row::{locked_post, stored_post};
use super::post::post_writer::PostWriter;
use super::post::{Post, PostId};
use super::taxonomy::TermId;
use super::term::get_term;
use super::term_relationships::{object_terms, wp_set_object_terms};
use super::url::esc_url_raw;
use crate::binds;

/// The post type of items.
pub const NAV_MENU_ITEM: &str = "nav_menu_item";

/// The fields of an item that is written.
#[derive(Debug, Clone, Default)]
pub struct MenuItemFields {
    /// The item, `None` for a new one.
    pub id: Option<PostId>,
    /// Its menu, 0 for none.
    pub menu: TermId,
    /// `custom`, `post_type`, `taxonomy`, `post_type_archive`.
    pub item_type: String,
    /// The post type or taxonomy.
    pub object: String,
    /// The post or term.
    pub object_id: i64,
    /// The item above, 0 for none.
    pub parent: i64,
    /// `menu_order`.
    pub position: i64,
    /// Its own title.
    pub title: String,
    /// The address of a custom item.
    pub url: String,
    /// `post_content`.
    pub description: String,
    /// `post_excerpt`.
    pub attr_title: String,
    /// `_blank` or nothing.
    pub target: String,
    /// Class names.
    pub classes: Vec<String>,
    /// Link relations.
    pub xfn: Vec<String>,
    /// Whether it is published; else a draft.
    pub is_published: bool,
    /// The title of the archive that an item of type `post_type_archive` leads to.
    pub archive_title: String,
    /// Registered meta.
    pub meta: SentMeta,
}

/// Why an item is not written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MenuItemError {
    /// The id is another kind of post's.
    NotAnItem,
    /// There is no such menu.
    InvalidMenu,
}

impl MenuItemError {
    /// The code of the `WP_Error`.
    pub fn code(self) -> &'static str {
        match self {
            Self::NotAnItem => "update_nav_menu_item_failed",
            Self::InvalidMenu => "invalid_menu_id",
        }
    }

    /// Its message, untranslated.
    pub fn source(self) -> &'static str {
        match self {
            Self::NotAnItem => "The given object ID is not that of a menu item.",
            Self::InvalidMenu => "Invalid menu ID.",
        }
    }
}

/// What an item leads to: its title and the thing above it.
struct Original {
    title: String,
    parent: i64,
}

/// Makes or changes an item of a menu.
///
/// # Errors
/// When the database fails.
pub async fn wp_update_nav_menu_item(
    tx: &Transaction,
    writer: &PostWriter,
    mut fields: MenuItemFields,
) -> Result<Result<PostId, MenuItemError>, DbError> {
    let before = match fields.id {
        None => None,
        Some(id) => match locked_post(tx, id).await? {
            Some(post) if post.post_type == NAV_MENU_ITEM => Some(post),
            _ => return Ok(Err(MenuItemError::NotAnItem)),
        },
    };
    if fields.menu.0 == 0 {
        fields.position = 1;
    } else if get_term(tx, NAV_MENU, fields.menu).await?.is_none() {
        return Ok(Err(MenuItemError::InvalidMenu));
    } else if fields.position == 0 {
        fields.position = next_position(tx, fields.menu).await?;
    }
    let mut parent = before.as_ref().map_or(0, |post| post.parent.0);
    if fields.item_type == "custom" {
        fields.url = fields.url.trim().to_owned();
    } else {
        fields.url.clear();
        let original = original(tx, &fields, parent).await?;
        parent = original.parent;
        let title = wp_specialchars_decode(&original.title, QuoteStyle::NoQuotes);
        if fields.title == title {
            fields.title.clear();
        }
        // A post needs some text.
        if fields.title.is_empty() && fields.description.is_empty() {
            fields.description = " ".to_owned();
        }
    }
    let id = match &before {
        Some(post) => post.id,
        None => {
            wp_insert_post(tx, writer, row(writer, &fields, parent, None))
                .await?
                .id
        }
    };
    set_menu(tx, writer, (id, fields.menu), before.is_none()).await?;
    write_meta(tx, writer, id, &mut fields).await?;
    if let Some(before) = before {
        let changed = row(writer, &fields, parent, Some(&before));
        wp_update_post(tx, writer, &before, changed, true).await?;
    }
    store_sent_meta(tx, id, &fields.meta).await?;
    Ok(Ok(id))
}

/// The place after the last item of a menu.
async fn next_position(tx: &Transaction, menu: TermId) -> Result<i64, DbError> {
    const SQL: &str = "SELECT MAX(p.menu_order) FROM {p}posts p JOIN {p}term_relationships r ON r.object_id = p.ID \
        JOIN {p}term_taxonomy t ON t.term_taxonomy_id = r.term_taxonomy_id WHERE t.taxonomy = ? AND t.term_id = ? \
        AND p.post_status IN ('publish', 'draft')";
    let row: Option<(Option<i64>,)> = tx.load_first(SQL, binds![NAV_MENU, menu.0]).await?;
    Ok(row.and_then(|(last,)| last).map_or(0, |last| last + 1))
}

/// `_wp_auto_add_pages_to_menu`: a page at the top that was just published comes to the end of the menus with
/// `auto_add` that do not hold it yet.
///
/// # Errors
/// When the database fails.
pub async fn wp_auto_add_pages_to_menu(
    tx: &Transaction,
    writer: &PostWriter,
    page: &Post,
) -> Result<(), DbError> {
    const HELD: &str = "SELECT r.object_id FROM {p}term_relationships r \
        JOIN {p}term_taxonomy t ON t.term_taxonomy_id = r.term_taxonomy_id \
        JOIN {p}postmeta m ON m.post_id = r.object_id AND m.meta_key = '_menu_item_object_id' AND m.meta_value = ? \
        WHERE t.taxonomy = ? AND t.term_id = ? LIMIT 1";
    let options = locked_option(tx, OPTIONS).await?;
    let options = options.as_deref().map_or(Value::Null, maybe_unserialize);
    for menu in options.at("auto_add").values().map(Value::to_int) {
        let held = binds![page.id.0.to_string(), NAV_MENU, menu];
        let held: Option<(i64,)> = tx.load_first(HELD, held).await?;
        if held.is_some() {
            continue;
        }
        let fields = MenuItemFields {
            menu: TermId(menu),
            item_type: "post_type".to_owned(),
            object: page.post_type.clone(),
            object_id: page.id.0,
            is_published: true,
            ..MenuItemFields::default()
        };
        // A menu that is gone stays in the option; it takes nothing.
        let _ = wp_update_nav_menu_item(tx, writer, fields).await?;
    }
    Ok(())
}

/// The item's row. A changed item gets the date of the change.
fn row(writer: &PostWriter, fields: &MenuItemFields, parent: i64, before: Option<&Post>) -> Post {
    let status = if fields.is_published {
        "publish"
    } else {
        "draft"
    };
    Post {
        date: writer.local_now(),
        title: fields.title.clone(),
        content: fields.description.clone(),
        excerpt: fields.attr_title.clone(),
        parent: PostId(parent),
        menu_order: fields.position,
        status: status.to_owned(),
        post_type: NAV_MENU_ITEM.to_owned(),
        ..before.cloned().unwrap_or_default()
    }
}

async fn original(
    tx: &Transaction,
    fields: &MenuItemFields,
    parent: i64,
) -> Result<Original, DbError> {
    let unknown = Original {
        title: String::new(),
        parent,
    };
    Ok(match fields.item_type.as_str() {
        "taxonomy" => {
            let term = get_term(tx, &fields.object, TermId(fields.object_id)).await?;
            term.map_or(unknown, |term| Original {
                title: term.name,
                parent: term.parent.0,
            })
        }
        "post_type" => {
            let post = stored_post(tx, PostId(fields.object_id)).await?;
            post.map_or(unknown, |post| Original {
                title: post.title,
                parent: post.parent.0,
            })
        }
        "post_type_archive" => Original {
            title: fields.archive_title.clone(),
            parent,
        },
        _ => unknown,
    })
}

/// Puts the item into its menu, out of others.
async fn set_menu(
    tx: &Transaction,
    writer: &PostWriter,
    (id, menu): (PostId, TermId),
    is_new: bool,
) -> Result<(), DbError> {
    if menu.0 == 0 {
        return Ok(());
    }
    if !is_new && object_terms(tx, id, NAV_MENU).await?.contains(&menu) {
        return Ok(());
    }
    let registry = writer.registry();
    wp_set_object_terms(tx, registry, (id, NAV_MENU), &[menu], false).await?;
    Ok(())
}

async fn write_meta(
    tx: &Transaction,
    writer: &PostWriter,
    id: PostId,
    fields: &mut MenuItemFields,
) -> Result<(), DbError> {
    const ORPHANED: &str = "_menu_item_orphaned";
    if fields.item_type == "custom" {
        fields.object_id = id.0;
        "custom".clone_into(&mut fields.object);
    }
    if fields.parent == id.0 {
        fields.parent = 0;
    }
    let classes: Value = cleaned(&fields.classes).into_iter().collect();
    let classes = serialize(&classes);
    let url = esc_url_raw(&fields.url, &WP_ALLOWED_PROTOCOLS).into_owned();
    for (key, value) in [
        (
            "_menu_item_type",
            sanitize_key(&fields.item_type).into_owned(),
        ),
        ("_menu_item_menu_item_parent", fields.parent.to_string()),
        ("_menu_item_object_id", fields.object_id.to_string()),
        (
            "_menu_item_object",
            sanitize_key(&fields.object).into_owned(),
        ),
        (
            "_menu_item_target",
            sanitize_key(&fields.target).into_owned(),
        ),
        (
            "_menu_item_classes",
            String::from_utf8_lossy(&classes).into_owned(),
        ),
        ("_menu_item_xfn", cleaned(&fields.xfn).join(" ")),
        ("_menu_item_url", url),
    ] {
        update_post_meta(tx, id, key, value).await?;
    }
    if fields.menu.0 == 0 {
        update_post_meta(tx, id, ORPHANED, writer.now.to_string()).await?;
    } else if !post_metadata(tx, id, ORPHANED).await?.is_empty() {
        delete_post_meta(tx, id, ORPHANED).await?;
    }
    Ok(())
}

/// Class names, joined and split again as WordPress does: one that holds blanks becomes several, none an empty one.
fn cleaned(names: &[String]) -> Vec<String> {
    let joined = names.join(" ");
    let names = joined.split(' ');
    names.map(|name| sanitize_html_class(name, "")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Recordings owner/menu-item-create-page and menu-item-create-custom.
    #[test]
    fn class_names_are_split_at_blanks() {
        let of =
            |names: &[&str]| cleaned(&names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>());
        assert_eq!(of(&[]), [""]);
        assert_eq!(of(&["uno", "dos tres", "c!"]), ["uno", "dos", "tres", "c"]);
    }
}
