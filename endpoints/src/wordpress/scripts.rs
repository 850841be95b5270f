//! WordPress scripts requested by their own path.

use http::header::CACHE_CONTROL;
use http::{HeaderValue, StatusCode};
use themes::wordpress::wp_die::ErrorPage;

use crate::registered_site::RegisteredSite;
use crate::request_error::RequestError;
use crate::server::Response;

use super::admin_ajax::AjaxActions;
use super::headers::{empty, redirect};
use super::input::Input;
use super::request_context::{RequestContext, SiteSnapshot};
use super::{admin, admin_ajax, comments_post, legacy, links_opml, login, page, trackback, xmlrpc};

/// A script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Script {
    /// `/wp-login.php`.
    Login,
    /// `/wp-comments-post.php`.
    CommentsPost,
    /// `/wp-admin/admin-ajax.php`.
    AdminAjax,
    /// `/xmlrpc.php`.
    XmlRpc,
    /// `/wp-trackback.php`.
    Trackback,
    /// `/wp-cron.php`.
    Cron,
    /// `/wp-links-opml.php`.
    LinksOpml,
    /// `/wp-mail.php`.
    Mail,
    /// `/wp-signup.php` and `/wp-activate.php`.
    Signup,
    /// Everything else below `/wp-admin`.
    Admin,
    /// A `.php` file that is not WordPress's own.
    Unknown,
}

impl Script {
    /// `is_admin`: whether the script belongs to the admin area, which includes admin-ajax.
    pub fn is_admin(self) -> bool {
        matches!(self, Self::Admin | Self::AdminAjax)
    }

    /// The script at a path; `None` when the front controller handles the path.
    pub fn of(path: &str) -> Option<Self> {
        Some(match path {
            "/wp-login.php" => Self::Login,
            "/wp-comments-post.php" => Self::CommentsPost,
            "/wp-admin/admin-ajax.php" => Self::AdminAjax,
            "/xmlrpc.php" => Self::XmlRpc,
            "/wp-trackback.php" => Self::Trackback,
            "/wp-cron.php" => Self::Cron,
            "/wp-links-opml.php" => Self::LinksOpml,
            "/wp-mail.php" => Self::Mail,
            "/wp-signup.php" | "/wp-activate.php" => Self::Signup,
            "/index.php" => return None,
            p if is_admin_page(p) => Self::Admin,
            p if p.ends_with(".php") && p.starts_with("/wp-content/") => return None,
            p if p.ends_with(".php") && !p.trim_start_matches('/').starts_with("index.php/") => {
                Self::Unknown
            }
            _ => return None,
        })
    }
}

/// Whether a path is an admin page; a path that is neither an admin page nor a file goes to the front controller
/// (recording ajax/wrong-path).
fn is_admin_page(path: &str) -> bool {
    const FOLDERS: [&str; 6] = ["", "/", "/network", "/network/", "/user", "/user/"];
    let Some(rest) = path.strip_prefix("/wp-admin") else {
        return false;
    };
    let page = rest
        .strip_suffix(".php")
        .and_then(|page| page.strip_prefix('/'));
    let page = page.map(|page| page.rsplit('/').next().unwrap_or(page));
    FOLDERS.contains(&rest) || page.is_some_and(|page| ADMIN_PAGES.contains(&page))
}

/// Admin pages of WordPress 6.8, without `.php`; any other name is a 404 of the web server.
const ADMIN_PAGES: [&str; 99] = [
    "about",
    "admin",
    "admin-footer",
    "admin-functions",
    "admin-header",
    "admin-post",
    "async-upload",
    "authorize-application",
    "comment",
    "contribute",
    "credits",
    "custom-background",
    "custom-header",
    "customize",
    "edit",
    "edit-comments",
    "edit-form-advanced",
    "edit-form-blocks",
    "edit-form-comment",
    "edit-link-form",
    "edit-tag-form",
    "edit-tags",
    "erase-personal-data",
    "export",
    "export-personal-data",
    "freedoms",
    "import",
    "index",
    "install",
    "install-helper",
    "link",
    "link-add",
    "link-manager",
    "link-parse-opml",
    "load-scripts",
    "load-styles",
    "media",
    "media-new",
    "media-upload",
    "menu",
    "menu-header",
    "moderation",
    "ms-admin",
    "ms-delete-site",
    "ms-edit",
    "ms-options",
    "ms-sites",
    "ms-themes",
    "ms-upgrade-network",
    "ms-users",
    "my-sites",
    "nav-menus",
    "network",
    "options",
    "options-discussion",
    "options-general",
    "options-head",
    "options-media",
    "options-permalink",
    "options-privacy",
    "options-reading",
    "options-writing",
    "plugin-editor",
    "plugin-install",
    "plugins",
    "post",
    "post-new",
    "press-this",
    "privacy",
    "privacy-policy-guide",
    "profile",
    "revision",
    "setup",
    "setup-config",
    "site-editor",
    "site-health",
    "site-health-info",
    "site-info",
    "site-new",
    "site-settings",
    "site-themes",
    "site-users",
    "sites",
    "term",
    "theme-editor",
    "theme-install",
    "themes",
    "tools",
    "update",
    "update-core",
    "upgrade",
    "upgrade-functions",
    "upload",
    "user-edit",
    "user-new",
    "users",
    "widgets",
    "widgets-form",
    "widgets-form-blocks",
];

/// Runs a script.
///
/// # Errors
/// When the script fails.
pub async fn run(
    (snapshot, registered): (&SiteSnapshot<'_>, &RegisteredSite),
    script: Script,
    input: Input,
) -> Result<Response, RequestError> {
    match script {
        Script::Login => login::respond(RequestContext::of_script(snapshot, &input).await?).await,
        Script::CommentsPost => comments_post::respond(snapshot, &input).await,
        Script::AdminAjax => ajax(snapshot, &registered.registry.ajax, input).await,
        Script::XmlRpc => xmlrpc::respond(snapshot, &input).await,
        Script::Trackback => trackback((snapshot, registered), input).await,
        // Scheduled jobs run in a background task; WordPress too closes the connection before it runs them.
        Script::Cron => {
            const NO_CACHE: HeaderValue =
                HeaderValue::from_static("no-cache, must-revalidate, max-age=0");
            Ok(empty(StatusCode::OK).with_header(CACHE_CONTROL, NO_CACHE))
        }
        Script::LinksOpml => links_opml::respond(snapshot, &input).await,
        Script::Mail => {
            let context = RequestContext::of_script(snapshot, &input).await?;
            let message = context.text("This action has been disabled by the administrator.");
            Ok(context.die(
                403,
                &ErrorPage {
                    message,
                    ..ErrorPage::default()
                },
            ))
        }
        Script::Signup => {
            let siteurl = snapshot.state.site.siteurl();
            Ok(redirect(&format!("{siteurl}/wp-login.php?action=register")))
        }
        Script::Admin => admin::respond(snapshot, &input).await,
        Script::Unknown => Ok(Response::error_page(StatusCode::NOT_FOUND)),
    }
}

/// Handles an ajax action; one that has no handler for this visitor goes to the legacy upstream, if configured.
async fn ajax(
    snapshot: &SiteSnapshot<'_>,
    actions: &AjaxActions,
    input: Input,
) -> Result<Response, RequestError> {
    if let Some(upstream) = &snapshot.app.upstream
        && let Some(action) = admin_ajax::action(&input)
        && input.has_whole_body()
    {
        let context = RequestContext::of_script(snapshot, &input).await?;
        let is_logged_in = context.visitor.user.is_some();
        drop(context);
        let is_known = actions.is_handled(&action, is_logged_in);
        if legacy::of_action(snapshot.app, &input.request, Some(&action), is_known) {
            return Ok(legacy::forward(snapshot.app, upstream, input.into_request()).await);
        }
    }
    admin_ajax::respond(snapshot, actions, &input).await
}

/// `/wp-trackback.php`. Without pretty permalinks it is where trackbacks go, and its query names the post; with them
/// only the front controller knows which post is meant, so here there is none (recording feeds/wp-trackback).
async fn trackback(
    site: (&SiteSnapshot<'_>, &RegisteredSite),
    mut input: Input,
) -> Result<Response, RequestError> {
    let (snapshot, _) = site;
    if !snapshot.state.rewrite.using_permalinks() {
        let query = input.request.query().unwrap_or_default();
        if let Ok(uri) = format!("/?tb=1&{query}").parse() {
            input.request.uri = uri;
            return page::respond(site, input).await;
        }
    }
    Ok(trackback::without_post(
        &RequestContext::of_script(snapshot, &input).await?,
    ))
}
