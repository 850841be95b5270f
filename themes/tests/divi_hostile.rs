//! Content of pages that nobody would write but somebody may store: whatever it is, a page comes back, and it is not
//! many times larger than what was stored.

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
use themes::wordpress::site_files::SiteFiles;
use themes::wordpress::view::Theme;
use themes::wordpress::view::{Adjacent, Frontend, Page, RequestUser, View};

/// A site that has nothing.
fn site() -> Arc<Site> {
    let option = |name: &str, value: &str| (name.to_owned(), value.as_bytes().to_vec());
    let options = Options::new([
        option("siteurl", "http://127.0.0.1"),
        option("home", "http://127.0.0.1"),
        option("template", "Divi"),
        option("stylesheet", "Divi"),
    ]);
    let pages = PageTree::new([]);
    Arc::new(Site {
        registry: COLUMNS.register(&options, &pages),
        options,
        terms: Terms::new([]),
        pages,
        menus: HashMap::new(),
        content_home: None,
        link_query: None,
        front_page_has_name: false,
        posts_where: None,
    })
}

/// A page with this content on a site that has nothing else but these posts in its library.
fn post(id: i64, post_type: &str, content: &str) -> Arc<Post> {
    Arc::new(Post {
        id: PostId(id),
        post_type: post_type.to_owned(),
        status: "publish".to_owned(),
        content: content.to_owned(),
        ..Post::default()
    })
}

/// The posts of the builder's library.
fn page_data(library: &[(i64, &str)]) -> PageData {
    let posts = library.iter();
    let posts = posts.map(|(id, content)| (PostId(*id), post(*id, LIBRARY_TYPE, content)));
    let mut page_data = PageData::default();
    page_data.insert(BuilderPageData {
        library: posts.collect(),
        ..BuilderPageData::default()
    });
    page_data
}

fn view(content: &str, library: &[(i64, &str)]) -> View {
    let site = site();
    let shown = post(1, "page", content);
    let mut objects = ObjectCache::default();
    let mut meta = Meta::default();
    meta.push("_et_pb_use_builder", b"on".to_vec());
    objects.add_post(shown.clone());
    objects.set_post_meta(shown.id, Arc::new(meta));
    let page_data = page_data(library);
    let mut query = MainQuery {
        posts: vec![shown],
        queried_object: Some(QueriedObject::Post(PostId(1))),
        ..MainQuery::default()
    };
    query.is.is_page = true;
    query.is.is_singular = true;
    let translations = Translations::new(None);
    let locale = translations.locale("es_ES");
    View {
        rewrite: Arc::new(Rewrite::new(&site, &site.registry.rewrite)),
        salts: Arc::new(Salts::collect(|_| None, |_| None, || "x".repeat(64)).0),
        theme: Arc::new(Theme::new(
            themes::columns::COLUMNS,
            &site.options,
            &TypeMap::default(),
        )),
        content_settings: View::content_settings_of(&site, &locale),
        locale,
        objects,
        query,
        widget_rows: Arc::new(WidgetRows::default()),
        comments: Vec::new(),
        adjacent: Adjacent::default(),
        visitor: RequestUser::default(),
        frontend: Frontend::Legacy,
        site_files: SiteFiles::default(),
        now: 1_795_169_730,
        image_sizes: ImageSizes::registered(&site.registry),
        wp_version: "6.8.7".to_owned(),
        attachments: HashMap::new(),
        page_data,
        posted: Posted::default(),
        translations: Arc::new(translations),
        render_status: Default::default(),
        conversions: Arc::default(),
        language: None,
        site_data: Arc::new(SiteData::default()),
        site,
    }
}

/// The whole page of a content that ends with a text of its own.
fn drawn(name: &str, content: &str, library: &[(i64, &str)]) -> String {
    let content = format!("{content}[et_pb_text]FIN[/et_pb_text]");
    let view = Arc::new(view(&content, library));
    let html = view.theme.render(&mut Page::new(view.clone())).unwrap();
    assert!(html.contains("FIN") && html.contains("</html>"), "{name}");
    html
}

/// What a page may weigh beside its content.
const MARGIN: usize = 1 << 20;

fn check(name: &str, content: &str) {
    let html = drawn(name, content, &[]);
    let most = MARGIN + 200 * content.len();
    assert!(html.len() < most, "{name}: {} bytes", html.len());
}

const NAMES: [&str; 6] = ["section", "row", "column", "text", "tabs", "tab"];

fn tags(count: usize, tag: impl Fn(usize, &str) -> String) -> String {
    let name = |i: usize| NAMES[i % NAMES.len()];
    (0..count).map(|i| tag(i, name(i))).collect()
}

#[test]
fn nesting() {
    let open = tags(2_000, |_, name| format!("[et_pb_{name}]"));
    check("never closed", &open);
    check(
        "closed at the end",
        &(open.clone() + &tags(2_000, |_, name| format!("[/et_pb_{name}]"))),
    );
    check(
        "only closed",
        &tags(10_000, |_, name| format!("[/et_pb_{name}]")),
    );
    check(
        "crossed",
        &"[et_pb_row][et_pb_column][/et_pb_row][/et_pb_column]".repeat(500),
    );
    let deep = |tag: &dyn Fn(usize) -> String| (0..10_000).map(tag).collect::<String>();
    let before = deep(&|i| format!("[et_pb_x{i}]"));
    let behind = deep(&|i| format!("[/et_pb_x{}]", 9_999 - i));
    check("10,000 deep", &format!("{before}dentro{behind}"));
    check("brackets", &"[".repeat(50_000));
    check("half tags", &"[et_pb_text ".repeat(5_000));
    check("paragraphs", &"<p>[et_pb_\n".repeat(5_000));
}

#[test]
fn attributes() {
    let long = "x".repeat(1 << 20);
    for name in [
        "title",
        "module_class",
        "custom_css_main_element",
        "background_color",
        "custom_padding",
        "display_conditions",
        "_dynamic_attributes",
        "global_module",
        "background_color_gradient_stops",
    ] {
        let content = format!("[et_pb_blurb {name}=\"{long}\"]a[/et_pb_blurb]");
        let html = drawn(name, &content, &[]);
        assert!(
            html.len() < MARGIN + 40 * long.len(),
            "{name}: {}",
            html.len()
        );
    }
    let many: String = (0..20_000).map(|i| format!(" a{i}__hover=\"1\"")).collect();
    check(
        "many attributes",
        &format!("[et_pb_text{many}]a[/et_pb_text]"),
    );
    let columns = "[et_pb_column type=\"1_6\"][/et_pb_column]".repeat(300);
    let held: String = (0..2_000)
        .map(|i| format!(" background_x{i}_1=\"1\""))
        .collect();
    check(
        "a row that says much of its columns",
        &format!("[et_pb_row{held}]{columns}[/et_pb_row]"),
    );
    check(
        "dynamic",
        &"[et_pb_text _dynamic_attributes=\"title\" title=\"@ET-DC@e30=@\"]".repeat(100),
    );
}

#[test]
fn missing_things() {
    let modules = [
        "[et_pb_gallery gallery_ids=\"1,999999999999999999999,-5,,x,7\"][/et_pb_gallery]",
        "[et_pb_image src=\"http://127.0.0.1/wp-content/uploads/no.jpg\"][/et_pb_image]",
        "[et_pb_image src=\"\"][/et_pb_image][et_pb_video src=\"\"][/et_pb_video]",
        "[et_pb_blog posts_number=\"999999999999999999999\"][/et_pb_blog]",
        "[et_pb_post_slider posts_number=\"-1\"][/et_pb_post_slider]",
        "[et_pb_menu menu_id=\"77777\"][/et_pb_menu][et_pb_sidebar area=\"nada\"][/et_pb_sidebar]",
        "[et_pb_text global_module=\"5\"]a[/et_pb_text][et_pb_post_content][/et_pb_post_content]",
        "[et_pb_column type=\"1_0\"][/et_pb_column][et_pb_column type=\"x_y_z\"][/et_pb_column]",
        "[et_pb_map_pin][/et_pb_map_pin][et_pb_tab][/et_pb_tab][et_pb_contact_field][/et_pb_contact_field]",
    ];
    for module in modules {
        check(module, module);
    }
}

#[test]
fn libraries_that_name_each_other() {
    let names = |ids: &[i64]| {
        let section = |id: &i64| format!("[et_pb_section global_module=\"{id}\"][/et_pb_section]");
        ids.iter().map(section).collect::<String>()
    };
    let inside = |content: String| {
        format!("[et_pb_section][et_pb_row]{content}[/et_pb_row][/et_pb_section]")
    };
    let (one, two) = (inside(names(&[3, 3, 2])), inside(names(&[2, 2, 3])));
    drawn("two", &names(&[2, 3]), &[(2, &one), (3, &two)]);
    // Each names all others, twice.
    let ids: Vec<i64> = (10..25).collect();
    let all = names(&ids).repeat(2);
    let shelf: Vec<(i64, &str)> = ids.iter().map(|id| (*id, all.as_str())).collect();
    let html = drawn("all", &all, &shelf);
    assert!(html.len() < 64 * MARGIN, "{}", html.len());
}
