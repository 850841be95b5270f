//! Why a page is kept in the page cache, or not: the decision about the request, then what became of the response.

use std::sync::Arc;

use http::header::SET_COOKIE;

use crate::app::App;
use crate::audit::site_url::SiteOrigin;
use crate::column::Columns;
use crate::server::{Handler as _, Response};
use crate::wordpress::FrontController;

use super::finding::{Finding, Level};

const AREA: &str = "page";

/// Explains it for an anonymous visitor without cookies, who is answered once.
pub(super) async fn explain(app: &Arc<App>, columns: Columns, url: &str, found: &mut Vec<Finding>) {
    let origin = SiteOrigin::of(&app.state().site.home());
    let Some(request) = origin.request(url) else {
        found.push(Finding::new(
            AREA,
            Level::Error,
            format!("{url:?} is no address"),
            "give a path of the site, or a whole address",
        ));
        return;
    };
    let controller = FrontController::new(Arc::clone(app), columns);
    if let Some(why) = controller.bypass_reason(&request) {
        found.push(Finding::new(
            AREA,
            Level::Note,
            format!("{url} is not kept: the request {why}"),
            "ask for another address, or change the setting; what depends on the visitor cannot be kept",
        ));
        return;
    }
    let response = controller.handle(request).await;
    let status = response.status;
    match response.store {
        Some(policy) => {
            let most = app.settings.cache.max_age.min(policy.fresh_for.as_secs());
            found.push(Finding::ok(
                AREA,
                format!("{url} ({status}) is kept for at most {most} seconds, and until something on it changes"),
            ));
            let cookies = response.headers.get_all(SET_COOKIE).iter().count();
            if cookies > 0 {
                found.push(Finding::new(
                    AREA,
                    Level::Warning,
                    "but it sets cookies, so that it is not stored",
                    "find out what sets them: a page for everybody must set none",
                ));
            }
        }
        None => found.push(Finding::new(
            AREA,
            Level::Note,
            format!("{url} ({status}) is not kept: {}", why(&response)),
            "nothing, if the page must differ for each visitor; else take off the page what makes it differ",
        )),
    }
}

fn why(response: &Response) -> String {
    if let Some(why) = response.private_because {
        return why.to_owned();
    }
    if response.status.is_redirection() {
        return "it is a redirect".to_owned();
    }
    if !response.status.is_success() {
        return "it is no page".to_owned();
    }
    let has = |name: &str| response.headers.contains_key(name);
    if has("set-cookie") {
        return "it sets cookies".to_owned();
    }
    "a column asks that no cache keeps it".to_owned()
}
