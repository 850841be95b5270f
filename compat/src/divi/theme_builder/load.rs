//! Reads the templates of a site: at most three queries, with the site's snapshot.
//!
//! Contract "divi-theme", section 6 (post types and meta).

use std::collections::{HashMap, HashSet};

use super::{Area, Condition, LayoutChoice, Layouts, Template, ThemeBuilder};
use crate::wordpress::db::reads::declared;
use crate::wordpress::db::tag::Tag;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::php::{Value, maybe_unserialize};
use crate::wordpress::post::{Meta, PostId};

/// Containers, templates and layouts, the newest first.
const POSTS: &str = "SELECT ID, post_type FROM {p}posts WHERE post_status = 'publish' AND post_type IN \
    ('et_theme_builder', 'et_template', 'et_header_layout', 'et_body_layout', 'et_footer_layout') \
    ORDER BY post_date DESC, ID DESC";

/// The types that [`POSTS`] reads.
const TYPES: [&str; 5] = [
    "et_theme_builder",
    "et_template",
    "et_header_layout",
    "et_body_layout",
    "et_footer_layout",
];

const META: &str = "SELECT post_id, meta_key, meta_value FROM {p}postmeta WHERE post_id IN (?*) \
    ORDER BY post_id, meta_id";

const BACKUP: &str = "SELECT option_value FROM {p}options WHERE option_name = ?";

impl ThemeBuilder {
    /// Reads them.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load(db: &Db) -> Result<Self, DbError> {
        declared(TYPES.map(Tag::posts), Self::read(db)).await
    }

    async fn read(db: &Db) -> Result<Self, DbError> {
        let posts: Vec<(i64, String)> = db.load(POSTS, vec![]).await?;
        let of_type = |name: &str| {
            let found = posts.iter().filter(move |(_, t)| t == name);
            found.map(|(id, _)| *id).collect::<Vec<i64>>()
        };
        let (containers, templates) = (of_type("et_theme_builder"), of_type("et_template"));
        if containers.is_empty() || templates.is_empty() {
            return Ok(Self::default());
        }
        let ids: Vec<i64> = containers.iter().chain(&templates).copied().collect();
        let rows: Vec<(i64, String, Vec<u8>)> = db.load_list(META, vec![], &ids, vec![]).await?;
        let mut meta: HashMap<i64, Meta> = HashMap::new();
        for (id, key, value) in rows {
            meta.entry(id).or_default().push(&key, value);
        }
        let none = Meta::default();
        let of = |id: i64| meta.get(&id).unwrap_or(&none);
        // Containers saved in the library do not apply.
        let container = containers
            .into_iter()
            .find(|id| of(*id).raw("_et_library_theme_builder").is_none());
        let Some(container) = container else {
            return Ok(Self::default());
        };
        let backup = format!("et_tb_templates_backup_{container}");
        let backup: Vec<(Vec<u8>,)> = db.load(BACKUP, vec![backup.as_str().into()]).await?;
        let listed = backup.first().map(|(value,)| maybe_unserialize(value));
        let listed = listed.map(|value| ids_of(&value)).filter(|l| !l.is_empty());
        let listed = listed.unwrap_or_else(|| {
            let values = of(container).all("_et_template");
            values.filter_map(number).collect()
        });
        let published: HashSet<(i64, &str)> = posts
            .iter()
            .map(|(id, name)| (*id, name.as_str()))
            .collect();
        let templates = listed
            .into_iter()
            .filter(|id| published.contains(&(*id, "et_template")))
            .filter(|id| is_one(of(*id), "_et_enabled"))
            .map(|id| template(id, of(id), &published));
        Ok(Self::new(templates.collect()))
    }
}

fn ids_of(value: &Value) -> Vec<i64> {
    let ids = value.values();
    ids.filter_map(|id| id.to_string_lossy().parse().ok())
        .collect()
}

fn number(value: &[u8]) -> Option<i64> {
    std::str::from_utf8(value).ok()?.trim().parse().ok()
}

fn is_one(meta: &Meta, key: &str) -> bool {
    meta.text(key) == "1"
}

fn template(id: i64, meta: &Meta, published: &HashSet<(i64, &str)>) -> Template {
    let conditions = |key: &str| {
        let stored = meta.all(key);
        let texts = stored.map(|value| String::from_utf8_lossy(value).into_owned());
        texts.filter_map(|text| Condition::parse(&text)).collect()
    };
    let mut layouts = Layouts::default();
    for area in Area::ALL {
        let key = |part: &str| format!("_et_{}_layout_{part}", area.name());
        let layout = meta.raw(&key("id")).and_then(number);
        let is_there = |id: &i64| published.contains(&(*id, area.post_type()));
        let choice = LayoutChoice {
            layout: layout.filter(is_there).map(PostId),
            is_enabled: is_one(meta, &key("enabled")),
        };
        layouts.set(area, choice);
    }
    Template {
        id: PostId(id),
        is_default: is_one(meta, "_et_default"),
        use_on: conditions("_et_use_on"),
        exclude_from: conditions("_et_exclude_from"),
        layouts,
    }
}
