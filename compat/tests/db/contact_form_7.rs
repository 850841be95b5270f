//! A contact form's submission, its mails and Flamingo's rows: written together or not at all.

use std::sync::Arc;

use compat::binds;
use compat::contact_form_7::additional_settings::AdditionalSettings;
use compat::contact_form_7::flamingo::serial_number;
use compat::contact_form_7::form_tag::{FormTag, FormTagTypes, scan_form_tags};
use compat::contact_form_7::mail::{AttachmentRoots, MailSettings, MailSiteInfo, MailTemplate};
use compat::contact_form_7::messages;
use compat::contact_form_7::submission::{
    Meta, Status, Submission, SubmissionForm, SubmissionSite, Uploads,
};
use compat::contact_form_7::submission_store::{DeliveryOptions, SubmissionStore};
use compat::wordpress::clock::Clock;
use compat::wordpress::date::WpTimezone;
use compat::wordpress::db::{Db, schema};
use compat::wordpress::l10n::Locale;
use compat::wordpress::mail::outbox::{Delivery, Outbox, OutboxSettings};
use compat::wordpress::mail::{DeliveryError, MailSite, MemoryMailer, Transport};
use compat::wordpress::php::Array;
use compat::wordpress::php::query_string::parse_str;
use compat::wordpress::salt::Salts;
use jiff::Zoned;

use super::server::TestDb;

crate::on_both_databases!(
    a_submission_is_stored_with_its_mails_and_flamingos_rows,
    what_may_not_be_stored_leaves_only_its_mails,
    a_refused_mail_is_told_while_the_visitor_waits,
);

const NOW: i64 = 1_795_169_730;

/// Everything that a submission borrows.
struct Ground {
    tags: Vec<FormTag>,
    settings: AdditionalSettings,
    messages: Array,
    locale: Locale,
    mail: MailTemplate,
    mail_2: MailTemplate,
    salts: Salts,
    zone: WpTimezone,
    now: Zoned,
    info: MailSiteInfo,
}

impl Ground {
    fn new(settings: &str) -> Self {
        let template = "[text* your-name][email* your-email][text your-subject][checkbox c \"A\" \"B\"][quiz q \"1?|1\"]";
        let zone = jiff::tz::TimeZone::get("Europe/Madrid").unwrap();
        let mail = |to: &str| MailTemplate {
            active: true,
            subject: "[your-subject]".into(),
            sender: "web@casa.example".into(),
            recipient: to.into(),
            body: "[your-name]".into(),
            ..MailTemplate::default()
        };
        Self {
            tags: scan_form_tags(template, &FormTagTypes::default()),
            settings: AdditionalSettings::parse(settings),
            messages: messages::default_messages(&Locale::english()),
            locale: Locale::english(),
            mail: mail("a@casa.example"),
            mail_2: mail("[your-email]"),
            salts: Salts::collect(|_| None, |_| None, || "s".repeat(64)).0,
            zone: WpTimezone::named("Europe/Madrid").unwrap(),
            now: jiff::Timestamp::from_second(NOW).unwrap().to_zoned(zone),
            info: MailSiteInfo {
                url: "http://casa.example".into(),
                ..MailSiteInfo::default()
            },
        }
    }

    fn form(&self) -> SubmissionForm<'_> {
        SubmissionForm {
            id: 7,
            title: "Contacto",
            slug: "contacto",
            tags: &self.tags,
            types: FormTagTypes::default(),
            settings: &self.settings,
            messages: &self.messages,
            locale_code: "en_US",
            locale: &self.locale,
            mail: &self.mail,
            mail_2: &self.mail_2,
        }
    }

    fn site(&self) -> SubmissionSite<'_> {
        SubmissionSite {
            salts: &self.salts,
            now: &self.now,
            zone: &self.zone,
            info: &self.info,
            post: None,
            user: None,
            may_submit: false,
            nonce: None,
            serial_number: None,
            payment_link: None,
            mail: MailSettings {
                autop: true,
                locale_code: "en_US",
                roots: AttachmentRoots::default(),
            },
        }
    }
}

struct Site {
    db: Db,
    store: SubmissionStore,
    outbox: Outbox,
    delivery: Delivery,
    transport: Arc<Transport>,
    _spool: tempfile::TempDir,
}

impl Site {
    async fn new(t: &TestDb, delivery: Delivery) -> Self {
        schema::create_core_tables(&t.db).await.unwrap();
        let spool = tempfile::tempdir().unwrap();
        let transport = Arc::new(Transport::Memory(MemoryMailer::default()));
        let settings = OutboxSettings {
            spool: spool.path().join("spool"),
            attempts: 5,
            keep_sent: 60,
        };
        Self {
            db: t.db.clone(),
            store: SubmissionStore::new(t.db.clone()),
            outbox: Outbox::new(
                t.db.clone(),
                Clock::manual(NOW),
                Arc::clone(&transport),
                settings,
            ),
            delivery,
            transport,
            _spool: spool,
        }
    }

    /// Sends a form as far as its mails.
    async fn mail(&self, settings: &str, query: &str) -> bool {
        let ground = Ground::new(settings);
        let (form, site) = (ground.form(), ground.site());
        let (post, uploads) = (parse_str(query.as_bytes()), Uploads::default());
        let meta = Meta {
            timestamp: NOW,
            user_agent: "Mozilla/5.0".into(),
            ..Meta::default()
        };
        let submission = Submission::new(&form, &site, (&post, &uploads), meta);
        let host = MailSite {
            host: "casa.example".into(),
        };
        let way = DeliveryOptions {
            outbox: &self.outbox,
            delivery: self.delivery,
            site: &host,
            has_flamingo: true,
        };
        self.store
            .mail(&submission, submission.compose_mails(), &way)
            .await
            .unwrap()
    }

    async fn texts(&self, sql: &'static str) -> Vec<String> {
        let rows: Vec<(String,)> = self.db.load(sql, binds![]).await.unwrap();
        rows.into_iter().map(|(text,)| text).collect()
    }

    fn refuse(&self) {
        if let Transport::Memory(memory) = &*self.transport {
            memory.refuse(Some(DeliveryError::refused("no")));
        }
    }
}

const ANA: &str = "your-name=Ana&your-email=ana@b.example&your-subject=Hola&c[]=A&c[]=B&q=1";
const STATUSES: &str = "SELECT status FROM {p}oxipress_submissions ORDER BY id";
const TYPES: &str = "SELECT post_type FROM {p}posts ORDER BY ID";
const MAILS: &str = "SELECT state FROM {p}oxipress_outbox ORDER BY id";

async fn a_submission_is_stored_with_its_mails_and_flamingos_rows(t: TestDb) {
    let site = Site::new(&t, Delivery::Queue).await;
    assert_eq!(serial_number(&site.db, 7).await.unwrap(), 0);
    assert!(site.mail("", ANA).await);
    assert!(site.mail("", ANA).await);
    assert_eq!(site.texts(STATUSES).await, ["mail_sent", "mail_sent"]);
    assert_eq!(site.texts(MAILS).await, ["queued"; 4]);
    assert_eq!(
        site.texts(TYPES).await,
        ["flamingo_contact", "flamingo_inbound", "flamingo_inbound"]
    );
    let posted = site
        .texts("SELECT posted_data FROM {p}oxipress_submissions LIMIT 1")
        .await;
    assert_eq!(
        posted,
        [r#"{"your-name":"Ana","your-email":"ana@b.example","your-subject":"Hola","c":["A","B"]}"#]
    );
    let meta = "SELECT CAST(meta_value AS CHAR) FROM {p}postmeta WHERE meta_key = '_field_c' ORDER BY meta_id LIMIT 1";
    assert_eq!(
        site.texts(meta).await,
        [r#"a:2:{i:0;s:1:"A";i:1;s:1:"B";}"#]
    );
    let names = site
        .texts("SELECT post_name FROM {p}posts ORDER BY ID")
        .await;
    assert_eq!(names[..2], ["ana-b-example", "hola"]);
    let terms = site
        .texts("SELECT slug FROM {p}terms ORDER BY term_id")
        .await;
    assert_eq!(terms, ["contact-form-7", "contacto"]);
    assert_eq!(serial_number(&site.db, 7).await.unwrap(), 3);
}

async fn what_may_not_be_stored_leaves_only_its_mails(t: TestDb) {
    let site = Site::new(&t, Delivery::Queue).await;
    assert!(site.mail("do_not_store: true", ANA).await);
    assert!(site.texts(STATUSES).await.is_empty());
    assert!(site.texts(TYPES).await.is_empty());
    assert_eq!(site.texts(MAILS).await, ["queued"; 2]);
    // Without anybody to write to, the form answers that the mail failed, and keeps what was written.
    let ground = Ground::new("");
    let (form, facts) = (ground.form(), ground.site());
    let (post, uploads) = (parse_str(b"your-name=Eva"), Uploads::default());
    let submission = Submission::new(&form, &facts, (&post, &uploads), Meta::default());
    site.store
        .keep(&submission, &Status::MailFailed, false)
        .await
        .unwrap();
    site.store
        .keep(&submission, &Status::ValidationFailed, false)
        .await
        .unwrap();
    assert_eq!(site.texts(STATUSES).await, ["mail_failed"]);
}

async fn a_refused_mail_is_told_while_the_visitor_waits(t: TestDb) {
    let site = Site::new(&t, Delivery::Wait).await;
    assert!(site.mail("", ANA).await);
    assert_eq!(site.texts(STATUSES).await, ["mail_sent"]);
    assert_eq!(site.texts(MAILS).await, ["sent", "sent"]);
    site.refuse();
    assert!(!site.mail("", &ANA.replace("ana@", "eva@")).await);
    assert_eq!(site.texts(STATUSES).await, ["mail_sent", "mail_failed"]);
    // The second mail is not sent when the first failed, and nobody is a contact.
    assert_eq!(site.texts(MAILS).await, ["sent", "sent", "dead"]);
    let contacts = site
        .texts("SELECT post_title FROM {p}posts WHERE post_type = 'flamingo_contact'")
        .await;
    assert_eq!(contacts, ["ana@b.example"]);
}
