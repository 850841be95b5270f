//! Reads a family of vectors and holds a function against every one of them.

use std::io::Read;
use std::path::PathBuf;

use serde_json::Value;

/// One recorded call: function, arguments, settings, result.
pub struct Vector {
    /// Name of the PHP function or operation.
    pub function: String,
    /// The arguments, byte strings decoded from base64 where the recording needs it.
    pub args: Value,
    /// Whether strings of `args` and `out` are base64 of bytes that are not UTF-8.
    pub base64: bool,
    /// Whether strings of `args` are base64.
    pub args_base64: bool,
    /// Whether strings of `out` are base64.
    pub out_base64: bool,
    /// Settings that differ from the family's defaults (`null` when none).
    pub env: Value,
    /// The recorded result.
    pub out: Value,
    /// Line in the file, for messages.
    pub line: usize,
}

impl Vector {
    /// The `i`-th argument, `null` when it was omitted.
    pub fn arg(&self, i: usize) -> &Value {
        self.args.get(i).unwrap_or(&Value::Null)
    }

    /// The `i`-th argument as a string.
    pub fn str(&self, i: usize) -> &str {
        self.arg(i).as_str().unwrap_or_default()
    }
}

/// The text of `fixtures/vectors/<family>.jsonl`, or of the same file compressed (`.gz`).
fn read(family: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../fixtures/vectors");
    let plain = folder.join(format!("{family}.jsonl"));
    if plain.is_file() {
        return std::fs::read_to_string(plain).expect("a readable file");
    }
    let packed = std::fs::read(folder.join(format!("{family}.jsonl.gz")))
        .expect("the family's file in fixtures/vectors");
    let mut text = String::new();
    flate2::read::GzDecoder::new(&*packed)
        .read_to_string(&mut text)
        .expect("a whole file");
    text
}

/// All vectors of a family.
pub fn load(family: &str) -> Vec<Vector> {
    read(family)
        .lines()
        .enumerate()
        .filter(|(_, l)| !l.is_empty())
        .map(|(i, l)| {
            let v: Value = serde_json::from_str(l).expect("a vector is JSON");
            let base64 = v.get("args_b64").is_some() || v.get("out_b64").is_some();
            let field = |plain: &str, b64: &str| {
                v.get(plain)
                    .or_else(|| v.get(b64))
                    .cloned()
                    .unwrap_or(Value::Null)
            };
            Vector {
                function: v["fn"].as_str().unwrap_or_default().to_owned(),
                args: field("args", "args_b64"),
                base64,
                args_base64: v.get("args_b64").is_some(),
                out_base64: v.get("out_b64").is_some(),
                env: v.get("env").cloned().unwrap_or(Value::Null),
                out: field("out", "out_b64"),
                line: i + 1,
            }
        })
        .collect()
}

/// Runs `call` on every vector of the named functions and fails with the differences, unless their
/// number is exactly the `known` one (each known difference is explained where the test stands).
///
/// `call` answers `None` for a vector it cannot judge; those are counted and printed, never hidden.
pub fn check(
    family: &str,
    functions: &[&str],
    known: usize,
    call: impl Fn(&Vector) -> Option<Value>,
) {
    let (mut passed, mut unjudged, mut failed) = (0, 0, Vec::new());
    for v in load(family)
        .iter()
        .filter(|v| functions.contains(&v.function.as_str()))
    {
        match call(v) {
            None => unjudged += 1,
            Some(got) if got == v.out => passed += 1,
            Some(got) => failed.push(format!(
                "{family}.jsonl:{} {}\n  args {}\n  env  {}\n  want {}\n  got  {got}",
                v.line, v.function, v.args, v.env, v.out
            )),
        }
    }
    println!(
        "{family} {functions:?}: {passed} passed, {} differ, {unjudged} not judged",
        failed.len()
    );
    assert!(passed > 0, "no vector of {functions:?} ran");
    let shown: Vec<_> = failed.iter().take(20).cloned().collect();
    assert!(
        failed.len() == known && unjudged == 0,
        "{} differ ({known} known)\n{}",
        failed.len(),
        shown.join("\n")
    );
}
