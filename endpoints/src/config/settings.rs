//! The settings, a struct for each topic; the comments here are the documentation that `oxipress settings` prints.
//!
//! A key is set in `oxipress.toml` (`[section]`, `key = value`), by a variable `OXIPRESS_SECTION_KEY`, or by a flag
//! of the command line; the later wins.

use compat::multilingual::settings::MultilingualSettings;
use compat::reviews::travel::TravelWidget;
use serde::Deserialize;
use themes::wordpress::conversions::Conversions;

/// One key, for the documentation.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// Section of the file.
    pub section: &'static str,
    /// Key in that section.
    pub key: &'static str,
    /// Its default, as written in the source.
    pub default: &'static str,
    /// What it means.
    pub doc: &'static str,
}

/// Declares a section: the struct, its defaults, and its documentation.
macro_rules! section {
    ($(#[doc = $about:literal])* $name:ident $section:literal {
        $($(#[doc = $doc:literal])* $key:ident : $type:ty = $default:expr,)*
    }) => {
        $(#[doc = $about])*
        #[derive(Debug, Clone, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct $name { $($(#[doc = $doc])* pub $key: $type,)* }

        impl Default for $name {
            fn default() -> Self { Self { $($key: $default.into(),)* } }
        }

        impl $name {
            /// The keys of this section.
            pub const SETTINGS: &'static [Setting] = &[$(Setting {
                section: $section,
                key: stringify!($key),
                default: stringify!($default),
                doc: concat!($($doc, "\n",)*),
            },)*];
        }
    };
}

section! {
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

section! {
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
        frontend: String = "react",
        /// Library that the browser modules are built with: `react`, or `preact` (60 kB less on pages whose modules draw).
        modules: ModulesBuild = ModulesBuild::React,
        /// Folder with both builds of the browser modules, `react` and `preact`; empty: `modules` next to the binary, else `react-modules/dist` of the source tree.
        modules_dir: String = "",
        /// Whether `/__modules/` shows the browser modules in their states, beside their markup: for development.
        modules_page: bool = false,
    }
}

section! {
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

section! {
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

section! {
    /// Mails that the site sends.
    MailSettings "mail" {
        /// What a visitor waits for: `queue` answers when the mail is stored and delivers it afterwards, as often as it takes; `wait` delivers first, and tells the visitor when the mail is refused.
        delivery: String = "queue",
        /// Way out: `folder` writes `.eml` files, `smtp` uses a mail server, `sendmail` the machine's own program.
        transport: String = "folder",
        /// Folder that takes the `.eml` files; empty: `var/mail`, for the demo site a folder beside it.
        folder: String = "",
        /// Folder for attached files until their mail is gone; empty: `var/mail-spool`, for the demo site a folder beside it. Private: not below the site's folder.
        spool: String = "",
        /// Name of the mail server.
        smtp_host: String = "",
        /// Its port; 0: 587, with `smtp_tls = "tls"` 465, with `smtp_tls = "none"` 25.
        smtp_port: u64 = 0_u64,
        /// How the connection to it is protected: `starttls`, `tls` (from the start) or `none`.
        smtp_tls: String = "starttls",
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

section! {
    /// Contact Form 7.
    ContactForm7Settings "contact_form_7" {
        /// Where reCAPTCHA tokens are verified.
        recaptcha_url: String = "https://www.google.com/recaptcha/api/siteverify",
        /// Where Turnstile tokens are verified.
        turnstile_url: String = "https://challenges.cloudflare.com/turnstile/v0/siteverify",
        /// Where Akismet is asked about messages.
        akismet_url: String = "https://rest.akismet.com/1.1/comment-check",
        /// Where Stripe keeps payments.
        stripe_url: String = "https://api.stripe.com/v1/payment_intents",
        /// Seconds that a verifying service may take; one that does not answer knows no human.
        verify_timeout: u64 = 5_u64,
        /// Most submissions that one address may send in a minute, further ones are spam; 0: as many as it likes. Behind a proxy set `server.trusted_proxies`, else all visitors have its address.
        submissions_per_minute: u64 = 0_u64,
        /// Whether forms are checked for mistakes when they are saved (the plugin's constant `WPCF7_VALIDATE_CONFIGURATION`).
        validate_configuration: bool = true,
    }
}

section! {
    /// Divi.
    DiviSettings "divi" {
        /// Pages with a split test: `live` draws the visitor's variant, `placeholders` leaves places that the browser fills, `auto` does so on sites with a page cache of their own.
        split_tests: String = "auto",
        /// Most calls of one address that a split test counts in a minute; 0: all. Calls from this machine are all counted.
        stats_per_minute: u64 = 600_u64,
        /// Where reCAPTCHA tokens are verified.
        recaptcha_url: String = "https://www.google.com/recaptcha/api/siteverify",
        /// Seconds that a spam service or a newsletter's service may take; a subscription that is not answered in time waits, and the service is asked again.
        provider_timeout: u64 = 5_u64,
        /// Where the addresses of forms to subscribe go: `provider` hands them to the form's service, `local` keeps them in the site's own list (`oxipress subscribers export`).
        subscribers: String = "provider",
        /// Whether whoever comes on the site's own list is asked by mail to confirm.
        double_opt_in: bool = true,
        /// Stand-in for the services of newsletters, for tests: their hosts become the first part of its paths; empty: the services themselves.
        provider_url: String = "",
    }
}

section! {
    /// Reviews of the place, and the second, travel-review widget (`[travel_rating]`).
    ReviewsSettings "reviews" {
        /// Whether reviews are retrieved by schedule, as the plugin's own settings say (place, key, hours); switch it off while PHP does it.
        retrieval: bool = true,
        /// Where the details of a place are asked for.
        places_url: String = "https://maps.googleapis.com/maps/api/place/details/json",
        /// Stand-in for the hosts of authors' pictures, for tests: they become the first part of its paths; empty: the hosts themselves.
        photos_url: String = "",
        /// Seconds that the answer may take.
        retrieve_timeout: u64 = 10_u64,
        /// Travel-review widget: the property's number at the portal, for the portal's own embed.
        travel_location_id: String = "",
        /// The property's page at the portal.
        travel_url: String = "https://www.tripadvisor.es/",
        /// The portal's name.
        travel_portal: String = "TripAdvisor",
        /// The property's name.
        travel_name: String = "",
        /// The rating, such as `4.5`: then the widget is drawn without asking the portal; empty: the portal's embed.
        travel_rating: String = "",
        /// Number of ratings, 0 for none shown.
        travel_count: u64 = 0_u64,
        /// Language of the widget.
        travel_lang: String = "es",
        /// Whether it has a border.
        travel_border: bool = true,
    }
}

impl ReviewsSettings {
    /// The travel-review widget.
    pub fn travel(&self) -> TravelWidget {
        TravelWidget {
            location_id: self.travel_location_id.clone(),
            url: self.travel_url.clone(),
            name: self.travel_name.clone(),
            portal: self.travel_portal.clone(),
            rating: self.travel_rating.clone(),
            count: self.travel_count,
            lang: self.travel_lang.clone(),
            has_border: self.travel_border,
        }
    }
}

section! {
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
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
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
    /// `[contact_form_7]`
    pub contact_form_7: ContactForm7Settings,
    /// `[divi]`
    pub divi: DiviSettings,
    /// `[reviews]`
    pub reviews: ReviewsSettings,
    /// `[conversions]`
    pub conversions: ConversionSettings,
    /// `[multilingual]`
    pub multilingual: MultilingualSettings,
}

/// All documented keys, section by section.
pub fn all() -> impl Iterator<Item = &'static Setting> {
    [
        ServerSettings::SETTINGS,
        SiteSettings::SETTINGS,
        DatabaseSettings::SETTINGS,
        CacheSettings::SETTINGS,
        MailSettings::SETTINGS,
        ContactForm7Settings::SETTINGS,
        DiviSettings::SETTINGS,
        ReviewsSettings::SETTINGS,
        ConversionSettings::SETTINGS,
    ]
    .into_iter()
    .flatten()
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
