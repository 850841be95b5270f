//! Special mail-tags: `[_remote_ip]`, `[_date]`, `[_post_title]`, `[_site_title]`, `[_user_login]` and their kin.
//!
//! Contract "contact-form-7", section 17.2. Form fields of the same name take precedence. All values are passed in by
//! the caller.

use crate::wordpress::date::{WpTimezone, wp_date};
use crate::wordpress::formatting::convert_chars::convert_chars;
use crate::wordpress::formatting::escape::esc_html;
use crate::wordpress::formatting::specialchars::{QuoteStyle, wp_specialchars_decode};
use crate::wordpress::formatting::texturize::wptexturize;
use crate::wordpress::kses::WP_ALLOWED_PROTOCOLS;
use crate::wordpress::l10n::Locale;
use crate::wordpress::options::Options;
use crate::wordpress::php::is_serialized;
use crate::wordpress::post::{Meta, Post};
use crate::wordpress::url::esc_url;
use crate::wordpress::user::User;

use super::{MailTag, MailTagValues, ReplaceOptions};

/// The post that contains the form (`_wpcf7_container_post`).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ContainerPost {
    /// `ID`.
    pub id: i64,
    /// `post_name`.
    pub name: String,
    /// `post_title`.
    pub title: String,
    /// Its permalink.
    pub url: String,
    /// The author's display name.
    pub author: String,
    /// The author's address.
    pub author_email: String,
}

impl ContainerPost {
    /// A post with its permalink and its author.
    pub fn new(post: &Post, url: String, author: Option<&User>) -> Self {
        let of_author = |text: fn(&User) -> &String| author.map(text).cloned().unwrap_or_default();
        Self {
            id: post.id.0,
            name: post.name.clone(),
            title: post.title.clone(),
            url,
            author: of_author(|user| &user.display_name),
            author_email: of_author(|user| &user.email),
        }
    }
}

/// What the tags `[_site_…]` print, as stored in the options.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MailSiteInfo {
    /// `blogname`.
    pub title: String,
    /// `blogdescription`.
    pub description: String,
    /// `home`, without a slash at its end.
    pub url: String,
    /// `admin_email`.
    pub admin_email: String,
    /// `date_format`.
    pub date_format: String,
    /// `time_format`.
    pub time_format: String,
}

impl MailSiteInfo {
    /// The site of these options; `home` is its address.
    pub fn new(options: &Options, home: &str) -> Self {
        let text = |name: &str| options.text(name).into_owned();
        Self {
            title: text("blogname"),
            description: text("blogdescription"),
            url: home.to_owned(),
            admin_email: text("admin_email"),
            date_format: text("date_format"),
            time_format: text("time_format"),
        }
    }

    /// The host of the site without `www.`.
    pub fn domain(&self) -> String {
        let parts = crate::wordpress::url::parse_url::parse_url(&self.url);
        let host = parts.and_then(|parts| parts.host).unwrap_or_default();
        let host = host.to_ascii_lowercase();
        host.strip_prefix("www.").unwrap_or(&host).to_owned()
    }
}

/// The logged-in visitor, as the tags `[_user_…]` print him.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MailUser {
    /// Column or meta key, and its text. Never the password or the activation key.
    pub props: Vec<(String, String)>,
}

impl MailUser {
    /// A user with the texts of his meta; serialised values are left out.
    pub fn new(user: &User, meta: &Meta) -> Self {
        let columns = [
            ("ID", user.id.0.to_string()),
            ("user_login", user.login.clone()),
            ("user_nicename", user.nicename.clone()),
            ("user_email", user.email.clone()),
            ("user_url", user.url.clone()),
            ("user_registered", user.registered.clone()),
            ("display_name", user.display_name.clone()),
        ];
        let mut props = columns
            .map(|(name, value)| (name.to_owned(), value))
            .to_vec();
        for key in meta.keys() {
            let text = meta.raw(key).and_then(|raw| std::str::from_utf8(raw).ok());
            let text = text.filter(|text| !is_serialized(text.as_bytes(), true));
            if let Some(text) = text.filter(|_| !key.contains("session_tokens")) {
                props.push((key.to_owned(), text.to_owned()));
            }
        }
        Self { props }
    }
}

/// The sources of special mail-tags.
#[derive(Debug, Clone, Copy)]
pub struct SpecialMailTags<'a> {
    /// The sender's address, empty when unknown.
    pub remote_ip: &'a str,
    /// The sender's browser.
    pub user_agent: &'a str,
    /// The page that was sent from.
    pub url: &'a str,
    /// Unix time of the submission.
    pub timestamp: i64,
    /// The site's zone.
    pub zone: &'a WpTimezone,
    /// The form's language.
    pub locale: &'a Locale,
    /// Fields that are not right.
    pub invalid_fields: usize,
    /// The form's title.
    pub form_title: &'a str,
    /// The post that contains the form.
    pub post: Option<&'a ContainerPost>,
    /// The site.
    pub site: &'a MailSiteInfo,
    /// The visitor, when logged in.
    pub user: Option<&'a MailUser>,
    /// The number of this message, where messages are counted (Flamingo).
    pub serial_number: Option<i64>,
    /// The address of the page to pay on (Stripe).
    pub payment_link: Option<&'a str>,
}

impl SpecialMailTags<'_> {
    /// The value of a tag, `None` when the name is not special. `html`: the text is markup.
    pub fn value_of(&self, tag_name: &str, html: bool) -> Option<String> {
        let legacy = tag_name
            .strip_prefix("wpcf7.")
            .map(|rest| format!("_{rest}"));
        let name = legacy.as_deref().unwrap_or(tag_name);
        let value = self.submission_value(name, html);
        let value = value.or_else(|| self.post_value(name.strip_prefix("_post_")?, html));
        let value = value.or_else(|| site_value(self.site, self.locale, name, html));
        value.or_else(|| self.user_value(name.strip_prefix("_user_")?, html))
    }

    fn submission_value(&self, name: &str, html: bool) -> Option<String> {
        let date = |format: &str| {
            let strings = self.locale.wp_locale().date_strings();
            wp_date(format, self.timestamp, self.zone, &strings)
        };
        Some(match name {
            "_remote_ip" => self.remote_ip.to_owned(),
            "_user_agent" => escaped(self.user_agent, html),
            "_url" => escaped_url(self.url, html),
            "_date" => date(&self.site.date_format),
            "_time" => date(&self.site.time_format),
            "_invalid_fields" => self.invalid_fields.to_string(),
            "_contact_form_title" => escaped(self.form_title, html),
            "_serial_number" => return self.serial_number.map(|number| number.to_string()),
            "_stripe_payment_link" => escaped_url(self.payment_link?, html),
            _ => return None,
        })
    }

    /// Without a post every such tag is empty; with one an unknown tag stays.
    fn post_value(&self, prop: &str, html: bool) -> Option<String> {
        let Some(post) = self.post else {
            return Some(String::new());
        };
        Some(match prop {
            "id" => post.id.to_string(),
            "name" => post.name.clone(),
            "title" => escaped(&post.title, html),
            "url" => escaped_url(&post.url, html),
            "author" => escaped(&post.author, html),
            "author_email" => escaped(&post.author_email, html),
            _ => return None,
        })
    }

    /// `[_user_login]`, `[_user_email]` and `[_user_url]` are columns; behind other names the prefix goes.
    fn user_value(&self, prop: &str, html: bool) -> Option<String> {
        let column = match prop {
            "login" | "email" | "url" => format!("user_{prop}"),
            _ => prop.to_owned(),
        };
        let props = self
            .user
            .map(|user| user.props.as_slice())
            .unwrap_or_default();
        let found = props.iter().find(|(name, _)| *name == column);
        Some(found.map_or_else(String::new, |(_, value)| escaped(value, html)))
    }
}

/// Mail-tags without a submission, as in the schema: only site and form values are replaced.
#[derive(Debug, Clone, Copy)]
pub struct WithoutSubmission<'a> {
    /// The form's title.
    pub form_title: &'a str,
    /// The site.
    pub site: &'a MailSiteInfo,
    /// The language.
    pub locale: &'a Locale,
}

impl MailTagValues for WithoutSubmission<'_> {
    fn value_of(&self, tag: &MailTag<'_>, options: ReplaceOptions) -> Option<String> {
        value_without_submission(self, tag.tag_name, options.html)
    }
}

/// The tags that need no submission: those of the site, and the form's title.
fn value_without_submission(
    known: &WithoutSubmission<'_>,
    tag_name: &str,
    html: bool,
) -> Option<String> {
    if tag_name == "_contact_form_title" {
        return Some(escaped(known.form_title, html));
    }
    site_value(known.site, known.locale, tag_name, html)
}

fn site_value(site: &MailSiteInfo, locale: &Locale, name: &str, html: bool) -> Option<String> {
    Some(match name {
        "_site_title" => bloginfo(&site.title, locale, html),
        "_site_description" => bloginfo(&site.description, locale, html),
        "_site_url" => site.url.clone(),
        "_site_domain" => site.domain(),
        "_site_admin_email" if html => displayed(&site.admin_email, locale),
        "_site_admin_email" => site.admin_email.clone(),
        _ => return None,
    })
}

fn bloginfo(text: &str, locale: &Locale, html: bool) -> String {
    if html {
        displayed(text, locale)
    } else {
        wp_specialchars_decode(text, QuoteStyle::Quotes).into_owned()
    }
}

/// The filters of `bloginfo`.
fn displayed(text: &str, locale: &Locale) -> String {
    let strings = &locale.wp_locale().texturize;
    let text = convert_chars(&wptexturize(text, strings, &|_| false));
    esc_html(&text).into_owned()
}

fn escaped(text: &str, html: bool) -> String {
    if html {
        esc_html(text).into_owned()
    } else {
        text.to_owned()
    }
}

fn escaped_url(url: &str, html: bool) -> String {
    if html {
        esc_url(url, &WP_ALLOWED_PROTOCOLS).into_owned()
    } else {
        url.to_owned()
    }
}
