//! `et_pb_login`: the login form.
//!
//! Contract "divi-modules", section 2.

use minijinja::context;

use crate::wordpress::view::View;

use super::super::builder::button::icon_attributes;
use super::super::builder::{Element, Module, Render, Rendered, builder_text, print};

/// The module.
pub const MODULE: Module = Module {
    slug: "et_pb_login",
    defaults: &[
        ("text_orientation", "left"),
        ("background_layout", "dark"),
        ("use_background_color", "on"),
    ],
    render: Render::Around(render),
};

fn render(element: &Element<'_>, inside: Rendered) -> Rendered {
    let content = inside.html.as_str();
    let view = element.view;
    let mut classes = element.class_list();
    classes.add("et_pb_newsletter clearfix");
    classes.text_orientation(element, "text_orientation");
    classes.background_layout(element);
    classes.add_if(
        element.is_on("use_focus_border_color"),
        "et_pb_with_focus_border",
    );
    classes.add_if(element.text("use_background_color") == "off", "et_pb_no_bg");
    let user = view.visitor.user.and_then(|id| view.objects.user(id));
    let current = current_url(view);
    let home = view.site.siteurl();
    // Divi's ids are random; they only have to differ between forms.
    let number = element.number + 1;
    let seed = u64::try_from(view.visitor.random).unwrap_or(0);
    let suffix = format!(
        "{:013x}",
        seed.wrapping_add(u64::try_from(number).unwrap_or(0)) & 0xf_ffff_ffff_ffff
    );
    let content_multi_view = element.content_multi_view(content);
    let values = context! {
        title => element.title("title", element.heading("header_level", "h2"), "et_pb_module_header"),
        content, content_multi_view, suffix,
        action => format!("{home}/wp-login.php"),
        lost_password => lost_password_url(view),
        username => builder_text(view, "Username"), password => builder_text(view, "Password"),
        forgot => builder_text(view, "Forgot your password?"),
        login => builder_text(view, "Login"), icon => icon_attributes(element, "button"),
        redirect => if element.is_on("current_page_redirect") { current } else { String::new() },
        user => user.map(|u| u.display_name.clone()),
        logged_in_as => builder_text(view, "Logged in as"),
        logout => builder_text(view, "Log out"),
        logout_url => format!("{home}/wp-login.php?action=logout&_wpnonce={}", view.nonce("log-out")),
        ..element.root(&classes)
    };
    let html = print(element, "login", values);
    inside.with_html(html)
}

/// The current URL without its query string.
pub fn current_url(view: &View) -> String {
    let path = view.visitor.page_url.path();
    let home = view.site.home();
    let root: String = home.splitn(4, '/').take(3).collect::<Vec<_>>().join("/");
    format!("{root}{path}")
}

/// The lost password URL: of WooCommerce's account page, if there is one.
fn lost_password_url(view: &View) -> String {
    let account = view.site.options.int("woocommerce_myaccount_page_id");
    let page = (account > 0)
        .then(|| view.page_url(compat::wordpress::post::PostId(account)))
        .flatten();
    match page {
        Some(page) => {
            let endpoint = view.site.options.text_or(
                "woocommerce_myaccount_lost_password_endpoint",
                "lost-password",
            );
            format!("{page}{endpoint}/")
        }
        None => format!("{}/wp-login.php?action=lostpassword", view.site.siteurl()),
    }
}
