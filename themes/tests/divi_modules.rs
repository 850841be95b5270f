//! Markup of builder modules, held against vectors: whole layouts (`divi-modules`) and single options of modules
//! (`divi-module-options`), drawn as the content of the recorded site's page `/modulos/texto/`.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::builder_scene::{Scene, expected_rules, layout, module_bases, vectors};
use regex::Regex;
use serde_json::json;
use tests_contract::builder_page;
use themes::divi::modules::MODULES;
use themes::wordpress::view::{Frontend, Page};

#[tokio::test]
async fn rules_of_whole_layouts() {
    rules_of_layouts("divi-modules").await.check(&[]);
}

#[tokio::test]
async fn rules_of_more_layouts() {
    rules_of_layouts("divi-modules-2").await.check(&[]);
}

/// Counts the layouts of a family whose rules differ.
async fn rules_of_layouts(family: &str) -> Tally {
    let scene = Scene::load().await;
    let mut tally = Tally::default();
    for (i, vector) in vectors(family).iter().enumerate() {
        let content = vector["args"][0].as_str().unwrap();
        let lines = |rules: Vec<(String, String, String)>| {
            let lines = rules.into_iter();
            let lines = lines.map(|(media, selector, css)| format!("{media}|{selector}{{{css}}}"));
            lines.collect::<Vec<_>>().join("\n")
        };
        let want = lines(expected_rules(&vector["out"]["css"]));
        let got = lines(scene.draw(content).await.1);
        tally.add(&subject(content), i + 1, &want, &got);
    }
    tally
}

/// The markup without what is drawn by chance, white space as the vectors have it.
struct Normal {
    lines: Regex,
    nonces: Regex,
    logins: Regex,
    captchas: Regex,
    players: Regex,
    menus: Regex,
    months: Regex,
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
            // Players and menus are numbered through all layouts that one process of the recording drew; the first
            // player has a script, the items of the first menu have ids.
            players: Regex::new(
                r#"<!--\[if lt IE 9\]><script>document.createElement\('(?:audio|video)'\);</script><!\[endif\]-->\n|(?:audio|video)-2043-\d+|\?_=\d+"#,
            )
            .unwrap(),
            // The script of a list of months is our own.
            months: Regex::new(r#"(?s)(</select>\s*<script type="text/javascript">).*?</script>"#)
                .unwrap(),
            menus: Regex::new(r#"(<ul id="menu-[a-z]+)(?:-\d+)?|<li id="menu-item-\d+""#).unwrap(),
        }
    }

    fn of(&self, html: &str) -> String {
        let html = self.lines.replace_all(html.trim(), "\n");
        let html = self.nonces.replace_all(&html, "${1}NONCE");
        let html = self.logins.replace_all(&html, "${1}X");
        let html = self.captchas.replace_all(&html, "${1}1");
        let html = self.players.replace_all(&html, "");
        let html = self
            .menus
            .replace_all(&html, |found: &regex::Captures<'_>| {
                found.get(1).map_or("<li", |menu| menu.as_str()).to_owned()
            });
        self.months.replace_all(&html, "$1").into_owned()
    }
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
    markup_of_layouts("divi-modules", "")
        .await
        .check(KNOWN_LAYOUTS);
}

#[tokio::test]
async fn more_layouts() {
    // The process of the recording had drawn each module once.
    let before = "[et_pb_portfolio posts_number=\"2\" /][et_pb_sidebar area=\"sidebar-1\" /]";
    markup_of_layouts("divi-modules-2", before)
        .await
        .check(KNOWN_LAYOUTS_2);
}

/// Counts the layouts of a family whose markup differs.
async fn markup_of_layouts(family: &str, before: &str) -> Tally {
    let (scene, normal) = (Scene::load().await, Normal::new());
    let mut tally = Tally::default();
    for (i, vector) in vectors(family).iter().enumerate() {
        let content = vector["args"][0].as_str().unwrap();
        let want = vector["out"]["html_whitespace_collapsed"].as_str().unwrap();
        let got = scene.draw_behind(before, content).await.0;
        tally.add(&subject(content), i + 1, &normal.of(want), &normal.of(&got));
    }
    tally
}

#[tokio::test]
async fn options_of_modules() {
    let (scene, normal) = (Scene::load().await, Normal::new());
    let bases = module_bases();
    let mut tally = Tally::default();
    for (i, vector) in vectors("divi-module-options").iter().enumerate() {
        let key = vector["args"][0].as_str().unwrap();
        let Some(want) = vector["out"]["html"].as_str() else {
            continue;
        };
        let content = layout(&bases, key, &vector["args"][1]).unwrap();
        let got = scene.draw(&content).await.0;
        tally.add(key, i + 1, &normal.of(want), &normal.of(&got));
    }
    tally.check(KNOWN_OPTIONS);
}

/// Layouts that differ, by module.
const KNOWN_LAYOUTS: &[(&str, usize)] = &[];

/// Layouts of the second family whose markup differs: a column of a specialty section without the class of the image that
/// it has on hover, and the pattern of a column that has no switch.
const KNOWN_LAYOUTS_2: &[(&str, usize)] = &[("text", 2)];

/// Options that differ, by module.
const KNOWN_OPTIONS: &[(&str, usize)] = &[
    // Attachments stand in the order of their ids where they were written at the same moment.
    ("et_pb_blog", 1),
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

#[tokio::test]
async fn modules_of_other_post_types_get_their_wrapper() {
    let scene = Scene::load().await;
    for (post_type, wanted) in [("page", 0), ("product", 1), ("et_header_layout", 0)] {
        for frontend in [Frontend::Legacy, Frontend::React] {
            let mut view = scene.view("[et_pb_section][/et_pb_section]").await;
            let post = Arc::make_mut(view.query.posts.first_mut().unwrap());
            post_type.clone_into(&mut post.post_type);
            view.frontend = frontend;
            let theme = Arc::clone(&view.theme);
            let html = theme.render(&mut Page::new(Arc::new(view))).unwrap();
            let count = html.matches("var et_modules_wrapper").count();
            assert_eq!(count, wanted, "{post_type}, {frontend:?}");
        }
    }
}

#[tokio::test]
async fn players_have_the_sites_sheets_with_both_frontends() {
    let scene = Scene::load().await;
    for frontend in [Frontend::Legacy, Frontend::React] {
        let mut view = scene
            .view("[et_pb_section][et_pb_row][et_pb_column type=\"4_4\"][et_pb_audio audio=\"http://h/a.mp3\" /][/et_pb_column][/et_pb_row][/et_pb_section]")
            .await;
        view.frontend = frontend;
        let theme = Arc::clone(&view.theme);
        let html = theme.render(&mut Page::new(Arc::new(view))).unwrap();
        for sheet in [
            "mediaelementplayer-legacy.min.css",
            "wp-mediaelement.min.css",
        ] {
            assert_eq!(html.matches(sheet).count(), 1, "{sheet}, {frontend:?}");
        }
    }
}

/// Sections whose drawing asks more of the page than a number, or whose tags are not counted as they stand.
const ODD_SECTIONS: [&str; 8] = [
    "[et_pb_section disabled=\"on\"][et_pb_row][et_pb_column type=\"4_4\"][et_pb_text]no[/et_pb_text][/et_pb_column]\
     [/et_pb_row][/et_pb_section]",
    "[et_pb_section][et_pb_row][et_pb_column type=\"1_3\"][et_pb_text]una columna[/et_pb_text][/et_pb_column][/et_pb_row]\
     [/et_pb_section]",
    "[et_pb_section /]",
    "[[et_pb_section]escrita[/et_pb_section]]",
    "[et_pb_row][et_pb_column type=\"4_4\"][et_pb_text]sin sección[/et_pb_text][/et_pb_column][/et_pb_row]",
    "[et_pb_section specialty=\"on\"][et_pb_column type=\"1_2\"][et_pb_blurb title=\"WordPress\"]Wordpress[/et_pb_blurb]\
     [/et_pb_column][et_pb_column type=\"1_2\" specialty_columns=\"2\"][et_pb_row_inner][et_pb_column_inner type=\"1_2\"]\
     [et_pb_text sticky_position=\"top\" scroll_fade_enable=\"on\" text_font=\"Lato||||||||\"]x[/et_pb_text]\
     [/et_pb_column_inner][/et_pb_row_inner][/et_pb_column][/et_pb_section]",
    "[et_pb_section][et_pb_row][et_pb_column type=\"4_4\"][et_pb_code]<a title=\"[et_pb_text]\">[/et_pb_code]\
     [et_pb_text][gallery ids=\"10,11\"][et_pb_section]dentro[/et_pb_section][/et_pb_text][/et_pb_column][/et_pb_row]\
     [/et_pb_section]",
    "[et_pb_section][et_pb_row][et_pb_column type=\"4_4\"][et_pb_text]nunca cerrada",
];

/// Every module of the builder, each in a section, twice.
fn every_module() -> String {
    let bases = module_bases();
    let keys = bases.as_object().unwrap().keys();
    let sections: Vec<String> = keys
        .filter_map(|key| layout(&bases, key, &json!({})))
        .collect();
    assert!(sections.len() > 40, "{}", sections.len());
    sections.concat().repeat(2)
}

/// The page of a content, rendered in a pool of so many threads.
async fn rendered(scene: &Scene, content: &str, threads: usize) -> String {
    let view = Arc::new(scene.view(content).await);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    let render = || view.theme.render(&mut Page::new(Arc::clone(&view)));
    pool.build().unwrap().install(render).unwrap()
}

/// A shortcode inside an HTML tag: the text around it has no static tree.
const DYNAMIC: &str = "<i title=\"[gallery]\">x</i>";

#[tokio::test]
async fn trees_print_what_runs_over_the_text_print() {
    let scene = Scene::load().await;
    let many = builder_page::content(90);
    let modules = every_module();
    let odd = |at: usize| [&many, ODD_SECTIONS[at], &many].concat();
    let mut contents = vec![
        many.clone(),
        modules.clone(),
        [&modules, &many[..]].concat(),
    ];
    contents.extend((0..ODD_SECTIONS.len()).map(odd));
    contents.push([ODD_SECTIONS.concat(), modules, many].concat());
    for (at, content) in contents.iter().enumerate() {
        let wanted = rendered(&scene, content, 1).await;
        assert!(wanted == rendered(&scene, content, 4).await, "content {at}");
        let (html, rules) = scene.draw(content).await;
        let (run, run_rules) = scene.draw(&[content, DYNAMIC].concat()).await;
        assert!(run.starts_with(&html), "content {at}");
        assert_eq!(rules, run_rules, "content {at}");
    }
}
