//! The `form` element with its wrapper, hidden fields and controls.
//!
//! Contract "contact-form-7" sections 2, 7 and 21.

use std::collections::HashMap;
use std::sync::Arc;

use compat::contact_form_7::contact_form::ContactForm;
use compat::contact_form_7::contact_forms::ContactForms;
use compat::contact_form_7::form_tag::DefaultSources;
use compat::contact_form_7::messages::{translated, unstored};
use compat::contact_form_7::services::{form_tag_types, recaptcha_keys, turnstile_keys};
use compat::contact_form_7::submission_result::SubmissionResult;
use compat::contact_form_7::unit_tag::unit_tag;
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::formatting::sanitize::sanitize_html_class;
use compat::wordpress::kses::WP_ALLOWED_PROTOCOLS;
use compat::wordpress::l10n::Locale;
use compat::wordpress::php::Value;
use compat::wordpress::php::query_string::parse_str;
use compat::wordpress::post::PostId;
use compat::wordpress::url::esc_url;
use minijinja::context;

use super::attributes::Attributes;
use super::form_atts::FormAtts;
use super::form_context::FormContext;
use super::form_elements::form_elements;
use super::notice::notice;
use super::page_forms::PageForms;
use super::plugin::{captcha_url, plugin_version};
use super::response::{response_output, screen_reader_response};
use crate::wordpress::view::{Page, View};

/// The accessible name of a form that has none.
const ARIA_LABEL: &str = "Contact form";

/// Printed instead of a form whose `action` would point to another host.
const INVALID_ACTION: &str = "Invalid action URL is detected.";

/// Right-to-left locales.
const RTL: [&str; 8] = ["ar", "ary", "azb", "fa_IR", "haz", "he_IL", "ps", "ug_CN"];

/// Prints a form, in its own language.
pub fn form_html(form: &ContactForm, atts: &FormAtts, page: &mut Page) -> String {
    let view = page.view.clone();
    let locale = match form.switched_locale(view.locale.code(), &view.translations) {
        Some(code) => view.translations.locale(&code),
        None => Arc::clone(&view.locale),
    };
    if form.additional_settings.is_true("subscribers_only") && view.visitor.user.is_none() {
        let notice = translated(&locale, unstored::SUBSCRIBERS_ONLY);
        return format!(
            "<p class=\"wpcf7-subscribers-only\">{}</p>",
            esc_html(notice)
        );
    }
    let mut forms = std::mem::take(page.globals.of::<PageForms>());
    forms.printed += 1;
    let post = page.content_post;
    let unit_tag = unit_tag(form.id.0, post.map(|p| p.0), forms.printed);
    let printing = Printing {
        form,
        atts,
        view: &view,
        locale: &locale,
        post,
        submission: view
            .posted
            .get::<SubmissionResult>()
            .filter(|s| s.form == form.id && s.unit_tag == unit_tag),
        unit_tag,
    };
    let html = printing.print(&mut forms.used_ids);
    let has_captcha = form.tags.iter().any(|tag| tag.basetype == "captchac");
    if has_captcha && captcha_url(&view).is_some() {
        page.keep_for_one_visitor("a form on it has a captcha");
    }
    *page.globals.of() = forms;
    html
}

/// The state of rendering one form.
struct Printing<'a> {
    form: &'a ContactForm,
    atts: &'a FormAtts,
    view: &'a View,
    locale: &'a Locale,
    post: Option<PostId>,
    unit_tag: String,
    submission: Option<&'a SubmissionResult>,
}

impl Printing<'_> {
    fn print(&self, used_ids: &mut Vec<String>) -> String {
        // A protocol-relative URL would post the form to another host.
        if self.view.visitor.page_url.leaves_host() {
            return notice(
                self.view,
                self.locale,
                "wpcf7-invalid-action-url",
                INVALID_ACTION,
            );
        }
        let values = context! {
            wrapper => self.wrapper().to_string(),
            screen_reader_response => screen_reader_response(&self.unit_tag, self.submission),
            form => self.form_attributes().to_string(),
            hidden_fields => self.hidden_fields(),
            elements => self.elements(used_ids),
        };
        self.view.render("contact_form_7/form.html", values)
    }

    fn wrapper(&self) -> Attributes {
        let html_type = self.view.site.options.text_or("html_type", "text/html");
        let lang = if html_type == "text/html" {
            "lang"
        } else {
            "xml:lang"
        };
        let dir = if RTL.contains(&self.form.locale.as_str()) {
            "rtl"
        } else {
            "ltr"
        };
        Attributes::new()
            .with("class", "wpcf7 no-js")
            .with("id", self.unit_tag.as_str())
            .with(lang, lang_tag(&self.form.locale))
            .with("dir", dir)
            .with("data-wpcf7-id", self.form.id.0)
    }

    fn form_attributes(&self) -> Attributes {
        let types = form_tag_types(&self.view.site.options);
        let stated = |text: &str| Some(text.to_owned()).filter(|t| !t.is_empty());
        let html_title = self.atts.html_title.as_str();
        let label = if html_title.is_empty() {
            translated(self.locale, ARIA_LABEL)
        } else {
            html_title
        };
        let enctype = self
            .form
            .has_file_tag(&types)
            .then_some("multipart/form-data");
        Attributes::new()
            .with("action", self.action())
            .with("method", "post")
            .with("class", stated(&self.classes()))
            .with("id", stated(&identifier(&self.atts.html_id)))
            .with("name", stated(&identifier(&self.atts.html_name)))
            .with("aria-label", label)
            .with("enctype", enctype)
            .with("novalidate", true)
            .with("data-status", self.status())
    }

    /// The request's URL with the form's anchor.
    fn action(&self) -> String {
        let url = self.view.visitor.page_url.as_str();
        let path = url.split('#').next().unwrap_or(url);
        esc_url(&format!("{path}#{}", self.unit_tag), &WP_ALLOWED_PROTOCOLS).into_owned()
    }

    fn status(&self) -> String {
        let status = self.submission.map(|s| s.status.class_word().into_owned());
        status.unwrap_or_else(|| "init".to_owned())
    }

    fn classes(&self) -> String {
        let settings = &self.form.additional_settings;
        let demo = if settings.is_in_demo_mode() {
            "demo"
        } else {
            ""
        };
        let stated = format!(
            "wpcf7-form {} {} {demo}",
            self.status(),
            self.atts.html_class
        );
        let mut classes: Vec<String> = Vec::new();
        for class in stated.split(' ') {
            let class = sanitize_html_class(class, "");
            if !class.is_empty() && class != "0" && !classes.contains(&class) {
                classes.push(class);
            }
        }
        if settings.is_true("acceptance_as_validation") {
            classes.push("wpcf7-acceptance-as-validation".to_owned());
        }
        classes.join(" ")
    }

    fn hidden_fields(&self) -> String {
        let view = self.view;
        let post = self.post.map_or(0, |p| p.0).to_string();
        let mut fields = vec![
            ("_wpcf7", self.form.id.0.to_string()),
            ("_wpcf7_version", plugin_version(view)),
            ("_wpcf7_locale", self.form.locale.clone()),
            ("_wpcf7_unit_tag", self.unit_tag.clone()),
            ("_wpcf7_container_post", post),
            ("_wpcf7_posted_data_hash", String::new()),
        ];
        if self.form.additional_settings.is_nonce_active() && view.visitor.user.is_some() {
            fields.push(("_wpnonce", view.nonce("wp_rest")));
        }
        if recaptcha_keys(&view.site.options).is_some() {
            fields.push(("_wpcf7_recaptcha_response", String::new()));
        }
        fields
            .iter()
            .map(|(name, value)| {
                format!(
                    "<input type=\"hidden\" name=\"{name}\" value=\"{}\" />",
                    esc_attr(value)
                )
            })
            .collect()
    }

    /// The controls, and the response output if the template has no `[response]`.
    fn elements(&self, used_ids: &mut Vec<String>) -> String {
        let view = self.view;
        let options = &view.site.options;
        let turnstile = turnstile_keys(options).map(|keys| keys.sitekey);
        let captcha = captcha_url(view);
        let now = view.timezone().zoned(view.now);
        let defaults = self.default_sources();
        let mut context = FormContext {
            tags: &self.form.tags,
            types: form_tag_types(options),
            autop: view.site_data.get::<ContactForms>().constants.autop,
            locale: self.locale,
            now: &now,
            salts: &view.salts,
            defaults: &defaults,
            unit_tag: &self.unit_tag,
            submission: self.submission,
            post: &view.posted.post,
            turnstile_sitekey: turnstile.as_deref(),
            captcha_url: captcha.as_deref(),
            used_ids,
            response_outputs: 0,
        };
        let mut elements = form_elements(&self.form.form, &mut context);
        if context.response_outputs == 0 {
            elements.push_str(&response_output(&mut context));
        }
        elements
    }

    fn default_sources(&self) -> DefaultSources {
        let view = self.view;
        let query = view.visitor.page_url.query();
        let query = query.split('#').next().unwrap_or(query);
        let mut sources = DefaultSources {
            get: Value::Array(parse_str(query.as_bytes())),
            post: Value::Array(view.posted.post.clone()),
            shortcode_attr: self.atts.all.iter().cloned().collect(),
            ..DefaultSources::default()
        };
        if let Some(post) = self.post {
            let meta = view.objects.post_meta(post);
            for key in meta.keys() {
                let all = meta
                    .all(key)
                    .map(|v| String::from_utf8_lossy(v).into_owned());
                sources.post_meta.insert(key.to_owned(), all.collect());
            }
        }
        sources.user = view.visitor.user.map(|_| user_properties(view));
        sources
    }
}

/// The values for `default:user_…`: columns of the user, then user meta; never the password.
fn user_properties(view: &View) -> HashMap<String, String> {
    let mut properties = HashMap::new();
    let Some(user) = view.visitor.user.and_then(|id| view.objects.user(id)) else {
        return properties;
    };
    let meta = view.objects.user_meta(user.id);
    for key in meta.keys() {
        properties.insert(key.to_owned(), meta.text(key).into_owned());
    }
    for (name, value) in [
        ("ID", user.id.0.to_string()),
        ("user_login", user.login.clone()),
        ("user_nicename", user.nicename.clone()),
        ("user_email", user.email.clone()),
        ("user_url", user.url.clone()),
        ("display_name", user.display_name.clone()),
    ] {
        properties.insert(name.to_owned(), value);
    }
    properties
}

/// Removes all but letters, digits and `:._-`.
fn identifier(text: &str) -> String {
    let is_kept = |c: &char| c.is_ascii_alphanumeric() || matches!(c, ':' | '.' | '_' | '-');
    text.chars().filter(is_kept).collect()
}

/// The BCP 47 tag of a locale; of three parts the first two.
fn lang_tag(locale: &str) -> String {
    let parts: Vec<&str> = locale.split('_').collect();
    match parts.as_slice() {
        [language, region, _, ..]
            if [language, region]
                .iter()
                .all(|p| !p.is_empty() && p.bytes().all(|b| b.is_ascii_alphabetic())) =>
        {
            format!("{language}-{region}")
        }
        _ => parts.join("-"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_of_languages_have_two_parts() {
        assert_eq!(lang_tag("es_ES"), "es-ES");
        assert_eq!(lang_tag("de_DE_formal"), "de-DE");
        assert_eq!(lang_tag("haz"), "haz");
        assert_eq!(identifier("a b<c>:._-é"), "abc:._-");
    }
}
