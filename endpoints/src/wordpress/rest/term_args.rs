//! Term parameters of a posts collection: `prepare_taxonomy_limit_schema`.
//!
//! Each taxonomy accepts a list of ids, or an object with `terms`, `include_children` and `operator`.

use compat::wordpress::l10n::Locale;
use compat::wordpress::php::Value;
use compat::wordpress::site::Registry;

use super::arg::Arg;
use super::hidden_types::HIDDEN_TAXONOMIES;
use super::post_query::taxonomies;

const WITH: &str = "Limit result set to items with specific terms assigned in the %s taxonomy.";
const WITHOUT: &str =
    "Limit result set to items except those with specific terms assigned in the %s taxonomy.";

/// The parameters of the taxonomies of a type.
pub fn term_args(registry: &Registry, name: &str, locale: &Locale) -> Vec<Arg> {
    let own = taxonomies(registry, name).map(|(base, taxonomy)| (base, taxonomy.hierarchical));
    let hidden = HIDDEN_TAXONOMIES.iter().filter(|t| t.object_type == name);
    let hidden = hidden.map(|t| (t.base, t.hierarchical));
    let mut args = Vec::new();
    for (base, hierarchical) in own.chain(hidden) {
        if args.is_empty() {
            let source = "Limit result set based on relationship between multiple taxonomies.";
            let relation = Arg::new("tax_relation", locale.translate(source));
            args.push(relation.string().one_of(&["AND", "OR"]));
        }
        let kinds = || ["object", "array"].into_iter().collect::<Value>();
        let arg = |name: &str, source: &str, with_operator: bool| {
            let text = locale.translate(source).replace("%s", base);
            Arg::new(name, &text)
                .with("type", kinds())
                .with("oneOf", shapes(hierarchical, with_operator, locale))
        };
        args.push(arg(base, WITH, true));
        args.push(arg(&format!("{base}_exclude"), WITHOUT, false));
    }
    args
}

/// The two schemas of a value: array and object.
fn shapes(hierarchical: bool, with_operator: bool, locale: &Locale) -> Value {
    let text = |source: &str| locale.translate(source).to_owned();
    let ids = || Value::array().with("type", "integer");
    let list = Value::array()
        .with("title", text("Term ID List"))
        .with("description", text("Match terms with the listed IDs."))
        .with("type", "array")
        .with("items", ids());
    let terms = Value::array()
        .with("description", text("Term IDs."))
        .with("type", "array")
        .with("items", ids())
        .with("default", Value::array());
    let mut properties = Value::array().with("terms", terms);
    if hierarchical {
        let source = "Whether to include child terms in the terms limiting the result set.";
        let children = Value::array()
            .with("description", text(source))
            .with("type", "boolean")
            .with("default", false);
        properties = properties.with("include_children", children);
    }
    if with_operator {
        let source = "Whether items must be assigned all or any of the specified terms.";
        let operator = Value::array()
            .with("description", text(source))
            .with("type", "string")
            .with("enum", ["AND", "OR"].into_iter().collect::<Value>())
            .with("default", "OR");
        properties = properties.with("operator", operator);
    }
    let query = Value::array()
        .with("title", text("Term ID Taxonomy Query"))
        .with("description", text("Perform an advanced term query."))
        .with("type", "object")
        .with("properties", properties)
        .with("additionalProperties", false);
    Value::array().with_pushed(list).with_pushed(query)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::rest::arg::ArgContext;

    fn refusal(value: impl Into<Value>) -> Option<(String, String, Value)> {
        let locale = Locale::english();
        let arg = Arg::bare("categories")
            .with("type", ["object", "array"].into_iter().collect::<Value>())
            .with("oneOf", shapes(true, true, &locale));
        let arg_context = ArgContext {
            locale: &locale,
            viewer: compat::wordpress::visibility::Viewer::default(),
            forbidden_status: 401,
        };
        let error = arg.check(&value.into(), arg_context).err()?;
        Some((error.code, error.message, Value::clone(&error.data)))
    }

    #[test]
    fn terms_are_a_list_or_a_query() {
        assert!(refusal("3,4").is_none());
        assert!(refusal(Value::array().with("terms", "3")).is_none());
        let (code, message, data) = refusal("abc").unwrap();
        assert_eq!(code, "rest_no_matching_schema");
        let reason = "categories[0] is not of type integer.";
        let list = format!("categories is not a valid Term ID List. Reason: {reason}");
        assert_eq!(message, list);
        assert_eq!(data, Value::array().with("position", 0));
        let (code, message, data) = refusal("").unwrap();
        assert_eq!(code, "rest_one_of_multiple_matches");
        let both = "Term ID List and Term ID Taxonomy Query";
        assert_eq!(
            message,
            format!("categories matches {both}, but should match only one.")
        );
        assert_eq!(data.at("positions").values().count(), 2);
        let (_, message, data) = refusal(Value::array().with_pushed("abc")).unwrap();
        assert_eq!(message, format!("categories is not a valid {both}."));
        assert!(data.is_null());
        let query = Value::array().with("terms", "3").with("operator", "XOR");
        let reason = "categories[operator] is not one of AND and OR.";
        let text = format!("categories is not a valid Term ID Taxonomy Query. Reason: {reason}");
        assert_eq!(refusal(query).unwrap().1, text);
    }
}
