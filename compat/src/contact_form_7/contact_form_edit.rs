//! Making, changing and removing forms: `wpcf7_save_contact_form`.
//!
//! Contract "contact-form-7", sections 1 and 12. Missing properties are not changed; a new form starts from the plugin's
//! default template.

use crate::binds;
use crate::wordpress::db::{Db, DbError, Transaction};
use crate::wordpress::hash::sha256_hex;
use crate::wordpress::kses::wp_kses_post;
use crate::wordpress::l10n::Locale;
use crate::wordpress::php::strip_tags::strip_tags;
use crate::wordpress::php::{Array, Value, serialize};
use crate::wordpress::post::change_post::{wp_insert_post, wp_update_post};
use crate::wordpress::post::post_row::locked_post;
use crate::wordpress::post::post_writer::PostWriter;
use crate::wordpress::post::{Post, PostId};

use super::additional_settings::AdditionalSettings;
use super::config_validator::ConfigErrors;
use super::contact_form::{ContactForm, FormId, POST_TYPE};
use super::flamingo::post_row::{add_meta, update_meta};
use super::form_tag::{FormTagTypes, scan_form_tags};
use super::kses_form::wpcf7_kses_form;
use super::mail::{MailSiteInfo, MailTemplate};
use super::messages::{default_messages, translated};
use super::text::array_flatten;

/// What is changed; none stays.
#[derive(Debug, Clone, Default)]
pub struct FormEdit {
    /// `title`
    pub title: Option<String>,
    /// `locale`
    pub locale: Option<String>,
    /// `form`
    pub form: Option<String>,
    /// `mail`
    pub mail: Option<Value>,
    /// `mail_2`
    pub mail_2: Option<Value>,
    /// `messages`
    pub messages: Option<Value>,
    /// `additional_settings`
    pub additional_settings: Option<String>,
    /// Whether the editor may write any markup (`unfiltered_html`).
    pub unfiltered_html: bool,
}

/// The form that a new one starts from.
pub fn template(info: &MailSiteInfo, locale: &Locale, types: &FormTagTypes) -> ContactForm {
    let label = |source: &str, tag: &str| {
        let text = translated(locale, source);
        format!("<label> {text}\n    {tag} </label>")
    };
    let submit = translated(locale, "Submit");
    let form = [
        label("Your name", "[text* your-name autocomplete:name]"),
        label("Your email", "[email* your-email autocomplete:email]"),
        label("Subject", "[text* your-subject]"),
        label("Your message (optional)", "[textarea your-message]"),
        format!("[submit \"{submit}\"]"),
    ]
    .join("\n\n");
    ContactForm {
        id: FormId(0),
        title: translated(locale, "Untitled").to_owned(),
        slug: String::new(),
        status: "publish".to_owned(),
        locale: locale.code().to_owned(),
        hash: String::new(),
        old_unit_id: None,
        tags: scan_form_tags(&form, types),
        form,
        mail: MailTemplate::default_mail(info, locale),
        mail_2: MailTemplate::default_mail_2(info, locale),
        messages: default_messages(locale).into(),
        additional_settings_text: String::new(),
        additional_settings: AdditionalSettings::default(),
    }
}

impl ContactForm {
    /// The form after an edit; nothing is written.
    pub fn edited(&self, edit: &FormEdit, types: &FormTagTypes, locale: &Locale) -> Self {
        let mut form = self.clone();
        if let Some(title) = &edit.title {
            form.title = clean_title(title, locale);
        }
        if let Some(locale) = &edit.locale {
            locale.trim().clone_into(&mut form.locale);
        }
        if let Some(template) = &edit.form {
            let template = normalized(template);
            form.form = match edit.unfiltered_html {
                true => template.trim().to_owned(),
                false => wpcf7_kses_form(template.trim()),
            };
            form.tags = scan_form_tags(&form.form, types);
        }
        if let Some(mail) = &edit.mail {
            form.mail = sanitize_mail(mail, edit.unfiltered_html).with("active", true);
        }
        if let Some(mail) = &edit.mail_2 {
            form.mail_2 = sanitize_mail(mail, edit.unfiltered_html);
        }
        form.messages = match &edit.messages {
            Some(messages) => sanitize_messages(messages, locale),
            // What is read is written with the texts that were missing: recording owner/cf7-update-bad-mail.
            None => self.messages(locale).into(),
        };
        if let Some(settings) = &edit.additional_settings {
            form.additional_settings_text = normalized(settings).trim().to_owned();
            form.additional_settings = AdditionalSettings::parse(&form.additional_settings_text);
        }
        form
    }

    /// The search aid in `post_content`: all values, one a line.
    fn flat(&self) -> String {
        let all = Value::array()
            .with("form", self.form.as_str())
            .with("mail", self.mail.clone())
            .with("mail_2", self.mail_2.clone())
            .with("messages", self.messages.clone())
            .with(
                "additional_settings",
                self.additional_settings_text.as_str(),
            );
        let items = array_flatten(&all);
        let texts: Vec<String> = items
            .iter()
            .map(|v| v.to_string_lossy().into_owned())
            .collect();
        texts.join("\n").trim().to_owned()
    }

    /// Writes the form with its meta: a new row, or over its own. Its id.
    ///
    /// # Errors
    /// When the database failed; then nothing is written.
    pub async fn save(&self, db: &Db, by: &Saving<'_>) -> Result<FormId, DbError> {
        let form = self.clone();
        let (author, home, now) = (by.author, by.home.to_owned(), by.now);
        let (writer, config_errors) = (by.writer.clone(), by.config_errors.cloned());
        let work = db.transaction(async move |tx| {
            let before = locked_post(&tx, PostId(form.id.0)).await?;
            let row = Post {
                post_type: POST_TYPE.to_owned(),
                status: "publish".to_owned(),
                comment_status: "closed".to_owned(),
                ping_status: "closed".to_owned(),
                title: form.title.clone(),
                content: form.flat(),
                ..before.clone().unwrap_or_default()
            };
            let stored = match &before {
                Some(before) => wp_update_post(&tx, &writer, before, row, false).await?,
                None => wp_insert_post(&tx, &writer, row).await?,
            };
            let id = stored.id.0;
            for (key, value) in [
                ("_form", form.form.clone().into_bytes()),
                ("_mail", serialize(&form.mail)),
                ("_mail_2", serialize(&form.mail_2)),
                ("_messages", serialize(&form.messages)),
                (
                    "_additional_settings",
                    form.additional_settings_text.clone().into_bytes(),
                ),
                ("_locale", form.locale.clone().into_bytes()),
            ] {
                update_meta(&tx, id, key, value.into()).await?;
            }
            if form.hash.is_empty() {
                let data = format!("{author}|{id}|{now}|{home}");
                let hash = sha256_hex(data.as_bytes());
                add_meta(&tx, id, "_hash", hash.into()).await?;
            }
            if let Some(errors) = &config_errors {
                save_config_errors(&tx, id, errors).await?;
            }
            Ok(FormId(id))
        });
        work.await
    }

    /// Removes the form and its meta.
    ///
    /// # Errors
    /// When the database failed.
    pub async fn delete(&self, db: &Db) -> Result<(), DbError> {
        let id = self.id.0;
        let work = db.transaction(async move |tx| {
            tx.execute("DELETE FROM {p}postmeta WHERE post_id = ?", binds![id])
                .await?;
            tx.execute("DELETE FROM {p}posts WHERE ID = ?", binds![id])
                .await?;
            Ok(())
        });
        work.await
    }
}

/// User, time and language of the save.
#[derive(Clone, Copy)]
pub struct Saving<'a> {
    /// The account.
    pub author: i64,
    /// Unix time.
    pub now: i64,
    /// Writes the post's row.
    pub writer: &'a PostWriter,
    /// The site's address.
    pub home: &'a str,
    /// The configuration validator's errors; `None` leaves the stored ones.
    pub config_errors: Option<&'a ConfigErrors>,
}

/// `_config_validation` exists only if there are errors; `_config_errors` is its name before version 5.8.
async fn save_config_errors(
    tx: &Transaction,
    form: i64,
    errors: &ConfigErrors,
) -> Result<(), DbError> {
    const DELETE: &str = "DELETE FROM {p}postmeta WHERE post_id = ? AND meta_key IN (?, ?)";
    let keys = binds![form, "_config_validation", "_config_errors"];
    tx.execute(DELETE, keys).await?;
    if errors.is_empty() {
        return Ok(());
    }
    let stored = serialize(&errors.to_stored());
    add_meta(tx, form, "_config_validation", stored.into()).await
}

/// Tags and blanks around it go; nothing becomes "untitled".
fn clean_title(title: &str, locale: &Locale) -> String {
    let title = strip_tags(title.as_bytes());
    match String::from_utf8_lossy(&title).trim() {
        "" => translated(locale, "Untitled").to_owned(),
        title => title.to_owned(),
    }
}

fn normalized(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// `wpcf7_sanitize_messages`: the known ones among those that are sent.
fn sanitize_messages(messages: &Value, locale: &Locale) -> Value {
    let mut kept = Array::new();
    for key in default_messages(locale).keys() {
        if let Some(value) = messages.get(key.as_ref()) {
            let text = normalized(&value.to_string_lossy());
            kept.insert(key.clone(), text.trim());
        }
    }
    kept.into()
}

/// `wpcf7_sanitize_mail`.
fn sanitize_mail(mail: &Value, unfiltered_html: bool) -> Value {
    let mut mail = MailTemplate::from_value(mail);
    for text in [
        &mut mail.subject,
        &mut mail.sender,
        &mut mail.recipient,
        &mut mail.body,
        &mut mail.additional_headers,
        &mut mail.attachments,
    ] {
        *text = normalized(text).trim().to_owned();
    }
    if !unfiltered_html {
        mail.body = wp_kses_post(&mail.body);
    }
    let headers = mail.additional_headers.split('\n').map(str::trim);
    let headers: Vec<&str> = headers.filter(|line| !line.is_empty()).collect();
    mail.additional_headers = headers.join("\n");
    mail.to_value()
}
