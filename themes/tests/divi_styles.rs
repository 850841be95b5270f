//! The CSS that attributes of builder elements mean, against the vectors divi-content and divi-module-options.
//!
//! A vector says which rules attributes add and take away against the module without them, and the classes of its
//! elements, drawn in a page (`builder_scene`). Drawings are our own, so that only their place is compared.

use std::collections::{BTreeMap, HashMap};

use crate::builder_scene::{Rules, Scene, expected_rules, layout, module_bases, vectors};
use regex::Regex;
use serde_json::Value;
use themes::divi::builder::css::style_cache::TEXTS;

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

/// The lists of classes with the first element of a kind among them.
fn classes(html: &str, lists: &Regex, slug: &str) -> Vec<String> {
    let order_class = format!("{slug}_0");
    let lists = lists.captures_iter(html).filter_map(|list| {
        let words: Vec<&str> = list.get(1)?.as_str().split_whitespace().collect();
        words
            .contains(&order_class.as_str())
            .then(|| words.join(" "))
    });
    lists.collect()
}

// How many vectors differ in their rules, how many in their classes, and how many whose options change the markup
// where they did not in the recording, or the reverse (what they change it to, the layouts show); only to be
// lowered. `MODULE=search` prints what differs. Of the rules of "divi-content-3" these are left: patterns and masks
// of sliders of posts have a rule without a selector, which no browser reads (8); order and selectors of vendors'
// placeholders in forms (search 3, signup 4, comments 1, contact field 1), where the theme prints one text up to
// seven times; divider of a section while a colour or a height has no desktop value (3); widths that are equal on
// all devices in slides and forms (2); a size or a background of pricing tables that is empty (2); one each of tabs,
// image, divider, columns, full-width menu, slider and post title. In "divi-content", 3 patterns and masks of
// sliders of posts. Classes: none. Markup: a circle with a colour that only tablets switch on, and a signup whose
// list is still to be added; in "divi-content" all logins, of which each drawing had other ids (21); in
// "divi-module-options" fields of contact forms, of which each drawing had another sum (4).

#[tokio::test]
async fn attributes_mean_the_recorded_rules() {
    assert_eq!(differences("divi-content", 0, 1).await, (3, 0, 21));
    assert_eq!(differences("divi-content-2", 0, 1).await, (0, 0, 0));
    assert_eq!(differences("divi-module-options", 0, 1).await, (0, 0, 4));
}

#[tokio::test]
async fn every_option_means_the_recorded_rules() {
    assert_eq!(differences("divi-content-3", 0, 2).await, (14, 0, 1));
}

#[tokio::test]
async fn every_option_means_the_recorded_rules_too() {
    assert_eq!(differences("divi-content-3", 1, 2).await, (17, 0, 1));
}

/// Whether `MODULE` asks for what differs in a module.
fn is_printed(slug: &str) -> bool {
    std::env::var("MODULE").is_ok_and(|only| slug == format!("et_pb_{only}") || only == "all")
}

/// How many vectors of a family differ in their rules, how many in their classes, and how many in whether the markup
/// changes: of those whose number leaves `share` when it is divided by `shares`.
async fn differences(family: &str, share: usize, shares: usize) -> (usize, usize, usize) {
    let (scene, bases) = (Scene::load().await, module_bases());
    let lists = Regex::new("class=\"([^\"]*)\"").unwrap();
    let mut counts: BTreeMap<String, Count> = BTreeMap::new();
    let mut plain: HashMap<String, (String, Rules)> = HashMap::new();
    let (mut differences, mut class_differences, mut markup_differences) = (0, 0, 0);
    let vectors = vectors(family).into_iter().skip(share).step_by(shares);
    for vector in vectors {
        let key = vector["args"][0].as_str().unwrap();
        let slug = key.split('@').next().unwrap_or_default();
        if !plain.contains_key(key) {
            let content = layout(&bases, key, &Value::Object(serde_json::Map::new())).unwrap();
            plain.insert(key.to_owned(), scene.draw(&content).await);
        }
        let (html_before, before) = &plain[key];
        let options = &vector["args"][1];
        let content = layout(&bases, key, options).unwrap();
        let (html, after) = scene.draw(&content).await;
        let ours = (minus(&after, before), minus(before, &after));
        let out = &vector["out"];
        let theirs = (
            expected_rules(&out["css_added"]),
            expected_rules(&out["css_removed"]),
        );
        let is_wanted = is_printed(slug);
        let classes = classes(&html, &lists, slug);
        let wanted: Vec<String> = serde_json::from_value(out["classes"].clone()).unwrap();
        if classes != wanted {
            class_differences += 1;
            if is_wanted {
                println!("## {key} {options}\n  theirs {wanted:?}\n  ours   {classes:?}");
            }
        }
        let is_changed = html != *html_before;
        if out["html_changed"] != is_changed {
            markup_differences += 1;
            if is_wanted {
                println!("## {key} changed here: {is_changed} {options}");
            }
        }
        let count = counts.entry(slug.to_owned()).or_default();
        count.total += 1;
        if ours == theirs {
            count.passed += 1;
            continue;
        }
        differences += 1;
        if is_wanted {
            print_difference(&vector, &ours, &theirs);
        }
    }
    for (slug, count) in &counts {
        println!("{slug}: {}/{}", count.passed, count.total);
    }
    assert!(!counts.is_empty(), "no vectors");
    let differences = (differences, class_differences, markup_differences);
    println!("{family}: rules, classes and markup that differ: {differences:?}");
    differences
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

#[tokio::test]
async fn no_rule_is_about_a_text() {
    assert!(TEXTS.is_sorted());
    let (scene, bases) = (Scene::load().await, module_bases());
    for key in bases.as_object().unwrap().keys() {
        let rules = async |value: &str| {
            let options = TEXTS.iter().map(|name| (*name, value));
            let options: HashMap<&str, &str> = options.collect();
            let content = layout(&bases, key, &serde_json::to_value(options).unwrap()).unwrap();
            scene.draw(&content).await.1
        };
        let (without, with) = (rules("").await, rules("7 cuevas").await);
        assert_eq!(without, with, "{key}");
    }
}
