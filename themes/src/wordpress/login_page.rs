//! The page of `wp-login.php`: header, footer, notices and forms.
//!
//! Contract "wordpress-core", section 18; recordings login/*. `endpoints::wordpress::login` handles the forms.

use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::php::Value as PhpValue;
use compat::wordpress::php::sprintf::sprintf;
use compat::wordpress::post::PostId;
use compat::wordpress::site::Site;
use minijinja::{Value, context};

use super::login_assets;
pub use super::login_view::{LoginFilter, LoginForm, LoginPage, LoginPieces, LoginView};
use super::password_meter::PASSWORD_HINT;
use super::wp_die::{language_attributes, robots};
use crate::render::RenderError;

/// Renders the page.
///
/// # Errors
/// When a template fails.
pub fn render(view: &LoginView<'_>, page: &LoginPage) -> Result<String, RenderError> {
    let options = &view.site.options;
    let pieces: Vec<LoginPieces> = view.pieces.iter().map(|print| print(view)).collect();
    let name = esc_html(&options.text("blogname")).into_owned();
    let document_title = put(
        &view.text("%1$s &lsaquo; %2$s &#8212; WordPress"),
        &[&page.title, &name],
    );
    let back = view
        .locale
        .translate_with_context("&larr; Go to %s", "site");
    let in_form: String = pieces.iter().map(|p| p.form.as_str()).collect();
    let locale_class = view.locale.code().replace('_', "-").to_lowercase();
    view.engine.render(
        "wordpress/login/page.html",
        context! {
            language_attributes => language_attributes(view.locale),
            document_title => document_title,
            robots => robots(options.text("blog_public") == "1", &["noindex", "noarchive"]),
            head_scripts => login_assets::head_scripts(view, &pieces),
            styles => login_assets::styles(view, &pieces),
            action => page.action,
            locale_class => locale_class,
            title => page.title.as_str(),
            header_url => view.text("https://wordpress.org/"),
            header_text => view.text("Powered by WordPress"),
            notices => notices(page),
            form => form(view, page, &in_form)?,
            home_url => format!("{}/", view.site.home()),
            back_to_site => put(back, &[&name]),
            privacy_policy => view.privacy_policy.map_or(String::new(), privacy_policy),
            languages => languages(view),
            language => view.text("Language"),
            change => view.text("Change"),
            hidden => hidden(page),
            footer => login_assets::footer(view, page, &pieces),
        },
    )
}

/// Fills a text's places.
fn put(format: &str, values: &[&str]) -> String {
    let values: Vec<PhpValue> = values.iter().map(|v| PhpValue::from(*v)).collect();
    sprintf(format, &values).unwrap_or_else(|_| format.to_owned())
}

/// `wp_admin_notice` for errors and messages.
fn notices(page: &LoginPage) -> String {
    let mut out = String::new();
    if !page.message.is_empty() {
        out.push_str(&page.message);
        out.push('\n');
    }
    let errors = match page.errors.as_slice() {
        [] => String::new(),
        [one] => format!("<p>{one}</p>"),
        many => {
            let items: String = many.iter().map(|e| format!("<li>{e}</li>")).collect();
            format!("<ul class=\"login-error-list\">{items}</ul>")
        }
    };
    if !errors.is_empty() {
        out.push_str(&format!(
            "<div id=\"login_error\" class=\"notice notice-error\">{errors}</div>"
        ));
    }
    let messages: String = page
        .messages
        .iter()
        .map(|m| format!("<p>{m}</p>"))
        .collect();
    if !messages.is_empty() {
        out.push_str(&format!(
            "<div id=\"login-message\" class=\"notice notice-info message\">{messages}</div>"
        ));
    }
    out
}

/// A notice above the form.
pub fn notice(class: &str, text: &str) -> String {
    format!("<div class=\"notice notice-info message{class}\"><p>{text}</p></div>")
}

#[expect(
    clippy::too_many_lines,
    reason = "a line for each value of the template"
)]
fn form(view: &LoginView<'_>, page: &LoginPage, pieces: &str) -> Result<String, RenderError> {
    match &page.form {
        LoginForm::None => Ok(String::new()),
        LoginForm::Login {
            user_login,
            is_remembered,
            redirect_to,
        } => view.engine.render(
            "wordpress/login/login_form.html",
            context! {
                pieces, user_login, is_remembered, redirect_to,
                aria_describedby => aria_describedby(page),
                focus => if user_login.is_empty() { "user_login" } else { "user_pass" },
                password_label => view.text("Password"),
                show_password => view.text("Show password"),
                remember_me => view.text("Remember Me"),
                submit => view.text("Log In"),
                lost_password => view.text("Lost your password?"),
                lost_password_url => view.site_url("wp-login.php?action=lostpassword"),
                ..links(view, "wp-login.php")
            },
        ),
        LoginForm::LostPassword {
            user_login,
            redirect_to,
        } => view.engine.render(
            "wordpress/login/lost_password_form.html",
            context! {
                pieces, user_login, redirect_to,
                submit => view.text("Get New Password"),
                ..links(view, "wp-login.php?action=lostpassword")
            },
        ),
        LoginForm::Register {
            user_login,
            user_email,
            redirect_to,
        } => view.engine.render(
            "wordpress/login/register_form.html",
            context! {
                pieces, user_login, user_email, redirect_to,
                username_label => view.text("Username"),
                email_label => view.text("Email"),
                confirmation => view.text("Registration confirmation will be emailed to you."),
                submit => view.text("Register"),
                lost_password => view.text("Lost your password?"),
                lost_password_url => view.site_url("wp-login.php?action=lostpassword"),
                ..links(view, "wp-login.php?action=register")
            },
        ),
        LoginForm::ResetPassword {
            user_login,
            rp_key,
            suggested,
        } => view.engine.render(
            "wordpress/login/reset_password_form.html",
            context! {
                pieces, user_login, rp_key, suggested,
                new_password => view.text("New password"),
                hide_password => view.text("Hide password"),
                strength => view.text("Strength indicator"),
                confirm_weak => view.text("Confirm use of weak password"),
                confirm_password => view.text("Confirm new password"),
                hint => view.text(PASSWORD_HINT),
                generate => view.text("Generate Password"),
                submit => view.text("Save Password"),
                ..links(view, "wp-login.php?action=resetpass")
            },
        ),
    }
}

/// What all forms print.
fn links(view: &LoginView<'_>, post: &str) -> Value {
    let may_register = view.site.options.is_on("users_can_register");
    let register_url = may_register.then(|| view.site_url("wp-login.php?action=register"));
    context! {
        login_post_url => view.site_url(post),
        login_url => view.site_url("wp-login.php"),
        log_in => view.text("Log in"),
        register => view.text("Register"),
        register_url => register_url.map_or(Value::from(()), Value::from),
        user_label => view.text("Username or Email Address"),
    }
}

fn aria_describedby(page: &LoginPage) -> &'static str {
    match (page.errors.is_empty(), page.messages.is_empty()) {
        (false, _) => " aria-describedby=\"login_error\"",
        (true, false) => " aria-describedby=\"login-message\"",
        (true, true) => "",
    }
}

fn privacy_policy((url, title): (&str, &str)) -> String {
    format!(
        "<div class=\"privacy-policy-page-link\"><a class=\"privacy-policy-link\" href=\"{}\" rel=\"privacy-policy\">{}</a></div>",
        esc_html(url),
        esc_html(title)
    )
}

/// `wp_dropdown_languages`: English first, then what is installed. Names of languages come with the translations'
/// own list, which a site without the admin pages does not hold: the code stands in.
fn languages(view: &LoginView<'_>) -> Vec<Value> {
    if view.languages.is_empty() {
        return Vec::new();
    }
    let english = ("en_US", "en", "English (United States)");
    let others = view
        .languages
        .iter()
        .map(|code| (code.as_str(), "", code.as_str()));
    std::iter::once(english)
        .chain(others)
        .map(|(code, lang, name)| {
            context! { code, lang, name, selected => code == view.locale.code() }
        })
        .collect()
}

fn hidden(page: &LoginPage) -> Vec<Value> {
    page.kept_fields
        .iter()
        .map(|(name, value)| context! { name => *name, value => value.as_str() })
        .collect()
}

/// The page with the privacy policy, when it is published.
pub fn privacy_policy_page(site: &Site) -> Option<(PostId, &str)> {
    let node = site
        .pages
        .get(PostId(site.options.int("wp_page_for_privacy_policy")))?;
    (node.status == "publish").then_some((node.id, node.title.as_str()))
}
