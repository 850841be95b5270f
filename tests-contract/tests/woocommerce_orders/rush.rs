//! Many buyers at the same time, while the server or the database is killed: nothing acknowledged is lost, nothing is sold
//! or mailed twice. Prints its figures.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tests_contract::client::ClientResponse;
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;
use tests_contract::smtp_sink::SmtpSink;
use tests_contract::visitors::drain;

use super::shop::{HONEY, OIL, Shop, Visitor, between, form, redirect};

/// How long a buyer tries again.
const PATIENCE: Duration = Duration::from_secs(120);

/// Visitors who fill their carts at the same time.
const FILLING: usize = 8;

/// A number that a variable of the environment replaces.
fn number(name: &str, usual: usize) -> usize {
    let given = std::env::var(name).ok();
    given.and_then(|n| n.parse().ok()).unwrap_or(usual)
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where the server is, which changes when it is started again.
type Whereabouts = Mutex<SocketAddr>;

/// A buyer who tries again as long as nobody answers, or the server is busy.
struct Buyer<'a> {
    visitor: Visitor,
    whereabouts: &'a Whereabouts,
    email: String,
    /// Requests that were not answered.
    unanswered: usize,
}

impl<'a> Buyer<'a> {
    fn new(whereabouts: &'a Whereabouts, number: usize) -> Self {
        let addr = *locked(whereabouts);
        Self {
            visitor: Visitor {
                addr,
                jar: BTreeMap::new(),
            },
            whereabouts,
            email: format!("comprador{number}@ejemplo.example"),
            unanswered: 0,
        }
    }

    fn ask(&mut self, method: &str, path: &str, body: &str) -> ClientResponse {
        const KIND: (&str, &str) = ("Content-Type", "application/x-www-form-urlencoded");
        let began = Instant::now();
        loop {
            self.visitor.addr = *locked(self.whereabouts);
            match self.visitor.send(method, path, body, &[KIND]) {
                Ok(answer) if answer.status == 200 => return answer,
                Ok(answer) => assert_eq!(answer.status, 503, "{path}: {}", answer.body),
                Err(_) => self.unanswered += 1,
            }
            assert!(began.elapsed() < PATIENCE, "{path}: no answer");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Puts a piece in, and reads the form; its nonce. Not answered, the piece may be in or not: then a new visitor begins.
    fn fill(&mut self, product: i64) -> String {
        let add = format!("product_id={product}&quantity=1");
        loop {
            let before = self.unanswered;
            self.ask("POST", "/?wc-ajax=add_to_cart", &add);
            if self.unanswered == before {
                break;
            }
            self.visitor.jar.clear();
        }
        let page = self.ask("GET", "/finalizar-compra/", "");
        let field = "name=\"woocommerce-process-checkout-nonce\" value=\"";
        let nonce = between(&page.body, field, "\"").to_owned();
        assert!(!nonce.is_empty(), "{}", page.body);
        nonce
    }

    /// Sends the form; the same one again until it is answered.
    fn order(&mut self, nonce: &str) -> String {
        let body = form(nonce, &[("billing_email", &self.email)]);
        self.ask("POST", "/?wc-ajax=checkout", &body).body
    }
}

/// The number of an order that was acknowledged.
fn order_of(answer: &str) -> i64 {
    let path = redirect(answer);
    let id = between(&path, "/order-received/", "/");
    id.parse().expect("number of the order")
}

/// Buyers with a filled cart and a nonce, in parallel.
fn filled(whereabouts: &Whereabouts, buyers: usize, product: i64) -> Vec<(Buyer<'_>, String)> {
    let (next, all) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..FILLING {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= buyers {
                        return;
                    }
                    let mut buyer = Buyer::new(whereabouts, number);
                    let nonce = buyer.fill(product);
                    locked(&all).push((buyer, nonce));
                }
            });
        }
    });
    all.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Case 81 with many: ten buyers for each of the last pieces, all at once; the server is killed in the midst of it.
/// `CONTRACT_TEST_BUYERS` sets another number of buyers.
#[expect(clippy::too_many_lines, reason = "one rush and what is left of it")]
pub fn last_pieces_of_many(database: Database) {
    const STOCK: &str =
        "SELECT stock_quantity + 0 FROM {p}wc_product_meta_lookup WHERE product_id = 1970";
    const ORDERS: &str = "SELECT o.id, a.email, o.status FROM {p}wc_orders o \
        JOIN {p}wc_order_addresses a ON a.order_id = o.id AND a.address_type = 'billing'";
    const ITEMS: &str =
        "SELECT order_id, COUNT(*) FROM {p}woocommerce_order_items GROUP BY order_id";
    let buyers = number("CONTRACT_TEST_BUYERS", 200);
    let pieces = buyers / 10;
    // Clocks of two servers that begin at the same moment would run twice.
    let environment = [("OXIPRESS_NOW", "")];
    let shop = Shop::with_environment(database, &[], &environment);
    shop.set_stock(OIL, i64::try_from(pieces).expect("number"));
    let began = Instant::now();
    let whereabouts = Mutex::new(shop.server.addr);
    let ready = filled(&whereabouts, buyers, OIL);
    let filling = began.elapsed();
    let (done, acknowledged) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let one = |mut buyer: Buyer<'_>, nonce: String| {
        let answer = buyer.order(&nonce);
        let is_placed = answer.contains("\"result\":\"success\"");
        acknowledged.fetch_add(usize::from(is_placed), Ordering::SeqCst);
        done.fetch_add(1, Ordering::SeqCst);
        (buyer.email, buyer.unanswered > 0, answer)
    };
    let mut shop = Some(shop);
    let answers: Vec<(String, bool, String)> = std::thread::scope(|scope| {
        let sent = ready.into_iter();
        let sent: Vec<_> = sent
            .map(|(buyer, nonce)| scope.spawn(|| one(buyer, nonce)))
            .collect();
        while acknowledged.load(Ordering::SeqCst) < pieces / 2
            && done.load(Ordering::SeqCst) < buyers
        {
            std::thread::sleep(Duration::from_millis(1));
        }
        let again = shop.take().expect("shop").restart(&environment);
        *locked(&whereabouts) = again.server.addr;
        shop = Some(again);
        let joined = sent.into_iter().map(|own| own.join().expect("buyer"));
        joined.collect()
    });
    let shop = shop.expect("shop");
    let orders: Vec<(i64, String, String)> = shop.load(ORDERS);
    let items: BTreeMap<i64, i64> = shop.load(ITEMS).into_iter().collect();
    assert_eq!(orders.len(), pieces, "orders");
    for (id, _, status) in &orders {
        assert_eq!(
            (status.as_str(), items.get(id)),
            ("wc-processing", Some(&2))
        );
    }
    let emails: BTreeSet<&str> = orders.iter().map(|(_, email, _)| email.as_str()).collect();
    assert_eq!(emails.len(), pieces, "somebody has two");
    assert_eq!((shop.stock(OIL).as_str(), shop.number(STOCK)), ("0", 0));
    let reserved = "SELECT COUNT(*) FROM {p}wc_reserved_stock";
    assert_eq!(shop.number(reserved), 0);
    let (mut placed, mut refused, mut lost) = (BTreeSet::new(), 0, 0);
    for (email, was_unanswered, answer) in &answers {
        if answer.contains("\"result\":\"success\"") {
            let id = order_of(answer);
            let own = orders.iter().any(|(own, to, _)| *own == id && to == email);
            assert!(own, "{email} has no order {id}");
            assert!(placed.insert(id), "order {id} was acknowledged twice");
            continue;
        }
        // An order whose answer was lost is found again for ten minutes; later its cart is empty.
        if emails.contains(email.as_str()) {
            assert!(*was_unanswered, "{email} was refused, and has an order");
            lost += 1;
            continue;
        }
        refused += 1;
        assert!(is_shortage(answer), "{answer}");
    }
    assert_eq!(placed.len() + refused + lost, buyers);
    assert!(placed.len() >= pieces / 2);
    println!(
        "{buyers} buyers of {pieces} pieces: {} acknowledged, {lost} placed without an answer, {refused} refused; \
         carts filled in {filling:?}, all in {:?}",
        placed.len(),
        began.elapsed()
    );
}

/// Whether a refusal says, in the plugin's words or in those of the site's language, that the piece is gone.
fn is_shortage(answer: &str) -> bool {
    let names = answer.contains("Aceite de la loma");
    names
        && answer.contains("woocommerce-error")
        && answer.contains("\"refresh\":false,\"reload\":false")
}

/// Orders go on while the database is killed and started again. `CONTRACT_TEST_CHECKOUTS` sets another number of orders.
#[test]
#[expect(clippy::too_many_lines, reason = "one rush and what is left of it")]
fn killed_databases_lose_no_order() {
    const ORDERS: &str = "SELECT o.id, a.email, o.status FROM {p}wc_orders o \
        JOIN {p}wc_order_addresses a ON a.order_id = o.id AND a.address_type = 'billing'";
    const ITEMS: &str =
        "SELECT order_id, COUNT(*) FROM {p}woocommerce_order_items GROUP BY order_id";
    let wanted = number("CONTRACT_TEST_CHECKOUTS", 150);
    let site = Site::recorded_in_own_mariadb().expect("site");
    let sink = SmtpSink::start().expect("sink");
    let spool = tempfile::tempdir().expect("spool");
    let spool = spool.path().to_string_lossy().into_owned();
    let mut environment = sink.variables(&spool);
    environment.extend([("OXIPRESS_NOW", ""), ("OXIPRESS_LOG", "error")]);
    let server = Oxipress::serve_recorded_site(&site.url, &[], &environment).expect("server");
    let began = Instant::now();
    let whereabouts = Mutex::new(server.addr);
    let (next, acknowledged) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let visit = || {
        loop {
            let number = next.fetch_add(1, Ordering::SeqCst);
            if number >= wanted {
                return;
            }
            let mut buyer = Buyer::new(&whereabouts, number);
            let nonce = buyer.fill(HONEY);
            let answer = buyer.order(&nonce);
            let result = if answer.contains("\"result\":\"success\"") {
                Some(order_of(&answer))
            } else {
                None
            };
            locked(&acknowledged).push((buyer.email, result, answer));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..FILLING {
            scope.spawn(visit);
        }
        while locked(&acknowledged).len() < wanted / 2 {
            std::thread::sleep(Duration::from_millis(5));
        }
        site.restart_database(Duration::from_millis(700))
            .expect("database");
    });
    let took = began.elapsed();
    drain(&server, &sink).expect("mails");
    let orders: Vec<(i64, String, String)> = site.load(ORDERS, Vec::new()).expect("orders");
    let items: Vec<(i64, i64)> = site.load(ITEMS, Vec::new()).expect("items");
    let items: BTreeMap<i64, i64> = items.into_iter().collect();
    let by_email: BTreeMap<&str, i64> = orders
        .iter()
        .map(|(id, email, _)| (email.as_str(), *id))
        .collect();
    assert_eq!(by_email.len(), orders.len(), "somebody has two orders");
    let acknowledged = locked(&acknowledged);
    for (email, id, answer) in acknowledged.iter() {
        // A failure after an answer that was lost: the order is there.
        let stored = by_email.get(email.as_str());
        assert!(stored.is_some(), "{email}: {answer}");
        assert!(id.is_none() || stored == id.as_ref(), "{email}: {answer}");
    }
    for (id, _, status) in &orders {
        assert_eq!(
            (status.as_str(), items.get(id)),
            ("wc-processing", Some(&2))
        );
    }
    let (mails, doubles) = delivered(&sink, &by_email);
    assert_eq!(mails, 2 * orders.len());
    println!(
        "{} orders in {took:?}, {} acknowledged, {mails} mails, {doubles} of them delivered twice",
        orders.len(),
        acknowledged
            .iter()
            .filter(|(_, id, _)| id.is_some())
            .count(),
    );
    assert!(doubles <= 1, "{doubles} mails were delivered twice");
}

/// The number of mails by their ids, and of those that came twice. Each order has one to its buyer, and one to the shop.
fn delivered(sink: &SmtpSink, orders: &BTreeMap<&str, i64>) -> (usize, usize) {
    let taken = sink.messages();
    let mut by_receiver: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for mail in &taken {
        let ids = by_receiver.entry(mail.to.join(",")).or_default();
        ids.insert(mail.message_id());
    }
    for email in orders.keys() {
        let ids = by_receiver.get(*email).map_or(0, BTreeSet::len);
        assert_eq!(ids, 1, "mails to {email}");
    }
    let all: usize = by_receiver.values().map(BTreeSet::len).sum();
    (all, taken.len() - all)
}
