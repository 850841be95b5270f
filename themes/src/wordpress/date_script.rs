//! `moment` and `wp-date`: the names and formats of dates that core passes to these scripts.
//!
//! Contract "woocommerce-store-api", section 11.3; recording woo-store/block-checkout.

use compat::wordpress::php::Value;
use compat::wordpress::php::float::to_php_string;
use compat::wordpress::php::json::wp_json_encode;

use super::view::View;

/// Distances in time: the key of `moment`, and core's text.
const RELATIVE: [(&str, &str); 14] = [
    ("future", "%s from now"),
    ("past", "%s ago"),
    ("s", "a second"),
    ("ss", "%d seconds"),
    ("m", "a minute"),
    ("mm", "%d minutes"),
    ("h", "an hour"),
    ("hh", "%d hours"),
    ("d", "a day"),
    ("dd", "%d days"),
    ("M", "a month"),
    ("MM", "%d months"),
    ("y", "a year"),
    ("yy", "%d years"),
];

fn list(texts: &[String]) -> Value {
    texts.iter().map(|text| text.as_str()).collect()
}

fn json(value: &Value) -> String {
    wp_json_encode(value, 0).unwrap_or_default()
}

/// The format of times and of dates.
fn formats(view: &View) -> [String; 2] {
    let format = |name: &str, default: &str| {
        let own = view.site.options.text(name).into_owned();
        if own.is_empty() {
            view.text(default)
        } else {
            own
        }
    };
    [
        format("time_format", "g:i a"),
        format("date_format", "F j, Y"),
    ]
}

/// The code after `moment`.
pub fn moment_locale(view: &View) -> String {
    let words = view.locale.wp_locale();
    let [time, date] = formats(view);
    let start = view.site.options.int("start_of_week");
    let long = Value::array()
        .with("LT", time)
        .with("LTS", Value::Null)
        .with("L", Value::Null)
        .with("LL", date)
        .with("LLL", view.text("F j, Y g:i a"))
        .with("LLLL", Value::Null);
    let locale = Value::array()
        .with("months", list(&words.month))
        .with("monthsShort", list(&words.month_abbrev))
        .with("weekdays", list(&words.weekday))
        .with("weekdaysShort", list(&words.weekday_abbrev))
        .with("week", Value::array().with("dow", start))
        .with("longDateFormat", long);
    let code = view.locale.code();
    format!("moment.updateLocale( '{code}', {} );", json(&locale))
}

/// The code after `wp-date`.
pub fn date_settings(view: &View) -> String {
    let words = view.locale.wp_locale();
    let [time, date] = formats(view);
    let names = ["am", "pm", "AM", "PM"].into_iter().zip(&words.meridiem);
    let meridiem = names.fold(Value::array(), |map, (name, text)| {
        map.with(name, text.as_str())
    });
    let relative = RELATIVE.iter();
    let relative = relative.fold(Value::array(), |map, (key, source)| {
        map.with(*key, view.text(source))
    });
    let l10n = Value::array()
        .with("locale", view.locale.code())
        .with("months", list(&words.month))
        .with("monthsShort", list(&words.month_abbrev))
        .with("weekdays", list(&words.weekday))
        .with("weekdaysShort", list(&words.weekday_abbrev))
        .with("meridiem", meridiem)
        .with("relative", relative)
        .with("startOfWeek", view.site.options.int("start_of_week"));
    let formats = Value::array()
        .with("time", time)
        .with("date", date)
        .with("datetime", view.text("F j, Y g:i a"))
        .with("datetimeAbbreviated", view.text("M j, Y g:i a"));
    let settings = Value::array()
        .with("l10n", l10n)
        .with("formats", formats)
        .with("timezone", timezone(view));
    format!("wp.date.setSettings( {} );", json(&settings))
}

/// The site's zone; its offset in hours.
fn timezone(view: &View) -> Value {
    let options = &view.site.options;
    let name = options.text("timezone_string");
    let now = view.timezone().offset_at(view.now);
    let seconds = i32::try_from(now.seconds).unwrap_or_default();
    let hours = f64::from(seconds) / 3600.0;
    let whole = now.seconds % 3600 == 0;
    let offset = if whole {
        Value::from(now.seconds / 3600)
    } else {
        Value::Float(hours)
    };
    let abbr = if name.is_empty() {
        String::new()
    } else {
        now.abbreviation
    };
    Value::array()
        .with("offset", offset)
        .with("offsetFormatted", to_php_string(hours))
        .with("string", name.into_owned())
        .with("abbr", abbr)
}
