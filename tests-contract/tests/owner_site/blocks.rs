//! Blocks that show posts: `core/latest-posts` with all that it may be asked for, and synced patterns (`core/block`).
//! Contract "wordpress-core", section 9.

use serde_json::{Value, json};
use tests_contract::server::Database;

use crate::owner_terms::api::Owned;

/// Makes something and gives its id.
fn made(owned: &Owned, route: &str, body: &Value) -> i64 {
    let (status, made) = owned.ask("duena", "POST", route, &body.to_string());
    assert_eq!(status, 201, "{made}");
    made["id"].as_i64().expect("an id")
}

fn post(owned: &Owned, title: &str, more: Value) -> i64 {
    let mut body = json!({"title": title, "status": "publish"});
    let more = more.as_object().cloned().unwrap_or_default();
    body.as_object_mut().expect("an object").extend(more);
    made(owned, "/wp/v2/posts", &body)
}

/// The markup of a page with that content, from its opening mark to its closing one.
fn shown(owned: &Owned, page: i64, content: &str) -> String {
    let content = format!(
        "<!-- wp:html --><i>[</i><!-- /wp:html -->{content}<!-- wp:html --><i>]</i><!-- /wp:html -->"
    );
    let body = json!({"content": content}).to_string();
    let (status, made) = owned.ask("duena", "POST", &format!("/wp/v2/pages/{page}"), &body);
    assert_eq!(status, 200, "{made}");
    let markup = owned.page(&path_of(&made));
    let (_, markup) = markup.split_once("<i>[</i>").expect("the opening mark");
    let (markup, _) = markup.split_once("<i>]</i>").expect("the closing mark");
    markup.trim().to_owned()
}

fn path_of(made: &Value) -> String {
    let link = made["link"].as_str().expect("link");
    let (_, path) = link.split_once("8081").expect("the site's address");
    path.to_owned()
}

fn titles(markup: &str) -> Vec<&str> {
    let items = markup.split("__post-title\"").skip(1);
    items
        .filter_map(|item| item.split_once('>')?.1.split_once("</a>"))
        .map(|(title, _)| title)
        .collect()
}

fn lists(owned: &Owned, page: i64) {
    let first = made(owned, "/wp/v2/categories", &json!({"name": "Bloques uno"}));
    let second = made(owned, "/wp/v2/categories", &json!({"name": "Bloques dos"}));
    let words = "palabra ".repeat(70);
    for (title, category, more) in [
        ("Zarzal", first, json!({"content": words})),
        ("Almendro", first, json!({"excerpt": "Breve."})),
        (
            "Majuelo",
            second,
            json!({"content": "corto", "password": "x"}),
        ),
    ] {
        let mut more = more;
        more["categories"] = json!([category]);
        post(owned, title, more);
    }
    let list = |attributes: Value| latest_posts(owned, page, &attributes);
    let by_title =
        list(json!({"categories": ids(&[first, second]), "order": "asc", "orderBy": "title"}));
    let protected = titles(&by_title);
    assert_eq!(protected[..1], ["Almendro"], "{by_title}");
    assert!(
        protected[1].ends_with("Majuelo") && protected[2] == "Zarzal",
        "{by_title}"
    );
    let of_first = list(json!({"categories": ids(&[first]), "postsToShow": 1}));
    assert_eq!(titles(&of_first).len(), 1, "{of_first}");
    assert!(list(json!({"categories": ids(&[999_999])})).ends_with("\"></ul>"));
    // More than the widgets of the site ask for.
    assert_eq!(titles(&list(json!({"postsToShow": 8}))).len(), 8);
    list_with_all(owned, page, (first, second));
}

/// The markup of the block with these attributes.
fn latest_posts(owned: &Owned, page: i64, attributes: &Value) -> String {
    let block = format!("<!-- wp:latest-posts {attributes} /-->");
    shown(owned, page, &block)
}

fn ids(ids: &[i64]) -> Vec<Value> {
    ids.iter().map(|id| json!({"id": id})).collect()
}

fn list_with_all(owned: &Owned, page: i64, (first, second): (i64, i64)) {
    let all = json!({
        "categories": ids(&[first]), "postLayout": "grid", "columns": 2, "align": "wide", "className": "mia",
        "displayPostContent": true, "excerptLength": 10, "displayAuthor": true, "displayPostDate": true,
        "order": "asc", "orderBy": "title",
    });
    let all = latest_posts(owned, page, &all);
    let head = "<ul class=\"wp-block-latest-posts__list is-grid columns-2 has-dates has-author alignwide mia wp-block-latest-posts\"><li><a";
    assert!(all.starts_with(head), "{all}");
    assert_eq!(
        all.matches("<div class=\"wp-block-latest-posts__post-author\">")
            .count(),
        2,
        "{all}"
    );
    assert_eq!(all.matches("<time datetime=\"").count(), 2, "{all}");
    assert!(
        all.contains("<div class=\"wp-block-latest-posts__post-excerpt\">Breve.</div></li>"),
        "{all}"
    );
    let ten = ["palabra"; 10].join(" ");
    assert!(
        all.contains(&format!(
            "__post-excerpt\">{ten}… <a class=\"wp-block-latest-posts__read-more\" href=\""
        )),
        "{all}"
    );
    let whole = json!({
        "categories": ids(&[second]), "displayPostContent": true, "displayPostContentRadio": "full_post",
    });
    let whole = latest_posts(owned, page, &whole);
    assert!(
        whole.contains("__post-full-content\">") && !whole.contains("corto"),
        "{whole}"
    );
}

fn pictures(owned: &Owned, page: i64) {
    let category = made(owned, "/wp/v2/categories", &json!({"name": "Bloques tres"}));
    post(
        owned,
        "Con foto",
        json!({"categories": [category], "featured_media": 12}),
    );
    let block = json!({
        "categories": [{"id": category}], "displayFeaturedImage": true, "featuredImageAlign": "left",
        "featuredImageSizeWidth": 75, "addLinkToFeaturedImage": true,
    });
    let markup = shown(owned, page, &format!("<!-- wp:latest-posts {block} /-->"));
    let head = "<ul class=\"wp-block-latest-posts__list wp-block-latest-posts\"><li>\
        <div class=\"wp-block-latest-posts__featured-image alignleft\"><a href=\"";
    assert!(markup.starts_with(head), "{markup}");
    assert!(
        markup.contains("class=\"attachment-thumbnail size-thumbnail wp-post-image\""),
        "{markup}"
    );
    assert!(markup.contains("style=\"max-width:75px;\""), "{markup}");
    assert!(markup.contains("aria-label=\"Con foto\"><img "), "{markup}");
}

fn patterns(owned: &Owned, page: i64) {
    let pattern = |status: &str, content: &str| {
        let body = json!({"title": "Patrón", "status": status, "content": content});
        made(owned, "/wp/v2/blocks", &body)
    };
    let text = "<!-- wp:paragraph --><p>Sincronizado</p><!-- /wp:paragraph -->";
    let inner = pattern("publish", text);
    let nested = format!(
        "<!-- wp:group --><div class=\"wp-block-group\"><!-- wp:block {{\"ref\":{inner}}} /--></div><!-- /wp:group -->"
    );
    let outer = pattern("publish", &nested);
    let draft = pattern("draft", text);
    let of = |id: i64| shown(owned, page, &format!("<!-- wp:block {{\"ref\":{id}}} /-->"));
    assert_eq!(of(inner), "<p>Sincronizado</p>");
    assert!(
        of(outer).contains("><p>Sincronizado</p></div>"),
        "{}",
        of(outer)
    );
    assert_eq!(of(draft), "");
    assert_eq!(of(page), "", "no pattern");
    // Twice on a page, and inside of itself.
    let twice =
        format!("<!-- wp:block {{\"ref\":{inner}}} /--><!-- wp:block {{\"ref\":{inner}}} /-->");
    assert_eq!(
        shown(owned, page, &twice).matches("Sincronizado").count(),
        2
    );
    let circle = format!("{text}<!-- wp:block {{\"ref\":{outer}}} /-->");
    let body = json!({"content": circle}).to_string();
    assert_eq!(
        owned
            .ask("duena", "POST", &format!("/wp/v2/blocks/{inner}"), &body)
            .0,
        200
    );
    // The page that shows it is made anew.
    assert_eq!(of(outer).matches("Sincronizado").count(), 1);
    let changed =
        json!({"content": "<!-- wp:paragraph --><p>Otro</p><!-- /wp:paragraph -->"}).to_string();
    let markup = of(inner);
    assert!(markup.contains("Sincronizado"), "{markup}");
    assert_eq!(
        owned
            .ask("duena", "POST", &format!("/wp/v2/blocks/{inner}"), &changed)
            .0,
        200
    );
    assert!(owned.page(&path(owned, page)).contains("<p>Otro</p>"));
}

/// The address of a page.
fn path(owned: &Owned, page: i64) -> String {
    path_of(
        &owned
            .ask("duena", "GET", &format!("/wp/v2/pages/{page}"), "")
            .1,
    )
}

#[test]
fn blocks_show_posts_and_patterns() {
    for database in [Database::Sqlite, Database::MariaDb] {
        let owned = Owned::start(database);
        let page = made(
            &owned,
            "/wp/v2/pages",
            &json!({"title": "Bloques", "status": "publish"}),
        );
        lists(&owned, page);
        pictures(&owned, page);
        patterns(&owned, page);
    }
}

/// The widgets that a fresh WordPress puts into its areas are blocks.
#[test]
fn widgets_of_a_fresh_site_are_shown() {
    let owned = Owned::start(Database::Sqlite);
    let path = "/paseo-por-las-carcavas/";
    let area = r#"{"widgets":["block-2","block-3","block-4","block-5","block-6"]}"#;
    let (status, _) = owned.ask("duena", "PUT", "/wp/v2/sidebars/sidebar-2", area);
    assert_eq!(status, 200);
    let markup = owned.page(path);
    for part in [
        "<form role=\"search\" method=\"get\" action=\"http://127.0.0.1:8081/\" \
         class=\"wp-block-search__button-outside wp-block-search__text-button wp-block-search\"    >\
         <label class=\"wp-block-search__label\" for=\"wp-block-search__input-1\" >",
        "<div class=\"wp-block-search__inside-wrapper\" ><input class=\"wp-block-search__input\" \
         id=\"wp-block-search__input-1\" placeholder=\"\" value=\"\" type=\"search\" name=\"s\" required />",
        "class=\"wp-block-search__button wp-element-button\" type=\"submit\" >",
        "<ul class=\"wp-block-latest-posts__list wp-block-latest-posts\"><li>\
         <a class=\"wp-block-latest-posts__post-title\" href=\"http://127.0.0.1:8081/",
        "<ol class=\"wp-block-latest-comments\"><li class=\"wp-block-latest-comments__comment\"><article>\
         <footer class=\"wp-block-latest-comments__comment-meta\"><",
        "<ul class=\"wp-block-archives-list wp-block-archives\">\t<li><a href='http://127.0.0.1:8081/20",
        "<ul class=\"wp-block-categories-list wp-block-categories-taxonomy-category wp-block-categories\">\
         \t<li class=\"cat-item cat-item-",
    ] {
        assert!(markup.contains(part), "{part}\n{markup}");
    }
    let newest = made(
        &owned,
        "/wp/v2/posts",
        &json!({"title": "Recién salida", "status": "publish"}),
    );
    let markup = owned.page(path);
    assert_eq!(titles(&markup)[0], "Recién salida");
    assert_eq!(titles(&markup).len(), 5);
    let words = format!(
        r#"{{"post":{newest},"content":"Qué bien huele el romero.","author_name":"Ana","author_email":"ana@casascueva.example"}}"#
    );
    let (status, made) = owned.ask("duena", "POST", "/wp/v2/comments", &words);
    assert_eq!(status, 201, "{made}");
    let markup = owned.page(path);
    let (_, comments) = markup
        .split_once("wp-block-latest-comments\">")
        .expect("comments");
    let (first, _) = comments.split_once("</article>").expect("a comment");
    assert!(first.contains("Recién salida</a></footer>"), "{first}");
}

/// Blocks of a page's text whose rows the site's widgets do not ask for.
#[test]
fn blocks_of_a_page_have_rows_of_their_own() {
    let owned = Owned::start(Database::Sqlite);
    let page = made(
        &owned,
        "/wp/v2/pages",
        &json!({"title": "Bloques", "status": "publish"}),
    );
    // No widget of the site asks for comments.
    let (status, _) = owned.ask(
        "duena",
        "PUT",
        "/wp/v2/sidebars/sidebar-1",
        r#"{"widgets":[]}"#,
    );
    assert_eq!(status, 200);
    let comments = shown(
        &owned,
        page,
        "<!-- wp:latest-comments {\"commentsToShow\":2,\"displayAvatar\":false} /-->",
    );
    assert!(
        comments.starts_with("<ol class=\"has-dates has-excerpts wp-block-latest-comments\"><li"),
        "{comments}"
    );
    assert_eq!(comments.matches("<article>").count(), 2, "{comments}");
    assert_eq!(
        comments.matches("<time datetime=\"20").count(),
        2,
        "{comments}"
    );
    assert_eq!(
        comments.matches("comment-excerpt\"><p>").count(),
        2,
        "{comments}"
    );
    archives_and_terms(&owned, page);
    search_forms(&owned, page);
}

fn archives_and_terms(owned: &Owned, page: i64) {
    let archives = shown(
        owned,
        page,
        "<!-- wp:archives {\"displayAsDropdown\":true,\"showPostCounts\":true} /-->",
    );
    assert!(archives.starts_with("<div class=\"wp-block-archives-dropdown wp-block-archives\"><label for=\"wp-block-archives-1\""), "{archives}");
    assert!(
        archives.contains("\t<option value='http://127.0.0.1:8081/20"),
        "{archives}"
    );
    let tags = shown(
        owned,
        page,
        "<!-- wp:tag-cloud {\"numberOfTags\":2,\"smallestFontSize\":\"1em\",\"largestFontSize\":\"2em\"} /-->",
    );
    assert!(
        tags.starts_with("<p class=\"wp-block-tag-cloud\"><a href=\""),
        "{tags}"
    );
    assert_eq!(tags.matches("tag-link-position-").count(), 2, "{tags}");
    assert!(tags.contains("em;\" aria-label="), "{tags}");
    let choice = shown(
        owned,
        page,
        "<!-- wp:categories {\"displayAsDropdown\":true,\"showHierarchy\":true} /-->",
    );
    assert!(
        choice
            .contains("<select  name='category_name' id='wp-block-categories-1' class='postform'>"),
        "{choice}"
    );
    let top = shown(
        owned,
        page,
        "<!-- wp:categories {\"showOnlyTopLevel\":true,\"showPostCounts\":true,\"showEmpty\":true} /-->",
    );
    assert!(top.contains("</a> ("), "{top}");
    assert_eq!(
        shown(
            owned,
            page,
            "<!-- wp:categories {\"taxonomy\":\"nada\"} /-->"
        ),
        ""
    );
}

fn search_forms(owned: &Owned, page: i64) {
    let search = r#"<!-- wp:search {"label":"","buttonText":"Ir <b>ya</b>","buttonPosition":"button-inside","placeholder":"a\u0022b","query":{"post_type":"post"},"width":50,"widthUnit":"%"} /-->"#;
    let search = shown(owned, page, search);
    for part in [
        "class=\"wp-block-search__button-inside wp-block-search__text-button wp-block-search\"",
        "<label class=\"wp-block-search__label screen-reader-text\" for=",
        "<div class=\"wp-block-search__inside-wrapper\"  style=\"width: 50%\"><input class=",
        "placeholder=\"a&quot;b\"",
        "<input type=\"hidden\" name=\"post_type\" value=\"post\" />",
        "<button aria-label=\"Ir ya\" class=\"wp-block-search__button wp-element-button\" type=\"submit\" >Ir <b>ya</b></button>",
    ] {
        assert!(search.contains(part), "{part}\n{search}");
    }
}
