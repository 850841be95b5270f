//! Vectors of the families divi-content: what attributes mean in CSS, family by family.
//!
//! Only declarations by media query are judged, of the text module and the structure elements; selectors and the order
//! of rules are the appearance's.

use compat::divi::attributes::Attributes;
use compat::divi::style::background::{Background, BackgroundStyle, background};
use compat::divi::style::border::{border_radii_by_device, border_styles_by_device};
use compat::divi::style::box_shadow::box_shadow_by_device;
use compat::divi::style::disabled_on::disabled_on;
use compat::divi::style::filter::filter;
use compat::divi::style::overflow::overflow;
use compat::divi::style::position::{Place, position};
use compat::divi::style::sizing::sizing;
use compat::divi::style::spacing::spacing;
use compat::divi::style::text_group::{TextGroupStyle, text_group};
use compat::divi::style::text_shadow::text_shadow;
use compat::divi::style::transform::transform;
use compat::divi::style::{Declarations, Media};
use serde_json::Value;

use crate::harness::{Vector, load};

const STRUCTURE: [&str; 3] = ["et_pb_section", "et_pb_row", "et_pb_column"];

/// A family of attributes and its function.
struct Family {
    name: &'static str,
    modules: &'static [&'static str],
    /// Beginnings of the attributes' names.
    attributes: &'static [&'static str],
    declare: fn(&str, &Attributes) -> Vec<Declarations>,
}

const TEXT_AND_STRUCTURE: &[&str] = &["et_pb_text", "et_pb_section", "et_pb_row", "et_pb_column"];

const FAMILIES: &[Family] = &[
    Family {
        name: "padding",
        modules: &["et_pb_text", "et_pb_section"],
        attributes: &["custom_padding"],
        declare: |module, a| spacing(a, "padding", module == "et_pb_text"),
    },
    Family {
        name: "margin",
        modules: &["et_pb_text", "et_pb_section", "et_pb_row"],
        attributes: &["custom_margin"],
        declare: |module, a| spacing(a, "margin", module != "et_pb_section"),
    },
    Family {
        name: "width",
        modules: &["et_pb_text", "et_pb_section"],
        attributes: &["width"],
        declare: |_, a| sizing(a, "width"),
    },
    Family {
        name: "max_width",
        modules: &["et_pb_text", "et_pb_section"],
        attributes: &["max_width"],
        declare: |_, a| sizing(a, "max_width"),
    },
    Family {
        name: "height",
        modules: &["et_pb_text", "et_pb_section", "et_pb_row"],
        attributes: &["height"],
        declare: |_, a| sizing(a, "height"),
    },
    Family {
        name: "max_height",
        modules: &["et_pb_text", "et_pb_section", "et_pb_row"],
        attributes: &["max_height"],
        declare: |_, a| sizing(a, "max_height"),
    },
    Family {
        name: "background",
        modules: &["et_pb_text", "et_pb_row", "et_pb_column"],
        attributes: &["background_", "use_background_color_gradient"],
        declare: |_, a| {
            let parts = background(a, BackgroundStyle::default());
            parts.into_iter().map(Background::joined).collect()
        },
    },
    Family {
        name: "border_radii",
        modules: TEXT_AND_STRUCTURE,
        attributes: &["border_radii"],
        declare: |_, a| border_radii_by_device(a, ""),
    },
    Family {
        name: "borders",
        modules: TEXT_AND_STRUCTURE,
        attributes: &["border_width", "border_style", "border_color"],
        declare: |_, a| border_styles_by_device(a, ""),
    },
    Family {
        name: "box_shadow",
        modules: &["et_pb_text", "et_pb_row", "et_pb_column"],
        attributes: &["box_shadow"],
        declare: |_, a| box_shadow_by_device(a, ""),
    },
    Family {
        name: "text_shadow",
        modules: &["et_pb_text"],
        attributes: &["text_text_shadow"],
        declare: |_, a| text_shadow(a, "text"),
    },
    Family {
        name: "overflow",
        modules: TEXT_AND_STRUCTURE,
        attributes: &["overflow-"],
        declare: |_, a| overflow(a),
    },
    Family {
        name: "disabled_on",
        modules: TEXT_AND_STRUCTURE,
        attributes: &["disabled_on"],
        declare: |_, a| disabled_on(a),
    },
    Family {
        name: "transform",
        modules: TEXT_AND_STRUCTURE,
        attributes: &["transform_"],
        declare: |_, a| transform(a),
    },
    Family {
        name: "filter",
        modules: &["et_pb_text"],
        attributes: &["filter_", "mix_blend_mode"],
        declare: |_, a| general(filter(a, "")),
    },
    Family {
        name: "text header",
        modules: &["et_pb_text", "et_pb_blurb", "et_pb_cta"],
        attributes: &["header_font", "header_text", "header_letter", "header_line"],
        declare: |_, a| text_group(a, "header", TextGroupStyle::default()),
    },
    Family {
        name: "text header 2",
        modules: &["et_pb_text"],
        attributes: &["header_2_"],
        declare: |_, a| text_group(a, "header_2", TextGroupStyle::default()),
    },
    Family {
        name: "text header 3",
        modules: &["et_pb_text"],
        attributes: &["header_3_"],
        declare: |_, a| text_group(a, "header_3", TextGroupStyle::default()),
    },
    Family {
        name: "text header 6",
        modules: &["et_pb_text"],
        attributes: &["header_6_"],
        declare: |_, a| text_group(a, "header_6", TextGroupStyle::default()),
    },
    Family {
        name: "text links",
        modules: &["et_pb_blurb", "et_pb_toggle", "et_pb_testimonial"],
        attributes: &["body_link_"],
        declare: |_, a| text_group(a, "body_link", TextGroupStyle::default()),
    },
    Family {
        name: "text quotes",
        modules: &["et_pb_toggle", "et_pb_testimonial", "et_pb_cta"],
        attributes: &["body_quote_"],
        declare: |_, a| text_group(a, "body_quote", TextGroupStyle::default()),
    },
    Family {
        name: "position",
        modules: TEXT_AND_STRUCTURE,
        attributes: &[
            "position",
            "z_index",
            "vertical_offset",
            "horizontal_offset",
        ],
        declare: |module, a| {
            let place = Place {
                is_relative: STRUCTURE.contains(&module),
                important_z_index: matches!(module, "et_pb_row" | "et_pb_column"),
            };
            general(position(a, place))
        },
    },
];

fn general(text: Option<String>) -> Vec<Declarations> {
    let media = Media::General;
    text.map(|text| Declarations { media, text })
        .into_iter()
        .collect()
}

fn attributes(v: &Vector) -> Attributes {
    let map = v.arg(1).as_object().into_iter().flatten();
    map.map(|(k, v)| (k.clone(), v.as_str().unwrap_or_default()))
        .collect()
}

/// Whether all attributes belong to a family, without values under the mouse or while sticking.
fn belongs(family: &Family, attributes: &Attributes) -> bool {
    let is_one = |name: &str| family.attributes.iter().any(|f| name.starts_with(f));
    let is_plain = |name: &str| !name.contains("__hover") && !name.contains("__sticky");
    !attributes.is_empty()
        && attributes
            .iter()
            .all(|(name, _)| is_one(name) && is_plain(name))
}

/// What is not done yet: positions by device; patterns, masks and the builder's own names of colours.
fn is_open(family: &Family, attributes: &Attributes) -> bool {
    let mut names = attributes.iter().map(|(name, _)| name);
    match family.name {
        "position" => names.any(|name| name.ends_with("_last_edited")),
        "background" => {
            let open = ["pattern", "mask", "layout"];
            names.any(|name| open.iter().any(|part| name.contains(part)))
                || attributes.text("background_color").starts_with("gcid-")
        }
        _ => false,
    }
}

/// The recorded declarations of the element itself: not those of the editor, of other selectors, of transitions.
fn recorded(v: &Vector) -> Vec<(Option<String>, String)> {
    let rules = v.out["css_added"].as_array().into_iter().flatten();
    rules
        .filter(|rule| {
            let selector = rule[1].as_str().unwrap_or_default();
            !selector.contains("#et-fb-app")
                && !selector.starts_with("body.")
                && (!selector.contains(":hover") || selector.contains(", "))
        })
        .map(|rule| {
            let text = |value: &Value| value.as_str().map(str::to_owned);
            (text(&rule[0]), text(&rule[2]).unwrap_or_default())
        })
        .collect()
}

#[test]
fn declarations_of_families() {
    let mut vectors = load("divi-content");
    vectors.extend(load("divi-content-2"));
    let mut failed = Vec::new();
    let mut all = 0;
    for family in FAMILIES {
        let (mut passed, mut differ, mut open) = (0, 0, 0);
        for v in &vectors {
            let attributes = attributes(v);
            if !family.modules.contains(&v.str(0)) || !belongs(family, &attributes) {
                continue;
            }
            if is_open(family, &attributes) {
                open += 1;
                continue;
            }
            let got: Vec<(Option<String>, String)> = (family.declare)(v.str(0), &attributes)
                .into_iter()
                .map(|d| (d.media.query(), d.text))
                .collect();
            let want = recorded(v);
            if got == want {
                passed += 1;
            } else {
                differ += 1;
                failed.push(format!(
                    "{} {}\n  want {want:?}\n  got  {got:?}",
                    v.str(0),
                    v.args[1]
                ));
            }
        }
        println!(
            "{}: {passed} passed, {differ} differ, {open} open",
            family.name
        );
        assert!(passed + differ + open > 0, "no vector of {}", family.name);
        all += passed;
    }
    println!("{all} passed");
    assert!(
        failed.is_empty(),
        "{} differ\n{}",
        failed.len(),
        failed.join("\n")
    );
}
