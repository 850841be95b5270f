//! The family's typed notation, both ways (see `fixtures/vectors`' README).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use compat::wordpress::php::references::Slots;
use compat::wordpress::php::{Array, Key, Object, Value, Visibility, float};
use serde_json::{Value as Json, json};

use crate::vectors::harness::Vector;

/// The bytes of a string argument of any notation.
pub fn bytes(v: &Vector, i: usize) -> Vec<u8> {
    plain_bytes(v.arg(i), v.args_base64)
}

fn plain_bytes(json: &Json, base64: bool) -> Vec<u8> {
    match (json.as_str(), json.get("b64").and_then(Json::as_str)) {
        (Some(text), _) if base64 => STANDARD.decode(text).unwrap(),
        (Some(text), _) => text.as_bytes().to_vec(),
        (None, Some(b64)) => STANDARD.decode(b64).unwrap(),
        (None, None) => panic!("not a string: {json}"),
    }
}

/// The value that typed notation means.
pub fn value(json: &Json) -> Value {
    match json {
        Json::Null => Value::Null,
        Json::Bool(b) => Value::Bool(*b),
        Json::String(s) => Value::from(s),
        Json::Number(n) => n
            .as_i64()
            .map_or_else(|| Value::Float(n.as_f64().unwrap()), Value::Int),
        Json::Array(list) => list.iter().map(value).collect(),
        Json::Object(map) => object(map),
    }
}

fn object(map: &serde_json::Map<String, Json>) -> Value {
    let text = |key: &str| map.get(key).and_then(Json::as_str);
    if let Some(b64) = text("b64") {
        return Value::Str(STANDARD.decode(b64).unwrap());
    }
    if let Some(n) = text("i") {
        return Value::Int(n.parse().unwrap());
    }
    if let Some(d) = text("d") {
        return Value::Float(match d {
            "NAN" => f64::NAN,
            "INF" => f64::INFINITY,
            "-INF" => f64::NEG_INFINITY,
            other => other.parse().unwrap(),
        });
    }
    if let Some(Json::Array(entries)) = map.get("a") {
        let mut array = Array::new();
        for entry in entries {
            let key = match &entry[0] {
                Json::Number(n) => Key::Int(n.as_i64().unwrap()),
                other => Key::Str(plain_bytes(other, false).into()),
            };
            array.insert(key, value(&entry[1]));
        }
        return Value::Array(array);
    }
    let mut object = Object::new(text("O").unwrap());
    for property in map["p"].as_array().unwrap() {
        let name = plain_bytes(&property[0], false);
        let member = value(&property[2]);
        match property[1].as_str().unwrap() {
            "public" => object.insert(name, member),
            "protected" => object.insert_protected(name, member),
            private => {
                let class = private.split_once(':').unwrap().1;
                object.insert_private(class, name, member);
            }
        }
    }
    Value::from(object)
}

/// Typed notation of a value; references are followed, to depth 12.
pub fn notation(root: &Value) -> Json {
    noted(root, &Slots::of(root), 0)
}

/// Typed notation of bytes.
pub fn noted_bytes(bytes: &[u8]) -> Json {
    match std::str::from_utf8(bytes) {
        Ok(text) => json!(text),
        Err(_) => json!({"b64": STANDARD.encode(bytes)}),
    }
}

/// The result of a function that gives a string, in the vector's own notation.
pub fn text(v: &Vector, bytes: &[u8]) -> Json {
    if v.out_base64 {
        json!(STANDARD.encode(bytes))
    } else {
        json!(String::from_utf8_lossy(bytes))
    }
}

/// Typed notation of a float.
pub fn noted_float(f: f64) -> Json {
    json!({"d": float::var_export(f)})
}

fn noted(value: &Value, slots: &Slots<'_>, depth: usize) -> Json {
    if depth > 12 {
        return json!({"deep": true});
    }
    match value {
        Value::Null => Json::Null,
        Value::Bool(b) => json!(b),
        Value::Int(n) => json!({"i": n.to_string()}),
        Value::Float(f) => noted_float(*f),
        Value::Str(s) => noted_bytes(s),
        Value::Array(array) => {
            let entries: Vec<_> = array
                .iter()
                .map(|(key, v)| {
                    let key = match key {
                        Key::Int(n) => json!(n),
                        Key::Str(s) => noted_bytes(s),
                    };
                    json!([key, noted(v, slots, depth + 1)])
                })
                .collect();
            json!({"a": entries})
        }
        Value::Object(object) => {
            let properties: Vec<_> = object
                .properties()
                .map(|p| {
                    let visibility = match p.visibility {
                        Visibility::Public => "public".to_owned(),
                        Visibility::Protected => "protected".to_owned(),
                        Visibility::Private(class) => {
                            format!("private:{}", String::from_utf8_lossy(class))
                        }
                    };
                    json!([
                        noted_bytes(p.name),
                        visibility,
                        noted(p.value, slots, depth + 1)
                    ])
                })
                .collect();
            json!({"O": String::from_utf8_lossy(object.class()), "p": properties})
        }
        Value::Reference(reference) => slots
            .get(*reference)
            .map_or(Json::Null, |target| noted(target, slots, depth)),
        Value::Custom(_) | Value::Enum(_) => Json::Bool(false),
    }
}
