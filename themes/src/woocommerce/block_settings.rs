//! The settings that the scripts of the blocks read (`wcSettings`).
//!
//! Contract "woocommerce-store-api", section 11.4: the keys in this order.

use compat::woocommerce::address::default_address_format;
use compat::woocommerce::block_page::{BlockPageData, ShopBlock};
use compat::woocommerce::checkout::{CheckoutSettings, ShipTo};
use compat::woocommerce::money::{PriceSettings, currency_symbol};
use compat::woocommerce::order::{OrderStatus, ShopGateway};
use compat::woocommerce::settings::{Countries, ShopSettings};
use compat::wordpress::blocks::Block;
use compat::wordpress::gravatar::gravatar_url;
use compat::wordpress::php::{Array, Value};
use compat::wordpress::post::PostId;

use super::account_links::account_url;
use super::asset_files::version;
use super::block_countries::{all_countries, country_data};
use super::block_fields::{default_fields, locations};
use super::block_scripts::{METHODS, enabled_gateways};
use super::cart_assets::decoded;
use super::picture::{THUMBNAIL, source};
use super::shop::{Shop, TEXT_DOMAIN};
use crate::wordpress::view::{Page, View};

/// The routes that scripts may ask, in the plugin's order.
const ROUTES: [&str; 30] = [
    "/batch",
    "/cart",
    "/cart/add-item",
    "/cart/apply-coupon",
    "/cart/coupons",
    "/cart/coupons/(?P<code>[\\w-]+)",
    "/cart/extensions",
    "/cart/items",
    "/cart/items/(?P<key>[\\w-]{32})",
    "/cart/remove-coupon",
    "/cart/remove-item",
    "/cart/select-shipping-rate",
    "/cart/update-item",
    "/cart/update-customer",
    "/checkout",
    "/checkout/(?P<id>[\\d]+)",
    "/order/(?P<id>[\\d]+)",
    "/products/attributes",
    "/products/attributes/(?P<id>[\\d]+)",
    "/products/attributes/(?P<attribute_id>[\\d]+)/terms",
    "/products/categories",
    "/products/categories/(?P<id>[\\d]+)",
    "/products/brands",
    "/products/brands/(?P<identifier>[\\w-]+)",
    "/products/collection-data",
    "/products/reviews",
    "/products/tags",
    "/products",
    "/products/(?P<id>[\\d]+)",
    "/products/(?P<slug>[\\S]+)",
];

/// The settings of a page with a block.
pub fn settings(page: &mut Page, kind: ShopBlock, block: &Block<'_>) -> Value {
    let view = page.view.clone();
    let shop = Shop::of(&view);
    let own = match kind {
        ShopBlock::Cart => cart_settings(&shop, block),
        ShopBlock::Checkout => checkout_settings(&shop, block),
    };
    let mut all = with_payments(own, &shop);
    all.insert("defaultFields", default_fields(&shop));
    all.insert("addressFieldsLocations", locations());
    let placeholder = placeholder(page);
    let mut all = with_site(all, &shop, &placeholder);
    if kind == ShopBlock::Checkout {
        let draft = view.page_data.get::<BlockPageData>().checkout.clone();
        all.insert("checkoutData", draft);
    }
    if view.visitor.capabilities.has("manage_woocommerce") {
        all.insert("incompatibleExtensions", Value::array());
    }
    if kind == ShopBlock::Checkout && view.visitor.user.is_some() {
        all.insert("customerPaymentMethods", Value::array());
    }
    all.into()
}

fn is_yes(shop: &Shop, option: &str, default: &str) -> bool {
    shop.options().text_or(option, default) == "yes"
}

/// The keys that both begin with.
fn first_settings(shop: &Shop) -> Array {
    let view = &shop.view;
    let routes = ROUTES.iter().map(|route| format!("/wc/store/v1{route}"));
    let routes: Value = routes.map(|route| Value::from(route.as_str())).collect();
    let texts = view.locale.domain(TEXT_DOMAIN);
    let words = texts.translate_with_context("words", "Word count type. Do not translate!");
    let config = Value::array()
        .with("pluginUrl", view.plugin_url("woocommerce/"))
        .with("restApiRoutes", Value::array().with("/wc/store/v1", routes))
        .with("defaultAvatar", default_avatar(view))
        .with("wordCountType", words);
    let requires = ShopSettings::from_options(shop.options()).cost_requires_address;
    Array::new()
        .with("shippingCostRequiresAddress", requires)
        .with("wcBlocksConfig", config)
}

/// The picture of who has none.
fn default_avatar(view: &View) -> String {
    let options = &view.site.options;
    let avatar = options.text_or("avatar_default", "mystery");
    let rating = options.text_or("avatar_rating", "g");
    let url = gravatar_url("", 96, &avatar, &rating);
    // The default is forced: it stands before the rating.
    match url.rsplit_once("&r=") {
        Some((before, rating)) => format!("{before}&f=y&r={rating}"),
        None => format!("{url}&f=y"),
    }
}

fn cart_settings(shop: &Shop, block: &Block<'_>) -> Array {
    let mut all = first_settings(shop);
    if let Some(id) = inner_id(
        block,
        "woocommerce/proceed-to-checkout-block",
        "checkoutPageId",
    ) {
        add_page(&mut all, &shop.view, id);
    }
    let all = all
        .with("countryData", country_data(shop, false))
        .with("displayItemizedTaxes", is_itemized(shop))
        .with("displayCartPricesIncludingTax", includes_tax(shop));
    let mut all = with_features(all, shop);
    if let Some(id) = id_of(block, "checkoutPageId") {
        add_page(&mut all, &shop.view, id);
    }
    let has_methods = shop
        .view
        .page_data
        .get::<BlockPageData>()
        .has_shipping_methods;
    all.with("isBlockTheme", false)
        .with("shippingMethodsExist", has_methods)
}

fn checkout_settings(shop: &Shop, block: &Block<'_>) -> Array {
    let options = shop.options();
    let own = CheckoutSettings::from_options(options);
    let all = first_settings(shop)
        .with("addressAutocompleteProviders", Value::array())
        .with("countryData", country_data(shop, true))
        .with("defaultAddressFormat", default_address_format())
        .with("checkoutAllowsGuest", own.allows_guests)
        .with("checkoutAllowsSignup", own.allows_sign_up)
        .with("checkoutShowLoginReminder", own.reminds_of_login)
        .with("displayCartPricesIncludingTax", includes_tax(shop))
        .with("displayItemizedTaxes", is_itemized(shop))
        .with("forcedBillingAddress", own.ship_to == ShipTo::BillingOnly)
        .with("generatePassword", own.generates_password);
    let mut all = with_features(all, shop);
    if let Some(id) = id_of(block, "cartPageId") {
        add_page(&mut all, &shop.view, id);
    }
    let pickup = options.value("woocommerce_pickup_location_settings");
    let is_offered = pickup.at("enabled").as_str() == Some("yes");
    let text = |key: &str| pickup.at(key).to_string_lossy().into_owned();
    let title = match text("title") {
        title if title.is_empty() => shop.text("Pickup"),
        title => title,
    };
    let methods = Value::array().with_pushed("local_pickup");
    let methods = if is_offered {
        methods.with_pushed("pickup_location")
    } else {
        methods
    };
    let has_methods = shop
        .view
        .page_data
        .get::<BlockPageData>()
        .has_shipping_methods;
    all.with("isBlockTheme", false)
        .with("isCheckoutBlock", true)
        .with("localPickupEnabled", is_offered)
        .with("localPickupText", title)
        .with("localPickupCost", text("cost"))
        .with("collectableMethodIds", methods)
        .with("shippingMethodsExist", has_methods)
}

fn is_itemized(shop: &Shop) -> bool {
    shop.options()
        .text_or("woocommerce_tax_total_display", "itemized")
        == "itemized"
}

fn includes_tax(shop: &Shop) -> bool {
    shop.options().text("woocommerce_tax_display_cart") == "incl"
}

/// What the shop has at all.
fn with_features(all: Array, shop: &Shop) -> Array {
    let settings = ShopSettings::from_options(shop.options());
    all.with("taxesEnabled", is_yes(shop, "woocommerce_calc_taxes", "no"))
        .with("couponsEnabled", settings.has_coupons)
        .with("shippingEnabled", settings.ships_to != Countries::None)
        .with("hasDarkEditorStyleSupport", false)
}

/// The id of a page that a block names; `None` for none.
fn id_of(block: &Block<'_>, name: &str) -> Option<PostId> {
    let id = block.attr(name)?.as_i64()?;
    (id > 0).then_some(PostId(id))
}

/// As [`id_of`], of the first inner block with a name.
fn inner_id(block: &Block<'_>, inner: &str, name: &str) -> Option<PostId> {
    let mut blocks = block.inner_blocks.iter();
    blocks.find_map(|own| {
        let is_it = own.name.as_deref() == Some(inner);
        let here = is_it.then(|| id_of(own, name)).flatten();
        here.or_else(|| inner_id(own, inner, name))
    })
}

fn add_page(all: &mut Array, view: &View, id: PostId) {
    let url = view.page_url(id).map_or(Value::Bool(false), Value::from);
    all.insert(format!("page-{}", id.0), url);
}

/// The gateways.
fn with_payments(all: Array, shop: &Shop) -> Array {
    let enabled = enabled_gateways(&shop.view);
    let order: Value = enabled.iter().map(ShopGateway::id).collect();
    let mut known: Vec<_> = enabled.iter().collect();
    known.sort_by_key(|own| METHODS.iter().position(|id| *id == own.id()));
    let data = known
        .into_iter()
        .fold(Value::array(), |map, own| map.with(own.id(), method(own)));
    all.with("paymentMethodSortOrder", order)
        .with("paymentMethodData", data)
}

/// What the script of a gateway is told.
fn method(own: &ShopGateway) -> Array {
    let map = Array::new()
        .with("title", own.title.as_str())
        .with("description", own.description.as_str());
    let map = if own.id() == "cod" {
        let settings = own.settings();
        let is_virtual = settings.get("enable_for_virtual").is_none()
            || settings.at("enable_for_virtual").as_str() == Some("yes");
        let methods = settings.at("enable_for_methods").values().cloned();
        map.with("enableForVirtual", is_virtual)
            .with("enableForShippingMethods", methods.collect::<Value>())
    } else {
        map
    };
    map.with("supports", Value::array().with_pushed("products"))
}

fn placeholder(page: &mut Page) -> String {
    let view = page.view.clone();
    let id = view.site.options.int("woocommerce_placeholder_image");
    match source(page, id, THUMBNAIL) {
        Some(image) => image.url,
        None => view.plugin_url("woocommerce/assets/images/placeholder.webp"),
    }
}

/// What pages with any block are told of the site.
fn with_site(all: Array, shop: &Shop, placeholder: &str) -> Array {
    let view = &shop.view;
    let options = shop.options();
    let words = view.locale.wp_locale();
    let code = view.locale.code();
    let days: Value = words.weekday_abbrev.iter().map(String::as_str).collect();
    let locale = Value::array()
        .with("siteLocale", code)
        .with("userLocale", code)
        .with("weekdaysShort", days);
    let texts = view.locale.domain(TEXT_DOMAIN);
    let statuses = OrderStatus::ALL.iter();
    let statuses = statuses.fold(Value::array(), |map, own| {
        map.with(own.slug(), own.label(texts))
    });
    let redirects = is_yes(shop, "woocommerce_cart_redirect_after_add", "no");
    let siteurl = view.site.siteurl();
    all.with("adminUrl", format!("{siteurl}/wp-admin/"))
        .with("countries", all_countries(shop))
        .with("currency", currency(shop))
        .with("currentUserId", view.visitor.user.map_or(0, |user| user.0))
        .with(
            "currentUserIsAdmin",
            view.visitor.capabilities.has("manage_woocommerce"),
        )
        .with("currentThemeIsFSETheme", false)
        .with("dateFormat", options.text("date_format").into_owned())
        .with("homeUrl", view.home_url())
        .with("locale", locale)
        .with("isRemoteLoggingEnabled", false)
        .with("dashboardUrl", account_url(view))
        .with("orderStatuses", statuses)
        .with("placeholderImgSrc", placeholder)
        .with(
            "productsSettings",
            Value::array().with("cartRedirectAfterAdd", redirects),
        )
        .with("siteTitle", options.text("blogname").into_owned())
        .with("storePages", store_pages(view))
        .with("wcAssetUrl", view.plugin_url("woocommerce/assets/"))
        .with("wcVersion", version(view))
        .with("wpLoginUrl", format!("{siteurl}/wp-login.php"))
        .with("wpVersion", view.wp_version())
        .with("experimentalWcRestApiV4", false)
}

fn currency(shop: &Shop) -> Value {
    let settings: &PriceSettings = &shop.settings;
    let position = shop.options().text_or("woocommerce_currency_pos", "left");
    Value::array()
        .with("code", settings.currency.as_str())
        .with("precision", settings.decimals)
        .with("symbol", decoded(currency_symbol(&settings.currency)))
        .with("symbolPosition", position.into_owned())
        .with("decimalSeparator", settings.decimal_separator.as_str())
        .with("thousandSeparator", settings.thousand_separator.as_str())
        .with("priceFormat", decoded(&settings.price_format))
}

/// The shop's pages.
fn store_pages(view: &View) -> Value {
    const PAGES: [(&str, &str); 6] = [
        ("myaccount", "woocommerce_myaccount_page_id"),
        ("shop", "woocommerce_shop_page_id"),
        ("cart", "woocommerce_cart_page_id"),
        ("checkout", "woocommerce_checkout_page_id"),
        ("privacy", "wp_page_for_privacy_policy"),
        ("terms", "woocommerce_terms_page_id"),
    ];
    PAGES.iter().fold(Value::array(), |map, (name, option)| {
        let id = PostId(view.site.options.int(option).max(0));
        let post = view.site.pages.get(id);
        let url = post.and_then(|_| view.page_url(id));
        let entry = Value::array()
            .with("id", id.0)
            .with("title", post.map_or("", |post| post.title.as_str()))
            .with("permalink", url.map_or(Value::Bool(false), Value::from));
        map.with(*name, entry)
    })
}
