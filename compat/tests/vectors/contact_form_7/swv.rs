//! Family `cf7-swv`: value tests, rules, schemas, whole submissions without mail.

use compat::contact_form_7::mail::ComposedMail;
use compat::contact_form_7::mail::{wpcf7_is_email_in_domain, wpcf7_is_mailbox_list};
use compat::contact_form_7::messages::{translated, unstored};
use compat::contact_form_7::submission::{Submission, SubmissionSteps, Uploads};
use compat::contact_form_7::swv::validation_functions as validation;
use compat::contact_form_7::swv::{Context, Phase, Rule, RuleName, Schema, SchemaTexts};
use compat::wordpress::options::Options;
use compat::wordpress::php::{Array, Value};
use compat::wordpress::spam_check::Pending;
use serde_json::{Value as Json, json};

use super::recorded;
use super::site::{self, Ground};
use crate::vectors::harness::{Vector, check};

const FAMILY: &str = "cf7-swv";

#[test]
fn value_tests() {
    let tests: [(&str, fn(&str) -> bool); 7] = [
        ("wpcf7_is_email", validation::wpcf7_is_email),
        ("wpcf7_is_url", validation::wpcf7_is_url),
        ("wpcf7_is_tel", validation::wpcf7_is_tel),
        ("wpcf7_is_number", validation::wpcf7_is_number),
        ("wpcf7_is_date", validation::wpcf7_is_date),
        ("wpcf7_is_time", validation::wpcf7_is_time),
        ("wpcf7_is_name", validation::wpcf7_is_name),
    ];
    for (name, test) in tests {
        check(FAMILY, &[name], 0, |v| Some(json!(test(v.str(0)))));
    }
}

#[test]
fn mailboxes() {
    check(FAMILY, &["wpcf7_is_mailbox_list"], 0, |v| {
        Some(wpcf7_is_mailbox_list(v.str(0)).map_or(json!(false), |list| json!(list)))
    });
    check(FAMILY, &["wpcf7_is_email_in_domain"], 0, |v| {
        Some(json!(wpcf7_is_email_in_domain(v.str(0), v.str(1))))
    });
}

fn rule(json: &Json) -> Rule {
    let mut properties = recorded::array(json);
    let name = properties.remove("rule").unwrap();
    Rule {
        name: RuleName::from_name(name.as_str().unwrap()).unwrap(),
        properties,
        rules: Vec::new(),
    }
}

#[test]
fn rules() {
    check(FAMILY, &["swv_rule"], 0, |v| {
        let properties = recorded::array(v.arg(1)).with("field", "f");
        let name = RuleName::from_name(v.str(0))?;
        let rule = Rule {
            name,
            properties,
            rules: Vec::new(),
        };
        let (mut post, mut uploads) = (Array::new(), Uploads::default());
        let is_file = v.env["source"] == "files";
        if is_file {
            recorded::uploads_of("f", v.arg(2), &mut uploads);
        } else if !v.arg(2).is_null() {
            post.insert("f", recorded::php(v.arg(2)));
        }
        let phase = if is_file { Phase::File } else { Phase::Text };
        let context = Context {
            phase,
            fields: &["f"],
            post: &post,
            uploads: &uploads,
        };
        Some(if rule.matches(&context) {
            json!(rule.validate(&context).is_ok())
        } else {
            json!("skipped")
        })
    });
}

#[test]
fn composites() {
    check(FAMILY, &["swv_composite"], 0, |v| {
        let children = v.arg(1).as_array()?.iter().map(rule).collect();
        let composite = Rule {
            name: RuleName::from_name(v.str(0))?,
            properties: Array::new().with("error", v.str(2)),
            rules: children,
        };
        let post = Array::new().with("f", v.str(3));
        let uploads = Uploads::default();
        let context = Context {
            phase: Phase::Text,
            fields: &[],
            post: &post,
            uploads: &uploads,
        };
        Some(match composite.validate(&context) {
            Ok(()) => json!(true),
            Err(error) => json!(error),
        })
    });
}

#[test]
fn schemas() {
    check(FAMILY, &["swv_schema"], 0, |v| {
        let ground = Ground::new(v.str(0), "");
        let texts = SchemaTexts {
            message: &|key| format!("MSG:{key}"),
            too_many_items: translated(&ground.locale, unstored::TOO_MANY_ITEMS),
            undefined_value: translated(&ground.locale, unstored::UNDEFINED_VALUE),
        };
        let schema = Schema::new(&ground.tags, "es_ES", &texts, &ground.now);
        Some(site::json(&schema.to_value()))
    });
}

/// A site where mails are never sent, perhaps with the honeypot.
struct Steps {
    honeypot: Option<Options>,
}

impl SubmissionSteps for Steps {
    fn wpcf7_validate<'a>(&'a self, submission: &'a Submission<'_>) -> Pending<'a, Option<String>> {
        let objection = self
            .honeypot
            .as_ref()
            .and_then(|options| compat::wp_armour::check::check(options, submission.post));
        Box::pin(async move { Ok(objection) })
    }

    fn mail<'a>(&'a self, _: &'a Submission<'_>, _: Vec<ComposedMail>) -> Pending<'a, bool> {
        Box::pin(async { Ok(true) })
    }
}

/// Runs a submission on the spot: none of these steps waits.
fn proceed(submission: &mut Submission<'_>, steps: &Steps) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    runtime.block_on(submission.proceed(steps)).unwrap();
}

fn map(array: &Array) -> Json {
    let mut map = serde_json::Map::new();
    for (key, value) in array {
        map.insert(key.to_string_lossy(), site::json(value));
    }
    if map.is_empty() {
        json!({})
    } else {
        Json::Object(map)
    }
}

fn told(submission: &Submission<'_>) -> Json {
    let invalid = submission.invalid_fields.iter();
    let invalid: Vec<Json> = invalid
        .map(|field| json!({"field": field.name, "reason": field.reason, "idref": field.idref}))
        .collect();
    json!({
        "status": submission.status.as_str(),
        "message": submission.message,
        "invalid_fields": invalid,
    })
}

#[test]
fn submissions() {
    check(FAMILY, &["submit"], 0, |v| {
        let ground = Ground::new(v.str(0), v.str(1));
        let (form, mut site) = (ground.form(), ground.site());
        // The recorder began behind the question whether the visitor may submit at all.
        site.may_submit = true;
        let post = recorded::array(v.arg(2));
        let mut uploads = Uploads::default();
        for (name, file) in v.arg(3).as_object().into_iter().flatten() {
            recorded::uploads_of(name, file, &mut uploads);
        }
        let meta = recorded::meta(&post, &v.env);
        let mut submission = Submission::new(&form, &site, (&post, &uploads), meta);
        proceed(&mut submission, &Steps { honeypot: None });
        let consent: serde_json::Map<_, _> = submission
            .consent
            .iter()
            .map(|(name, text)| (name.clone(), json!(text)))
            .collect();
        let agents: Vec<&str> = submission
            .spam_log
            .iter()
            .map(|entry| entry.agent)
            .collect();
        let mut out = told(&submission);
        out["posted_data"] = map(&submission.posted_data);
        out["posted_data_hash_in_result"] = json!(!submission.response_hash().is_empty());
        out["posted_data_hash"] = json!(submission.posted_data_hash);
        out["do_not_store"] = json!(submission.do_not_store);
        out["consent"] = Json::Object(consent);
        out["spam_log_agents"] = json!(agents);
        Some(out)
    });
}

fn honeypot(v: &Vector) -> Options {
    let name = v.env["wpa_field_name"].as_str().unwrap();
    Options::new([
        ("wpa_field_name".to_owned(), name.as_bytes().to_vec()),
        ("wpa_error_message".to_owned(), b"HONEYPOT_MESSAGE".to_vec()),
    ])
}

#[test]
fn submissions_with_the_honeypot() {
    check(FAMILY, &["submit_honeypot"], 0, |v| {
        let ground = Ground::new(v.str(0), "");
        let (form, site) = (ground.form(), ground.site());
        let (post, uploads) = (recorded::array(v.arg(1)), Uploads::default());
        let mut meta = recorded::meta(&post, &v.env);
        meta.user_agent = "Mozilla/5.0 (vec)".to_owned();
        let mut submission = Submission::new(&form, &site, (&post, &uploads), meta);
        proceed(
            &mut submission,
            &Steps {
                honeypot: Some(honeypot(v)),
            },
        );
        let mut out = told(&submission);
        for field in out["invalid_fields"].as_array_mut()? {
            field.as_object_mut()?.remove("idref");
        }
        Some(out)
    });
}

#[test]
fn an_array_in_a_text_field_is_kept() {
    let ground = Ground::new("[text a]", "");
    let form = ground.form();
    let post = Array::new().with("a", vec![Value::from("x"), Value::from(" y ")]);
    let posted = compat::contact_form_7::submission::PostedData::new(&post, &form);
    assert_eq!(map(&posted.data), json!({"a": ["x", "y"]}));
}
