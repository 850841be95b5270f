//! Judges an answer against the recorded one.

use serde_json::Value;

use crate::client::ClientResponse;
use crate::markup::{self, mask};
use crate::recording::Response;

/// The judgement of one exchange.
#[derive(Debug, Default)]
pub struct Verdict {
    /// From 0 to 1: the mean of what was compared.
    pub score: f64,
    /// What differs, one line each: place, wanted, got.
    pub differences: Vec<String>,
}

/// Compares status, the headers that matter and the body.
pub fn compare(want: &Response, got: &ClientResponse) -> Verdict {
    let mut verdict = Verdict::default();
    let mut parts =
        vec![verdict.equal("status", &want.status.to_string(), &got.status.to_string())];
    for name in ["content-type", "location"] {
        let fold = |v: Option<&str>| {
            let text = mask(&v.unwrap_or_default().replace("; ", ";").to_lowercase());
            // Ids of new rows depend on what was replayed before.
            text.split_once("#comment-")
                .map_or(text.clone(), |(url, _)| format!("{url}#comment-ID"))
        };
        parts.push(verdict.equal(name, &fold(want.header(name)), &fold(got.header(name))));
    }
    let content_type = want.header("content-type").unwrap_or_default();
    if let Some(part) = body(&mut verdict, content_type, want, got) {
        parts.push(part);
    }
    #[expect(clippy::cast_precision_loss, reason = "four parts at most")]
    let count = parts.len() as f64;
    verdict.score = parts.iter().sum::<f64>() / count;
    verdict
}

impl Verdict {
    fn equal(&mut self, place: &str, want: &str, got: &str) -> f64 {
        if want == got {
            return 1.0;
        }
        self.differences
            .push(format!("{place}: wanted {want:?}, got {got:?}"));
        0.0
    }
}

fn body(
    verdict: &mut Verdict,
    content_type: &str,
    want: &Response,
    got: &ClientResponse,
) -> Option<f64> {
    if want.has_no_body || want.is_excerpt {
        return None;
    }
    if content_type.contains("json") {
        return Some(json(verdict, &want.body, &got.body));
    }
    if content_type.contains("html") && want.body.len() > 200 {
        let score = markup::compare(&markup::body(&want.body), &markup::body(&got.body));
        let lines = score
            .differences
            .iter()
            .map(|d| format!("{}: wanted {}, got {}", d.place, d.want, d.got));
        verdict.differences.extend(lines);
        return Some(if score.differences.is_empty() {
            1.0
        } else {
            score.share().min(0.999)
        });
    }
    if want.header("content-encoding").is_some() || want.body.contains("[elided ") {
        return None;
    }
    Some(verdict.equal("body", &mask(want.body.trim()), &mask(got.body.trim())))
}

fn json(verdict: &mut Verdict, want: &str, got: &str) -> f64 {
    let Ok(want) = serde_json::from_str::<Value>(want) else {
        return verdict.equal("body", want, got);
    };
    let Ok(got) = serde_json::from_str::<Value>(got) else {
        verdict.differences.push(format!(
            "not JSON: {:?}",
            got.chars().take(120).collect::<String>()
        ));
        return 0.0;
    };
    let (mut alike, mut all) = (0u32, 0u32);
    leaves("", &want, &got, &mut |place, w, g| {
        all += 1;
        if w == g {
            alike += 1;
        } else {
            verdict
                .differences
                .push(format!("{place}: wanted {w}, got {g}"));
        }
    });
    if all == 0 {
        1.0
    } else {
        f64::from(alike) / f64::from(all)
    }
}

fn leaves(place: &str, want: &Value, got: &Value, see: &mut impl FnMut(&str, String, String)) {
    const NOTHING: Value = Value::Null;
    match (want, got) {
        (Value::Object(w), Value::Object(g)) => {
            for (k, v) in w {
                leaves(
                    &format!("{place}/{k}"),
                    v,
                    g.get(k).unwrap_or(&NOTHING),
                    see,
                );
            }
            for (k, v) in g.iter().filter(|(k, _)| !w.contains_key(*k)) {
                see(&format!("{place}/{k}"), "nothing".into(), short(v));
            }
        }
        (Value::Array(w), Value::Array(g)) => {
            for i in 0..w.len().max(g.len()) {
                leaves(
                    &format!("{place}/{i}"),
                    w.get(i).unwrap_or(&NOTHING),
                    g.get(i).unwrap_or(&NOTHING),
                    see,
                );
            }
        }
        _ => see(place, short(want), short(got)),
    }
}

fn short(v: &Value) -> String {
    mask(&v.to_string()).chars().take(200).collect()
}
