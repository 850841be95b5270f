//! Who may do what, from the table of roles and the rows: contract "wordpress-rest", sections 4.1 and 4.2. Nothing of the
//! server's own rules is used here.

use super::world::{PostRow, World};

const ROLES: &str = include_str!("../capabilities/roles.txt");

/// Types with the capabilities of who edits the theme's options.
const OF_THE_THEME: [&str; 9] = [
    "wp_navigation",
    "nav_menu_item",
    "wp_template",
    "wp_template_part",
    "wp_global_styles",
    "wp_font_family",
    "wp_font_face",
    "custom_css",
    "customize_changeset",
];

/// Types that the API shows.
pub const SHOWN: [&str; 13] = [
    "post",
    "page",
    "attachment",
    "project",
    "product",
    "wp_block",
    "wp_navigation",
    "nav_menu_item",
    "wp_template",
    "wp_template_part",
    "wp_global_styles",
    "wp_font_family",
    "wp_font_face",
];

/// A person, or nobody with the id 0.
#[derive(Clone, Copy)]
pub struct Rights<'a> {
    /// The id.
    pub id: i64,
    /// The rows.
    pub world: &'a World,
}

fn letter(role: &str) -> char {
    match role {
        "administrator" => 'z',
        "editor" => 'e',
        "author" => 'a',
        "contributor" => 'k',
        "subscriber" => 's',
        "customer" => 'c',
        "shop_manager" => 'm',
        _ => '?',
    }
}

impl Rights<'_> {
    fn roles(&self) -> &[String] {
        self.world.users.get(&self.id).map_or(&[], Vec::as_slice)
    }

    /// Whether one of the roles has a capability.
    pub fn can(&self, capability: &str) -> bool {
        let lines = ROLES.lines().filter_map(|line| line.split_once(": "));
        let mut lines = lines.filter(|(names, _)| names.split(' ').any(|name| name == capability));
        let letters = lines.next().map_or("", |(_, letters)| letters);
        self.roles()
            .iter()
            .any(|role| letters.contains(letter(role)))
    }

    /// Whether the person edits posts of some type.
    pub fn edits_some_posts(&self) -> bool {
        self.can("edit_posts") || self.can("edit_products") || self.can("edit_theme_options")
    }

    /// A capability of a type.
    pub fn can_type(&self, post_type: &str, act: &str) -> bool {
        let family = match post_type {
            "page" => "pages",
            "product" => "products",
            _ => "posts",
        };
        match (post_type, act) {
            ("wp_block", "create") => self.can("publish_posts"),
            ("wp_block" | "wp_global_styles" | "nav_menu_item", "read") => self.can("edit_posts"),
            ("attachment", "create") => self.can("upload_files"),
            ("wpcf7_contact_form", _) => self.can("publish_pages"),
            (_, "read") if !OF_THE_THEME.contains(&post_type) => self.can("read"),
            ("wp_navigation", "read") => self.can("read"),
            _ if OF_THE_THEME.contains(&post_type) => self.can("edit_theme_options"),
            (_, "create") => self.can(&format!("edit_{family}")),
            _ => self.can(&format!("{act}_{family}")),
        }
    }

    fn change(&self, act: &str, id: i64, post: &PostRow) -> bool {
        let may = |what: &str| self.can_type(&post.post_type, &format!("{act}{what}"));
        let is_open = |status: &str| matches!(status, "publish" | "future");
        let is_own = post.author > 0 && post.author == self.id;
        let allowed = if is_own {
            let is_published =
                is_open(&post.status) || post.status == "trash" && is_open(&post.before_trash);
            may(if is_published { "_published" } else { "" })
        } else {
            may("_others")
                && match post.status.as_str() {
                    status if is_open(status) => may("_published"),
                    "private" => may("_private"),
                    _ => true,
                }
        };
        let is = |name: &str| self.world.options.get(name) == Some(&id);
        let needs_options = is("wp_page_for_privacy_policy")
            || act == "delete" && (is("page_on_front") || is("page_for_posts"));
        allowed && (!needs_options || self.can("manage_options"))
    }

    /// The post that is asked about: of a revision, its parent.
    fn subject(&self, id: i64) -> Option<(i64, &PostRow)> {
        let post = self.world.posts.get(&id)?;
        if post.post_type != "revision" {
            return Some((id, post));
        }
        let parent = self.world.posts.get(&post.parent)?;
        (parent.post_type != "revision").then_some((post.parent, parent))
    }

    /// `edit_post`.
    pub fn edit_post(&self, id: i64) -> bool {
        self.subject(id)
            .is_some_and(|(id, post)| self.change("edit", id, post))
    }

    /// `delete_post`.
    pub fn delete_post(&self, id: i64) -> bool {
        self.subject(id)
            .is_some_and(|(id, post)| self.change("delete", id, post))
    }

    /// Whether the API may show a post: its title to those who read it.
    pub fn read_post(&self, id: i64) -> bool {
        self.read_below(id, 4)
    }

    fn read_below(&self, id: i64, depth: usize) -> bool {
        let Some(post) = self.world.posts.get(&id) else {
            return true;
        };
        if post.post_type == "revision" {
            return self.edit_post(id);
        }
        if post.post_type == "wpcf7_contact_form" {
            return self.can("edit_posts");
        }
        let is_open = !matches!(
            post.post_type.as_str(),
            "wp_block" | "wp_global_styles" | "wp_template" | "wp_template_part" | "nav_menu_item"
        ) && !post.post_type.starts_with("wp_font");
        let is_shown = SHOWN.contains(&post.post_type.as_str());
        let reads = self.can_type(&post.post_type, "read");
        let is_author = post.author > 0 && post.author == self.id;
        match post.status.as_str() {
            _ if !is_shown => false,
            _ if post.post_type.starts_with("wp_template") => self.edits_some_posts(),
            "publish" => is_open || reads,
            "inherit" => {
                let has_parent = self.world.posts.contains_key(&post.parent) && depth > 0;
                !has_parent
                    || is_author && reads
                    || self.read_below(post.parent, depth - 1)
                    || self.edit_post(id)
            }
            _ if is_author => reads,
            "private" => self.can_type(&post.post_type, "read_private"),
            _ => self.edit_post(id),
        }
    }

    /// `edit_user`; the shop's manager has people who are customers or nothing.
    pub fn edit_user(&self, id: i64) -> bool {
        let roles = self.world.users.get(&id);
        let is_customer = roles.is_some_and(|roles| roles.iter().all(|role| role == "customer"));
        self.id > 0
            && (self.id == id
                || self.can("edit_users")
                || is_customer && self.roles().iter().any(|role| role == "shop_manager"))
    }

    /// Whether a person's public fields may be shown.
    pub fn view_user(&self, id: i64) -> bool {
        let has_posts = || {
            let mut posts = self.world.posts.values();
            posts.any(|post| {
                post.author == id
                    && matches!(post.status.as_str(), "publish" | "private")
                    && SHOWN.contains(&post.post_type.as_str())
                    || post.author == id && post.post_type == "attachment"
            })
        };
        self.edit_user(id) || self.can("list_users") || has_posts()
    }

    /// `edit_comment`, or a moderator.
    pub fn edit_comment(&self, id: i64) -> bool {
        let Some(comment) = self.world.comments.get(&id) else {
            return true;
        };
        self.can("moderate_comments") || self.edit_post(comment.post)
    }

    /// Whether a comment's text may be shown.
    pub fn read_comment(&self, id: i64) -> bool {
        let Some(comment) = self.world.comments.get(&id) else {
            return true;
        };
        let is_own = self.id > 0 && comment.user == self.id;
        let post = self.world.posts.get(&comment.post);
        let is_locked = post.is_some_and(|post| post.has_password);
        comment.approved == "1" && self.read_post(comment.post) && !is_locked
            || is_own
            || self.edit_comment(id)
    }

    /// A capability of a taxonomy: `manage`, `edit`, `delete` or `assign`.
    pub fn terms(&self, taxonomy: &str, act: &str) -> bool {
        match taxonomy {
            "product_cat" | "product_tag" | "product_brand" => {
                self.can(&format!("{act}_product_terms"))
            }
            "nav_menu" => self.can("edit_theme_options"),
            // Given by the server: to templates and styles, and with a post's format.
            "wp_theme" => self.edits_some_posts(),
            "post_format" => self.can("edit_posts"),
            _ if act == "assign" => self.can("edit_posts"),
            _ => self.can("manage_categories"),
        }
    }
}
