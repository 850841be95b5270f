//! Routes that attachments have besides those of all posts.
//!
//! Contract "wordpress-rest" section 7.5.

use compat::wordpress::l10n::Locale;
use compat::wordpress::php::{Array, Value};

use super::arg::Arg;
use super::media_edit::{edit_media_item, may_edit_media};
use super::media_writes::post_process_item;
use super::post_writes;
use super::route::{CREATABLE, Callback, Endpoint, Permission, Routes};

/// Registers them.
pub fn register(routes: &mut Routes, locale: &Locale) {
    let endpoint = |permission: Permission, callback: Callback, args| Endpoint {
        methods: CREATABLE,
        args: Some(args),
        permission: Some(permission),
        callback,
        subject: "attachment".into(),
        allow_batch: false,
    };
    let process = endpoint(
        post_writes::may_update,
        post_process_item,
        super::dashboard_args::post_process(locale),
    );
    routes.register("wp/v2", "/media/(?P<id>[\\d]+)/post-process", vec![process]);
    let edit = endpoint(may_edit_media, edit_media_item, edit_args(locale));
    routes.register("wp/v2", "/media/(?P<id>[\\d]+)/edit", vec![edit]);
}

fn number(locale: &Locale, source: &str, bounds: &[(&str, Value)]) -> Value {
    let mut schema = Value::array()
        .with("description", locale.translate(source))
        .with("type", "number");
    for (name, bound) in bounds {
        schema = schema.with(*name, bound.clone());
    }
    schema
}

fn object(properties: Array, required: &[&str]) -> Value {
    Value::array()
        .with("type", "object")
        .with("required", required.iter().copied().collect::<Value>())
        .with("properties", properties)
}

fn modifier(locale: &Locale, (kind, title): (&str, &str), args: Array, names: &[&str]) -> Value {
    let kinds = Value::array()
        .with("type", "string")
        .with("enum", Value::array().with_pushed(kind));
    let properties = Array::new()
        .with("type", kinds)
        .with("args", object(args, names));
    let mut schema = Value::array().with("title", locale.translate(title));
    if let (Some(schema), Some(more)) = (
        schema.as_array_mut(),
        object(properties, &["type", "args"]).as_array(),
    ) {
        for (name, value) in more.iter() {
            schema.insert(name.clone(), value.clone());
        }
    }
    schema
}

#[expect(clippy::too_many_lines, reason = "one list of registrations")]
fn edit_args(locale: &Locale) -> Vec<Arg> {
    let percent: [(&str, Value); 2] = [("minimum", 0.into()), ("maximum", 100.into())];
    let angle = number(locale, "Angle to rotate clockwise in degrees.", &[]);
    let rotate = modifier(
        locale,
        ("rotate", "Rotation"),
        Array::new().with("angle", angle),
        &["angle"],
    );
    let side = |source: &str| number(locale, source, &[]);
    let parts = Array::new()
        .with("left", side("Horizontal position from the left to begin the crop as a percentage of the image width."))
        .with("top", side("Vertical position from the top to begin the crop as a percentage of the image height."))
        .with("width", side("Width of the crop as a percentage of the image width."))
        .with("height", side("Height of the crop as a percentage of the image height."));
    let crop = modifier(
        locale,
        ("crop", "Crop"),
        parts,
        &["left", "top", "width", "height"],
    );
    let items = Value::array()
        .with("description", locale.translate("Image edit."))
        .with("type", "object")
        .with(
            "required",
            Value::array().with_pushed("type").with_pushed("args"),
        )
        .with(
            "oneOf",
            Value::array().with_pushed(rotate).with_pushed(crop),
        );
    let arg = |name: &str, source: &str| Arg::new(name, locale.translate(source));
    let bounded = |name: &str, source: &str| {
        let mut arg = arg(name, source).with("type", "number");
        for (bound, value) in &percent {
            arg = arg.with(bound, value.clone());
        }
        arg
    };
    let rotation = arg(
        "rotation",
        "The amount to rotate the image clockwise in degrees. DEPRECATED: Use `modifiers` instead.",
    )
    .integer();
    vec![
        arg("src", "URL to the edited image file.")
            .string()
            .with("format", "uri")
            .required(),
        arg("modifiers", "Array of image edits.")
            .with("type", "array")
            .with("minItems", 1)
            .with("items", items),
        rotation
            .with("minimum", 0)
            .with("exclusiveMinimum", true)
            .with("maximum", 360)
            .with("exclusiveMaximum", true),
        bounded(
            "x",
            "As a percentage of the image, the x position to start the crop from. DEPRECATED: Use `modifiers` instead.",
        ),
        bounded(
            "y",
            "As a percentage of the image, the y position to start the crop from. DEPRECATED: Use `modifiers` instead.",
        ),
        bounded(
            "width",
            "As a percentage of the image, the width to crop the image to. DEPRECATED: Use `modifiers` instead.",
        ),
        bounded(
            "height",
            "As a percentage of the image, the height to crop the image to. DEPRECATED: Use `modifiers` instead.",
        ),
    ]
}
