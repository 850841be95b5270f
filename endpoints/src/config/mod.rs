//! Configuration: `oxipress.toml`, `OXIPRESS_*` variables and flags, read once at start.
//!
//! An unknown key or invalid value is an error that names file and line, or the variable, and what is allowed.

pub mod cdn;
pub mod conversions;
pub mod example;
pub mod media;
pub mod routes;
pub mod section;
pub mod settings;
pub mod telemetry;

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use toml::{Table, Value};

use crate::legacy_routes::LegacyRoutes;
use section::{Section, Setting, Source};
use settings::MailTransport;
pub use settings::Settings;

/// Reads the settings of the server and of the columns from the file; environment variables override it.
///
/// # Errors
/// When the file cannot be read, or a key or value is not valid.
pub fn load(
    file: Option<&Path>,
    environment: impl Iterator<Item = (String, String)>,
    columns: &[Section],
) -> Result<Settings> {
    let mut table = match file {
        None => Table::new(),
        Some(path) => read_file(path, columns)?,
    };
    for (name, value) in environment {
        if let Some(setting) = named(&name, columns) {
            let typed = typed(setting, &value).with_context(|| format!("variable {name}"))?;
            let section = table
                .entry(setting.section)
                .or_insert_with(|| Value::Table(Table::new()));
            if let Value::Table(keys) = section {
                keys.insert(setting.key.to_owned(), typed);
            }
        } else if name.starts_with("OXIPRESS_") && !RESERVED.contains(&name.as_str()) {
            bail!("variable {name} is not a setting; `oxipress settings` lists them all");
        }
    }
    let settings = Settings::read(Source::Table(&table), columns).context("settings")?;
    check(&settings)?;
    Ok(settings)
}

/// Variables with the prefix that are not settings: clock, log filter, configuration file.
const RESERVED: &[&str] = &["OXIPRESS_NOW", "OXIPRESS_LOG", "OXIPRESS_CONFIG"];

fn read_file(path: &Path, columns: &[Section]) -> Result<Table> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    // Parsed into the settings type first, because only that error has a line number.
    Settings::read(Source::Text(&text), columns).map_err(|e| anyhow!("{}: {e}", path.display()))?;
    toml::from_str(&text).map_err(|e| anyhow!("{}: {e}", path.display()))
}

fn named(variable: &str, columns: &[Section]) -> Option<&'static Setting> {
    let name = variable.strip_prefix("OXIPRESS_")?;
    settings::all(columns).find(|s| name == format!("{}_{}", s.section, s.key).to_ascii_uppercase())
}

fn typed(setting: &Setting, value: &str) -> Result<Value> {
    Ok(match setting.default {
        "true" | "false" => match value {
            "1" | "true" | "on" | "yes" => Value::Boolean(true),
            "0" | "false" | "off" | "no" => Value::Boolean(false),
            _ => bail!("{value:?} is neither true nor false"),
        },
        d if d.ends_with("_f64") => match value.parse() {
            Ok(whole) => Value::Integer(whole),
            Err(_) if value.contains('.') => Value::Float(
                value
                    .parse()
                    .map_err(|_| anyhow!("{value:?} is not a number"))?,
            ),
            Err(_) => bail!("{value:?} is not a number"),
        },
        d if d.ends_with("_u64") => Value::Integer(
            value
                .parse()
                .map_err(|_| anyhow!("{value:?} is not a whole number"))?,
        ),
        d if d.starts_with("Vec") => Value::Array(
            value
                .split(',')
                .map(|v| Value::String(v.trim().to_owned()))
                .collect(),
        ),
        _ => Value::String(value.to_owned()),
    })
}

/// Checks what one value alone does not show.
///
/// # Errors
/// When values do not fit together; the text names section and key.
pub fn check(settings: &Settings) -> Result<()> {
    if settings.server.tls_cert.is_empty() != settings.server.tls_key.is_empty() {
        bail!("server.tls_cert and server.tls_key are only useful together; set both or none");
    }
    if settings.mail.transport == MailTransport::Smtp && settings.mail.smtp_host.is_empty() {
        bail!("mail.transport is \"smtp\": mail.smtp_host must name the mail server");
    }
    if u16::try_from(settings.mail.smtp_port).is_err() {
        bail!(
            "mail.smtp_port is {}; a port is at most 65535",
            settings.mail.smtp_port
        );
    }
    let forms = settings.conversions.forms.iter();
    if let Some((entry, _)) = forms
        .zip(settings.conversions.forms())
        .find(|(_, read)| read.is_none())
    {
        bail!("conversions.forms: {entry:?} must be FORM=NAME, as in \"235=formulario_es\"");
    }
    if !(0.0..=1.0).contains(&settings.shadow.rate) {
        bail!(
            "shadow.rate is {}; it must be from 0 to 1",
            settings.shadow.rate
        );
    }
    settings.cdn.check()?;
    settings.media.check()?;
    settings.telemetry.check()?;
    let (site, routes) = (&settings.site, &settings.routes);
    LegacyRoutes::new(&site.legacy_routes, &routes.legacy, &routes.native)
        .map_err(anyhow::Error::msg)?;
    settings.columns.check()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::COLUMNS;
    use proptest::prelude::*;

    fn load(
        file: Option<&Path>,
        environment: impl Iterator<Item = (String, String)>,
    ) -> Result<Settings> {
        super::load(file, environment, &COLUMNS.sections())
    }

    fn from(text: &str) -> Result<Settings> {
        let dir = tempfile::tempdir()?;
        let path = dir.path().join("oxipress.toml");
        std::fs::write(&path, text)?;
        load(Some(&path), std::iter::empty())
    }

    #[test]
    fn a_bad_key_names_file_line_and_what_is_allowed() {
        let error = from("[server]\nlisten = \"127.0.0.1:1\"\nlissten = 2\n")
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("oxipress.toml") && error.contains("line 3"),
            "{error}"
        );
        assert!(
            error.contains("lissten") && error.contains("admin_listen"),
            "{error}"
        );
    }

    #[test]
    fn a_bad_value_names_its_line() {
        let error = from("[cache]\n\nmax_bytes = \"many\"\n")
            .unwrap_err()
            .to_string();
        assert!(error.contains("line 3"), "{error}");
    }

    #[test]
    fn a_variable_wins_over_the_file_and_a_misspelt_one_is_an_error() {
        let env = [("OXIPRESS_CACHE_MAX_BYTES".to_owned(), "7".to_owned())];
        assert_eq!(load(None, env.into_iter()).unwrap().cache.max_bytes, 7);
        let env = [("OXIPRESS_CACHE_MAXBYTES".to_owned(), "7".to_owned())];
        assert!(load(None, env.into_iter()).is_err());
    }

    proptest! {
        #[test]
        fn any_file_is_read_or_refused(text in "(\\[(server|cache|site|divi|nada|[a-z]{0,4})\\]|[a-z_]{0,9} = ([0-9]{0,20}|-?[0-9]{1,3}|\"[ -~]{0,9}\"|true|\\[\\]|\\{)|[ -~ñ]{0,12}|\n){0,12}") {
            if let Err(error) = from(&text) {
                prop_assert!(!error.to_string().is_empty());
            }
        }

        #[test]
        fn any_variable_is_read_or_refused(name in "(OXIPRESS_(SERVER|CACHE|SITE|DATABASE)_)?[A-Z_]{0,20}", value in ".{0,20}") {
            let is_ours = name.starts_with("OXIPRESS_") && !RESERVED.contains(&name.as_str());
            let is_known = named(&name, &COLUMNS.sections()).is_some();
            let read = load(None, [(name, value)].into_iter());
            prop_assert!(is_known || is_ours == read.is_err());
        }

        /// Every key takes by variable what it takes by file, and refuses the same.
        #[test]
        fn files_and_variables_say_the_same(
            at in 0..settings::all(&COLUMNS.sections()).count(),
            value in "0|[1-9][0-9]{0,19}|-[1-9][0-9]{0,2}|true|false|react|preact|legacy",
        ) {
            let setting = settings::all(&COLUMNS.sections()).nth(at).unwrap();
            let name = format!("OXIPRESS_{}_{}", setting.section, setting.key).to_ascii_uppercase();
            // A variable may also say 1 and 0 for true and false.
            let is_switch = matches!(setting.default, "true" | "false");
            prop_assume!(!is_switch || !matches!(value.as_str(), "0" | "1"));
            let is_list = setting.default.starts_with("Vec");
            let is_enum = !is_list && setting.default.contains("::");
            let is_text = is_enum || setting.default.starts_with('"');
            let written = match (is_text, is_list) {
                (true, _) => format!("\"{value}\""),
                (_, true) => format!("[\"{value}\"]"),
                _ => value.clone(),
            };
            let by_file = from(&format!("[{}]\n{} = {written}\n", setting.section, setting.key));
            let by_name = load(None, [(name, value)].into_iter());
            match (by_file, by_name) {
                (Ok(a), Ok(b)) => prop_assert_eq!(format!("{a:?}"), format!("{b:?}")),
                (Err(_), Err(_)) => {}
                (a, b) => prop_assert!(false, "{:?} {:?}", a.err(), b.err()),
            }
        }
    }
}
