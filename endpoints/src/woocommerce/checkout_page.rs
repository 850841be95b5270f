//! The pages of the checkout: its form, the page after an order, the page that pays for one.
//!
//! Contract "woocommerce", sections 1.2, 1.3, 9.1, 9.8 and 9.9.

use std::sync::Arc;

use compat::woocommerce::account::AccountPageData;
use compat::woocommerce::checkout::{CheckoutPageData, CheckoutView, OrderAccess};
use compat::woocommerce::clean::wc_clean;
use compat::woocommerce::order::{
    ORDER_PAY, ORDER_RECEIVED, Order, OrderId, load_order, order_products,
};
use compat::woocommerce::product::Products;
use compat::woocommerce::session::NoticeKind;
use compat::woocommerce::shopping::{CartAction, Visit};
use compat::woocommerce::stock::OrderStorage;
use compat::wordpress::column::PageData;
use compat::wordpress::db::DbError;
use compat::wordpress::formatting::email::sanitize_email;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::post::PostId;
use compat::wordpress::query::MainQuery;
use http::{HeaderName, HeaderValue};

use super::account_page::order_downloads;
use super::page_headers;
use super::visit::{act, is_verified, source};
use crate::column::PageDataSource;
use crate::request_error::RequestError;
use crate::server::Response;
use crate::wordpress::request_context::RequestContext;
use crate::wordpress::template_redirect::PageRequest;

/// Seconds for which a guest's order is shown to who has its key.
const GRACE: i64 = 600;

/// Whether the page is the checkout's, with its end points.
pub fn is_checkout(context: &RequestContext<'_>, query: &MainQuery) -> bool {
    let id = context
        .state
        .site
        .options
        .int("woocommerce_checkout_page_id");
    let is_page = query.is.is_page && query.queried_post_id() == Some(PostId(id));
    is_page || query.is.is_singular && shows_checkout(query)
}

/// Whether the content prints the checkout. The block prints the pages after and for an order only.
pub fn shows_checkout(query: &MainQuery) -> bool {
    let post = query.queried_post();
    let has = |text: &str| post.is_some_and(|post| post.content.contains(text));
    has("[woocommerce_checkout")
        || has("<!-- wp:woocommerce/checkout ") && endpoint(query).is_some()
}

/// Whether the request names an end point of the checkout.
pub fn has_endpoint(query: &MainQuery) -> bool {
    endpoint(query).is_some()
}

/// The end point of the checkout that a request names, with its value.
fn endpoint(query: &MainQuery) -> Option<(&'static str, String)> {
    let names = [ORDER_PAY.name, ORDER_RECEIVED.name].into_iter();
    let mut named = names.filter(|name| query.vars.get(name).is_some());
    let name = named.next()?;
    Some((name, query.vars.text(name).to_owned()))
}

/// Loads what the checkout's page shows besides the visit, which is checked on the way.
///
/// # Errors
/// When the database fails.
pub async fn load(
    source: &PageDataSource<'_>,
    visit: Visit,
    data: &mut PageData,
) -> Result<Visit, DbError> {
    let (context, query) = (source.context, source.query);
    let mut page = CheckoutPageData {
        post: context.input.post.clone(),
        ..CheckoutPageData::default()
    };
    let visit = match endpoint(query) {
        Some((name, value)) => {
            let id = OrderId(value.trim().parse().unwrap_or_default());
            order_page(context, visit, &mut page, name == ORDER_PAY.name, id).await?
        }
        None => form_page(context, visit, &mut page).await?,
    };
    if let CheckoutView::Received {
        access: OrderAccess::Full,
        order: Some(order),
    } = &page.view
    {
        data.insert(AccountPageData {
            downloads: order_downloads(context, order).await?,
            ..AccountPageData::default()
        });
    }
    data.add_attachments(page.products.image_ids());
    data.insert(page);
    Ok(visit)
}

/// The form: the cart is checked; errors keep the form from being shown, unless the form itself has just been sent.
async fn form_page(
    context: &RequestContext<'_>,
    visit: Visit,
    page: &mut CheckoutPageData,
) -> Result<Visit, DbError> {
    let options = &context.state.site.options;
    let (visit, _) = act(context, Some(visit), &CartAction::CheckCart).await?;
    page.has_cart_errors = context.input.post.is_empty() && visit.has_errors();
    let terms = PostId(options.int("woocommerce_terms_page_id"));
    if terms.0 > 0 {
        let mut objects = ObjectCache::default();
        objects.prime_posts(&context.app.db, &[terms]).await?;
        let post = objects.post(terms).filter(|post| post.is_published());
        page.terms_content = post.map(|post| post.content.clone());
    }
    Ok(visit)
}

async fn order_page(
    context: &RequestContext<'_>,
    visit: Visit,
    page: &mut CheckoutPageData,
    is_pay: bool,
    id: OrderId,
) -> Result<Visit, DbError> {
    let (db, site) = (&context.app.db, &context.state.site);
    let key = context.input.get.get("key").map(wc_clean);
    let key = key.and_then(|key| Some(key.as_str_lossy()?.into_owned()));
    let key = key.unwrap_or_default();
    let order = load_order(db, OrderStorage::from_options(&site.options), id).await?;
    let order = order.filter(|order| order.is_key(&key));
    let mut visit = visit;
    let mut access = order
        .as_ref()
        .map_or(OrderAccess::None, |order| access_to(context, &visit, order));
    if let Some(order) = &order {
        let ids: Vec<PostId> = order
            .lines()
            .flat_map(|(_, line)| [line.product_id, line.variation_id])
            .filter(|id| id.0 > 0)
            .collect();
        let mut objects = ObjectCache::default();
        page.products = Products::load(db, site, &mut objects, &ids).await?;
        page.order_products = order_products(order, &page.products, &site.options);
    }
    if is_pay {
        if let Some(reason) = unpayable(context, order.as_ref(), id) {
            visit.notices.add(NoticeKind::Error, reason);
            access = OrderAccess::None;
        }
        page.view = CheckoutView::Pay {
            access,
            order: order.map(Arc::new),
        };
        return Ok(visit);
    }
    // Only who has the key has ordered: other addresses leave the cart alone (contract, section 17).
    if order.is_some() && !visit.cart.is_empty() {
        (visit, _) = act(context, Some(visit), &CartAction::Empty).await?;
    }
    page.view = CheckoutView::Received {
        access,
        order: order.map(Arc::new),
    };
    Ok(visit)
}

/// What a visitor who has the key may see of an order.
fn access_to(context: &RequestContext<'_>, visit: &Visit, order: &Order) -> OrderAccess {
    let user = context.visitor.user.map_or(0, |user| user.0);
    if order.customer_id != 0 {
        return if order.customer_id == user {
            OrderAccess::Full
        } else {
            OrderAccess::Login
        };
    }
    let email = order.billing.email.as_str();
    let age = context.now.saturating_sub(order.date_created);
    let may_see_all = context.capabilities().has("read_private_shop_orders");
    if email.is_empty() || age <= GRACE || may_see_all {
        return OrderAccess::Full;
    }
    let is_verified = is_verified(context, visit, &["check_submission"], &["wc_verify_email"]);
    let posted = context.input.post_text("email");
    let supplied = is_verified.then(|| sanitize_email(&posted));
    if visit.customer.billing.email == email || supplied.as_deref() == Some(email) {
        return OrderAccess::Full;
    }
    OrderAccess::VerifyEmail {
        has_failed: !posted.is_empty(),
    }
}

/// Why an order may not be paid. `order`: one whose key is right.
fn unpayable(context: &RequestContext<'_>, order: Option<&Order>, id: OrderId) -> Option<String> {
    const INVALID: &str = "Sorry, this order is invalid and cannot be paid for.";
    const STATUS: &str = "This order&rsquo;s status is &ldquo;%s&rdquo;&mdash;it cannot be paid for. Please contact us if you need assistance.";
    let texts = context.locale.domain("woocommerce");
    if id.0 <= 0 {
        return Some(texts.translate("Invalid order.").to_owned());
    }
    let Some(order) = order.filter(|_| context.input.get.contains_key("key")) else {
        return Some(texts.translate(INVALID).to_owned());
    };
    if order.needs_payment() {
        return None;
    }
    let status = order.status.label(texts);
    Some(texts.translate(STATUS).replacen("%s", status, 1))
}

/// Leads visitors with an empty cart from the checkout to the cart.
///
/// # Errors
/// None.
pub fn redirect_empty(request: &mut PageRequest<'_>) -> Result<(), RequestError> {
    let (context, query) = (request.context, &request.view.query);
    let id = context
        .state
        .site
        .options
        .int("woocommerce_checkout_page_id");
    let is_page = query.is.is_page && query.queried_post_id() == Some(PostId(id));
    let visit = request.view.page_data.get::<Visit>();
    if is_page && endpoint(query).is_none() && visit.cart.is_empty() {
        let cart = source(context).page_url("woocommerce_cart_page_id");
        request.leads_to = Some(cart);
    }
    Ok(())
}

/// Keeps the pages of the checkout out of caches, frames and, below it, search engines.
pub fn send_headers(context: &RequestContext<'_>, query: &MainQuery, response: &mut Response) {
    const POLICY: HeaderValue = HeaderValue::from_static("same-origin");
    if !is_checkout(context, query) {
        return;
    }
    let has_endpoint = has_endpoint(query);
    page_headers::private(context, has_endpoint, response);
    if has_endpoint && !response.status.is_redirection() {
        let referrer = HeaderName::from_static("referrer-policy");
        response.headers.insert(referrer, POLICY);
    }
}
