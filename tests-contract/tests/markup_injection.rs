//! Hardening S8: what a visitor sends never becomes markup. Every field of every form on the site's pages, and every
//! query variable, gets a text that tries to leave the place where it is printed.
//!
//! A text that is printed is looked for twice: as an element in the bytes of the page, and as an attribute or an address
//! in its tree.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use scraper::{ElementRef, Html, Selector};
use tests_contract::client::{ClientResponse, get_with};
use tests_contract::server::{Database, Oxipress};
use tests_contract::visit::{post_form, set_cookies};

/// Leaves attributes, comments, and elements of raw text.
const MARKUP: &str =
    "s8x\"'><s8x onload=s8x() s8x='\">--></textarea></title></style></script></noscript><s8x>";
/// Is a program where an address is wanted.
const ADDRESS: &str = "javascript:s8x()//";

/// Pages with forms, and pages that print what was asked for.
const PAGES: [&str; 14] = [
    "/",
    "/noticias/",
    "/contacto/",
    "/en/",
    "/formularios-varios/",
    "/paseo-por-las-carcavas/",
    "/entrada-protegida/",
    "/no-existe/",
    "/tienda/",
    "/?s=cueva",
    "/wp-login.php",
    "/wp-login.php?action=lostpassword",
    "/wp-login.php?action=rp",
    "/feed/",
];

/// Query variables of WordPress, of its login page, of the API, and of the plugins; fields that `default:get` reads.
const VARIABLES: [&str; 74] = [
    "_embed",
    "_envelope",
    "_fields",
    "_jsonp",
    "_method",
    "_wp_http_referer",
    "_wpcf7_unit_tag",
    "_wpnonce",
    "action",
    "add-to-cart",
    "attachment",
    "attachment_id",
    "author",
    "author_name",
    "calendar",
    "cat",
    "category_name",
    "checkemail",
    "cpage",
    "day",
    "embed",
    "error",
    "et_blog",
    "exact",
    "favicon",
    "feed",
    "fallback-link",
    "gclid",
    "hour",
    "interim-login",
    "key",
    "lang",
    "log",
    "login",
    "loggedout",
    "m",
    "max_price",
    "min_price",
    "minute",
    "moderation-hash",
    "monthnum",
    "more",
    "name",
    "order",
    "orderby",
    "p",
    "page",
    "page_id",
    "paged",
    "pagename",
    "post_format",
    "post_type",
    "preview",
    "product_cat",
    "reauth",
    "redirect_to",
    "replytocom",
    "robots",
    "s",
    "search",
    "second",
    "sentence",
    "sitemap",
    "static",
    "subpost",
    "tag",
    "taxonomy",
    "tb",
    "term",
    "tu-correo",
    "tu-nombre",
    "unapproved",
    "w",
    "year",
];

/// What was found out.
#[derive(Default)]
struct Findings {
    requests: AtomicUsize,
    echoes: AtomicUsize,
    bad: Mutex<BTreeSet<String>>,
}

impl Findings {
    fn look(&self, what: &str, answer: &ClientResponse) {
        self.requests.fetch_add(1, Ordering::Relaxed);
        let kind = answer.header("content-type").unwrap_or_default();
        let is_markup = kind.contains("html") || kind.contains("xml");
        if answer.body.contains("s8x") {
            self.echoes.fetch_add(1, Ordering::Relaxed);
        }
        let bad = |why: String| {
            let mut all = self.bad.lock().expect("list");
            all.insert(format!("{what}: {why}"));
        };
        if is_markup && let Some(at) = answer.body.find("<s8x") {
            let from = answer.body.floor_char_boundary(at.saturating_sub(80));
            bad(format!("an element behind {:?}", &answer.body[from..at]));
        }
        for (name, value) in &answer.headers {
            if value.contains("<s8x") || name.contains("s8x") {
                bad(format!("header {name}: {value}"));
            }
        }
        if kind.contains("html") {
            for attribute in attributes(&answer.body) {
                bad(attribute);
            }
        }
    }
}

/// Attributes that somebody made who may not.
fn attributes(body: &str) -> Vec<String> {
    const ADDRESSES: [&str; 5] = ["href", "src", "action", "formaction", "data"];
    let page = Html::parse_document(body);
    let elements = page.tree.nodes().filter_map(ElementRef::wrap);
    let all = elements.flat_map(|element| element.value().attrs());
    let is_made = |(name, value): &(&str, &str)| {
        let is_program = value
            .trim_start()
            .to_ascii_lowercase()
            .starts_with("javascript:s8x");
        name.contains("s8x")
            || (name.starts_with("on") && value.contains("s8x"))
            || (ADDRESSES.contains(name) && is_program)
    };
    let made = all.filter(is_made);
    made.map(|(name, value)| format!("attribute {name}={value:?}"))
        .collect()
}

fn encoded(text: &str) -> String {
    let byte = |b: u8| match b {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => char::from(b).to_string(),
        other => format!("%{other:02X}"),
    };
    text.bytes().map(byte).collect()
}

/// A form of a page: where it goes, and its fields with what stands in them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct PageForm {
    is_post: bool,
    action: String,
    fields: BTreeMap<String, String>,
}

fn forms(path: &str, body: &str) -> Vec<PageForm> {
    let select = |text: &str| Selector::parse(text).expect("selector");
    let page = Html::parse_document(body);
    let of = |form: ElementRef<'_>| {
        let action = form.attr("action").unwrap_or_default();
        let action = action.split('#').next().unwrap_or_default();
        let local = action
            .split_once("127.0.0.1:8081")
            .map_or(action, |(_, rest)| rest);
        let fields = select("input[name], textarea[name], select[name], button[name]");
        let fields = form.select(&fields).filter_map(|field| {
            let name = field.attr("name")?.to_owned();
            Some((name, field.attr("value").unwrap_or_default().to_owned()))
        });
        PageForm {
            is_post: form
                .attr("method")
                .is_some_and(|m| m.eq_ignore_ascii_case("post")),
            action: if local.is_empty() { path } else { local }.to_owned(),
            fields: fields.collect(),
        }
    };
    page.select(&select("form")).map(of).collect()
}

fn send(server: &Oxipress, form: &PageForm, field: &str, text: &str) -> ClientResponse {
    let value = |(name, value): (&String, &String)| {
        let value = if name == field { text } else { value };
        format!("{}={}", encoded(name), encoded(value))
    };
    let pairs: Vec<String> = form.fields.iter().map(value).collect();
    let pairs = pairs.join("&");
    let addr = server.addr;
    if !form.is_post {
        let sign = if form.action.contains('?') { '&' } else { '?' };
        return get_with(addr, &format!("{}{sign}{pairs}", form.action), &[]).expect("answer");
    }
    let answer = post_form(addr, &form.action, &pairs, &[]).expect("answer");
    let Some(target) = answer.header("location").map(str::to_owned) else {
        return answer;
    };
    // What was sent shows on the page that the visitor is led to.
    let target = target
        .split_once("127.0.0.1:8081")
        .map_or(target.as_str(), |(_, rest)| rest);
    let target = target.split('#').next().unwrap_or("/");
    let target = if target.starts_with('/') { target } else { "/" };
    let cookies = set_cookies(&answer);
    get_with(addr, target, &[("Cookie", &cookies)]).expect("page")
}

/// A request and what it is called.
type Job<'a> = (String, Box<dyn Fn() -> ClientResponse + Send + 'a>);

/// Sends all requests, four at a time.
fn look_at(jobs: Vec<Job<'_>>) -> Findings {
    let findings = Findings::default();
    let jobs = Mutex::new(jobs);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let Some((what, job)) = jobs.lock().expect("jobs").pop() else {
                        return;
                    };
                    findings.look(&what, &job());
                }
            });
        }
    });
    findings
}

#[test]
fn what_is_sent_never_becomes_markup() {
    let server = Oxipress::start_recorded_site(Database::Sqlite).expect("server");
    let mut all: BTreeSet<PageForm> = BTreeSet::new();
    for path in PAGES {
        let page = get_with(server.addr, path, &[]).expect("page");
        all.extend(forms(path, &page.body));
    }
    let mut tried = BTreeSet::new();
    let mut jobs: Vec<Job<'_>> = Vec::new();
    for form in &all {
        for field in form.fields.keys() {
            if !tried.insert((form.is_post, &form.action, field)) {
                continue;
            }
            for text in [MARKUP, ADDRESS] {
                let server = &server;
                let what = format!("field {field} to {}", form.action);
                jobs.push((what, Box::new(move || send(server, form, field, text))));
            }
        }
    }
    let fields = jobs.len() / 2;
    for path in PAGES {
        for name in VARIABLES {
            for text in [MARKUP, ADDRESS] {
                let sign = if path.contains('?') { '&' } else { '?' };
                let path = format!("{path}{sign}{name}={}", encoded(text));
                let addr = server.addr;
                let what = format!("variable {name} of {path}");
                jobs.push((
                    what,
                    Box::new(move || get_with(addr, &path, &[]).expect("page")),
                ));
            }
        }
    }
    let findings = look_at(jobs);
    let bad = findings.bad.into_inner().expect("list");
    println!(
        "S8: {fields} fields of {} forms and {} variables on {} pages: {} answers, {} of them print the text, {} unescaped",
        all.len(),
        VARIABLES.len(),
        PAGES.len(),
        findings.requests.into_inner(),
        findings.echoes.into_inner(),
        bad.len()
    );
    let some: Vec<_> = bad.iter().take(12).map(String::as_str).collect();
    assert!(bad.is_empty(), "{}", some.join("\n"));
}
