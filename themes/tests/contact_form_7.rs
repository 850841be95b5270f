//! Forms as HTML: the vectors of the family cf7-form-tags that print controls, and the contract's case table 24 A.

use std::collections::HashMap;
use std::path::PathBuf;

use compat::contact_form_7::contact_form::FormId;
use compat::contact_form_7::form_tag::{DefaultSources, FormTag, FormTagTypes, scan_form_tags};
use compat::contact_form_7::messages::TEXT_DOMAIN;
use compat::contact_form_7::submission::{InvalidFields, Status};
use compat::contact_form_7::submission_result::SubmissionResult;
use compat::wordpress::date::WpTimezone;
use compat::wordpress::l10n::Translations;
use compat::wordpress::php::json::json_decode_assoc;
use compat::wordpress::php::{Array, Value};
use compat::wordpress::salt::Salts;
use proptest::prelude::*;
use serde_json::Value as Json;
use themes::contact_form_7::attributes::Attributes;
use themes::contact_form_7::form_context::FormContext;
use themes::contact_form_7::form_elements::form_elements;

fn fixtures() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../fixtures")
}

/// 2026-11-20T10:15:30Z.
const NOW: i64 = 1_795_169_730;

/// What a form is printed from beside its template.
#[derive(Default)]
struct Surroundings {
    locale: &'static str,
    defaults: DefaultSources,
    submission: Option<SubmissionResult>,
    post: Array,
    types: FormTagTypes,
}

fn elements(template: &str, around: &Surroundings) -> String {
    let content = tests_contract::recorded_site::recorded_content();
    let mut translations = Translations::new(Some(&content));
    translations.register_plugin(TEXT_DOMAIN, "contact-form-7");
    let secret = |name: &str| (name == "secret_key").then(|| "vec-secret-key".to_owned());
    let salts = Salts::collect(|_| None, secret, || "x".repeat(64)).0;
    let now = WpTimezone::from_options("Europe/Madrid", 0.0).zoned(NOW);
    let mut context = FormContext {
        autop: true,
        tags: &scan_form_tags(template, &around.types),
        types: around.types,
        locale: &translations.locale(around.locale),
        now: &now,
        salts: &salts,
        defaults: &around.defaults,
        unit_tag: "wpcf7-f1-o1",
        submission: around.submission.as_ref(),
        post: &around.post,
        turnstile_sitekey: around.types.turnstile.then_some("0x4AAA"),
        captcha_url: None,
        used_ids: &mut Vec::new(),
        response_outputs: 0,
    };
    form_elements(template, &mut context)
}

fn vectors(function: &str) -> Vec<Json> {
    let text = std::fs::read_to_string(fixtures().join("vectors/cf7-form-tags.jsonl")).unwrap();
    let vectors = text
        .lines()
        .map(|line| serde_json::from_str::<Json>(line).unwrap());
    vectors.filter(|v| v["fn"] == function).collect()
}

fn php(json: &Json) -> Value {
    json_decode_assoc(json.to_string().as_bytes()).unwrap_or_default()
}

#[test]
fn form_elements_vectors() {
    let mut differences = Vec::new();
    let all = vectors("form_elements");
    for v in &all {
        let template = v["args"][0].as_str().unwrap();
        let around = Surroundings {
            locale: "es_ES",
            defaults: DefaultSources {
                get: php(&v["env"]["get"]),
                post: php(&v["env"]["post"]),
                ..DefaultSources::default()
            },
            ..Surroundings::default()
        };
        let got = elements(template, &around);
        if Some(got.as_str()) != v["out"].as_str() {
            differences.push(format!(
                "{template}\n  want {}\n  got  {got}",
                v["out"].as_str().unwrap()
            ));
        }
    }
    println!(
        "form_elements: {} of {}",
        all.len() - differences.len(),
        all.len()
    );
    assert!(
        differences.is_empty(),
        "{} differ\n{}",
        differences.len(),
        differences.join("\n")
    );
}

#[test]
fn format_atts_vectors() {
    for v in vectors("wpcf7_format_atts") {
        let mut attributes = Attributes::new();
        for (name, value) in v["args"][0].as_object().unwrap() {
            attributes.set(name, value.as_str().unwrap());
        }
        assert_eq!(attributes.to_string(), v["out"].as_str().unwrap());
    }
}

/// Rows of contract "contact-form-7" section 24 A, as `id`, template and HTML.
#[test]
fn case_table() {
    let around = Surroundings {
        locale: "en_US",
        ..Surroundings::default()
    };
    let text = std::fs::read_to_string(fixtures().join("cases/contact-form-7-24a.json")).unwrap();
    let rows: Vec<[String; 3]> = serde_json::from_str(&text).unwrap();
    assert_eq!(rows.len(), 76);
    for [id, template, html] in &rows {
        assert_eq!(&elements(template, &around), html, "{id}");
    }
}

fn posted(status: Status, errors: &[(&str, &str)], fields: &[(&str, &str)]) -> Surroundings {
    let mut post = Array::new();
    for (name, value) in fields {
        post.insert(*name, *value);
    }
    let mut invalid_fields = InvalidFields::default();
    for (name, reason) in errors {
        let tag = FormTag {
            name: (*name).to_owned(),
            ..FormTag::default()
        };
        invalid_fields.invalidate(Some(&tag), reason);
    }
    Surroundings {
        locale: "en_US",
        submission: Some(SubmissionResult {
            form: FormId(1),
            unit_tag: "wpcf7-f1-o1".to_owned(),
            status,
            message: "No.".to_owned(),
            invalid_fields,
        }),
        post,
        ..Surroundings::default()
    }
}

/// Contract "contact-form-7" section 21: errors and posted values of a form that was sent without script.
#[test]
fn a_posted_form_is_shown_again() {
    let template = "[email* e class:k][select s \"a\" \"<b>\"][textarea m]";
    let around = posted(
        Status::ValidationFailed,
        &[("e", "Bad <mail>")],
        &[("e", "x\"y"), ("s", "<b>"), ("m", "<i>")],
    );
    let html = elements(template, &around);
    for part in [
        "wpcf7-validates-as-email wpcf7-not-valid k\"",
        "aria-invalid=\"true\" aria-describedby=\"wpcf7-f1-o1-ve-e\" value=\"x&quot;y\"",
        "<span class=\"wpcf7-not-valid-tip\" aria-hidden=\"true\">Bad &lt;mail&gt;</span></span>",
        "<option value=\"&lt;b&gt;\" selected=\"selected\">&lt;b&gt;</option>",
        ">&lt;i&gt;</textarea>",
    ] {
        assert!(html.contains(part), "{part}\n{html}");
    }
    let sent = posted(Status::MailSent, &[], &[("e", "x@y.example")]);
    assert!(elements(template, &sent).contains("value=\"\" type=\"email\""));
}

#[test]
fn services_print_only_with_keys() {
    let around = Surroundings {
        locale: "en_US",
        types: FormTagTypes {
            turnstile: true,
            recaptcha: true,
        },
        ..Surroundings::default()
    };
    let with_tag = elements(
        "[turnstile theme:dark size:huge] [turnstile] [recaptcha]",
        &around,
    );
    assert!(with_tag.contains("data-theme=\"dark\"") && !with_tag.contains("data-size"));
    assert!(with_tag.contains("[turnstile]") && !with_tag.contains("[recaptcha]"));
    let without = elements("[text a]", &around);
    assert!(without.starts_with("<div class=\"wpcf7-turnstile cf-turnstile\""));
    assert!(without.contains("></div>\n\n<p>"));
}

/// Hostile templates: nothing panics, and the output stays in proportion.
#[test]
fn hostile_templates() {
    let around = Surroundings {
        locale: "en_US",
        ..Surroundings::default()
    };
    for unit in [
        "[text a]",
        "[[",
        "[text ",
        "[textarea a]",
        "[checkbox a \"",
        "[count a]",
        "][",
    ] {
        let template = unit.repeat(8_192 / unit.len());
        assert!(elements(&template, &around).len() < 2 << 20, "{unit}");
    }
}

#[test]
fn defaults_come_from_page_and_visitor() {
    let text = |pairs: &[(&str, &str)]| -> HashMap<String, String> {
        pairs
            .iter()
            .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
            .collect()
    };
    let around = Surroundings {
        locale: "en_US",
        defaults: DefaultSources {
            shortcode_attr: text(&[("title", "T")]),
            post_meta: HashMap::from([("m".to_owned(), vec!["M".to_owned(), "N".to_owned()])]),
            user: Some(text(&[
                ("user_email", "a@b.example"),
                ("display_name", "Ana"),
            ])),
            ..DefaultSources::default()
        },
        ..Surroundings::default()
    };
    let value = |template: &str, expected: &str| {
        let html = elements(template, &around);
        assert!(
            html.contains(&format!(" value=\"{expected}\" type")),
            "{template}\n{html}"
        );
    };
    value("[text title default:shortcode_attr]", "T");
    value("[text m default:post_meta]", "M");
    value("[email e default:user_email]", "a@b.example");
    value("[text n default:user_display_name]", "Ana");
    value("[text n default:user_nada \"x\"]", "x");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn any_template_is_printed(
        template in "(\\[|\\]|\\[/|text |range |select |checkbox |quiz |date |textarea |hidden |min:|default:|1_|\"|'|/|a |<p>|\n|\\PC){0,40}",
    ) {
        let around = Surroundings { locale: "en_US", ..Surroundings::default() };
        let _ = elements(&template, &around);
    }
}
