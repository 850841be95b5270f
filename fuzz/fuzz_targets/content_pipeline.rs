//! Stored content on its way into a page: filters, paragraphs, shortcodes, the builder's modules, the library, CSS.
//!
//! The text is the page's content; what stands behind a NUL character is a post of the library that it may name (2).
#![cfg_attr(feature = "link", no_main)]

use std::cell::LazyCell;
use std::collections::HashMap;
use std::sync::Arc;

use compat::columns::COLUMNS;
use compat::divi::BuilderPageData;
use compat::divi::global_module::LIBRARY_TYPE;
use compat::type_map::TypeMap;
use compat::wordpress::column::{PageData, SiteData};
use compat::wordpress::l10n::Translations;
use compat::wordpress::media::ImageSizes;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::options::Options;
use compat::wordpress::post::{Meta, Post, PostId};
use compat::wordpress::posted::Posted;
use compat::wordpress::query::{MainQuery, QueriedObject};
use compat::wordpress::rewrite::Rewrite;
use compat::wordpress::salt::Salts;
use compat::wordpress::site::{PageTree, Site};
use compat::wordpress::taxonomy::Terms;
use compat::wordpress::widget::WidgetRows;
use oxipress_fuzz::fuzz_target;
use themes::wordpress::site_files::SiteFiles;
use themes::wordpress::view::Theme;
use themes::wordpress::view::{Adjacent, Frontend, Page, RequestUser, View};

/// What does not depend on the content.
struct Scene {
    site: Arc<Site>,
    theme: Arc<Theme>,
    rewrite: Arc<Rewrite>,
    salts: Arc<Salts>,
    translations: Arc<Translations>,
}

impl Scene {
    fn new() -> Self {
        let option = |name: &str, value: &str| (name.to_owned(), value.as_bytes().to_vec());
        let options = Options::new([
            option("siteurl", "http://127.0.0.1"),
            option("home", "http://127.0.0.1"),
            option("template", "Divi"),
            option("stylesheet", "Divi"),
        ]);
        let pages = PageTree::new([]);
        let site = Arc::new(Site {
            registry: COLUMNS.register(&options, &pages),
            options,
            terms: Terms::new([]),
            pages,
            menus: HashMap::new(),
            content_home: None,
            link_query: None,
            front_page_has_name: false,
            posts_where: None,
        });
        Self {
            theme: Arc::new(Theme::new(
                themes::columns::COLUMNS,
                &site.options,
                &TypeMap::default(),
            )),
            rewrite: Arc::new(Rewrite::new(&site, &site.registry.rewrite)),
            salts: Arc::new(Salts::collect(|_| None, |_| None, || "x".repeat(64)).0),
            translations: Arc::new(Translations::new(None)),
            site,
        }
    }

    fn view(&self, content: &str, library: &str) -> View {
        let post = |id: i64, post_type: &str, content: &str| {
            Arc::new(Post {
                id: PostId(id),
                post_type: post_type.to_owned(),
                status: "publish".to_owned(),
                content: content.to_owned(),
                ..Post::default()
            })
        };
        let shown = post(1, "page", content);
        let mut objects = ObjectCache::default();
        let mut meta = Meta::default();
        meta.push("_et_pb_use_builder", b"on".to_vec());
        objects.add_post(shown.clone());
        objects.set_post_meta(shown.id, Arc::new(meta));
        let mut page_data = PageData::default();
        let stored = post(2, LIBRARY_TYPE, library);
        let mut shown_by_builder = BuilderPageData::default();
        shown_by_builder.library.insert(stored.id, stored);
        page_data.insert(shown_by_builder);
        let mut query = MainQuery {
            posts: vec![shown],
            queried_object: Some(QueriedObject::Post(PostId(1))),
            ..MainQuery::default()
        };
        query.is.is_page = true;
        query.is.is_singular = true;
        let locale = self.translations.locale("es_ES");
        View {
            rewrite: self.rewrite.clone(),
            salts: self.salts.clone(),
            theme: self.theme.clone(),
            content_settings: View::content_settings_of(&self.site, &locale),
            locale,
            objects,
            query,
            widget_rows: Arc::new(WidgetRows::default()),
            comments: Vec::new(),
            adjacent: Adjacent::default(),
            visitor: RequestUser::default(),
            render_status: Default::default(),
            frontend: Frontend::Legacy,
            site_files: SiteFiles::default(),
            now: 1_795_169_730,
            image_sizes: ImageSizes::registered(&self.site.registry),
            wp_version: "6.8.7".to_owned(),
            attachments: HashMap::new(),
            page_data,
            posted: Posted::default(),
            translations: self.translations.clone(),
            site_data: Arc::new(SiteData::default()),
            conversions: Arc::default(),
            language: None,
            site: self.site.clone(),
        }
    }
}

thread_local! {
    static SCENE: LazyCell<Scene> = LazyCell::new(Scene::new);
}

fuzz_target!(|text: &str| {
    let (content, library) = text.split_once('\0').unwrap_or((text, ""));
    let view = Arc::new(SCENE.with(|scene| scene.view(content, library)));
    let html = view.theme.render(&mut Page::new(view.clone()));
    let html = html.expect("every page is rendered");
    assert!(html.contains("</html>"));
});
