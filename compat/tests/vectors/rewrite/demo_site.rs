//! The demo site of the recordings: what its theme and plugins had registered when the vectors were taken.

use compat::wordpress::post::{PostType, PostTypeRewrite};
use compat::wordpress::rewrite::{Endpoint, Places, RewriteAdditions};
use compat::wordpress::site::Registry;
use compat::wordpress::taxonomy::{Taxonomy, TaxonomyRewrite};

fn post_type(name: &'static str) -> PostType {
    PostType {
        name,
        label: "",
        singular_label: "",
        public: true,
        publicly_queryable: true,
        exclude_from_search: false,
        hierarchical: false,
        has_archive: None,
        rewrite: None,
        query_var: None,
        supports_comments: true,
        supports_post_formats: false,
        rest_base: None,
        taxonomies: Vec::new(),
    }
}

/// A post type with URLs `slug/name` and, for an archive, its base.
fn with_urls(name: &'static str, slug: &str, archive: Option<&str>) -> PostType {
    PostType {
        has_archive: archive.map(str::to_owned),
        rewrite: Some(PostTypeRewrite {
            slug: slug.to_owned(),
            with_front: false,
            feeds: archive.is_some(),
            pages: true,
        }),
        ..post_type(name)
    }
}

/// A type of the builder: has rules, but nobody may ask for it.
fn hidden(name: &'static str) -> PostType {
    PostType {
        public: false,
        publicly_queryable: false,
        exclude_from_search: true,
        ..with_urls(name, name, None)
    }
}

fn taxonomy(name: &'static str, slug: &str, types: &[&'static str]) -> Taxonomy {
    Taxonomy {
        name,
        label: "",
        hierarchical: true,
        public: true,
        publicly_queryable: true,
        query_var: Some(name),
        rewrite: Some(TaxonomyRewrite {
            slug: slug.to_owned(),
            with_front: false,
            hierarchical: false,
        }),
        object_types: types.to_vec(),
        rest_base: None,
    }
}

fn flat(mut taxonomy: Taxonomy) -> Taxonomy {
    taxonomy.hierarchical = false;
    taxonomy
}

fn as_path(mut taxonomy: Taxonomy) -> Taxonomy {
    if let Some(rewrite) = &mut taxonomy.rewrite {
        rewrite.hierarchical = true;
    }
    taxonomy
}

fn unqueryable(name: &'static str) -> Taxonomy {
    Taxonomy {
        public: false,
        publicly_queryable: false,
        query_var: None,
        ..taxonomy(name, name, &[])
    }
}

fn post_types() -> Vec<PostType> {
    vec![
        PostType {
            taxonomies: vec!["category", "post_tag", "post_format"],
            supports_post_formats: true,
            ..post_type("post")
        },
        PostType {
            publicly_queryable: false,
            hierarchical: true,
            ..post_type("page")
        },
        post_type("attachment"),
        hidden("et_pb_layout"),
        hidden("et_tb_item"),
        PostType {
            query_var: Some("project"),
            taxonomies: vec!["project_category", "project_tag"],
            ..with_urls("project", "project", Some("project"))
        },
        PostType {
            query_var: Some("product"),
            taxonomies: vec!["product_brand", "product_cat", "product_tag"],
            ..with_urls("product", "producto", Some("tienda"))
        },
        hidden("et_code_snippet"),
        hidden("et_theme_builder"),
        hidden("et_template"),
        hidden("et_header_layout"),
        hidden("et_body_layout"),
        hidden("et_footer_layout"),
    ]
}

fn taxonomies() -> Vec<Taxonomy> {
    let mut category = as_path(taxonomy("category", "category", &["post"]));
    category.query_var = Some("category_name");
    let mut tag = flat(taxonomy("post_tag", "tag", &["post"]));
    tag.query_var = Some("tag");
    let mut all = vec![
        category,
        tag,
        flat(taxonomy("post_format", "type", &["post"])),
    ];
    all.extend(
        [
            "layout_category",
            "layout_tag",
            "layout_pack",
            "layout_type",
            "module_width",
            "scope",
            "et_tb_item_type",
        ]
        .map(unqueryable),
    );
    all.extend([
        taxonomy("project_category", "project_category", &["project"]),
        flat(taxonomy("project_tag", "project_tag", &["project"])),
        as_path(taxonomy("product_brand", "marca", &["product"])),
        as_path(taxonomy("product_cat", "categoria-producto", &["product"])),
        flat(taxonomy("product_tag", "etiqueta-producto", &["product"])),
        taxonomy("et_code_snippet_type", "et_code_snippet_type", &[]),
    ]);
    all
}

/// Post types and taxonomies.
pub fn registry() -> Registry {
    Registry {
        post_types: post_types().into_iter().map(|t| (t.name, t)).collect(),
        taxonomies: taxonomies().into_iter().map(|t| (t.name, t)).collect(),
        option_names: vec!["sticky_posts"],
        image_sizes: Vec::new(),
    }
}

/// Endpoints and rules of the shop, and the order of registration.
pub fn additions() -> RewriteAdditions {
    let pair = |(p, q): (&str, &str)| (p.to_owned(), q.to_owned());
    let endpoint = |name: &str, places: Places| Endpoint {
        name: name.to_owned(),
        query_var: name.to_owned(),
        places,
    };
    let mut endpoints = vec![
        endpoint("wc/file/transient", Places::ALL),
        endpoint("wc-api", Places::ALL),
    ];
    endpoints.extend(
        [
            "order-pay",
            "order-received",
            "orders",
            "view-order",
            "downloads",
            "edit-account",
            "edit-address",
            "payment-methods",
            "lost-password",
            "customer-logout",
            "add-payment-method",
            "delete-payment-method",
            "set-default-payment-method",
        ]
        .map(|name| endpoint(name, Places::PAGES)),
    );
    RewriteAdditions {
        endpoints,
        early_rules: [
            (
                "^wc-auth/v([1]{1})/(.*)?",
                "wc-auth-version=$matches[1]&wc-auth-route=$matches[2]",
            ),
            ("^wc/file/transient/?$", "wc-transient-file-name="),
            (
                "^wc/file/transient/(.+)$",
                "wc-transient-file-name=$matches[1]",
            ),
            (
                "^wc-api/v([1-3]{1})/?$",
                "wc-api-version=$matches[1]&wc-api-route=/",
            ),
            (
                "^wc-api/v([1-3]{1})(.*)?",
                "wc-api-version=$matches[1]&wc-api-route=$matches[2]",
            ),
        ]
        .map(pair)
        .to_vec(),
        late_rules: [("^checkout-link$", "checkout-link=true")]
            .map(pair)
            .to_vec(),
        bottom_rules: Vec::new(),
        query_vars: Vec::new(),
        order: [
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
        ]
        .map(str::to_owned)
        .to_vec(),
    }
}
