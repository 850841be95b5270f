//! Markup of builder modules, held against vectors: whole layouts (`divi-modules`) and single options of modules
//! (`divi-module-options`), drawn as the content of the recorded site's page `/modulos/texto/`.

#![expect(clippy::unwrap_used, reason = "a test")]

use std::collections::BTreeMap;
use std::sync::Arc;

use compat::columns::{ColumnData, register_translations};
use compat::multilingual::settings::MultilingualSettings;
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
use compat::wordpress::widget::WidgetRows;
use regex::Regex;
use serde_json::Value;
use tests_contract::fixtures;
use themes::divi::builder::PageBuilder;
use themes::divi::builder::style_sheet::minified;
use themes::divi::modules::MODULES;
use themes::theme::Theme;
use themes::wordpress::site_files::SiteFiles;
use themes::wordpress::view::{Adjacent, Frontend, Page, View, Visitor};

/// The page in which the vectors were drawn.
const PAGE: PostId = PostId(2043);
/// When they were drawn.
const NOW: i64 = 1_795_169_730;

struct Scene {
    _folder: tempfile::TempDir,
    db: Db,
    site: Arc<Site>,
    theme: Arc<Theme>,
    multilingual: Arc<MultilingualSettings>,
    translations: Arc<Translations>,
    columns: Arc<ColumnData>,
    widget_rows: Arc<WidgetRows>,
}

impl Scene {
    async fn load() -> Self {
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
        let site = Arc::new(site_loader::load(&db).await.unwrap());
        let multilingual = Arc::new(MultilingualSettings::default());
        let content = fixtures().join("casas-cueva/wp-root/wp-content");
        let mut translations = Translations::new(Some(&content));
        register_translations(&site.options, &mut translations);
        Self {
            _folder: folder,
            theme: Arc::new(Theme::new(&site.options, &multilingual)),
            multilingual,
            translations: Arc::new(translations),
            columns: Arc::new(ColumnData::load(&db, &site.options).await.unwrap()),
            widget_rows: Arc::new(WidgetRows::load(&db, &site).await.unwrap()),
            site,
            db,
        }
    }

    async fn adjacent(&self, post: &Post) -> Adjacent {
        let (db, site) = (&self.db, &self.site);
        Adjacent {
            previous: adjacent_post(db, site, post, true).await.unwrap(),
            next: adjacent_post(db, site, post, false).await.unwrap(),
        }
    }

    /// The page with another content.
    async fn view(&self, content: &str) -> View {
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
        let loaded = PageObjects::load(db, site, &self.columns, &query, &more, &[], objects);
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
            visitor: Visitor {
                request_uri: "/modulos/texto/".to_owned(),
                ..Visitor::default()
            },
            frontend: Frontend::Legacy,
            site_files: SiteFiles::default(),
            now: NOW,
            image_sizes: ImageSizes::registered(&self.site.registry),
            wp_version: "6.8.7".to_owned(),
            attachments: loaded.attachments,
            page_columns: loaded.columns,
            posted: Posted::default(),
            translations: Arc::clone(&self.translations),
            conversions: Arc::default(),
            page_languages: None,
            multilingual: Arc::clone(&self.multilingual),
            columns: Arc::clone(&self.columns),
        }
    }

    async fn draw(&self, content: &str) -> String {
        let mut page = Page::new(Arc::new(self.view(content).await));
        page.content_post = Some(PAGE);
        self.theme
            .shortcodes
            .do_shortcode(content, &mut page)
            .into_owned()
    }
}

#[tokio::test]
async fn rules_of_whole_layouts() {
    let scene = Scene::load().await;
    let mut tally = Tally::default();
    let drawing = Regex::new("base64,[^)]*").unwrap();
    for (i, vector) in vectors("divi-modules").iter().enumerate() {
        let content = vector["args"][0].as_str().unwrap();
        let mut want: Vec<String> = Vec::new();
        for rule in vector["out"]["css"].as_array().unwrap() {
            let text = |at: usize| minified(rule[at].as_str().unwrap_or_default());
            want.push(format!("{}|{}{{{}}}", text(0), text(1), text(2)));
        }
        let mut page = Page::new(Arc::new(scene.view(content).await));
        page.content_post = Some(PAGE);
        let _html = scene.theme.shortcodes.do_shortcode(content, &mut page);
        let builder = PageBuilder::of(&mut page);
        let rules = builder
            .styles
            .rules()
            .into_iter()
            .chain(builder.column_styles.rules());
        let got: Vec<String> = rules
            .map(|rule| {
                let media = rule.media.query().map(minified).unwrap_or_default();
                let (selector, css) = (minified(&rule.selector), minified(&rule.declarations));
                format!("{media}|{selector}{{{css}}}")
            })
            .collect();
        let normal = |rules: Vec<String>| {
            drawing
                .replace_all(&rules.join("\n"), "base64,")
                .into_owned()
        };
        tally.add(&subject(content), i + 1, &normal(want), &normal(got));
    }
    // Pictures of posts: the module says them (`css::add_post_slide`).
    tally.check(&[("fullwidth_post_slider", 1), ("post_slider", 1)]);
}

/// The markup without what is drawn by chance, white space as the vectors have it.
struct Normal {
    lines: Regex,
    nonces: Regex,
    logins: Regex,
    captchas: Regex,
}

impl Normal {
    fn new() -> Self {
        Self {
            lines: Regex::new(r"\s*\n\s*").unwrap(),
            nonces: Regex::new(r#"(name="_wpnonce[^"]*" value=")[^"]*"#).unwrap(),
            logins: Regex::new(r#"(user_(?:login|pass)_)[0-9a-f]+"#).unwrap(),
            captchas: Regex::new(
                r#"(captcha_question">|first_digit="|second_digit=")\d+(?: \+ \d+)?"#,
            )
            .unwrap(),
        }
    }

    fn of(&self, html: &str) -> String {
        let html = self.lines.replace_all(html.trim(), "\n");
        let html = self.nonces.replace_all(&html, "${1}NONCE");
        let html = self.logins.replace_all(&html, "${1}X");
        self.captchas.replace_all(&html, "${1}1").into_owned()
    }
}

fn vectors(family: &str) -> Vec<Value> {
    let path = fixtures().join(format!("vectors/{family}.jsonl"));
    let text = std::fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The module that a layout is about: the last kind that is no structure and no child.
fn subject(content: &str) -> String {
    let mut slugs = content.split("[et_pb_").skip(1);
    let structure = ["section", "row", "column", "row_inner", "column_inner"];
    let slug = slugs.find_map(|rest| {
        let slug = rest.split([' ', ']']).next()?;
        (!structure.contains(&slug)).then(|| slug.to_owned())
    });
    slug.unwrap_or_else(|| "structure".to_owned())
}

/// Counts what differs by module and prints what differs, if asked (`MODULE=blurb`).
#[derive(Default)]
struct Tally {
    passed: usize,
    failed: BTreeMap<String, usize>,
}

impl Tally {
    fn add(&mut self, subject: &str, line: usize, want: &str, got: &str) {
        if want == got {
            self.passed += 1;
            return;
        }
        *self.failed.entry(subject.to_owned()).or_default() += 1;
        if std::env::var("MODULE").is_ok_and(|m| m == subject || m == "all") {
            println!("--- {subject}, line {line}\nwant {want}\ngot  {got}\n");
        }
    }

    fn check(&self, known: &[(&str, usize)]) {
        let failed: usize = self.failed.values().sum();
        println!(
            "{} of {} pass; differ: {:?}",
            self.passed,
            self.passed + failed,
            self.failed
        );
        let known: BTreeMap<String, usize> =
            known.iter().map(|(m, n)| ((*m).to_owned(), *n)).collect();
        assert_eq!(self.failed, known, "the number only shrinks");
    }
}

#[tokio::test]
async fn whole_layouts() {
    let (scene, normal) = (Scene::load().await, Normal::new());
    let mut tally = Tally::default();
    for (i, vector) in vectors("divi-modules").iter().enumerate() {
        let content = vector["args"][0].as_str().unwrap();
        let want = vector["out"]["html_whitespace_collapsed"].as_str().unwrap();
        let got = scene.draw(content).await;
        tally.add(&subject(content), i + 1, &normal.of(want), &normal.of(&got));
    }
    tally.check(KNOWN_LAYOUTS);
}

/// The layout around a module whose option is tried, as the README of the vectors says.
fn layout(bases: &Value, key: &str, options: &Value) -> Option<String> {
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

#[tokio::test]
async fn options_of_modules() {
    let (scene, normal) = (Scene::load().await, Normal::new());
    let bases = std::fs::read_to_string(fixtures().join("vectors/divi-module-bases.json")).unwrap();
    let bases: Value = serde_json::from_str(&bases).unwrap();
    let mut tally = Tally::default();
    for (i, vector) in vectors("divi-module-options").iter().enumerate() {
        let key = vector["args"][0].as_str().unwrap();
        let Some(want) = vector["out"]["html"].as_str() else {
            continue;
        };
        let content = layout(&bases, key, &vector["args"][1]).unwrap();
        let got = scene.draw(&content).await;
        tally.add(key, i + 1, &normal.of(want), &normal.of(&got));
    }
    tally.check(KNOWN_OPTIONS);
}

/// Layouts that differ, by module.
const KNOWN_LAYOUTS: &[(&str, usize)] = &[];

/// Options that differ, by module.
const KNOWN_OPTIONS: &[(&str, usize)] = &[
    // Attachments stand in the order of their ids where they were written at the same moment.
    ("et_pb_blog", 1),
    // The text of a slide is empty where the list is that of the page itself.
    ("et_pb_fullwidth_post_slider", 1),
];

/// The modules of the contract, without those of the shop.
const CONTRACT: &[&str] = &[
    "section",
    "row",
    "row_inner",
    "column",
    "column_inner",
    "text",
    "accordion",
    "accordion_item",
    "toggle",
    "tabs",
    "tab",
    "audio",
    "counters",
    "counter",
    "blog",
    "blurb",
    "button",
    "circle_counter",
    "number_counter",
    "code",
    "comments",
    "contact_form",
    "contact_field",
    "countdown_timer",
    "cta",
    "divider",
    "filterable_portfolio",
    "portfolio",
    "gallery",
    "image",
    "icon",
    "login",
    "map",
    "map_pin",
    "menu",
    "post_slider",
    "fullwidth_post_slider",
    "post_title",
    "fullwidth_post_title",
    "post_nav",
    "post_content",
    "fullwidth_post_content",
    "pricing_tables",
    "pricing_table",
    "search",
    "sidebar",
    "signup",
    "signup_custom_field",
    "slider",
    "slide",
    "fullwidth_slider",
    "social_media_follow",
    "social_media_follow_network",
    "team_member",
    "testimonial",
    "video",
    "video_slider",
    "video_slider_item",
    "fullwidth_header",
    "fullwidth_image",
    "fullwidth_map",
    "fullwidth_code",
    "fullwidth_menu",
    "fullwidth_portfolio",
];

/// Modules that are still to be written. The list only shrinks.
const MISSING: &[&str] = &[];

#[test]
fn every_module_of_the_contract_is_there() {
    let is_there = |name: &&&str| MODULES.iter().any(|m| m.slug == format!("et_pb_{name}"));
    let missing: Vec<&str> = CONTRACT.iter().filter(|n| !is_there(n)).copied().collect();
    println!("MISSING MODULES: {missing:?}");
    assert_eq!(missing, MISSING, "the list only shrinks");
}
