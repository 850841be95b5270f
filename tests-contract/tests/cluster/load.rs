//! Visitors of some instances on one server of a database or on a cluster, while something happens to it: forms, comments,
//! orders, edits and pages.
//!
//! What it must show: no acknowledged form or order lost or stored twice, no page older than a second, no other error than 503, and
//! that for one answer in a thousand at most.
//! `LOAD_INSTANCES` (2) and `LOAD_SECONDS` (24) make it larger.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use compat::binds;
use tests_contract::client::{ClientResponse, get_with, send};
use tests_contract::recorded_forms::{Comment, Feedback};
use tests_contract::server::Oxipress;
use tests_contract::site::Site;
use tests_contract::visit::until;
use tests_contract::visitors::Form;

use super::{POST, TITLE};
use crate::woocommerce_orders::shop::{HONEY, Visitor, between, form};

/// The age from which a page is stale.
const FRESH: Duration = Duration::from_secs(1);

/// What visitors got.
#[derive(Debug, Default)]
struct Seen {
    answered: u64,
    /// Status and number of answers that were no success; 0: no answer.
    errors: BTreeMap<u16, u64>,
    acknowledged: Vec<String>,
    stale: Vec<String>,
    pages: u64,
    longest: Duration,
}

/// The load and what came of it.
pub struct Load {
    /// Where each instance is; nowhere while it is replaced.
    instances: Vec<Mutex<Option<SocketAddr>>>,
    seen: Mutex<Seen>,
    is_over: AtomicBool,
    /// Number of the last edit, and when each was acknowledged.
    edits: Mutex<Vec<Instant>>,
    number: AtomicU64,
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Load {
    fn new(instances: &[Oxipress]) -> Self {
        Self {
            instances: instances
                .iter()
                .map(|one| Mutex::new(Some(one.addr)))
                .collect(),
            seen: Mutex::default(),
            is_over: AtomicBool::new(false),
            edits: Mutex::new(Vec::new()),
            number: AtomicU64::new(1),
        }
    }

    /// Where an instance is; waits while it is nowhere. A balancer does not send there either.
    fn addr(&self, instance: usize) -> Option<SocketAddr> {
        let at = *locked(&self.instances[instance]);
        if at.is_none() {
            std::thread::sleep(Duration::from_millis(5));
        }
        at
    }

    fn note(&self, instance: usize, addr: SocketAddr, status: u16, took: Duration) {
        // An instance that was killed during the request is the balancer's matter: it asks another one.
        if status == 0 && *locked(&self.instances[instance]) != Some(addr) {
            return;
        }
        let mut seen = locked(&self.seen);
        seen.answered += 1;
        seen.longest = seen.longest.max(took);
        if status >= 400 || status == 0 {
            *seen.errors.entry(status).or_default() += 1;
        }
    }

    /// Sends forms to an instance.
    fn send_forms(&self, instance: usize, form: &dyn Form) {
        while !self.is_over.load(Ordering::SeqCst) {
            let Some(addr) = self.addr(instance) else {
                continue;
            };
            let number = self.number.fetch_add(1, Ordering::SeqCst);
            let token = format!("token{number}end");
            let began = Instant::now();
            let answer = send(addr, &form.request(number, &token));
            let took = began.elapsed();
            let status = match &answer {
                Ok(answer) if form.is_taken(answer) => {
                    locked(&self.seen).acknowledged.push(token);
                    200
                }
                // A form that was not taken without an error of the server: its own words for a database that fails.
                Ok(answer) if answer.status < 400 => 503,
                Ok(answer) => answer.status,
                Err(_) => 0,
            };
            self.note(instance, addr, status, took);
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Orders a piece again and again; each request of an order goes to another instance.
    fn buy(&self) {
        let mut turn = 0;
        while !self.is_over.load(Ordering::SeqCst) {
            let number = self.number.fetch_add(1, Ordering::SeqCst);
            let token = format!("token{number}end");
            if self.order(&token, &mut turn).is_some() {
                locked(&self.seen).acknowledged.push(token);
            }
        }
    }

    /// Places an order; `None` when the time is over before.
    fn order(&self, token: &str, turn: &mut usize) -> Option<()> {
        let mut visitor = Visitor {
            addr: SocketAddr::from(([127, 0, 0, 1], 0)),
            jar: BTreeMap::new(),
        };
        let add = format!("product_id={HONEY}&quantity=1");
        self.ask(&mut visitor, turn, ("POST", "/?wc-ajax=add_to_cart", &add))?;
        let page = self.ask(&mut visitor, turn, ("GET", "/finalizar-compra/", ""))?;
        let field = "name=\"woocommerce-process-checkout-nonce\" value=\"";
        let nonce = between(&page.body, field, "\"");
        let email = format!("{token}@ejemplo.example");
        let body = form(nonce, &[("billing_email", &email)]);
        let answer = self.ask(&mut visitor, turn, ("POST", "/?wc-ajax=checkout", &body))?;
        let is_placed = answer.body.contains("\"result\":\"success\"");
        assert!(is_placed, "{}", answer.body);
        Some(())
    }

    /// What an instance answers; the next one is asked when it is away or busy, as a balancer and a patient buyer do.
    fn ask(
        &self,
        visitor: &mut Visitor,
        turn: &mut usize,
        (method, path, body): (&str, &str, &str),
    ) -> Option<ClientResponse> {
        const KIND: (&str, &str) = ("Content-Type", "application/x-www-form-urlencoded");
        while !self.is_over.load(Ordering::SeqCst) {
            let instance = *turn % self.instances.len();
            *turn += 1;
            let Some(addr) = self.addr(instance) else {
                continue;
            };
            visitor.addr = addr;
            let began = Instant::now();
            let answer = visitor.send(method, path, body, &[KIND]);
            let status = answer.as_ref().map_or(0, |answer| answer.status);
            self.note(instance, addr, status, began.elapsed());
            if status == 200 {
                return answer.ok();
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        None
    }

    /// Edits a title at whatever node takes it, and notes when it was taken.
    fn edit(&self, nodes: &[Site]) {
        let mut number = 0;
        while !self.is_over.load(Ordering::SeqCst) {
            let title = format!("sello {number:05}");
            let taken = nodes
                .iter()
                .any(|node| node.execute(TITLE, binds![title.as_str()]).is_ok());
            if taken {
                locked(&self.edits).push(Instant::now());
                number += 1;
            }
            std::thread::sleep(Duration::from_millis(300));
        }
    }

    /// Reads pages and notes those that lack an edit of more than a second ago.
    fn read(&self, instance: usize) {
        while !self.is_over.load(Ordering::SeqCst) {
            let Some(addr) = self.addr(instance) else {
                continue;
            };
            let began = Instant::now();
            let due = locked(&self.edits)
                .iter()
                .rposition(|at| began.saturating_duration_since(*at) > FRESH);
            let answer = get_with(addr, POST, &[]);
            let took = began.elapsed();
            let status = answer.as_ref().map_or(0, |answer| answer.status);
            self.note(instance, addr, status, took);
            if let (Ok(answer), Some(due), 200) = (&answer, due, status) {
                let shown = answer
                    .body
                    .split_once("sello ")
                    .and_then(|(_, rest)| rest.get(..5));
                let shown = shown.and_then(|number| number.parse::<usize>().ok());
                let mut seen = locked(&self.seen);
                seen.pages += 1;
                if shown.is_none_or(|shown| shown < due) {
                    seen.stale
                        .push(format!("instance {instance} shows {shown:?}, not {due}"));
                }
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// What happens is done in eight steps: a pause of one.
pub fn pause() {
    std::thread::sleep(Duration::from_millis(
        setting("LOAD_SECONDS", 24) * 1000 / 8,
    ));
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|value| value.parse().ok())
        .unwrap_or(default)
}

/// What holds the site's database.
pub trait Servers {
    /// The URL of the database for an instance.
    fn url_for(&self, instance: usize) -> String;
    /// The URL of each server by itself; edits are made at the last one.
    fn urls(&self) -> Vec<String>;
}

/// The instances of a site.
pub struct Instances<'a> {
    running: Vec<Option<Oxipress>>,
    load: &'a Load,
    serve: &'a dyn Fn(String) -> Oxipress,
}

impl Instances<'_> {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.running.len()
    }

    /// Prints who waited for a poll of the database, and who compared, since each was started.
    pub fn print_watches(&self) {
        for instance in self.running.iter().flatten() {
            let count = |name: &str, label: &str| {
                let name = format!("oxipress_{name}_total{{{label}}}");
                instance.metric(&name).unwrap_or_default()
            };
            println!(
                "waited for a poll {}, in vain {}; compared {}, told {}",
                count("late_watch", "result=\"polled\""),
                count("late_watch", "result=\"timeout\""),
                count("comparisons", "by=\"this\""),
                count("comparisons", "by=\"another\""),
            );
        }
    }

    /// Stops one for a time, as a machine does that is moved.
    pub fn freeze(&self, at: usize, time: Duration) {
        let place = &self.load.instances[at];
        let addr = locked(place).take();
        let instance = self.running[at].as_ref().expect("an instance");
        instance.signal("-STOP").expect("stop");
        std::thread::sleep(time);
        instance.signal("-CONT").expect("go on");
        *locked(place) = addr;
    }

    /// Ends one, or kills it, and starts another in its place.
    pub fn replace(&mut self, servers: &dyn Servers, at: usize, is_killed: bool) {
        let place = &self.load.instances[at];
        if !is_killed {
            // A balancer is told before the instance ends.
            *locked(place) = None;
            std::thread::sleep(Duration::from_millis(200));
        }
        let old = self.running[at].take().expect("an instance");
        if is_killed {
            *locked(place) = None;
            old.kill().expect("kill");
        } else {
            old.terminate().expect("end");
        }
        let new = (self.serve)(servers.url_for(at));
        until(|| {
            get_with(new.admin, "/readyz", &[])
                .ok()
                .filter(|answer| answer.status == 200)
        });
        *locked(place) = Some(new.addr);
        self.running[at] = Some(new);
    }
}

/// Serves the site with visitors while `trouble` goes on, and judges what they got.
pub fn under_load<S: Servers>(mut servers: S, trouble: impl FnOnce(&mut S, &mut Instances<'_>)) {
    let folder = tempfile::tempdir().expect("folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (mail, spool) = (path("mail"), path("spool"));
    let serve = |url: String| {
        let environment = [
            ("OXIPRESS_MAIL_FOLDER", mail.as_str()),
            ("OXIPRESS_MAIL_SPOOL", spool.as_str()),
        ];
        Oxipress::serve_recorded_site(&url, &[], &environment).expect("server")
    };
    let count = usize::try_from(setting("LOAD_INSTANCES", 2)).expect("number");
    let instances: Vec<Oxipress> = (0..count)
        .map(|number| serve(servers.url_for(number)))
        .collect();
    let load = Load::new(&instances);
    let mut instances = Instances {
        running: instances.into_iter().map(Some).collect(),
        load: &load,
        serve: &serve,
    };
    let urls = servers.urls();
    let nodes: Vec<Site> = urls
        .iter()
        .map(|url| Site::at(url).expect("server"))
        .collect();
    let (comment, feedback) = (
        Comment::new().expect("form"),
        Feedback::new().expect("form"),
    );
    std::thread::scope(|scope| {
        for instance in 0..count {
            let (load, comment, feedback) = (&load, &comment, &feedback);
            scope.spawn(move || load.send_forms(instance, comment));
            scope.spawn(move || load.send_forms(instance, feedback));
            scope.spawn(move || load.read(instance));
        }
        scope.spawn(|| load.buy());
        scope.spawn(|| load.edit(&nodes[nodes.len() - 1..]));
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            trouble(&mut servers, &mut instances);
        }));
        load.is_over.store(true, Ordering::SeqCst);
        if let Err(panic) = done {
            std::panic::resume_unwind(panic);
        }
    });
    instances.print_watches();
    drop(instances);
    let seen = load
        .seen
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    judge(&seen, &nodes, [&comment, &feedback]);
}

/// The addresses of those who ordered.
const ORDERS: &str = "SELECT a.email FROM {p}wc_orders o \
    JOIN {p}wc_order_addresses a ON a.order_id = o.id AND a.address_type = 'billing' WHERE a.email IS NOT NULL";

/// Compares what was acknowledged with what every node has.
fn judge(seen: &Seen, nodes: &[Site], forms: [&dyn Form; 2]) {
    let errors: u64 = seen.errors.values().sum();
    println!(
        "{} answers, {errors} errors {:?}, longest {:?}; {} forms and orders acknowledged; {} pages, {} stale",
        seen.answered,
        seen.errors,
        seen.longest,
        seen.acknowledged.len(),
        seen.pages,
        seen.stale.len()
    );
    for (number, node) in nodes.iter().enumerate() {
        let mut stored: BTreeMap<String, u64> = BTreeMap::new();
        for sql in forms.map(|form| form.rows()).into_iter().chain([ORDERS]) {
            let rows: Vec<(String,)> = node.load(sql, Vec::new()).expect("rows");
            for (text,) in rows {
                for token in tokens(&text) {
                    *stored.entry(token).or_default() += 1;
                }
            }
        }
        let lost: Vec<_> = seen
            .acknowledged
            .iter()
            .filter(|token| !stored.contains_key(*token))
            .collect();
        let twice: Vec<_> = stored.iter().filter(|(_, count)| **count > 1).collect();
        assert!(lost.is_empty(), "node {number} lacks {lost:?}");
        assert!(twice.is_empty(), "node {number} has twice {twice:?}");
    }
    assert!(
        seen.acknowledged.len() > 100 && seen.pages > 100,
        "too little load"
    );
    assert!(seen.stale.is_empty(), "{:?}", seen.stale);
    assert!(
        seen.errors.keys().all(|status| *status == 503),
        "{:?}",
        seen.errors
    );
    assert!(
        errors * 1000 <= seen.answered,
        "more than one in a thousand: {errors} of {}",
        seen.answered
    );
    assert!(seen.longest < Duration::from_secs(10), "{:?}", seen.longest);
}

/// Every `token123end` in a text, once.
fn tokens(text: &str) -> std::collections::BTreeSet<String> {
    let pieces = text.split("token").skip(1);
    let numbers = pieces.filter_map(|piece| piece.split_once("end").map(|(number, _)| number));
    let numbers = numbers.filter(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    numbers.map(|n| format!("token{n}end")).collect()
}
