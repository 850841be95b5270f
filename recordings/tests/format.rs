//! The format: all fixtures are valid by `docs/schemas/recording.schema.json`; files that are none are named with line and
//! reason.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::path::{Path, PathBuf};

use recordings::recording::{parse, read_tree};
use regex::Regex;
use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn schema() -> Value {
    let text = std::fs::read_to_string(root().join("docs/schemas/recording.schema.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// What of a value is not as a schema says; the keywords that the schema uses.
#[expect(clippy::too_many_lines, reason = "one table of cases")]
fn errors(root: &Value, schema: &Value, value: &Value, place: &str) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(name) = schema["$ref"].as_str() {
        let target = root
            .pointer(name.trim_start_matches('#'))
            .expect("a definition");
        return errors(root, target, value, place);
    }
    if let Some(any) = schema["anyOf"].as_array()
        && !any
            .iter()
            .any(|one| errors(root, one, value, place).is_empty())
    {
        found.push(format!("{place}: none of anyOf"));
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(n) if n.is_i64() || n.is_u64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let is_kind = match &schema["type"] {
        Value::String(one) => one == kind,
        Value::Array(list) => list.iter().any(|one| one == kind),
        _ => true,
    };
    if !is_kind {
        found.push(format!("{place}: {kind} in place of {}", schema["type"]));
    }
    for name in schema["required"].as_array().into_iter().flatten() {
        if value.is_object() && value.get(name.as_str().unwrap()).is_none() {
            found.push(format!("{place}: no {name}"));
        }
    }
    for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
        if let Some(value) = value.get(name) {
            found.extend(errors(root, inner, value, &format!("{place}/{name}")));
        }
    }
    for (at, one) in value.as_array().into_iter().flatten().enumerate() {
        if schema.get("items").is_some() {
            found.extend(errors(
                root,
                &schema["items"],
                one,
                &format!("{place}/{at}"),
            ));
        }
    }
    if let (Some(pattern), Some(text)) = (schema["pattern"].as_str(), value.as_str())
        && !Regex::new(pattern).unwrap().is_match(text)
    {
        found.push(format!("{place}: not {pattern}"));
    }
    if let (Some(count), Some(least)) =
        (value.as_array().map(Vec::len), schema["minItems"].as_u64())
        && ((count as u64) < least
            || schema["maxItems"]
                .as_u64()
                .is_some_and(|most| count as u64 > most))
    {
        found.push(format!("{place}: {count} items"));
    }
    found
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| e == "json") {
            found.push(path);
        }
    }
}

#[test]
fn all_fixtures_are_valid() {
    let (schema, mut all, mut count) = (schema(), Vec::new(), 0);
    files(&root().join("fixtures/recordings"), &mut all);
    for file in all {
        let value: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        if value.get("request").is_none() {
            continue;
        }
        count += 1;
        let errors = errors(&schema, &schema, &value, "");
        assert!(errors.is_empty(), "{}: {errors:?}", file.display());
    }
    println!("{count} recordings are valid");
    assert!(count > 400, "{count}");
    let wrong = serde_json::json!({"name": 1, "area": "a", "request": {"method": "G T", "path": "x", "headers": [["a"]]}, "response": {"status": "200", "headers": []}});
    assert!(errors(&schema, &schema, &wrong, "").len() >= 5);
}

#[test]
fn what_is_no_recording_is_named_with_line_and_reason() {
    let good = "{\n\"name\":\"n\",\n\"area\":\"a\",\n\"request\":{\"method\":\"GET\",\"path\":\"/\",\"headers\":[]},\n\"response\":{\"status\":200,\"headers\":[]}}";
    assert!(parse(good).is_ok());
    for (from, to, line, why) in [
        ("\"GET\"", "\"GET /x HTTP/1.1\\r\\nHost: y\"", 4, "method"),
        ("\"/\"", "\"/a b\"", 4, "path"),
        ("\"/\"", "\"http://elsewhere/\"", 4, "path"),
        (
            "\"headers\":[]}",
            "\"headers\":[[\"A\",\"x\\r\\nB: y\"]]}",
            4,
            "control characters",
        ),
        ("200", "99", 5, "no status"),
        ("200", "\"200\"", 5, "invalid type"),
        ("\"area\":\"a\",", "", 5, "missing field"),
        ("[]}}", "[]", 5, "EOF"),
        (
            "\"path\":\"/\"",
            "\"path\":\"/\",\"body\":{\"base64\":\"?\"}",
            4,
            "base64",
        ),
        (
            "\"path\":\"/\"",
            "\"path\":\"/\",\"parts\":[{\"name\":\"a\"}]",
            4,
            "boundary",
        ),
    ] {
        let text = good.replacen(from, to, 1);
        let (at, reason) = parse(&text).unwrap_err();
        assert!(
            at.abs_diff(line) <= 1 && reason.contains(why),
            "{text}: line {at}: {reason}"
        );
    }
    for text in [
        "",
        "[",
        "null",
        "\u{0}",
        &"[".repeat(200_000),
        &format!("{{\"name\":\"{}", "a".repeat(1_000_000)),
    ] {
        assert!(parse(text).is_err());
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.json"), good).unwrap();
    std::fs::write(folder.path().join("b.json"), b"{\n\xff").unwrap();
    std::fs::write(folder.path().join("index.json"), "[1]").unwrap();
    let huge = std::fs::File::create(folder.path().join("huge.json")).unwrap();
    huge.set_len(100 * 1024 * 1024).unwrap();
    let (found, problems) = read_tree(folder.path()).unwrap();
    let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert_eq!((found.len(), problems.len()), (1, 2), "{problems:?}");
    assert!(
        problems[0].contains("b.json, line 2: not UTF-8")
            && problems[1].contains("bytes are more than"),
        "{problems:?}"
    );
}
