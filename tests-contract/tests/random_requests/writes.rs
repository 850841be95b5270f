//! Whether a person might make the changes that a request made.

use super::journal::{Change, int};
use super::rights::Rights;

/// The changes that nobody allowed. `rights` are those before the request.
pub fn forbidden(rights: Rights<'_>, changes: &[Change]) -> Vec<String> {
    let judge = Judge { rights, changes };
    let wrong = changes.iter().filter(|change| !judge.allows(change));
    wrong
        .map(|change| {
            format!(
                "{}: {} -> {}",
                change.table,
                short(&change.old),
                short(&change.new)
            )
        })
        .collect()
}

fn short(row: &serde_json::Value) -> String {
    row.to_string().chars().take(300).collect()
}

struct Judge<'a> {
    rights: Rights<'a>,
    changes: &'a [Change],
}

impl Judge<'_> {
    fn allows(&self, change: &Change) -> bool {
        if change.old == change.new {
            return true;
        }
        match change.table.as_str() {
            "posts" => self.post(change),
            "postmeta" => self.post_meta(change),
            "terms" | "term_taxonomy" | "termmeta" => self.term(change),
            "term_relationships" => self.relationship(change),
            "comments" => self.comment(change),
            "commentmeta" => self.touches("comments", "comment_ID", change.int("comment_id")),
            "users" | "usermeta" => self.user(change),
            "options" => self.option(&change.text("option_name")),
            _ => false,
        }
    }

    /// Whether the request also changes a row of another table.
    fn touches(&self, table: &str, key: &str, id: i64) -> bool {
        let mut changes = self.changes.iter();
        changes.any(|change| change.table == table && change.int(key) == id)
    }

    fn is_made(&self, id: i64) -> bool {
        let mut changes = self.changes.iter();
        changes.any(|c| c.table == "posts" && c.is_new() && c.int("ID") == id)
    }

    fn is_deleted(&self, table: &str, key: &str, id: i64) -> bool {
        let mut changes = self.changes.iter();
        changes.any(|c| c.table == table && c.is_gone() && c.int(key) == id)
    }

    fn deletes_user(&self) -> bool {
        let mut changes = self.changes.iter();
        self.rights.can("delete_users") && changes.any(|c| c.table == "users" && c.is_gone())
    }

    /// A published page is added to the menus that take new pages.
    fn publishes_page(&self) -> bool {
        let mut changes = self.changes.iter().filter(|c| c.table == "posts");
        let is_page =
            |c: &Change| c.new["post_type"] == "page" && c.new["post_status"] == "publish";
        self.rights.can("publish_pages") && changes.any(is_page)
    }

    fn deletes_something(&self) -> bool {
        let mut changes = self.changes.iter();
        changes.any(|c| c.is_gone() && matches!(c.table.as_str(), "posts" | "term_taxonomy"))
    }

    fn post(&self, change: &Change) -> bool {
        let (id, rights) = (change.int("ID"), self.rights);
        if change.is_new() {
            return self.new_post(change);
        }
        let post_type = change.text("post_type");
        if change.is_gone() {
            let parent = change.int("post_parent");
            return match post_type.as_str() {
                "revision" => self.is_deleted("posts", "ID", parent) || rights.edit_post(parent),
                "nav_menu_item" => self.deletes_something(),
                _ => rights.delete_post(id) || self.deletes_user(),
            };
        }
        if self.is_made(id) {
            return true;
        }
        let differing = change.differing();
        let (author, status) = (int(&change.new, "post_author"), &change.new["post_status"]);
        let status = status.as_str().unwrap_or_default();
        let publishes = change.text("post_status") != status
            && matches!(status, "publish" | "future" | "private")
            && change.text("post_status") != "future";
        let by_deletion = |differing: &[&str]| {
            differing == ["post_parent"] && {
                let parent = change.int("post_parent");
                self.is_deleted("posts", "ID", parent)
            }
        };
        let is_allowed = match differing.as_slice() {
            ["comment_count"] => self.changes.iter().any(|c| c.table == "comments"),
            [] => rights.edit_post(id) || rights.delete_post(id),
            differing if by_deletion(differing) => true,
            _ if self.deletes_user() => true,
            _ if status == "trash" => rights.delete_post(id) || rights.edit_post(id),
            _ => rights.edit_post(id),
        };
        is_allowed
            && (!publishes || rights.can_type(&post_type, "publish"))
            && (author == change.int("post_author")
                || author == rights.id
                || rights.can_type(&post_type, "edit_others")
                || self.deletes_user())
    }

    fn new_post(&self, change: &Change) -> bool {
        let rights = self.rights;
        let (post_type, status) = (change.text("post_type"), change.text("post_status"));
        let (author, parent) = (change.int("post_author"), change.int("post_parent"));
        if post_type == "revision" {
            return self.is_made(parent) || rights.edit_post(parent);
        }
        if matches!(post_type.as_str(), "wp_global_styles" | "oembed_cache") {
            return rights.edits_some_posts();
        }
        if post_type == "nav_menu_item" && self.publishes_page() {
            return true;
        }
        let publishes = matches!(status.as_str(), "publish" | "future" | "private");
        rights.can_type(&post_type, "create")
            && (!publishes || rights.can_type(&post_type, "publish"))
            && (author == rights.id || rights.can_type(&post_type, "edit_others") || author == 0)
    }

    fn post_meta(&self, change: &Change) -> bool {
        let id = change.int("post_id");
        let is_of_a_deletion = change.text("meta_key") == "_thumbnail_id" && change.is_gone();
        let is_cache = change.text("meta_key").starts_with("_oembed_");
        is_cache
            || self.is_made(id)
            || self.rights.edit_post(id)
            || self.rights.delete_post(id)
            || is_of_a_deletion && self.deletes_something()
            || self.is_deleted("posts", "ID", id)
    }

    fn term(&self, change: &Change) -> bool {
        let (id, rights) = (change.int("term_id"), self.rights);
        let made = self.changes.iter().filter(|c| c.table == "term_taxonomy");
        let mut made = made.filter(|c| c.int("term_id") == id);
        let taxonomy = match rights.world.terms.get(&id) {
            Some(taxonomy) => taxonomy.clone(),
            None => made.next().map(|c| c.text("taxonomy")).unwrap_or_default(),
        };
        let is_flat = matches!(
            taxonomy.as_str(),
            "post_tag"
                | "project_tag"
                | "product_tag"
                | "wp_pattern_category"
                | "post_format"
                | "wp_theme"
        );
        if change.table == "term_taxonomy" && !change.is_new() && !change.is_gone() {
            let differing = change.differing();
            let is_count = differing.is_empty();
            let is_moved = differing == ["parent"];
            return is_count
                || is_moved && rights.terms(&taxonomy, "delete")
                || rights.terms(&taxonomy, "edit");
        }
        let mut made = self
            .changes
            .iter()
            .filter(|c| c.table == "term_taxonomy" && c.is_new());
        let is_made = made.any(|c| c.int("term_id") == id);
        let act = match (change.is_new() || is_made, change.is_gone()) {
            (true, _) if is_flat => "assign",
            (_, true) => "delete",
            _ => "edit",
        };
        rights.terms(&taxonomy, act)
    }

    fn relationship(&self, change: &Change) -> bool {
        let (object, term) = (change.int("object_id"), change.int("term_taxonomy_id"));
        let taxonomy = self.rights.world.term_taxonomies.get(&term);
        let is_of_a_deletion = self.is_deleted("term_taxonomy", "term_taxonomy_id", term)
            || self.deletes_something() && self.rights.terms("category", "delete");
        let is_default = self.rights.world.options.get("default_category");
        let may_assign = taxonomy.is_none_or(|taxonomy| {
            self.rights.terms(taxonomy, "assign")
                || self.rights.world.terms.contains_key(&term) && is_default == Some(&term)
        });
        let may_touch = self.is_made(object)
            || self.rights.edit_post(object)
            || self.rights.delete_post(object);
        is_of_a_deletion
            || self.is_made(object) && self.publishes_page()
            || self.is_deleted("posts", "ID", object)
            || may_touch && (may_assign || change.is_gone() && self.rights.delete_post(object))
    }

    fn comment(&self, change: &Change) -> bool {
        let (id, post) = (change.int("comment_ID"), change.int("comment_post_ID"));
        let rights = self.rights;
        if change.is_new() {
            let is_open = rights.read_post(post) && rights.world.posts.contains_key(&post);
            let is_own = change.int("user_id") == rights.id;
            let is_kept = change.text("comment_approved") != "trash";
            return rights.id > 0
                && is_open
                && (is_own && is_kept || rights.can("moderate_comments"));
        }
        let differing = change.differing();
        let by_deletion = differing == ["comment_parent"]
            && self.is_deleted("comments", "comment_ID", change.int("comment_parent"));
        let with_post = self.touches("posts", "ID", post)
            && (rights.delete_post(post) || rights.edit_post(post) || self.deletes_user());
        by_deletion || with_post || rights.edit_comment(id)
    }

    fn user(&self, change: &Change) -> bool {
        let rights = self.rights;
        let id = match change.table.as_str() {
            "users" => change.int("ID"),
            _ => change.int("user_id"),
        };
        let mut changes = self.changes.iter();
        let is_made = changes.any(|c| c.table == "users" && c.is_new() && c.int("ID") == id);
        if is_made {
            return rights.can("create_users");
        }
        if change.table == "users" && change.is_gone() || self.is_deleted("users", "ID", id) {
            return rights.can("delete_users");
        }
        let is_role = matches!(
            change.text("meta_key").as_str(),
            "wp_capabilities" | "wp_user_level"
        );
        rights.edit_user(id) && (!is_role || rights.can("promote_users"))
    }

    fn option(&self, name: &str) -> bool {
        let rights = self.rights;
        match name {
            "cron" | "sticky_posts" => rights.can("edit_posts"),
            "using_application_passwords" => rights.id > 0,
            "nav_menu_options" | "sidebars_widgets" | "_et_builder_da_feature_cache" => {
                rights.can("edit_theme_options")
            }
            name if name.starts_with("widget_") || name.starts_with("theme_mods_") => {
                rights.can("edit_theme_options")
            }
            name if name.ends_with("_children") => {
                rights.can("manage_categories") || rights.can("manage_product_terms")
            }
            name if name.starts_with("_transient") || name.starts_with("_site_transient") => true,
            _ => rights.can("manage_options"),
        }
    }
}
