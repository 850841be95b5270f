//! MailPoet's confirmation mail, whose text is in the plugin's settings.
//!
//! Contract "divi-ajax", section 2. Tags in the text: `[activation_link]…[/activation_link]`, `[lists_to_confirm]`,
//! `[site:title]`, `[site:homepage_link]`, `[subscriber:firstname | default:…]` and the like. Other tags stay unchanged.

use regex::Captures;

use super::super::Subscriber;
use crate::binds;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::formatting::escape::esc_html;
use crate::wordpress::mail::Mail;
use crate::wordpress::php::hash::{base64_decode, base64_encode};
use crate::wordpress::php::json::{json_decode_assoc, json_encode};
use crate::wordpress::php::{Value, maybe_unserialize};
use crate::wordpress::static_regex::StaticRegex;

/// The longest accepted `data` of a link.
const LONGEST_DATA: usize = 2048;

/// The settings of the mail.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Confirmation {
    /// Whether new subscribers must confirm.
    pub is_wanted: bool,
    subject: String,
    body: String,
    sender: (String, String),
    reply_to: (String, String),
}

/// The site's data in the mail.
#[derive(Debug, Clone, Copy)]
pub struct LetterSite<'a> {
    /// Its name.
    pub title: &'a str,
    /// Its URL, without a trailing slash.
    pub home: &'a str,
    /// The default subject; `%s` is the site's name.
    pub subject: &'a str,
    /// The default text, with the plugin's tags.
    pub body: &'a str,
    /// The name of the list.
    pub list: &'a str,
}

impl Confirmation {
    /// The plugin's settings.
    ///
    /// # Errors
    /// When the database failed, or has not the plugin's tables.
    pub async fn load(db: &Db) -> Result<Self, DbError> {
        const SQL: &str = "SELECT name, value FROM {p}mailpoet_settings \
            WHERE name IN ('signup_confirmation', 'sender', 'reply_to')";
        let rows: Vec<(String, Vec<u8>)> = db.load(SQL, binds![]).await?;
        let setting = |name: &str| {
            let row = rows.iter().find(|(n, _)| n == name);
            row.map(|(_, raw)| maybe_unserialize(raw))
        };
        let confirmation_mail = setting("signup_confirmation").unwrap_or_default();
        let address = |value: &Value| {
            let text = |key: &str| value.at(key).to_string_lossy().into_owned();
            (text("address"), text("name"))
        };
        // Settings of the confirmation mail override those of the plugin.
        let of = |own: &str, shared: &str| match address(confirmation_mail.at(own)) {
            (own, _) if own.is_empty() => address(&setting(shared).unwrap_or_default()),
            own => own,
        };
        Ok(Self {
            is_wanted: confirmation_mail.get("enabled").is_none_or(Value::to_bool),
            subject: confirmation_mail
                .at("subject")
                .to_string_lossy()
                .into_owned(),
            body: confirmation_mail.at("body").to_string_lossy().into_owned(),
            sender: of("from", "sender"),
            reply_to: of("reply_to", "reply_to"),
        })
    }

    /// The name of a list.
    ///
    /// # Errors
    /// When the database failed, or has not the plugin's tables.
    pub async fn list_name(db: &Db, list_id: &str) -> Result<String, DbError> {
        const SQL: &str = "SELECT name FROM {p}mailpoet_segments WHERE id = ?";
        let id = list_id.parse::<i64>().unwrap_or(0);
        let row: Option<(String,)> = db.load_first(SQL, binds![id]).await?;
        Ok(row.map(|(name,)| name).unwrap_or_default())
    }

    /// The mail to a subscriber, with a link that contains the token.
    pub fn confirmation_mail(
        &self,
        person: &Subscriber,
        token: &str,
        site: LetterSite<'_>,
    ) -> Mail {
        let body = match self.body.trim() {
            "" => site.body,
            _ => &self.body,
        };
        let subject = match self.subject.trim() {
            "" => site.subject.replace("%s", site.title),
            _ => filled(&self.subject, person, site, |text| text.to_owned()),
        };
        let link = format!(
            "<a target=\"_blank\" href=\"{}\">",
            esc_html(&address(site.home, &person.email, token))
        );
        let list = format!("<strong>{}</strong>", esc_html(site.list));
        // The tags of the link are replaced last: a visitor's name must not create one.
        let pieces = body.split("[activation_link]").map(|piece| {
            let piece = piece.split("[/activation_link]").map(|piece| {
                let piece = piece.split("[lists_to_confirm]");
                let piece = piece.map(|text| filled(text, person, site, |t| esc_html(t).into()));
                piece.collect::<Vec<_>>().join(&list)
            });
            piece.collect::<Vec<_>>().join("</a>")
        });
        let html = pieces.collect::<Vec<_>>().join(&link);
        let mut headers = vec![(
            "Content-Type".to_owned(),
            "text/html; charset=UTF-8".to_owned(),
        )];
        for (name, of) in [("From", &self.sender), ("Reply-To", &self.reply_to)] {
            if !of.0.is_empty() {
                headers.push((name.to_owned(), format!("{} <{}>", of.1, of.0)));
            }
        }
        Mail {
            to: person.email.clone(),
            subject,
            message: html.replace("\r\n", "\n").replace('\n', "<br />\n"),
            headers,
            ..Mail::default()
        }
    }
}

/// A text with the tags of subscriber and site replaced.
fn filled(
    text: &str,
    person: &Subscriber,
    site: LetterSite<'_>,
    escape: impl Fn(&str) -> String,
) -> String {
    static MARK: StaticRegex =
        StaticRegex::new(r"\[(subscriber|site):([a-z_]+)(?:\s*\|\s*default:([^\]]*))?\]");
    let one = |found: &Captures<'_>| {
        let part = |n: usize| found.get(n).map_or("", |m| m.as_str());
        let value = match (part(1), part(2)) {
            ("subscriber", "firstname") => &person.first_name,
            ("subscriber", "lastname") => &person.last_name,
            ("subscriber", "displayname") => "",
            ("subscriber", "email") => &person.email,
            ("site", "title") => site.title,
            ("site", "homepage_link" | "homepage_url") => site.home,
            _ => return part(0).to_owned(),
        };
        match value {
            "" => escape(part(3).trim()),
            value => escape(value),
        }
    };
    MARK.replace_all(text, one).into_owned()
}

/// The link in the plugin's format, so that PHP can answer it as well.
fn address(home: &str, email: &str, token: &str) -> String {
    let data = Value::array().with("token", token).with("email", email);
    let data = base64_encode(json_encode(&data, 0).unwrap_or_default().as_bytes());
    let data = data.trim_end_matches('=');
    let data = data.replace('+', "%2B").replace('/', "%2F");
    format!(
        "{home}/?mailpoet_page=subscriptions&mailpoet_router&endpoint=subscription&action=confirm&data={data}"
    )
}

/// Address and token of a link's `data`.
pub fn linked(data: &str) -> Option<(String, String)> {
    if data.len() > LONGEST_DATA {
        return None;
    }
    let json = json_decode_assoc(&base64_decode(data.as_bytes())).ok()?;
    let text = |key: &str| Some(json.get(key)?.as_str_lossy()?.into_owned());
    Some((text("email")?, text("token")?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SITE: LetterSite<'_> = LetterSite {
        title: "Casa & Cueva",
        home: "http://casa.example",
        subject: "Confirm %s",
        body: "[activation_link]Yes[/activation_link]",
        list: "Amigos",
    };

    fn ana(first_name: &str) -> Subscriber {
        Subscriber {
            email: "ana@casa.example".into(),
            first_name: first_name.into(),
            ..Subscriber::default()
        }
    }

    #[test]
    fn the_plugins_text_is_filled() {
        let settings = Confirmation {
            subject: "Hola de [site:title]".into(),
            body: "Hola [subscriber:firstname | default:amiga],\n[lists_to_confirm] [otra:x] \
                [activation_link]Sí[/activation_link]"
                .into(),
            sender: ("casa@casa.example".into(), "La casa".into()),
            ..Confirmation::default()
        };
        let mail = settings.confirmation_mail(&ana(""), "t0k", SITE);
        assert_eq!(mail.subject, "Hola de Casa & Cueva");
        let start = "Hola amiga,<br />\n<strong>Amigos</strong> [otra:x] <a target=\"_blank\" href=\"http://casa";
        assert!(mail.message.starts_with(start), "{}", mail.message);
        assert!(mail.message.ends_with("\">Sí</a>"));
        assert_eq!(
            mail.headers[1],
            ("From".into(), "La casa <casa@casa.example>".into())
        );
        let data = mail
            .message
            .split_once("data=")
            .and_then(|(_, d)| d.split('"').next());
        let of = linked(
            &data
                .unwrap_or_default()
                .replace("%2B", "+")
                .replace("%2F", "/"),
        );
        assert_eq!(of, Some(("ana@casa.example".into(), "t0k".into())));
    }

    #[test]
    fn a_name_makes_no_marks_and_no_markup() {
        let settings = Confirmation {
            body: "[subscriber:firstname]".into(),
            ..Confirmation::default()
        };
        let mail = settings.confirmation_mail(&ana("[activation_link]<b>[site:title]"), "t", SITE);
        assert_eq!(mail.message, "[activation_link]&lt;b&gt;[site:title]");
        assert_eq!(mail.subject, "Confirm Casa & Cueva");
        let mail = Confirmation::default().confirmation_mail(&ana(""), "t", SITE);
        assert!(mail.message.ends_with(">Yes</a>"));
    }

    proptest! {
        #[test]
        fn never_panics(text in r"\PC{0,80}") {
            let _ = linked(&text);
            let settings = Confirmation { body: text.clone(), subject: text, ..Confirmation::default() };
            let _ = settings.confirmation_mail(&ana("x"), "t", SITE);
        }
    }
}
