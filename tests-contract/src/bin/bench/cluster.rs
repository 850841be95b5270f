//! `bench cluster`: one site under one and under four instances, with the same load in all and with the same for each
//! instance; the same four processes as four sites that know nothing of each other; and the model of cost of
//! `docs/scaling.md` at two rates.
//!
//! The load is paced: requests come at a rate, by turns to each instance, each request of a visitor to another one.
//! Processor time is that of the processes (`/proc/PID/stat`), with what they do unasked: polls of the change watch, mails.
//! `CLUSTER_RATE` (units a second, 100) and `CLUSTER_SECONDS` (5) of a load make it larger. A rate that the machine does
//! not reach is printed as it was.
//!
//! What a request costs a virtual machine may change by a third within a minute, with what else its host does. So all
//! sites run at the same time and are loaded by turns, those that are not are stopped (`SIGSTOP`), and each is compared
//! with what was loaded right before.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use tests_contract::client::{ClientResponse, get_with, send};
use tests_contract::mariadb::MariaDb;
use tests_contract::recorded_forms::{Comment, Feedback};
use tests_contract::smtp_sink::SmtpSink;
use tests_contract::visitors::Form;

use crate::programs::{Running, get, import_into, seconds_of, serve_with};
use crate::shop::{fill, order, read_form};
use crate::{Table, median};

/// Instances of the larger site.
const MANY: usize = 4;
/// Visitors at the same time.
const VISITORS: usize = 8;
/// Rounds with one and with many instances, by turns.
const ROUNDS: usize = 9;
/// Seconds of a load before the first round: then each connection has prepared its statements.
const STEADY: f64 = 6.0;
/// Seconds of a load before it is measured.
const AGAIN: f64 = 1.0;
/// How long an idle site is looked at.
const IDLE: Duration = Duration::from_secs(5);
/// Between two requests of which is found what their kind costs: a machine that is not full serves each with cold caches, at
/// up to twice the cost of one after the other.
const REST: Duration = Duration::from_millis(10);
/// Units of the mix by which is found what it costs.
const MIXED: u64 = 1200;
/// Comments by which is found what a write costs the watch and the kept pages, and the time between them, in which the
/// watch polls.
const WRITES: u64 = 12;
const BETWEEN_WRITES: Duration = Duration::from_millis(500);
/// Pages that are kept, and that a query makes one that is not.
const PAGES: [&str; 4] = [
    "/",
    "/noticias/",
    "/aviso-legal/",
    "/paseo-por-las-carcavas/",
];

/// The posts that may be commented on; the first one is the recorded comment's.
const POSTS: [u32; 9] = [27, 28, 29, 30, 31, 33, 34, 35, 36];

/// What a visitor does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    /// Reads a page that is kept.
    Page,
    /// Reads one that is not.
    Uncached,
    /// Sends a contact form: two mails.
    Feedback,
    /// Sends a comment: one mail.
    Comment,
    /// Puts a product into a new cart.
    Cart,
    /// Puts a product into a new cart, opens the checkout and orders: three requests, three mails.
    Order,
}

/// All kinds, and how many of forty units each is.
const MIX: [(Unit, u64); 6] = [
    (Unit::Page, 26),
    (Unit::Uncached, 8),
    (Unit::Feedback, 1),
    (Unit::Comment, 1),
    (Unit::Cart, 3),
    (Unit::Order, 1),
];

impl Unit {
    /// The one with a number: kinds come in turn, far from their own kind.
    fn in_turn(number: u64) -> Self {
        let mut place = number * 17 % 40;
        for (unit, share) in MIX {
            if place < share {
                return unit;
            }
            place -= share;
        }
        Self::Page
    }

    /// How often it is done to learn what it costs: tens of ticks of processor.
    fn repeats(self) -> u64 {
        match self {
            Self::Page => 1000,
            Self::Uncached | Self::Cart => 300,
            Self::Feedback | Self::Comment | Self::Order => 100,
        }
    }

    /// Whether it changes rows that the watch compares.
    fn writes(self) -> bool {
        matches!(self, Self::Comment | Self::Order)
    }

    /// Its requests.
    fn requests(self) -> u64 {
        if self == Self::Order { 3 } else { 1 }
    }
}

/// A site under some instances, or unrelated sites with one each.
struct Cluster<'a> {
    instances: Vec<(Running, SocketAddr)>,
    /// Whether each instance has a database of its own: then a visitor stays at one.
    is_unrelated: bool,
    database: u32,
    forms: &'a (Feedback, Comment),
    /// Number of the next unit and of the next request: two sites never send the same.
    units: &'a AtomicU64,
    turn: AtomicU64,
}

/// When each unit of a load begins.
struct Pace {
    began: Instant,
    /// Number of the first unit.
    first: u64,
    /// Units a second.
    rate: f64,
    seconds: f64,
}

impl Pace {
    /// Waits until a unit is due; no: the time is over.
    fn wait_for(&self, number: u64) -> bool {
        let due = (number - self.first) as f64 / self.rate;
        let late = self.began.elapsed();
        if due >= self.seconds || late.as_secs_f64() >= self.seconds {
            return false;
        }
        std::thread::sleep(Duration::from_secs_f64(due).saturating_sub(late));
        true
    }
}

/// What a request of the mix costs at a rate: instances, database.
#[derive(Clone, Copy, Default)]
struct Mixed {
    /// Requests a second.
    rate: f64,
    /// Milliseconds of processor a request, without the watch and pages that are made again.
    per_request: [f64; 2],
}

/// What a load will cost: instances, database.
struct Model {
    /// Cores of an instance without requests.
    idle: [f64; 2],
    /// The same while the site is written to: each poll of the watch compares rows.
    watch: [f64; 2],
    /// What a request of the mix takes by itself when its kinds come by turns: with rests between, which finds the
    /// processor's caches cold, and without.
    mix: [Mixed; 2],
    /// Milliseconds of processor to make all kept pages again that a comment throws away.
    again: [f64; 2],
}

impl Model {
    /// Cores for the mix at a rate of requests a second, under some instances.
    fn cores(&self, place: usize, rate: f64, instances: f64) -> f64 {
        // The busier the machine, the cheaper a request.
        let [rested, busy] = self.mix;
        let share = (rate - rested.rate) / (busy.rate - rested.rate);
        let [dear, cheap] = [rested, busy].map(|mix| mix.per_request[place]);
        let per_request = dear + (cheap - dear) * share.clamp(0.0, 1.0);
        rate * per_request / 1000.0 + self.beside(place, rate, instances)
    }

    /// Those of them that are not the requests' own: the watch, and pages that are made again after a comment.
    fn beside(&self, place: usize, rate: f64, instances: f64) -> f64 {
        let all: u64 = MIX
            .iter()
            .map(|(unit, share)| share * unit.requests())
            .sum();
        let share = |wanted| {
            let found = MIX.iter().find(|(unit, _)| *unit == wanted);
            found.map_or(0.0, |(_, share)| *share as f64 / all as f64)
        };
        let comments = rate * share(Unit::Comment);
        // How often an instance is asked for one of the pages. Whichever is rarer, the write or the reader, bounds how often a
        // page is made again; of two that come at random it is half of their harmonic mean.
        let readers = rate * share(Unit::Page) / PAGES.len() as f64 / instances;
        let made_again = instances * comments * readers / (comments + readers);
        instances * self.watch[place] + made_again * self.again[place] / 1000.0
    }
}

/// What a load has cost.
struct Cost {
    requests: u64,
    wall: f64,
    /// Seconds of processor of all instances, and of the database.
    instances: f64,
    database: f64,
}

impl Cost {
    /// Milliseconds of processor a request: instances, database.
    fn per_request(&self) -> [f64; 2] {
        let requests = self.requests as f64 / 1000.0;
        [self.instances / requests, self.database / requests]
    }

    /// Cores: instances, database.
    fn cores(&self) -> [f64; 2] {
        [self.instances / self.wall, self.database / self.wall]
    }

    fn rate(&self) -> f64 {
        self.requests as f64 / self.wall
    }
}

/// A recorded comment on one of the posts by turns: thousands on one of them would make its page grow.
fn on_some_post(body: &[u8], number: u64) -> Vec<u8> {
    let post = POSTS[usize::try_from(number).unwrap_or(0) / 40 % POSTS.len()];
    let body = String::from_utf8_lossy(body);
    let body = body.replace(
        &format!("comment_post_ID={}", POSTS[0]),
        &format!("comment_post_ID={post}"),
    );
    body.into_bytes()
}

impl Cluster<'_> {
    /// The instance that the next request goes to, of a unit with a number.
    fn next(&self, unit: u64) -> Result<SocketAddr> {
        let turn = match self.is_unrelated {
            // Else each site would be asked for one of the pages, and for some kinds of units.
            true => unit / PAGES.len() as u64 + unit / 40,
            false => self.turn.fetch_add(1, Ordering::Relaxed),
        };
        let instance = self
            .instances
            .get(usize::try_from(turn)? % self.instances.len());
        Ok(instance.context("instance")?.1)
    }

    /// Does what a visitor does.
    fn run(&self, unit: Unit, number: u64) -> Result<()> {
        let page = usize::try_from(number)? % PAGES.len();
        let page = PAGES.get(page).copied().unwrap_or("/");
        match unit {
            Unit::Page => self.read(page, number)?,
            Unit::Uncached => self.read(&format!("{page}?v={number}"), number)?,
            Unit::Feedback => self.send_form(&self.forms.0, number)?,
            Unit::Comment => self.send_form(&self.forms.1, number)?,
            Unit::Cart => drop(fill(self.next(number)?)?),
            Unit::Order => {
                let cookies = fill(self.next(number)?)?;
                let buyer = read_form(self.next(number)?, cookies)?;
                order(self.next(number)?, &buyer)?;
            }
        }
        Ok(())
    }

    /// Reads a page as a browser does.
    fn read(&self, path: &str, unit: u64) -> Result<()> {
        let answer = get_with(self.next(unit)?, path, &[("Accept-Encoding", "gzip, br")])?;
        ensure!(answer.status == 200, "{path} answers {}", answer.status);
        Ok(())
    }

    fn send_form(&self, form: &dyn Form, number: u64) -> Result<()> {
        let token = format!("token{number}end");
        // Odd ones have an address each: nobody comments twice within seconds.
        let mut request = form.request(2 * number + 1, &token);
        request.body = on_some_post(&request.body, number);
        let answer: ClientResponse = send(self.next(number)?, &request)?;
        ensure!(form.is_taken(&answer), "{}: {}", answer.status, answer.body);
        Ok(())
    }

    /// Each instance has made each page that is kept, and its connections.
    fn warm_up(&self) -> Result<()> {
        for _ in 0..3 {
            for (_, instance) in &self.instances {
                for page in PAGES {
                    get(*instance, page)?;
                }
            }
        }
        for (unit, _) in MIX {
            for _ in 0..self.instances.len() {
                self.run(unit, self.units.fetch_add(1, Ordering::Relaxed))?;
            }
        }
        Ok(())
    }

    /// Seconds of processor so far.
    fn spent(&self) -> Result<[f64; 2]> {
        let own = self.instances.iter().map(|(one, _)| seconds_of(one.id()));
        Ok([own.sum::<Result<f64>>()?, seconds_of(self.database)?])
    }

    /// What it costs to do this; it says how many requests it sent.
    fn cost(&self, does: impl FnOnce() -> Result<u64>) -> Result<Cost> {
        let (began, before) = (Instant::now(), self.spent()?);
        let requests = does()?;
        let (wall, after) = (began.elapsed().as_secs_f64(), self.spent()?);
        Ok(Cost {
            requests,
            wall,
            instances: after[0] - before[0],
            database: after[1] - before[1],
        })
    }

    /// The mixed load at a rate of units a second.
    fn load(&self, rate: f64, seconds: f64) -> Result<Cost> {
        let pace = Pace {
            began: Instant::now(),
            first: self.units.load(Ordering::Relaxed),
            rate,
            seconds,
        };
        self.cost(|| {
            std::thread::scope(|scope| {
                let visit = || self.visit(&pace);
                let visitors: Vec<_> = (0..VISITORS).map(|_| scope.spawn(visit)).collect();
                let ended = visitors.into_iter().map(|visitor| {
                    let result = visitor.join();
                    result.unwrap_or_else(|_| Err(anyhow::anyhow!("a visitor panicked")))
                });
                ended.sum::<Result<u64>>()
            })
        })
    }

    /// Stops the instances (`-STOP`), or lets them go on (`-CONT`).
    fn signal(&self, signal: &str) -> Result<()> {
        let ids = self.instances.iter().map(|(one, _)| one.id().to_string());
        let status = Command::new("kill").arg(signal).args(ids).status()?;
        ensure!(status.success(), "kill {signal}: {status}");
        Ok(())
    }

    /// The mixed load, when it has lasted for a while; the instances are stopped before and after.
    fn turn(&self, rate: f64, seconds: f64) -> Result<Cost> {
        self.signal("-CONT")?;
        self.load(rate, AGAIN)?;
        let cost = self.load(rate, seconds);
        self.signal("-STOP")?;
        cost
    }

    /// Does one thing after the other until the end; the number of requests.
    fn visit(&self, pace: &Pace) -> Result<u64> {
        let mut requests = 0;
        loop {
            let number = self.units.fetch_add(1, Ordering::Relaxed);
            if !pace.wait_for(number) {
                return Ok(requests);
            }
            let unit = Unit::in_turn(number);
            self.run(unit, number)?;
            requests += unit.requests();
        }
    }

    /// What each kind costs alone, with rests; what the watch costs meanwhile; what a write costs that throws kept
    /// pages away; and what the mix costs.
    fn model(&self) -> Result<Model> {
        let idle = self.cost(|| {
            std::thread::sleep(IDLE);
            Ok(1)
        })?;
        let idle = idle.cores();
        let (watch, again) = self.writes()?;
        for (unit, _) in MIX {
            let cost = self.cost_of(unit.repeats(), REST, |_| unit)?;
            let (spent, of_requests) = (cost.per_request(), cost.wall / cost.requests as f64);
            // What would have been spent without requests is not theirs.
            let beside = if unit.writes() { watch } else { idle };
            let [own, database] = [0, 1].map(|place| {
                let of_unit = spent[place] - beside[place] * of_requests * 1000.0;
                of_unit * unit.requests() as f64
            });
            println!("{unit:?}: {own:.2} ms of the instance, {database:.2} of the database");
        }
        let mut model = Model {
            idle,
            watch,
            mix: [Mixed::default(); 2],
            again,
        };
        for (place, rest) in [(0, REST), (1, Duration::ZERO)] {
            let cost = self.cost_of(MIXED, rest, Unit::in_turn)?;
            let (cores, rate) = (cost.cores(), cost.rate());
            let per_request = [0, 1].map(|place| {
                let own = cores[place] - model.beside(place, rate, 1.0);
                own / rate * 1000.0
            });
            println!("the mix at {rate:.0} requests/s of one visitor: {per_request:.2?} ms");
            model.mix[place] = Mixed { rate, per_request };
        }
        Ok(model)
    }

    /// What so many units cost, one after the other with rests.
    fn cost_of(&self, units: u64, rest: Duration, unit: impl Fn(u64) -> Unit) -> Result<Cost> {
        self.cost(|| {
            let mut requests = 0;
            for _ in 0..units {
                let number = self.units.fetch_add(1, Ordering::Relaxed);
                let unit = unit(number);
                self.run(unit, number)?;
                requests += unit.requests();
                std::thread::sleep(rest);
            }
            Ok(requests)
        })
    }

    /// Cores of the watch while the site is written to, and milliseconds of the pages that a comment throws away.
    fn writes(&self) -> Result<([f64; 2], [f64; 2])> {
        let comment = || self.run(Unit::Comment, self.units.fetch_add(1, Ordering::Relaxed));
        let pages = || PAGES.iter().try_for_each(|page| self.read(page, 0));
        let cost = |also: &dyn Fn() -> Result<()>, rest: Duration| {
            self.cost(|| {
                for _ in 0..WRITES {
                    comment()?;
                    also()?;
                    std::thread::sleep(rest);
                }
                Ok(WRITES)
            })
        };
        let at_once = cost(&|| Ok(()), REST)?;
        let rested = cost(&|| Ok(()), BETWEEN_WRITES)?;
        let (wall, per_write) = (rested.wall - at_once.wall, 1000.0 / WRITES as f64);
        let watch = [
            (rested.instances - at_once.instances) / wall,
            (rested.database - at_once.database) / wall,
        ];
        let read = cost(&pages, BETWEEN_WRITES)?;
        let again = [
            (read.instances - rested.instances) * per_write,
            (read.database - rested.database) * per_write,
        ];
        println!(
            "watch while comments are written: {watch:.4?} cores; their pages made again: {again:.2?} ms"
        );
        Ok((watch, again))
    }
}

/// The rows of the table.
pub fn measure(binary: &Path, dir: &Path, table: &mut Table) -> Result<()> {
    let (rate, seconds) = (
        setting("CLUSTER_RATE", 100.0)?,
        setting("CLUSTER_SECONDS", 5.0)?,
    );
    let server = MariaDb::start_with(&["--innodb-flush-log-at-trx-commit=1"])?;
    let database = |name: String| {
        let database = server.database(&name)?;
        import_into(binary, &database).map(|()| database)
    };
    let forms = (Feedback::new()?, Comment::new()?);
    let (sink, units) = (SmtpSink::start()?, AtomicU64::new(0));
    let start = |name: &str, databases: &[String]| -> Result<Cluster<'_>> {
        let spool = dir.join(format!("cluster-{name}")).display().to_string();
        let variables = sink.variables(&spool);
        let serve = |database| serve_with(binary, database, &variables);
        let cluster = Cluster {
            instances: databases
                .iter()
                .map(|one| serve(one))
                .collect::<Result<_>>()?,
            is_unrelated: databases.iter().any(|one| *one != databases[0]),
            database: server.id(),
            forms: &forms,
            units: &units,
            turn: AtomicU64::new(0),
        };
        cluster.warm_up()?;
        Ok(cluster)
    };
    let numbers = 0..MANY;
    let unrelated = numbers.map(|number| database(format!("unrelated{number}")));
    let unrelated = start("unrelated", &unrelated.collect::<Result<Vec<_>>>()?)?;
    let many = start("many", &vec![database("many".into())?; MANY])?;
    let one = start("one", &[database("one".into())?])?;
    compare_sites(&one, &many, &unrelated, (rate, seconds), table)?;
    for ended in [many, unrelated] {
        ended.signal("-CONT")?;
    }
    one.signal("-CONT")?;
    let model = one.model()?;
    let polls = [
        ("without requests", model.idle),
        ("of the watch while the site is written to", model.watch),
    ];
    for (when, [own, database]) in polls {
        table.push([
            format!("cores {when}: instance, database"),
            format!("{own:.4}, {database:.4}"),
            String::new(),
        ]);
    }
    for rate in [rate / 4.0, rate] {
        let cost = one.load(rate, seconds)?;
        check(&model, &cost, table);
    }
    Ok(())
}

/// Loads one instance, many with as much, as many unrelated ones with as much, and one with as much as each of the many
/// has: what is seldom asked finds the processor's caches cold, in one process as in many.
fn compare_sites(
    one: &Cluster<'_>,
    many: &Cluster<'_>,
    unrelated: &Cluster<'_>,
    (rate, seconds): (f64, f64),
    table: &mut Table,
) -> Result<()> {
    for site in [one, many, unrelated] {
        site.load(rate, STEADY)?;
        site.signal("-STOP")?;
    }
    let turns = [
        (one, rate),
        (many, rate),
        (unrelated, rate),
        (one, rate / MANY as f64),
    ];
    let mut costs = [const { Vec::new() }; 4];
    for _ in 0..ROUNDS {
        for ((site, rate), costs) in turns.into_iter().zip(&mut costs) {
            costs.push(site.turn(rate, seconds)?);
        }
    }
    let [one, many, unrelated, one_of_many] = &costs;
    let (one, one_of_many) = (("1", &one[..]), ("1", &one_of_many[..]));
    let names = [format!("{MANY} instances"), format!("{MANY} unrelated")];
    let (many, unrelated) = ((&*names[0], &many[..]), (&*names[1], &unrelated[..]));
    compare(many, one_of_many, "<= 1.1", table);
    compare(many, unrelated, "", table);
    compare(many, one, "<= 1.1", table);
    compare(unrelated, one, "", table);
    Ok(())
}

/// The rows that compare two loads: the middle of what each round says.
fn compare(
    (name, costs): (&str, &[Cost]),
    (of_others, others): (&str, &[Cost]),
    wanted: &str,
    table: &mut Table,
) {
    for (place, what) in ["instances", "database"].into_iter().enumerate() {
        let spent = |cost: &Cost| cost.per_request()[place];
        let middle = |costs: &[Cost]| median(costs.iter().map(spent).collect());
        let rate = |costs: &[Cost]| median(costs.iter().map(Cost::rate).collect());
        let of_rounds: Vec<f64> = costs
            .iter()
            .zip(others)
            .map(|(cost, other)| spent(cost) / spent(other))
            .collect();
        let [least, most] =
            [f64::min, f64::max].map(|of| of_rounds.iter().copied().reduce(of).unwrap_or_default());
        table.push([
            format!(
                "CPU time of the {what} a request, {name} at {:.0} requests/s to {of_others} at {:.0}",
                rate(costs),
                rate(others)
            ),
            format!(
                "{:.2} ms, {:.2} ms: {:.2} ({least:.2} to {most:.2})",
                middle(costs),
                middle(others),
                median(of_rounds)
            ),
            wanted.into(),
        ]);
    }
}

/// The rows that compare the model with what was measured at a rate.
fn check(model: &Model, cost: &Cost, table: &mut Table) {
    for (place, what) in ["instance", "database"].into_iter().enumerate() {
        let predicted = model.cores(place, cost.rate(), 1.0);
        let measured = cost.cores()[place];
        table.push([
            format!(
                "cores of the {what} at {:.0} requests/s to the model's",
                cost.rate()
            ),
            format!(
                "{measured:.3} / {predicted:.3} = {:.2}",
                measured / predicted
            ),
            "0.8 to 1.25".into(),
        ]);
    }
}

fn setting(name: &str, default: f64) -> Result<f64> {
    std::env::var(name).map_or(Ok(default), |text| Ok(text.parse()?))
}
