//! The scripts of each category, and the two forms in which pages get them.
//!
//! Contract "cookie-consent", sections 5.1, 6.1 and 6.3.

use super::category::Category;
use super::gdin_values;
use super::positions::Positions;
use super::settings::Settings;
use crate::wordpress::php::json::{json_decode_assoc, json_encode};
use crate::wordpress::php::{Array, Value};

/// The scripts of the categories that are switched on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CategoryScripts {
    /// Strictly necessary.
    pub strict: Positions,
    /// Third parties.
    pub thirdparty: Positions,
    /// Marketing.
    pub advanced: Positions,
    /// Performance and preference, of a site with the plugin's paid part.
    pub paid: Option<PaidScripts>,
}

/// The scripts of the categories of the paid part.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PaidScripts {
    /// Performance.
    pub performance: Positions,
    /// Preferences.
    pub preference: Positions,
}

impl CategoryScripts {
    /// The settings.
    pub fn of(settings: &Settings) -> Self {
        let category = |prefix: &str, switch: &str, category: Category| {
            if !settings.is_on(switch, false) {
                return Positions::default();
            }
            let mut scripts = Positions::stored(settings, prefix);
            scripts.append(&gdin_values::scripts_of(settings, category));
            scripts
        };
        Self {
            strict: category(
                "strictly",
                "moove_gdpr_strictly_ccat_enable",
                Category::Strict,
            ),
            thirdparty: category(
                "third_party",
                "moove_gdpr_third_party_cookies_enable",
                Category::ThirdParty,
            ),
            advanced: category(
                "advanced_cookies",
                "moove_gdpr_advanced_cookies_enable",
                Category::Advanced,
            ),
            paid: has_paid_categories(settings).then(|| {
                let of = |c: Category| category(&format!("{}_ccat", c.name()), &c.paid_key(), c);
                PaidScripts {
                    performance: of(Category::Performance),
                    preference: of(Category::Preference),
                }
            }),
        }
    }

    /// All categories, in the order of the page's data.
    fn named(&self) -> Vec<(&'static str, &Positions)> {
        let mut all = vec![
            ("thirdparty", &self.thirdparty),
            ("strict", &self.strict),
            ("advanced", &self.advanced),
        ];
        if let Some(paid) = &self.paid {
            all.push(("performance", &paid.performance));
            all.push(("preference", &paid.preference));
        }
        all
    }

    /// The JSON of the stored cache.
    pub fn to_json(&self) -> String {
        let value = Value::array()
            .with("strict", self.strict.value())
            .with("thirdparty", self.thirdparty.value())
            .with("advanced", self.advanced.value());
        let value = self.paid.iter().fold(value, |value, paid| {
            value
                .with("performance", paid.performance.value())
                .with("preference", paid.preference.value())
        });
        json_encode(&value, 0).unwrap_or_default()
    }

    /// Reads the stored cache; `None` for what is no JSON object.
    pub fn from_json(text: &[u8]) -> Option<Self> {
        let value = json_decode_assoc(text).ok()?;
        value.as_array().map(|_| Self {
            strict: Positions::of_value(value.at("strict")),
            thirdparty: Positions::of_value(value.at("thirdparty")),
            advanced: Positions::of_value(value.at("advanced")),
            paid: value.get("performance").map(|performance| PaidScripts {
                performance: Positions::of_value(performance),
                preference: Positions::of_value(value.at("preference")),
            }),
        })
    }
}

/// The requested categories.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RequestedCategories {
    /// Without it no scripts are returned.
    pub strict: bool,
    /// Third parties.
    pub thirdparty: bool,
    /// Marketing.
    pub advanced: bool,
    /// Performance.
    pub performance: bool,
    /// Preferences.
    pub preference: bool,
}

impl RequestedCategories {
    /// Parses the form: values that convert to the integer 1 are requested.
    pub fn of(post: &Array) -> Self {
        let is_one = |category: Category| {
            post.get(category.name())
                .is_some_and(|value| value.to_int() == 1)
        };
        Self {
            strict: is_one(Category::Strict),
            thirdparty: is_one(Category::ThirdParty),
            advanced: is_one(Category::Advanced),
            performance: is_one(Category::Performance),
            preference: is_one(Category::Preference),
        }
    }
}

/// The response of `moove_gdpr_get_scripts`, without the strict category.
pub fn get_scripts(
    scripts: &CategoryScripts,
    wanted: RequestedCategories,
    is_cached: bool,
) -> String {
    let mut given = Positions::default();
    let paid = scripts.paid.as_ref();
    for (is_wanted, positions) in [
        (wanted.thirdparty, Some(&scripts.thirdparty)),
        (wanted.advanced, Some(&scripts.advanced)),
        (wanted.performance, paid.map(|paid| &paid.performance)),
        (wanted.preference, paid.map(|paid| &paid.preference)),
    ] {
        if let Some(positions) = positions.filter(|_| wanted.strict && is_wanted) {
            given.append(positions);
        }
    }
    let value = Value::array()
        .with("cache", is_cached)
        .with("header", given.header)
        .with("body", given.body)
        .with("footer", given.footer);
    marked(&value)
}

/// The text of `scripts_defined`: the scripts of all categories, for the page's own script to choose from.
pub fn scripts_defined(scripts: &CategoryScripts, is_cached: bool) -> String {
    let value = Value::array()
        .with("cache", is_cached)
        .with("header", "")
        .with("body", "")
        .with("footer", "");
    let named = scripts.named().into_iter();
    marked(&named.fold(value, |value, (name, positions)| {
        value.with(name, positions.value())
    }))
}

/// Whether a site has one of the categories of the paid part.
fn has_paid_categories(settings: &Settings) -> bool {
    let mut paid = [Category::Performance, Category::Preference].into_iter();
    settings.has_paid_part && paid.any(|c| settings.is_on(&c.paid_key(), false))
}

/// JSON in which every script carries the attribute by which it is found again.
fn marked(value: &Value) -> String {
    let json = json_encode(value, 0).unwrap_or_default();
    json.replace("<script", "<script data-gdpr")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::options::Options;
    use crate::wordpress::php::query_string::parse_str;

    /// The options of a site with the plugin's paid part.
    fn paid() -> Options {
        let active = b"a:1:{i:0;s:49:\"gdpr-cookie-compliance-addon/moove-gdpr-addon.php\";}";
        Options::new([("active_plugins".to_owned(), active.to_vec())])
    }

    #[test]
    fn categories_of_the_paid_part_join_the_others() {
        let row = |key: &str, value: &str| (key.to_owned(), value.as_bytes().to_vec());
        let rows = vec![
            row("moove_gdpr_preference_ccat_enable", "1"),
            row(
                "moove_gdpr_preference_ccat_footer_scripts",
                "<script>p</script>",
            ),
            row("gdin_values", r#"{"ga4":"5","ga4_id":"G-1"}"#),
        ];
        let scripts = CategoryScripts::of(&Settings::from_rows(rows.clone(), &paid()));
        let free = CategoryScripts::of(&Settings::from_rows(rows, &Options::default()));
        assert_eq!(free, CategoryScripts::default());
        let post = |flags: &str| RequestedCategories::of(&parse_str(flags.as_bytes()));
        let all = get_scripts(&scripts, post("strict=1&performance=1&preference=1"), false);
        assert!(
            all.contains("<script data-gdpr>p<") && all.contains("G-1"),
            "{all}"
        );
        for flags in ["strict=1&performance=1", "preference=1"] {
            let none = r#"{"cache":false,"header":"","body":"","footer":""}"#;
            assert_eq!(get_scripts(&scripts, post(flags), false), none);
        }
        let data = scripts_defined(&scripts, true);
        assert!(
            data.contains(r#""performance":{"header":"""#) && data.contains(r#""preference":{"#)
        );
        assert_eq!(
            CategoryScripts::from_json(scripts.to_json().as_bytes()),
            Some(scripts)
        );
    }

    #[test]
    fn the_cache_is_read_back() {
        let scripts = CategoryScripts {
            thirdparty: Positions {
                header: "<script>var a = \"ñ/\";</script>".into(),
                ..Positions::default()
            },
            ..CategoryScripts::default()
        };
        let json = scripts.to_json();
        assert_eq!(CategoryScripts::from_json(json.as_bytes()), Some(scripts));
        assert_eq!(CategoryScripts::from_json(b"\"x\""), None);
        assert_eq!(CategoryScripts::from_json(b"{"), None);
    }
}
