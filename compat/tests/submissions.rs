//! Comments and logins against the demo site's database: rules that need earlier rows, and what is stored.
//!
//! Contract "wordpress-core", sections 12.4, 17.2 and 18.

#![expect(
    clippy::unwrap_used,
    reason = "a test stops where it has no ground to stand on"
)]

use std::path::Path;

use compat::wordpress::comment::filter::AllowedMarkup;
use compat::wordpress::comment::new_comment::NewComment;
use compat::wordpress::comment::refusal::Refusal;
use compat::wordpress::comment::submission::{
    CommentForm, CommentSite, Sender, wp_handle_comment_submission,
};
use compat::wordpress::date::WpTimezone;
use compat::wordpress::db::import::{ImportSource, import};
use compat::wordpress::db::{DatabaseUrl, Db, FromRow, PoolOptions, TablePrefix};
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::password::wp_check_password;
use compat::wordpress::password_pool::PasswordPool;
use compat::wordpress::php::query_string::parse_str;
use compat::wordpress::session::{SessionToken, SessionTokens, session_verifier};
use compat::wordpress::site_loader;
use compat::wordpress::user::UserId;
use compat::wordpress::user::attempts::{AttemptLimits, Attempts, Origin};
use compat::wordpress::user::authenticate::{LoginFailure, load, wp_authenticate};
use compat::wordpress::user::reset_key::{KeyFailure, ResetKey, check_password_reset_key};
use compat::wordpress::user::session::{create_session, destroy_session};
use compat::wordpress::visibility::Viewer;

const NOW: i64 = 1_795_224_305;

struct Demo {
    _dir: tempfile::TempDir,
    db: Db,
}

async fn demo() -> Demo {
    let dir = tempfile::tempdir().unwrap();
    let url = DatabaseUrl::sqlite(dir.path().join("site.sqlite"));
    let dump = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/casas-cueva/site.sql");
    let source = ImportSource::File(dump);
    import(&source, &url, |_| {}).await.unwrap();
    let prefix = TablePrefix::new("wp_").unwrap();
    let db = Db::connect(&url, prefix, PoolOptions::default())
        .await
        .unwrap();
    Demo { _dir: dir, db }
}

impl Demo {
    async fn set_option(&self, name: &str, value: &str) {
        const SQL: &str = "UPDATE {p}options SET option_value = ? WHERE option_name = ?";
        let binds = vec![value.into(), name.into()];
        self.db.execute(SQL, binds).await.unwrap();
    }

    async fn first<R: FromRow>(&self, sql: &'static str) -> R {
        self.db.load_first(sql, vec![]).await.unwrap().unwrap()
    }

    /// Sends a comment from an address, some seconds after the start.
    async fn send(&self, query: &str, ip: &str, later: i64) -> Result<NewComment, Refusal> {
        let site = site_loader::load(&self.db, compat::columns::COLUMNS)
            .await
            .unwrap();
        let fields = parse_str(format!("{query}&casacue4217=1&alt_s=").as_bytes());
        let form = CommentForm::read(&fields);
        let mut objects = ObjectCache::default();
        objects
            .prime_posts(&self.db, &[form.post_id])
            .await
            .unwrap();
        let post = objects.post(form.post_id).cloned();
        let zone = WpTimezone::named("Europe/Madrid").unwrap();
        let with = CommentSite {
            db: &self.db,
            site: &site,
            zone: &zone,
            internal_hosts: &["127.0.0.1"],
            has_trash: true,
            now: NOW + later,
            mails: None,
        };
        let sender = Sender {
            user: None,
            can_moderate: false,
            viewer: Viewer::default(),
            markup: AllowedMarkup::Comment,
            ip: ip.to_owned(),
            agent: "test".to_owned(),
            post_password_required: false,
        };
        wp_handle_comment_submission(&with, post.as_deref(), (form, &fields), &sender)
            .await
            .unwrap()
    }
}

fn status(sent: Result<NewComment, Refusal>) -> Result<String, u16> {
    match sent {
        Ok(new) => Ok(new.comment.approved),
        Err(Refusal::Error { status, .. }) => Err(status),
        Err(Refusal::Silent) => Err(0),
        Err(Refusal::Died(_) | Refusal::DiedWith { .. }) => Err(500),
    }
}

#[tokio::test]
async fn a_comment_is_stored_once_and_not_too_often() {
    let demo = demo().await;
    let sent = demo
        .send(
            "comment=Hola&author=Ana&email=a@x.example&comment_post_ID=27",
            "10.0.0.1",
            0,
        )
        .await
        .unwrap();
    assert_eq!(sent.comment.approved, "1");
    // Dates are local and GMT.
    assert_eq!(sent.comment.date, "2026-11-21 02:25:05");
    assert_eq!(sent.comment.date_gmt, "2026-11-21 01:25:05");
    let (count,): (i64,) = demo
        .first("SELECT comment_count FROM {p}posts WHERE ID = 27")
        .await;
    assert_eq!(count, 4);
    let again = "comment=Hola&author=Otra&email=a@x.example&comment_post_ID=27";
    assert_eq!(status(demo.send(again, "10.0.0.2", 60).await), Err(409));
    let next = "comment=Dos&author=Eva&email=e@x.example&comment_post_ID=27";
    assert_eq!(status(demo.send(next, "10.0.0.1", 14).await), Err(429));
    assert_eq!(
        status(demo.send(next, "10.0.0.1", 15).await),
        Ok("1".into())
    );
}

#[tokio::test]
async fn moderation_follows_the_options() {
    let demo = demo().await;
    let from =
        |n: u8| format!("author=Ana&email=a{n}@x.example&comment_post_ID=27&comment=texto{n}");
    assert_eq!(
        status(
            demo.send(&format!("{}+palabraprohibida", from(1)), "10.0.1.1", 0)
                .await
        ),
        Ok("trash".into())
    );
    demo.set_option("comment_moderation", "1").await;
    assert_eq!(
        status(demo.send(&from(2), "10.0.1.2", 0).await),
        Ok("0".into())
    );
    demo.set_option("comment_moderation", "").await;
    demo.set_option("comment_previously_approved", "1").await;
    assert_eq!(
        status(demo.send(&from(3), "10.0.1.3", 0).await),
        Ok("0".into())
    );
    demo.set_option("comment_previously_approved", "").await;
    demo.set_option("comment_registration", "1").await;
    assert_eq!(status(demo.send(&from(4), "10.0.1.4", 0).await), Err(403));
}

#[tokio::test]
async fn a_review_changes_the_figures_of_its_product() {
    let demo = demo().await;
    let review = "author=Ana&email=a@x.example&comment_post_ID=1970&comment=Rico";
    assert_eq!(
        status(demo.send(&format!("{review}&rating="), "10.0.2.1", 0).await),
        Err(500)
    );
    let sent = demo
        .send(&format!("{review}&rating=4"), "10.0.2.2", 0)
        .await
        .unwrap();
    assert_eq!(sent.comment.comment_type, "review");
    let (average,): (String,) = demo
        .first("SELECT meta_value FROM {p}postmeta WHERE post_id = 1970 AND meta_key = '_wc_average_rating'")
        .await;
    let (counts,): (String,) = demo
        .first("SELECT meta_value FROM {p}postmeta WHERE post_id = 1970 AND meta_key = '_wc_rating_count'")
        .await;
    assert_eq!(
        (average.as_str(), counts.as_str()),
        ("4.50", "a:2:{i:4;i:1;i:5;i:1;}")
    );
}

#[tokio::test]
async fn a_login_renews_an_old_hash_and_a_key_counts_once() {
    let demo = demo().await;
    let pool = PasswordPool::new(1, 1).unwrap();
    let attempts = Attempts::new(demo.db.clone(), pool, AttemptLimits::default(), b"key");
    let attempts = &attempts;
    let from = |now: i64| Origin {
        address: [192, 0, 2, 1].into(),
        now,
    };
    let login = |name: &'static str, password: &'static str| {
        wp_authenticate(attempts, from(NOW), name, password)
    };
    assert_eq!(
        login("nadie", "x").await.unwrap().unwrap_err(),
        LoginFailure::InvalidUsername
    );
    assert_eq!(
        login("anfitrion", "x").await.unwrap().unwrap_err(),
        LoginFailure::IncorrectPassword
    );
    let email = "anfitrion@casascueva.example";
    assert_eq!(
        login(email, "x").await.unwrap().unwrap_err(),
        LoginFailure::IncorrectPasswordOfEmail
    );
    let user = login(email, "demo-password").await.unwrap().unwrap();
    assert!(user.pass.starts_with("$wp$2y$"));
    let stored = load(&demo.db, Some(user.id)).await.unwrap().unwrap();
    assert_eq!(stored.pass, user.pass);
    assert!(wp_check_password(b"demo-password", &stored.pass));
    let made = ResetKey::new(NOW);
    let key = made.key().to_owned();
    made.store_with(&demo.db, user.id, Vec::new())
        .await
        .unwrap();
    let check = async |key: String, at: i64| {
        check_password_reset_key(attempts, from(at), &key, "anfitrion")
            .await
            .unwrap()
    };
    assert_eq!(check(key.clone(), NOW).await.unwrap().id, user.id);
    assert_eq!(
        check(key.clone(), NOW + 86_400).await.unwrap_err(),
        KeyFailure::Expired
    );
    assert_eq!(
        check("x".into(), NOW).await.unwrap_err(),
        KeyFailure::Invalid
    );
    let set = compat::wordpress::user::authenticate::wp_set_password(attempts, user.id, "otra");
    assert!(set.await.unwrap().is_some());
    assert_eq!(check(key, NOW).await.unwrap_err(), KeyFailure::Invalid);
}

#[tokio::test]
async fn sessions_are_stored_as_php_stores_them() {
    let demo = demo().await;
    let session = SessionToken {
        expiration: NOW + 10,
        login: Some(NOW),
        ip: Some("10.0.0.1".into()),
        ua: Some("t".into()),
    };
    let create = create_session(&demo.db, UserId(1), ("abc".into(), session), NOW);
    create.await.unwrap();
    const SQL: &str =
        "SELECT meta_value FROM {p}usermeta WHERE user_id = 1 AND meta_key = 'session_tokens'";
    let (stored,): (String,) = demo.first(SQL).await;
    let verifier = session_verifier("abc");
    assert_eq!(
        stored,
        format!(
            "a:1:{{s:64:\"{verifier}\";a:4:{{s:10:\"expiration\";i:{};s:2:\"ip\";s:8:\"10.0.0.1\";s:2:\"ua\";s:1:\"t\";s:5:\"login\";i:{NOW};}}}}",
            NOW + 10
        )
    );
    let value = compat::wordpress::php::maybe_unserialize(stored.as_bytes());
    assert!(SessionTokens::from_value(&value).verify("abc", NOW));
    destroy_session(&demo.db, UserId(1), "abc", NOW)
        .await
        .unwrap();
    let left: Vec<(String,)> = demo.db.load(SQL, vec![]).await.unwrap();
    assert!(left.is_empty());
}
