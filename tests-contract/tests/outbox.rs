//! The outbox by itself, on both databases: order, pauses and dead letters while the mail server is down (hardening
//! R3), delivery while the visitor waits, several instances, attachments, and what a mail server may do wrong.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use compat::binds;
use compat::wordpress::clock::Clock;
use compat::wordpress::db::{DatabaseUrl, Db, PoolOptions, TablePrefix};
use compat::wordpress::mail::outbox::{Delivery, OutboxId, OutboxSettings, State};
use compat::wordpress::mail::wp_mail::wp_mail;
use compat::wordpress::mail::{
    Attachment, DeliveryError, Mail, MailSite, Outbox, PreparedMail, SmtpMailer, SmtpSecurity,
    SmtpServer, Transport,
};
use tempfile::TempDir;
use tests_contract::mail_text;
use tests_contract::server::Database;
use tests_contract::shared_mariadb::{OwnDatabase, shared};
use tests_contract::smtp_sink::{Manners, SmtpSink};

const START: i64 = 1_795_224_170;
const ATTEMPTS: u32 = 4;

/// A database without tables, and a folder.
struct Scene {
    url: DatabaseUrl,
    dir: TempDir,
    _database: Option<OwnDatabase>,
}

impl Scene {
    fn new(database: Database) -> Self {
        let dir = tempfile::tempdir().expect("folder");
        let own = (database == Database::MariaDb)
            .then(|| shared().and_then(|s| s.database()).expect("database"));
        let url = match &own {
            Some(own) => own.url.clone(),
            None => format!("sqlite:{}", dir.path().join("o.sqlite").display()),
        };
        Self {
            url: DatabaseUrl::parse(&url).expect("url"),
            dir,
            _database: own,
        }
    }

    async fn db(&self) -> Db {
        let options = PoolOptions {
            create_if_missing: true,
            ..PoolOptions::default()
        };
        let prefix = TablePrefix::new("wp_").expect("prefix");
        Db::connect(&self.url, prefix, options).await.expect("db")
    }

    /// An instance; those with the same spool are on the same machine.
    async fn outbox(&self, transport: Transport, clock: &Clock, spool: &str) -> Arc<Outbox> {
        let settings = OutboxSettings {
            spool: self.dir.path().join(spool),
            attempts: ATTEMPTS,
            keep_sent: 86_400,
        };
        let db = self.db().await;
        Arc::new(Outbox::new(
            db,
            clock.clone(),
            Arc::new(transport),
            settings,
        ))
    }
}

fn smtp(sink: &SmtpSink, timeout: Duration) -> Transport {
    Transport::Smtp(Box::new(SmtpMailer::new(SmtpServer {
        host: sink.addr.ip().to_string(),
        port: sink.addr.port(),
        security: SmtpSecurity::None,
        user: "ana".into(),
        password: "s3cr3t".into(),
        hello: "casa.example".into(),
        timeout,
    })))
}

fn quick(sink: &SmtpSink) -> Transport {
    smtp(sink, Duration::from_secs(20))
}

fn mail(number: usize) -> Mail {
    Mail {
        to: "a@casa.example".into(),
        subject: format!("número {number}"),
        message: format!("token{number}end ñ"),
        ..Mail::default()
    }
}

fn prepared(mail: &Mail) -> PreparedMail {
    let site = MailSite {
        host: "casa.example".into(),
    };
    wp_mail(mail, &site).expect("a mail")
}

async fn queue(outbox: &Outbox, mail: &Mail) {
    let sent = outbox.send(&[prepared(mail)], Delivery::Queue).await;
    sent.expect("stored");
}

fn subjects(sink: &SmtpSink) -> Vec<String> {
    let taken = sink.messages();
    let subject = |mail: &tests_contract::smtp_sink::ReceivedMail| mail.header("Subject");
    taken
        .iter()
        .map(|m| subject(m).unwrap_or_default())
        .collect()
}

fn on_both(test: impl AsyncFn(Scene)) {
    for database in [Database::Sqlite, Database::MariaDb] {
        println!("{database:?}");
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .expect("runtime");
        runtime.block_on(test(Scene::new(database)));
    }
}

/// R3: the mail server is away for an hour.
#[test]
fn an_hour_without_mail_server_loses_nothing() {
    on_both(async |scene| {
        let mut sink = SmtpSink::start().expect("sink");
        let clock = Clock::manual(START);
        let outbox = scene.outbox(quick(&sink), &clock, "spool").await;
        sink.go_down();
        let (mut tries, mut stored) = (Vec::new(), 0);
        for minute in 0..60 {
            queue(&outbox, &mail(stored)).await;
            stored += 1;
            let step = outbox.drain().await.expect("drain");
            assert_eq!((step.sent, step.dead), (0, 0));
            if step.failed > 0 {
                tries.push(minute);
            }
            clock.advance(Duration::from_secs(60));
        }
        assert_eq!(tries, [0, 1, 3, 7, 15, 31], "minutes of the attempts");
        sink.come_up().expect("up");
        let mut minutes = 60;
        while sink.messages().is_empty() {
            outbox.drain().await.expect("drain");
            clock.advance(Duration::from_secs(60));
            minutes += 1;
        }
        let wanted: Vec<_> = (0..stored).map(|n| format!("número {n}")).collect();
        assert_eq!(subjects(&sink), wanted, "all, in order");
        let dead = outbox.list(Some(State::Dead), 100).await.expect("list");
        assert!(dead.is_empty());
        println!(
            "R3: {stored} mails in an hour without mail server: attempts at minutes {tries:?}, all {} delivered in order {} minutes after the start on {} connection(s); 0 lost, 0 twice",
            sink.messages().len(),
            minutes - 1,
            sink.connections(),
        );
    });
}

/// R3: a mail that is refused again and again does not keep the others back, becomes a dead letter, and can be
/// tried again.
#[test]
fn a_refused_mail_becomes_a_dead_letter_and_can_be_tried_again() {
    on_both(async |scene| {
        let sink = SmtpSink::start().expect("sink");
        let unknown = Manners {
            unknown: vec!["a@casa.example".into()],
            ..Manners::default()
        };
        sink.set(unknown);
        let clock = Clock::manual(START);
        let outbox = scene.outbox(quick(&sink), &clock, "spool").await;
        queue(&outbox, &mail(0)).await;
        let other = Mail {
            to: "b@casa.example".into(),
            ..mail(1)
        };
        queue(&outbox, &other).await;
        let mut pauses = Vec::new();
        for _ in 0..ATTEMPTS {
            let step = outbox.drain().await.expect("drain");
            assert_eq!(step.failed + step.dead, 1);
            let letters = outbox.list(None, 10).await.expect("list");
            let letter = letters.last().expect("letter");
            assert!(letter.last_error.contains("unknown user"), "{letter:?}");
            pauses.push(letter.next_attempt - clock.now());
            clock.advance(Duration::from_secs(3600));
        }
        assert_eq!(subjects(&sink), ["número 1"]);
        assert_eq!(pauses, [60, 120, 240, 480]);
        let dead = outbox.list(Some(State::Dead), 10).await.expect("list");
        assert_eq!((dead.len(), dead[0].attempts), (1, i64::from(ATTEMPTS)));
        let (_, text) = outbox.show(dead[0].id).await.expect("show").expect("it");
        assert!(String::from_utf8_lossy(&text).contains("token0end ñ"));
        assert_eq!(outbox.drain().await.expect("drain"), Default::default());
        sink.set(Manners::default());
        assert_eq!(outbox.retry(Some(&[dead[0].id])).await.expect("retry"), 1);
        assert_eq!(outbox.drain().await.expect("drain").sent, 1);
        let taken = sink.messages();
        assert_eq!(taken[1].message_id(), dead[0].message_id);
        println!(
            "R3: refused {ATTEMPTS} times with pauses {pauses:?} s, then dead, shown, tried again and delivered with the same Message-ID"
        );
    });
}

/// S23: the clock jumps a day forward, mails are stored and refused, and it jumps back.
#[test]
fn mails_of_a_clock_that_was_set_back_are_delivered() {
    on_both(async |scene| {
        let clock = Clock::manual(START);
        let memory = Transport::Memory(Default::default());
        let outbox = scene.outbox(memory, &clock, "spool").await;
        let Transport::Memory(memory) = outbox.transport() else {
            panic!("memory");
        };
        clock.set(START + 86_400);
        memory.refuse(Some(DeliveryError::unreachable("away")));
        for number in 0..3 {
            queue(&outbox, &mail(number)).await;
        }
        assert_eq!(outbox.drain().await.expect("drain").sent, 0);
        memory.refuse(None);
        clock.set(START);
        assert_eq!(outbox.drain().await.expect("drain").sent, 0);
        // As the worker does each minute.
        let earlier = outbox.reclaim_leases().await.expect("leases");
        let sent = outbox.drain().await.expect("drain").sent;
        println!("S23: {earlier} mails waited for tomorrow; {sent} delivered today");
        assert_eq!(sent, 3);
        // What waits for its turn goes on waiting.
        memory.refuse(Some(DeliveryError::unreachable("away")));
        queue(&outbox, &mail(3)).await;
        outbox.drain().await.expect("drain");
        assert_eq!(outbox.reclaim_leases().await.expect("leases"), 0);
    });
}

#[test]
fn what_is_over_is_thrown_away() {
    on_both(async |scene| {
        let clock = Clock::manual(START);
        let memory = Transport::Memory(Default::default());
        let outbox = scene.outbox(memory, &clock, "spool").await;
        let Transport::Memory(memory) = outbox.transport() else {
            panic!("memory");
        };
        queue(&outbox, &mail(0)).await;
        assert_eq!(outbox.drain().await.expect("drain").sent, 1);
        // Of what is delivered only the head stays, and that for a day.
        let id = OutboxId(1);
        let (letter, text) = outbox.show(id).await.expect("show").expect("it");
        let shown = (letter.state, letter.subject.as_str());
        assert_eq!(shown, (State::Sent, "número 0"));
        assert!(!String::from_utf8_lossy(&text).contains("token0end"));
        clock.advance(Duration::from_secs(90_000));
        outbox.sweep().await.expect("sweep");
        assert!(outbox.list(None, 10).await.expect("list").is_empty());
        // Of what is dead all stays, until it is purged.
        memory.refuse(Some(DeliveryError::refused("no")));
        let refused = outbox.send(&[prepared(&mail(1))], Delivery::Wait).await;
        assert!(refused.is_err());
        clock.advance(Duration::from_secs(9_000_000));
        outbox.sweep().await.expect("sweep");
        assert_eq!(outbox.purge(Some(&[id])).await.expect("purge"), 0);
        assert_eq!(outbox.purge(None).await.expect("purge"), 1);
        assert!(outbox.list(None, 10).await.expect("list").is_empty());
    });
}

#[test]
fn the_visitor_who_waits_is_told_and_nothing_is_tried_again() {
    on_both(async |scene| {
        let mut sink = SmtpSink::start().expect("sink");
        let clock = Clock::manual(START);
        let outbox = scene.outbox(quick(&sink), &clock, "spool").await;
        let both = [prepared(&mail(0)), prepared(&mail(1))];
        outbox.send(&both, Delivery::Wait).await.expect("taken");
        assert_eq!(subjects(&sink), ["número 0", "número 1"]);
        sink.set(Manners {
            to_text: Some("554 no".into()),
            ..Manners::default()
        });
        let refused = outbox.send(&both, Delivery::Wait).await;
        assert!(refused.is_err());
        sink.go_down();
        assert!(outbox.send(&both, Delivery::Wait).await.is_err());
        sink.come_up().expect("up");
        sink.set(Manners::default());
        clock.advance(Duration::from_secs(86_400));
        assert_eq!(outbox.drain().await.expect("drain"), Default::default());
        assert_eq!(sink.messages().len(), 2);
        let dead = outbox.list(Some(State::Dead), 10).await.expect("list");
        let errors: Vec<_> = dead.iter().map(|l| l.last_error.as_str()).collect();
        assert!(
            errors[0].starts_with("not sent") && errors[2].starts_with("not sent"),
            "{errors:?}"
        );
        assert!(errors[3].contains("554"), "{errors:?}");
        // An outage that a visitor saw does not stop the queue.
        queue(&outbox, &mail(2)).await;
        assert_eq!(outbox.drain().await.expect("drain").sent, 1);
    });
}

#[test]
fn instances_on_one_database_share_the_work() {
    on_both(async |scene| {
        let clock = Clock::manual(START);
        let mut outboxes = Vec::new();
        for n in 0..4 {
            let memory = Transport::Memory(Default::default());
            outboxes.push(
                scene
                    .outbox(memory, &clock, &format!("spool{}", n % 2))
                    .await,
            );
        }
        for n in 0..60 {
            queue(&outboxes[n % 4], &mail(n)).await;
        }
        let draining = outboxes.iter().map(|outbox| {
            let outbox = outbox.clone();
            tokio::spawn(async move {
                let mut lane = outbox.lane();
                loop {
                    // A busy database is retried: the delivery worker remembers what it delivered.
                    let count_by_state = outbox.count_by_state().await.unwrap_or_default();
                    let is_sent = |(state, _): &(State, i64)| *state == State::Sent;
                    if !count_by_state.is_empty() && count_by_state.iter().all(is_sent) {
                        break;
                    }
                    while let Ok(Some(_)) = lane.step().await {}
                }
            })
        });
        for task in draining.collect::<Vec<_>>() {
            task.await.expect("drained");
        }
        let mut all: Vec<String> = Vec::new();
        let mut shares = Vec::new();
        for outbox in &outboxes {
            let Transport::Memory(memory) = outbox.transport() else {
                panic!("memory");
            };
            let mails = memory.mails();
            shares.push(mails.len());
            all.extend(mails.into_iter().map(|m| m.message_id));
        }
        all.sort();
        all.dedup();
        assert_eq!(
            (all.len(), shares.iter().sum::<usize>()),
            (60, 60),
            "{shares:?}"
        );
        println!("60 mails, 4 instances: {shares:?}, none twice");
    });
}

#[test]
fn what_an_instance_took_is_taken_over_when_it_is_gone() {
    on_both(async |scene| {
        let clock = Clock::manual(START);
        let first = scene
            .outbox(Transport::Memory(Default::default()), &clock, "spool")
            .await;
        // A visitor waits for it, and the instance dies before it is delivered.
        let db = scene.db().await;
        let staged = first
            .stage(&prepared(&mail(0)), Delivery::Wait)
            .await
            .expect("staged");
        let id = db
            .transaction(async move |tx| staged.enqueue(&tx).await)
            .await
            .expect("stored");
        let second = scene
            .outbox(Transport::Memory(Default::default()), &clock, "spool")
            .await;
        let other = scene
            .outbox(Transport::Memory(Default::default()), &clock, "other")
            .await;
        for outbox in [&second, &other] {
            assert_eq!(outbox.reclaim_leases().await.expect("release"), 0);
            assert_eq!(outbox.drain().await.expect("drain").sent, 0);
        }
        drop(first);
        assert_eq!(other.reclaim_leases().await.expect("release"), 0);
        assert_eq!(second.reclaim_leases().await.expect("release"), 1);
        assert_eq!(second.drain().await.expect("drain").sent, 1);
        // On another machine it takes until the lease is over.
        let staged = second
            .stage(&prepared(&mail(1)), Delivery::Wait)
            .await
            .expect("staged");
        db.transaction(async move |tx| staged.enqueue(&tx).await)
            .await
            .expect("stored");
        drop(second);
        assert_eq!(other.drain().await.expect("drain").sent, 0);
        clock.advance(Duration::from_secs(600));
        assert_eq!(other.drain().await.expect("drain").sent, 1);
        assert_eq!(id, OutboxId(1));
    });
}

#[test]
fn attachments_are_kept_privately_until_the_mail_is_gone() {
    on_both(async |scene| {
        let mut sink = SmtpSink::start().expect("sink");
        let clock = Clock::manual(START);
        let outbox = scene.outbox(quick(&sink), &clock, "spool").await;
        let upload = scene.dir.path().join("señal.txt");
        std::fs::write(&upload, "uno\r\n\0dos").expect("file");
        let with_file = Mail {
            attachments: vec![Attachment::new(&upload), Attachment::new("/no/existe")],
            ..mail(0)
        };
        sink.go_down();
        queue(&outbox, &with_file).await;
        std::fs::remove_file(&upload).expect("the column removes its upload");
        let kept = files(&scene.dir.path().join("spool/files"));
        assert_eq!(kept, 1);
        outbox.drain().await.expect("drain");
        sink.come_up().expect("up");
        // Another machine has not got the file: it leaves the mail alone.
        clock.advance(Duration::from_secs(3600));
        let other = scene.outbox(quick(&sink), &clock, "other").await;
        assert_eq!(other.drain().await.expect("drain").sent, 0);
        assert_eq!(outbox.drain().await.expect("drain").sent, 1);
        let parts = mail_text::parts(&sink.messages()[0].text);
        assert_eq!(parts.len(), 2);
        assert_eq!(parts[1].content, b"uno\r\n\0dos");
        // A step later the files are gone.
        assert_eq!(outbox.drain().await.expect("drain").sent, 0);
        assert_eq!(files(&scene.dir.path().join("spool/files")), 0);
    });
}

fn files(folder: &Path) -> usize {
    std::fs::read_dir(folder).map_or(0, Iterator::count)
}

/// A rolled back transaction leaves no mail.
#[test]
fn a_mail_lives_and_dies_with_its_transaction() {
    on_both(async |scene| {
        let clock = Clock::manual(START);
        let outbox = scene
            .outbox(Transport::Memory(Default::default()), &clock, "spool")
            .await;
        // Nothing is made before the first mail.
        assert!(outbox.list(None, 10).await.expect("list").is_empty());
        assert_eq!(outbox.drain().await.expect("drain"), Default::default());
        let db = scene.db().await;
        let staged = outbox
            .stage(&prepared(&mail(0)), Delivery::Queue)
            .await
            .expect("staged");
        let undone = db
            .transaction(async move |tx| {
                staged.enqueue(&tx).await?;
                tx.execute("INSERT INTO {p}nada VALUES (1)", binds![]).await
            })
            .await;
        assert!(undone.is_err());
        assert!(outbox.list(None, 10).await.expect("list").is_empty());
    });
}

/// A password, no 8BITMIME, one bad recipient of several, two mails for each connection.
#[test]
fn simple_mail_servers_are_served() {
    on_both(async |scene| {
        let sink = SmtpSink::start().expect("sink");
        let clock = Clock::manual(START);
        let outbox = scene.outbox(quick(&sink), &clock, "spool").await;
        let round = async |manners: Manners, mail: &Mail| {
            sink.set(manners);
            queue(&outbox, mail).await;
            let step = outbox.drain().await.expect("drain");
            clock.advance(Duration::from_secs(4000));
            (step.sent, step.failed)
        };
        let plain = Manners {
            eight_bit: false,
            password: Some("\0ana\0s3cr3t".into()),
            ..Manners::default()
        };
        assert_eq!(round(plain, &mail(0)).await, (1, 0));
        let first = sink.messages()[0].clone();
        assert!(first.text.is_ascii());
        assert_eq!(
            mail_text::parts(&first.text)[0].content,
            "token0end ñ\r\n".as_bytes()
        );
        let several = Mail {
            to: "a@casa.example, x@casa.example".into(),
            headers: vec![("Bcc".into(), "c@casa.example".into())],
            ..mail(1)
        };
        let unknown = Manners {
            unknown: vec!["x@casa.example".into()],
            ..Manners::default()
        };
        assert_eq!(round(unknown, &several).await, (0, 1));
        assert_eq!(sink.messages()[1].to, ["a@casa.example", "c@casa.example"]);
        sink.set(Manners::default());
        assert_eq!(outbox.drain().await.expect("drain").sent, 1);
        assert_eq!(
            sink.messages()[2].to,
            ["x@casa.example"],
            "only who had not got it"
        );
        sink.set(Manners {
            mails_of_a_connection: 2,
            ..Manners::default()
        });
        for n in 0..6 {
            queue(&outbox, &mail(n)).await;
        }
        let step = outbox.drain().await.expect("drain");
        assert_eq!((step.sent, step.failed), (6, 0));
    });
}

/// Hanging up, "later", and an answer that comes after the mail was given up: it must not count for the next.
#[test]
fn moody_mail_servers_lose_nothing() {
    on_both(async |scene| {
        let sink = SmtpSink::start().expect("sink");
        let clock = Clock::manual(START);
        let timeout = Duration::from_secs(2);
        let outbox = scene.outbox(smtp(&sink, timeout), &clock, "spool").await;
        let moods = [
            Manners {
                hangs_up: true,
                ..Manners::default()
            },
            Manners {
                to_mail: Some("451 later".into()),
                ..Manners::default()
            },
            Manners {
                delay: timeout * 2,
                ..Manners::default()
            },
        ];
        for (n, manners) in moods.into_iter().enumerate() {
            sink.set(manners);
            queue(&outbox, &mail(n)).await;
            let step = outbox.drain().await.expect("drain");
            assert_eq!((step.sent, step.failed), (0, n + 1));
            clock.advance(Duration::from_secs(4000));
        }
        sink.set(Manners::default());
        assert_eq!(outbox.drain().await.expect("drain").sent, 3);
        let last: Vec<_> = subjects(&sink).into_iter().rev().take(3).collect();
        assert_eq!(last, ["número 2", "número 1", "número 0"]);
    });
}

#[test]
fn an_error_that_a_transport_tells_is_kept() {
    on_both(async |scene| {
        let clock = Clock::manual(START);
        let outbox = scene
            .outbox(Transport::Memory(Default::default()), &clock, "spool")
            .await;
        let Transport::Memory(memory) = outbox.transport() else {
            panic!("memory");
        };
        memory.refuse(Some(DeliveryError::unreachable("cerrado ñ 😀\n2")));
        queue(&outbox, &mail(0)).await;
        outbox.drain().await.expect("drain");
        let letters = outbox.list(None, 1).await.expect("list");
        assert_eq!(letters[0].last_error, "cerrado ? ? 2");
        assert_eq!(letters[0].subject, "número 0");
    });
}
