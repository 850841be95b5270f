//! Core's default labels of post types and taxonomies, as source strings.
//!
//! Recordings owner/types-edit and owner/taxonomies-edit. An empty source is a label that there is not.

/// Key, source for types like posts (or taxonomies like tags), source for those with parents, context.
pub type DefaultLabel = (&'static str, &'static str, &'static str, &'static str);

const TITLE: &str = "navigation link block title";
const DESCRIPTION: &str = "navigation link block description";

/// `get_post_type_labels`, after `name` and `singular_name`.
pub const POST_TYPE: [DefaultLabel; 32] = [
    ("add_new", "Add", "Add", ""),
    ("add_new_item", "Add Post", "Add Page", ""),
    ("edit_item", "Edit Post", "Edit Page", ""),
    ("new_item", "New Post", "New Page", ""),
    ("view_item", "View Post", "View Page", ""),
    ("view_items", "View Posts", "View Pages", ""),
    ("search_items", "Search Posts", "Search Pages", ""),
    ("not_found", "No posts found.", "No pages found.", ""),
    (
        "not_found_in_trash",
        "No posts found in Trash.",
        "No pages found in Trash.",
        "",
    ),
    ("parent_item_colon", "", "Parent Page:", ""),
    ("all_items", "All Posts", "All Pages", ""),
    ("archives", "Post Archives", "Page Archives", ""),
    ("attributes", "Post Attributes", "Page Attributes", ""),
    (
        "insert_into_item",
        "Insert into post",
        "Insert into page",
        "",
    ),
    (
        "uploaded_to_this_item",
        "Uploaded to this post",
        "Uploaded to this page",
        "",
    ),
    (
        "featured_image",
        "Featured image",
        "Featured image",
        "post|page",
    ),
    (
        "set_featured_image",
        "Set featured image",
        "Set featured image",
        "post|page",
    ),
    (
        "remove_featured_image",
        "Remove featured image",
        "Remove featured image",
        "post|page",
    ),
    (
        "use_featured_image",
        "Use as featured image",
        "Use as featured image",
        "post|page",
    ),
    (
        "filter_items_list",
        "Filter posts list",
        "Filter pages list",
        "",
    ),
    ("filter_by_date", "Filter by date", "Filter by date", ""),
    (
        "items_list_navigation",
        "Posts list navigation",
        "Pages list navigation",
        "",
    ),
    ("items_list", "Posts list", "Pages list", ""),
    ("item_published", "Post published.", "Page published.", ""),
    (
        "item_published_privately",
        "Post published privately.",
        "Page published privately.",
        "",
    ),
    (
        "item_reverted_to_draft",
        "Post reverted to draft.",
        "Page reverted to draft.",
        "",
    ),
    ("item_trashed", "Post trashed.", "Page trashed.", ""),
    ("item_scheduled", "Post scheduled.", "Page scheduled.", ""),
    ("item_updated", "Post updated.", "Page updated.", ""),
    ("item_link", "Post Link", "Page Link", TITLE),
    (
        "item_link_description",
        "A link to a post.",
        "A link to a page.",
        DESCRIPTION,
    ),
    ("menu_name", "Posts", "Pages", "post type general name"),
];

/// `get_taxonomy_labels`, after `name` and `singular_name`.
pub const TAXONOMY: [DefaultLabel; 27] = [
    ("search_items", "Search Tags", "Search Categories", ""),
    ("popular_items", "Popular Tags", "", ""),
    ("all_items", "All Tags", "All Categories", ""),
    ("parent_item", "", "Parent Category", ""),
    ("parent_item_colon", "", "Parent Category:", ""),
    ("name_field_description", NAME_FIELD, NAME_FIELD, ""),
    ("slug_field_description", SLUG_FIELD, SLUG_FIELD, ""),
    ("parent_field_description", "", PARENT_FIELD, ""),
    ("desc_field_description", DESC_FIELD, DESC_FIELD, ""),
    ("edit_item", "Edit Tag", "Edit Category", ""),
    ("view_item", "View Tag", "View Category", ""),
    ("update_item", "Update Tag", "Update Category", ""),
    ("add_new_item", "Add Tag", "Add Category", ""),
    ("new_item_name", "New Tag Name", "New Category Name", ""),
    (
        "separate_items_with_commas",
        "Separate tags with commas",
        "",
        "",
    ),
    ("add_or_remove_items", "Add or remove tags", "", ""),
    (
        "choose_from_most_used",
        "Choose from the most used tags",
        "",
        "",
    ),
    ("not_found", "No tags found.", "No categories found.", ""),
    ("no_terms", "No tags", "No categories", ""),
    ("filter_by_item", "", "Filter by category", ""),
    (
        "items_list_navigation",
        "Tags list navigation",
        "Categories list navigation",
        "",
    ),
    ("items_list", "Tags list", "Categories list", ""),
    ("most_used", "Most Used", "Most Used", "tags|categories"),
    (
        "back_to_items",
        "&larr; Go to Tags",
        "&larr; Go to Categories",
        "",
    ),
    ("item_link", "Tag Link", "Category Link", TITLE),
    (
        "item_link_description",
        "A link to a tag.",
        "A link to a category.",
        DESCRIPTION,
    ),
    ("menu_name", "Tags", "Categories", "taxonomy general name"),
];

const NAME_FIELD: &str = "The name is how it appears on your site.";
const SLUG_FIELD: &str = "The &#8220;slug&#8221; is the URL-friendly version of the name. It is usually all lowercase and contains only letters, numbers, and hyphens.";
const PARENT_FIELD: &str = "Assign a parent term to create a hierarchy. The term Jazz, for example, would be the parent of Bebop and Big Band.";
const DESC_FIELD: &str =
    "The description is not prominent by default; however, some themes may show it.";
