//! Labels of core's post types and taxonomies that have no pages. Recording owner/types-edit.

use compat::wordpress::label::Label;

const PATTERN: &[Label] = &[
    Label::new("add_new", "Add Pattern"),
    Label::new("add_new_item", "Add Pattern"),
    Label::new("edit_item", "Edit Block Pattern"),
    Label::new("new_item", "New Pattern"),
    Label::new("view_item", "View Pattern"),
    Label::new("view_items", "View Patterns"),
    Label::new("search_items", "Search Patterns"),
    Label::new("not_found", "No patterns found."),
    Label::new("not_found_in_trash", "No patterns found in Trash."),
    Label::new("all_items", "All Patterns"),
    Label::new("filter_items_list", "Filter patterns list"),
    Label::new("items_list_navigation", "Patterns list navigation"),
    Label::new("items_list", "Patterns list"),
    Label::new("item_published", "Pattern published."),
    Label::new("item_published_privately", "Pattern published privately."),
    Label::new("item_reverted_to_draft", "Pattern reverted to draft."),
    Label::new("item_scheduled", "Pattern scheduled."),
    Label::new("item_updated", "Pattern updated."),
];

const NAVIGATION: &[Label] = &[
    Label::new("add_new", "Add Navigation Menu"),
    Label::new("add_new_item", "Add Navigation Menu"),
    Label::new("edit_item", "Edit Navigation Menu"),
    Label::new("new_item", "New Navigation Menu"),
    Label::new("view_item", "View Navigation Menu"),
    Label::new("search_items", "Search Navigation Menus"),
    Label::new("not_found", "No Navigation Menu found."),
    Label::new("not_found_in_trash", "No Navigation Menu found in Trash."),
    Label::new("parent_item_colon", "Parent Navigation Menu:"),
    Label::new("all_items", "Navigation Menus"),
    Label::new("archives", "Navigation Menu archives"),
    Label::new("insert_into_item", "Insert into Navigation Menu"),
    Label::new("uploaded_to_this_item", "Uploaded to this Navigation Menu"),
    Label::new("filter_items_list", "Filter Navigation Menu list"),
    Label::new("items_list_navigation", "Navigation Menus list navigation"),
    Label::new("items_list", "Navigation Menus list"),
];

const TEMPLATE: &[Label] = &[
    Label::new("add_new", "Add Template"),
    Label::new("add_new_item", "Add Template"),
    Label::new("edit_item", "Edit Template"),
    Label::new("new_item", "New Template"),
    Label::new("view_item", "View Template"),
    Label::new("search_items", "Search Templates"),
    Label::new("not_found", "No templates found."),
    Label::new("not_found_in_trash", "No templates found in Trash."),
    Label::new("parent_item_colon", "Parent Template:"),
    Label::new("all_items", "Templates"),
    Label::new("archives", "Template archives"),
    Label::new("insert_into_item", "Insert into template"),
    Label::new("uploaded_to_this_item", "Uploaded to this template"),
    Label::new("filter_items_list", "Filter templates list"),
    Label::new("items_list_navigation", "Templates list navigation"),
    Label::new("items_list", "Templates list"),
];

const TEMPLATE_PART: &[Label] = &[
    Label::new("add_new", "Add Template Part"),
    Label::new("add_new_item", "Add Template Part"),
    Label::new("edit_item", "Edit Template Part"),
    Label::new("new_item", "New Template Part"),
    Label::new("view_item", "View Template Part"),
    Label::new("search_items", "Search Template Parts"),
    Label::new("not_found", "No template parts found."),
    Label::new("not_found_in_trash", "No template parts found in Trash."),
    Label::new("parent_item_colon", "Parent Template Part:"),
    Label::new("all_items", "Template Parts"),
    Label::new("archives", "Template part archives"),
    Label::new("insert_into_item", "Insert into template part"),
    Label::new("uploaded_to_this_item", "Uploaded to this template part"),
    Label::new("filter_items_list", "Filter template parts list"),
    Label::new("items_list_navigation", "Template parts list navigation"),
    Label::new("items_list", "Template parts list"),
];

const PATTERN_CATEGORY: &[Label] = &[
    Label::new("search_items", "Search Pattern Categories"),
    Label::new("popular_items", "Popular Pattern Categories"),
    Label::new("all_items", "All Pattern Categories"),
    Label::new("edit_item", "Edit Pattern Category"),
    Label::new("view_item", "View Pattern Category"),
    Label::new("update_item", "Update Pattern Category"),
    Label::new("add_new_item", "Add Pattern Category"),
    Label::new("new_item_name", "New Pattern Category Name"),
    Label::new(
        "separate_items_with_commas",
        "Separate pattern categories with commas",
    ),
    Label::new("add_or_remove_items", "Add or remove pattern categories"),
    Label::new(
        "choose_from_most_used",
        "Choose from the most used pattern categories",
    ),
    Label::new("not_found", "No pattern categories found."),
    Label::new("no_terms", "No pattern categories"),
    Label::new(
        "items_list_navigation",
        "Pattern Categories list navigation",
    ),
    Label::new("items_list", "Pattern Categories list"),
    Label::new("back_to_items", "&larr; Go to Pattern Categories"),
    Label::new("item_link", "Pattern Category Link"),
    Label::new("item_link_description", "A link to a pattern category."),
];

/// Singular label, other labels and features of a post type without pages.
pub fn of_post_type(name: &str) -> (&'static str, &'static [Label], &'static [&'static str]) {
    match name {
        "wp_block" => (
            "Pattern",
            PATTERN,
            &[
                "title",
                "excerpt",
                "editor",
                "revisions",
                "custom-fields",
                "autosave",
            ],
        ),
        "wp_navigation" => (
            "Navigation Menu",
            NAVIGATION,
            &["title", "editor", "revisions", "autosave"],
        ),
        "wp_template" => (
            "Template",
            TEMPLATE,
            &[
                "title",
                "slug",
                "excerpt",
                "editor",
                "revisions",
                "author",
                "autosave",
            ],
        ),
        "wp_template_part" => (
            "Template Part",
            TEMPLATE_PART,
            &[
                "title",
                "slug",
                "excerpt",
                "editor",
                "revisions",
                "author",
                "autosave",
            ],
        ),
        "wp_global_styles" => (
            "Global Styles",
            &[],
            &["title", "editor", "revisions", "autosave"],
        ),
        "wp_font_family" => ("Font Family", &[], &["title", "slug"]),
        "wp_font_face" => ("Font Face", &[], &["title", "slug"]),
        _ => (
            "Navigation Menu Item",
            &[],
            &["title", "editor", "autosave"],
        ),
    }
}

/// Singular label and other labels of a taxonomy without pages.
pub fn of_taxonomy(name: &str) -> (&'static str, &'static [Label]) {
    match name {
        "wp_pattern_category" => ("Pattern Category", PATTERN_CATEGORY),
        _ => ("Navigation Menu", &[]),
    }
}
