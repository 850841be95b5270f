//! Arguments of random requests: valid by the schema that the index tells, wrong, or hostile.

use serde_json::{Map, Value, json};

use crate::capabilities::plant::PASSWORD;

use super::chance::Chance;
use super::generator::Generator;

const HOSTILE: [&str; 16] = [
    "Lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore magna \
     aliqua ut enim ad minim veniam quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo consequat duis \
     aute irure dolor in reprehenderit in voluptate velit esse",
    "ñññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññ",
    "",
    " ",
    "0",
    "-1",
    "' OR 1=1 --",
    "\"; DROP TABLE wp_posts; --",
    "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "../../../../etc/passwd",
    "\u{0}\u{1}\u{7f}",
    "\u{202e}\u{fffd}😀ñ",
    "a:1:{s:13:\"administrator\";b:1;}",
    "[et_pb_section][et_pb_row][gallery ids=\"1,2\"][/et_pb_row]",
    "<!-- wp:block {\"ref\":700001} /-->",
    "99999999999999999999999",
];
const WORDS: [&str; 6] = [
    "uno",
    "Dos palabras",
    "tres-3",
    "Cuatro & cinco",
    "ñandú",
    "x",
];
/// Statuses of posts and comments; the first five are those that a post is given.
pub const STATUSES: [&str; 12] = [
    "publish",
    "draft",
    "pending",
    "private",
    "future",
    "trash",
    "any",
    "inherit",
    "auto-draft",
    "hold",
    "approve",
    "spam",
];
/// Settings that name the site and things of it.
const KEPT: [&str; 4] = ["url", "page_on_front", "page_for_posts", "default_category"];

impl Generator<'_> {
    /// Some of a route's arguments.
    pub fn fields(&mut self, args: &Map<String, Value>, path: &str) -> Map<String, Value> {
        let mut fields = Map::new();
        for (name, arg) in args {
            let likely = if arg["required"] == true { 92 } else { 22 };
            // The site stays where it is; people who ask keep their roles, as a rule.
            let is_kept = path.contains("/settings") && KEPT.contains(&name.as_str())
                || name == "roles" && self.chance.percent(80);
            if self.chance.percent(likely) && !is_kept {
                fields.insert(name.clone(), self.value(name, arg));
            }
        }
        fields
    }

    fn value(&mut self, name: &str, arg: &Value) -> Value {
        let (chance, hostility) = (&mut self.chance, self.hostility);
        if chance.percent(6 * hostility) {
            return json!(chance.of(&HOSTILE));
        }
        if chance.percent(3 * hostility) {
            return chance.pick(&[0, 1, 2, 3]).then_wrong();
        }
        let pools = self.pools;
        match name {
            "status" if chance.percent(10 + 20 * hostility) => json!(chance.of(&STATUSES)),
            "status" => json!(chance.of(&STATUSES[..5])),
            "template" => json!(""),
            "locale" => json!(chance.of(&["", "de_DE", "en_US"])),
            "slug" if arg["type"] == "string" => {
                json!(chance.of(&["uno", "cal-viva", "2026", "embed"]))
            }
            "author" | "user" => json!(chance.pick(&[101, 102, 103, 104, 105, 108])),
            "reassign" => json!(chance.pick(&[103, 108, 0, 99_999])),
            "post" | "post_id" | "object_id" => json!(pools.id("posts", chance)),
            "parent" => json!(pools.id("pages", chance)),
            "featured_media" => json!(pools.id("media", chance)),
            "menus" => json!(pools.id("menus", chance)),
            "categories" | "tags" => json!([pools.id(name, chance)]),
            "include" | "exclude" => json!([pools.any(chance), pools.id("posts", chance)]),
            "id" => json!(pools.any(chance)),
            "password" => json!(chance.of(&["", PASSWORD, "otra"])),
            "date" | "date_gmt" => {
                json!(chance.of(&["2031-02-03T04:05:06", "2026-01-01T00:00:00", "nunca"]))
            }
            "roles" => json!([chance.of(&["administrator", "editor", "customer", "papa"])]),
            "meta" => json!({"_et_pb_use_builder": "on", "footnotes": "[]", "x": 1,
                "persisted_preferences": {"a": [1]}, "wp_capabilities": "x"}),
            "type" => json!(chance.of(&[
                "custom",
                "post_type",
                "post",
                "term",
                "comment",
                "create-image-subsizes"
            ])),
            "url" => json!(chance.of(&[
                "https://a.example/",
                "http://127.0.0.1:8081/cal-viva/",
                "javascript:alert(1)"
            ])),
            "src" => json!("http://127.0.0.1:8081/wp-content/uploads/a.gif"),
            "email" => json!(format!("m{}@casascueva.example", chance.below(100_000))),
            "username" => json!(format!("u{}", chance.below(100_000))),
            "sidebar" => json!(chance.of(&["sidebar-1", "wp_inactive_widgets", "x"])),
            "id_base" => json!(chance.of(&["text", "search", "x"])),
            "instance" => json!({"raw": {"title": "t", "text": chance.of(&HOSTILE)}}),
            "context" => json!(chance.of(&["view", "edit", "embed", "save"])),
            "force" => json!(chance.percent(50)),
            "title" | "content" | "excerpt" | "caption" | "description" if chance.percent(50) => {
                json!({"raw": text(chance, hostility)})
            }
            "title" => json!(text(chance, hostility)),
            _ => typed(arg, chance, hostility),
        }
    }
}

/// A value of the wrong type.
trait Wrong {
    fn then_wrong(self) -> Value;
}

impl Wrong for i32 {
    fn then_wrong(self) -> Value {
        match self {
            0 => Value::Null,
            1 => json!([[[]]]),
            2 => json!({"raw": {"raw": []}}),
            _ => json!(-9_223_372_036_854_775_807_i64),
        }
    }
}

fn text(chance: &mut Chance, hostility: usize) -> &'static str {
    if chance.percent(15 * hostility) {
        chance.of(&HOSTILE)
    } else {
        chance.of(&WORDS)
    }
}

fn typed(arg: &Value, chance: &mut Chance, hostility: usize) -> Value {
    if let Some(values) = arg["enum"].as_array().filter(|values| !values.is_empty()) {
        return values[chance.below(values.len())].clone();
    }
    let kind = match &arg["type"] {
        Value::Array(kinds) => kinds.first().and_then(Value::as_str),
        kind => kind.as_str(),
    };
    match kind.unwrap_or("string") {
        "integer" | "number" => json!(chance.below(50)),
        "boolean" => json!(chance.percent(50)),
        "array" => json!([typed(&arg["items"], chance, hostility)]),
        "object" => json!({"raw": text(chance, hostility)}),
        _ => json!(text(chance, hostility)),
    }
}

/// Fields of a query or a form.
pub fn pairs(fields: &Map<String, Value>) -> Vec<String> {
    let pair = |(name, value): (&String, &Value)| match value {
        Value::Array(items) => {
            let items = items
                .iter()
                .map(|item| format!("{name}%5B%5D={}", encoded(item)));
            items.collect::<Vec<_>>().join("&")
        }
        Value::Object(items) => {
            let items = items
                .iter()
                .map(|(key, item)| format!("{name}%5B{key}%5D={}", encoded(item)));
            items.collect::<Vec<_>>().join("&")
        }
        value => format!("{name}={}", encoded(value)),
    };
    fields
        .iter()
        .map(pair)
        .filter(|pair| !pair.is_empty())
        .collect()
}

fn encoded(value: &Value) -> String {
    let text = value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned);
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}
