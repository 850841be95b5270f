//! The settings of the server, a struct for each topic; the comments here are the documentation that `oxipress settings`
//! prints. Columns declare theirs in their manifests.
//!
//! A key is set in `oxipress.toml` (`[section]`, `key = value`), by a variable `OXIPRESS_SECTION_KEY`, or by a flag
//! of the command line; the later wins.

use compat::wordpress::user::attempts::AttemptLimits;
use serde::Deserialize;
use themes::wordpress::view::Frontend;

pub use super::cdn::{CdnMode, CdnSettings};
pub use super::conversions::ConversionSettings;
use super::media::MediaSettings;
use super::routes::{RouteSettings, ShadowSettings};
use super::section::{ColumnSettings, Section, SectionSettings, Setting, Source};
use super::telemetry::TelemetrySettings;
use crate::{settings_choice, settings_section};

settings_choice! {
    /// The scripts that pages link.
    FrontendMode {
        /// Oxipress's browser modules.
        React = "react",
        /// The site's legacy scripts.
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
    /// When a mail is delivered.
    DeliveryMode {
        /// After the response, from the outbox.
        Queue = "queue",
        /// Before the response.
        Wait = "wait",
    }
}

settings_choice! {
    /// The mail transport.
    MailTransport {
        /// `.eml` files in a folder.
        Folder = "folder",
        /// A mail server.
        Smtp = "smtp",
        /// The sendmail program.
        Sendmail = "sendmail",
    }
}

settings_choice! {
    /// The encryption of the connection to the mail server.
    SmtpTls {
        /// `STARTTLS`.
        StartTls = "starttls",
        /// TLS from the start.
        Tls = "tls",
        /// None.
        None = "none",
    }
}

settings_choice! {
    /// The format of the log.
    LogFormat {
        /// Fields for people.
        Text = "text",
        /// An object per line.
        Json = "json",
    }
}

settings_section! {
    /// Listeners and limits.
    ServerSettings "server" {
        /// Address and port for visitors.
        listen: String = "127.0.0.1:8080",
        /// Address and port for `/healthz`, `/readyz` and `/metrics`; empty: none.
        admin_listen: String = "",
        /// Whether the address may be shared with a running `oxipress`, to replace it without a refused connection.
        reuse_port: bool = false,
        /// File with the TLS certificate chain (PEM); empty: plain HTTP.
        tls_cert: String = "",
        /// File with the private key of the certificate (PEM).
        tls_key: String = "",
        /// Maximum request body in bytes; a larger one gets 413.
        body_limit: u64 = 67_108_864_u64,
        /// Maximum size of an uploaded file in bytes (PHP's `upload_max_filesize`).
        upload_limit: u64 = 8_388_608_u64,
        /// Folder for uploaded files during their request, in a private one with a random name; it must be private too. Empty: the system's temporary folder.
        upload_folder: String = "",
        /// Maximum number of concurrent connections; further ones wait.
        max_connections: u64 = 4096_u64,
        /// Maximum number of concurrent connections of one address (IPv6: one /64 network); further ones are closed. 0: no limit. Addresses of `trusted_proxies` have none.
        connections_per_address: u64 = 256_u64,
        /// Timeout for a request's head, in seconds.
        header_timeout: u64 = 15_u64,
        /// Keep-alive timeout of an idle connection, in seconds.
        idle_timeout: u64 = 60_u64,
        /// Timeout from a request to its response, in seconds; then 503.
        answer_timeout: u64 = 60_u64,
        /// Number of threads that render pages; 0: one per core.
        render_threads: u64 = 0_u64,
        /// Maximum number of pages waiting for a render thread; further ones get 503.
        render_queue: u64 = 1024_u64,
        /// Timeout for requests in progress after a stop signal, in seconds.
        shutdown_timeout: u64 = 10_u64,
        /// Addresses (CIDR) of reverse proxies whose `X-Forwarded-*` headers are trusted.
        trusted_proxies: Vec<String> = Vec::<String>::new(),
        /// Whether each request is logged.
        access_log: bool = true,
        /// Where the lines of requests are written: `stderr`, `stdout`, or the path of a file, which SIGHUP opens anew.
        access_log_output: String = "stderr",
        /// Format of the log and of the lines of requests: `text`, or `json` (an object per line).
        log_format: LogFormat = "text",
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
    /// The site.
    SiteSettings "site" {
        /// Folder of the WordPress site (holds `wp-config.php`); empty: none.
        wp_root: String = "",
        /// Database URL, `sqlite:PATH` or `mysql://user:password@host:port/name`, nodes of a cluster as `host:port,host:port`, the preferred one first; empty: that of `wp-config.php`, else of the demo site.
        database: String = "",
        /// Database URLs of MariaDB servers that follow the one above, read for pages of anonymous visitors.
        database_replicas: Vec<String> = Vec::<String>::new(),
        /// Milliseconds by which one that is read from may be behind.
        database_replica_max_lag: u64 = 1000_u64,
        /// Folder of the unpacked demo site; empty: `$XDG_DATA_HOME/oxipress`, else `~/.local/share/oxipress`.
        data_dir: String = "",
        /// Table prefix; empty: that of `wp-config.php`, else `wp_`.
        table_prefix: String = "",
        /// Site URL for links and redirects; empty: the stored one.
        site_url: String = "",
        /// URL of the PHP server to which requests are forwarded that Oxipress does not handle; empty: none.
        legacy_upstream: String = "",
        /// Doubtful requests: those named here go to the PHP server, with `!` before them they stay here. `/path` (and all below), `/path$` (that alone), `host`, `?argument`, `rest:namespace/v1`, `ajax:action`; `*` at the end stands for anything. The first that matches decides, names of routes and actions before paths.
        legacy_routes: Vec<String> = Vec::<String>::new(),
        /// Scripts that a page links: `react` (Oxipress's browser modules) or `legacy` (the site's own scripts).
        frontend: FrontendMode = "react",
        /// Build of the browser modules: `react`, or `preact` (60 kB less on pages with modules that render components).
        modules: ModulesBuild = ModulesBuild::React,
        /// Folder with both builds of the browser modules, `react` and `preact`; empty: `modules` next to the binary, else `react-modules/dist` of the source tree.
        modules_dir: String = "",
        /// Whether `/__modules/` serves the development page of the browser modules.
        modules_page: bool = false,
    }
}

settings_section! {
    /// The database connection pool.
    DatabaseSettings "database" {
        /// Maximum number of connections.
        max_connections: u64 = 10_u64,
        /// Timeout for a connection from the pool, in seconds; then 503.
        wait_timeout: u64 = 2_u64,
        /// Timeout of a query, in seconds.
        query_timeout: u64 = 5_u64,
        /// Interval for polling the database for changes, in milliseconds.
        poll_interval_ms: u64 = 500_u64,
    }
}

settings_section! {
    /// Attempts to guess passwords, keys and codes; further ones get 429. Failures are counted in the database.
    AttemptSettings "attempts" {
        /// Length of the window in which failures count, in seconds.
        window: u64 = 300_u64,
        /// Failures of an address at an account (or a protected post) in a window; 0: any number.
        per_address_and_account: u64 = 10_u64,
        /// Failures of an address in a window; 0: any number.
        per_address: u64 = 100_u64,
        /// Failures at an account in a window; 0: any number. An address at which the account is logged in does not count.
        per_account: u64 = 100_u64,
        /// Number of threads that hash passwords; 0: half the cores, at most two.
        hash_threads: u64 = 0_u64,
        /// Maximum number of passwords waiting for these threads; further ones get 429.
        hash_queue: u64 = 16_u64,
    }
}

settings_section! {
    /// The page cache.
    CacheSettings "cache" {
        /// Whether pages are cached.
        enabled: bool = true,
        /// Maximum size of the cache in bytes.
        max_bytes: u64 = 20_971_520_u64,
        /// Maximum size in bytes of the database's results that are kept for pages which anybody may see; 0: none are kept.
        max_query_bytes: u64 = 8_388_608_u64,
        /// Maximum age of a cached page in seconds; a nonce tick may end it earlier.
        max_age: u64 = 3600_u64,
    }
}

settings_section! {
    /// Mails sent by the site.
    MailSettings "mail" {
        /// `queue`: the response is sent when the mail is stored; it is delivered afterwards, with retries. `wait`: the mail is delivered before the response, which reports a refusal.
        delivery: DeliveryMode = "queue",
        /// Transport: `folder` writes `.eml` files, `smtp` uses a mail server, `sendmail` the sendmail program.
        transport: MailTransport = "folder",
        /// Folder for `.eml` files; empty: `var/mail`, for the demo site a folder beside it.
        folder: String = "",
        /// Folder for attachments of queued mails; empty: `var/mail-spool`, for the demo site a folder beside it. It must not be below the site's folder.
        spool: String = "",
        /// Host name of the mail server.
        smtp_host: String = "",
        /// Port of the mail server; 0: 587, with `smtp_tls = "tls"` 465, with `smtp_tls = "none"` 25.
        smtp_port: u64 = 0_u64,
        /// Encryption of the connection to the mail server: `starttls`, `tls` (implicit TLS) or `none`.
        smtp_tls: SmtpTls = "starttls",
        /// User name at the mail server; empty: no authentication.
        smtp_user: String = "",
        /// Password at the mail server; preferably set as `OXIPRESS_MAIL_SMTP_PASSWORD`.
        smtp_password: String = "",
        /// Timeout of a reply of the mail server, or of the sendmail program, in seconds.
        timeout: u64 = 30_u64,
        /// Path of the sendmail program.
        sendmail: String = "/usr/sbin/sendmail",
        /// Number of refusals after which a mail becomes a dead letter (`oxipress mail list --state dead`). An unreachable mail server does not count.
        attempts: u64 = 12_u64,
        /// Number of concurrent deliveries; with 1 mails are delivered in order, and at most one is delivered twice when the server is killed.
        concurrency: u64 = 1_u64,
        /// Days for which the headers of a delivered mail are stored; its body is deleted on delivery.
        keep_sent: u64 = 7_u64,
    }
}

/// All settings.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// `[server]`
    pub server: ServerSettings,
    /// `[site]`
    pub site: SiteSettings,
    /// `[database]`
    pub database: DatabaseSettings,
    /// `[attempts]`
    pub attempts: AttemptSettings,
    /// `[cache]`
    pub cache: CacheSettings,
    /// `[cdn]`
    pub cdn: CdnSettings,
    /// `[mail]`
    pub mail: MailSettings,
    /// `[media]`
    pub media: MediaSettings,
    /// `[telemetry]`
    pub telemetry: TelemetrySettings,
    /// `[conversions]`
    pub conversions: ConversionSettings,
    /// `[routes]`
    pub routes: RouteSettings,
    /// `[shadow]`
    pub shadow: ShadowSettings,
    /// The sections of the columns.
    pub columns: ColumnSettings,
}

/// The sections of the server.
const SECTIONS: [Section; 12] = [
    Section::of::<ServerSettings>(),
    Section::of::<SiteSettings>(),
    Section::of::<DatabaseSettings>(),
    Section::of::<AttemptSettings>(),
    Section::of::<CacheSettings>(),
    Section::of::<CdnSettings>(),
    Section::of::<MailSettings>(),
    Section::of::<MediaSettings>(),
    Section::of::<TelemetrySettings>(),
    Section::of::<ConversionSettings>(),
    Section::of::<RouteSettings>(),
    Section::of::<ShadowSettings>(),
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
            attempts: source.section()?,
            cache: source.section()?,
            cdn: source.section()?,
            mail: source.section()?,
            media: source.section()?,
            telemetry: source.section()?,
            conversions: source.section()?,
            routes: source.section()?,
            shadow: source.section()?,
            columns: ColumnSettings::read(source, columns)?,
        })
    }

    /// The settings of a column.
    pub fn section<T: SectionSettings>(&self) -> &T {
        self.columns.get()
    }
}

impl AttemptSettings {
    /// The limits.
    pub fn limits(&self) -> AttemptLimits {
        let number = |setting: u64| i64::try_from(setting).unwrap_or(i64::MAX);
        AttemptLimits {
            window: number(self.window),
            pair: number(self.per_address_and_account),
            address: number(self.per_address),
            account: number(self.per_account),
        }
    }
}
