//! What a script says: values of global variables, and the code around them.

use std::sync::LazyLock;

use percent_encoding::percent_decode_str;
use regex::Regex;
use serde_json::Value;

/// A name that is given a value.
static ASSIGNED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:\b(?:var|let|const)\s+|\bwindow\.|\bself\.|[;,\n}]\s*|^\s*)([A-Za-z_$][\w$.]*(?:\[[^\]\n]{1,80}\])?)\s*=\s*")
        .expect("a constant pattern")
});

/// A call with a value packed as `JSON.parse( decodeURIComponent( '…' ) )`.
static PACKED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^JSON\.parse\(\s*decodeURIComponent\(\s*'([^']*)'\s*\)\s*\)")
        .expect("a constant pattern")
});

/// Values in a script that are looked at.
const VALUES: usize = 2000;

/// The parts of a script.
pub(super) struct Script {
    /// Global variables with values that are JSON.
    pub(super) globals: Vec<(String, Value)>,
    /// The code around them, white space folded.
    pub(super) code: String,
}

/// Reads a script. It is not run.
pub(super) fn read(text: &str) -> Script {
    let (mut globals, mut code, mut from) = (Vec::new(), String::new(), 0);
    while globals.len() < VALUES {
        let Some(found) = ASSIGNED.captures_at(text, from) else {
            break;
        };
        let (Some(whole), Some(name)) = (found.get(0), found.get(1)) else {
            break;
        };
        code.push_str(text.get(from..whole.end()).unwrap_or_default());
        from = whole.end();
        let rest = text.get(from..).unwrap_or_default();
        if let Some((value, length)) = value(rest) {
            let name = name.as_str();
            let name = name.strip_prefix("window.").unwrap_or(name);
            globals.push((name.to_owned(), value));
            code.push('…');
            from += length;
        }
    }
    code.push_str(text.get(from..).unwrap_or_default());
    Script {
        globals,
        code: code.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}

/// A JSON value at the start of a text, and the number of its bytes.
fn value(text: &str) -> Option<(Value, usize)> {
    if let Some(packed) = PACKED.captures(text) {
        let inner = percent_decode_str(packed.get(1)?.as_str()).decode_utf8_lossy();
        return Some((serde_json::from_str(&inner).ok()?, packed.get(0)?.end()));
    }
    if !text.starts_with(['{', '[', '"', '-', 't', 'f', 'n'])
        && !text.starts_with(|c: char| c.is_ascii_digit())
    {
        return None;
    }
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let value = values.next()?.ok()?;
    let length = values.byte_offset();
    let after = text.get(length..)?.trim_start();
    // A value that goes on is an expression: it belongs to the code.
    let is_whole = after.is_empty()
        || after.starts_with([';', ',', '}', ')'])
        || text
            .get(length..)?
            .trim_start_matches(' ')
            .starts_with(['\n', '\r'])
        || after.starts_with("/*");
    is_whole.then_some((value, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globals_are_read_and_code_is_kept() {
        let script = read(
            "/* <![CDATA[ */\nvar DIVI = {\"items\":[1]};\nwindow.a = \"x\"; f(1 + b);\n\
             var p = JSON.parse( decodeURIComponent( '%7B%22k%22%3A2%7D' ) );\nvar n = 1 + 2;",
        );
        let names: Vec<_> = script.globals.iter().map(|(n, _)| n.as_str()).collect();
        assert_eq!(names, ["DIVI", "a", "p"]);
        assert_eq!(script.globals[2].1, serde_json::json!({"k": 2}));
        assert!(script.code.contains("f(1 + b);") && script.code.contains("var n = 1 + 2;"));
    }
}
