//! Family `cf7-mail`: what the plugin hands to `wp_mail`.

use std::path::Path;
use std::sync::LazyLock;

use compat::contact_form_7::mail::{ComposedMail, ContainerPost, MailTemplate, MailUser};
use compat::contact_form_7::submission::{Submission, Uploads, stored_file_name};
use compat::wordpress::db::import::{ImportSource, import};
use compat::wordpress::db::{DatabaseUrl, Db, PoolOptions, TablePrefix};
use compat::wordpress::hash::sha256_hex;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::post::PostId;
use compat::wordpress::user::UserId;
use serde_json::{Value as Json, json};

use super::recorded;
use super::site::{self, Ground};
use crate::vectors::harness::{Vector, check};

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
    ground.mail = MailTemplate::from_value(&recorded::php(v.arg(1)));
    ground.mail_2 = MailTemplate::from_value(&recorded::php(v.arg(2)));
    ground.post = Some(facts().post.clone());
    ground.user = (v.env["user_id"] == 1).then(|| facts().user.clone());
    ground
}

/// Page 1989 of the demo site with its author, and user 1.
struct Facts {
    post: ContainerPost,
    user: MailUser,
}

fn facts() -> &'static Facts {
    static FACTS: LazyLock<Facts> = LazyLock::new(|| {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(load_facts())
    });
    &FACTS
}

async fn load_facts() -> Facts {
    let dir = tempfile::tempdir().unwrap();
    let url = DatabaseUrl::sqlite(dir.path().join("site.sqlite"));
    let dump = ImportSource::File(site::fixtures().join("casas-cueva/site.sql"));
    import(&dump, &url, |_| {}).await.unwrap();
    let prefix = TablePrefix::new("wp_").unwrap();
    let db = Db::connect(&url, prefix, PoolOptions::default())
        .await
        .unwrap();
    let mut objects = ObjectCache::default();
    objects.prime_posts(&db, &[PostId(1989)]).await.unwrap();
    objects.prime_users(&db, &[UserId(1)]).await.unwrap();
    let post = objects.post(PostId(1989)).unwrap();
    let address = "http://127.0.0.1:8081/contacto/".to_owned();
    let author = objects.user(post.author).map(|user| &**user);
    let user = objects.user(UserId(1)).unwrap();
    Facts {
        post: ContainerPost::new(post, address, author),
        user: MailUser::new(user, objects.user_meta(UserId(1))),
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

/// What every uploaded file of the recordings says.
const CONTENT: &[u8] = b"hola\n";

/// Puts the uploaded files where a submission keeps them; the recorder did so without asking for their types.
fn keep(submission: &mut Submission<'_>, files: &Json, folder: &Path) {
    for (field, name) in files.as_object().into_iter().flatten() {
        let path = folder.join(stored_file_name(name.as_str().unwrap(), "es_ES"));
        std::fs::write(&path, CONTENT).unwrap();
        submission.uploaded_files.insert(field, vec![path]);
        submission
            .posted_data
            .insert(field.as_str(), sha256_hex(CONTENT));
    }
}

#[test]
fn composed_mails() {
    check(FAMILY, &["compose_mail"], 0, |v| {
        let mut ground = ground(v);
        let folder = tempfile::tempdir().unwrap();
        ground.others = vec![folder.path().to_owned()];
        let (form, site) = (ground.form(), ground.site());
        let (post, uploads) = (recorded::array(v.arg(3)), Uploads::default());
        let meta = recorded::meta(&post, &v.env);
        let mut submission = Submission::new(&form, &site, (&post, &uploads), meta);
        keep(&mut submission, v.arg(4), folder.path());
        let mails: Vec<Json> = submission.compose_mails().iter().map(told).collect();
        let mut posted = serde_json::Map::new();
        for (key, value) in &submission.posted_data {
            posted.insert(key.to_string_lossy(), site::json(value));
        }
        Some(json!({"posted_data": posted, "mails": mails}))
    });
}
