//! Images of other types than the uploads (`media.output_format`), as WordPress's filter `image_editor_output_format` has it.
//!
//! Contract "wordpress-rest" section 7.4.

use std::collections::BTreeSet;

use pictures::{Format, Picture};
use serde_json::{Value, json};
use tests_contract::server::Database;

use super::library::{Library, json_of, picture};

fn library(database: Database, formats: &str) -> Library {
    Library::start_with(database, &[("OXIPRESS_MEDIA_OUTPUT_FORMAT", formats)])
}

/// All images of an item are of a type: told, named and stored so.
fn assert_all_are(library: &Library, item: &Value, format: Format) {
    let sizes = item["media_details"]["sizes"].as_object().expect("sizes");
    assert!(sizes.len() > 1, "{item}");
    for (name, size) in sizes.iter().filter(|(name, _)| *name != "full") {
        assert_eq!(size["mime_type"], format.mime(), "{name}");
        let file = size["file"].as_str().expect("a name");
        assert!(
            file.ends_with(&format!(".{}", format.extension())),
            "{file}"
        );
        let bytes = std::fs::read(library.uploads().join(file)).expect("a file");
        let made = Picture::decode(&bytes, format).expect("a picture");
        assert_eq!(json!(made.width), size["width"], "{name}");
    }
}

fn made_of(library: &Library, (name, of): (&str, Format), to: Format) -> Value {
    let file = picture(330, 200, of);
    let (status, item) = library.upload(name, of.mime(), &file);
    let stem = name.rsplit_once('.').expect("an extension").0;
    let details = &item["media_details"];
    // The upload stays what it is; a copy of the other type takes its place.
    assert_eq!(
        (
            status,
            &details["file"],
            &details["original_image"],
            &item["mime_type"]
        ),
        (
            201,
            &json!(format!("{stem}.{}", to.extension())),
            &json!(name),
            &json!(of.mime())
        ),
        "{item}"
    );
    assert_eq!(
        (&details["width"], &details["height"]),
        (&json!(330), &json!(200))
    );
    assert_eq!(
        std::fs::read(library.uploads().join(name)).expect("a file"),
        file
    );
    assert_all_are(library, &item, to);
    item
}

pub fn of_photographs(database: Database) {
    let library = library(database, "image/jpeg=image/webp,image/png=image/avif");
    let before = library.files();
    let item = made_of(&library, ("foto.jpg", Format::Jpeg), Format::WebP);
    let id = item["id"].as_i64().expect("id");
    let medium = &item["media_details"]["sizes"]["medium"]["file"];
    assert_eq!(medium, "foto-300x182.webp");
    // Neither of this name, nor one whose images would have it.
    let webp = picture(20, 20, Format::WebP);
    let (_, second) = library.upload("foto.webp", "image/webp", &webp);
    assert_eq!(second["media_details"]["file"], "foto-1.webp");
    let (_, third) = library.upload("foto-1.jpg", "image/jpeg", &picture(20, 20, Format::Jpeg));
    assert_eq!(third["media_details"]["file"], "foto-1-1.webp");
    made_of(&library, ("dibujo.png", Format::Png), Format::Avif);
    // What is missing is made of the same type.
    let path = format!("/media/{id}/post-process");
    let body = json!({"action": "create-image-subsizes"});
    let (status, processed) = library.post("editora", &path, &body);
    assert_eq!(status, 200, "{processed}");
    assert_all_are(&library, &processed, Format::WebP);
    edited(&library, &item);
    let items = library.ask("editora", ("GET", "/media?per_page=5"), &[], b"");
    for item in json_of(&items).as_array().expect("a list") {
        let path = format!("/media/{}?force=true", item["id"]);
        let gone = library.ask("editora", ("DELETE", &path), &[], b"");
        assert_eq!(gone.status, 200);
    }
    assert_eq!(library.files(), before);
}

/// An edited picture is of the other type itself.
fn edited(library: &Library, item: &Value) {
    let path = format!("/media/{}/edit", item["id"]);
    let body = json!({"src": item["source_url"], "rotation": 90});
    let (status, edited) = library.post("editora", &path, &body);
    let details = &edited["media_details"];
    assert_eq!(
        (
            status,
            &details["file"],
            &edited["mime_type"],
            &details["width"]
        ),
        (
            201,
            &json!("foto-edited.webp"),
            &json!("image/webp"),
            &json!(200)
        ),
        "{edited}"
    );
    assert_eq!(details["original_image"], Value::Null);
    assert_eq!(
        details["parent_image"],
        json!({"attachment_id": item["id"].to_string(), "file": "foto.jpg"})
    );
    let guid = edited["guid"]["rendered"].as_str().expect("guid");
    assert!(guid.ends_with("/foto-edited.jpg"), "{guid}");
    assert_all_are(library, &edited, Format::WebP);
}

/// What is transparent stays so; a large picture gets its smaller copy in the other type.
#[test]
fn transparent_and_large() {
    let library = library(
        Database::Sqlite,
        "image/png=image/webp,image/jpeg=image/avif",
    );
    let pixels = (0..320 * 320_u32).flat_map(|place| [90, 120, 30, (place % 320 / 2) as u8]);
    let stamp = Picture {
        width: 320,
        height: 320,
        channels: 4,
        pixels: pixels.collect(),
        has_palette: false,
        color_profile: None,
    };
    let file = stamp.encode(Format::Png).expect("a file");
    let (status, item) = library.upload("sello.png", "image/png", &file);
    assert_eq!(
        (status, &item["media_details"]["file"]),
        (201, &json!("sello.webp")),
        "{item}"
    );
    assert_all_are(&library, &item, Format::WebP);
    let made = std::fs::read(library.uploads().join("sello.webp")).expect("a file");
    let made = Picture::decode(&made, Format::WebP).expect("a picture");
    assert!(made.has_transparency());
    let before: BTreeSet<String> = library.files();
    let (status, item) =
        library.upload("ancha.jpg", "image/jpeg", &picture(2600, 60, Format::Jpeg));
    let details = &item["media_details"];
    assert_eq!(
        (status, &details["file"], &details["original_image"]),
        (201, &json!("ancha-scaled.avif"), &json!("ancha.jpg")),
        "{item}"
    );
    assert_all_are(&library, &item, Format::Avif);
    let new: Vec<String> = library.files().difference(&before).cloned().collect();
    let originals = new.iter().filter(|name| name.ends_with(".jpg")).count();
    assert_eq!(originals, 1, "{new:?}");
}
