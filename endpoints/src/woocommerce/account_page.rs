//! The account's page: what it loads, its headers.
//!
//! Contract "woocommerce", sections 1.2, 1.3 and 14.

use std::sync::Arc;

use compat::woocommerce::account::{
    AccountEndpoint, AccountPageData, AccountUser, AccountView, AddressKind, CustomerDownload,
    DownloadPermission, LostPasswordStep, customer_notes, customer_orders, customer_permissions,
    load_addresses, order_permissions, order_statuses, product_downloads,
};
use compat::woocommerce::checkout::CheckoutPageData;
use compat::woocommerce::order::{
    Order, OrderId, grants_downloads_after_payment, is_download_permitted, load_order,
    order_products,
};
use compat::woocommerce::product::Products;
use compat::woocommerce::session::NoticeKind;
use compat::woocommerce::shopping::Visit;
use compat::woocommerce::stock::OrderStorage;
use compat::wordpress::column::PageData;
use compat::wordpress::db::DbError;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::post::PostId;
use compat::wordpress::query::MainQuery;
use compat::wordpress::user::UserId;
use compat::wordpress::user::attempts::AttemptError;
use compat::wordpress::user::authenticate::load as load_user;
use compat::wordpress::user::reset_key::check_password_reset_key;

use super::account_forms::INVALID_KEY;
use super::page_headers;
use super::reset_cookie::sent_key;
use super::visit::source;
use crate::column::PageDataSource;
use crate::request_error::RequestError;
use crate::server::Response;
use crate::wordpress::request_context::RequestContext;

/// Whether the page is the account's, with its end points.
pub fn is_account(context: &RequestContext<'_>, query: &MainQuery) -> bool {
    let options = &context.state.site.options;
    let id = PostId(options.int("woocommerce_myaccount_page_id"));
    let is_page = query.is.is_page && query.queried_post_id() == Some(id);
    is_page || query.is.is_singular && shows_account(query)
}

/// Whether the content prints the account.
fn shows_account(query: &MainQuery) -> bool {
    let post = query.queried_post();
    post.is_some_and(|post| post.content.contains("[woocommerce_my_account"))
}

/// Loads what the account's page shows besides the visit.
///
/// # Errors
/// When the database fails.
pub async fn load(source: &PageDataSource<'_>, data: &mut PageData) -> Result<(), RequestError> {
    let (context, query) = (source.context, source.query);
    if query.status == 0 || !shows_account(query) {
        return Ok(());
    }
    let mut visit = data.get::<Visit>().clone();
    let action = context.input.get_text("action");
    let mut page = AccountPageData {
        post: context.input.post.clone(),
        sets_password: matches!(action.as_str(), "rp" | "resetpass" | "newaccount"),
        ..AccountPageData::default()
    };
    let endpoint = AccountEndpoint::of(&query.vars);
    let is_lost = matches!(endpoint, Some((AccountEndpoint::LostPassword, _)));
    match context.visitor.user {
        Some(user) if !is_lost => {
            page.user = account_user(context, user, &mut visit).await?;
            let endpoint = endpoint.as_ref();
            let endpoint = endpoint.map(|(own, value)| (*own, value.as_str()));
            own_page(context, user, endpoint, (&mut page, &mut *data)).await?;
        }
        _ => {
            tell_guest(context, &mut visit);
            if is_lost {
                page.view = AccountView::LostPassword(lost_password(context, &mut visit).await?);
            }
        }
    }
    data.insert(visit);
    data.insert(page);
    Ok(())
}

/// What is known of the user, who is told when his password is not his own.
async fn account_user(
    context: &RequestContext<'_>,
    user: UserId,
    visit: &mut Visit,
) -> Result<Option<AccountUser>, DbError> {
    const TEMPORARY: &str = "Your account with %s is using a temporary password. We emailed you a link to change your password.";
    let mut objects = ObjectCache::default();
    objects.prime_users(&context.app.db, &[user]).await?;
    let meta = objects.user_meta(user);
    let Some(user) = objects.user(user) else {
        return Ok(None);
    };
    let own = AccountUser {
        login: user.login.clone(),
        display_name: user.display_name.clone(),
        email: user.email.clone(),
        first_name: meta.text("first_name").to_string(),
        last_name: meta.text("last_name").to_string(),
        has_generated_password: meta.value("default_password_nag").to_bool(),
    };
    if own.has_generated_password {
        let texts = context.locale.domain("woocommerce");
        let name = context.state.site.options.text("blogname");
        let text = texts.translate(TEMPORARY).replacen("%s", &name, 1);
        visit.notices.add(NoticeKind::Notice, text);
    }
    Ok(Some(own))
}

/// What the address of the page tells a guest.
fn tell_guest(context: &RequestContext<'_>, visit: &mut Visit) {
    let texts = context.locale.domain("woocommerce");
    let is_given = |name: &str| !matches!(context.input.get_text(name).as_str(), "" | "0");
    if is_given("password-reset") {
        let text = texts.translate("Your password has been reset successfully.");
        visit.notices.add(NoticeKind::Success, text.to_owned());
    }
    // Whatever text the address holds: only this one is ever sent with it.
    if is_given("wc_error") {
        let text = texts.translate("You must be logged in to download files.");
        visit.notices.add(NoticeKind::Error, text.to_owned());
    }
}

/// Which form the page for a forgotten password shows.
async fn lost_password(
    context: &RequestContext<'_>,
    visit: &mut Visit,
) -> Result<LostPasswordStep, DbError> {
    let is_given = |name: &str| !matches!(context.input.get_text(name).as_str(), "" | "0");
    if is_given("reset-link-sent") {
        return Ok(LostPasswordStep::Sent);
    }
    if !is_given("show-reset-form") {
        return Ok(LostPasswordStep::Ask);
    }
    let Some((id, key)) = sent_key(context) else {
        return Ok(LostPasswordStep::Ask);
    };
    let app = context.app;
    let user = load_user(&app.db, Some(UserId(id))).await?;
    let login = user.map_or(String::new(), |user| user.login);
    let checked = check_password_reset_key(&app.attempts, context.origin(), &key, &login).await;
    match checked {
        Ok(Ok(user)) => Ok(LostPasswordStep::Choose {
            key,
            login: user.login,
        }),
        Ok(Err(_)) | Err(AttemptError::TooMany { .. }) => {
            let text = context.locale.domain("woocommerce").translate(INVALID_KEY);
            visit.notices.add(NoticeKind::Error, text.to_owned());
            Ok(LostPasswordStep::Ask)
        }
        Err(AttemptError::Db(error)) => Err(error),
    }
}

/// The page of a user.
async fn own_page(
    context: &RequestContext<'_>,
    user: UserId,
    endpoint: Option<(AccountEndpoint, &str)>,
    (page, data): (&mut AccountPageData, &mut PageData),
) -> Result<(), DbError> {
    let (db, options) = (&context.app.db, &context.state.site.options);
    let Some((endpoint, value)) = endpoint else {
        page.view = AccountView::Dashboard;
        return Ok(());
    };
    let number = value.trim().parse::<i64>().unwrap_or_default();
    page.view = match endpoint {
        AccountEndpoint::Orders => {
            let pages = (number, options.int("posts_per_page"));
            let storage = OrderStorage::from_options(options);
            AccountView::Orders(customer_orders(db, storage, user, pages).await?)
        }
        AccountEndpoint::ViewOrder => order_view(context, user, number, (page, data)).await?,
        AccountEndpoint::Downloads => {
            let permissions = customer_permissions(db, user, context.now).await?;
            page.downloads = downloads(context, permissions).await?;
            AccountView::Downloads
        }
        AccountEndpoint::EditAddress => {
            page.addresses = load_addresses(db, user).await?;
            let texts = context.locale.domain("woocommerce");
            match value.trim() {
                "" => AccountView::Addresses,
                word => AccountView::EditAddress(
                    AddressKind::of_slug(word, texts, context.locale.code())
                        .unwrap_or(AddressKind::Billing),
                ),
            }
        }
        AccountEndpoint::EditAccount => AccountView::EditAccount,
        AccountEndpoint::PaymentMethods
        | AccountEndpoint::AddPaymentMethod
        | AccountEndpoint::DeletePaymentMethod
        | AccountEndpoint::SetDefaultPaymentMethod => AccountView::PaymentMethods,
        AccountEndpoint::LostPassword | AccountEndpoint::CustomerLogout => AccountView::Dashboard,
    };
    Ok(())
}

/// An order of a user with its products and downloads.
async fn order_view(
    context: &RequestContext<'_>,
    user: UserId,
    number: i64,
    (page, data): (&mut AccountPageData, &mut PageData),
) -> Result<AccountView, DbError> {
    let (db, site) = (&context.app.db, &context.state.site);
    let options = &site.options;
    let order = load_order(db, OrderStorage::from_options(options), OrderId(number)).await?;
    let Some(order) = order.filter(|order| order.customer_id == user.0) else {
        return Ok(AccountView::Order(None, Vec::new()));
    };
    let ids: Vec<PostId> = order
        .lines()
        .flat_map(|(_, line)| [line.product_id, line.variation_id])
        .filter(|id| id.0 > 0)
        .collect();
    let mut objects = ObjectCache::default();
    let products = Products::load(db, site, &mut objects, &ids).await?;
    data.add_attachments(products.image_ids());
    data.insert(CheckoutPageData {
        order_products: order_products(&order, &products, options),
        products,
        ..CheckoutPageData::default()
    });
    page.downloads = order_downloads(context, &order).await?;
    let notes = customer_notes(db, order.id).await?;
    Ok(AccountView::Order(Some(Arc::new(order)), notes))
}

/// What an order that is paid lets its buyer download.
///
/// # Errors
/// When the database fails.
pub async fn order_downloads(
    context: &RequestContext<'_>,
    order: &Order,
) -> Result<Vec<CustomerDownload>, DbError> {
    let after_payment = grants_downloads_after_payment(&context.state.site.options);
    if !is_download_permitted(order.status, after_payment) {
        return Ok(Vec::new());
    }
    let permissions = order_permissions(&context.app.db, order.id, context.now).await?;
    downloads(context, permissions).await
}

/// What permissions let a user download: those of paid orders, for files that are there.
async fn downloads(
    context: &RequestContext<'_>,
    permissions: Vec<DownloadPermission>,
) -> Result<Vec<CustomerDownload>, DbError> {
    let (db, site) = (&context.app.db, &context.state.site);
    let options = &site.options;
    let orders: Vec<i64> = permissions.iter().map(|own| own.order.0).collect();
    let statuses = order_statuses(db, OrderStorage::from_options(options), &orders).await?;
    let after_payment = grants_downloads_after_payment(options);
    let ids: Vec<PostId> = permissions.iter().map(|own| own.product).collect();
    let files = product_downloads(db, options, &ids).await?;
    let mut objects = ObjectCache::default();
    let products = Products::load(db, site, &mut objects, &ids).await?;
    let shop = source(context);
    let links = shop.links(&objects);
    let shown = permissions.into_iter().filter_map(|permission| {
        let status = statuses.get(&permission.order)?;
        let file = files.get(&permission.product)?;
        let file = file.file(&permission.download_id)?;
        let product = products.get(permission.product)?;
        let is_shown = file.is_enabled && is_download_permitted(*status, after_payment);
        let is_visible = product.is_visible(options, false, shop.may_edit);
        let page = products.get(product.page_id()).unwrap_or(product);
        is_shown.then(|| CustomerDownload {
            name: file.name.clone(),
            product_name: product.title().to_owned(),
            product_url: is_visible.then(|| links.get_permalink(&page.post)),
            permission,
        })
    });
    Ok(shown.collect())
}

/// Keeps the pages of the account out of caches, frames and, below it, search engines.
pub fn send_headers(context: &RequestContext<'_>, query: &MainQuery, response: &mut Response) {
    if is_account(context, query) {
        let has_endpoint = AccountEndpoint::of(&query.vars).is_some();
        page_headers::private(context, has_endpoint, response);
    }
}
