//! The shop's post type, taxonomies, rules and endpoints.
//!
//! Contract "woocommerce" (pages and endpoints); the rules are those that the recorded site stored.

use std::sync::Arc;

use super::block_scripts::{BlockScripts, block_scripts};
use super::catalogue::attribute_taxonomies::{AttributeTaxonomies, TERM_CAPABILITIES};
use super::dashboard_facts::{PATTERNS, plugin_header, widget_kinds};
use super::display_price::DisplayTaxes;
use super::image_sizes::image_sizes;
use super::shopping::ShopTables;
use crate::wordpress::column::{Column, is_plugin_active, text_at};
use crate::wordpress::label::Label;
use crate::wordpress::media::library::sub_size::{SubSize, SubSizeHooks};
use crate::wordpress::options::Options;
use crate::wordpress::php::{Array, Value};
use crate::wordpress::post::{PostId, PostType, PostTypeRewrite};
use crate::wordpress::rewrite::{Endpoint, Places, RewriteAdditions};
use crate::wordpress::site::{PageTree, Registry};
use crate::wordpress::taxonomy::Taxonomy;

/// The column.
pub const COLUMN: Column = Column {
    option_names: &[
        "woocommerce_cart_page_id",
        "woocommerce_checkout_page_id",
        "woocommerce_myaccount_page_id",
        "woocommerce_enable_reviews",
        "woocommerce_enable_review_rating",
        "woocommerce_review_rating_required",
        "woocommerce_placeholder_image",
        "woocommerce_shop_page_display",
        "woocommerce_category_archive_display",
        "woocommerce_default_catalog_orderby",
        "woocommerce_hide_out_of_stock_items",
        "woocommerce_manage_stock",
        "woocommerce_stock_format",
        "woocommerce_notify_low_stock_amount",
        "woocommerce_single_image_width",
        "woocommerce_thumbnail_image_width",
        "woocommerce_thumbnail_cropping",
        "woocommerce_thumbnail_cropping_custom_width",
        "woocommerce_thumbnail_cropping_custom_height",
        "woocommerce_review_rating_verification_label",
        "woocommerce_review_rating_verification_required",
        "woocommerce_price_display_suffix",
        "woocommerce_default_customer_address",
        "woocommerce_tax_display_shop",
        "woocommerce_weight_unit",
        "woocommerce_dimension_unit",
        "woocommerce_calc_discounts_sequentially",
        "woocommerce_tax_total_display",
        "woocommerce_shipping_hide_rates_when_free",
        "woocommerce_hold_stock_minutes",
        "woocommerce_notify_no_stock_amount",
        "woocommerce_notify_low_stock",
        "woocommerce_notify_no_stock",
        "woocommerce_stock_email_recipient",
        "woocommerce_ship_to_destination",
        "woocommerce_enable_guest_checkout",
        "woocommerce_enable_checkout_login_reminder",
        "woocommerce_enable_signup_and_login_from_checkout",
        "woocommerce_registration_generate_username",
        "woocommerce_registration_generate_password",
        "woocommerce_enable_order_comments",
        "woocommerce_terms_page_id",
        "woocommerce_enable_shipping_calc",
        "woocommerce_custom_orders_table_enabled",
        "woocommerce_custom_orders_table_data_sync_enabled",
        "woocommerce_gateway_order",
        "woocommerce_bacs_settings",
        "woocommerce_bacs_accounts",
        "woocommerce_cheque_settings",
        "woocommerce_cod_settings",
        "woocommerce_checkout_privacy_policy_text",
        "woocommerce_checkout_terms_and_conditions_checkbox_text",
        "woocommerce_email_from_name",
        "woocommerce_email_from_address",
        "woocommerce_email_footer_text",
        "woocommerce_email_base_color",
        "woocommerce_email_background_color",
        "woocommerce_email_body_background_color",
        "woocommerce_email_text_color",
        "woocommerce_email_footer_text_color",
        "woocommerce_feature_email_improvements_enabled",
        "woocommerce_new_order_settings",
        "woocommerce_cancelled_order_settings",
        "woocommerce_failed_order_settings",
        "woocommerce_customer_on_hold_order_settings",
        "woocommerce_customer_processing_order_settings",
        "woocommerce_customer_completed_order_settings",
        "woocommerce_customer_failed_order_settings",
        "woocommerce_customer_cancelled_order_settings",
        "woocommerce_customer_new_account_settings",
        "woocommerce_customer_reset_password_settings",
        "woocommerce_enable_myaccount_registration",
        "woocommerce_registration_privacy_policy_text",
        "woocommerce_file_download_method",
        "woocommerce_downloads_redirect_fallback_allowed",
        "woocommerce_downloads_require_login",
        "woocommerce_downloads_grant_access_after_payment",
        "woocommerce_downloads_deliver_inline",
        "woocommerce_downloads_count_partial",
        "wc_downloads_approved_directories_mode",
    ],
    load_site: Some(|source, data| {
        Box::pin(async {
            data.insert(AttributeTaxonomies::load(source.db).await?);
            let tables = ShopTables::load(source.db, &source.site.options).await?;
            data.insert(DisplayTaxes::new(
                &source.site.options,
                tables.rates.clone(),
            ));
            data.insert(Arc::new(tables));
            data.insert(block_scripts(source));
            Ok(())
        })
    }),
    files_changed: Some(|data| !data.get::<BlockScripts>().is_current()),
    load_page: Some(|source, data| Box::pin(super::page_data::load_page(source, data))),
    register,
    register_rows: Some(|db, options, registry| {
        Box::pin(async {
            let attributes = AttributeTaxonomies::load(db).await?;
            attributes.register(options, registry);
            Ok(())
        })
    }),
    unrendered_meta: &["wc_last_active"],
    unrendered_post_types: &["shop_order", "shop_order_placehold", "shop_order_refund"],
    audit: super::audit::AUDIT,
    inventory: Some(|db, site, _, items| Box::pin(super::audit::inventory(db, site, items))),
    query_hook: Some(|| Box::new(super::query_hook::Catalogue)),
    translations: |t| t.register_plugin("woocommerce", "woocommerce"),
    ..Column::new("woocommerce", |options| {
        is_plugin_active(options, "woocommerce/woocommerce.php")
    })
};

#[expect(clippy::too_many_lines, reason = "one list of registrations")]
fn register(options: &Options, pages: &PageTree, registry: &mut Registry) {
    let bases = options.value("woocommerce_permalinks");
    let base = |key: &str, default: &str| {
        let own = text_at(bases, key);
        let own = own.trim_matches('/');
        if own.is_empty() {
            default.to_owned()
        } else {
            own.to_owned()
        }
    };
    let shop = pages
        .get(PostId(options.int("woocommerce_shop_page_id")))
        .map_or("shop", |p| p.name.as_str());
    registry.comment_hooks.push(super::product_review::HOOK);
    registry
        .post_types
        .insert("product", product(base("product_base", "product"), shop));
    let types = &["product"];
    let brand = options.text_or("woocommerce_brand_permalink", "");
    let brand = if brand.is_empty() {
        brand_base(options)
    } else {
        brand.trim_matches('/').to_owned()
    };
    for taxonomy in [
        Taxonomy::public("product_brand", "Brands", &brand, types)
            .labelled("Brand", TEXT_DOMAIN)
            .with_parents(true)
            .in_rest("product_brand"),
        Taxonomy::public(
            "product_cat",
            "Product categories",
            &base("category_base", "product-category"),
            types,
        )
        .labelled("Category", TEXT_DOMAIN)
        .with_parents(true)
        .in_rest("product_cat"),
        Taxonomy::public(
            "product_tag",
            "Product tags",
            &base("tag_base", "product-tag"),
            types,
        )
        .labelled("Tag", TEXT_DOMAIN)
        .in_rest("product_tag"),
    ] {
        registry.register_taxonomy(Taxonomy {
            capabilities: TERM_CAPABILITIES,
            ..taxonomy
        });
    }
    registry.user_rules.push(super::user_rules::RULES);
    add_rules(options, &mut registry.rewrite);
    registry.image_sizes.extend(image_sizes(options));
    registry.widget_kinds.extend(widget_kinds());
    registry.headers.plugins.push(plugin_header());
    registry.pattern_categories.extend(PATTERNS);
    registry.sub_size_hooks.push(SubSizeHooks {
        sizes: |_, _| {},
        metadata: mark_uncropped,
    });
}

/// Says of the picture in lists whether it keeps the shape of the original.
fn mark_uncropped(registered: &[SubSize], metadata: &mut Array) {
    const NAME: &str = "woocommerce_thumbnail";
    let registered = registered.iter().find(|s| s.name == NAME);
    let is_uncropped = registered.is_some_and(|size| size.height == 0);
    let sizes = metadata.get_mut("sizes").and_then(Value::as_array_mut);
    let size = sizes.and_then(|sizes| sizes.get_mut(NAME));
    if let Some(size) = size.and_then(Value::as_array_mut) {
        size.insert("uncropped", is_uncropped);
    }
}

/// The default base of brands is translated where the shop's texts are.
fn brand_base(options: &Options) -> String {
    match options.text("WPLANG").get(..2) {
        Some("es") => "marca",
        Some("fr") => "marque",
        Some("de") => "marke",
        _ => "brand",
    }
    .to_owned()
}

/// The text domain of the plugin's texts.
const TEXT_DOMAIN: &str = "woocommerce";

const PRODUCT_LABELS: &[Label] = &[
    Label::new("all_items", "All Products"),
    Label::new("menu_name", "Products").with_context("Admin menu name"),
    Label::new("add_new", "Add new product"),
    Label::new("add_new_item", "Add new product"),
    Label::new("edit", "Edit"),
    Label::new("edit_item", "Edit product"),
    Label::new("new_item", "New product"),
    Label::new("view_item", "View product"),
    Label::new("view_items", "View products"),
    Label::new("search_items", "Search products"),
    Label::new("not_found", "No products found"),
    Label::new("not_found_in_trash", "No products found in trash"),
    Label::new("parent", "Parent product"),
    Label::new("featured_image", "Product image"),
    Label::new("set_featured_image", "Set product image"),
    Label::new("remove_featured_image", "Remove product image"),
    Label::new("use_featured_image", "Use as product image"),
    Label::new("insert_into_item", "Insert into product"),
    Label::new("uploaded_to_this_item", "Uploaded to this product"),
    Label::new("filter_items_list", "Filter products"),
    Label::new("items_list_navigation", "Products navigation"),
    Label::new("items_list", "Products list"),
    Label::new("item_link", "Product Link"),
    Label::new("item_link_description", "A link to a product."),
];

fn product(slug: String, archive: &str) -> PostType {
    PostType {
        has_archive: Some(archive.to_owned()),
        rewrite: Some(PostTypeRewrite {
            slug,
            with_front: false,
            feeds: true,
            pages: true,
        }),
        capability_type: "products",
        query_var: Some("product"),
        description: "This is where you can browse products in this store.",
        menu_icon: Some("dashicons-archive"),
        supports_author: false,
        supports_revisions: false,
        rest_base: Some("product"),
        taxonomies: vec!["product_brand", "product_cat", "product_tag"],
        text_domain: TEXT_DOMAIN,
        labels: PRODUCT_LABELS,
        supports: vec![
            "title",
            "editor",
            "excerpt",
            "thumbnail",
            "custom-fields",
            "publicize",
            "wpcom-markdown",
            "comments",
            "autosave",
        ],
        ..PostType::public("product", "Products", "Product")
    }
}

/// Endpoints below pages: the option that names each, and its default.
const PAGE_ENDPOINTS: [(&str, &str); 13] = [
    ("woocommerce_checkout_pay_endpoint", "order-pay"),
    (
        "woocommerce_checkout_order_received_endpoint",
        "order-received",
    ),
    ("woocommerce_myaccount_orders_endpoint", "orders"),
    ("woocommerce_myaccount_view_order_endpoint", "view-order"),
    ("woocommerce_myaccount_downloads_endpoint", "downloads"),
    (
        "woocommerce_myaccount_edit_account_endpoint",
        "edit-account",
    ),
    (
        "woocommerce_myaccount_edit_address_endpoint",
        "edit-address",
    ),
    (
        "woocommerce_myaccount_payment_methods_endpoint",
        "payment-methods",
    ),
    (
        "woocommerce_myaccount_lost_password_endpoint",
        "lost-password",
    ),
    ("woocommerce_logout_endpoint", "customer-logout"),
    (
        "woocommerce_myaccount_add_payment_method_endpoint",
        "add-payment-method",
    ),
    (
        "woocommerce_myaccount_delete_payment_method_endpoint",
        "delete-payment-method",
    ),
    (
        "woocommerce_myaccount_set_default_payment_method_endpoint",
        "set-default-payment-method",
    ),
];

const EARLY_RULES: [(&str, &str); 5] = [
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
];

fn add_rules(options: &Options, rewrite: &mut RewriteAdditions) {
    for name in ["wc/file/transient", "wc-api"] {
        rewrite.endpoints.push(Endpoint {
            name: name.into(),
            query_var: name.into(),
            places: Places::ALL,
        });
    }
    for (option, query_var) in PAGE_ENDPOINTS {
        let name = options.text_or(option, query_var).into_owned();
        if !name.is_empty() {
            rewrite.endpoints.push(Endpoint {
                name,
                query_var: query_var.into(),
                places: Places::PAGES,
            });
        }
    }
    rewrite
        .early_rules
        .extend(EARLY_RULES.map(|(p, q)| (p.to_owned(), q.to_owned())));
    rewrite.late_rules.push((
        "^checkout-link$".to_owned(),
        "checkout-link=true".to_owned(),
    ));
}
