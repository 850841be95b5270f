//! The site that the vectors were recorded on (vectors README).

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use compat::contact_form_7::additional_settings::AdditionalSettings;
use compat::contact_form_7::form_tag::{FormTag, FormTagTypes, scan_form_tags};
use compat::contact_form_7::mail::{
    AttachmentRoots, ContainerPost, MailSettings, MailSiteInfo, MailTemplate, MailUser,
};
use compat::contact_form_7::messages;
use compat::contact_form_7::submission::{SubmissionForm, SubmissionSite};
use compat::wordpress::date::WpTimezone;
use compat::wordpress::l10n::{Locale, Translations};
use compat::wordpress::php::json::json_encode;
use compat::wordpress::php::{Array, Value};
use compat::wordpress::salt::Salts;
use jiff::{Timestamp, Zoned};
use serde_json::Value as Json;

/// The clock of the recordings.
pub const NOW: i64 = 1_795_169_730;

pub fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures")
}

pub fn content_dir() -> PathBuf {
    crate::vectors::recorded_site::recorded_content()
}

pub fn locale(code: &str) -> Arc<Locale> {
    static TRANSLATIONS: LazyLock<Translations> = LazyLock::new(|| {
        let mut translations = Translations::new(Some(&content_dir()));
        translations.register_plugin("contact-form-7", "contact-form-7");
        translations
    });
    TRANSLATIONS.locale(code)
}

pub fn now() -> Zoned {
    let zone = jiff::tz::TimeZone::get("Europe/Madrid").unwrap();
    Timestamp::from_second(NOW).unwrap().to_zoned(zone)
}

/// A PHP value as JSON.
pub fn json(value: &Value) -> Json {
    serde_json::from_str(&json_encode(value, 0).unwrap()).unwrap()
}

/// Messages that say their own key, as in the recordings.
pub fn named_messages() -> Array {
    let mut named = Array::new();
    for key in messages::default_messages(&Locale::english()).keys() {
        named.insert(key.clone(), format!("MSG:{}", key.to_string_lossy()));
    }
    named
}

/// Everything that a submission borrows.
pub struct Ground {
    pub tags: Vec<FormTag>,
    pub settings: AdditionalSettings,
    pub messages: Array,
    pub locale_code: String,
    pub locale: Arc<Locale>,
    pub mail: MailTemplate,
    pub mail_2: MailTemplate,
    pub title: String,
    pub salts: Salts,
    pub zone: WpTimezone,
    pub now: Zoned,
    pub info: MailSiteInfo,
    pub post: Option<ContainerPost>,
    pub user: Option<MailUser>,
    pub content: PathBuf,
    pub others: Vec<PathBuf>,
}

impl Ground {
    pub fn new(template: &str, settings: &str) -> Self {
        let option = |name: &str| (name == "secret_key").then(|| "vec-secret-key".to_owned());
        Self {
            tags: scan_form_tags(template, &FormTagTypes::default()),
            settings: AdditionalSettings::parse(settings),
            messages: named_messages(),
            locale_code: "es_ES".to_owned(),
            locale: locale("es_ES"),
            mail: MailTemplate::default(),
            mail_2: MailTemplate::default(),
            title: "Formulario de prueba".to_owned(),
            salts: Salts::collect(|_| None, option, || "x".repeat(64)).0,
            zone: WpTimezone::named("Europe/Madrid").unwrap(),
            now: now(),
            info: MailSiteInfo {
                url: "http://127.0.0.1:8081".to_owned(),
                date_format: "j F, Y".to_owned(),
                time_format: "H:i".to_owned(),
                ..MailSiteInfo::default()
            },
            post: None,
            user: None,
            content: content_dir(),
            others: Vec::new(),
        }
    }

    pub fn form(&self) -> SubmissionForm<'_> {
        SubmissionForm {
            id: 235,
            title: &self.title,
            slug: "prueba",
            tags: &self.tags,
            types: FormTagTypes::default(),
            settings: &self.settings,
            messages: &self.messages,
            locale_code: &self.locale_code,
            locale: &self.locale,
            mail: &self.mail,
            mail_2: &self.mail_2,
        }
    }

    pub fn site(&self) -> SubmissionSite<'_> {
        SubmissionSite {
            salts: &self.salts,
            now: &self.now,
            zone: &self.zone,
            info: &self.info,
            post: self.post.as_ref(),
            user: self.user.as_ref(),
            may_submit: false,
            nonce: None,
            serial_number: None,
            payment_link: None,
            mail: MailSettings {
                autop: true,
                locale_code: &self.locale_code,
                roots: AttachmentRoots {
                    content_dir: Some(&self.content),
                    others: &self.others,
                },
            },
        }
    }
}
