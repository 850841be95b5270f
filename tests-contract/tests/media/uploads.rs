//! Uploads, edits and deletion beside the recordings.

use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt as _;

use compat::binds;
use compat::wordpress::php::unserialize;
use pictures::Format;
use serde_json::json;
use tests_contract::client::get;
use tests_contract::server::Database;

use super::library::{Library, json_of, picture};

#[expect(clippy::too_many_lines, reason = "one table of cases")]
pub fn stored(database: Database) {
    let library = Library::start(database);
    let before = library.files();
    let body = picture(900, 600, Format::Jpeg);
    let (status, item) = library.upload("La loma.jpg", "image/jpeg", &body);
    assert_eq!(status, 201, "{item}");
    let sizes = item["media_details"]["sizes"].as_object().expect("sizes");
    let made: Vec<String> = sizes
        .iter()
        .map(|(name, size)| format!("{name} {}x{}", size["width"], size["height"]))
        .collect();
    // Recording owner/media-raw-jpeg.
    let want = [
        "medium 300x200",
        "thumbnail 150x150",
        "medium_large 768x512",
        "et-pb-post-main-image 400x250",
        "et-pb-portfolio-image 400x284",
        "et-pb-portfolio-module-image 510x382",
        "et-pb-gallery-module-image-portrait 400x516",
        "et-pb-image--responsive--phone 480x320",
        "woocommerce_thumbnail 300x300",
        "woocommerce_single 600x400",
        "woocommerce_gallery_thumbnail 100x100",
        "full 900x600",
    ];
    assert_eq!(made, want);
    assert_eq!(
        item["missing_image_sizes"],
        json!(["et-pb-image--responsive--tablet"])
    );
    assert_eq!(
        (&item["title"]["raw"], &item["slug"]),
        (&json!("La-loma"), &json!("la-loma"))
    );
    let new: BTreeSet<String> = library.files().difference(&before).cloned().collect();
    assert_eq!(new.len(), 12, "{new:?}");
    for name in &new {
        let path = library.uploads().join(name);
        let mode = std::fs::metadata(path).expect("file").permissions().mode() & 0o777;
        assert_eq!((mode & 0o600, mode & 0o111), (0o600, 0), "{name}");
        let shown = get(library.server.addr, &format!("/wp-content/uploads/{name}")).expect("file");
        assert_eq!(shown.status, 200, "{name}");
    }
    let id = item["id"].as_i64().expect("id");
    const META: &str = "SELECT meta_value FROM {p}postmeta WHERE post_id = ? AND meta_key = ?";
    let metadata: Vec<(Vec<u8>,)> = library
        .site
        .load(META, binds![id, "_wp_attachment_metadata"])
        .expect("meta");
    let metadata = unserialize(&metadata[0].0).expect("an array");
    let keys: Vec<String> = metadata
        .iter()
        .map(|(key, _)| key.to_string_lossy())
        .collect();
    assert_eq!(
        keys,
        ["width", "height", "file", "filesize", "sizes", "image_meta"]
    );
    assert_eq!(
        metadata
            .at("sizes")
            .at("woocommerce_thumbnail")
            .at("uncropped")
            .as_bool(),
        Some(false)
    );
    let (_, second) = library.upload("La loma.jpg", "image/jpeg", &picture(120, 90, Format::Jpeg));
    assert_eq!(second["media_details"]["file"], "La-loma-1.jpg");
    // Recording owner/media-wrong-ext: what it is decides, not what it is called.
    let (status, third) =
        library.upload("engaño.png", "image/png", &picture(120, 90, Format::Jpeg));
    assert_eq!(
        (status, &third["media_details"]["file"], &third["mime_type"]),
        (201, &json!("engano.jpg"), &json!("image/jpeg")),
        "{third}"
    );
    deleted(&library, id, &new);
}

/// Others may not delete; with the rows all files go.
fn deleted(library: &Library, id: i64, files: &BTreeSet<String>) {
    let path = format!("/media/{id}?force=true");
    let other = library.ask("autora", ("DELETE", &path), &[], b"");
    assert_eq!(
        (other.status, json_of(&other)["code"].as_str()),
        (403, Some("rest_cannot_delete"))
    );
    let soft = library.ask("editora", ("DELETE", &format!("/media/{id}")), &[], b"");
    assert_eq!(
        (soft.status, json_of(&soft)["code"].as_str()),
        (501, Some("rest_trash_not_supported"))
    );
    assert!(files.is_subset(&library.files()));
    let gone = library.ask("editora", ("DELETE", &path), &[], b"");
    assert_eq!(
        (gone.status, &json_of(&gone)["deleted"]),
        (200, &json!(true))
    );
    assert!(files.is_disjoint(&library.files()));
    const ROWS: &str = "SELECT COUNT(*) FROM {p}postmeta WHERE post_id = ?";
    let rows: Vec<(i64,)> = library.site.load(ROWS, binds![id]).expect("rows");
    assert_eq!(rows[0].0, 0);
}

#[expect(clippy::too_many_lines, reason = "one table of cases")]
pub fn edits(database: Database) {
    let library = Library::start(database);
    let (_, item) = library.upload("sello.png", "image/png", &picture(420, 300, Format::Png));
    let (id, src) = (item["id"].as_i64().expect("id"), item["source_url"].clone());
    let (status, processed) = library.post(
        "editora",
        &format!("/media/{id}/post-process"),
        &json!({"action": "create-image-subsizes"}),
    );
    let phone = &processed["media_details"]["sizes"]["et-pb-image--responsive--phone"];
    // Recording owner/media-post-process.
    assert_eq!(
        (status, &phone["file"]),
        (200, &json!("sello-420x270.png")),
        "{processed}"
    );
    assert!(library.uploads().join("sello-420x270.png").is_file());
    let path = format!("/media/{id}/edit");
    let crop = json!({"type": "crop", "args": {"left": 10, "top": 10, "width": 50, "height": 50}});
    let turn = json!({"type": "rotate", "args": {"angle": 90}});
    let (status, edited) = library.post(
        "editora",
        &path,
        &json!({"src": src, "modifiers": [crop, turn]}),
    );
    let details = &edited["media_details"];
    // Recording owner/media-crop-ok.
    assert_eq!(
        (status, &details["width"], &details["height"]),
        (201, &json!(150), &json!(210)),
        "{edited}"
    );
    assert_eq!(
        (&details["file"], &edited["slug"]),
        (&json!("sello-edited.png"), &json!("sello-2"))
    );
    assert_eq!(
        details["parent_image"],
        json!({"attachment_id": id.to_string(), "file": "sello.png"})
    );
    for (body, status, code) in [
        (json!({"src": src}), 400, "rest_image_not_edited"),
        (json!({"rotation": 90}), 400, "rest_missing_callback_param"),
        (
            json!({"src": "x", "rotation": 90}),
            404,
            "rest_unknown_attachment",
        ),
        (
            json!({"src": src, "modifiers": [{"type": "crop", "args": {"left": 100, "top": 0, "width": 5, "height": 5}}]}),
            500,
            "rest_image_crop_failed",
        ),
        (
            json!({"src": src, "modifiers": [{"type": "melt", "args": {}}]}),
            400,
            "rest_invalid_param",
        ),
    ] {
        let (got, answer) = library.post("editora", &path, &body);
        assert_eq!(
            (got, answer["code"].as_str()),
            (status, Some(code)),
            "{body}: {answer}"
        );
    }
    let (status, answer) = library.post("autora", &path, &json!({"src": src, "rotation": 90}));
    assert_eq!(
        (status, answer["code"].as_str()),
        (403, Some("rest_cannot_edit"))
    );
}
