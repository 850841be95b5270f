//! The frame of the login page, and what its actions share.

use compat::wordpress::password::wp_generate_password;
use compat::wordpress::php::Value;
use compat::wordpress::php::sprintf::sprintf;
use themes::wordpress::login_page::{self, LoginPage, LoginView};

use crate::request_error::RequestError;
use crate::server::Response;
use crate::wordpress::request_context::RequestContext;

/// Fills the placeholders of a translated format string.
pub(super) fn put(format: &str, values: &[&str]) -> String {
    let values: Vec<Value> = values.iter().map(|v| Value::from(*v)).collect();
    sprintf(format, &values).unwrap_or_else(|_| format.to_owned())
}

/// Whether a field is sent and not `empty()`.
pub(super) fn is_filled(array: &compat::wordpress::php::Array, name: &str) -> bool {
    array.get(name).is_some_and(Value::to_bool)
}

/// Renders a page with the login page's header and footer.
pub(super) fn page(context: &RequestContext<'_>, mut page: LoginPage) -> Response {
    page.kept_fields = kept_fields(context);
    let site = &context.state.site;
    let languages = context.app.translations.available();
    let nonce = context.with_nonces(|n| n.create("reset-password-for-0"));
    let policy = privacy_policy(context);
    let view = LoginView {
        engine: &context.state.theme.engine,
        site,
        locale: &context.locale,
        frontend: context.frontend(),
        site_files: &context.app.site_files,
        privacy_policy: policy
            .as_ref()
            .map(|(url, title)| (url.as_str(), title.as_str())),
        languages: &languages,
        nonce: &nonce,
        random: context.visitor.random,
        capabilities: &context.visitor.capabilities,
        pieces: &context.state.theme.login,
        wp_version: &context.app.wp_version,
    };
    match login_page::render(&view, &page) {
        Ok(html) => Response::html(html),
        Err(error) => RequestError::from(error).into_response(),
    }
}

fn kept_fields(context: &RequestContext<'_>) -> Vec<(&'static str, String)> {
    ["redirect_to", "action"]
        .into_iter()
        .map(|name| (name, context.input.get_text(name)))
        .filter(|(_, value)| !value.is_empty())
        .collect()
}

/// URL and title of the privacy policy page.
fn privacy_policy(context: &RequestContext<'_>) -> Option<(String, String)> {
    let (id, title) = login_page::privacy_policy_page(&context.state.site)?;
    let mut path = String::new();
    for ancestor in context.state.site.pages.ancestors(id).iter().rev() {
        path.push_str(&format!("{}/", ancestor.name));
    }
    let name = &context.state.site.pages.get(id)?.name;
    let rewrite = &context.state.rewrite;
    let url = if rewrite.permalink_structure.is_empty() {
        format!("{}/?page_id={id}", context.state.site.home())
    } else {
        let end = if rewrite.use_trailing_slashes {
            "/"
        } else {
            ""
        };
        format!(
            "{}/{}{path}{name}{end}",
            context.state.site.home(),
            rewrite.root
        )
    };
    Some((url, title.to_owned()))
}

/// A random password to suggest.
pub(super) fn suggested_password() -> String {
    wp_generate_password(24, true, false)
}
