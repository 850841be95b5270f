//! Attempts to guess passwords (hardening S16): the limits hold for all instances together and for attempts made at the
//! same time, and what is stored about them is bounded.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use compat::binds;
use compat::wordpress::password_pool::PasswordPool;
use compat::wordpress::user::attempts::{
    Attempt, AttemptError, AttemptKind, AttemptLimits, Attempts, Origin,
};

use super::server::TestDb;

crate::on_both_databases!(
    a_limit_holds_for_attempts_of_all_instances_at_the_same_time,
    a_success_forgets_the_failures_of_its_address_and_account,
    an_account_is_not_locked_where_it_is_in_use,
    the_counts_are_bounded,
    the_same_question_is_asked_once,
);

const NOW: i64 = 1_795_224_170;

fn attempts(t: &TestDb) -> Attempts {
    let pool = PasswordPool::new(1, 64).unwrap();
    Attempts::new(t.db.clone(), pool, AttemptLimits::default(), b"salt")
}

fn origin(last: u8, now: i64) -> Origin {
    Origin {
        address: [192, 0, 2, last].into(),
        now,
    }
}

fn log_in(last: u8, account: &str) -> Attempt<'_> {
    Attempt::new(AttemptKind::LogIn, origin(last, NOW), account)
}

/// The seconds to wait, of a refused attempt.
fn wait<T>(result: Result<T, AttemptError>) -> Option<u64> {
    match result {
        Ok(_) => None,
        Err(AttemptError::TooMany { retry_after }) => Some(retry_after.as_secs()),
        Err(AttemptError::Db(error)) => panic!("{error}"),
    }
}

async fn a_limit_holds_for_attempts_of_all_instances_at_the_same_time(t: TestDb) {
    let instances = [Arc::new(attempts(&t)), Arc::new(attempts(&t))];
    let checked = Arc::new(AtomicUsize::new(0));
    let tasks: Vec<_> = (0..40)
        .map(|n| {
            let (instance, checked) = (Arc::clone(&instances[n % 2]), Arc::clone(&checked));
            tokio::spawn(async move {
                let check = move || {
                    checked.fetch_add(1, Ordering::SeqCst);
                    false
                };
                instance.check(&log_in(1, "ana"), check).await
            })
        })
        .collect();
    let mut refused = 0;
    for task in tasks {
        refused += usize::from(wait(task.await.unwrap()).is_some());
    }
    let checked = checked.load(Ordering::SeqCst);
    println!("40 wrong passwords at once at two instances: {checked} checked, {refused} refused");
    assert_eq!((checked, refused), (10, 30));
    let [one, other] = &instances;
    let start = Instant::now();
    assert_eq!(
        wait(other.check(&log_in(1, "ana"), || true).await),
        Some(300)
    );
    assert!(
        start.elapsed().as_millis() >= 1000,
        "a refusal takes its time"
    );
    // Another account, another address, another kind, and the time after the window.
    assert_eq!(wait(one.check(&log_in(1, "eva"), || false).await), None);
    assert_eq!(wait(one.check(&log_in(2, "ana"), || false).await), None);
    let coupon = Attempt {
        kind: AttemptKind::Coupon,
        ..log_in(1, "")
    };
    assert_eq!(wait(one.begin(&coupon).await), None);
    // A clock may be behind; one that was set back by more than a window counts anew.
    let behind = Attempt {
        origin: origin(1, NOW - 5),
        ..log_in(1, "ana")
    };
    assert_eq!(wait(one.check(&behind, || true).await), Some(300));
    for now in [NOW + 300, NOW - 301] {
        let later = Attempt {
            origin: origin(1, now),
            ..log_in(1, "ana")
        };
        assert_eq!(wait(one.check(&later, || false).await), None, "{now}");
    }
}

async fn a_success_forgets_the_failures_of_its_address_and_account(t: TestDb) {
    let attempts = attempts(&t);
    for round in 0..12 {
        for _ in 0..9 {
            let check = attempts.check(&log_in(1, "ana"), || false).await;
            // 9 failures a round: after 11 rounds the address has 99.
            assert_eq!(wait(check).is_some(), round == 11, "round {round}");
            if round == 11 {
                break;
            }
        }
        if round < 11 {
            assert!(attempts.check(&log_in(1, "ana"), || true).await.unwrap());
        }
        if round == 10 {
            assert_eq!(
                wait(attempts.check(&log_in(1, "eva"), || false).await),
                None
            );
        }
    }
}

async fn an_account_is_not_locked_where_it_is_in_use(t: TestDb) {
    let attempts = attempts(&t);
    for last in 0..10 {
        for _ in 0..10 {
            let check = attempts.check(&log_in(last, "ana"), || false).await;
            assert_eq!(wait(check), None);
        }
    }
    let away = log_in(200, "ana");
    let at_home = Attempt {
        is_known: true,
        ..away
    };
    assert_eq!(wait(attempts.check(&away, || true).await), Some(300));
    assert!(attempts.check(&at_home, || true).await.unwrap());
}

async fn the_counts_are_bounded(t: TestDb) {
    let attempts = attempts(&t);
    for n in 0..1500_u16 {
        let [high, low] = n.to_be_bytes();
        let origin = Origin {
            address: [10, 0, high, low].into(),
            now: NOW,
        };
        let name = format!("user{n}");
        let attempt = Attempt::new(AttemptKind::LogIn, origin, &name);
        attempts.begin(&attempt).await.unwrap();
    }
    const SQL: &str = "SELECT COUNT(*), MIN(slot), MAX(slot) FROM {p}oxipress_attempts";
    let (rows, first, last): (i64, i64, i64) =
        t.db.load_first(SQL, binds![]).await.unwrap().unwrap();
    println!("1500 addresses and accounts: {rows} rows of {first}..={last}, at most 65536");
    assert!(rows > 4000 && first >= 0 && last < 65_536);
}

async fn the_same_question_is_asked_once(t: TestDb) {
    let attempts = attempts(&t);
    let asked = AtomicUsize::new(0);
    let post = Attempt::new(AttemptKind::PostPassword, origin(1, NOW), "7");
    let ask = async |given: &str, is_right: bool| {
        let hashed = Arc::new(AtomicUsize::new(0));
        let seen = Arc::clone(&hashed);
        let check = move || {
            seen.store(1, Ordering::SeqCst);
            is_right
        };
        let result = attempts.check_once(&post, ["secret", given], check).await;
        asked.fetch_add(hashed.load(Ordering::SeqCst), Ordering::SeqCst);
        result
    };
    for _ in 0..100 {
        assert!(ask("right", true).await.unwrap());
        assert!(!ask("wrong", false).await.unwrap());
    }
    let asked = asked.load(Ordering::SeqCst);
    println!("200 views with two cookies: {asked} hashes");
    assert_eq!(asked, 2);
    for n in 0..9 {
        assert!(!ask(&format!("wrong {n}"), false).await.unwrap());
    }
    assert!(wait(ask("another", true).await).is_some());
    assert!(
        ask("right", true).await.unwrap(),
        "what is known stays open"
    );
}
