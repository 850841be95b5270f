//! What fails while a page is made ends in a logged 500 that is never stored in the page cache; the next request for the
//! page is answered as soon as the cause is gone.

use std::io::Write;
use std::iter;
use std::sync::{Arc, Mutex};

use compat::binds;
use compat::wordpress::clock::Clock;
use compat::wordpress::db::{DatabaseUrl, Db, PoolOptions, TablePrefix};
use compat::wordpress::password_pool::PasswordPool;
use endpoints::app::{App, Parts};
use endpoints::column::Columns;
use endpoints::columns::COLUMNS;
use endpoints::config;
use endpoints::demo_site::DemoSite;
use endpoints::render_pool::RenderPool;
use endpoints::server::{Files, Handler, Request, Response};
use endpoints::wordpress::FrontController;
use endpoints::wordpress::uploads::Spool;
use http::StatusCode;
use tracing::subscriber::DefaultGuard;

/// A page of the demo site.
const PAGE: &str = "/como-llegar/";

/// A column whose shortcode prints a template that does not exist.
const FAILING: themes::column::Column = themes::column::Column {
    name: "failing",
    is_active: |_| true,
    register: |registry| {
        registry.shortcodes.register("failing", |_, page| {
            page.view.render("failing/missing.html", Default::default())
        });
    },
};

/// What was logged on this thread.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("log").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Log {
    /// Collects what this thread logs until the guard is dropped.
    fn collect() -> (Self, DefaultGuard) {
        let log = Self::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_writer(move || writer.clone())
            .with_ansi(false)
            .finish();
        (log, tracing::subscriber::set_default(subscriber))
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().expect("log")).into_owned()
    }
}

/// The demo site with these columns of the floor of appearance beside its own.
pub struct TestSite {
    /// Its database.
    pub db: Db,
    /// The application.
    pub app: Arc<App>,
    /// Answers its requests.
    pub controller: Arc<FrontController>,
    _folder: tempfile::TempDir,
}

impl TestSite {
    async fn new(themes: &'static [themes::column::Column]) -> Self {
        Self::at(themes, Clock::system()).await
    }

    /// At the time of this clock.
    pub async fn at(themes: &'static [themes::column::Column], clock: Clock) -> Self {
        let folder = tempfile::tempdir().expect("folder");
        let demo = DemoSite::below(folder.path(), COLUMNS)
            .await
            .expect("demo site");
        let mut settings =
            config::load(None, iter::empty(), &COLUMNS.sections()).expect("settings");
        demo.name_in(&mut settings, COLUMNS)
            .expect("settings of the site");
        settings.site.site_url = "http://casas.example".to_owned();
        let url = DatabaseUrl::parse(&settings.site.database).expect("address");
        let prefix = TablePrefix::new("wp_").expect("prefix");
        let db = Db::connect(&url, prefix, PoolOptions::default())
            .await
            .expect("database");
        let columns = Columns { themes, ..COLUMNS };
        let parts = Parts {
            db: db.clone(),
            render_pool: RenderPool::new(1, 4).expect("threads"),
            password_pool: PasswordPool::new(1, 1).expect("threads"),
            spool: Spool::create("", 0).expect("folder"),
            columns: columns.for_app(&settings, clock.now()),
            clock,
            settings,
            wp_config: None,
            wp_root: None,
            files: Files::new(Vec::new(), Arc::new(std::time::SystemTime::now)),
            store: None,
            upstream: None,
        };
        let app = App::new(parts).await.expect("application");
        Self {
            db,
            controller: Arc::new(FrontController::new(Arc::clone(&app), columns)),
            app,
            _folder: folder,
        }
    }

    /// Answers a request without a server.
    pub async fn get(&self, path: &str) -> Response {
        let request = Request::get(path).expect("request");
        self.controller.handle(request).await
    }
}

/// A 500 that the page cache does not store, with a cause in the log.
fn assert_failed(response: &Response, log: &Log, cause: &str) {
    assert_eq!(response.status, StatusCode::INTERNAL_SERVER_ERROR);
    assert!(response.store.is_none(), "a failure is never stored");
    let text = log.text();
    assert!(
        text.contains("a request failed") && text.contains(cause),
        "{text}"
    );
}

#[tokio::test]
async fn a_template_that_fails_is_a_logged_500_that_is_not_stored() {
    let all = themes::columns::COLUMNS.iter();
    let mut columns: Vec<themes::column::Column> = all
        .map(|column| themes::column::Column { ..*column })
        .collect();
    columns.push(FAILING);
    let site = TestSite::new(columns.leak()).await;
    let sound = site.get(PAGE).await;
    assert_eq!(sound.status, StatusCode::OK);
    assert!(sound.store.is_some(), "the page itself is stored");
    let sql = "UPDATE {p}posts SET post_content = '[failing]' WHERE post_name = 'como-llegar'";
    let changed = site.db.execute(sql, binds![]).await.expect("edit");
    assert_eq!(changed, 1);
    let (log, _guard) = Log::collect();
    assert_failed(&site.get(PAGE).await, &log, "failing/missing.html");
}

#[tokio::test]
async fn a_query_that_fails_is_a_logged_500_that_is_not_stored() {
    let site = TestSite::new(themes::columns::COLUMNS).await;
    assert_eq!(site.get(PAGE).await.status, StatusCode::OK);
    let away = "ALTER TABLE {p}postmeta RENAME TO {p}postmeta_away";
    site.db.execute(away, binds![]).await.expect("renamed");
    {
        let (log, _guard) = Log::collect();
        assert_failed(&site.get(PAGE).await, &log, "postmeta");
    }
    let back = "ALTER TABLE {p}postmeta_away RENAME TO {p}postmeta";
    site.db.execute(back, binds![]).await.expect("renamed");
    let sound = site.get(PAGE).await;
    assert_eq!(sound.status, StatusCode::OK);
    assert!(sound.store.is_some());
}
