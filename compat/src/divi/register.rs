//! The theme's post types, taxonomies and image sizes.
//!
//! Contract "divi-theme", section 5 (post types, image sizes) and section 6 (Theme Builder).

use std::sync::Arc;

use crate::type_map_entry;
use crate::wordpress::column::{
    Column, ComparedRows, PageData, PageSource, SiteData, SiteSource, is_theme,
};
use crate::wordpress::db::DbError;
use crate::wordpress::db::reads::declared;
use crate::wordpress::label::Label;
use crate::wordpress::menu::NavMenuLocation;
use crate::wordpress::options::Options;
use crate::wordpress::post::{PostType, PostTypeRewrite};
use crate::wordpress::site::{ImageSize, PageTree, Registry};
use crate::wordpress::taxonomy::Taxonomy;

use super::artwork::{Artwork, ThemeArtwork};
use super::builder_settings::BuilderSettings;
use super::logo::logo_attachment;
use super::page_data::BuilderPageData;
use super::responsive_images::SUB_SIZES;
use super::split_test::{SplitTestVisit, SplitTests};
use super::theme_facts;

/// The column.
pub const COLUMN: Column = Column {
    option_names: &[
        "theme_mods_Divi",
        super::preset::OPTION,
        "et_core_api_email_options",
        "et_core_api_spam_options",
    ],
    register,
    query_hook: Some(|| Box::new(super::query_hook::Lists)),
    canonical_hook: Some(|| Box::new(super::canonical_hook::PagedFrontPage)),
    translations: |translations| {
        translations.register_theme("Divi", "Divi/lang");
        // The theme's own words for its script are of a domain that it has no files of: a site may bring them.
        translations.register(
            "divi",
            &[
                "languages/plugins/divi-{locale}.mo",
                "languages/themes/divi-{locale}.mo",
            ],
        );
        translations.register(
            "et_builder",
            &["themes/Divi/includes/builder/languages/{locale}.mo"],
        );
    },
    load_site: Some(|source, data| Box::pin(load_site(source, data))),
    load_page: Some(|source, data| Box::pin(load_page(source, data))),
    files_changed: Some(|data| !data.get::<Artwork>().is_current()),
    compared_rows: Some(ComparedRows {
        table: "postmeta",
        differ: |db, data| {
            Box::pin(async { Ok(SplitTests::load(db).await? != *data.get::<SplitTests>()) })
        },
    }),
    audit: super::audit::AUDIT,
    inventory: Some(|_, _, data, items| {
        super::audit::inventory(data.get(), items);
        Box::pin(async { Ok(()) })
    }),
    ..Column::new("divi", |options| is_theme(options, "Divi"))
};

type_map_entry!(BuilderSettings, BuilderPageData, SplitTests, SplitTestVisit);

async fn load_site(source: &SiteSource<'_>, data: &mut SiteData) -> Result<(), DbError> {
    let options = &source.site.options;
    data.add_attachments(logo_attachment(source.db, options).await?);
    data.insert(BuilderSettings::load(source.db, options).await?);
    // No tags: each order changes meta of products.
    data.insert(declared([], SplitTests::load(source.db)).await?);
    data.insert(artwork(source));
    Ok(())
}

/// The theme's shapes and tables, read again only when their files changed.
fn artwork(source: &SiteSource<'_>) -> Artwork {
    let Some(content) = source.folders.content_dir else {
        return Artwork::default();
    };
    let before = source.before.map(|before| before.get::<Artwork>());
    if let Some(known) = before.filter(|known| known.is_current()) {
        return Arc::clone(known);
    }
    let artwork = ThemeArtwork::read(&content.join("themes/Divi"));
    for problem in &artwork.problems {
        tracing::warn!("a shape or table of the theme is not read: {problem}");
    }
    let [masks, patterns, dividers] = artwork.counts();
    let [icons, arrows, families] = artwork.tables.counts();
    tracing::info!(
        masks,
        patterns,
        dividers,
        icons,
        arrows,
        families,
        "shapes and tables of the theme"
    );
    Arc::new(artwork)
}

async fn load_page(source: &mut PageSource<'_>, data: &mut PageData) -> Result<(), DbError> {
    let settings = source.site_data.get::<BuilderSettings>();
    let (query, objects) = (source.query, &mut *source.objects);
    let shown = BuilderPageData::load(source.db, source.site, settings, query, objects).await?;
    data.add_posts(shown.posts().cloned());
    data.add_attachments(shown.attachments.iter().copied());
    data.insert(shown.shop.clone());
    data.insert(shown);
    Ok(())
}

/// Hidden taxonomies of the builder's library.
const LIBRARY_TAXONOMIES: [&str; 7] = [
    "layout_category",
    "layout_tag",
    "layout_pack",
    "layout_type",
    "module_width",
    "scope",
    "et_tb_item_type",
];

/// The places of the theme's menus.
const NAV_MENUS: [(&str, &str); 3] = [
    ("primary-menu", "Primary Menu"),
    ("secondary-menu", "Secondary Menu"),
    ("footer-menu", "Footer Menu"),
];

#[expect(clippy::too_many_lines, reason = "one list of registrations")]
fn register(_options: &Options, _pages: &PageTree, registry: &mut Registry) {
    let menus = NAV_MENUS.iter();
    registry
        .nav_menus
        .extend(menus.map(|(location, description)| NavMenuLocation {
            location,
            description,
            text_domain: "Divi",
        }));
    for name in ["et_pb_layout", "et_tb_item"] {
        registry.post_types.insert(name, hidden(name));
    }
    registry.post_types.insert("project", project());
    // The theme gives pages excerpts.
    if let Some(page) = registry.post_types.get_mut("page") {
        page.supports.push("excerpt");
    }
    registry
        .page_templates
        .push(("page-template-blank.php", &["page"]));
    for name in [
        "et_code_snippet",
        "et_theme_builder",
        "et_template",
        "et_header_layout",
        "et_body_layout",
        "et_footer_layout",
    ] {
        registry.post_types.insert(name, hidden(name));
    }
    for name in LIBRARY_TAXONOMIES {
        registry.register_taxonomy(library_taxonomy(name));
    }
    let types = &["project"];
    for taxonomy in [
        Taxonomy::public(
            "project_category",
            "Project Categories",
            "project_category",
            types,
        )
        .labelled("Project Category", TEXT_DOMAIN)
        .with_labels(PROJECT_CATEGORY_LABELS)
        .with_parents(false)
        .in_rest("project_category"),
        Taxonomy::public("project_tag", "Project Tags", "project_tag", types)
            .labelled("Project Tag", TEXT_DOMAIN)
            .with_labels(PROJECT_TAG_LABELS)
            .in_rest("project_tag"),
        Taxonomy::public(
            "et_code_snippet_type",
            "Code Snippet Types",
            "et_code_snippet_type",
            &[],
        )
        .with_parents(false),
    ] {
        let is_of_projects = taxonomy.name.starts_with("project_");
        registry.register_taxonomy(Taxonomy {
            show_admin_column: is_of_projects,
            ..taxonomy
        });
    }
    registry.image_sizes.extend(IMAGE_SIZES.iter().cloned());
    registry.sub_size_hooks.push(SUB_SIZES);
    registry.content_width = CONTENT_WIDTH;
    registry.counts_discussion = true;
    registry.widget_caches.extend(theme_facts::WIDGET_CACHES);
    registry.headers.theme = Some(theme_facts::header());
    registry.theme_supports = theme_facts::supports();
    registry
        .rewrite
        .order
        .extend(REGISTRATION_ORDER.map(str::to_owned));
}

/// Post types and taxonomies in the theme's order; WooCommerce's come between `project_tag` and the snippets.
const REGISTRATION_ORDER: [&str; 23] = [
    "layout_category",
    "layout_tag",
    "layout_pack",
    "layout_type",
    "module_width",
    "scope",
    "et_pb_layout",
    "et_tb_item_type",
    "et_tb_item",
    "project",
    "project_category",
    "project_tag",
    "product_brand",
    "product_cat",
    "product_tag",
    "product",
    "et_code_snippet_type",
    "et_code_snippet",
    "et_theme_builder",
    "et_template",
    "et_header_layout",
    "et_body_layout",
    "et_footer_layout",
];

/// The text domain of the builder's texts.
const TEXT_DOMAIN: &str = "et_builder";

const PROJECT_LABELS: &[Label] = &[
    Label::new("add_new", "Add New"),
    Label::new("add_new_item", "Add New Project"),
    Label::new("edit_item", "Edit Project"),
    Label::new("new_item", "New Project"),
    Label::new("all_items", "All Projects"),
    Label::new("view_item", "View Project"),
    Label::new("search_items", "Search Projects"),
    Label::new("not_found", "Nothing found"),
    Label::new("not_found_in_trash", "Nothing found in Trash"),
    Label::new("parent_item_colon", ""),
];

const PROJECT_CATEGORY_LABELS: &[Label] = &[
    Label::new("search_items", "Search Categories"),
    Label::new("all_items", "All Categories"),
    Label::new("parent_item", "Parent Category"),
    Label::new("parent_item_colon", "Parent Category:"),
    Label::new("edit_item", "Edit Category"),
    Label::new("update_item", "Update Category"),
    Label::new("add_new_item", "Add New Category"),
    Label::new("new_item_name", "New Category Name"),
    Label::new("menu_name", "Categories"),
    Label::new(
        "not_found",
        "You currently don't have any project categories.",
    ),
];

const PROJECT_TAG_LABELS: &[Label] = &[
    Label::new("search_items", "Search Tags"),
    Label::new("all_items", "All Tags"),
    Label::new("parent_item", "Parent Tag"),
    Label::new("parent_item_colon", "Parent Tag:"),
    Label::new("edit_item", "Edit Tag"),
    Label::new("update_item", "Update Tag"),
    Label::new("add_new_item", "Add New Tag"),
    Label::new("new_item_name", "New Tag Name"),
    Label::new("menu_name", "Tags"),
];

fn project() -> PostType {
    PostType {
        has_archive: Some("project".to_owned()),
        rewrite: Some(PostTypeRewrite {
            slug: "project".to_owned(),
            with_front: false,
            feeds: true,
            pages: true,
        }),
        query_var: Some("project"),
        rest_base: Some("project"),
        taxonomies: vec!["project_category", "project_tag"],
        text_domain: TEXT_DOMAIN,
        labels: PROJECT_LABELS,
        supports: vec![
            "title",
            "author",
            "editor",
            "thumbnail",
            "excerpt",
            "comments",
            "revisions",
            "custom-fields",
            "autosave",
        ],
        ..PostType::public("project", "Projects", "Project")
    }
}

/// A private post type of the builder: it has rewrite rules, but is not queryable.
fn hidden(name: &'static str) -> PostType {
    PostType {
        public: false,
        publicly_queryable: false,
        exclude_from_search: true,
        rewrite: Some(PostTypeRewrite {
            slug: name.to_owned(),
            with_front: false,
            feeds: false,
            pages: true,
        }),
        ..PostType::public(name, "", "")
    }
}

fn library_taxonomy(name: &'static str) -> Taxonomy {
    Taxonomy {
        public: false,
        publicly_queryable: false,
        query_var: None,
        ..Taxonomy::public(name, "", name, &[])
    }
    .with_parents(false)
}

const fn size(name: &'static str, width: i64, height: i64, crop: bool) -> ImageSize {
    ImageSize {
        name,
        width,
        height,
        crop,
    }
}

/// The theme's `$content_width`.
const CONTENT_WIDTH: i64 = 1080;

const IMAGE_SIZES: &[ImageSize] = &[
    size("et-pb-post-main-image", 400, 250, true),
    size("et-pb-post-main-image-fullwidth", 1080, 675, true),
    size("et-pb-portfolio-image", 400, 284, true),
    size("et-pb-portfolio-module-image", 510, 382, true),
    size("et-pb-portfolio-image-single", 1080, 9999, false),
    size("et-pb-gallery-module-image-portrait", 400, 516, true),
    size("et-pb-post-main-image-fullwidth-large", 2880, 1800, true),
    size("et-pb-image--responsive--desktop", 1280, 720, true),
    size("et-pb-image--responsive--tablet", 980, 551, true),
    size("et-pb-image--responsive--phone", 480, 270, true),
];
