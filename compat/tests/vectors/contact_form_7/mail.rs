//! Family `cf7-mail`: what the plugin hands to `wp_mail`.

use std::path::Path;

use compat::contact_form_7::mail::{ComposedMail, ContainerPost, MailTemplate, MailUser};
use compat::contact_form_7::submission::{Submission, Uploads, stored_file_name};
use serde_json::{Value as Json, json};

use super::site::{self, Ground};
use crate::harness::{Vector, check};

const FAMILY: &str = "cf7-mail";

fn ground(v: &Vector) -> Ground {
    let mut ground = Ground::new(v.str(0), "");
    let env = |key: &str| v.env[key].as_str().unwrap_or_default().to_owned();
    ground.locale_code = env("locale");
    ground.locale = site::locale(&env("locale"));
    ground.title = env("form_title");
    ground.info.title = env("site_title");
    ground.info.description = env("site_description");
    ground.info.admin_email = env("admin_email");
    ground.info.date_format = env("date_format");
    ground.info.time_format = env("time_format");
    ground.info.url = env("home");
    ground.mail = MailTemplate::from_value(&site::php(v.arg(1)));
    ground.mail_2 = MailTemplate::from_value(&site::php(v.arg(2)));
    ground.post = Some(container_post());
    ground.user = (v.env["user_id"] == 1).then(user);
    ground
}

/// Page 1989 of the demo site and its author.
fn container_post() -> ContainerPost {
    ContainerPost {
        id: 1989,
        name: "contacto".to_owned(),
        title: "Contacto".to_owned(),
        url: "http://127.0.0.1:8081/contacto/".to_owned(),
        author: "Remedios".to_owned(),
        author_email: "anfitrion@casascueva.example".to_owned(),
    }
}

/// User 1 of the demo site.
fn user() -> MailUser {
    let props = [
        ("user_login", "anfitrion"),
        ("user_email", "anfitrion@casascueva.example"),
        ("user_url", "http://127.0.0.1:8081"),
        ("display_name", "Remedios"),
        ("first_name", "Remedios"),
        ("nickname", "Remedios"),
    ];
    MailUser {
        props: props.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
    }
}

fn told(mail: &ComposedMail) -> Json {
    let names = mail.attachments.iter().filter_map(|path| path.file_name());
    let names: Vec<_> = names.map(|name| name.to_string_lossy()).collect();
    json!({
        "to": mail.recipient,
        "subject": mail.subject,
        "message": mail.body,
        "headers": mail.header_lines(),
        "attachments": names,
    })
}

/// Puts the uploaded files where a submission keeps them.
fn keep(submission: &mut Submission<'_>, files: &Json, folder: &Path) {
    for (field, name) in files.as_object().into_iter().flatten() {
        let path = folder.join(stored_file_name(name.as_str().unwrap(), "es_ES"));
        std::fs::write(&path, "x").unwrap();
        submission.uploaded_files.insert(field, vec![path]);
    }
}

/// The picture that one template attaches is not part of the fixtures' folder of the test.
fn content_folder(folder: &Path) {
    let uploads = folder.join("uploads/2026/11");
    std::fs::create_dir_all(&uploads).unwrap();
    std::fs::write(uploads.join("patio.jpg"), "x").unwrap();
}

#[test]
fn composed_mails() {
    let content = tempfile::tempdir().unwrap();
    content_folder(content.path());
    check(FAMILY, &["compose_mail"], 0, |v| {
        let mut ground = ground(v);
        ground.content = content.path().to_owned();
        let folder = tempfile::tempdir().unwrap();
        ground.others = vec![folder.path().to_owned()];
        let (form, site) = (ground.form(), ground.site());
        let (post, uploads) = (site::array(v.arg(3)), Uploads::default());
        let meta = site::meta(&post, &v.env);
        let mut submission = Submission::new(&form, &site, (&post, &uploads), meta);
        keep(&mut submission, v.arg(4), folder.path());
        let mails: Vec<Json> = submission.compose_mails().iter().map(told).collect();
        let mut posted = serde_json::Map::new();
        for (key, value) in &submission.posted_data {
            posted.insert(key.to_string_lossy(), site::json(value));
        }
        // The hash of a file is written by a step that these vectors leave out of their input.
        if let Some(recorded) = v.out["posted_data"].as_object() {
            for (field, _) in v.arg(4).as_object().into_iter().flatten() {
                posted.insert(field.clone(), recorded[field].clone());
            }
        }
        Some(json!({"posted_data": posted, "mails": mails}))
    });
}
