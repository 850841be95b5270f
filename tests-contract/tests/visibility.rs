//! Hardening S18: what is not public is told by no door. Posts of every type and status are planted with marks in title,
//! content, excerpt and slug; every answer to every person is searched for the marks of all posts and compared with the
//! table of the contracts ([`table`]).

mod doors;
mod posts;
mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use compat::binds;
use compat::wordpress::php::{Value, serialize};
use regex::Regex;
use tests_contract::client::{ClientResponse, get_with};
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;
use tests_contract::stage::Stage;
use tests_contract::visit::{self, post_form, set_cookies, until};

use doors::Door;
use posts::Planted;
use table::PERSONS;

/// Somebody who asks: a letter of the table, cookies, and the nonce of the API.
struct Person {
    letter: char,
    cookies: String,
    nonce: String,
}

impl Person {
    fn enters(addr: SocketAddr, letter: char, id: i64) -> Self {
        if letter == '-' {
            let (cookies, nonce) = Default::default();
            return Self {
                letter,
                cookies,
                nonce,
            };
        }
        let name = match id {
            1 => "anfitrion".to_owned(),
            _ => format!("persona{letter}"),
        };
        let form = format!("log={name}&pwd=demo-password&casacue4217=384211&alt_s=");
        let answer = post_form(addr, "/wp-login.php", &form, &[]).expect("login");
        assert_eq!(answer.status, 302, "{name}: {}", answer.body);
        let visit = visit::Visit {
            cookies: set_cookies(&answer),
        };
        let nonce = visit.rest_nonce(addr).expect("nonce");
        let cookies = visit.cookies;
        Self {
            letter,
            cookies,
            nonce,
        }
    }

    fn opens(&self, addr: SocketAddr, door: &Door) -> ClientResponse {
        let mut headers = Vec::new();
        if !self.cookies.is_empty() {
            headers.push(("Cookie", self.cookies.as_str()));
            if door.is_rest {
                headers.push(("X-WP-Nonce", self.nonce.as_str()));
            }
        }
        match &door.body {
            Some(body) => post_form(addr, &door.path, body, &headers),
            None => get_with(addr, &door.path, &headers),
        }
        .expect("answer")
    }
}

#[derive(Default)]
struct Findings {
    answers: AtomicUsize,
    marks: AtomicUsize,
    shown: AtomicUsize,
    kinds: Mutex<BTreeSet<&'static str>>,
    /// Leaks, with an example of each kind of door, person, type and status; and what is missing.
    leaks: Mutex<BTreeMap<String, String>>,
    missing: Mutex<BTreeMap<String, String>>,
}

impl Findings {
    /// Every mark in an answer belongs to a post that the person may see.
    fn look(&self, posts: &[Planted], person: char, door: &Door, answer: &ClientResponse) {
        static MARK: std::sync::LazyLock<Regex> =
            std::sync::LazyLock::new(|| Regex::new(r"qz(9\d{5})([tscem])q").expect("pattern"));
        self.answers.fetch_add(1, Ordering::Relaxed);
        self.kinds.lock().expect("kinds").insert(door.kind);
        let headers = answer.headers.iter().map(|(_, value)| value.as_str());
        for text in headers.chain([answer.body.as_str()]) {
            for found in MARK.captures_iter(text) {
                self.marks.fetch_add(1, Ordering::Relaxed);
                let id: i64 = found[1].parse().expect("number");
                let part = found[2].chars().next().expect("part");
                let post = posts.iter().find(|p| p.id == id).expect("planted");
                let by_rest = door.is_rest;
                let may = post.shows(person, part, by_rest)
                    // Links on pages of the API, and the other way round, are of what either shows.
                    || part == 's' && post.shows(person, part, !by_rest)
                    || part == 's' && door.names_slug_of == id;
                if !may {
                    let what = format!(
                        "{} · {person} · {} {} (as {}) of {} · {part}{}",
                        door.kind,
                        post.post_type,
                        post.status,
                        post.seen_as,
                        post.owner,
                        if post.has_password { " protected" } else { "" },
                    );
                    let mut leaks = self.leaks.lock().expect("leaks");
                    leaks
                        .entry(what)
                        .or_insert_with(|| format!("{} {}", answer.status, door.path));
                }
            }
        }
    }

    /// What the table shows is shown: the title, and the content of what has no password.
    fn expect(&self, post: &Planted, person: char, door: &Door, answer: &ClientResponse) {
        // Attachments lead to their file; forms and coupons have no door of their own.
        let is_file = post.post_type == "attachment" && !door.is_rest;
        for part in ['t', 'c'] {
            let mark = format!("qz{}{part}q", post.id);
            if is_file
                || !post.shows(person, part, door.is_rest)
                || door.is_rest && !doors::has_resource(post.post_type)
            {
                continue;
            }
            if answer.body.contains(&mark) {
                self.shown.fetch_add(1, Ordering::Relaxed);
                continue;
            }
            let what = format!(
                "{} · {person} · {} {} (as {}) of {} · {part}",
                door.kind, post.post_type, post.status, post.seen_as, post.owner
            );
            let mut missing = self.missing.lock().expect("missing");
            missing
                .entry(what)
                .or_insert_with(|| format!("{} {}", answer.status, door.path));
        }
    }
}

/// A request of a person; the post whose page or resource it is, if it is one's own door.
struct Visit<'p> {
    person: &'p Person,
    door: Door,
    own: Option<&'p Planted>,
}

impl Visit<'_> {
    fn go(&self, addr: SocketAddr, posts: &[Planted], findings: &Findings) {
        let Self { person, door, own } = self;
        let mut answer = person.opens(addr, door);
        findings.look(posts, person.letter, door, &answer);
        let Some(post) = own else { return };
        for _ in 0..2 {
            let target = answer.header("location");
            let target = target.and_then(|to| to.split_once("127.0.0.1:8081"));
            let Some((_, path)) = target.filter(|(_, path)| !path.starts_with("/wp-content/"))
            else {
                break;
            };
            let next = Door {
                path: path.to_owned(),
                ..door.clone()
            };
            answer = person.opens(addr, &next);
            findings.look(posts, person.letter, door, &answer);
        }
        findings.expect(post, person.letter, door, &answer);
    }
}

/// What a person tries: the own doors of posts, lists, and the other doors of posts. Visitors try all lists, twice (the
/// second answer is one that was kept), and of the pairs of posts and other doors one in `sparse`; the others a part of
/// both, another for each person. With the variable `VISIBILITY_ALL` everybody tries everything.
fn visits<'p>(person: &'p Person, posts: &'p [Planted], sparse: usize) -> Vec<Visit<'p>> {
    let is_visitor = person.letter == '-';
    let (of_lists, of_others) = match (std::env::var_os("VISIBILITY_ALL"), is_visitor) {
        (Some(_), _) => (1, 1),
        (None, true) => (1, sparse),
        (None, false) => (3, sparse * 6),
    };
    let visit = |door, own| Visit { person, door, own };
    let turn = usize::from(u8::try_from(person.letter).expect("letter"));
    let rounds = if is_visitor { 2 } else { 1 };
    let lists = (0..rounds).flat_map(|_| doors::lists()).enumerate();
    let lists = lists.filter(|(n, _)| (turn + n).is_multiple_of(of_lists));
    let mut all: Vec<Visit<'p>> = lists.map(|(_, door)| visit(door, None)).collect();
    for (at, post) in posts.iter().enumerate() {
        if is_visitor || post.is_shown_to_somebody() && !post.has_password {
            let own = doors::own(post).into_iter();
            all.extend(own.map(|door| visit(door, Some(post))));
        }
        let others = doors::of(post).into_iter().enumerate();
        let others = others.filter(|(n, _)| (turn + at + n).is_multiple_of(of_others));
        all.extend(others.map(|(_, door)| visit(door, None)));
    }
    all
}

fn walk(database: Database, letters: &str, sparse: usize) -> Findings {
    let start = Instant::now();
    let posts = posts::all();
    let site = Site::recorded(database).expect("site");
    posts::plant(&site, &posts);
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    let addr = server.addr;
    let findings = Findings::default();
    let persons = PERSONS.iter().filter(|p| letters.contains(p.0));
    let persons: Vec<Person> = persons
        .map(|(letter, _, id)| Person::enters(addr, *letter, *id))
        .collect();
    // Visitors come last: what is kept of the others' answers they would get.
    let (visitors, others): (Vec<&Person>, Vec<&Person>) =
        persons.iter().partition(|p| p.letter == '-');
    for group in [others, visitors] {
        let group = group.into_iter().flat_map(|p| visits(p, &posts, sparse));
        let jobs = Mutex::new(group.collect::<Vec<_>>());
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    while let Some(visit) = { jobs.lock().expect("jobs").pop() } {
                        visit.go(addr, &posts, &findings);
                    }
                });
            }
        });
    }
    println!(
        "S18 on {database:?}: {} kinds of doors × {} posts × {} persons: {} answers with {} marks, {} leaks, {} shown as the table says, {} missing, {:.0} s",
        findings.kinds.lock().expect("kinds").len(),
        posts.len(),
        persons.len(),
        findings.answers.load(Ordering::Relaxed),
        findings.marks.load(Ordering::Relaxed),
        findings.leaks.lock().expect("leaks").len(),
        findings.shown.load(Ordering::Relaxed),
        findings.missing.lock().expect("missing").len(),
        start.elapsed().as_secs_f64(),
    );
    findings
}

fn assert_table(findings: Findings) {
    let text = |(what, example): (&String, &String)| format!("{what}: {example}");
    let leaks = findings.leaks.into_inner().expect("leaks");
    let missing = findings.missing.into_inner().expect("missing");
    let some: Vec<String> = leaks.iter().map(text).take(200).collect();
    let gone: Vec<String> = missing.iter().map(text).take(100).collect();
    assert!(
        leaks.is_empty(),
        "leaks:\n{}\nmissing:\n{}",
        some.join("\n"),
        gone.join("\n")
    );
    assert!(missing.is_empty(), "missing:\n{}", gone.join("\n"));
}

#[test]
fn no_door_tells_what_is_not_public() {
    assert_table(walk(Database::Sqlite, "-skjaez", 5));
}

#[test]
fn no_door_tells_what_is_not_public_on_mariadb() {
    assert_table(walk(Database::MariaDb, "-k", 25));
}

/// The mail-tags of a form tell of the post that the form says it is on (`_wpcf7_container_post`), if its sender may view
/// it. Contract "contact-form-7", section 17.
#[test]
fn no_mail_tells_what_is_not_public() {
    let posts = posts::all();
    let stage = Stage::new(Database::Sqlite, &[]);
    posts::plant(&stage.site, &posts);
    let form = stage.form("[text a]", "", &[]);
    let mail = Value::array()
        .with("subject", "Case")
        .with("sender", "Case <web@casascueva.example>")
        .with("recipient", "reservas@casascueva.example")
        .with("body", "on [_post_title] [_post_name] [_post_url]");
    const MAIL: &str =
        "UPDATE {p}postmeta SET meta_value = ? WHERE post_id = ? AND meta_key = '_mail'";
    const TOUCH: &str = "UPDATE {p}posts SET post_title = 'Otro', post_modified_gmt = '2026-11-20 00:00:00', \
        post_modified = '2026-11-20 00:00:00' WHERE ID = ?";
    stage
        .site
        .execute(MAIL, binds![serialize(&mail), form])
        .expect("mail");
    stage.site.execute(TOUCH, binds![form]).expect("form");
    let folder = stage.folder.path().join("mail");
    let mails = || -> String {
        let files = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        files
            .filter_map(|file| std::fs::read_to_string(file.path()).ok())
            .collect()
    };
    let submit = |post: &Planted| {
        let id = post.id.to_string();
        let answer = stage.feedback(form, &[("a", "x"), ("_wpcf7_container_post", &id)]);
        assert_eq!(answer["status"], "mail_sent", "{answer}");
    };
    let public = |post: &&Planted| post.shows('-', 't', false);
    let first = posts.iter().find(public).expect("a public post");
    // The edited form is known after the watch of the database has seen it.
    until(|| {
        submit(first);
        mails().contains(&first.slug()).then_some(())
    });
    let hidden: Vec<&Planted> = posts.iter().filter(|p| !public(p)).step_by(3).collect();
    for post in &hidden {
        submit(post);
    }
    let told = hidden
        .iter()
        .filter(|p| mails().contains(&format!("qz{}", p.id)));
    let told: Vec<i64> = told.map(|p| p.id).collect();
    println!(
        "S18: mails of forms on {} hidden posts, {} tell of them",
        hidden.len(),
        told.len()
    );
    assert!(told.is_empty(), "{told:?}");
}
