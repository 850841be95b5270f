//! The CSS that attributes of builder elements mean, against the values of vectors divi-content and divi-module-options.
//!
//! A vector says which rules attributes add and take away against the module without them. Drawings are our own, so that
//! only their place is compared.

use std::collections::BTreeMap;
use std::path::PathBuf;

use compat::divi::attributes::Attributes;
use serde_json::Value;
use themes::divi::builder::css::{self, Subject};
use themes::divi::builder::style_sheet::{StyleSheet, minified};

/// How many vectors differ; only to be lowered. Which posts a slider shows is its module's matter (9); patterns and masks
/// of sliders of posts have a rule without a selector (3); fields of search forms and logins print placeholders of
/// placeholders (2); networks print left icons and sticky paddings in their own order (4); sides of prices' paddings (4);
/// children of bars and films repeat what their parents say (3); single selectors of toggles, accordions and titles (5).
/// `MODULE=search` prints what differs.
const KNOWN: usize = 29;

/// The accent colour of the site on which the values were taken.
const ACCENT: &str = "#a0522d";

/// The two posts that sliders of posts show, with their pictures; which posts others show is not CSS's matter.
const POSTS: [(i64, &str); 2] = [(27, "patio"), (35, "terraza")];

type Rules = Vec<(String, String, String)>;

fn fixture(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../fixtures/vectors");
    std::fs::read_to_string(path.join(name)).unwrap_or_default()
}

/// Stored values keep quotes and brackets encoded; modules see them decoded.
fn attributes(base: &Value, written: &Value) -> Attributes {
    let pairs = |value: &Value| -> Vec<(String, String)> {
        let map = value.as_object().cloned().unwrap_or_default();
        map.into_iter()
            .map(|(name, value)| (name, value.as_str().unwrap_or_default().to_owned()))
            .collect()
    };
    pairs(base).into_iter().chain(pairs(written)).collect()
}

/// How many slides a base holds; they take over from their slider.
fn slides(base: &Value) -> usize {
    let content = base["content"].as_str().unwrap_or_default();
    content.matches("[et_pb_slide ").count()
}

fn add_slides(slug: &str, attributes: &Attributes, count: usize, sheet: &mut StyleSheet) {
    let none = Attributes::default();
    let slide = css::inherited::attributes("et_pb_slide", &none, slug, attributes).unwrap_or(none);
    for number in 0..count {
        let subject = Subject {
            slug: "et_pb_slide",
            order_class: &format!("et_pb_slide_{number}"),
            attributes: &slide,
            in_sticky: false,
            accent: ACCENT,
            wrapper: "",
        };
        css::add(&subject, sheet);
    }
}

fn rules(slug: &str, attributes: &Attributes, slides: usize) -> Rules {
    let order_class = format!("{slug}_0");
    let subject = Subject {
        slug,
        order_class: &order_class,
        attributes,
        in_sticky: false,
        accent: ACCENT,
        wrapper: "",
    };
    let mut sheet = StyleSheet::default();
    if attributes.text("disabled") != "on" {
        add_slides(slug, attributes, slides, &mut sheet);
        css::add(&subject, &mut sheet);
        if slug.ends_with("post_slider") {
            for (post, name) in POSTS {
                let image = format!("http://127.0.0.1:8081/wp-content/uploads/2026/11/{name}.jpg");
                css::add_post_slide(&subject, post, &image, &mut sheet);
            }
        }
    }
    let rules = sheet.rules().into_iter().map(|rule| {
        (
            rule.media.query().map(minified).unwrap_or_default(),
            minified(&rule.selector),
            without_drawing(&minified(&rule.declarations)),
        )
    });
    rules.collect()
}

fn without_drawing(css: &str) -> String {
    const DATA: &str = "data:image/svg+xml;base64,";
    let Some((before, behind)) = css.split_once(DATA) else {
        return css.to_owned();
    };
    let end = behind.find(')').unwrap_or(behind.len());
    format!("{before}{DATA}{}", behind.get(end..).unwrap_or_default())
}

fn expected(value: &Value) -> Rules {
    let list = value.as_array().cloned().unwrap_or_default();
    list.iter()
        .map(|rule| {
            let text = |at: usize| rule[at].as_str().unwrap_or_default();
            (
                minified(text(0)),
                minified(text(1)),
                without_drawing(&minified(text(2))),
            )
        })
        .collect()
}

fn minus(all: &Rules, other: &Rules) -> Rules {
    all.iter()
        .filter(|rule| !other.contains(rule))
        .cloned()
        .collect()
}

#[derive(Default)]
struct Count {
    passed: usize,
    total: usize,
}

#[test]
fn attributes_mean_the_recorded_rules() {
    let bases: Value = serde_json::from_str(&fixture("divi-module-bases.json")).unwrap_or_default();
    let only = std::env::var("MODULE").ok();
    let mut counts: BTreeMap<String, Count> = BTreeMap::new();
    let mut differences = 0;
    for file in [
        "divi-content.jsonl",
        "divi-content-2.jsonl",
        "divi-module-options.jsonl",
    ] {
        for line in fixture(file).lines() {
            let vector: Value = serde_json::from_str(line).unwrap_or_default();
            let key = vector["args"][0].as_str().unwrap_or_default();
            let slug = key.split('@').next().unwrap_or_default();
            let base = attributes(&bases[key]["attributes"], &Value::Null);
            let changed = attributes(&bases[key]["attributes"], &vector["args"][1]);
            let (before, after) = (
                rules(slug, &base, slides(&bases[key])),
                rules(slug, &changed, slides(&bases[key])),
            );
            let ours = (minus(&after, &before), minus(&before, &after));
            let out = &vector["out"];
            let theirs = (expected(&out["css_added"]), expected(&out["css_removed"]));
            let count = counts.entry(slug.to_owned()).or_default();
            count.total += 1;
            if ours == theirs {
                count.passed += 1;
                continue;
            }
            differences += 1;
            let is_wanted = only
                .as_ref()
                .is_none_or(|only| slug == format!("et_pb_{only}"));
            if is_wanted && only.is_some() {
                print_difference(&vector, &ours, &theirs);
            }
        }
    }
    let (mut passed, mut total) = (0, 0);
    for (slug, count) in &counts {
        println!("{slug}: {}/{}", count.passed, count.total);
        passed += count.passed;
        total += count.total;
    }
    println!("divi styles: {passed}/{total}");
    assert!(total > 0, "no vectors");
    assert_eq!(differences, KNOWN, "vectors that differ");
}

fn print_difference(vector: &Value, ours: &(Rules, Rules), theirs: &(Rules, Rules)) {
    println!("## {} {}", vector["args"][0], vector["args"][1]);
    for (sign, ours, theirs) in [("+", &ours.0, &theirs.0), ("-", &ours.1, &theirs.1)] {
        for rule in minus(theirs, ours) {
            println!("  theirs {sign} {} {} {{{}}}", rule.0, rule.1, rule.2);
        }
        for rule in minus(ours, theirs) {
            println!("  ours   {sign} {} {} {{{}}}", rule.0, rule.1, rule.2);
        }
        if minus(theirs, ours).is_empty() && ours.len() == theirs.len() && ours != theirs {
            println!("  order {sign}: theirs {theirs:?}");
            println!("  ours {ours:?}");
        }
    }
}
