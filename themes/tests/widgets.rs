//! Widgets, comments and page links of the demo site, compared with what PHP printed (recordings "pages",
//! "comments" and "login").

#![expect(clippy::unwrap_used, reason = "a test")]

use std::collections::HashMap;
use std::sync::Arc;

use compat::wordpress::comment::load_for_post;
use compat::wordpress::content::{ContentSettings, generate_postdata_pages};
use compat::wordpress::db::import::{ImportSource, import};
use compat::wordpress::db::{DatabaseUrl, Db, PoolOptions, TablePrefix};
use compat::wordpress::l10n::Translations;
use compat::wordpress::media::ImageSizes;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::post::{Post, PostId};
use compat::wordpress::query::{MainQuery, QueriedObject};
use compat::wordpress::rewrite::Rewrite;
use compat::wordpress::salt::Salts;
use compat::wordpress::site::Site;
use compat::wordpress::site_loader;
use compat::wordpress::user::UserId;
use compat::wordpress::widget::WidgetRows;
use tests_contract::fixtures;
use tests_contract::markup;
use themes::theme::Theme;
use themes::wordpress::comments::comments_template;
use themes::wordpress::page_links::divi_page_links;
use themes::wordpress::view::{Adjacent, Frontend, Page, View, Visitor};
use themes::wordpress::widgets::{SidebarArgs, dynamic_sidebar};

const SIDEBAR: SidebarArgs = SidebarArgs {
    before_widget: "<div id=\"%1$s\" class=\"et_pb_widget %2$s\">",
    after_widget: "</div>",
    before_title: "<h4 class=\"widgettitle\">",
    after_title: "</h4>",
};
const FOOTER: SidebarArgs = SidebarArgs {
    before_widget: "<div id=\"%1$s\" class=\"fwidget et_pb_widget %2$s\">",
    after_widget: "</div>",
    before_title: "<h4 class=\"title\">",
    after_title: "</h4>",
};

struct Demo {
    _dir: tempfile::TempDir,
    db: Db,
    site: Arc<Site>,
    rows: Arc<WidgetRows>,
}

async fn demo() -> Demo {
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
    let site = site_loader::load(&db).await.unwrap();
    let rows = WidgetRows::load(&db, &site).await.unwrap();
    Demo {
        _dir: dir,
        db,
        site: Arc::new(site),
        rows: Arc::new(rows),
    }
}

impl Demo {
    /// The view of a post with its comments; of no page in particular without one.
    async fn view(&self, post: Option<i64>) -> View {
        let mut objects = ObjectCache::default();
        let mut query = MainQuery::default();
        let mut comments = Vec::new();
        if let Some(id) = post.map(PostId) {
            objects.prime_posts(&self.db, &[id]).await.unwrap();
            comments = load_for_post(&self.db, id, None).await.unwrap();
            let users: Vec<UserId> = comments.iter().map(|c| c.user_id).collect();
            objects.prime_users(&self.db, &users).await.unwrap();
            let post = objects.post(id).unwrap().clone();
            query.is.is_single = true;
            query.is.is_singular = true;
            query.queried_object = Some(QueriedObject::Post(post.id));
        }
        let content = fixtures().join("casas-cueva/wp-root/wp-content");
        let mut translations = Translations::new(Some(&content));
        translations.register_theme("Divi", "Divi/lang");
        translations.register_theme("et_builder", "Divi/includes/builder/languages");
        translations.register_plugin("woocommerce", "woocommerce");
        let salts = Salts::collect(|_| None, |_| None, || "x".repeat(64)).0;
        let locale = translations.locale("es_ES");
        View {
            site: self.site.clone(),
            rewrite: Arc::new(Rewrite::new(&self.site, &self.site.registry.rewrite)),
            salts: Arc::new(salts),
            theme: Arc::new(Theme::new(&self.site.options)),
            content_settings: ContentSettings {
                texturize: locale.wp_locale().texturize_strings(),
                ..ContentSettings::default()
            },
            locale,
            objects,
            query,
            widget_rows: self.rows.clone(),
            comments,
            adjacent: Adjacent::default(),
            visitor: Visitor::default(),
            frontend: Frontend::default(),
            now: 1_795_224_170,
            image_sizes: ImageSizes::default(),
            wp_version: "6.8.7".to_owned(),
            attachments: HashMap::new(),
        }
    }
}

fn recorded(file: &str) -> String {
    let path = fixtures().join("recordings/wordpress").join(file);
    let text = std::fs::read_to_string(path).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    json["response"]["body"].as_str().unwrap().to_owned()
}

/// What a recorded page has between two marks.
fn between(body: &str, start: &str, end: &str) -> String {
    let from = body.find(start).unwrap() + start.len();
    let length = body[from..].find(end).unwrap();
    body[from..from + length].to_owned()
}

fn sidebar_of(body: &str) -> String {
    let area = between(
        body,
        "<div id=\"sidebar\">",
        "<span class=\"et_pb_scroll_top",
    );
    format!("<div>{area}")
}

fn assert_same(name: &str, want: &str, got: &str) {
    let tree = |html: &str| markup::body(&format!("<html><body><main>{html}</main></body></html>"));
    let score = markup::compare(&tree(want), &tree(got));
    let differences: Vec<String> = score
        .differences
        .iter()
        .map(|d| format!("{}\n  want {}\n  got  {}", d.place, d.want, d.got))
        .collect();
    assert!(score.nodes > 2, "{name}: nothing was compared");
    assert!(
        differences.is_empty(),
        "{name}:\n{}\n--- got\n{got}",
        differences.join("\n")
    );
}

#[tokio::test]
async fn the_sidebar_is_that_of_the_recordings() {
    let demo = demo().await;
    let print = |view: View| {
        let mut page = Page::new(Arc::new(view));
        format!(
            "<div>{}</div>",
            dynamic_sidebar(&mut page, "sidebar-1", SIDEBAR)
        )
    };
    // The area ends with the element that holds it; what closes behind it is not ours.
    let want = |file: &str| {
        let area = sidebar_of(&recorded(file));
        let end = area.find("<div class=\"widget_shopping_cart_content\"></div></div>");
        let shell = "<div class=\"widget_shopping_cart_content\"></div></div>";
        format!("{}{shell}</div>", &area[..end.unwrap()])
    };
    let post = print(demo.view(Some(27)).await);
    assert_same("post", &want("pages/paseo-por-las-carcavas.json"), &post);
    let shown = print(demo.view(Some(36)).await);
    assert_same(
        "a listed post",
        &want("pages/bajar-en-bici-al-rio.json"),
        &shown,
    );

    let mut category = demo.view(None).await;
    let term = demo.site.terms.by_slug("category", "rutas").unwrap();
    category.query.is.is_archive = true;
    category.query.is.is_category = true;
    category.query.queried_object = Some(QueriedObject::Term(term.clone()));
    let got = print(category);
    assert_same("category", &want("pages/archivo-categoria.json"), &got);

    let mut search = demo.view(None).await;
    search.query.is.is_search = true;
    search.query.vars.set("s", "zzzzqqq");
    let got = print(search);
    assert_same("search", &want("pages/busqueda-nada.json"), &got);

    for (file, month) in [("archivo-anyo", ""), ("archivo-dia", "3")] {
        let mut date = demo.view(None).await;
        date.query.is.is_archive = true;
        date.query.vars.set("year", "2026");
        date.query.vars.set("monthnum", month);
        assert_same(file, &want(&format!("pages/{file}.json")), &print(date));
    }
}

#[tokio::test]
async fn the_footer_areas_are_those_of_the_recordings() {
    let demo = demo().await;
    let body = recorded("pages/paseo-por-las-carcavas.json");
    let mut page = Page::new(Arc::new(demo.view(Some(27)).await));
    for (sidebar, start) in [("sidebar-2", "text-2"), ("sidebar-3", "nav_menu-2")] {
        let got = dynamic_sidebar(&mut page, sidebar, FOOTER);
        let open = format!("<div class=\"footer-widget\"><div id=\"{start}\"");
        let want = between(&body, &open, "<div class=\"footer-widget\">");
        let want = format!("<div><div id=\"{start}\"{want}");
        assert_same(sidebar, &want, &format!("<div>{got}</div>"));
    }
}

fn section(body: &str) -> String {
    let inner = between(body, "<section id=\"comment-wrap\">", "</section>");
    format!("<section id=\"comment-wrap\">{inner}</section>")
}

fn post_of(view: &View) -> Arc<Post> {
    view.query.queried_post().unwrap().clone()
}

fn comments(view: View) -> String {
    let post = post_of(&view);
    comments_template(&mut Page::new(Arc::new(view)), &post)
}

#[tokio::test]
async fn comments_are_those_of_the_recordings() {
    let demo = demo().await;
    let mut view = demo.view(Some(27)).await;
    view.visitor.request_uri = "/paseo-por-las-carcavas/".to_owned();
    let want = section(&recorded("pages/paseo-por-las-carcavas.json"));
    assert_same("three comments", &want, &comments(view));

    let mut view = demo.view(Some(27)).await;
    view.visitor.request_uri = "/paseo-por-las-carcavas/?replytocom=2".to_owned();
    view.visitor.reply_to_comment = Some(2);
    let want = section(&recorded("pages/entrada-comentario.json"));
    assert_same("an answer", &want, &comments(view));

    let mut view = demo.view(Some(33)).await;
    view.visitor.request_uri = "/noches-de-estrellas/2/".to_owned();
    let body = recorded("pages/entrada-pagina-2.json");
    view.query.vars.set("page", "2");
    let post = post_of(&view);
    let links = divi_page_links(&view, &post, generate_postdata_pages(&post.content).len());
    let want = between(&body, "<div class=\"page-links\">", "</div>");
    let want = format!("<div class=\"page-links\">{want}</div>");
    assert_same("page links", &want, &links);
    assert_same("no comments", &section(&body), &comments(view));

    let view = demo.view(Some(37)).await;
    let body = recorded("login/postpass-bad-view.json");
    let want = between(&body, "<p class=\"nocomments container\">", "</p>");
    let want = format!("<p class=\"nocomments container\">{want}</p>");
    assert_same("protected", &want, &comments(view));
}
