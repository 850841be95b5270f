//! The recorded language packs, read by us, against what WordPress took from them (`locale-data.json`).

use std::path::Path;

use compat::wordpress::l10n::{Locale, Translations};
use serde_json::{Value, json};

/// The facts of a language in the shape of `locale-data.json`.
fn facts(locale: &Locale) -> Value {
    let facts = locale.wp_locale();
    let quotes = &facts.texturize;
    let span = |unit: &str| {
        let (one, many) = (format!("%s {unit}"), format!("%s {unit}s"));
        let of = |n: u64| {
            let text = locale.ngettext(&one, &many, n);
            text.replace("%s", &n.to_string())
        };
        json!([of(1), of(2)])
    };
    let units = ["second", "minute", "hour", "day", "week", "month", "year"];
    let spans: serde_json::Map<_, _> = units.map(|u| (u.to_owned(), span(u))).into_iter().collect();
    let [am, pm, upper_am, upper_pm] = &facts.meridiem;
    json!({
        "weekday": facts.weekday, "weekday_initial": facts.weekday_initial,
        "weekday_abbrev": facts.weekday_abbrev, "month": facts.month,
        "month_genitive": facts.month_genitive, "month_abbrev": facts.month_abbrev,
        "meridiem": {"am": am, "pm": pm, "AM": upper_am, "PM": upper_pm},
        "number_format": {"thousands_sep": facts.thousands_sep, "decimal_point": facts.decimal_point},
        "list_item_separator": facts.list_item_separator,
        "text_direction": if facts.is_rtl { "rtl" } else { "ltr" },
        "texturize": {
            "opening_double": quotes.opening_double, "closing_double": quotes.closing_double,
            "apostrophe": quotes.apostrophe, "prime": quotes.prime,
            "double_prime": quotes.double_prime, "opening_single": quotes.opening_single,
            "closing_single": quotes.closing_single, "en_dash": quotes.en_dash,
            "em_dash": quotes.em_dash, "run_texturize": "on"
        },
        "trim_words_by": facts.word_count_type,
        "excerpt_more_default": "&hellip;",
        "human_time_diff_one_two": spans
    })
}

#[test]
fn facts_of_the_recorded_language_packs() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    let content = crate::vectors::recorded_site::recorded_content();
    let translations = Translations::new(Some(&content));
    assert!(translations.is_installed("es_ES"), "{}", content.display());
    let text = std::fs::read_to_string(fixtures.join("vectors/locale-data.json")).unwrap();
    let recorded: Value = serde_json::from_str(&text).unwrap();
    for (code, want) in recorded.as_object().unwrap() {
        let got = facts(&translations.locale(code));
        for (key, want) in want.as_object().unwrap() {
            assert_eq!(got.get(key), Some(want), "{code} {key}");
        }
    }
}
