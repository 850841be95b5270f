//! `et_pb_signup`: the newsletter sign-up form.
//!
//! Contracts "divi-modules", section 2, and "divi-ajax", section 2. `endpoints::divi::signup` handles submissions.

use compat::wordpress::formatting::escape::esc_attr;
use compat::wordpress::hash::md5_hex;
use minijinja::{Value, context};

use crate::wordpress::head::url;
use crate::wordpress::view::{Page, View};

use super::super::builder::button::icon_attribute;
use super::super::builder::{ClassList, Element, Module, OnPage, Rendered, builder_text, print};
use super::super::collected_forms::Signup;
use super::super::recaptcha;

/// The module.
pub const MODULE: Module = Module {
    slug: "et_pb_signup",
    defaults: &[
        ("text_orientation", "left"),
        ("background_layout", "dark"),
        ("layout", "left_right"),
        ("provider", "mailchimp"),
        ("use_background_color", "on"),
        ("name_field", "off"),
        ("first_name_field", "on"),
        ("last_name_field", "on"),
        ("ip_address", "on"),
        ("success_action", "message"),
    ],
    render: OnPage::around(render),
};

fn render(element: &Element<'_>, inside: Rendered, page: &mut Page) -> Rendered {
    let view = page.view.clone();
    let has_custom = element.is_on("use_custom_fields");
    let mut inside = inside;
    let content = std::mem::take(&mut inside.html);
    let description = match element.text("description") {
        "" if !has_custom => content.clone(),
        own => own.to_owned(),
    };
    let provider = element.text("provider");
    let list = element.text(&format!("{provider}_list"));
    let (account, list_id) = list.split_once('|').unwrap_or(("", ""));
    let has_form = provider == "feedburner" || !matches!(list_id, "" | "none");
    let title = element.title(
        "title",
        element.heading("header_level", "h2"),
        "et_pb_module_header",
    );
    let description = balanced(&description);
    let has_list = has_form && provider != "feedburner";
    let shows_description = has_list || !element.text("description").is_empty();
    let description = if shows_description {
        description
    } else {
        String::new()
    };
    let classes = classes(element, title.is_empty(), description.trim().is_empty());
    let success = match element.text("success_message") {
        "" => builder_text(&view, "Success!"),
        own => own.to_owned(),
    };
    let icon = if element.is_on("custom_button") {
        icon_attribute(element, element.text("button_icon"))
    } else {
        String::new()
    };
    let keeps_ip = element.is_on("ip_address");
    let checksum = checksum(element);
    if element.is_on("use_spam_service") {
        recaptcha::enqueue(page, element.text("recaptcha_list"));
    }
    inside.extras().forms.signups.push(Signup {
        checksum: checksum.clone(),
        uses_spam_service: element.is_on("use_spam_service"),
    });
    let values = context! {
        title, description, has_form, has_custom, success, icon, provider, account, list_id, keeps_ip, checksum,
        custom => if has_custom { content } else { String::new() },
        redirect => redirect(element),
        is_feedburner => provider == "feedburner", uri => element.text("feedburner_uri"),
        language => view.locale.code(),
        fields => fields(element, &view),
        button => button_text(element, &view),
        footer => balanced(element.text("footer_content")),
        ..element.root(&classes)
    };
    let html = print(element, "signup", values);
    inside.with_html(html)
}

fn classes(element: &Element<'_>, has_no_title: bool, has_no_content: bool) -> ClassList {
    let mut classes = ClassList::of_column(element, &["et_pb_module"]);
    classes.add_if(element.is_on("use_spam_service"), "et_pb_recaptcha_enabled");
    classes.add(format!(
        "et_pb_newsletter_layout_{}",
        esc_attr(element.text("layout"))
    ));
    classes.backgrounds(element);
    classes.add("et_pb_newsletter et_pb_subscribe clearfix");
    classes.text_orientation(element, "text_orientation");
    classes.background_layout(element);
    classes.add_if(element.text("use_background_color") == "off", "et_pb_no_bg");
    classes.add_if(
        element.is_on("use_focus_border_color"),
        "et_pb_with_focus_border",
    );
    classes.add_if(has_no_title, "et_pb_newsletter_description_no_title");
    classes.add_if(has_no_content, "et_pb_newsletter_description_no_content");
    classes
}

/// Removes the unmatched `</p>` and `<p>` that `wpautop` leaves at the ends.
fn balanced(text: &str) -> String {
    let text = text.trim();
    let text = text.strip_prefix("</p>").unwrap_or(text);
    text.strip_suffix("<p>").unwrap_or(text).to_owned()
}

/// The form's checksum: a hash of the attributes in PHP's serialization, sent with a submission.
fn checksum(element: &Element<'_>) -> String {
    let attributes = element
        .attributes
        .iter()
        .filter(|(name, _)| !name.is_empty());
    let mut text = format!("a:{}:{{", element.attributes.len());
    for (name, value) in attributes {
        text.push_str(&format!(
            "s:{}:\"{name}\";s:{}:\"{value}\";",
            name.len(),
            value.len()
        ));
    }
    text.push('}');
    md5_hex(text.as_bytes())
}

fn button_text(element: &Element<'_>, view: &View) -> String {
    match element.text("button_text") {
        "" => builder_text(view, "Subscribe"),
        own => own.to_owned(),
    }
}

/// The redirect after subscribing, and the fields added to its query string.
fn redirect(element: &Element<'_>) -> String {
    const PARTS: [&str; 5] = ["name", "last_name", "email", "ip_address", "css_id"];
    let href = element.text("success_redirect_url");
    if element.text("success_action") != "redirect" || href.is_empty() {
        return String::new();
    }
    let mut out = format!(" data-redirect_url=\"{}\"", url(href));
    let flags = element.text("success_redirect_query").split('|');
    let wanted: Vec<&str> = flags
        .zip(PARTS)
        .filter(|(is, _)| *is == "on")
        .map(|(_, n)| n)
        .collect();
    if !wanted.is_empty() {
        out.push_str(&format!(" data-redirect_query=\"{}\"", wanted.join("|")));
        if wanted.contains(&"ip_address") {
            out.push_str(" data-ip_address=\"\"");
        }
    }
    out
}

/// The standard fields: one or two name fields and the e-mail address.
fn fields(element: &Element<'_>, view: &View) -> Vec<Value> {
    let single = element.is_on("name_field");
    let list = [
        (single, "firstname", "Name", "name_fullwidth"),
        (
            !single && element.is_on("first_name_field"),
            "firstname",
            "First Name",
            "first_name_fullwidth",
        ),
        (
            !single && element.is_on("last_name_field"),
            "lastname",
            "Last Name",
            "last_name_fullwidth",
        ),
        (true, "email", "Email", "email_fullwidth"),
    ];
    let wanted = list.into_iter().filter(|(is, ..)| *is);
    wanted
        .map(|(_, name, label, width)| {
            let is_half = element.text(width) == "off";
            context! { name, label => builder_text(view, label), half => is_half }
        })
        .collect()
}
