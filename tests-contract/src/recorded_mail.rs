//! The mails in `effects.mails` of recordings, and their comparison with received ones.

use std::path::Path;

use anyhow::Result;
use regex::Regex;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::mail_text;

/// A recorded mail.
#[derive(Debug, Clone)]
pub struct RecordedMail {
    /// The recording that shows it.
    pub recording: String,
    /// Headers and parts.
    pub mail: Value,
    /// What differs from run to run.
    pub volatile: Value,
}

impl RecordedMail {
    /// As [`differences`].
    pub fn differences(&self, text: &str) -> Vec<String> {
        differences(&self.mail, &self.volatile, text)
    }
}

/// The mails that the recordings of a folder show, in the order of the recorded run.
pub fn load(folder: &Path) -> Result<Vec<RecordedMail>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_none_or(|end| end != "json") {
            continue;
        }
        let recording: Value = serde_json::from_str(&std::fs::read_to_string(path)?)?;
        let text = |key: &str| recording[key].as_str().unwrap_or_default();
        let mails = recording["effects"]["mails"].as_array();
        for mail in mails.into_iter().flatten() {
            let one = RecordedMail {
                recording: format!("{}/{}", text("area"), text("name")),
                mail: mail.clone(),
                volatile: recording["volatile"].clone(),
            };
            found.push((recording["seq"].as_i64(), one));
        }
    }
    found.sort_by_key(|(seq, _)| *seq);
    Ok(found.into_iter().map(|(_, mail)| mail).collect())
}

/// Differences between a recorded mail and the text of one that came. Dates, Message-IDs and boundaries are others each
/// time; `volatile` names what else differed between two recorded runs.
pub fn differences(wanted: &Value, volatile: &Value, text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let headers = mail_text::headers(text);
    let names: Vec<&str> = headers.iter().map(|(n, _)| n.as_str()).collect();
    let pairs = wanted["headers"].as_array().cloned().unwrap_or_default();
    let wanted_names: Vec<&str> = pairs.iter().filter_map(|p| p[0].as_str()).collect();
    if names != wanted_names {
        out.push(format!("headers {names:?} for {wanted_names:?}"));
    }
    for pair in &pairs {
        let (name, value) = (
            pair[0].as_str().unwrap_or(""),
            pair[1].as_str().unwrap_or(""),
        );
        let got = headers.iter().find(|(n, _)| n == name);
        let got = got.map_or("", |(_, v)| v);
        let is_same = match name {
            "Date" | "Message-ID" => !got.is_empty(),
            // The sink that recorded wrote quotes; boundaries differ.
            "Content-Type" => got.split(';').next() == value.split(';').next(),
            _ => got == value,
        };
        if !is_same {
            out.push(format!("{name}: {got:?} for {value:?}"));
        }
    }
    let parts = mail_text::parts(text);
    let wanted = wanted["parts"].as_array().cloned().unwrap_or_default();
    if parts.len() != wanted.len() {
        out.push(format!("{} parts for {}", parts.len(), wanted.len()));
    }
    for (part, wanted) in parts.iter().zip(&wanted) {
        out.extend(of_part(part, wanted, volatile));
    }
    out
}

fn of_part(part: &mail_text::Part, wanted: &Value, volatile: &Value) -> Option<String> {
    if part.content_type != wanted["content_type"] {
        return Some(format!(
            "{} for {}",
            part.content_type, wanted["content_type"]
        ));
    }
    if let Some(file) = wanted["filename"].as_str() {
        // A made-up file has the recorded size and not the recorded bytes.
        let digest = Sha256::digest(&part.content);
        let sha256: String = digest.iter().map(|b| format!("{b:02x}")).collect();
        let is_same = part.filename.as_deref() == Some(file)
            && wanted["size"].as_u64() == u64::try_from(part.content.len()).ok()
            && (wanted["sha256"] == sha256.as_str() || part.content.iter().all(|b| *b == b'x'));
        return (!is_same).then(|| format!("file {:?} {sha256} for {wanted}", part.filename));
    }
    let text = String::from_utf8_lossy(&part.content);
    let is_text = wanted["text"]
        .as_str()
        .is_none_or(|w| is_as_recorded(w, &text, volatile));
    let is_labelled = part.charset.as_deref() == wanted["charset"].as_str()
        && part.transfer_encoding.as_deref() == wanted["transfer_encoding"].as_str();
    let label = (&part.charset, &part.transfer_encoding);
    (!is_text || !is_labelled).then(|| format!("part {label:?} {text:?} for {wanted}"))
}

/// Whether a text is the recorded one, apart from what differs from run to run.
fn is_as_recorded(wanted: &str, got: &str, volatile: &Value) -> bool {
    // PHP's mail() puts a line break of its own behind the text.
    let got = got.trim_end_matches("\r\n");
    let mut wanted = wanted.trim_end_matches("\r\n").to_owned();
    for difference in volatile.as_array().into_iter().flatten() {
        let text = |key: &str| difference[key].as_str().unwrap_or_default();
        let place = text("in");
        if place.starts_with("effects.mails") && place.ends_with(".text") && !text("a").is_empty() {
            let before = text("before");
            wanted = wanted.replace(&format!("{before}{}", text("a")), &format!("{before}\0"));
        }
    }
    // Comments are numbered otherwise when one of the run before them was not taken.
    let Ok(number) = Regex::new("(#comment-|&c=)[0-9]+") else {
        return false;
    };
    let wanted = number.replace_all(&wanted, "${1}N");
    let got = &number.replace_all(got, "${1}N");
    let pattern = regex::escape(&wanted).replace('\0', ".*?");
    Regex::new(&format!("(?s)^{pattern}$")).is_ok_and(|pattern| pattern.is_match(got))
}
