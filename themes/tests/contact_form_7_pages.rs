//! The forms of recorded pages, and forms that pages name in other ways: by title, old id, several on a page.

use std::sync::Arc;

use compat::columns::COLUMNS;
use compat::contact_form_7::contact_form::FormId;
use compat::contact_form_7::form_tag::FormTag;
use compat::contact_form_7::submission::{InvalidFields, Status};
use compat::contact_form_7::submission_result::SubmissionResult;
use compat::type_map::TypeMap;
use compat::wordpress::column::{Folders, SiteData, SiteSource};
use compat::wordpress::l10n::Translations;
use compat::wordpress::php::Array;
use compat::wordpress::post::PostId;
use compat::wordpress::posted::Posted;
use compat::wordpress::url::PageUrl;
use compat::wordpress::user::UserId;
use tests_contract::recorded_site::recorded_content;
use tests_contract::{fixtures, recording};
use themes::wordpress::view::{Page, View};

use crate::demo::{Demo, demo};

/// 2026-11-21T01:22:50Z, when the pages were recorded.
const NOW: i64 = 1_795_224_170;

async fn view(demo: &Demo, path: &str, locale: &str) -> View {
    let mut view = demo.view(None).await;
    let options = &view.site.options;
    let configured = TypeMap::default();
    let source = SiteSource {
        db: &demo.db,
        site: &view.site,
        wp_config: None,
        configured: &configured,
        folders: Folders::default(),
        before: None,
    };
    view.site_data = Arc::new(SiteData::load(COLUMNS, &source).await.unwrap());
    let content = recorded_content();
    let mut translations = Translations::new(Some(&content));
    COLUMNS.register_translations(options, &mut translations);
    view.locale = translations.locale(locale);
    view.translations = Arc::new(translations);
    view.visitor.page_url = PageUrl::new(path);
    view.now = NOW;
    view
}

/// What a text with shortcodes prints inside of a post.
fn printed(view: View, post: i64, text: &str) -> String {
    let view = Arc::new(view);
    let mut page = Page::new(Arc::clone(&view));
    page.content_post = Some(PostId(post));
    view.theme
        .shortcodes
        .do_shortcode(text, &mut page)
        .into_owned()
}

/// The first form of a page, its wrapper included.
fn form_of(html: &str) -> &str {
    let from = html.find("<div class=\"wpcf7 ").expect("a form");
    let len = html[from..].find("</form>\n</div>").expect("its end");
    &html[from..from + len]
}

#[tokio::test]
async fn recorded_forms_are_the_same_to_the_byte() {
    let demo = demo().await;
    let recordings = recording::load(&fixtures().join("recordings/contact-form-7/pages")).unwrap();
    for (name, post, locale, shortcode) in [
        (
            "contacto",
            1989,
            "es_ES",
            "[contact-form-7 id=\"28dc412\" title=\"Contacto ES\"]",
        ),
        (
            "en-contact",
            1993,
            "en_US",
            "[contact-form-7 id=\"a767808\"]",
        ),
        (
            "fr-contactez-nous",
            1994,
            "fr_FR",
            "[contact-form-7 id=\"ec47dab\"]",
        ),
        (
            "formulario-completo",
            1996,
            "es_ES",
            "[contact-form-7 id=\"596f852\" html_id=\"form-completo\" html_class=\"clase-uno clase-dos\" html_name=\"completo\"]",
        ),
    ] {
        let recorded = recordings
            .iter()
            .find(|r| r.name == format!("pages/{name}"))
            .unwrap();
        let html = printed(
            view(&demo, &recorded.request.path, locale).await,
            post,
            shortcode,
        );
        let (got, want) = (
            form_of(&html).to_owned(),
            form_of(&recorded.response.body).to_owned(),
        );
        // The question of a quiz is drawn by chance; its answer's hash depends on the site's keys.
        assert_eq!(without_quiz(&got), without_quiz(&want), "{name}");
    }
}

fn without_quiz(form: &str) -> String {
    let mut out = form.to_owned();
    for (start, end) in [
        ("wpcf7-quiz-label\">", "<"),
        ("_wpcf7_quiz_answer_suma\" value=\"", "\""),
    ] {
        if let Some(from) = out.find(start).map(|at| at + start.len()) {
            let len = out[from..].find(end).unwrap_or(0);
            out.replace_range(from..from + len, "");
        }
    }
    out
}

#[tokio::test]
async fn forms_are_named_and_counted() {
    let demo = demo().await;
    let text = "[contact-form-7 title=\"Sin correo\"][contact-form-7 id=\"304\"][contact-form-7 id=\"305\"]\
                [contact-form-7 id=\"305\" output=\"raw_form\"][contact-form-7 id=\"zzzzzzz\"][contact-form-7 id=\"301\"]";
    let html = printed(view(&demo, "/x/?a=1#y", "es_ES").await, 7, text);
    for part in [
        "id=\"wpcf7-f305-p7-o1\"",
        "action=\"/x/?a=1#wpcf7-f305-p7-o1\"",
        "<p class=\"wpcf7-subscribers-only\">",
        "id=\"wpcf7-f305-p7-o2\"",
        "<pre class=\"wpcf7-raw-form\"><code>[text* nombre] [email* correo] [submit &quot;Enviar&quot;]</code></pre>",
        "<p class=\"wpcf7-contact-form-not-found\"><strong>Error:</strong> Formulario de contacto no encontrado.</p>",
        "id=\"wpcf7-f301-p7-o3\"",
        "class=\"wpcf7-form init wpcf7-acceptance-as-validation\"",
    ] {
        assert!(html.contains(part), "{part}\n{html}");
    }
}

#[tokio::test]
async fn a_subscriber_gets_the_form_with_a_nonce() {
    let demo = demo().await;
    let mut view = view(&demo, "/", "es_ES").await;
    view.visitor.user = Some(UserId(1));
    let html = printed(view, 7, "[contact-form-7 id=\"304\"]");
    assert!(
        html.contains("<input type=\"hidden\" name=\"_wpnonce\" value=\""),
        "{html}"
    );
}

#[tokio::test]
async fn a_form_in_another_language_than_its_page() {
    let demo = demo().await;
    let html = printed(
        view(&demo, "/", "en_US").await,
        7,
        "[contact-form-7 id=\"302\"]",
    );
    assert!(
        html.contains("aria-label=\"Formulario de contacto\""),
        "{html}"
    );
    assert!(html.contains("class=\"wpcf7-form init demo\""), "{html}");
    assert!(html.contains("type=\"submit\" value=\"Enviar\""), "{html}");
}

#[tokio::test]
async fn a_form_never_posts_to_another_host() {
    let demo = demo().await;
    let html = printed(
        view(&demo, "//evil.example/", "es_ES").await,
        7,
        "[contact-form-7 id=\"302\"]",
    );
    assert!(
        html.starts_with("<p class=\"wpcf7-invalid-action-url\"><strong>Error:</strong> "),
        "{html}"
    );
}

#[tokio::test]
async fn feeds_print_only_the_name() {
    let demo = demo().await;
    let mut view = view(&demo, "/", "es_ES").await;
    view.query.is.is_feed = true;
    assert_eq!(
        printed(view, 7, "[contact-form-7 id=\"302\"]"),
        "[contact-form-7]"
    );
}

/// Contract "contact-form-7" section 24 H1.
#[tokio::test]
async fn a_form_posted_without_script_shows_its_errors() {
    let demo = demo().await;
    let mut view = view(&demo, "/sin-correo/", "es_ES").await;
    let mut post = Array::new();
    post.insert("nombre", "A\"na");
    let mut invalid_fields = InvalidFields::default();
    let tag = FormTag {
        name: "correo".to_owned(),
        ..FormTag::default()
    };
    invalid_fields.invalidate(Some(&tag), "No vale");
    let mut posted = Posted::new(post);
    posted.insert(SubmissionResult {
        form: FormId(305),
        unit_tag: "wpcf7-f305-p7-o2".to_owned(),
        status: Status::ValidationFailed,
        message: "Revisa <b>".to_owned(),
        invalid_fields,
    });
    view.posted = posted;
    let html = printed(
        view,
        7,
        "[contact-form-7 id=\"305\"]|[contact-form-7 id=\"305\"]",
    );
    let (first, second) = html.split_once('|').unwrap();
    assert!(
        first.contains("data-status=\"init\"") && !first.contains("Revisa"),
        "{first}"
    );
    for part in [
        "class=\"wpcf7-form invalid\"",
        "data-status=\"invalid\"",
        "aria-atomic=\"true\">Revisa &lt;b&gt;</p> <ul><li id=\"wpcf7-f305-p7-o2-ve-correo\">No vale</li></ul>",
        "value=\"A&quot;na\" type=\"text\" name=\"nombre\"",
        "wpcf7-not-valid",
        "<div class=\"wpcf7-response-output\" aria-hidden=\"true\">Revisa &lt;b&gt;</div>",
    ] {
        assert!(second.contains(part), "{part}\n{second}");
    }
}
