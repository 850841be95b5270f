//! Downloads of what was bought: `?download_file={product}&order={key}&email={address}&key={file}`.
//!
//! Contract "woocommerce", sections 13.2 and 14. A link with `uid`, the digest of the buyer's address, counts too.

use std::path::PathBuf;

use compat::woocommerce::account::{
    DownloadLink, DownloadPermission, Downloader, SAME_DOWNLOAD, find_permission, order_of_key,
    order_statuses, product_downloads, track_download,
};
use compat::woocommerce::clean::wc_clean;
use compat::woocommerce::order::{
    grants_downloads_after_payment, is_download_permitted, load_order,
};
use compat::woocommerce::stock::OrderStorage;
use compat::wordpress::formatting::email::sanitize_email;
use compat::wordpress::hash::{hash_equals, sha256_hex};
use compat::wordpress::php::Value;
use compat::wordpress::post::PostId;
use compat::wordpress::url::{QueryArg, add_query_arg};
use http::header::{CONTENT_DISPOSITION, RANGE};
use http::{HeaderName, HeaderValue, Method};
use themes::woocommerce::account_messages::download_error;
use themes::wordpress::wp_die::ErrorPage;

use super::visit::source;
use crate::request_error::RequestError;
use crate::server::Response;
use crate::server::find_stored::download;
use crate::server::response::header_value;
use crate::wordpress::headers::{nocache_headers, redirect};
use crate::wordpress::input::Input;
use crate::wordpress::request_context::{RequestContext, SiteSnapshot};

/// Why a link does not count any more.
const USED_UP: &str = "Sorry, you have reached your download limit for this file";

/// Seconds of a day.
const DAY: i64 = 86_400;

/// Sends the file of a link, or says why not.
///
/// # Errors
/// When the database fails.
pub async fn handle(
    site: &SiteSnapshot<'_>,
    input: &mut Input,
) -> Result<Option<Response>, RequestError> {
    let has = |name: &str| input.get.contains_key(name);
    if !has("download_file") || !has("order") || !has("email") && !has("uid") {
        return Ok(None);
    }
    let state = site.of_content(&input.request).await?;
    let context = RequestContext::of_page(site, state, input).await?;
    respond(&context).await.map(Some)
}

fn text(context: &RequestContext<'_>, name: &str) -> String {
    let value = context.input.get.get(name).map(wc_clean);
    let value = value.unwrap_or_default();
    value.as_str_lossy().unwrap_or_default().into_owned()
}

async fn respond(context: &RequestContext<'_>) -> Result<Response, RequestError> {
    const INVALID: &str = "Invalid download link.";
    let (db, options) = (&context.app.db, &context.state.site.options);
    let product = Value::from(text(context, "download_file").as_str()).to_int();
    let product = PostId(product.saturating_abs());
    let downloads = product_downloads(db, options, &[product]).await?;
    let id = text(context, "key");
    let file = downloads.get(&product).and_then(|own| own.file(&id));
    let (Some(file), Some(email)) = (file, email(context).await?) else {
        return Ok(refuse(context, INVALID, 404));
    };
    let link = DownloadLink {
        product,
        order_key: text(context, "order"),
        email,
        download_id: id,
    };
    let permission = find_permission(db, &link).await?;
    let Some(permission) = permission.filter(|_| file.is_enabled) else {
        return Ok(refuse(context, INVALID, 404));
    };
    let is_part = is_part(context);
    if let Some(refused) = check(context, &permission, is_part).await? {
        return Ok(refused);
    }
    let Some(found) = find_file(context, &file.file).await else {
        return Ok(refuse(context, "File not found", 404));
    };
    let counts_parts = options.text_or("woocommerce_downloads_count_partial", "yes") == "yes";
    let is_asked_only = context.input.request.method == Method::HEAD;
    if !is_asked_only {
        // Where parts do not count, they go on with a download of the last day, which did.
        let same = if counts_parts { SAME_DOWNLOAD } else { DAY };
        let begun_since = is_part.then(|| context.now.saturating_sub(same));
        let who = Downloader {
            user: context.visitor.user,
            address: context.input.request.remote_addr,
            now: context.now,
        };
        if !track_download(db, &permission, who, begun_since).await? {
            return Ok(refuse(context, USED_UP, 403));
        }
    }
    Ok(found)
}

/// The address of the buyer: the link's, or the order's when the link has its digest.
async fn email(context: &RequestContext<'_>) -> Result<Option<String>, RequestError> {
    let db = &context.app.db;
    let storage = OrderStorage::from_options(&context.state.site.options);
    if context.input.get.contains_key("email") {
        // A plus sign that was not encoded has become a space.
        let sent = context.input.get_text("email").replace(' ', "+");
        return Ok(Some(sanitize_email(&sent)).filter(|own| !own.is_empty()));
    }
    let Some(id) = order_of_key(db, storage, &text(context, "order")).await? else {
        return Ok(None);
    };
    let order = load_order(db, storage, id).await?;
    let address = order.map(|order| order.billing.email);
    let uid = context.input.get_text("uid");
    Ok(address.filter(|own| hash_equals(&sha256_hex(own.as_bytes()), &uid)))
}

/// Whether the browser asks for a later part of a file whose beginning it has.
fn is_part(context: &RequestContext<'_>) -> bool {
    let range = context.input.request.header(RANGE.as_str());
    let start = range.split_once('=').map_or("", |(_, list)| list.trim());
    !start.is_empty() && !start.starts_with("0-")
}

/// Why a permission does not hold now.
async fn check(
    context: &RequestContext<'_>,
    permission: &DownloadPermission,
    is_part: bool,
) -> Result<Option<Response>, RequestError> {
    let (db, options) = (&context.app.db, &context.state.site.options);
    if permission.order.0 > 0 {
        let storage = OrderStorage::from_options(options);
        let statuses = order_statuses(db, storage, &[permission.order.0]).await?;
        let after_payment = grants_downloads_after_payment(options);
        let status = statuses.get(&permission.order);
        if !status.is_some_and(|status| is_download_permitted(*status, after_payment)) {
            return Ok(Some(refuse(context, "Invalid order.", 403)));
        }
    }
    if permission.is_used_up() && !is_part {
        return Ok(Some(refuse(context, USED_UP, 403)));
    }
    if permission.has_expired(context.now) {
        let expired = "Sorry, this download has expired";
        return Ok(Some(refuse(context, expired, 403)));
    }
    if permission.user == 0 || options.text("woocommerce_downloads_require_login") != "yes" {
        return Ok(None);
    }
    Ok(match context.visitor.user {
        Some(user) if user.0 == permission.user => None,
        Some(_) => Some(refuse(context, "This is not your download link.", 403)),
        None => {
            let account = source(context).page_url("woocommerce_myaccount_page_id");
            let args = [("wc_error", QueryArg::from("login"))];
            Some(redirect(&add_query_arg(&args, &account)))
        }
    })
}

/// The page that says why (`download_error`).
fn refuse(context: &RequestContext<'_>, source_text: &'static str, status: u16) -> Response {
    let texts = context.locale.domain("woocommerce");
    let shop = source(context).page_url("woocommerce_shop_page_id");
    let (text, label) = (texts.translate(source_text), texts.translate("Go to shop"));
    let message = download_error(text, &shop, label);
    let page = ErrorPage {
        message: &message,
        ..ErrorPage::default()
    };
    context.die(status, &page)
}

/// The response with a file: from the site's folder, or a redirect to where it lies.
async fn find_file(context: &RequestContext<'_>, file: &str) -> Option<Response> {
    let options = &context.state.site.options;
    let method = options.text_or("woocommerce_file_download_method", "force");
    let is_remote = file.starts_with("http://") || file.starts_with("https://");
    // What lies in the shop's own folder is sent, whatever the method: nobody gets it by its address.
    if method == "redirect" && is_remote && !file.contains("/woocommerce_uploads/") {
        return Some(redirect(file));
    }
    let Some((folder, path)) = local_path(context, file) else {
        let may_redirect = options.text("woocommerce_downloads_redirect_fallback_allowed") == "yes";
        if is_remote && may_redirect {
            return Some(redirect(file));
        }
        tracing::warn!(
            "a file that is sold lies on another server: the shop's download method has to be \"redirect\""
        );
        return None;
    };
    let request = &context.input.request;
    let address =
        (Some(&folder) == context.app.content_dir.as_ref()).then(|| format!("/wp-content/{path}"));
    let mut response = match (download(folder, &path, request).await, address) {
        (None, Some(address)) => context.app.files.download_stored(&address, request).await?,
        (found, _) => found?,
    };
    let name = path.rsplit('/').next().unwrap_or_default();
    let kind = match &*options.text("woocommerce_downloads_deliver_inline") {
        "yes" => "inline",
        _ => "attachment",
    };
    let name = name.replace(['"', '\\'], "");
    let disposition = header_value(&format!("{kind}; filename=\"{name}\";"));
    let disposition = disposition.unwrap_or_else(|_| HeaderValue::from_static("attachment"));
    nocache_headers(&mut response);
    response.headers.insert(CONTENT_DISPOSITION, disposition);
    for (name, value) in [
        ("content-description", "File Transfer"),
        ("content-transfer-encoding", "binary"),
        ("x-robots-tag", "noindex, nofollow"),
        ("x-content-type-options", "nosniff"),
    ] {
        let name = HeaderName::from_static(name);
        response
            .headers
            .insert(name, HeaderValue::from_static(value));
    }
    Some(response)
}

/// The folder below which a file lies, and its path there; `None`: it is not on this server.
fn local_path(context: &RequestContext<'_>, file: &str) -> Option<(PathBuf, String)> {
    let app = context.app;
    let path = file.split(['?', '#']).next().unwrap_or_default();
    let site = &context.state.site;
    let below = [site.siteurl(), site.home()]
        .iter()
        .find_map(|address| path.strip_prefix(address.as_str()).map(str::to_owned));
    let below = below.or_else(|| path.starts_with("/wp-content/").then(|| path.to_owned()));
    if let Some(below) = below {
        if let (Some(rest), Some(folder)) =
            (below.strip_prefix("/wp-content/"), app.content_dir.as_ref())
        {
            return Some((folder.clone(), rest.to_owned()));
        }
        let root = app.wp_root.clone()?;
        return Some((root, below.trim_start_matches('/').to_owned()));
    }
    let path = path.strip_prefix("file://").unwrap_or(path);
    let root = app.wp_root.clone()?;
    let inside = path.strip_prefix(root.to_str()?)?.strip_prefix('/')?;
    Some((root, inside.to_owned()))
}
