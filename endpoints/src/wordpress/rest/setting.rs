//! A setting of `wp/v2/settings` (`register_setting` with `show_in_rest`), and core's own.
//!
//! Contract "wordpress-rest", section 11; recording owner/options-settings.

use compat::wordpress::l10n::{DEFAULT_DOMAIN, Locale};
use compat::wordpress::php::{Array, Value};

/// The value of a setting whose option is missing.
#[derive(Debug, Clone, Copy)]
pub enum SettingDefault {
    /// None: null.
    Nothing,
    /// A text.
    Text(&'static str),
    /// True.
    Yes,
    /// A number.
    Number(i64),
    /// An empty list.
    List,
}

/// A setting.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// Its name in the API.
    pub name: &'static str,
    /// The option.
    pub option: &'static str,
    /// Its title, untranslated; most have none.
    pub title: &'static str,
    /// Its description, untranslated.
    pub description: &'static str,
    /// The text domain of both.
    pub text_domain: &'static str,
    /// `type`.
    pub kind: &'static str,
    /// Its default.
    pub default: SettingDefault,
    /// Further keywords of its schema.
    pub keywords: fn(&Locale) -> Array,
}

impl Setting {
    /// One of core's settings, without a default and further keywords.
    pub const fn new(name: &'static str, option: &'static str, kind: &'static str) -> Self {
        Self {
            name,
            option,
            title: "",
            description: "",
            text_domain: DEFAULT_DOMAIN,
            kind,
            default: SettingDefault::Nothing,
            keywords: |_| Array::new(),
        }
    }

    /// Sets title and description.
    #[must_use]
    pub const fn described(mut self, title: &'static str, description: &'static str) -> Self {
        self.title = title;
        self.description = description;
        self
    }

    /// Sets the default.
    #[must_use]
    pub const fn default(mut self, default: SettingDefault) -> Self {
        self.default = default;
        self
    }

    /// Sets further keywords of the schema.
    #[must_use]
    pub const fn with(mut self, keywords: fn(&Locale) -> Array) -> Self {
        self.keywords = keywords;
        self
    }

    /// Sets the text domain.
    #[must_use]
    pub const fn of_domain(mut self, text_domain: &'static str) -> Self {
        self.text_domain = text_domain;
        self
    }

    /// The default value.
    pub fn default_value(&self) -> Value {
        match self.default {
            SettingDefault::Nothing => Value::Null,
            SettingDefault::Text(text) => text.into(),
            SettingDefault::Yes => Value::Bool(true),
            SettingDefault::Number(number) => number.into(),
            SettingDefault::List => Value::array(),
        }
    }

    /// The keywords that values are checked by.
    pub fn checks(&self, locale: &Locale) -> Array {
        let mut checks = Array::new().with("type", self.kind);
        checks.extend((self.keywords)(locale));
        checks
    }

    /// A title or description in the language of a request.
    pub fn text(&self, source: &str, locale: &Locale) -> String {
        if source.is_empty() {
            return String::new();
        }
        locale.domain(self.text_domain).translate(source).to_owned()
    }
}

fn open_or_closed(_: &Locale) -> Array {
    let values: Value = ["open", "closed"].into_iter().collect();
    Array::new().with("enum", values)
}

fn format(name: &'static str) -> Array {
    Array::new().with("format", name)
}

/// Core's settings, in its order.
pub const SETTINGS: [Setting; 20] = [
    Setting::new("title", "blogname", "string").described("Title", "Site title."),
    Setting::new("description", "blogdescription", "string").described("Tagline", "Site tagline."),
    Setting::new("url", "siteurl", "string")
        .described("", "Site URL.")
        .with(|_| format("uri")),
    Setting::new("email", "admin_email", "string")
        .described(
            "",
            "This address is used for admin purposes, like new user notification.",
        )
        .with(|_| format("email")),
    Setting::new("timezone", "timezone_string", "string")
        .described("", "A city in the same timezone as you."),
    Setting::new("date_format", "date_format", "string")
        .described("", "A date format for all date strings."),
    Setting::new("time_format", "time_format", "string")
        .described("", "A time format for all time strings."),
    Setting::new("start_of_week", "start_of_week", "integer").described(
        "",
        "A day number of the week that the week should start on.",
    ),
    Setting::new("language", "WPLANG", "string")
        .described("", "WordPress locale code.")
        .default(SettingDefault::Text("en_US")),
    Setting::new("use_smilies", "use_smilies", "boolean")
        .described(
            "",
            "Convert emoticons like :-) and :-P to graphics on display.",
        )
        .default(SettingDefault::Yes),
    Setting::new("default_category", "default_category", "integer")
        .described("", "Default post category."),
    Setting::new("default_post_format", "default_post_format", "string")
        .described("", "Default post format."),
    Setting::new("posts_per_page", "posts_per_page", "integer")
        .described("Maximum posts per page", "Blog pages show at most.")
        .default(SettingDefault::Number(10)),
    Setting::new("show_on_front", "show_on_front", "string")
        .described("Show on front", "What to show on the front page"),
    Setting::new("page_on_front", "page_on_front", "integer").described(
        "Page on front",
        "The ID of the page that should be displayed on the front page",
    ),
    Setting::new("page_for_posts", "page_for_posts", "integer").described(
        "",
        "The ID of the page that should display the latest posts",
    ),
    Setting::new("default_ping_status", "default_ping_status", "string")
        .described(
            "",
            "Allow link notifications from other blogs (pingbacks and trackbacks) on new articles.",
        )
        .with(open_or_closed),
    Setting::new("default_comment_status", "default_comment_status", "string")
        .described(
            "Allow comments on new posts",
            "Allow people to submit comments on new posts.",
        )
        .with(open_or_closed),
    Setting::new("site_logo", "site_logo", "integer").described("Logo", "Site logo."),
    Setting::new("site_icon", "site_icon", "integer").described("Icon", "Site icon."),
];
