//! Widgets of the demo site, compared with what PHP printed (recordings "pages"), and the kinds that it does not use.

use std::sync::Arc;

use crate::demo::{assert_same, between, demo, recorded};
use compat::wordpress::php::Value;
use compat::wordpress::query::QueriedObject;
use compat::wordpress::widget::Widget;
use themes::wordpress::view::{Page, View};
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

fn sidebar_of(body: &str) -> String {
    let area = between(
        body,
        "<div id=\"sidebar\">",
        "<span class=\"et_pb_scroll_top",
    );
    format!("<div>{area}")
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

/// Prints a widget with settings that the demo site does not use.
fn print(page: &mut Page, id_base: &str, settings: Value) -> String {
    let widget = Widget {
        id: format!("{id_base}-7"),
        id_base: id_base.to_owned(),
        number: 7,
        settings,
    };
    let theme = page.view.theme.clone();
    theme.widgets.print(page, &widget, SIDEBAR)
}

fn on(names: &[&'static str]) -> Value {
    names
        .iter()
        .fold(Value::array(), |v, name| v.with(*name, 1))
}

#[tokio::test]
async fn categories_are_flat_in_levels_or_a_dropdown() {
    let demo = demo().await;
    let mut view = demo.view(None).await;
    let child = demo.site.terms.by_slug("category", "senderismo").unwrap();
    view.query.is.is_category = true;
    view.query.queried_object = Some(QueriedObject::Term(child.clone()));
    let mut page = Page::new(Arc::new(view));
    let levels = print(&mut page, "categories", on(&["hierarchical"]));
    assert!(
        levels.contains("class=\"cat-item cat-item-16 current-cat-parent current-cat-ancestor\"")
    );
    assert!(levels.contains("cat-item-19 current-cat\"><a aria-current=\"page\""));
    assert!(levels.contains("<ul class='children'>") && !levels.contains("(2)"));
    let flat = print(&mut page, "categories", on(&["count"]));
    assert!(!flat.contains("children"));
    // Without levels, a number counts a category's own posts only.
    assert!(flat.contains("category/rutas/\">Rutas</a> (2)"));
    let list = print(
        &mut page,
        "categories",
        on(&["dropdown", "hierarchical", "count"]),
    );
    assert!(list.contains("<select name='cat' id='cat' class='postform'>"));
    assert!(list.contains("<option class=\"level-0\" value=\"16\">Rutas&nbsp;&nbsp;(4)</option>"));
    assert!(list.contains(
        "<option class=\"level-1\" value=\"19\" selected=\"selected\">&nbsp;&nbsp;&nbsp;Senderismo"
    ));
    let second = print(&mut page, "categories", on(&["dropdown"]));
    assert!(second.contains("id='categories-dropdown-7'"));
}

#[tokio::test]
async fn other_kinds_print_their_wrappers_and_texts() {
    let demo = demo().await;
    let mut page = Page::new(Arc::new(demo.view(Some(27)).await));
    let months = print(&mut page, "archives", on(&["count"]));
    let may = "<li><a href='http://127.0.0.1:8081/2026/05/'>mayo 2026</a>&nbsp;(";
    assert!(months.contains(may), "{months}");
    let html = Value::array()
        .with("content", "<i>x</i>")
        .with("title", "A & B");
    let html = print(&mut page, "custom_html", html);
    assert_eq!(
        html,
        "<div id=\"custom_html-7\" class=\"widget_text et_pb_widget widget_custom_html\">\
         <h4 class=\"widgettitle\">A &#038; B</h4>\
         <div class=\"textwidget custom-html-widget\"><i>x</i></div></div>"
    );
    let block = Value::array().with(
        "content",
        "<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->",
    );
    assert_eq!(
        print(&mut page, "block", block),
        "<div id=\"block-7\" class=\"et_pb_widget widget_block widget_text\"><p>x</p></div>"
    );
    let text = Value::array().with("text", "a\n\nb").with("filter", true);
    assert!(print(&mut page, "text", text).contains("<p>a</p>\n<p>b</p>"));
    let pages = print(&mut page, "pages", Value::array());
    assert!(
        pages.contains("<li class=\"page_item page-item-"),
        "{pages}"
    );
    let meta = print(&mut page, "meta", Value::array());
    assert!(meta.contains("/wp-login.php\">Acceder</a>") && meta.contains("/comments/feed/\">"));
    let cloud = print(
        &mut page,
        "tag_cloud",
        on(&["count"]).with("taxonomy", "category"),
    );
    assert!(cloud.contains("<span class=\"tag-link-count\"> (4)</span>"));
    assert!(cloud.contains("<h4 class=\"widgettitle\">Categorías</h4>"));
    let image = Value::array()
        .with("url", "https://a.example/x.jpg")
        .with("alt", "\"x\"");
    assert!(print(&mut page, "media_image", image).contains("alt=\"&quot;x&quot;\""));
    let cart = print(&mut page, "woocommerce_widget_cart", on(&["hide_if_empty"]));
    assert!(cart.contains("<div class=\"hide_cart_widget_if_empty\">"));
    for unknown in ["rss", "no-such-kind"] {
        assert_eq!(print(&mut page, unknown, Value::array()), "");
    }
}

#[tokio::test]
async fn options_change_areas() {
    let mut demo = demo().await;
    demo.set_option("date_format", "Y/m").await;
    let areas = "a:2:{s:19:\"wp_inactive_widgets\";a:1:{i:0;s:8:\"search-2\";}\
        s:9:\"sidebar-1\";a:3:{i:0;s:14:\"recent-posts-2\";i:1;s:6:\"rss-77\";i:2;s:6:\"text-2\";}}";
    demo.set_option("sidebars_widgets", areas).await;
    let mut page = Page::new(Arc::new(demo.view(None).await));
    let html = dynamic_sidebar(&mut page, "sidebar-1", SIDEBAR);
    assert!(html.contains("<span class=\"post-date\">2026/06</span>"));
    let ids: Vec<&str> = html.split("<div id=\"").skip(1).collect();
    assert!(
        ids.len() == 2
            && ids
                .iter()
                .zip(["recent-posts-2\"", "text-2\""])
                .all(|(a, b)| a.starts_with(b))
    );
    assert_eq!(dynamic_sidebar(&mut page, "sidebar-2", SIDEBAR), "");
}

/// A month whose days with posts are links: what `get_calendar` of WordPress 6.8 prints.
#[tokio::test]
async fn the_calendar_shows_the_month_of_the_archive() {
    let demo = demo().await;
    let mut view = demo.view(None).await;
    view.query.is.is_archive = true;
    view.query.vars.set("year", "2026");
    view.query.vars.set("monthnum", "3");
    let mut page = Page::new(Arc::new(view));
    let settings = Value::array().with("title", "");
    let got = print(&mut page, "calendar", settings.clone());
    let start = "<div id=\"calendar-7\" class=\"et_pb_widget widget_calendar\">\
        <div id=\"calendar_wrap\" class=\"calendar_wrap\"><table id=\"wp-calendar\" class=\"wp-calendar-table\">\n\
        \t<caption>marzo 2026</caption>\n\t<thead>\n\t<tr>\n\
        \t\t<th scope=\"col\" aria-label=\"lunes\">L</th>";
    assert!(got.starts_with(start), "{got}");
    // 1 March 2026 is a Sunday, and weeks begin on Monday.
    assert!(got.contains("<tr>\n\t\t<td colspan=\"6\" class=\"pad\">&nbsp;</td><td>1</td>\n\t</tr>\n\t<tr>\n\t\t<td>2</td>"));
    assert!(got.contains(
        "<td><a href=\"http://127.0.0.1:8081/2026/03/07/\" aria-label=\"Entradas publicadas el 7 de March de 2026\">7</a></td>"
    ), "{got}");
    assert!(got.contains("<td>31</td>\n\t\t<td class=\"pad\" colspan=\"5\">&nbsp;</td>\n\t</tr>"));
    assert!(
        got.contains("<span class=\"wp-calendar-nav-next\"><a href=\"http://127.0.0.1:8081/2026/"),
        "{got}"
    );
    assert!(!got.contains("id=\"today\""));
    let second = print(&mut page, "calendar", settings);
    assert!(second.contains("<div class=\"calendar_wrap\">"));
    let theme = page.view.theme.clone();
    let block = "<!-- wp:calendar {\"align\":\"wide\",\"className\":\"mio\"} /-->";
    let block = theme.blocks.do_blocks(block, &mut page);
    assert!(
        block.starts_with("<div class=\"alignwide mio wp-block-calendar\"><table id"),
        "{block}"
    );
}

#[tokio::test]
async fn a_feed_of_another_site_is_one_that_cannot_be_fetched() {
    let demo = demo().await;
    let mut page = Page::new(Arc::new(demo.view(None).await));
    let feed = |url: &'static str| {
        Value::array()
            .with("url", url)
            .with("title", "Otra <b>casa")
    };
    let got = print(
        &mut page,
        "rss",
        feed("x https://otra.example/feed/?a=1&b=2"),
    );
    assert!(
        got.contains(
            "href=\"https://otra.example/feed/?a=1&#038;b=2\"><img class=\"rss-widget-icon\""
        ),
        "{got}"
    );
    assert!(
        got.contains(
            "<a class=\"rsswidget rss-widget-title\" href=\"\">Otra &lt;b&gt;casa</a></h4></div>"
        ),
        "{got}"
    );
    assert_eq!(print(&mut page, "rss", feed("http://127.0.0.1:8081/")), "");
    assert_eq!(print(&mut page, "rss", feed("nada")), "");
    let theme = page.view.theme.clone();
    let block = "<!-- wp:rss {\"feedURL\":\"https://otra.example/feed/\"} /-->";
    let block = theme.blocks.do_blocks(block, &mut page);
    assert!(
        block.starts_with("<div class=\"components-placeholder\">"),
        "{block}"
    );
}

/// A captioned image inside of the filters of a post's content: it stands on its own between paragraphs.
#[tokio::test]
async fn captions_in_the_content() {
    let demo = demo().await;
    let mut page = Page::new(Arc::new(demo.view(Some(27)).await));
    let text = "Antes -- \"ya\".\n\n[caption id=\"attachment_5\" align=\"alignleft\" width=\"300\"]\
        <a href=\"/x/\"><img src=\"/a.jpg\" width=\"300\" height=\"200\" decoding=\"async\" /></a> El \"patio\" -- de día\
        [/caption]\n\nDespués.";
    let html = themes::wordpress::content::the_content(&mut page, text);
    println!("{html}");
    assert_eq!(
        html,
        "<p>Antes &#8212; «ya».</p>\n<div id=\"attachment_5\" style=\"width: 310px\" class=\"wp-caption alignleft\">\
         <a href=\"/x/\"><img loading=\"lazy\" aria-describedby=\"caption-attachment-5\" src=\"/a.jpg\" width=\"300\" height=\"200\" \
         decoding=\"async\" /></a><p id=\"caption-attachment-5\" class=\"wp-caption-text\">El «patio» &#8212; de día</p></div>\n\
         <p>Después.</p>\n"
    );
}
