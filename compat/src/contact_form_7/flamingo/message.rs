//! Flamingo messages: the posted values with sender, time and page.

use crate::contact_form_7::form_tag::strip_quote;
use crate::contact_form_7::mail::{ReplaceOptions, wpcf7_mail_replace_tags};
use crate::contact_form_7::submission::{Status, Submission};
use crate::contact_form_7::text::array_flatten;
use crate::wordpress::date::WpTimezone;
use crate::wordpress::db::{Bind, DbError, Transaction};
use crate::wordpress::formatting::email::is_email;
use crate::wordpress::formatting::sanitize::sanitize_key;
use crate::wordpress::php::trim::trim_str;
use crate::wordpress::php::{Array, Value, serialize};

use super::channel::{Channel, add_channel, add_to_channel};
use super::contact::{FlamingoContact, add_contact};
use super::post_row::{PostRow, add_meta, insert, mysql_date};

/// Title of a message without a subject.
const NO_TITLE: &str = "(No Title)";

/// Special mail-tags stored with a message, in this order.
const META_TAGS: [&str; 19] = [
    "serial_number",
    "remote_ip",
    "user_agent",
    "url",
    "date",
    "time",
    "post_id",
    "post_name",
    "post_title",
    "post_url",
    "post_author",
    "post_author_email",
    "site_title",
    "site_description",
    "site_url",
    "site_admin_email",
    "user_login",
    "user_email",
    "user_display_name",
];

/// A Flamingo message.
#[derive(Debug, Clone, PartialEq)]
pub struct FlamingoMessage {
    row: PostRow,
    channel: Channel,
    meta: Vec<(String, Bind)>,
    /// The sender's contact; only when the mail was sent and the address is valid.
    pub contact: Option<FlamingoContact>,
}

impl FlamingoMessage {
    /// The message of a submission with this status; `None` for statuses that are not stored.
    pub fn new(submission: &Submission<'_>, status: &Status) -> Option<Self> {
        let is_kept = matches!(status, Status::Spam | Status::MailSent | Status::MailFailed);
        let fields = submission.storable_data();
        if !is_kept || submission.posted_data.is_empty() {
            return None;
        }
        let head = Head::new(submission);
        let meta = meta_values(submission);
        let (gmt, zone) = (WpTimezone::utc(), submission.site.zone);
        let at = |zone: &WpTimezone| mysql_date(submission.meta.timestamp, zone);
        let row = PostRow {
            post_type: "flamingo_inbound",
            status: if *status == Status::Spam {
                "flamingo-spam"
            } else {
                "publish"
            },
            title: if head.subject.is_empty() {
                NO_TITLE.to_owned()
            } else {
                head.subject.clone()
            },
            slug: head.subject.clone(),
            content: content(&fields, submission, &meta),
            author: submission.meta.current_user_id,
            date: at(zone),
            date_gmt: at(&gmt),
            home: submission.site.info.url.clone(),
        };
        let contact = (*status == Status::MailSent)
            .then(|| head.contact(&row))
            .flatten();
        let channel = Channel {
            form: submission.form.id,
            slug: submission.form.slug.to_owned(),
            name: submission.form.title.to_owned(),
        };
        let meta = meta_rows(submission, status, (&head, fields, meta));
        Some(Self {
            row,
            channel,
            meta,
            contact,
        })
    }
}

/// Subject and sender, through the form's settings `flamingo_…`.
struct Head {
    subject: String,
    name: String,
    email: String,
}

impl Head {
    fn new(submission: &Submission<'_>) -> Self {
        let value = |field: &str| {
            let setting = submission.form.settings.get(&format!("flamingo_{field}"));
            let template = setting.map_or_else(
                || format!("[your-{field}]"),
                |text| trim_str(strip_quote(text)).to_owned(),
            );
            wpcf7_mail_replace_tags(&template, ReplaceOptions::default(), submission)
        };
        Self {
            subject: value("subject"),
            name: value("name"),
            email: value("email"),
        }
    }

    fn contact(&self, row: &PostRow) -> Option<FlamingoContact> {
        is_email(&self.email)?;
        Some(FlamingoContact {
            email: self.email.clone(),
            name: self.name.clone(),
            last_contacted: row.date.clone(),
            last_contacted_gmt: row.date_gmt.clone(),
            home: row.home.clone(),
        })
    }
}

fn meta_values(submission: &Submission<'_>) -> Array {
    let tags = submission.special_mail_tags();
    let mut meta = Array::new();
    for name in META_TAGS {
        meta.insert(
            name,
            tags.value_of(&format!("_{name}"), false)
                .unwrap_or_default(),
        );
    }
    meta
}

/// The searchable content: every non-empty value, one per line.
fn content(fields: &Array, submission: &Submission<'_>, meta: &Array) -> String {
    let fields = fields.values().flat_map(array_flatten);
    let fields = fields.map(|value| value.to_string_lossy().into_owned());
    let consent = submission.consent.iter().map(|(_, text)| text.clone());
    let meta = meta
        .values()
        .map(|value| value.to_string_lossy().into_owned());
    let lines = fields
        .chain(consent)
        .chain(meta)
        .map(|line| trim_str(&line).to_owned());
    lines
        .filter(|line| !matches!(line.as_str(), "" | "0"))
        .collect::<Vec<_>>()
        .join("\n")
}

fn meta_rows(
    submission: &Submission<'_>,
    status: &Status,
    (head, fields, meta): (&Head, Array, Array),
) -> Vec<(String, Bind)> {
    let from = format!("{} <{}>", head.name, head.email);
    let mut rows: Vec<(String, Bind)> = [
        ("_submission_status", status.as_str()),
        ("_subject", head.subject.as_str()),
        ("_from", trim_str(&from)),
        ("_from_name", head.name.as_str()),
        ("_from_email", head.email.as_str()),
    ]
    .map(|(key, value)| (key.to_owned(), value.into()))
    .to_vec();
    let mut names = Array::new();
    for (key, value) in fields {
        let meta_key = format!("_field_{}", key.to_string_lossy());
        rows.push((sanitize_key(&meta_key).into_owned(), stored(&value)));
        names.insert(key, Value::Null);
    }
    let mut consent = Array::new();
    consent.extend(
        submission
            .consent
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str())),
    );
    let spam_log: Array = submission
        .spam_log
        .iter()
        .map(|entry| {
            Value::array()
                .with("agent", entry.agent)
                .with("reason", entry.reason.as_str())
        })
        .collect();
    let akismet = submission.akismet.get().cloned().unwrap_or(Value::Null);
    for (key, value) in [
        ("_fields", Value::Array(names)),
        ("_meta", Value::Array(meta)),
        ("_akismet", akismet),
        ("_recaptcha", Value::array()),
        ("_spam_log", Value::Array(spam_log)),
        ("_consent", Value::Array(consent)),
        ("_hash", Value::from(submission.response_hash())),
    ] {
        rows.push((key.to_owned(), stored(&value)));
    }
    if *status == Status::Spam {
        rows.push((
            "_spam_meta_time".to_owned(),
            submission.meta.timestamp.into(),
        ));
    }
    rows
}

/// A value as a meta row holds it.
fn stored(value: &Value) -> Bind {
    match value {
        Value::Null => Bind::Null,
        Value::Array(_) => serialize(value).into(),
        scalar => scalar.to_bytes().into_owned().into(),
    }
}

/// Writes a message, its channel and its contact: the post id of the message.
///
/// # Errors
/// When the database fails.
pub async fn store(tx: &Transaction, message: &FlamingoMessage) -> Result<i64, DbError> {
    if let Some(contact) = &message.contact {
        add_contact(tx, contact).await?;
    }
    let channel = add_channel(tx, &message.channel).await?;
    let id = insert(tx, &message.row).await?;
    for (key, value) in &message.meta {
        add_meta(tx, id, key, value.clone()).await?;
    }
    let is_counted = message.row.status == "publish";
    add_to_channel(tx, (id, channel), is_counted).await?;
    Ok(id)
}
