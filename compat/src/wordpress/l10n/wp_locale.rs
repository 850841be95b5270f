//! A language's dates, numbers and quotes, as WordPress's `WP_Locale` and `wptexturize` take them.
//!
//! Every value is a translated text, so it follows the site's files. The receivers (dates, numbers,
//! texturize) have their own structs; these are the facts to fill them with.

use crate::wordpress::date::DateStrings;
use crate::wordpress::formatting::number::NumberFormat;
use crate::wordpress::formatting::texturize::TexturizeStrings;

const WEEKDAYS: [(&str, &str, &str); 7] = [
    ("Sunday", "S", "Sun"),
    ("Monday", "M", "Mon"),
    ("Tuesday", "T", "Tue"),
    ("Wednesday", "W", "Wed"),
    ("Thursday", "T", "Thu"),
    ("Friday", "F", "Fri"),
    ("Saturday", "S", "Sat"),
];

const MONTHS: [(&str, &str); 12] = [
    ("January", "Jan"),
    ("February", "Feb"),
    ("March", "Mar"),
    ("April", "Apr"),
    ("May", "May"),
    ("June", "Jun"),
    ("July", "Jul"),
    ("August", "Aug"),
    ("September", "Sep"),
    ("October", "Oct"),
    ("November", "Nov"),
    ("December", "Dec"),
];

const COCKNEY: &str = "'tain't,'twere,'twas,'tis,'twill,'til,'bout,'nuff,'round,'cause,'em";
const COCKNEY_REPLACED: &str = "&#8217;tain&#8217;t,&#8217;twere,&#8217;twas,&#8217;tis,&#8217;twill,&#8217;til,&#8217;bout,&#8217;nuff,&#8217;round,&#8217;cause,&#8217;em";

/// The names and signs of a language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WpLocale {
    /// Days of the week, Sunday first.
    pub weekday: [String; 7],
    /// One letter for each, Sunday first.
    pub weekday_initial: [String; 7],
    /// Short names, Sunday first.
    pub weekday_abbrev: [String; 7],
    /// Months as they stand alone.
    pub month: [String; 12],
    /// Months after a day.
    pub month_genitive: [String; 12],
    /// Short names of months.
    pub month_abbrev: [String; 12],
    /// `am`, `pm`, `AM`, `PM`.
    pub meridiem: [String; 4],
    /// Whether months after a day are written in the genitive.
    pub decline_months: bool,
    /// Between groups of three digits.
    pub thousands_sep: String,
    /// Before decimals.
    pub decimal_point: String,
    /// Between the items of a list.
    pub list_item_separator: String,
    /// Whether the language runs from right to left.
    pub is_rtl: bool,
    /// How excerpts are counted: `words`, `characters_excluding_spaces` or
    /// `characters_including_spaces`.
    pub word_count_type: String,
    /// Marks for `wptexturize`.
    pub texturize: TexturizeStrings,
}

impl WpLocale {
    /// The values of the locale `code`; `text` translates a text, in a context if there is one.
    pub(super) fn new(code: &str, text: impl Fn(Option<&str>, &'static str) -> String) -> Self {
        let t = |id: &'static str| text(None, id);
        let x = |context: &str, id: &'static str| text(Some(context), id);
        Self {
            weekday: WEEKDAYS.map(|(name, _, _)| t(name)),
            weekday_initial: WEEKDAYS
                .map(|(name, initial, _)| x(&format!("{name} initial"), initial)),
            weekday_abbrev: WEEKDAYS.map(|(_, _, abbrev)| t(abbrev)),
            month: MONTHS.map(|(name, _)| t(name)),
            month_genitive: MONTHS.map(|(name, _)| x("genitive", name)),
            month_abbrev: MONTHS.map(|(name, abbrev)| x(&format!("{name} abbreviation"), abbrev)),
            meridiem: ["am", "pm", "AM", "PM"].map(t),
            decline_months: x("decline months names: on or off", "off") == "on",
            thousands_sep: separator(t("number_format_thousands_sep"), ","),
            decimal_point: separator(t("number_format_decimal_point"), "."),
            list_item_separator: t(", "),
            is_rtl: x("text direction", "ltr") == "rtl" || is_rtl_language(code),
            word_count_type: x("Word count type. Do not translate!", "words"),
            texturize: texturize_strings(&x),
        }
    }
}

/// Whether a language runs from right to left by itself: its file of texts may be missing.
fn is_rtl_language(code: &str) -> bool {
    const LANGUAGES: [&str; 14] = [
        "ar", "arc", "ary", "azb", "ckb", "dv", "fa", "he", "ps", "sd", "skr", "ug", "ur", "yi",
    ];
    let language = code.split(['_', '-']).next().unwrap_or(code);
    LANGUAGES.contains(&language)
}

/// A separator of numbers: the English one where the language has none of its own. A blank must not
/// break a line.
fn separator(translated: String, english: &str) -> String {
    if translated.starts_with("number_format_") {
        return english.to_owned();
    }
    translated.replace(' ', "&nbsp;")
}

impl WpLocale {
    /// The words of dates.
    pub fn date_strings(&self) -> DateStrings {
        DateStrings {
            weekday: self.weekday.clone(),
            weekday_abbrev: self.weekday_abbrev.clone(),
            month: self.month.clone(),
            month_genitive: self.month_genitive.clone(),
            month_abbrev: self.month_abbrev.clone(),
            meridiem: self.meridiem.clone(),
            decline_months: self.decline_months,
            elide_de: false,
        }
    }

    /// The separators of numbers.
    pub fn number_format(&self) -> NumberFormat {
        NumberFormat {
            decimal_point: self.decimal_point.clone(),
            thousands_sep: self.thousands_sep.clone(),
        }
    }
}

/// The marks of typography.
fn texturize_strings(x: &impl Fn(&str, &'static str) -> String) -> TexturizeStrings {
    let words = x(
        "Comma-separated list of words to texturize in your language",
        COCKNEY,
    );
    let replaced = x(
        "Comma-separated list of replacement words in your language",
        COCKNEY_REPLACED,
    );
    let mut strings = TexturizeStrings {
        run_texturize: true,
        opening_double: x("opening curly double quote", "&#8220;"),
        closing_double: x("closing curly double quote", "&#8221;"),
        apostrophe: x("apostrophe", "&#8217;"),
        prime: x("prime", "&#8242;"),
        double_prime: x("double prime", "&#8243;"),
        opening_single: x("opening curly single quote", "&#8216;"),
        closing_single: x("closing curly single quote", "&#8217;"),
        en_dash: x("en dash", "&#8211;"),
        em_dash: x("em dash", "&#8212;"),
        cockney: Vec::new(),
    };
    strings.set_cockney(&words, &replaced);
    strings
}

#[cfg(test)]
mod tests {
    use super::super::{Locale, Translations};

    #[test]
    fn english_is_the_default() {
        let english = Locale::english();
        let facts = english.wp_locale();
        assert_eq!(facts.weekday_abbrev[3], "Wed");
        assert_eq!(facts.month_genitive[4], "May");
        assert_eq!(
            (facts.thousands_sep.as_str(), facts.decimal_point.as_str()),
            (",", ".")
        );
        assert_eq!(facts.texturize.opening_double, "&#8220;");
        assert_eq!(facts.texturize.cockney.len(), 11);
        assert!(!facts.is_rtl && !facts.decline_months);
    }

    #[test]
    fn our_own_languages() {
        let translations = Translations::new(None);
        let es = translations.locale("es_ES").wp_locale().clone();
        assert_eq!(es.weekday[0], "domingo");
        assert_eq!(es.weekday_initial[3], "X");
        assert_eq!(es.month_abbrev[0], "Ene");
        assert_eq!(
            (es.thousands_sep.as_str(), es.decimal_point.as_str()),
            (".", ",")
        );
        assert_eq!(es.texturize.opening_double, "«");
        let fr = translations.locale("fr_FR").wp_locale().clone();
        assert_eq!(fr.month[7], "août");
        assert_eq!(fr.thousands_sep, "&nbsp;");
        let de = translations.locale("de_DE").wp_locale().clone();
        assert_eq!(de.texturize.opening_double, "&#8222;");
    }
}
