//! `wp/v2/settings`: options that owners read and write.
//!
//! Contract "wordpress-rest", section 11; recordings owner/settings-*.

use std::sync::Arc;

use compat::wordpress::admin_email_change::{ADMIN_EMAIL, AdminEmailNotice};
use compat::wordpress::db::DbError;
use compat::wordpress::l10n::Locale;
use compat::wordpress::mail::outbox::Delivery;
use compat::wordpress::option_row::{delete_option, locked_option, option_values, set_option};
use compat::wordpress::php::{Array, Value, maybe_serialize, maybe_unserialize};
use compat::wordpress::sanitize_option::sanitize_option;

use super::arg::Arg;
use super::denied;
use super::request::RestRequest;
use super::rest_response::{Body, RestResponse};
use super::route::{Callback, EDITABLE, Endpoint, READABLE, Rest, Routes};
use super::route_error::{RestError, RouteError};
use super::schema::parse;
use super::setting::{SETTINGS, Setting};

/// Registers the route.
pub fn register(routes: &mut Routes, locale: &Locale) {
    let mut args: Vec<Arg> = SETTINGS.iter().map(|s| arg(s, locale)).collect();
    args.extend(routes.columns.settings.iter().map(|s| arg(s, locale)));
    let endpoint = |methods, callback: Callback, args| Endpoint {
        methods,
        args: Some(args),
        permission: Some(denied::settings),
        callback,
        subject: "".into(),
        allow_batch: false,
    };
    let get: Callback = |rest, _| Box::pin(async move { Ok(response(values(rest, &[]).await?)) });
    let update: Callback = |rest, request| Box::pin(update_item(rest, request));
    let endpoints = vec![
        endpoint(READABLE, get, Vec::new()),
        endpoint(EDITABLE, update, args),
    ];
    routes.register("wp/v2", "/settings", endpoints);
    routes.schema(schema);
}

fn arg(setting: &Setting, locale: &Locale) -> Arg {
    let title = setting.text(setting.title, locale);
    let description = setting.text(setting.description, locale);
    let mut arg = Arg::bare(setting.name)
        .with("title", title)
        .with("description", description);
    arg.schema.extend(setting.checks(locale));
    arg.early()
}

/// The schema of the settings, printed for OPTIONS.
fn schema(rest: &Rest<'_>, _: &str) -> Value {
    let mut properties = Array::new();
    for setting in all(rest) {
        let text = |source: &str| setting.text(source, &rest.locale);
        let mut property = Array::new()
            .with("type", setting.kind)
            .with("title", text(setting.title))
            .with("description", text(setting.description))
            .with("default", setting.default_value());
        property.extend((setting.keywords)(&rest.locale));
        properties.insert(setting.name, property);
    }
    Value::array()
        .with("$schema", "http://json-schema.org/draft-04/schema#")
        .with("title", "settings")
        .with("type", "object")
        .with("properties", properties)
}

fn all<'r>(rest: &'r Rest<'_>) -> impl Iterator<Item = &'r Setting> {
    SETTINGS.iter().chain(&rest.routes.columns.settings)
}

fn response(values: Array) -> RestResponse {
    RestResponse::new(Body::Value(values.into())).cached_for(None)
}

/// The stored options, by name.
async fn stored(rest: &Rest<'_>) -> Result<Vec<(String, Vec<u8>)>, DbError> {
    let names: Vec<&str> = all(rest).map(|setting| setting.option).collect();
    option_values(&rest.app.db, &names).await
}

/// All settings; `written` are the values that this request stored, as they were before they became text.
async fn values(rest: &Rest<'_>, written: &[(&'static str, Value)]) -> Result<Array, RouteError> {
    let stored = stored(rest).await?;
    let mut values = Array::new();
    for setting in all(rest) {
        let own = written.iter().find(|(option, _)| *option == setting.option);
        let value = match own {
            Some((_, value)) => value.clone(),
            None => stored_value(&stored, setting).unwrap_or_else(|| setting.default_value()),
        };
        // A value that does not fit its type is shown as null.
        let shown = parse(
            &value,
            &setting.checks(&rest.locale),
            setting.name,
            &rest.locale,
        );
        values.insert(setting.name, shown.unwrap_or(Value::Null));
    }
    Ok(values)
}

fn stored_value(stored: &[(String, Vec<u8>)], setting: &Setting) -> Option<Value> {
    let row = stored.iter().find(|(name, _)| name == setting.option)?;
    Some(maybe_unserialize(&row.1))
}

async fn update_item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let stored = stored(rest).await?;
    let languages = rest.app.translations.available();
    let mut changes: Vec<(&'static str, Option<Value>)> = Vec::new();
    for setting in all(rest).filter(|setting| request.is_sent(setting.name)) {
        let value = request.get(setting.name);
        if value.is_null() {
            check_null(rest, setting, &stored)?;
            changes.push((setting.option, None));
        } else if let Some(value) = sanitize_option(setting.option, value.clone(), &languages) {
            changes.push((setting.option, Some(value)));
        }
    }
    let notice = email_notice(rest, &stored, &changes).await?;
    let work = async move |tx| {
        let mut written = Vec::new();
        for (option, value) in changes {
            let Some(value) = value else {
                delete_option(&tx, option).await?;
                continue;
            };
            let bytes = maybe_serialize(&value).to_bytes().into_owned();
            if locked_option(&tx, option).await?.as_ref() != Some(&bytes) {
                set_option(&tx, (option, "auto"), bytes).await?;
                written.push((option, value));
            }
        }
        let mail = match &notice {
            Some(notice) => notice.enqueue(&tx, &written).await?,
            None => None,
        };
        Ok::<_, DbError>((written, mail))
    };
    let (written, mail) = rest.app.db.transaction(work).await?;
    rest.wrote(&["options"]).await;
    rest.app.outbox.queued(mail.into_iter().count());
    Ok(response(values(rest, &written).await?))
}

/// A stored value that does not fit its type is not deleted: its null in a response may have been sent back unread.
fn check_null(
    rest: &Rest<'_>,
    setting: &Setting,
    stored: &[(String, Vec<u8>)],
) -> Result<(), RestError> {
    let value = stored_value(stored, setting).unwrap_or(Value::Bool(false));
    let checks = setting.checks(&rest.locale);
    if parse(&value, &checks, setting.name, &rest.locale).is_ok() {
        return Ok(());
    }
    let text =
        rest.text("The %s property has an invalid stored value, and cannot be updated to null.");
    let message = text.replace("%s", setting.name);
    Err(RestError::new("rest_invalid_stored_value", message, 500))
}

/// What tells the administrator's address before of a change; `None`: it does not change.
async fn email_notice(
    rest: &Rest<'_>,
    stored: &[(String, Vec<u8>)],
    changes: &[(&'static str, Option<Value>)],
) -> Result<Option<AdminEmailNotice>, RouteError> {
    let change_of = |option: &str| changes.iter().find(|(name, _)| *name == option);
    if change_of(ADMIN_EMAIL).is_none() {
        return Ok(None);
    }
    let site = &rest.state.site;
    let name = match change_of("blogname") {
        Some((_, Some(name))) => name.to_string_lossy().into_owned(),
        Some((_, None)) => String::new(),
        None => site.options.text("blogname").into_owned(),
    };
    let old = stored.iter().find(|(name, _)| name == ADMIN_EMAIL);
    let old = old.map(|(_, raw)| String::from_utf8_lossy(raw).into_owned());
    let mails = (rest.app.outbox).for_transaction(rest.mail_site(), Delivery::Queue);
    Ok(Some(AdminEmailNotice {
        locale: Arc::clone(&rest.locale),
        name,
        home: site.home(),
        old: old.unwrap_or_default(),
        mails: mails.await?,
    }))
}
