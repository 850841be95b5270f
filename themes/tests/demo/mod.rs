//! The demo site in a database of its own, and views of it, made by hand.

use std::collections::HashMap;
use std::sync::Arc;

use compat::wordpress::comment::load_for_post;
use compat::wordpress::content::ContentSettings;
use compat::wordpress::db::import::{ImportSource, import};
use compat::wordpress::db::{DatabaseUrl, Db, PoolOptions, TablePrefix};
use compat::wordpress::l10n::Translations;
use compat::wordpress::media::ImageSizes;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::post::PostId;
use compat::wordpress::posted::Posted;
use compat::wordpress::query::{MainQuery, QueriedObject};
use compat::wordpress::rewrite::Rewrite;
use compat::wordpress::salt::Salts;
use compat::wordpress::site::Site;
use compat::wordpress::site_loader;
use compat::wordpress::user::UserId;
use compat::wordpress::widget::WidgetRows;
use tests_contract::recorded_site::recorded_content;
use tests_contract::{fixtures, markup};
use themes::wordpress::view::Theme;
use themes::wordpress::view::{Adjacent, Frontend, RequestUser, View};

pub(crate) struct Demo {
    _dir: tempfile::TempDir,
    pub(crate) db: Db,
    pub(crate) site: Arc<Site>,
    rows: Arc<WidgetRows>,
}

pub(crate) async fn demo() -> Demo {
    let dir = tempfile::tempdir().unwrap();
    let url = DatabaseUrl::sqlite(dir.path().join("site.sqlite"));
    let dump = fixtures().join("casas-cueva/site.sql");
    import(&ImportSource::File(dump), &url, |_| {})
        .await
        .unwrap();
    let prefix = TablePrefix::new("wp_").unwrap();
    let db = Db::connect(&url, prefix, PoolOptions::default())
        .await
        .unwrap();
    let site = site_loader::load(&db, compat::columns::COLUMNS)
        .await
        .unwrap();
    let rows = WidgetRows::load(&db, &site).await.unwrap();
    Demo {
        _dir: dir,
        db,
        site: Arc::new(site),
        rows: Arc::new(rows),
    }
}

impl Demo {
    /// Changes an option and reads the site again.
    pub(crate) async fn set_option(&mut self, name: &'static str, value: &str) {
        const SQL: &str = "UPDATE {p}options SET option_value = ? WHERE option_name = ?";
        let binds = vec![value.to_owned().into(), name.into()];
        self.db.execute(SQL, binds).await.unwrap();
        self.site = Arc::new(
            site_loader::load(&self.db, compat::columns::COLUMNS)
                .await
                .unwrap(),
        );
        self.rows = Arc::new(WidgetRows::load(&self.db, &self.site).await.unwrap());
    }

    /// The view of a post with its comments; of no page in particular without one.
    pub(crate) async fn view(&self, post: Option<i64>) -> View {
        let mut objects = ObjectCache::default();
        let mut query = MainQuery::default();
        let mut comments = Vec::new();
        if let Some(id) = post.map(PostId) {
            objects.prime_posts(&self.db, &[id]).await.unwrap();
            comments = load_for_post(&self.db, objects.post(id).unwrap(), None)
                .await
                .unwrap();
            let users: Vec<UserId> = comments.iter().map(|c| c.user_id).collect();
            objects.prime_users(&self.db, &users).await.unwrap();
            query.posts = vec![objects.post(id).unwrap().clone()];
            query.is.is_single = true;
            query.is.is_singular = true;
            query.queried_object = Some(QueriedObject::Post(id));
        }
        let content = recorded_content();
        let mut translations = Translations::new(Some(&content));
        translations.register_theme("Divi", "Divi/lang");
        translations.register_theme("et_builder", "Divi/includes/builder/languages");
        translations.register_plugin("woocommerce", "woocommerce");
        let salts = Salts::collect(|_| None, |_| None, || "x".repeat(64)).0;
        let locale = translations.locale("es_ES");
        View {
            conversions: Arc::default(),
            language: None,
            site_data: Arc::default(),
            posted: Posted::default(),
            translations: Arc::new(translations),
            render_status: Default::default(),
            site: self.site.clone(),
            rewrite: Arc::new(Rewrite::new(&self.site, &self.site.registry.rewrite)),
            salts: Arc::new(salts),
            theme: Arc::new(Theme::new(
                themes::columns::COLUMNS,
                &self.site.options,
                &compat::type_map::TypeMap::default(),
            )),
            content_settings: ContentSettings {
                texturize: locale.wp_locale().texturize.clone(),
                ..ContentSettings::default()
            },
            locale,
            objects,
            query,
            widget_rows: self.rows.clone(),
            comments,
            adjacent: Adjacent::default(),
            visitor: RequestUser::default(),
            frontend: Frontend::default(),
            site_files: themes::wordpress::site_files::SiteFiles::default(),
            now: 1_795_224_170,
            image_sizes: ImageSizes::default(),
            wp_version: "6.8.7".to_owned(),
            attachments: HashMap::new(),
            page_data: compat::wordpress::column::PageData::default(),
        }
    }
}

pub(crate) fn recorded(file: &str) -> String {
    let path = fixtures().join("recordings/wordpress").join(file);
    let text = std::fs::read_to_string(path).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    json["response"]["body"].as_str().unwrap().to_owned()
}

/// What a recorded page has between two marks.
pub(crate) fn between(body: &str, start: &str, end: &str) -> String {
    let from = body.find(start).unwrap() + start.len();
    let length = body[from..].find(end).unwrap();
    body[from..from + length].to_owned()
}

pub(crate) fn assert_same(name: &str, want: &str, got: &str) {
    let tree = |html: &str| markup::body(&format!("<html><body><main>{html}</main></body></html>"));
    let score = markup::compare(&tree(want), &tree(got));
    let differences: Vec<String> = score
        .differences
        .iter()
        .map(|d| format!("{}\n  want {}\n  got  {}", d.place, d.want(), d.got()))
        .collect();
    assert!(score.nodes > 2, "{name}: nothing was compared");
    assert!(
        differences.is_empty(),
        "{name}:\n{}\n--- got\n{got}",
        differences.join("\n")
    );
}
