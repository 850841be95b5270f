//! As much of JSON Schema as the schemas of the reports use.

#![expect(clippy::panic, reason = "helpers of tests")]

use serde_json::Value;

/// What of a value does not fit a schema, each with its place. A word of a schema that is not understood is an error, so
/// that nothing is overlooked.
pub fn errors(schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    check(schema, schema, value, "$", &mut found);
    found
}

#[expect(clippy::too_many_lines, reason = "one table of cases")]
fn check(root: &Value, schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
    let words = schema.as_object().expect("a schema is an object");
    for (word, rule) in words {
        match word.as_str() {
            "$ref" => {
                let path = rule.as_str().expect("$ref").trim_start_matches('#');
                let target = root.pointer(path).expect("the target of a $ref");
                check(root, target, value, at, found);
            }
            "type" if !is_type(rule, value) => found.push(format!("{at}: no {rule}")),
            "enum" if !rule.as_array().expect("enum").contains(value) => {
                found.push(format!("{at}: {value} is not one of {rule}"));
            }
            "minimum"
                if value
                    .as_f64()
                    .is_some_and(|n| n < rule.as_f64().expect("minimum")) =>
            {
                found.push(format!("{at}: {value} is too small"));
            }
            "maximum"
                if value
                    .as_f64()
                    .is_some_and(|n| n > rule.as_f64().expect("maximum")) =>
            {
                found.push(format!("{at}: {value} is too large"));
            }
            "required" => {
                for name in rule.as_array().expect("required") {
                    let name = name.as_str().expect("a name");
                    if value.is_object() && value.get(name).is_none() {
                        found.push(format!("{at}: {name} is missing"));
                    }
                }
            }
            "properties" => {
                for (name, inner) in value.as_object().into_iter().flatten() {
                    match rule.get(name) {
                        Some(rule) => check(root, rule, inner, &format!("{at}.{name}"), found),
                        None if schema["additionalProperties"] == false => {
                            found.push(format!("{at}: {name} is not known"));
                        }
                        None => {}
                    }
                }
            }
            "items" => {
                for (n, inner) in value.as_array().into_iter().flatten().enumerate() {
                    check(root, rule, inner, &format!("{at}[{n}]"), found);
                }
            }
            "type"
            | "enum"
            | "minimum"
            | "maximum"
            | "additionalProperties"
            | "description"
            | "title"
            | "$schema"
            | "$id"
            | "$defs" => {}
            word => found.push(format!("the schema's word {word} is not understood")),
        }
    }
}

fn is_type(rule: &Value, value: &Value) -> bool {
    if let Some(several) = rule.as_array() {
        return several.iter().any(|one| is_type(one, value));
    }
    match rule.as_str().expect("type") {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        other => panic!("type {other}"),
    }
}

#[test]
fn what_does_not_fit_is_named() {
    let schema = serde_json::json!({
        "type": "object", "additionalProperties": false, "required": ["a", "b"],
        "properties": {"a": {"type": "integer", "minimum": 1}, "c": {"type": ["string", "null"]}}
    });
    let value = serde_json::json!({"a": 0, "c": 1, "d": 2});
    assert_eq!(errors(&schema, &value).len(), 4);
}
