//! Core's own post types, taxonomies and image sizes.
//!
//! Contract "wordpress-core", sections 1.2 and 3.2.

use std::borrow::Cow;

use crate::wordpress::column::Column;

use super::block_rows;
use super::global_styles;
use super::l10n::DEFAULT_DOMAIN;
use super::label::Label;
use super::options::Options;
use super::post::PostType;
use super::site::{ImageSize, PageTree, Registry};
use super::taxonomy::{Taxonomy, TaxonomyRewrite, TermCapabilities};
use super::widgets::core_kinds;

/// The column.
pub const COLUMN: Column = Column {
    option_names: &[
        "sticky_posts",
        "moderation_keys",
        "disallowed_keys",
        "using_application_passwords",
        // Secrets that `wp-config.php` does not define, stored without `autoload`.
        "secret_key",
        "auth_key",
        "auth_salt",
        "secure_auth_key",
        "secure_auth_salt",
        "logged_in_key",
        "logged_in_salt",
        "nonce_key",
        "nonce_salt",
    ],
    register,
    load_site: Some(|source, data| {
        Box::pin(async {
            global_styles::load(source, data);
            Ok(())
        })
    }),
    load_page: Some(|source, data| Box::pin(block_rows::load_page(source, data))),
    files_changed: Some(global_styles::files_changed),
    audit: super::audit::core::AUDIT,
    ..Column::new("wordpress", |_| true)
};

fn register(options: &Options, _pages: &PageTree, registry: &mut Registry) {
    for post_type in [post(), page(), attachment()] {
        registry.post_types.insert(post_type.name, post_type);
    }
    for taxonomy in [category(options), post_tag(options), post_format()] {
        registry.register_taxonomy(taxonomy);
    }
    registry.image_sizes.extend(image_sizes(options));
    registry.widget_kinds.extend(core_kinds());
}

impl PostType {
    /// A public post type without URLs, archive and taxonomies of its own.
    pub fn public(name: &'static str, label: &'static str, singular_label: &'static str) -> Self {
        Self {
            name,
            label,
            singular_label,
            text_domain: DEFAULT_DOMAIN,
            labels: &[],
            supports: Vec::new(),
            public: true,
            publicly_queryable: true,
            exclude_from_search: false,
            capability_type: "posts",
            hierarchical: false,
            has_archive: None,
            rewrite: None,
            query_var: None,
            description: "",
            menu_icon: None,
            supports_author: true,
            supports_comments: true,
            supports_revisions: true,
            supports_post_formats: false,
            rest_base: None,
            taxonomies: Vec::new(),
        }
    }
}

fn post() -> PostType {
    PostType {
        menu_icon: Some("dashicons-admin-post"),
        supports_post_formats: true,
        supports: vec![
            "title",
            "editor",
            "author",
            "thumbnail",
            "excerpt",
            "trackbacks",
            "custom-fields",
            "comments",
            "revisions",
            "post-formats",
            "autosave",
        ],
        rest_base: Some("posts"),
        taxonomies: vec!["category", "post_tag", "post_format"],
        ..PostType::public("post", "Posts", "Post")
    }
}

fn page() -> PostType {
    PostType {
        publicly_queryable: false,
        capability_type: "pages",
        hierarchical: true,
        menu_icon: Some("dashicons-admin-page"),
        supports: vec![
            "title",
            "editor",
            "author",
            "thumbnail",
            "page-attributes",
            "custom-fields",
            "comments",
            "revisions",
            "autosave",
        ],
        rest_base: Some("pages"),
        ..PostType::public("page", "Pages", "Page")
    }
}

const MEDIA_LABELS: &[Label] = &[
    Label::new("add_new", "Add Media File"),
    Label::new("edit_item", "Edit Media"),
    Label::new("view_item", "View Media File"),
    Label::new("attributes", "Attachment Attributes"),
    Label::new("name_admin_bar", "Media").with_context("add new from admin bar"),
];

fn attachment() -> PostType {
    PostType {
        menu_icon: Some("dashicons-admin-media"),
        labels: MEDIA_LABELS,
        supports: vec!["title", "author", "comments"],
        supports_revisions: false,
        rest_base: Some("media"),
        ..PostType::public("attachment", "Media", "Media")
    }
}

impl Taxonomy {
    /// A public taxonomy with URLs `slug/term`.
    pub fn public(
        name: impl Into<Cow<'static, str>>,
        label: impl Into<Cow<'static, str>>,
        slug: &str,
        object_types: &[&'static str],
    ) -> Self {
        let rewrite = TaxonomyRewrite {
            slug: slug.to_owned(),
            with_front: false,
            hierarchical: false,
        };
        let (name, label) = (name.into(), label.into());
        Self {
            query_var: Some(name.clone()),
            name,
            singular_label: label.clone(),
            label,
            text_domain: DEFAULT_DOMAIN,
            labels: &[],
            hierarchical: false,
            public: true,
            publicly_queryable: true,
            rewrite: Some(rewrite),
            show_admin_column: false,
            object_types: object_types.to_vec(),
            rest_base: None,
            capabilities: TermCapabilities::default(),
        }
    }

    /// The singular label, and the text domain of both labels.
    #[must_use]
    pub fn labelled(
        mut self,
        singular_label: impl Into<Cow<'static, str>>,
        text_domain: &'static str,
    ) -> Self {
        self.singular_label = singular_label.into();
        self.text_domain = text_domain;
        self
    }

    /// Sets the other labels.
    #[must_use]
    pub fn with_labels(mut self, labels: &'static [Label]) -> Self {
        self.labels = labels;
        self
    }

    /// Terms with parents; in URLs too, when `in_urls`.
    #[must_use]
    pub fn with_parents(mut self, in_urls: bool) -> Self {
        self.hierarchical = true;
        if let Some(rewrite) = &mut self.rewrite {
            rewrite.hierarchical = in_urls;
        }
        self
    }

    /// Shown by the REST API.
    #[must_use]
    pub fn in_rest(mut self, base: &'static str) -> Self {
        self.rest_base = Some(base);
        self
    }
}

fn base(options: &Options, option: &str, default: &str) -> String {
    let own = options.text(option);
    let own = own.trim_matches('/');
    if own.is_empty() {
        default.to_owned()
    } else {
        own.to_owned()
    }
}

fn category(options: &Options) -> Taxonomy {
    let slug = base(options, "category_base", "category");
    let mut taxonomy = Taxonomy::public("category", "Categories", &slug, &["post"])
        .labelled("Category", DEFAULT_DOMAIN)
        .with_parents(true)
        .in_rest("categories");
    taxonomy.query_var = Some("category_name".into());
    taxonomy.show_admin_column = true;
    taxonomy.capabilities = TermCapabilities {
        manage_terms: "manage_categories",
        edit_terms: "edit_categories",
        delete_terms: "delete_categories",
        assign_terms: "assign_categories",
    };
    with_front(&mut taxonomy, options.text("category_base").is_empty());
    taxonomy
}

fn post_tag(options: &Options) -> Taxonomy {
    let slug = base(options, "tag_base", "tag");
    let mut taxonomy = Taxonomy::public("post_tag", "Tags", &slug, &["post"])
        .labelled("Tag", DEFAULT_DOMAIN)
        .in_rest("tags");
    taxonomy.query_var = Some("tag".into());
    taxonomy.show_admin_column = true;
    taxonomy.capabilities = TermCapabilities {
        manage_terms: "manage_post_tags",
        edit_terms: "edit_post_tags",
        delete_terms: "delete_post_tags",
        assign_terms: "assign_post_tags",
    };
    with_front(&mut taxonomy, options.text("tag_base").is_empty());
    taxonomy
}

fn post_format() -> Taxonomy {
    let mut taxonomy = Taxonomy::public("post_format", "Formats", "type", &["post"])
        .labelled("Format", DEFAULT_DOMAIN);
    with_front(&mut taxonomy, true);
    taxonomy
}

/// Core's default bases are prefixed with the permalink structure's front, configured ones are not.
fn with_front(taxonomy: &mut Taxonomy, has_default_base: bool) {
    if let Some(rewrite) = &mut taxonomy.rewrite {
        rewrite.with_front = has_default_base;
    }
}

fn image_sizes(options: &Options) -> Vec<ImageSize> {
    let size = |name, width: &str, height: &str, crop| ImageSize {
        name,
        width: options.int(width),
        height: options.int(height),
        crop,
    };
    vec![
        size(
            "thumbnail",
            "thumbnail_size_w",
            "thumbnail_size_h",
            options.is_on("thumbnail_crop"),
        ),
        size("medium", "medium_size_w", "medium_size_h", false),
        size(
            "medium_large",
            "medium_large_size_w",
            "medium_large_size_h",
            false,
        ),
        size("large", "large_size_w", "large_size_h", false),
        ImageSize {
            name: "1536x1536",
            width: 1536,
            height: 1536,
            crop: false,
        },
        ImageSize {
            name: "2048x2048",
            width: 2048,
            height: 2048,
            crop: false,
        },
    ]
}
