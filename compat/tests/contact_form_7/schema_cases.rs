//! Table 24 C: templates and their rules.

use compat::contact_form_7::swv::{Schema, SchemaTexts};
use serde_json::{Value as Json, json};

use crate::vectors::contact_form_7::site::{self, Ground};

fn rules(template: &str) -> Vec<Json> {
    let ground = Ground::new(template, "");
    let texts = SchemaTexts {
        message: &str::to_owned,
        too_many_items: "many",
        undefined_value: "undefined",
    };
    let schema = Schema::new(&ground.tags, "en_US", &texts, &ground.now);
    let printed = site::json(&schema.to_value());
    printed["rules"].as_array().cloned().unwrap_or_default()
}

/// Rule, field and what else it says, without its text.
fn shapes(template: &str) -> Vec<String> {
    let shape = |rule: &Json| {
        let mut rule = rule.as_object().unwrap().clone();
        rule.remove("error");
        let parts = rule
            .values()
            .map(|v| v.as_str().map_or_else(|| v.to_string(), |s| s.to_owned()));
        parts.collect::<Vec<_>>().join(" ")
    };
    rules(template).iter().map(shape).collect()
}

#[test]
fn rules_by_template() {
    let c2 = "[textarea* ta minlength:5 maxlength:8][text* tx minlength:3][select* s \"a\"][radio r \"r1\"]\
        [checkbox* c exclusive \"c1\"][date d min:2024-01-10][number n min:2][file* f limit:1kb filetypes:txt]";
    let cases: [(&str, &[&str]); 11] = [
        ("hola", &[]),
        (
            c2,
            &[
                "required r",
                "maxitems r 1",
                "required c",
                "maxitems c 1",
                "date d",
                "mindate d 2024-01-10",
                "requiredfile f",
                "file f [\".txt\"]",
                "maxfilesize f 1024",
                "number n",
                "minnumber n 2",
                "required s",
                "required tx",
                "minlength tx 3",
                "maxlength tx 400",
                "required ta",
                "minlength ta 5",
                "maxlength ta 8",
                "enum r [\"r1\"]",
                "enum c [\"c1\"]",
                "enum s [\"a\"]",
            ],
        ),
        (
            "[range g]",
            &["number g", "minnumber g 0", "maxnumber g 100"],
        ),
        ("[number n step:2 min:1]", &["number n", "minnumber n 1"]),
        ("[checkbox c free_text \"a\" \"b\"]", &[]),
        (
            "[select s first_as_label \"Lbl\" \"v1\"]",
            &["enum s [\"v1\"]"],
        ),
        (
            "[text x][text* x]",
            &["maxlength x 400", "required x", "maxlength x 400"],
        ),
        (
            "[text* a.b][email c:d]",
            &[
                "required a_b",
                "maxlength a_b 400",
                "email c:d",
                "maxlength c:d 400",
            ],
        ),
        (
            "[tel t][url u][email e]",
            &[
                "tel t",
                "maxlength t 400",
                "url u",
                "maxlength u 400",
                "email e",
                "maxlength e 400",
            ],
        ),
        (
            "[file f]",
            &[
                "file f [\"audio/*\",\"video/*\",\"image/*\"]",
                "maxfilesize f 1048576",
            ],
        ),
        ("[acceptance t][quiz q][hidden h][count x][submit]", &[]),
    ];
    for (template, wanted) in cases {
        assert_eq!(shapes(template), wanted, "{template}");
    }
}

/// Row C6: what stands before a pipe, entities decoded.
#[test]
fn enum_values_are_decoded() {
    let rules = rules("[checkbox c \"A|1\" \"B &amp; C|2\"][select s \"q&quot;x\" \"é\"]");
    assert_eq!(rules[0]["accept"], json!(["A", "B & C"]));
    assert_eq!(rules[1]["accept"], json!(["q\"x", "é"]));
}

/// Sections 10.1 and 10.3: thresholds of numbers are strings, of lengths integers; keys in order.
#[test]
fn keys_are_printed_in_order() {
    let printed = rules("[number n max:9][text t /7]")
        .iter()
        .map(Json::to_string)
        .collect::<Vec<_>>();
    assert_eq!(
        printed,
        [
            r#"{"rule":"number","field":"n","error":"invalid_number"}"#,
            r#"{"rule":"maxnumber","field":"n","threshold":"9","error":"number_too_large"}"#,
            r#"{"rule":"maxlength","field":"t","threshold":7,"error":"invalid_too_long"}"#,
        ]
    );
}
