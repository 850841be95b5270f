//! Reads the site's snapshot: six queries, whatever the size of the site.

use std::collections::HashMap;
use std::sync::Arc;

use super::column::Columns;
use super::db::reads::declared;
use super::db::tag::Tag;
use super::db::{Db, DbError, SqlText};
use super::menu::{MenuItem, MenuItemTarget, NavMenu};
use super::object_cache::ObjectCache;
use super::options::Options;
use super::php::Value;
use super::post::{Meta, PostId};
use super::site::{PageNode, PageTree, Site};
use super::taxonomy::{TermId, TermTaxonomyId, Terms};
use super::term::all_terms;

/// Reads everything that [`Site`] holds.
///
/// # Errors
/// When the database fails.
pub async fn load(db: &Db, columns: Columns) -> Result<Site, DbError> {
    let options = options(db, columns).await?;
    let terms = Terms::new(all_terms(db).await?);
    let pages = declared([Tag::post_heads("page")], pages(db)).await?;
    let mut registry = columns.register(&options, &pages);
    for register in columns.active(&options).filter_map(|c| c.register_rows) {
        register(db, &options, &mut registry).await?;
    }
    let menus = declared([Tag::posts("nav_menu_item")], menus(db, &terms)).await?;
    Ok(Site {
        options,
        registry,
        terms,
        pages,
        menus,
        link_query: None,
        content_home: None,
        front_page_has_name: false,
        posts_where: None,
    })
}

async fn options(db: &Db, columns: Columns) -> Result<Options, DbError> {
    let mut sql = SqlText::new(
        "SELECT option_name, option_value FROM {p}options \
         WHERE autoload NOT IN ('no', 'off', 'auto-off') OR option_name IN (''",
    );
    for name in columns.option_names() {
        sql.push_with(", ?", vec![name.into()]);
    }
    sql.push(")");
    Ok(Options::new(db.load_built::<(String, Vec<u8>)>(sql).await?))
}

crate::row! {
    struct PageRow {
        id: i64,
        parent: i64,
        name: String,
        status: String,
        post_type: String,
        title: String,
        menu_order: i64,
    }
}

async fn pages(db: &Db) -> Result<PageTree, DbError> {
    let rows: Vec<PageRow> = db
        .load(
            "SELECT ID, post_parent, post_name, post_status, post_type, post_title, menu_order FROM {p}posts \
             WHERE post_type = 'page' ORDER BY ID",
            vec![],
        )
        .await?;
    Ok(PageTree::new(rows.into_iter().map(|r| PageNode {
        id: PostId(r.id),
        parent: PostId(r.parent),
        name: r.name,
        status: r.status,
        post_type: r.post_type,
        title: r.title,
        menu_order: r.menu_order,
    })))
}

crate::row! {
    struct MenuRow {
        id: i64,
        menu: i64,
        title: String,
        excerpt: String,
        content: String,
    }
}

async fn menus(db: &Db, terms: &Terms) -> Result<HashMap<TermId, NavMenu>, DbError> {
    let rows: Vec<MenuRow> = db
        .load(
            "SELECT p.ID, r.term_taxonomy_id, p.post_title, p.post_excerpt, p.post_content FROM {p}posts p \
             JOIN {p}term_relationships r ON r.object_id = p.ID \
             WHERE p.post_type = 'nav_menu_item' AND p.post_status = 'publish' ORDER BY p.menu_order, p.ID",
            vec![],
        )
        .await?;
    let meta_rows: Vec<(i64, String, Vec<u8>)> = db
        .load(
            "SELECT m.post_id, m.meta_key, m.meta_value FROM {p}postmeta m JOIN {p}posts p ON p.ID = m.post_id \
             WHERE p.post_type = 'nav_menu_item' AND p.post_status = 'publish' ORDER BY m.meta_id",
            vec![],
        )
        .await?;
    let mut meta: HashMap<i64, Meta> = HashMap::new();
    for (id, key, value) in meta_rows {
        meta.entry(id).or_default().push(&key, value);
    }
    let objects = linked_posts(db, meta.values()).await?;
    let mut menus: HashMap<TermId, NavMenu> = HashMap::new();
    for row in rows {
        let Some(term) = terms
            .get(TermTaxonomyId(row.menu))
            .filter(|t| t.taxonomy == "nav_menu")
        else {
            continue;
        };
        let menu = menus.entry(term.term_id).or_insert_with(|| NavMenu {
            term: term.clone(),
            items: Vec::new(),
        });
        let meta = meta.remove(&row.id).unwrap_or_default();
        menu.items.extend(item(row, meta, &objects, terms));
    }
    for term in terms.of("nav_menu") {
        menus.entry(term.term_id).or_insert_with(|| NavMenu {
            term: term.clone(),
            items: Vec::new(),
        });
    }
    Ok(menus)
}

/// The posts that items of type `post_type` point to.
async fn linked_posts(db: &Db, metas: impl Iterator<Item = &Meta>) -> Result<ObjectCache, DbError> {
    let ids: Vec<PostId> = metas
        .filter(|m| m.text("_menu_item_type") == "post_type")
        .filter_map(|m| m.text("_menu_item_object_id").parse().ok().map(PostId))
        .collect();
    let mut objects = ObjectCache::default();
    objects.prime_post_heads(db, &ids).await?;
    Ok(objects)
}

/// The item, or nothing when its object is missing or not published.
fn item(row: MenuRow, meta: Meta, objects: &ObjectCache, terms: &Terms) -> Option<MenuItem> {
    let text = |key: &str| meta.text(key).into_owned();
    let (item_type, object) = (text("_menu_item_type"), text("_menu_item_object"));
    let object_id: i64 = text("_menu_item_object_id").parse().unwrap_or(0);
    let target_object = match item_type.as_str() {
        "post_type" => {
            let post = objects
                .post(PostId(object_id))
                .filter(|p| p.is_published())?;
            MenuItemTarget::Post(post.clone())
        }
        "taxonomy" => MenuItemTarget::Term(terms.by_id(&object, TermId(object_id))?.clone()),
        "post_type_archive" => MenuItemTarget::PostTypeArchive(object.clone()),
        _ => MenuItemTarget::Custom,
    };
    let title = match &target_object {
        _ if !row.title.is_empty() => row.title,
        MenuItemTarget::Post(post) => post.title.clone(),
        MenuItemTarget::Term(term) => term.name.clone(),
        MenuItemTarget::PostTypeArchive(_) | MenuItemTarget::Custom => String::new(),
    };
    Some(MenuItem {
        id: PostId(row.id),
        parent: PostId(text("_menu_item_menu_item_parent").parse().unwrap_or(0)),
        title,
        attr_title: row.excerpt,
        description: row.content,
        item_type,
        object,
        object_id,
        target_object,
        url: text("_menu_item_url"),
        target: text("_menu_item_target"),
        classes: classes(&meta.value("_menu_item_classes")),
        xfn: text("_menu_item_xfn"),
        meta: Arc::new(meta),
        copy: None,
    })
}

fn classes(value: &Value) -> Vec<String> {
    let named = value.values().map(|v| v.to_string_lossy().into_owned());
    named.filter(|class| !class.is_empty()).collect()
}
