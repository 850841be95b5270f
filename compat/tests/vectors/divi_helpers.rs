//! Vectors of the family divi-helpers: values of builder attributes.

use compat::divi::attributes::{AttributeName, Attributes, Part, State, get_responsive_status};
use compat::divi::background_image::{
    background_position, background_size, transform_css, transform_state,
};
use compat::divi::dynamic_content::{DynamicContent, DynamicScene};
use compat::divi::font::{get_font_family, set_element_font};
use compat::divi::gradient::Gradient;
use compat::divi::theme_tables::ThemeTables;
use compat::divi::{
    alignment, code_module, font_icon, multi_value, range_value, shortcode_breaks, spacing,
    state_selector,
};
use compat::wordpress::content::get_extended;
use compat::wordpress::date::WpTimezone;
use compat::wordpress::formatting::trim_words::{WordCountType, wp_trim_words};
use compat::wordpress::l10n::Translations;
use compat::wordpress::link::Links;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::php::json::json_decode_assoc;
use compat::wordpress::post::{Post, PostId};
use compat::wordpress::rewrite::Rewrite;
use compat::wordpress::user::UserId;
use serde_json::{Value, json};

use crate::vectors::harness::{Vector, check};
use crate::vectors::rewrite::database::demo;

const FAMILY: &str = "divi-helpers";

fn attributes(v: &Vector) -> Attributes {
    let map = v.arg(0).as_object().into_iter().flatten();
    map.map(|(k, v)| (k.clone(), v.as_str().unwrap_or_default()))
        .collect()
}

fn device(name: &str) -> State {
    let known = State::DEVICES.into_iter().find(|d| d.name() == name);
    known.expect("a device")
}

fn flag(v: &Vector, i: usize) -> bool {
    v.arg(i).as_bool().unwrap_or(false)
}

fn length(v: &Vector, i: usize) -> Option<usize> {
    v.arg(i).as_u64().and_then(|n| usize::try_from(n).ok())
}

#[test]
fn numbers_and_spacing() {
    check(
        FAMILY,
        &[
            "et_builder_process_range_value",
            "et_pb_get_value_unit",
            "et_sanitize_input_unit",
            "et_builder_get_element_style_css",
            "et_pb_get_spacing",
        ],
        0,
        |v| {
            Some(match v.function.as_str() {
                "et_builder_process_range_value" => {
                    json!(range_value::process_range_value(v.str(0), v.str(1)))
                }
                "et_pb_get_value_unit" => json!(range_value::get_value_unit(v.str(0))),
                "et_sanitize_input_unit" => {
                    json!(range_value::sanitize_input_unit(
                        v.str(0),
                        flag(v, 1),
                        v.arg(2).as_str()
                    ))
                }
                "et_builder_get_element_style_css" => {
                    json!(spacing::get_element_style_css(
                        v.str(0),
                        v.str(1),
                        flag(v, 2)
                    ))
                }
                _ => json!(spacing::get_spacing(v.str(0), v.str(1), "0px")),
            })
        },
    );
}

#[test]
fn fonts_and_icons() {
    let ours = ThemeTables::default();
    check(
        FAMILY,
        &[
            "et_builder_set_element_font",
            "et_builder_get_font_family",
            "et_pb_process_font_icon",
            "et_pb_process_font_icon_down",
            "et_pb_maybe_extended_icon",
            "et_pb_maybe_fa_font_icon",
            "et_pb_get_alignment",
            "et_pb_process_header_level",
        ],
        0,
        |v| {
            Some(match v.function.as_str() {
                "et_builder_set_element_font" => {
                    json!(set_element_font(&ours, v.str(0), flag(v, 1), v.str(2)))
                }
                "et_builder_get_font_family" => json!(get_font_family(&ours, v.str(0), flag(v, 1))),
                "et_pb_process_font_icon" => json!(font_icon::process_font_icon(&ours, v.str(0))),
                "et_pb_process_font_icon_down" => {
                    json!(font_icon::process_font_icon_down(&ours, v.str(0)))
                }
                "et_pb_maybe_extended_icon" => json!(font_icon::is_extended_icon(v.str(0))),
                "et_pb_maybe_fa_font_icon" => json!(font_icon::is_fa_icon(v.str(0))),
                "et_pb_get_alignment" => json!(alignment::get_alignment(v.str(0))),
                _ => json!(alignment::process_header_level(v.str(0), v.arg(1).as_str())),
            })
        },
    );
}

fn devices([desktop, tablet, phone]: [&str; 3]) -> Value {
    json!({"desktop": desktop, "tablet": tablet, "phone": phone})
}

#[test]
fn values_by_device() {
    check(
        FAMILY,
        &[
            "responsive.is_enabled",
            "responsive.get_property_values",
            "responsive.get_property_values_force",
            "responsive.get_any_value",
            "responsive.get_property_value",
            "responsive.get_single_value",
            "responsive.get_default_value",
            "responsive.get_responsive_status",
        ],
        0,
        |v| {
            let (map, name, default) = (attributes(v), v.str(1), v.str(2));
            let value = map.value(name);
            Some(match v.function.as_str() {
                "responsive.is_enabled" => json!(value.is_responsive()),
                "responsive.get_property_values" => devices(value.property_values(default, false)),
                "responsive.get_property_values_force" => {
                    devices(value.property_values(default, true))
                }
                "responsive.get_any_value" => {
                    json!(value.any_value(device(v.str(4)), default, flag(v, 3)))
                }
                "responsive.get_property_value" => {
                    json!(value.property_value(device(v.str(3)), default))
                }
                "responsive.get_single_value" => {
                    json!(value.single_value(device(v.str(3)), default))
                }
                "responsive.get_default_value" => {
                    let AttributeName { base, part } = AttributeName::parse(name);
                    let Part::Value(state) = part else {
                        return None;
                    };
                    json!(map.value(base).default_value(state, default))
                }
                _ => json!(get_responsive_status(v.str(0))),
            })
        },
    );
}

#[test]
fn values_under_the_mouse_and_while_sticking() {
    check(
        FAMILY,
        &[
            "hover.is_enabled",
            "hover.get_value",
            "hover.get_raw_value",
            "hover.add_hover_to_order_class",
            "hover.add_hover_to_selectors",
            "sticky.is_enabled",
            "sticky.get_value",
            "sticky.add_sticky_to_order_class",
            "sticky.add_sticky_to_selectors",
        ],
        0,
        |v| {
            let (map, name, default) = (attributes(v), v.str(1), v.str(2));
            let value = map.value(name);
            Some(match v.function.as_str() {
                "hover.is_enabled" => json!(value.is_hover_enabled()),
                "hover.get_value" => json!(value.property_value(State::Hover, default)),
                "hover.get_raw_value" => json!(value.get(State::Hover).unwrap_or(default)),
                "hover.add_hover_to_order_class" => {
                    json!(state_selector::add_hover_to_order_class(v.str(0)))
                }
                "hover.add_hover_to_selectors" => {
                    json!(state_selector::add_hover_to_selectors(v.str(0)))
                }
                "sticky.is_enabled" => json!(value.is_sticky_enabled()),
                "sticky.get_value" => json!(value.property_value(State::Sticky, default)),
                _ => json!(state_selector::add_sticky_to_order_class(
                    v.str(0),
                    flag(v, 1)
                )),
            })
        },
    );
}

fn gradient(v: &Vector) -> String {
    let default = Gradient::default();
    let part = |key: &str, default| v.arg(0)[key].as_str().unwrap_or(default);
    let gradient = Gradient {
        kind: part("type", default.kind),
        direction: part("direction", default.direction),
        radial_direction: part("radial_direction", default.radial_direction),
        stops: part("stops", default.stops),
        repeat: part("repeat", default.repeat),
    };
    gradient.css()
}

#[test]
fn parts_and_backgrounds() {
    check(
        FAMILY,
        &[
            "multi_value.split",
            "multi_value.has_value",
            "multi_value.merge",
            "background.get_gradient_style",
            "background.get_background_position_css",
            "background.get_background_size_css",
            "background.get_transform_state",
            "background.get_transform_css",
        ],
        0,
        |v| {
            Some(match v.function.as_str() {
                "multi_value.split" => json!(multi_value::split(v.str(0), length(v, 1))),
                "multi_value.has_value" => json!(multi_value::has_value(v.str(0))),
                "multi_value.merge" => {
                    json!(multi_value::merge(v.str(0), v.str(1), length(v, 2)))
                }
                "background.get_gradient_style" => json!(gradient(v)),
                "background.get_background_position_css" => {
                    let place = background_position(v.str(0), v.str(1), v.str(2), v.str(3));
                    json!({"position-y": place.position_y, "position-x": place.position_x, "position": place.position})
                }
                "background.get_background_size_css" => {
                    let size = background_size(v.str(0), v.str(1), v.str(2), v.str(3), v.str(4));
                    json!({ "size": size })
                }
                "background.get_transform_state" => json!(transform_state(v.str(0), v.str(1))),
                _ => json!(transform_css(flag(v, 0), flag(v, 1))),
            })
        },
    );
}

#[test]
fn stored_texts() {
    check(
        FAMILY,
        &[
            "et_pb_fix_shortcodes",
            "et_builder_convert_line_breaks",
            "et_builder_replace_code_content_entities",
            "et_pb_prep_code_module_for_wpautop",
            "convert_smart_quotes_and_amp",
            "decode_attributes",
        ],
        0,
        |v| {
            let text = v.str(0);
            Some(match v.function.as_str() {
                "et_pb_fix_shortcodes" if flag(v, 1) => {
                    json!(code_module::fix_raw_shortcodes(text))
                }
                "et_pb_fix_shortcodes" => json!(shortcode_breaks::fix_shortcodes(text)),
                "et_builder_convert_line_breaks" => {
                    json!(code_module::convert_line_breaks(text, "\n"))
                }
                "et_builder_replace_code_content_entities" => {
                    json!(code_module::replace_code_content_entities(text))
                }
                "et_pb_prep_code_module_for_wpautop" => {
                    json!(code_module::prep_code_module_for_wpautop(text))
                }
                "convert_smart_quotes_and_amp" => {
                    json!(code_module::convert_smart_quotes_and_amp(text))
                }
                _ => {
                    let map = v.arg(1).as_object().into_iter().flatten();
                    let map = map.map(|(k, v)| (k.clone(), v.as_str().unwrap_or_default()));
                    let mut map: Attributes = map.collect();
                    map.decode();
                    map.iter().map(|(k, v)| (k.to_owned(), json!(v))).collect()
                }
            })
        },
    );
}

/// The page on which the values were taken.
const PAGE: PostId = PostId(2043);

fn objects() -> ObjectCache {
    let demo = demo();
    let mut objects = ObjectCache::default();
    demo.block_on(async {
        let posts: Vec<(i64,)> = demo
            .db
            .load("SELECT ID FROM {p}posts", vec![])
            .await
            .expect("posts");
        let ids: Vec<PostId> = posts.into_iter().map(|(id,)| PostId(id)).collect();
        objects.prime_posts(&demo.db, &ids).await.expect("posts");
        objects.prime_post_meta(&demo.db, &ids).await.expect("meta");
        objects
            .prime_relationships(&demo.db, &ids)
            .await
            .expect("terms");
        objects
            .prime_users(&demo.db, &[UserId(1)])
            .await
            .expect("user");
    });
    objects
}

/// The excerpt of a post without one of its own: its beginning without the builder's shortcodes.
fn excerpt(post: &Post) -> String {
    let main = get_extended(&post.content).main;
    let text = if main.contains("[et_pb_") { "" } else { main };
    wp_trim_words(text, 55, " [&hellip;]", WordCountType::Words)
}

#[test]
fn dynamic_content() {
    let demo = demo();
    let objects = objects();
    let rewrite = Rewrite::new(&demo.site, &demo.site.registry.rewrite);
    let locale =
        Translations::new(Some(&crate::vectors::recorded_site::recorded_content())).locale("es_ES");
    let scene = DynamicScene {
        links: Links {
            site: &demo.site,
            rewrite: &rewrite,
            cache: &objects,
            hooks: &[],
            reads_private: false,
        },
        page: Some(PAGE),
        zone: &WpTimezone::from_options("Europe/Madrid", 0.0),
        strings: &locale.wp_locale().date_strings(),
        now: 1_795_169_730,
        title: &|post| post.title.clone(),
        excerpt: &excerpt,
    };
    check(FAMILY, &["resolve_dynamic_content"], 0, |v| {
        let settings = json_decode_assoc(v.arg(1).to_string().as_bytes()).ok()?;
        let content = DynamicContent {
            source: v.str(0).to_owned(),
            settings,
        };
        let post = PostId(v.arg(2).as_i64()?);
        Some(json!(scene.resolve(&content, post)))
    });
}
