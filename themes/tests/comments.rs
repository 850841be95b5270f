//! Comments, their form and page links, compared with what PHP printed (recordings "pages", "comments" and "login"),
//! and what options change.

use std::sync::Arc;

use crate::demo::{assert_same, between, demo, recorded};
use compat::wordpress::comment::{Comment, CommentId};
use compat::wordpress::content::generate_postdata_pages;
use compat::wordpress::post::{CommentCount, Post, PostId};
use compat::wordpress::url::PageUrl;
use compat::wordpress::user::UserId;
use themes::divi::page_links::page_links;
use themes::wordpress::password_form::get_the_password_form;
use themes::wordpress::view::{Page, View};

fn section(body: &str) -> String {
    let inner = between(body, "<section id=\"comment-wrap\">", "</section>");
    format!("<section id=\"comment-wrap\">{inner}</section>")
}

fn post_of(view: &View) -> Arc<Post> {
    view.query.queried_post().unwrap().clone()
}

fn comments(view: View) -> String {
    let post = post_of(&view);
    let comments_template = view.theme.comments_template;
    comments_template(&mut Page::new(Arc::new(view)), &post)
}

#[tokio::test]
async fn comments_are_those_of_the_recordings() {
    let demo = demo().await;
    let mut view = demo.view(Some(27)).await;
    view.visitor.page_url = PageUrl::new("/paseo-por-las-carcavas/");
    let want = section(&recorded("pages/paseo-por-las-carcavas.json"));
    assert_same("three comments", &want, &comments(view));

    let mut view = demo.view(Some(27)).await;
    view.visitor.page_url = PageUrl::new("/paseo-por-las-carcavas/?replytocom=2");
    view.visitor.reply_to_comment = Some(2);
    let want = section(&recorded("pages/entrada-comentario.json"));
    assert_same("an answer", &want, &comments(view));

    let mut view = demo.view(Some(33)).await;
    view.visitor.page_url = PageUrl::new("/noches-de-estrellas/2/");
    let body = recorded("pages/entrada-pagina-2.json");
    view.query.vars.set("page", "2");
    let post = post_of(&view);
    let links = page_links(&view, &post, generate_postdata_pages(&post.content).len());
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

/// A comment as the submissions of the recordings left it.
fn comment(id: i64, parent: i64, author: &str, url: &str, content: &str) -> Comment {
    Comment {
        id: CommentId(id),
        post_id: PostId(27),
        author: author.to_owned(),
        author_url: url.to_owned(),
        date: "2026-11-21 02:25:00".to_owned(),
        date_gmt: "2026-11-21 01:25:00".to_owned(),
        content: content.to_owned(),
        approved: "1".to_owned(),
        comment_type: "comment".to_owned(),
        parent: CommentId(parent),
        ..Comment::default()
    }
}

/// Changes the number that the post's row holds.
fn with_count(view: &mut View, count: i64) {
    let post = Post {
        comment_count: CommentCount::new(count),
        ..Post::clone(&post_of(view))
    };
    view.query.posts = vec![Arc::new(post)];
}

#[tokio::test]
async fn submitted_comments_are_those_of_the_recording() {
    let demo = demo().await;
    let mut view = demo.view(Some(27)).await;
    view.visitor.page_url = PageUrl::new("/paseo-por-las-carcavas/");
    let html = "<b>negrita</b> x <a href=\"http://x.example\" rel=\"nofollow ugc\">z</a>\n\nSegundo párrafo &amp; fin";
    view.comments.extend([
        comment(6, 0, "Julia", "", "Preciosa caminata, repetimos."),
        comment(9, 2, "Tomás", "", "De acuerdo con Lucía."),
        comment(10, 0, "Inés", "http://ines.example", "Guardad mis datos."),
        comment(11, 0, "H", "", html),
        comment(12, 0, "Julia", "", "Vuelvo a casa."),
    ]);
    with_count(&mut view, 8);
    let want = section(&recorded("comments/page-after.json"));
    assert_same("after the submissions", &want, &comments(view));
}

#[tokio::test]
async fn comments_come_in_pages() {
    let mut demo = demo().await;
    demo.set_option("page_comments", "1").await;
    demo.set_option("comments_per_page", "1").await;
    let newest = comments(demo.view(Some(27)).await);
    assert!(newest.contains("li-comment-4") && !newest.contains("li-comment-2"));
    assert!(newest.contains(
        "<div class=\"nav-previous\"><a href=\"http://127.0.0.1:8081/paseo-por-las-carcavas/comment-page-1/#comments\">"
    ));
    assert!(newest.contains("/paseo-por-las-carcavas/comment-page-2/?replytocom=4#respond"));
    let mut view = demo.view(Some(27)).await;
    view.query.vars.set("cpage", "1");
    let first = comments(view);
    assert!(first.contains("li-comment-2") && first.contains("li-comment-3"));
    assert!(first.contains("<div class=\"nav-next\"><a href=\"http://127.0.0.1:8081/paseo-por-las-carcavas/#comments\">"));
    let mut view = demo.view(Some(27)).await;
    view.query.vars.set("cpage", "9");
    assert!(!comments(view).contains("li-comment-"));
}

#[tokio::test]
async fn options_change_the_list() {
    let mut demo = demo().await;
    demo.set_option("thread_comments", "0").await;
    demo.set_option("comment_order", "desc").await;
    demo.set_option("show_avatars", "1").await;
    let html = comments(demo.view(Some(27)).await);
    let place = |id: i64| html.find(&format!("li-comment-{id}\"")).unwrap();
    assert!(place(4) < place(3) && place(3) < place(2));
    assert!(!html.contains("class=\"comment-reply-link") && !html.contains("depth-2"));
    assert!(html.contains("class='avatar avatar-80 photo' height='80' width='80'"));
    assert!(html.contains("?s=160&#038;d=mm&#038;r=g 2x'"));

    let mut view = demo.view(Some(27)).await;
    view.comments.push(Comment {
        comment_type: "pingback".to_owned(),
        ..comment(
            20,
            0,
            "Otro sitio",
            "https://b.example/",
            "[&#8230;] la ruta [&#8230;]",
        )
    });
    view.comments.push(Comment {
        approved: "0".to_owned(),
        ..comment(21, 0, "Ana", "", "Espero.")
    });
    let html = comments(view);
    assert!(
        html.contains("<ol class=\"pinglist\">")
            && html.contains("id=\"comment-20\"><a href=\"https://b.example/\"")
    );
    assert!(html.contains("<em class=\"moderation\">"));
}

#[tokio::test]
async fn the_form_knows_its_visitor() {
    let mut demo = demo().await;
    let mut view = demo.view(Some(27)).await;
    view.visitor.commenter.name = "Ana \"A\"".to_owned();
    view.visitor.commenter.email = "ana@a.example".to_owned();
    let html = comments(view);
    assert!(
        html.contains("value=\"Ana &quot;A&quot;\" size=\"30\"")
            && html.contains("checked=\"checked\"")
    );

    let mut view = demo.view(Some(27)).await;
    view.visitor.user = Some(UserId(1));
    view.objects
        .prime_users(&demo.db, &[UserId(1)])
        .await
        .unwrap();
    let html = comments(view);
    let logged_in_as = html.split_once("<p class=\"logged-in-as\">");
    let (_, text) = logged_in_as.expect("logged-in-as");
    // The sentence is that of the language pack; name and links are WordPress's.
    let text = text.split("</p>").next().unwrap_or(text);
    assert!(
        text.contains("Remedios") && text.contains("profile.php") && text.contains("action=logout"),
        "{text}"
    );
    assert!(!html.contains("id=\"author\""));

    let mut view = demo.view(Some(27)).await;
    view.visitor.reply_to_comment = Some(999);
    assert!(comments(view).contains("name='comment_parent' id='comment_parent' value='0'"));

    demo.set_option("comment_registration", "1").await;
    let html = comments(demo.view(Some(27)).await);
    assert!(html.contains("<p class=\"must-log-in\">") && !html.contains("<form"));
    assert!(html.contains("comment-reply-login"));

    demo.set_option("close_comments_for_old_posts", "1").await;
    let html = comments(demo.view(Some(27)).await);
    assert!(!html.contains("id=\"respond\"") && !html.contains("comment-reply-login\""));
}

#[tokio::test]
async fn another_theme_gets_cores_markup() {
    let mut demo = demo().await;
    demo.set_option("template", "twentyten").await;
    let html = comments(demo.view(Some(27)).await);
    assert!(
        html.contains("<li id=\"comment-2\" class=\"comment even thread-even depth-1 parent\">"),
        "{html}"
    );
    assert!(html.contains("<article id=\"div-comment-2\" class=\"comment-body\">"));
    assert!(html.contains("data-belowelement=\"div-comment-2\"") && html.contains("novalidate>"));
    assert!(
        html.contains("<time datetime=\"2026-03-01T12:00:00+01:00\">"),
        "{html}"
    );
    let view = demo.view(Some(37)).await;
    let form = get_the_password_form(&view, &post_of(&view));
    assert!(form.contains(
        "<label for=\"pwbox-37\">Contraseña: <input name=\"post_password\" id=\"pwbox-37\""
    ));
}
