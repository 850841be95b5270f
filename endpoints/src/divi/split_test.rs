//! Split tests on requests: the visitor's subject, its markup, and the statistics.
//!
//! Contract "divi-ajax", sections 1.1, 1.2 and 1.4; recordings divi-ab/*. A page with a test is rendered per visitor and
//! never cached. On sites with a caching plugin the page contains placeholders for the subjects.

use compat::divi::BuilderPageData;
use compat::divi::ab_subject_cookie::ab_subject_cookie;
use compat::divi::split_test::SplitTests;
use compat::divi::split_test::stats::{Event, Record};
use compat::divi::split_test::{ChosenSubject, SplitTest, SplitTestVisit, subjects_cache};
use compat::divi::theme_builder::Area;
use compat::wordpress::column::is_plugin_active;
use compat::wordpress::cookie::SetCookie;
use compat::wordpress::date::WpTimezone;
use compat::wordpress::date::php_date::PhpDate;
use compat::wordpress::formatting::sanitize_field::sanitize_text_field;
use compat::wordpress::options::Options;
use compat::wordpress::php::Value;
use compat::wordpress::php::json::{json_decode_assoc, json_encode};
use compat::wordpress::post::PostId;
use http::header::COOKIE;
use themes::divi::collected_forms::CollectedForms;
use themes::divi::post_settings::is_pagebuilder_used;
use themes::wordpress::view::{Page, View};

use super::deduplicator::Call;
use super::settings::{DiviSettings, SplitTestMode};
use super::state::DiviState;
use crate::app::App;
use crate::request_error::RequestError;
use crate::server::Response;
use crate::wordpress::request_context::RequestContext;
use crate::wordpress::template_redirect::PageRequest;

/// Caching plugins.
const CACHE_PLUGINS: [&str; 17] = [
    "w3-total-cache/w3-total-cache.php",
    "wp-super-cache/wp-cache.php",
    "hyper-cache/plugin.php",
    "zencache/zencache.php",
    "wp-fastest-cache/wpFastestCache.php",
    "cachify/cachify.php",
    "flexicache/wp-plugin.php",
    "wp-rocket/wp-rocket.php",
    "cloudflare/cloudflare.php",
    "hummingbird-performance/wp-hummingbird.php",
    "comet-cache/comet-cache.php",
    "cache-enabler/cache-enabler.php",
    "sg-cachepress/sg-cachepress.php",
    "breeze/breeze.php",
    "autoptimize/autoptimize.php",
    "wp-optimize/wp-optimize.php",
    "endurance-page-cache/endurance-page-cache.php",
];

/// Whether pages contain placeholders instead of the visitor's subject.
fn has_placeholders(app: &App, options: &Options) -> bool {
    match app.settings.section::<DiviSettings>().split_tests {
        SplitTestMode::Placeholders => true,
        SplitTestMode::Live => false,
        SplitTestMode::Auto => CACHE_PLUGINS
            .iter()
            .any(|file| is_plugin_active(options, file)),
    }
}

/// Chooses the visitor's subject in each test of the page.
///
/// # Errors
/// When the database or rendering fails.
pub async fn choose(request: &mut PageRequest<'_>) -> Result<(), RequestError> {
    let state = &request.context.state;
    let tests = state.site_data.get::<SplitTests>();
    if tests.is_empty() {
        return Ok(());
    }
    let mut visit = SplitTestVisit {
        has_placeholders: has_placeholders(request.app, &state.site.options),
        ..SplitTestVisit::default()
    };
    for post in posts(&request.view) {
        if let Some(test) = tests.of(post)
            && let Some(subject) = subject(request, test).await
        {
            visit.chosen.push(ChosenSubject {
                post_id: test.post_id,
                subject,
                testing_id: test.testing_id.clone(),
                tracks_shortcode: test.tracks_shortcode,
            });
        }
    }
    request.change(|view| view.page_data.insert(visit));
    Ok(())
}

/// The posts on the page that may contain a test: its template's layouts, and the single post if made with Divi.
fn posts(view: &View) -> Vec<PostId> {
    let layouts = view.page_data.get::<BuilderPageData>().layouts.as_ref();
    let layout = |area| layouts.and_then(|layouts| layouts.of(area).layout);
    let mut posts: Vec<PostId> = Area::ALL.into_iter().filter_map(layout).collect();
    let single = view.queried_post().filter(|_| view.query.is.is_singular);
    let made = single.filter(|post| is_pagebuilder_used(view, post));
    posts.extend(made.map(|post| post.id));
    posts
}

/// The visitor's subject. A new visitor gets the next one, a cookie and a row in the statistics; if the database fails,
/// the first one without cookie and row.
async fn subject(request: &mut PageRequest<'_>, test: &SplitTest) -> Option<String> {
    let app = request.app;
    let config = app.wp_config.as_ref();
    let salt = config.and_then(|config| config.text("NONCE_SALT"));
    let name = test.cookie_name();
    if let Some(cookie) = request.input.cookies.get(&name) {
        let known = test.subject_of(cookie, salt.as_deref());
        return known.map(str::to_owned);
    }
    let kept = app.column_state::<DiviState>();
    let now = request.view.now;
    let subject = match kept.rotation.next(test, now).await {
        Ok(subject) => subject?,
        Err(error) => {
            tracing::warn!(%error, post.id = test.post_id, "a split test's turn is not known");
            return test.subjects.first().cloned();
        }
    };
    request.cookies.push(SetCookie {
        name,
        value: ab_subject_cookie(&subject, salt.as_deref()),
        expires: None,
        path: "/".to_owned(),
        domain: None,
        secure: false,
        http_only: false,
    });
    let zone = request.view.timezone();
    let record = Record {
        test_id: test.post_id,
        subject_id: Value::from(subject.as_str()).to_int(),
        record_date: local_date(now, &zone),
        event: Event::ViewPage,
    };
    kept.stats.record(record).await;
    Some(subject)
}

/// `current_time( 'mysql' )`.
fn local_date(now: i64, zone: &WpTimezone) -> String {
    PhpDate::new(now, zone).format("Y-m-d H:i:s")
}

/// Stores the subjects' markup for the placeholders of a page.
///
/// # Errors
/// When the database or rendering fails.
pub async fn store_subjects(
    context: &RequestContext<'_>,
    page: &mut Page,
) -> Result<(), RequestError> {
    let mut subjects = std::mem::take(&mut CollectedForms::of(page).subjects);
    while let Some(post_id) = subjects.first().map(|subject| subject.post_id) {
        let (own, others): (Vec<_>, Vec<_>) =
            subjects.into_iter().partition(|s| s.post_id == post_id);
        subjects = others;
        let own: Vec<(String, String)> = own.into_iter().map(|s| (s.id, s.html)).collect();
        subjects_cache::store(&context.app.db, post_id, &own).await?;
    }
    Ok(())
}

/// `et_pb_update_stats_table`: counts an event. The response is always empty.
///
/// # Errors
/// When the database or rendering fails.
pub async fn update_stats_table(context: &RequestContext<'_>) -> Result<Response, RequestError> {
    let input = context.input;
    let nonce = input.post_text("et_ab_log_nonce");
    let age = context.with_nonces(|n| n.verify(&nonce, "et_ab_testing_log_nonce"));
    if age.is_some()
        && let Some(record) = record(context, &input.post_text("stats_data_array"))
    {
        let kept = context.app.column_state::<DiviState>();
        let call = Call {
            address: input.request.remote_addr,
            agent: input.request.header("user-agent"),
            cookies: input.request.header(COOKIE.as_str()),
            record: &record,
        };
        let limit = context
            .app
            .settings
            .section::<DiviSettings>()
            .stats_per_minute;
        if kept.repeats.takes(&call, limit, context.now) {
            kept.stats.record(record).await;
        }
    }
    Ok(Response::html(""))
}

/// The statistics row of a call; `None` when it is not an event of a running test.
fn record(context: &RequestContext<'_>, json: &str) -> Option<Record> {
    let json: Vec<u8> = json.bytes().filter(|b| *b != b'\\').collect();
    let data = json_decode_assoc(&json).ok()?;
    let event = sanitize_text_field(&data.at("record_type").to_string_lossy());
    let event = Event::of_name(&event)?;
    let test_id = data.at("test_id").to_int();
    let tests = context.state.site_data.get::<SplitTests>();
    tests.of(PostId(test_id))?;
    Some(Record {
        test_id,
        subject_id: data.at("subject_id").to_int(),
        record_date: local_date(context.now, &context.state.timezone()),
        event,
    })
}

/// `et_pb_ab_get_subject_id`: the visitor's subject, and its markup for a page with placeholders.
///
/// # Errors
/// When the database or rendering fails.
pub async fn get_subject_id(context: &RequestContext<'_>) -> Result<Response, RequestError> {
    let input = context.input;
    let nonce = input.post_text("et_frontend_nonce");
    if context
        .with_nonces(|n| n.verify(&nonce, "et_frontend_nonce"))
        .is_none()
    {
        return Ok(Response::html(""));
    }
    let id = Value::from(input.post_text("et_pb_ab_test_id")).to_int();
    let test = context.state.site_data.get::<SplitTests>().of(PostId(id));
    let config = context.app.wp_config.as_ref();
    let salt = config.and_then(|config| config.text("NONCE_SALT"));
    let subject = test.and_then(|test| {
        let cookie = input.cookies.get(&test.cookie_name())?;
        test.subject_of(cookie, salt.as_deref())
    });
    let response = match subject {
        None => Value::array().with("id", false).with("content", ""),
        Some(subject) => Value::array().with("id", subject).with(
            "content",
            subjects_cache::load(&context.app.db, id, subject).await?,
        ),
    };
    Ok(Response::html(
        json_encode(&response, 0).unwrap_or_default(),
    ))
}
