//! The font library: families, faces with their files, refusals, deletion.
//!
//! Contract "wordpress-rest", section 14.

use std::collections::BTreeSet;

use compat::binds;
use serde_json::{Value, json};
use tests_contract::client::get;
use tests_contract::server::Database;

use super::library::{Library, json_of};

const FAMILIES: &str = "/font-families";
const WOFF2: &[u8] = b"wOF2\0\x01\0\0 a font";
const FILE: &str = "SELECT CONCAT(post_id, ' ', meta_value) FROM {p}postmeta WHERE meta_key = '_wp_font_face_file'";

/// Settings of a face and files of a form: field, name, content.
fn form(settings: &str, files: &[(&str, &str, &[u8])]) -> Vec<u8> {
    let mut body = format!(
        "--x\r\nContent-Disposition: form-data; name=\"font_face_settings\"\r\n\r\n{settings}\r\n"
    )
    .into_bytes();
    for (field, name, content) in files {
        let head = format!(
            "--x\r\nContent-Disposition: form-data; name=\"{field}\"; filename=\"{name}\"\r\n\
             Content-Type: font/woff2\r\n\r\n"
        );
        body.extend(head.as_bytes());
        body.extend(*content);
        body.extend(b"\r\n");
    }
    body.extend(b"--x--\r\n");
    body
}

struct Faces<'a> {
    library: &'a Library,
    route: String,
}

impl Faces<'_> {
    fn send(&self, who: &str, settings: &Value, files: &[(&str, &str, &[u8])]) -> (u16, Value) {
        let headers = [("Content-Type", "multipart/form-data; boundary=x")];
        let body = form(&settings.to_string(), files);
        let answer = self
            .library
            .ask(who, ("POST", &self.route), &headers, &body);
        (answer.status, json_of(&answer))
    }

    fn refusals(&self) {
        let face = |src: &Value| json!({"fontFamily": "Cal", "fontWeight": "900", "src": src});
        let file = ("f", "Cal.woff2", WOFF2);
        let invalid = "rest_invalid_param";
        for (settings, files, code) in [
            (
                json!({"fontFamily": "Cal"}),
                &[file][..],
                "rest_property_required",
            ),
            (face(&json!("")), &[], invalid),
            (face(&json!(["f", ""])), &[file], invalid),
            (face(&json!("g")), &[], invalid),
            (face(&json!("http://127.0.0.1/a.woff2")), &[], invalid),
            // A file that no source names.
            (face(&json!("https://a.example/a.woff2")), &[file], invalid),
            (face(&json!(7)), &[], invalid),
            (face(&json!({"a": "b"})), &[], "rest_no_matching_schema"),
            (
                json!({"fontFamily": "Cal", "src": "f", "x": 1}),
                &[file],
                "rest_additional_properties_forbidden",
            ),
            (
                json!({"fontFamily": "Cal", "src": "f", "fontDisplay": "never"}),
                &[file],
                "rest_not_in_enum",
            ),
        ] {
            let (status, answer) = self.send("duena", &settings, files);
            assert_eq!(
                (status, &answer["code"]),
                (400, &json!(invalid)),
                "{settings}"
            );
            let detail = &answer["data"]["details"]["font_face_settings"];
            assert_eq!(detail["code"], code, "{settings}: {answer}");
            assert_eq!(detail["data"]["status"], 400, "{settings}: {answer}");
        }
        for (name, content) in [
            ("Cal.woff2", &b"<?php echo 1;"[..]),
            ("cal.php", WOFF2),
            ("cal.svg", b"<svg/>"),
            ("Cal.ttf", WOFF2),
        ] {
            let files = [("f", name, content)];
            let (status, answer) = self.send("duena", &face(&json!("f")), &files);
            let want = json!("rest_font_upload_invalid_file_type");
            assert_eq!((status, &answer["code"]), (400, &want), "{name}");
        }
        let (status, answer) = self.send("editora", &face(&json!("f")), &[file]);
        assert_eq!(
            (status, &answer["code"]),
            (403, &json!("rest_cannot_create"))
        );
        let (status, _) = self.send("", &face(&json!("f")), &[file]);
        assert_eq!(status, 401);
    }
}

pub fn faces(database: Database) {
    let library = Library::start(database);
    let before = library.files();
    let family = json!({"font_family_settings": "{\"name\":\"Cal\",\"slug\":\"Cal Viva\",\"fontFamily\":\"Cal Viva, serif\"}"});
    let (status, made) = library.post("duena", FAMILIES, &family);
    assert_eq!(status, 201, "{made}");
    let settings = &made["font_family_settings"];
    assert_eq!(
        (&settings["slug"], &settings["fontFamily"]),
        (&json!("cal-viva"), &json!("\"Cal Viva\", serif"))
    );
    let id = made["id"].as_i64().expect("id");
    let faces = Faces {
        library: &library,
        route: format!("{FAMILIES}/{id}/font-faces"),
    };
    faces.refusals();
    assert_eq!(library.files(), before, "a refused file stays");
    let both = json!({"fontFamily": "Cal Viva", "fontWeight": "bold", "src": ["f0", "https://a.example/b.woff2"]});
    let file = ("f0", "Cal Viva.woff2", WOFF2);
    let (status, face) = faces.send("duena", &both, &[file]);
    assert_eq!(status, 201, "{face}");
    let url = "http://127.0.0.1:8081/wp-content/uploads/fonts/Cal-Viva.woff2";
    let want = json!({"fontFamily": "\"Cal Viva\"", "fontWeight": "bold", "src": [url, "https://a.example/b.woff2"]});
    assert_eq!(
        (&face["font_face_settings"], &face["parent"]),
        (&want, &json!(id))
    );
    let new: BTreeSet<String> = library.files().difference(&before).cloned().collect();
    assert_eq!(new, BTreeSet::from(["fonts/Cal-Viva.woff2".to_owned()]));
    let shown = get(
        library.server.addr,
        "/wp-content/uploads/fonts/Cal-Viva.woff2",
    )
    .expect("file");
    assert_eq!((shown.status, shown.body.len()), (200, WOFF2.len()));
    let rows: Vec<(String,)> = library.site.load(FILE, binds![]).expect("rows");
    assert_eq!(rows, [(format!("{} Cal-Viva.woff2", face["id"]),)]);
    let (status, again) = faces.send("duena", &both, &[file]);
    assert_eq!(
        (status, &again["code"]),
        (400, &json!("rest_duplicate_font_face"))
    );
    let other = json!({"fontFamily": "Cal Viva", "src": "f0"});
    let (status, second) = faces.send("duena", &other, &[file]);
    let second_url = "http://127.0.0.1:8081/wp-content/uploads/fonts/Cal-Viva-1.woff2";
    assert_eq!(
        (status, &second["font_face_settings"]["src"]),
        (201, &json!(second_url))
    );
    deleted(&faces, &face, &before);
}

/// With a face its file goes, with a family all.
fn deleted(faces: &Faces<'_>, face: &Value, before: &BTreeSet<String>) {
    let library = faces.library;
    let delete = |route: &str| {
        let answer = library.ask("duena", ("DELETE", route), &[], b"");
        (answer.status, json_of(&answer))
    };
    let one = format!("{}/{}", faces.route, face["id"]);
    assert_eq!(delete(&one).0, 501);
    let elsewhere = one.replacen("font-families/", "font-families/9", 1);
    assert_eq!(delete(&format!("{elsewhere}?force=true")).0, 404);
    let (status, gone) = delete(&format!("{one}?force=true"));
    assert_eq!((status, &gone["previous"]["id"]), (200, &face["id"]));
    assert!(!library.files().contains("fonts/Cal-Viva.woff2"));
    assert!(library.files().contains("fonts/Cal-Viva-1.woff2"));
    let family = faces.route.trim_end_matches("/font-faces");
    assert_eq!(delete(&format!("{family}?force=true")).0, 200);
    assert_eq!(&library.files(), before);
    let left =
        "SELECT COUNT(*) FROM {p}posts WHERE post_type IN ('wp_font_face', 'wp_font_family')";
    assert_eq!(library.count(left), 0);
}
