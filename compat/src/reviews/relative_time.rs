//! The age of a review in words: contract "reviews-widget", section 4.7.

use crate::wordpress::php::cast::{float_to_int, int_to_float};
use crate::wordpress::php::round::round;

const HOUR: f64 = 3600.0;
const DAY: f64 = 86_400.0;

/// Ends of the ranges in seconds, each with what the age is divided by.
const RANGES: [(f64, f64); 11] = [
    (2.0 * HOUR, 0.0),
    (11.0 * HOUR, HOUR),
    (1.5 * DAY, 0.0),
    (3.5 * DAY, DAY),
    (6.5 * DAY, 0.0),
    (13.5 * DAY, 0.0),
    (29.5 * DAY, 7.0 * DAY),
    (58.0 * DAY, 0.0),
    (350.0 * DAY, 30.5 * DAY),
    (700.0 * DAY, 0.0),
    (f64::INFINITY, 365.25 * DAY),
];

/// The wording of each range; `N` is the number.
const WORDS: [(&str, [&str; 11]); 7] = [
    (
        "es",
        [
            "justo ahora",
            "hace N horas",
            "hace un día",
            "hace N días",
            "en la última semana",
            "hace una semana",
            "hace N semanas",
            "hace un mes",
            "hace N meses",
            "hace un año",
            "hace N años",
        ],
    ),
    (
        "en",
        [
            "just now",
            "N hours ago",
            "a day ago",
            "N days ago",
            "in the last week",
            "a week ago",
            "N weeks ago",
            "a month ago",
            "N months ago",
            "a year ago",
            "N years ago",
        ],
    ),
    (
        "de",
        [
            "gerade eben",
            "vor N Stunden",
            "vor einem Tag",
            "vor N Tagen",
            "in der letzten Woche",
            "vor einer Woche",
            "vor N Wochen",
            "vor einem Monat",
            "vor N Monaten",
            "vor einem Jahr",
            "vor N Jahren",
        ],
    ),
    (
        "fr",
        [
            "à l’instant",
            "il y a N heures",
            "il y a un jour",
            "il y a N jours",
            "la semaine dernière",
            "il y a une semaine",
            "il y a N semaines",
            "il y a un mois",
            "il y a N mois",
            "il y a un an",
            "il y a N ans",
        ],
    ),
    (
        "it",
        [
            "proprio adesso",
            "N ore fa",
            "un giorno fa",
            "N giorni fa",
            "nell’ultima settimana",
            "una settimana fa",
            "N settimane fa",
            "un mese fa",
            "N mesi fa",
            "un anno fa",
            "N anni fa",
        ],
    ),
    (
        "nl",
        [
            "zojuist",
            "N uur geleden",
            "een dag geleden",
            "N dagen geleden",
            "in de afgelopen week",
            "een week geleden",
            "N weken geleden",
            "een maand geleden",
            "N maanden geleden",
            "een jaar geleden",
            "N jaar geleden",
        ],
    ),
    (
        "pl",
        [
            "przed chwilą",
            "N godz. temu",
            "dzień temu",
            "N dni temu",
            "w ostatnim tygodniu",
            "tydzień temu",
            "N tyg. temu",
            "miesiąc temu",
            "N mies. temu",
            "rok temu",
            "N lat temu",
        ],
    ),
];

/// The age in words of a language; none in a language whose words are the service's own.
pub fn relative_time(age: i64, language: &str) -> Option<String> {
    let language = language.get(..2)?.to_ascii_lowercase();
    let (_, words) = WORDS.iter().find(|(name, _)| *name == language)?;
    let age = int_to_float(age.max(0));
    let at = RANGES.iter().position(|(end, _)| age < *end)?;
    let (_, divider) = RANGES.get(at)?;
    let text = *words.get(at)?;
    if *divider <= 0.0 {
        return Some(text.to_owned());
    }
    let number = float_to_int(round(age / divider, 0));
    Some(text.replacen('N', &number.to_string(), 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contract_cases() {
        let days = |days: f64, language| relative_time(float_to_int(days * DAY), language);
        for (age, expected) in [
            (0.0, "justo ahora"),
            (0.2, "hace 5 horas"),
            (0.5, "hace un día"),
            (1.5, "hace 2 días"),
            (6.0, "en la última semana"),
            (7.0, "hace una semana"),
            (13.5, "hace 2 semanas"),
            (40.0, "hace un mes"),
            (61.0, "hace 2 meses"),
            (400.0, "hace un año"),
            (800.0, "hace 2 años"),
        ] {
            assert_eq!(days(age, "es_ES").as_deref(), Some(expected), "{age}");
        }
        assert_eq!(days(40.0, "en_US").as_deref(), Some("a month ago"));
        assert_eq!(days(40.0, "ja"), None);
        // Nothing but the number takes the place of the letter.
        assert!(
            WORDS
                .iter()
                .all(|(_, words)| words.iter().all(|w| w.matches('N').count() <= 1))
        );
    }
}
