//! Sliders of posts whose images, texts, lines about a post, buttons and controls differ by device and state.
//!
//! Contract "divi-server", section 2.3. The vectors "divi-module-options" say that these options change the markup.

use serde_json::{Value, json};

use crate::builder_scene::{Scene, layout, module_bases};

const SLIDER: &str = "et_pb_post_slider";
const FULLWIDTH: &str = "et_pb_fullwidth_post_slider";

/// The featured image of post 27; post 36 has none.
const IMAGE: &str = "http://127.0.0.1:8081/wp-content/uploads/2026/11/patio.jpg";
/// Post 27 up to `<!--more-->`.
const TEASER: &str = "Apunte número 1 de nuestra libreta de la loma: Paseo por las cárcavas. Lo escribimos \
    despacio, con la puerta de la cueva abierta y el patio encalado delante.";
const TABLET_HIDDEN: &str = " data-et-multi-view-load-tablet-hidden=\"true\"";

/// The markup of a module with the options.
async fn drawn(scene: &Scene, slug: &str, options: Value) -> String {
    let content = layout(&module_bases(), slug, &options).unwrap();
    scene.draw(&content).await.0
}

/// The attribute of a schema.
fn multi_view(schema: &str, slug: &str) -> String {
    let json = format!("{{\"schema\":{schema},\"slug\":\"{slug}\"}}");
    let json = json.replace('"', "&quot;");
    let json = json.replace('<', "&lt;").replace('>', "&gt;");
    format!(" data-et-multi-view=\"{json}\"")
}

#[track_caller]
fn assert_has(html: &str, wanted: &str) {
    assert!(html.contains(wanted), "{wanted}\nis not in\n{html}");
}

#[tokio::test]
async fn images_behind_the_text_differ_by_state() {
    let scene = Scene::load().await;
    let escaped = IMAGE.replace('/', "\\/");
    let image = format!("{{\"background-image\":\"url({escaped})\"}}");
    let none = "{\"background-image\":\"none\"}";
    let style = format!("style=\"background-image: url({IMAGE});\"");
    for slug in [SLIDER, FULLWIDTH] {
        let hover = json!({"show_image__hover": "off", "show_image__hover_enabled": "on|hover"});
        let html = drawn(&scene, slug, hover).await;
        let schema = format!("{{\"styles\":{{\"desktop\":{image},\"hover\":{none}}}}}");
        let shown = multi_view(&schema, slug);
        let slide = "<div class=\"et_pb_slide et_pb_bg_layout_dark et_pb_post_slide-27\" ";
        assert_has(&html, &format!("{slide}{shown} {style}>"));
        let schema = "{\"classes\":{\
            \"desktop\":{\"remove\":[\"et_pb_slide_with_image\"],\"add\":[\"et_pb_slide_with_no_image\"]},\
            \"hover\":{\"remove\":[\"et_pb_slide_with_image\",\"et_pb_slide_with_no_image\"]}}}";
        let classes =
            "et_pb_slide et_pb_slide_with_no_image et_pb_bg_layout_dark et_pb_post_slide-36";
        let without = multi_view(schema, slug);
        assert_has(&html, &format!("<div class=\"{classes}\" {without} >"));

        let tablet = json!({"show_image": "off", "show_image_tablet": "on", "show_image_phone": "off",
            "show_image_last_edited": "on|phone", "parallax": "on", "parallax_method": "off"});
        let html = drawn(&scene, slug, tablet).await;
        let schema =
            format!("{{\"styles\":{{\"desktop\":{none},\"tablet\":{image},\"phone\":{none}}}}}");
        let layer = "<div class=\"et_parallax_bg et_pb_parallax_css\"";
        let shown = multi_view(&schema, slug);
        assert_has(&html, &format!("{slide} {style}>"));
        assert_has(&html, &format!("{layer} {style}{shown}></div>"));

        let html = drawn(&scene, slug, json!({"show_image": "off"})).await;
        assert_has(&html, &format!("{slide} >"));
        assert_has(&html, &format!("{} >", slide.replace("27", "36")));
        assert!(!html.contains("data-et-multi-view"), "{html}");
    }
}

#[tokio::test]
async fn images_beside_the_text_differ_by_state() {
    let scene = Scene::load().await;
    let both = "[\"et_pb_slide_with_image\",\"et_pb_slide_with_no_image\"]";
    let classes = format!(
        "{{\"classes\":{{\"desktop\":{{\"remove\":{both}}},\
         \"tablet\":{{\"add\":[\"et_pb_slide_with_image\"],\"remove\":[\"et_pb_slide_with_no_image\"]}}}}}}"
    );
    let visibility = "{\"visibility\":{\"desktop\":false,\"tablet\":true}}";
    for slug in [SLIDER, FULLWIDTH] {
        let left = json!({"image_placement": "left", "show_image": "off", "show_image_tablet": "on",
            "show_image_last_edited": "on|tablet"});
        let html = drawn(&scene, slug, left).await;
        let slide = "<div class=\"et_pb_slide et_pb_bg_layout_dark et_pb_post_slide-27\" ";
        assert_has(&html, &format!("{slide}{} >", multi_view(&classes, slug)));
        let picture = multi_view(visibility, slug);
        let picture = format!("<div class=\"et_pb_slide_image\"{picture}{TABLET_HIDDEN}><img ");
        assert_eq!(html.contains(&picture), slug == FULLWIDTH, "{html}");
        assert_eq!(
            html.contains("et_pb_slide_image"),
            slug == FULLWIDTH,
            "{html}"
        );

        let bottom = json!({"image_placement": "bottom", "show_image": "off", "show_image__hover": "on",
            "show_image__hover_enabled": "on|hover"});
        let html = drawn(&scene, slug, bottom).await;
        let shown = multi_view("{\"visibility\":{\"desktop\":false,\"hover\":true}}", slug);
        let picture = format!("<div class=\"et_pb_slide_image\"{shown}><img ");
        let (before, _) = html.split_once(&picture).unwrap();
        assert_has(before, "et_pb_post_slide-27\"  >");
        assert_has(before, "et_pb_more_button");

        let html = drawn(&scene, slug, json!({"image_placement": "top"})).await;
        assert_has(&html, &format!("{slide} >"));
        let (before, _) = html
            .split_once("<div class=\"et_pb_slide_image\"><img ")
            .unwrap();
        assert!(!before.contains("et_pb_slide_description"), "{before}");
    }
}

#[tokio::test]
async fn texts_differ_by_state() {
    let scene = Scene::load().await;
    let excerpt = TEASER.replace('ú', "\\u00fa").replace('á', "\\u00e1");
    let content = format!("<p>{excerpt}<\\/p>\\n");
    for slug in [SLIDER, FULLWIDTH] {
        let hover =
            json!({"content_source__hover": "on", "content_source__hover_enabled": "on|hover"});
        let html = drawn(&scene, slug, hover).await;
        let schema =
            format!("{{\"content\":{{\"desktop\":\"{excerpt}\",\"hover\":\"{content}\"}}}}");
        let attribute = multi_view(&schema, slug);
        assert_has(&html, &format!("<div{attribute}>{TEASER}</div>"));

        let tablet = json!({"content_source": "on", "content_source_tablet": "off", "content_source_phone": "on",
            "content_source_last_edited": "on|phone"});
        let html = drawn(&scene, slug, tablet).await;
        let schema = format!(
            "{{\"content\":{{\"desktop\":\"{content}\",\"tablet\":\"{excerpt}\",\"phone\":\"{content}\"}}}}"
        );
        let attribute = multi_view(&schema, slug);
        let text = format!("<p>{TEASER}</p>\n");
        assert_has(
            &html,
            &format!("<div{attribute}{TABLET_HIDDEN}>{text}</div>"),
        );

        let same = json!({"content_source": "on", "content_source_tablet": "on", "content_source_phone": "on",
            "content_source_last_edited": "on|phone"});
        let html = drawn(&scene, slug, same).await;
        assert_has(&html, &format!("</p><div>{text}</div>"));

        // The phone has an empty value: the excerpt, cut from the rendered content.
        let without_phone = json!({"content_source": "off", "content_source_tablet": "off",
            "content_source_last_edited": "on|tablet"});
        let html = drawn(&scene, slug, without_phone).await;
        assert_has(&html, &format!("</p><div>{TEASER}</div>"));
    }
}

#[tokio::test]
async fn lines_about_a_post_differ_by_state() {
    let scene = Scene::load().await;
    for slug in [SLIDER, FULLWIDTH] {
        let hover = json!({"show_meta__hover": "off", "show_meta__hover_enabled": "on|hover"});
        let html = drawn(&scene, slug, hover).await;
        let shown = multi_view("{\"visibility\":{\"desktop\":true,\"hover\":false}}", slug);
        assert_has(&html, &format!("<p class=\"post-meta\"{shown}>por <span"));

        let tablet = json!({"show_meta": "off", "show_meta_tablet": "on", "show_meta_phone": "off",
            "show_meta_last_edited": "on|phone"});
        let html = drawn(&scene, slug, tablet).await;
        let schema = "{\"visibility\":{\"desktop\":false,\"tablet\":true,\"phone\":false}}";
        let shown = multi_view(schema, slug);
        assert_has(
            &html,
            &format!("<p class=\"post-meta\"{shown}{TABLET_HIDDEN}>por <span"),
        );

        let html = drawn(&scene, slug, json!({"show_meta": "off"})).await;
        assert!(!html.contains("post-meta"), "{html}");
    }
}

#[tokio::test]
async fn buttons_differ_by_state() {
    let scene = Scene::load().await;
    let href = "http://127.0.0.1:8081/paseo-por-las-carcavas/";
    let button = format!("<a class=\"et_pb_button et_pb_more_button\" href=\"{href}\"");
    for slug in [SLIDER, FULLWIDTH] {
        let hover = json!({"show_more_button": "off", "show_more_button__hover": "on",
            "show_more_button__hover_enabled": "on|hover"});
        let html = drawn(&scene, slug, hover).await;
        let shown = multi_view("{\"visibility\":{\"desktop\":false,\"hover\":true}}", slug);
        assert_has(&html, &format!("{button}{shown}>Leer más</a>"));

        let tablet = json!({"more_text": "Abrir", "more_text_tablet": "Ver", "more_text_last_edited": "on|tablet"});
        let html = drawn(&scene, slug, tablet).await;
        let label = multi_view(
            "{\"content\":{\"desktop\":\"Abrir\",\"tablet\":\"Ver\"}}",
            slug,
        );
        assert_has(&html, &format!("{button}{label}{TABLET_HIDDEN}>Abrir</a>"));

        let empty = json!({"more_text": "Abrir", "more_text__hover": "", "more_text__hover_enabled": "on|hover"});
        let html = drawn(&scene, slug, empty).await;
        let schema = "{\"content\":{\"desktop\":\"Abrir\",\"hover\":\"\"},\
            \"visibility\":{\"desktop\":true,\"hover\":false}}";
        let label = multi_view(schema, slug);
        assert_has(&html, &format!("{button}{label}>Abrir</a>"));

        for hidden in [json!({"more_text": ""}), json!({"show_more_button": "off"})] {
            let html = drawn(&scene, slug, hidden).await;
            assert!(!html.contains("et_pb_more_button"), "{html}");
        }
    }
}

#[tokio::test]
async fn controls_differ_by_state() {
    let scene = Scene::load().await;
    let others = ["left", "right", "top", "bottom"];
    let others = others.map(|side| format!("\"et_pb_post_slider_image_{side}\""));
    let others = others.join(",");
    let schema = format!(
        "{{\"classes\":{{\"desktop\":{{\
         \"remove\":[\"et_pb_slider_no_arrows\",\"et_pb_slider_no_pagination\",{others}],\
         \"add\":[\"et_pb_post_slider_image_background\"]}},\"hover\":{{\
         \"add\":[\"et_pb_slider_no_arrows\",\"et_pb_post_slider_image_background\"],\
         \"remove\":[\"et_pb_slider_no_pagination\",{others}]}}}}}}"
    );
    for slug in [SLIDER, FULLWIDTH] {
        let hover = json!({"show_arrows__hover": "off", "show_arrows__hover_enabled": "on|hover"});
        let html = drawn(&scene, slug, hover).await;
        let attribute = multi_view(&schema, slug);
        assert_has(&html, &format!("et_pb_slider_with_overlay\"{attribute}>"));
    }
}
