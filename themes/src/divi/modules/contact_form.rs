//! `et_pb_contact_form`: a contact form.
//!
//! Contracts "divi-modules", section 2, and "divi-ajax", section 3. `endpoints::divi::contact_form` handles submissions.

use compat::divi::contact_form::{ContactField, ContactForm, ContactFormResults, Outcome};
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use minijinja::context;

use crate::wordpress::head::url;
use crate::wordpress::view::{Page, View};

use super::super::builder::button::icon_attributes;
use super::super::builder::{
    Background, ClassList, Element, Module, MultiView, OnPage, Rendered, builder_text, print,
};
use super::super::collected_forms::CollectedForms;
use super::super::recaptcha;

/// The module.
pub const MODULE: Module = Module {
    slug: "et_pb_contact_form",
    defaults: &[("captcha", "on"), ("use_spam_service", "off")],
    render: OnPage::around(render),
};

/// The default fields: title, id, type, whether full width.
const FIELDS: [(&str, &str, &str); 3] = [
    ("Name", "input", "off"),
    ("Email", "email", "off"),
    ("Message", "text", "on"),
];

fn render(element: &Element<'_>, inside: Rendered, page: &mut Page) -> Rendered {
    let view = page.view.clone();
    let number = element.number;
    let mut inside = inside;
    let mut fields = std::mem::take(&mut inside.html);
    let mut declared_fields = inside.take(|extras| &mut extras.forms.contact_fields);
    if fields.trim().is_empty() {
        let shortcodes = &view.theme.shortcodes;
        fields = shortcodes
            .do_shortcode(&default_fields(&view), page)
            .into_owned();
        declared_fields.append(&mut CollectedForms::of(page).contact_fields);
    }
    let title = element.title(
        "title",
        element.heading("title_level", "h1"),
        "et_pb_contact_main_title",
    );
    let form = declared(element, &title, declared_fields);
    let message = message(element, &view);
    let is_taken = outcome(element, &view).is_some_and(|outcome| outcome.is_taken);
    let wants_captcha = form.wants_captcha;
    if form.uses_spam_service {
        recaptcha::enqueue(page, &form.spam_account);
    }
    inside.extras().forms.contact_forms.push(form);
    let mut classes = ClassList::without_slug(element);
    classes.add_if(element.is_on("use_spam_service"), "et_pb_recaptcha_enabled");
    classes.add("et_pb_contact_form_container clearfix");
    classes.add_text_orientation_without_space(element, "text_orientation");
    let own_id = element.text("module_id");
    let background = Background::of(element);
    let submit = element.values("submit_button_text");
    let redirects = element.is_on("use_redirect") && element.is_filled("redirect_url");
    let page_url = view.visitor.page_url.as_str();
    let values = context! {
        container_id => if own_id.is_empty() { element.order_class() } else { own_id.to_owned() },
        classes => classes.print(), number, fields, wants_captcha,
        unique_id => element.text("_unique_id"),
        redirect => if redirects { url(element.text("redirect_url")) } else { String::new() },
        background => [background.video(), background.parallax(), background.pattern_and_mask()].concat(),
        title, message, is_taken,
        action => url(&format!("{}{page_url}", root_of(&view))),
        digits => digits(&view, number),
        submit => if submit.is_any() { submit.desktop().to_owned() } else { builder_text(&view, "Submit") },
        submit_multi_view => MultiView::default().content(&submit.clone().escaped()).print(element.slug),
        icon => icon_attributes(element, "button"),
        nonce => view.nonce("et-pb-contact-form-submit"), referer => esc_attr(page_url),
    };
    let html = print(element, "contact_form", values);
    inside.with_html(html)
}

/// The form's definition, for validating submissions.
fn declared(element: &Element<'_>, title: &str, fields: Vec<ContactField>) -> ContactForm {
    let text = |name: &str| element.text(name).to_owned();
    ContactForm {
        number: element.number,
        order_class: element.order_class(),
        unique_id: text("_unique_id"),
        post_id: element.content_post.map_or(0, |post| post.0),
        fields,
        wants_captcha: element.is_on("captcha") && !element.is_on("use_spam_service"),
        uses_spam_service: element.is_on("use_spam_service"),
        spam_account: text("recaptcha_list"),
        spam_min_score: text("recaptcha_min_score"),
        email: text("email"),
        title: title.to_owned(),
        custom_message: text("custom_message"),
    }
}

/// The result of the form, if it was posted.
fn outcome<'v>(element: &Element<'_>, view: &'v View) -> Option<&'v Outcome> {
    let results = view.posted.get::<ContactFormResults>()?;
    results.of(&element.order_class())
}

/// The message after a submission.
fn message(element: &Element<'_>, view: &View) -> String {
    let Some(outcome) = outcome(element, view) else {
        return String::new();
    };
    if outcome.is_taken {
        let thanks = match element.text("success_message") {
            "" => builder_text(view, "Thanks for contacting us"),
            own => own.to_owned(),
        };
        return format!("<p>{}</p>", esc_html(&thanks));
    }
    let errors = outcome.errors.iter().map(|error| {
        let text = builder_text(view, error.source());
        format!(
            "<p class=\"et_pb_contact_error_text\">{}</p>",
            esc_html(&text)
        )
    });
    errors.collect()
}

/// Scheme and host of the site.
fn root_of(view: &View) -> String {
    let home = view.site.home();
    home.splitn(4, '/').take(3).collect::<Vec<_>>().join("/")
}

fn default_fields(view: &View) -> String {
    let field = |(name, kind, is_wide): &(&str, &str, &str)| {
        let title = builder_text(view, name);
        format!(
            "[et_pb_contact_field field_title=\"{title}\" field_type=\"{kind}\" field_id=\"{name}\" \
             required_mark=\"on\" fullwidth_field=\"{is_wide}\"][/et_pb_contact_field]"
        )
    };
    FIELDS.iter().map(field).collect()
}

/// The captcha's two summands, 1 to 15.
fn digits(view: &View, number: usize) -> (u64, u64) {
    let seed = view.visitor.random.unsigned_abs();
    let seed = seed.wrapping_add(u64::try_from(number).unwrap_or(0).wrapping_mul(7));
    (seed % 15 + 1, seed / 15 % 15 + 1)
}
