//! WooCommerce on requests: cookies, query arguments and REST namespaces of the shop.
//!
//! Contract "woocommerce".

use compat::woocommerce::register::COLUMN as MEANING;

mod account_actions;
mod account_forms;
mod account_mails;
mod account_page;
mod ajax;
mod answer;
mod block_page;
mod card;
mod cart_forms;
mod cart_page;
mod cart_view;
mod checkout;
mod checkout_forms;
mod checkout_page;
mod checkout_review;
mod downloads;
mod merchant_api;
mod new_customer;
mod order_links;
mod order_mails;
mod page_headers;
mod posted;
mod recently_viewed;
mod reset_cookie;
mod rest_settings;
mod rest_statuses;
mod search_redirect;
mod settings;
mod store_api;
mod sweep;
mod unpaid;
mod user_fields;
mod variation;
mod visit;
mod wrong_endpoint;

use crate::column::{Column, Registry};
use crate::config::section::Section;
use crate::wordpress::rest::route::TermField;
use crate::wordpress::template_redirect::PageLead;
use settings::WooCommerceSettings;

/// The column's manifest on this floor.
pub const COLUMN: Column = Column {
    register,
    settings: Some(Section::of::<WooCommerceSettings>()),
    personal_cookies: &[
        "woocommerce_items_in_cart",
        "woocommerce_cart_hash",
        "wp_woocommerce_session_",
        "woocommerce_recently_viewed",
    ],
    upstream_requests: &[card::is_of_another_gateway],
    uncached_arguments: &[
        "wc-ajax",
        "wc-api",
        "add-to-cart",
        "remove_item",
        "undo_item",
        "removed_item",
        "remove_coupon",
        "apply_coupon",
        "update_cart",
        "cancel_order",
        "order_again",
        "download_file",
    ],
    label_domains: &["woocommerce"],
    rest_term_fields: &[TermField {
        taxonomy: "product_cat",
        name: "menu_order",
        meta_key: "order",
    }],
    rest_settings: &rest_settings::SETTINGS,
    rest_statuses: &rest_statuses::STATUSES,
    robots_disallow: &[
        "/wp-content/uploads/wc-logs/",
        "/wp-content/uploads/woocommerce_transient_files/",
        "/wp-content/uploads/woocommerce_uploads/",
        "/*?add-to-cart=",
        "/*?*add-to-cart=",
    ],
    private_folders: &["wp-content/uploads/woocommerce_uploads"],
    rest_namespaces: &[
        (2, "wc/v3"),
        (3, "wc/v1"),
        (4, "wc/pos/v1/catalog"),
        (5, "jetpack/v4"),
        (6, "wc-admin"),
        (7, "wc-analytics"),
        (8, "wc/store"),
        (9, "wc/store/v1"),
        (10, "wc/private"),
        (11, "wc/v2"),
        (13, "wc-admin-email"),
        (14, "wc-telemetry"),
        (15, "wccom-site/v3"),
        (16, "wp-abilities/v1"),
    ],
    ..Column::new("woocommerce", MEANING.is_active)
};

fn register(registry: &mut Registry) {
    registry.redirects.push(search_redirect::only_result);
    registry
        .init
        .push(|site, input| Box::pin(ajax::wc_ajax(site, input)));
    registry
        .init
        .push(|site, input| Box::pin(card::handle(site, input)));
    registry
        .init
        .push(|site, input| Box::pin(cart_forms::handle(site, input)));
    registry
        .init
        .push(|site, input| Box::pin(checkout_forms::handle(site, input)));
    registry
        .init
        .push(|site, input| Box::pin(account_forms::handle(site, input)));
    registry
        .init
        .push(|site, input| Box::pin(order_links::handle(site, input)));
    registry
        .init
        .push(|site, input| Box::pin(downloads::handle(site, input)));
    ajax::register(&mut registry.ajax);
    sweep::register(registry);
    register_pages(registry);
    registry.scheduled.push(unpaid::JOB);
    registry.scheduled.push(unpaid::DRAFTS);
    registry.rest.add_user_fields(user_fields::add);
    registry.rest.add_user_meta(&user_fields::META);
    registry.rest.add_refusal(merchant_api::refuse);
    store_api::register(&mut registry.rest);
}

/// What the shop does with pages.
fn register_pages(registry: &mut Registry) {
    registry
        .page_data
        .push(|source, data| Box::pin(cart_page::load(source, data)));
    registry
        .page_data
        .push(|source, data| Box::pin(account_page::load(source, data)));
    registry
        .page_data
        .push(|source, data| Box::pin(recently_viewed::load(source, data)));
    registry
        .template_redirect
        .push(|request| Box::pin(async { cart_page::show(request) }));
    registry
        .template_redirect
        .push(|request| Box::pin(async { recently_viewed::remember(request) }));
    registry
        .template_redirect
        .push(|request| Box::pin(async { wrong_endpoint::refuse(request) }));
    registry
        .template_redirect
        .push(|request| Box::pin(account_actions::act(request)));
    let redirect_empty = PageLead {
        concerns: checkout_page::is_checkout,
        lead: |request| Box::pin(async { checkout_page::redirect_empty(request) }),
    };
    registry.template_redirect.push(redirect_empty.lead);
    registry.page_leads.push(redirect_empty);
    registry
        .template_redirect
        .push(|request| Box::pin(checkout_forms::pay(request)));
    registry.send_headers.push(cart_page::send_headers);
    registry.send_headers.push(checkout_page::send_headers);
    registry.send_headers.push(account_page::send_headers);
    registry.send_headers.push(recently_viewed::send_headers);
    registry
        .shutdown
        .push(|context, page| Box::pin(cart_page::forget_printed(context, page)));
}
