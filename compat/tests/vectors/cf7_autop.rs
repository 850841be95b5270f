//! Vectors of the family cf7-autop: the HTML formatter and its stages.

use compat::contact_form_7::autop::{
    Chunk, ChunkKind, Formatter, FormatterOptions, normalize_start_tag, pre_format,
    separate_into_chunks, wpcf7_autop,
};
use compat::contact_form_7::kses_form::wpcf7_kses_form;
use serde_json::{Value, json};

use crate::vectors::harness::check;

const FAMILY: &str = "cf7-autop";

fn shown(chunks: &[Chunk<'_>]) -> Value {
    let mut position = 0;
    let shown = chunks.iter().map(|chunk| {
        let kind = match chunk.kind {
            ChunkKind::Text => 0,
            ChunkKind::StartTag => 1,
            ChunkKind::EndTag => 2,
            ChunkKind::Comment => 3,
        };
        let value = json!({"position": position, "type": kind, "content": chunk.content});
        position += chunk.content.len();
        value
    });
    shown.collect()
}

#[test]
fn autop() {
    check(FAMILY, &["wpcf7_autop"], 0, |v| {
        Some(json!(wpcf7_autop(v.str(0), true)))
    });
    check(FAMILY, &["wpcf7_autop_nobr"], 0, |v| {
        Some(json!(wpcf7_autop(v.str(0), false)))
    });
}

#[test]
fn stages() {
    check(FAMILY, &["separate_into_chunks"], 0, |v| {
        Some(shown(&separate_into_chunks(v.str(0))))
    });
    check(FAMILY, &["pre_format_concatenate"], 0, |v| {
        Some(shown(&pre_format(v.str(0), true)))
    });
    check(FAMILY, &["normalize_start_tag"], 0, |v| {
        let (tag, name) = normalize_start_tag(v.str(0));
        Some(json!([tag, name]))
    });
}

#[test]
fn variants() {
    let plain = FormatterOptions::default();
    let no_br = FormatterOptions {
        auto_br: false,
        ..plain
    };
    let no_indent = FormatterOptions {
        auto_indent: false,
        ..plain
    };
    for (function, options) in [
        ("formatter_default_kses", plain),
        ("formatter_no_br", no_br),
        ("formatter_no_indent", no_indent),
    ] {
        check(FAMILY, &[function], 0, |v| {
            Some(json!(Formatter::format(v.str(0), options)))
        });
    }
}

#[test]
fn kses() {
    check(FAMILY, &["wpcf7_kses_form"], 0, |v| {
        Some(json!(wpcf7_kses_form(v.str(0))))
    });
}
