//! The settings of the server, a struct for each topic; the comments here are the documentation that `oxipress settings`
//! prints. Columns declare theirs in their manifests.
//!
//! A key is set in `oxipress.toml` (`[section]`, `key = value`), by a variable `OXIPRESS_SECTION_KEY`, or by a flag
//! of the command line; the later wins.

use serde::Deserialize;
use themes::wordpress::conversions::Conversions;
use themes::wordpress::view::Frontend;

use super::section::{ColumnSettings, Section, SectionSettings, Setting, Source};
use crate::{settings_choice, settings_section};

settings_choice! {
    /// Which scripts pages link.
    FrontendMode {
        /// Our browser modules.
        React = "react",
        /// The site's own legacy scripts.
        Legacy = "legacy",
    }
}

impl From<FrontendMode> for Frontend {
    fn from(mode: FrontendMode) -> Self {
        match mode {
            FrontendMode::React => Self::React,
            FrontendMode::Legacy => Self::Legacy,
        }
    }
}

settings_choice! {
    /// What a visitor waits for.
    DeliveryMode {
        /// The mail is stored, and delivered afterwards.
        Queue = "queue",
        /// The mail is delivered first.
        Wait = "wait",
    }
}

settings_choice! {
    /// How mails leave.
    MailTransport {
        /// As `.eml` files in a folder.
        Folder = "folder",
        /// Over a mail server.
        Smtp = "smtp",
        /// By the sendmail program.
        Sendmail = "sendmail",
    }
}

settings_choice! {
    /// How the connection to the mail server is protected.
    SmtpTls {
        /// Plain first, TLS after `STARTTLS`.
        StartTls = "starttls",
        /// TLS from the start.
        Tls = "tls",
        /// Not at all.
        None = "none",
    }
}

settings_section! {
    /// Where requests come in, and how much one may ask.
    ServerSettings "server" {
        /// Address and port for visitors.
        listen: String = "127.0.0.1:8080",
        /// Address and port for `/healthz` and `/metrics`; empty: none.
        admin_listen: String = "",
        /// Whether the address may be shared with an `oxipress` that runs already, to take its place.
        reuse_port: bool = false,
        /// File with the TLS certificate chain (PEM); empty: plain HTTP.
        tls_cert: String = "",
        /// File with the private key of the certificate (PEM).
        tls_key: String = "",
        /// Largest request body in bytes; a larger one is answered with 413.
        body_limit: u64 = 67_108_864_u64,
        /// Largest uploaded file in bytes (PHP's `upload_max_filesize`).
        upload_limit: u64 = 8_388_608_u64,
        /// Folder that holds uploaded files until their request is answered; empty: a private one below the system's.
        upload_folder: String = "",
        /// Connections served at the same time; further ones wait.
        max_connections: u64 = 4096_u64,
        /// Seconds that a client may take for its request head.
        header_timeout: u64 = 15_u64,
        /// Seconds that an idle connection is kept.
        idle_timeout: u64 = 60_u64,
        /// Seconds from a request to its response; 503 after that.
        answer_timeout: u64 = 60_u64,
        /// Threads that render pages; 0: one for each core.
        render_threads: u64 = 0_u64,
        /// Pages that wait for a render thread; further ones are answered with 503.
        render_queue: u64 = 1024_u64,
        /// Seconds to finish answers in hand after a stop signal.
        shutdown_timeout: u64 = 10_u64,
        /// Addresses (CIDR) of reverse proxies whose `X-Forwarded-*` headers are believed.
        trusted_proxies: Vec<String> = Vec::<String>::new(),
        /// Whether each request is written to the log.
        access_log: bool = true,
    }
}

/// The two builds of the browser modules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ModulesBuild {
    /// With `react` and `react-dom`.
    React,
    /// With `preact/compat`.
    Preact,
}

impl ModulesBuild {
    /// The folder of the build in `site.modules_dir`.
    pub const fn folder(self) -> &'static str {
        match self {
            Self::React => "react",
            Self::Preact => "preact",
        }
    }
}

settings_section! {
    /// The site that is served.
    SiteSettings "site" {
        /// Folder of the WordPress site (holds `wp-config.php`); empty: none.
        wp_root: String = "",
        /// Database URL, `sqlite:PATH` or `mysql://user:password@host:port/name`; empty: what `wp-config.php` names, else the demo site.
        database: String = "",
        /// Folder that keeps the unpacked demo site; empty: `$XDG_DATA_HOME/oxipress`, else `~/.local/share/oxipress`.
        data_dir: String = "",
        /// Table prefix; empty: what `wp-config.php` says, else `wp_`.
        table_prefix: String = "",
        /// Address that links and redirects use in place of the stored one; empty: the stored one.
        site_url: String = "",
        /// Address of the PHP server that still answers what Oxipress does not; empty: none.
        legacy_upstream: String = "",
        /// Which scripts a page links: `react` or `legacy`.
        frontend: FrontendMode = "react",
        /// Library that the browser modules are built with: `react`, or `preact` (60 kB less on pages whose modules draw).
        modules: ModulesBuild = ModulesBuild::React,
        /// Folder with both builds of the browser modules, `react` and `preact`; empty: `modules` next to the binary, else `react-modules/dist` of the source tree.
        modules_dir: String = "",
        /// Whether `/__modules/` shows the browser modules in their states, beside their markup: for development.
        modules_page: bool = false,
    }
}

settings_section! {
    /// The pool of database connections.
    DatabaseSettings "database" {
        /// Most connections held.
        max_connections: u64 = 10_u64,
        /// Seconds to wait for a connection before a request is answered with 503.
        wait_timeout: u64 = 2_u64,
        /// Seconds that one query may take.
        query_timeout: u64 = 5_u64,
        /// Milliseconds between two looks for changes made by others.
        poll_interval_ms: u64 = 500_u64,
    }
}

settings_section! {
    /// The page cache.
    CacheSettings "cache" {
        /// Whether whole pages are kept.
        enabled: bool = true,
        /// Most bytes that kept pages may take.
        max_bytes: u64 = 20_971_520_u64,
        /// Longest age of a kept page in seconds; a nonce tick may end it earlier.
        max_age: u64 = 3600_u64,
    }
}

settings_section! {
    /// Mails that the site sends.
    MailSettings "mail" {
        /// What a visitor waits for: `queue` answers when the mail is stored and delivers it afterwards, as often as it takes; `wait` delivers first, and tells the visitor when the mail is refused.
        delivery: DeliveryMode = "queue",
        /// Way out: `folder` writes `.eml` files, `smtp` uses a mail server, `sendmail` the machine's own program.
        transport: MailTransport = "folder",
        /// Folder that takes the `.eml` files; empty: `var/mail`, for the demo site a folder beside it.
        folder: String = "",
        /// Folder for attached files until their mail is gone; empty: `var/mail-spool`, for the demo site a folder beside it. Private: not below the site's folder.
        spool: String = "",
        /// Name of the mail server.
        smtp_host: String = "",
        /// Its port; 0: 587, with `smtp_tls = "tls"` 465, with `smtp_tls = "none"` 25.
        smtp_port: u64 = 0_u64,
        /// How the connection to it is protected: `starttls`, `tls` (from the start) or `none`.
        smtp_tls: SmtpTls = "starttls",
        /// User at the mail server; empty: it asks for none.
        smtp_user: String = "",
        /// Password at the mail server; better given as `OXIPRESS_MAIL_SMTP_PASSWORD`.
        smtp_password: String = "",
        /// Seconds that one answer of the mail server, or the sendmail program, may take.
        timeout: u64 = 30_u64,
        /// The sendmail program.
        sendmail: String = "/usr/sbin/sendmail",
        /// Times that a mail may be refused before it is given up (`oxipress mail list --state dead`). A mail server that cannot be reached does not count.
        attempts: u64 = 12_u64,
        /// Mails delivered at the same time; with 1 they arrive in order, and one at most goes out twice when the server is killed.
        concurrency: u64 = 1_u64,
        /// Days that sender, recipients and subject of a delivered mail are kept; its text goes at once.
        keep_sent: u64 = 7_u64,
    }
}

settings_section! {
    /// Names under which the browser tells an analytics service what visitors did.
    ConversionSettings "conversions" {
        /// A click on a telephone number on a desktop; empty, here and below: not told.
        phone_desktop: String = "",
        /// A click on a telephone number on a phone.
        phone_mobile: String = "",
        /// A click on a booking link on a desktop.
        booking_desktop: String = "",
        /// A click on a booking link on a phone.
        booking_mobile: String = "",
        /// Hosts that booking links lead to.
        booking_hosts: Vec<String> = Vec::<String>::new(),
        /// A click on a link to a messaging service on a phone.
        messaging_mobile: String = "",
        /// Hosts of messaging services; empty: `wa.me`, `api.whatsapp.com`, `t.me` and `m.me`.
        messaging_hosts: Vec<String> = Vec::<String>::new(),
        /// A contact form that was sent, as `FORM=NAME` with the form's id: `["235=formulario_es"]`.
        forms: Vec<String> = Vec::<String>::new(),
        /// An order that was placed.
        purchase: String = "",
    }
}

/// Everything that can be set.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// `[server]`
    pub server: ServerSettings,
    /// `[site]`
    pub site: SiteSettings,
    /// `[database]`
    pub database: DatabaseSettings,
    /// `[cache]`
    pub cache: CacheSettings,
    /// `[mail]`
    pub mail: MailSettings,
    /// `[conversions]`
    pub conversions: ConversionSettings,
    /// The sections of the columns.
    pub columns: ColumnSettings,
}

/// The sections of the server.
const SECTIONS: [Section; 6] = [
    Section::of::<ServerSettings>(),
    Section::of::<SiteSettings>(),
    Section::of::<DatabaseSettings>(),
    Section::of::<CacheSettings>(),
    Section::of::<MailSettings>(),
    Section::of::<ConversionSettings>(),
];

/// All sections: those of the server, then those of the columns.
pub fn sections(columns: &[Section]) -> impl Iterator<Item = &Section> {
    SECTIONS.iter().chain(columns)
}

/// All documented keys, section by section.
pub fn all(columns: &[Section]) -> impl Iterator<Item = &'static Setting> {
    sections(columns).flat_map(|section| section.settings)
}

impl Settings {
    /// Reads the sections of the server and those of the columns.
    ///
    /// # Errors
    /// When a section or key is unknown, or a value is not allowed.
    pub fn read(source: Source<'_>, columns: &[Section]) -> Result<Self, toml::de::Error> {
        let names: Vec<_> = sections(columns).map(|section| section.name).collect();
        source.check_names(&names)?;
        Ok(Self {
            server: source.section()?,
            site: source.section()?,
            database: source.section()?,
            cache: source.section()?,
            mail: source.section()?,
            conversions: source.section()?,
            columns: ColumnSettings::read(source, columns)?,
        })
    }

    /// The settings of a column.
    pub fn section<T: SectionSettings>(&self) -> &T {
        self.columns.get()
    }
}

impl ConversionSettings {
    /// Form ids with their names; `None` for an entry that has no id or no name.
    pub fn forms(&self) -> impl Iterator<Item = Option<(String, String)>> {
        self.forms.iter().map(|entry| {
            let (id, name) = entry.split_once('=')?;
            let (id, name) = (id.trim(), name.trim());
            let is_id = !id.is_empty() && id.bytes().all(|b| b.is_ascii_digit());
            (is_id && !name.is_empty()).then(|| (id.to_owned(), name.to_owned()))
        })
    }

    /// As pages print them.
    pub fn labels(&self) -> Conversions {
        const MESSAGING: [&str; 4] = ["wa.me", "api.whatsapp.com", "t.me", "m.me"];
        let mut messaging_hosts = self.messaging_hosts.clone();
        if messaging_hosts.is_empty() {
            messaging_hosts = MESSAGING.map(str::to_owned).to_vec();
        }
        Conversions {
            phone_desktop: self.phone_desktop.clone(),
            phone_mobile: self.phone_mobile.clone(),
            booking_desktop: self.booking_desktop.clone(),
            booking_mobile: self.booking_mobile.clone(),
            booking_hosts: self.booking_hosts.clone(),
            messaging_mobile: self.messaging_mobile.clone(),
            messaging_hosts,
            forms: self.forms().flatten().collect(),
            purchase: self.purchase.clone(),
        }
    }
}
