//! The recorded site's page `/modulos/texto/` with other contents: where the vectors of the builder were drawn.

use std::fs::File;
use std::io::Read;
use std::sync::Arc;

use compat::columns::COLUMNS;
use compat::type_map::TypeMap;
use compat::wordpress::column::{Folders, SiteData, SiteSource};
use compat::wordpress::db::import::{ImportSource, import};
use compat::wordpress::db::{DatabaseUrl, Db, PoolOptions, TablePrefix};
use compat::wordpress::l10n::Translations;
use compat::wordpress::media::ImageSizes;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::page_objects::PageObjects;
use compat::wordpress::post::{Post, PostId};
use compat::wordpress::posted::Posted;
use compat::wordpress::query::{MainQuery, QueriedObject, adjacent_post};
use compat::wordpress::rewrite::Rewrite;
use compat::wordpress::salt::Salts;
use compat::wordpress::site::Site;
use compat::wordpress::site_loader;
use compat::wordpress::url::PageUrl;
use compat::wordpress::widget::WidgetRows;
use flate2::read::GzDecoder;
use serde_json::Value;
use tests_contract::fixtures;
use tests_contract::recorded_site::recorded_content;
use themes::divi::builder::RenderState;
use themes::divi::builder::rendered::style_sheets;
use themes::divi::builder::style_sheet::StyleSheet;
use themes::minify::minified;
use themes::wordpress::site_files::SiteFiles;
use themes::wordpress::view::Theme;
use themes::wordpress::view::{Adjacent, Frontend, Page, RequestUser, View};

/// The page in which the vectors were drawn.
const PAGE: PostId = PostId(2043);
/// When they were drawn.
const NOW: i64 = 1_795_169_730;

pub(crate) struct Scene {
    _folder: tempfile::TempDir,
    db: Db,
    site: Arc<Site>,
    theme: Arc<Theme>,
    translations: Arc<Translations>,
    site_data: Arc<SiteData>,
    widget_rows: Arc<WidgetRows>,
}

impl Scene {
    pub(crate) async fn load() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = DatabaseUrl::sqlite(folder.path().join("site.sqlite"));
        let dump = fixtures().join("casas-cueva/site.sql");
        import(&ImportSource::File(dump), &url, |_| {})
            .await
            .unwrap();
        let prefix = TablePrefix::new("wp_").unwrap();
        let db = Db::connect(&url, prefix, PoolOptions::default())
            .await
            .unwrap();
        let site = Arc::new(site_loader::load(&db, COLUMNS).await.unwrap());
        let configured = TypeMap::default();
        let content = recorded_content();
        let mut translations = Translations::new(Some(&content));
        COLUMNS.register_translations(&site.options, &mut translations);
        let source = SiteSource {
            db: &db,
            site: &site,
            wp_config: None,
            configured: &configured,
            folders: Folders::default(),
            before: None,
        };
        Self {
            _folder: folder,
            theme: Arc::new(Theme::new(
                themes::columns::COLUMNS,
                &site.options,
                &configured,
            )),
            translations: Arc::new(translations),
            site_data: Arc::new(SiteData::load(COLUMNS, &source).await.unwrap()),
            widget_rows: Arc::new(WidgetRows::load(&db, &site).await.unwrap()),
            site,
            db,
        }
    }

    async fn adjacent(&self, post: &Post) -> Adjacent {
        let neighbour = async |is_previous: bool| {
            let found = adjacent_post(&self.db, &self.site, post, is_previous, None).await;
            found.unwrap()
        };
        Adjacent {
            previous: neighbour(true).await,
            next: neighbour(false).await,
        }
    }

    /// The page with another content.
    pub(crate) async fn view(&self, content: &str) -> View {
        let mut objects = ObjectCache::default();
        objects.prime_posts(&self.db, &[PAGE]).await.unwrap();
        let stored = objects.post(PAGE).unwrap();
        let post = Arc::new(Post {
            content: content.to_owned(),
            ..Post::clone(stored)
        });
        objects.add_post(Arc::clone(&post));
        let mut query = MainQuery {
            posts: vec![Arc::clone(&post)],
            queried_object: Some(QueriedObject::Post(PAGE)),
            ..MainQuery::default()
        };
        query.is.is_page = true;
        query.is.is_singular = true;
        let adjacent = self.adjacent(&post).await;
        let more: Vec<_> = adjacent
            .previous
            .iter()
            .chain(&adjacent.next)
            .cloned()
            .collect();
        let (db, site) = (&self.db, &self.site);
        let loaded = PageObjects::load(db, site, &self.site_data, &query, &more, &[], objects);
        let loaded = loaded.await.unwrap();
        let locale = self.translations.locale("es_ES");
        let salts = Salts::collect(|_| None, |_| None, || "x".repeat(64)).0;
        View {
            site: Arc::clone(&self.site),
            rewrite: Arc::new(Rewrite::new(&self.site, &self.site.registry.rewrite)),
            salts: Arc::new(salts),
            theme: Arc::clone(&self.theme),
            content_settings: View::content_settings_of(&self.site, &locale),
            locale,
            objects: loaded.objects,
            query,
            widget_rows: Arc::clone(&self.widget_rows),
            comments: Vec::new(),
            adjacent,
            visitor: RequestUser {
                page_url: PageUrl::new("/modulos/texto/"),
                ..RequestUser::default()
            },
            frontend: Frontend::Legacy,
            site_files: SiteFiles::default(),
            now: NOW,
            image_sizes: ImageSizes::registered(&self.site.registry),
            wp_version: "6.8.7".to_owned(),
            attachments: loaded.attachments,
            page_data: loaded.page_data,
            posted: Posted::default(),
            translations: Arc::clone(&self.translations),
            render_status: Default::default(),
            conversions: Arc::default(),
            language: None,
            site_data: Arc::clone(&self.site_data),
        }
    }

    /// Draws stored content: its markup, and the rules as media query, selector and declarations.
    pub(crate) async fn draw(&self, content: &str) -> (String, Rules) {
        self.draw_behind("", content).await
    }

    /// [`Self::draw`] on a page that has drawn other content before, whose elements are not counted.
    pub(crate) async fn draw_behind(&self, before: &str, content: &str) -> (String, Rules) {
        let view = self.view(&[before, content].concat()).await;
        let mut page = Page::new(Arc::new(view));
        page.content_post = Some(PAGE);
        self.theme.shortcodes.do_shortcode(before, &mut page);
        *RenderState::of(&mut page) = RenderState::default();
        let html = self.theme.shortcodes.do_shortcode(content, &mut page);
        let html = html.into_owned();
        let sheets = style_sheets(&RenderState::of(&mut page).scope.collected.styles);
        let rules = sheets.iter().flat_map(StyleSheet::rules).map(|rule| {
            (
                rule.media.query().map(minified).unwrap_or_default(),
                minified(&rule.selector),
                without_drawing(&minified(&rule.declarations)),
            )
        });
        (html, rules.collect())
    }
}

/// Rules as media query, selector and declarations; drawings are our own, so that only their place is compared.
pub(crate) type Rules = Vec<(String, String, String)>;

/// The rules that a vector names.
pub(crate) fn expected_rules(value: &Value) -> Rules {
    let list = value.as_array().cloned().unwrap_or_default();
    list.iter()
        .map(|rule| {
            let text = |at: usize| minified(rule[at].as_str().unwrap_or_default());
            (text(0), text(1), without_drawing(&text(2)))
        })
        .collect()
}

fn without_drawing(css: &str) -> String {
    const DATA: &str = "data:image/svg+xml;base64,";
    let mut parts = css.split(DATA);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(DATA);
        out.push_str(
            part.find(')')
                .and_then(|end| part.get(end..))
                .unwrap_or_default(),
        );
    }
    out
}

/// The lines of a family of vectors, which may be compressed.
pub(crate) fn vectors(family: &str) -> Vec<Value> {
    let path = fixtures().join(format!("vectors/{family}.jsonl"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|_| {
        let file = File::open(path.with_extension("jsonl.gz")).unwrap();
        let mut text = String::new();
        GzDecoder::new(file).read_to_string(&mut text).unwrap();
        text
    });
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The attributes and contents of modules whose options are tried.
pub(crate) fn module_bases() -> Value {
    let path = fixtures().join("vectors/divi-module-bases.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// The layout around a module whose option is tried, as the README of the vectors says.
pub(crate) fn layout(bases: &Value, key: &str, options: &Value) -> Option<String> {
    const COMMON: &str = " _builder_version=\"4.20.4\" _module_preset=\"default\"";
    let base = bases.get(key)?;
    let slug = key.split('@').next()?;
    let mut attributes = base["attributes"].as_object().cloned().unwrap_or_default();
    attributes.extend(options.as_object()?.clone());
    let mut text = String::new();
    for (name, value) in &attributes {
        let value = value.as_str()?;
        let value = value
            .replace('"', "%22")
            .replace('[', "%91")
            .replace(']', "%93")
            .replace('\\', "%92");
        text.push_str(&format!(" {name}=\"{value}\""));
    }
    let text_module = format!("[et_pb_text{COMMON}]x[/et_pb_text]");
    let content = base["content"].as_str().unwrap_or_default();
    let (section, row, column, module) = match slug {
        "et_pb_section" => (text, String::new(), String::new(), text_module),
        "et_pb_row" => (String::new(), text, String::new(), text_module),
        "et_pb_column" => (String::new(), String::new(), text, text_module),
        _ => {
            let module = format!("[{slug}{text}{COMMON}]{content}[/{slug}]");
            (String::new(), String::new(), String::new(), module)
        }
    };
    let module = match base["inside"].as_str() {
        Some(parent) => format!("[{parent}{COMMON}]{module}[/{parent}]"),
        None => module,
    };
    Some(if base["fullwidth"].as_bool() == Some(true) {
        format!("[et_pb_section fb_built=\"1\" fullwidth=\"on\"{COMMON}]{module}[/et_pb_section]")
    } else {
        format!(
            "[et_pb_section fb_built=\"1\"{section}{COMMON}][et_pb_row{row}{COMMON}]\
             [et_pb_column type=\"4_4\"{column}{COMMON}]{module}[/et_pb_column][/et_pb_row][/et_pb_section]"
        )
    })
}
