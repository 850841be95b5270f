//! Vectors of the family wordpress-content: images, blocks, pages, and the content filters as a whole.

use std::collections::HashMap;
use std::sync::Arc;

use compat::divi::responsive_images::ResponsiveImages;
use compat::wordpress::blocks::{Block, Blocks, parse_blocks};
use compat::wordpress::content::{
    ContentContext, ContentFilters, ContentMedia, ContentSettings, generate_postdata_pages,
    get_extended,
};
use compat::wordpress::formatting::texturize::TexturizeStrings;
use compat::wordpress::media::{
    Attachment, CropPosition, ImageFilters, ImageMeta, ImageSize, ImageSizes, LoadingOptimization,
    LoopPosition, Media, RegisteredSize, image_resize_dimensions, wp_constrain_dimensions,
    wp_filter_content_tags, wp_get_attachment_image, wp_get_attachment_image_sizes,
    wp_get_attachment_image_src, wp_get_attachment_image_srcset,
};
use compat::wordpress::php::unserialize;
use compat::wordpress::shortcode::{ShortcodeCall, Shortcodes};
use serde_json::{Value, json};

use crate::vectors::harness::{Vector, check};

const FAMILY: &str = "wordpress-content";
const UPLOADS: &str = "http://127.0.0.1:8081/wp-content/uploads";
const FILTERS: [&dyn ImageFilters; 1] = [&ResponsiveImages];

/// The demo site's page.
struct Page {
    settings: ContentSettings,
    sizes: ImageSizes,
    attachments: HashMap<i64, Attachment>,
    loading: LoadingOptimization,
    autop_moved: bool,
}

impl ContentContext for Page {
    fn settings(&self) -> &ContentSettings {
        &self.settings
    }

    fn autop_moved(&mut self) -> &mut bool {
        &mut self.autop_moved
    }

    fn media(&mut self) -> ContentMedia<'_> {
        ContentMedia {
            media: Media {
                sizes: &self.sizes,
                filters: &FILTERS,
            },
            attachments: &self.attachments,
            loading: &mut self.loading,
        }
    }
}

fn fixture(name: &str) -> Value {
    let path = format!("{}/../fixtures/vectors/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).expect("fixture")).expect("JSON")
}

fn attachments() -> HashMap<i64, Attachment> {
    let list = fixture("demo-attachments.json");
    let attachment = |a: &Value| {
        let text = |key: &str| a[key].as_str().unwrap_or_default().to_owned();
        let meta = unserialize(text("metadata").as_bytes()).ok();
        Attachment {
            id: a["id"].as_i64().unwrap_or_default(),
            upload_base_url: UPLOADS.to_owned(),
            file: text("file"),
            mime_type: text("mime"),
            metadata: meta.as_ref().and_then(ImageMeta::from_value),
            alt: text("alt"),
            title: text("title"),
        }
    };
    list.as_array()
        .into_iter()
        .flatten()
        .map(attachment)
        .map(|a| (a.id, a))
        .collect()
}

fn sizes() -> ImageSizes {
    let size = |(name, width, height, crop): (&str, i64, i64, bool)| {
        (
            name.to_owned(),
            RegisteredSize {
                width,
                height,
                crop,
            },
        )
    };
    let registered = [
        ("thumbnail", 150, 150, true),
        ("medium", 300, 300, false),
        ("medium_large", 768, 0, false),
        ("large", 1024, 1024, false),
        ("1536x1536", 1536, 1536, false),
        ("2048x2048", 2048, 2048, false),
        ("et-pb-post-main-image", 400, 250, true),
        ("et-pb-post-main-image-fullwidth", 1080, 675, true),
        ("et-pb-portfolio-image", 400, 284, true),
        ("et-pb-portfolio-module-image", 510, 382, true),
        ("et-pb-portfolio-image-single", 1080, 9999, false),
        ("et-pb-gallery-module-image-portrait", 400, 516, true),
        ("et-pb-post-main-image-fullwidth-large", 2880, 1800, true),
        ("woocommerce_thumbnail", 300, 300, true),
        ("woocommerce_single", 600, 0, false),
        ("woocommerce_gallery_thumbnail", 100, 100, true),
    ];
    ImageSizes {
        registered: registered.map(size).to_vec(),
        content_width: 1080,
    }
}

fn settings() -> ContentSettings {
    let locale = fixture("locale-data.json");
    let text = |key: &str| {
        locale["es_ES"]["texturize"][key]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    ContentSettings {
        texturize: TexturizeStrings {
            opening_double: text("opening_double"),
            closing_double: text("closing_double"),
            apostrophe: text("apostrophe"),
            prime: text("prime"),
            double_prime: text("double_prime"),
            opening_single: text("opening_single"),
            closing_single: text("closing_single"),
            en_dash: text("en_dash"),
            em_dash: text("em_dash"),
            // The Spanish pack has its own list of such words; no vector holds one of them.
            cockney: Vec::new(),
            ..TexturizeStrings::default()
        },
        smilies_url: Some("http://127.0.0.1:8081/wp-includes/images/smilies/".to_owned()),
        internal_hosts: vec!["127.0.0.1".to_owned()],
        insecure_home_url: None,
    }
}

impl Page {
    fn new() -> Self {
        Self {
            settings: settings(),
            sizes: sizes(),
            attachments: attachments(),
            loading: LoadingOptimization::default(),
            autop_moved: false,
        }
    }

    /// Counters as they are before each vector. Where the paragraph step stands is not reset: the vectors were
    /// taken one behind the other in one process.
    fn begin(&mut self, v: &Vector) {
        let position = if v.env["in_main_loop"].as_bool() == Some(true) {
            LoopPosition::InMainLoop
        } else {
            LoopPosition::Elsewhere
        };
        self.loading = LoadingOptimization {
            position,
            ..LoadingOptimization::default()
        };
    }
}

/// Runs `call` on the vectors of `functions` with a page of the demo site.
fn on_page(functions: &[&str], call: impl Fn(&Vector, &mut Page) -> Option<Value>) {
    let page = std::cell::RefCell::new(Page::new());
    check(FAMILY, functions, 0, |v| {
        let page = &mut *page.borrow_mut();
        page.begin(v);
        call(v, page)
    });
}

fn image_size(v: &Value) -> ImageSize {
    match v.as_array().map(Vec::as_slice) {
        Some([width, height]) => ImageSize::Box(
            width.as_i64().unwrap_or_default(),
            height.as_i64().unwrap_or_default(),
        ),
        _ => ImageSize::from(v.as_str().unwrap_or("thumbnail")),
    }
}

#[test]
fn dimensions() {
    let int = |v: &Vector, i: usize| v.arg(i).as_i64().unwrap_or_default();
    check(FAMILY, &["wp_constrain_dimensions"], 0, |v| {
        let size = wp_constrain_dimensions((int(v, 0), int(v, 1)), (int(v, 2), int(v, 3)));
        Some(json!([size.0, size.1]))
    });
    check(FAMILY, &["image_resize_dimensions"], 0, |v| {
        let position = |v: &Value| match v.as_str() {
            Some("left" | "top") => CropPosition::Start,
            Some("right" | "bottom") => CropPosition::End,
            _ => CropPosition::Center,
        };
        let crop = match v.arg(4) {
            Value::Array(edges) => Some((position(&edges[0]), position(&edges[1]))),
            crop => (crop.as_bool() == Some(true))
                .then_some((CropPosition::Center, CropPosition::Center)),
        };
        let resize = image_resize_dimensions((int(v, 0), int(v, 1)), (int(v, 2), int(v, 3)), crop);
        Some(resize.map_or(json!(false), |r| {
            json!([
                0, 0, r.source.0, r.source.1, r.size.0, r.size.1, r.cut.0, r.cut.1
            ])
        }))
    });
}

#[test]
fn attachment_images() {
    on_page(&["wp_get_attachment_image_src"], |v, page| {
        let parts = page.media();
        let attachment = parts.attachments.attachment(v.arg(0).as_i64()?)?;
        let src = wp_get_attachment_image_src(&parts.media, attachment, &image_size(v.arg(1)));
        Some(src.map_or(json!(false), |s| {
            json!([s.url, s.width, s.height, s.is_intermediate])
        }))
    });
    on_page(
        &[
            "wp_get_attachment_image_srcset",
            "wp_get_attachment_image_sizes",
        ],
        |v, page| {
            let parts = page.media();
            let attachment = parts.attachments.attachment(v.arg(0).as_i64()?)?;
            let size = image_size(v.arg(1));
            let out = if v.function.ends_with("srcset") {
                wp_get_attachment_image_srcset(&parts.media, attachment, &size)
            } else {
                wp_get_attachment_image_sizes(&parts.media, attachment, &size)
            };
            Some(out.map_or(json!(false), Value::String))
        },
    );
    on_page(&["wp_get_attachment_image"], |v, page| {
        let parts = page.media();
        let attachment = parts.attachments.attachment(v.arg(0).as_i64()?)?;
        let attr: Vec<_> = v.arg(3).as_object().into_iter().flatten().collect();
        let attr: Vec<_> = attr.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        let size = image_size(v.arg(1));
        let context = "wp_get_attachment_image";
        let html = wp_get_attachment_image(
            &parts.media,
            attachment,
            &size,
            &attr,
            context,
            parts.loading,
        );
        Some(json!(html))
    });
}

#[test]
fn content_tags() {
    on_page(&["wp_filter_content_tags"], |v, page| {
        let parts = page.media();
        let find = |id| parts.attachments.attachment(id);
        let out = wp_filter_content_tags(v.str(0), v.str(1), &parts.media, find, parts.loading);
        Some(json!(out))
    });
}

/// An empty PHP array prints as a list.
fn php_array(value: Value) -> Value {
    match value {
        Value::Object(map) if map.is_empty() => json!([]),
        Value::Object(map) => map.into_iter().map(|(k, v)| (k, php_array(v))).collect(),
        Value::Array(list) => list.into_iter().map(php_array).collect(),
        other => other,
    }
}

fn block(block: Block<'_>) -> Value {
    let html = block.inner_html();
    json!({
        "blockName": block.name,
        "attrs": block.attrs.map_or(Value::Null, |attrs| php_array(Value::Object(attrs))),
        "innerBlocks": block.inner_blocks.into_iter().map(self::block).collect::<Vec<_>>(),
        "innerHTML": html,
        "innerContent": block.inner_content,
    })
}

#[test]
fn blocks() {
    check(FAMILY, &["parse_blocks"], 0, |v| {
        Some(parse_blocks(v.str(0)).into_iter().map(block).collect())
    });
}

#[test]
fn parts_of_a_text() {
    check(FAMILY, &["get_extended"], 0, |v| {
        let parts = get_extended(v.str(0));
        Some(json!({"main": parts.main, "extended": parts.extended, "more_text": parts.more_text}))
    });
    check(FAMILY, &["generate_postdata_pages"], 0, |v| {
        let pages = generate_postdata_pages(v.str(0));
        let count = pages.len();
        Some(json!({"pages": pages, "numpages": count, "multipage": i32::from(count > 1)}))
    });
}

/// The site's filters. The dummy shortcodes stayed registered for the whole process, for comments and titles too.
fn filters() -> ContentFilters<Page> {
    let mut shortcodes = Shortcodes::new();
    for tag in ["caja", "boton", "gal", "cas", "cas-a", "x_y"] {
        shortcodes.register(tag, |call: &ShortcodeCall<'_, Page>, _: &mut Page| {
            format!("<i data-t=\"{}\">{}</i>", call.tag, call.content)
        });
    }
    ContentFilters {
        shortcodes: Arc::new(shortcodes),
        blocks: Arc::new(Blocks::core()),
    }
}

#[test]
fn the_content() {
    on_page(&["the_content"], |v, page| {
        Some(json!(filters().the_content().apply(v.str(0), page)))
    });
}

#[test]
fn titles_and_comments() {
    on_page(&["the_title"], |v, page| {
        Some(json!(filters().the_title().apply(v.str(0), page)))
    });
    on_page(&["comment_text"], |v, page| {
        Some(json!(filters().comment_text().apply(v.str(0), page)))
    });
}
