//! Of several instances at one server one compares rows for all: each sees each change by the second poll after it, whoever
//! made it, also when instances rest, and when rows or the table get lost. What others tell in place of a poll is complete up to then.

use std::time::{Duration, Instant};

use compat::binds;
use compat::wordpress::db::tag::{ChangedTags, Tag};
use compat::wordpress::db::{
    ChangeWatch, Changes, ContentWatch, Db, PoolOptions, TablePrefix, Unrendered, schema,
};
use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};

use super::server::{self, PREFIX, TestDb};

const INSTANCES: usize = 3;
const ROUNDS: i64 = 250;
/// Tables that are not compared, each of which changes once: its name, what makes it, what changes it.
macro_rules! other_tables {
    ($($number:literal)*) => {
        [$((
            concat!("other", $number),
            concat!("CREATE TABLE {p}other", $number, " (id bigint NOT NULL PRIMARY KEY)"),
            concat!("INSERT INTO {p}other", $number, " VALUES (1)"),
        )),*]
    };
}
const OTHER_TABLES: [(&str, &str, &str); 20] =
    other_tables!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20);
/// How old what others tell may be: any age that the test makes, or none, so that it polls.
const WITHIN: [Duration; 2] = [Duration::from_secs(60), Duration::ZERO];

struct Instance {
    db: Db,
    changes: ChangeWatch,
    content: ContentWatch,
    /// What it does not know yet, how many polls have passed since the change, and a time after it.
    owed: Vec<(Tag, u32, Instant)>,
    /// How often others told everything.
    told: u32,
    /// Polls that it sits out.
    rests: u32,
}

impl Instance {
    async fn start(t: &TestDb) -> Self {
        let prefix = TablePrefix::new(PREFIX).unwrap();
        let db = Db::connect(&t.url, prefix, PoolOptions::default());
        let db = db.await.unwrap();
        let mut instance = Self {
            changes: ChangeWatch::new(db.clone()),
            content: ContentWatch::new(db.clone(), Unrendered::default()),
            db,
            owed: Vec::new(),
            told: 0,
            rests: 0,
        };
        assert!(instance.poll(false).await.is_everything());
        instance
    }

    /// Looks what others tell; polls, unless that is enough.
    async fn look(&mut self, within: Duration) {
        let mut found = ChangedTags::default();
        let told = self.content.told(within, &mut found).await;
        self.note(&found);
        if told.is_none() {
            self.poll(false).await;
            return;
        }
        self.told += 1;
    }

    /// Looks what changed; of a poll that is not complete the next one must be.
    async fn poll(&mut self, is_urgent: bool) -> ChangedTags {
        let changes = self.changes.poll().await.unwrap();
        let moment = self.changes.moment();
        assert!(moment.is_some());
        let mut found = ChangedTags::default();
        let polled = self
            .content
            .polled(&changes, (moment.as_ref(), is_urgent), &mut found);
        let is_complete = polled.await.unwrap().is_none();
        assert!(is_complete || !is_urgent);
        assert!(changes == Changes::Everything || !found.is_everything());
        self.note(&found);
        for (tag, polls, _) in &mut self.owed {
            *polls += 1;
            assert!(*polls < 2 && !is_complete, "{tag:?} is missing");
        }
        found
    }

    fn note(&mut self, found: &ChangedTags) {
        let is_hit = |tag: Tag| found.hit(&[tag].into_iter().collect()).is_some();
        self.owed.retain(|(tag, ..)| !is_hit(*tag));
        // It knows what it does not know.
        let until = self.content.known_until();
        for (tag, _, after) in &self.owed {
            assert!(
                until.is_none_or(|until| until < *after),
                "{tag:?} is missing"
            );
        }
    }

    /// Numbers of comparisons: its own, those of others.
    fn compared(&self) -> [u64; 2] {
        let metrics = self.db.metrics();
        ["this", "another"].map(|by| {
            let name = format!("oxipress_comparisons_total{{by=\"{by}\"}} ");
            let line = metrics.lines().find_map(|line| line.strip_prefix(&name));
            line.unwrap().parse().unwrap()
        })
    }
}

/// Changes something that nothing has changed before; what hits pages with it.
async fn edit(db: &Db, id: i64, kind: u8) -> Tag {
    let (sql, tag) = match kind {
        0 => (
            "UPDATE {p}posts SET post_title = 'b' WHERE ID = ?",
            Tag::Post(id),
        ),
        1 => (
            "INSERT INTO {p}postmeta (post_id, meta_key, meta_value) VALUES (?, 'k', 'v')",
            Tag::Post(id),
        ),
        _ => (
            "INSERT INTO {p}comments (comment_post_ID, comment_approved, comment_content) VALUES (?, '1', 'c')",
            Tag::Comments(id),
        ),
    };
    assert_eq!(db.execute(sql, binds![id]).await.unwrap(), 1);
    tag
}

/// A stored comparison, and the mark of its commit on a cluster, make no other one be stored.
async fn nothing_follows_from_a_comparison(t: &TestDb, instances: &mut [Instance]) {
    let make = "CREATE TABLE {p}oxipress_commits (number bigint NOT NULL PRIMARY KEY)";
    t.db.execute(make, binds![]).await.unwrap();
    // A table that has changed within two seconds counts as changed at each poll.
    tokio::time::sleep(Duration::from_millis(3100)).await;
    let mut stored = Vec::new();
    for number in 0..2 {
        for _ in 0..3 {
            for instance in &mut *instances {
                instance.poll(false).await;
            }
        }
        let sql = "SELECT COALESCE(MAX(number), 0) FROM {p}oxipress_comparisons";
        stored.push(t.db.load_first::<(i64,)>(sql, binds![]).await.unwrap());
        let mark = "INSERT INTO {p}oxipress_commits VALUES (?)";
        t.db.execute(mark, binds![number]).await.unwrap();
    }
    assert_eq!(stored[0], stored[1]);
}

/// Comparisons of all: their own, or those of others.
fn sum_of(instances: &[Instance], of: usize) -> u64 {
    instances.iter().map(|one| one.compared()[of]).sum()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_instance_compares_for_all() {
    let t = server::mariadb().await;
    schema::create_core_tables(&t.db).await.unwrap();
    for (_, make, _) in OTHER_TABLES {
        t.db.execute(make, binds![]).await.unwrap();
    }
    let mut others = OTHER_TABLES.into_iter().peekable();
    for id in 1..=ROUNDS {
        let sql = "INSERT INTO {p}posts (ID, post_title, post_content, post_excerpt) VALUES (?, 'a', '', '')";
        t.db.execute(sql, binds![id]).await.unwrap();
    }
    let mut instances = Vec::new();
    for _ in 0..INSTANCES {
        instances.push(Instance::start(&t).await);
    }
    let mut random = StdRng::seed_from_u64(20);
    let mut of_others_until_dropped = 0;
    for id in 1..=ROUNDS {
        // PHP, or an instance that notes its own write.
        let writer = random.random_range(0..2 * INSTANCES);
        let other = others.next_if(|_| random.random_ratio(1, 10));
        let tag = match other {
            Some((name, _, change)) => {
                assert_eq!(t.db.execute(change, binds![]).await.unwrap(), 1);
                Tag::table(name)
            }
            None => edit(&t.db, id, random.random_range(0..3)).await,
        };
        let after = Instant::now();
        for (number, instance) in instances.iter_mut().enumerate() {
            instance.owed.push((tag, 0, after));
            if number == writer && other.is_none() {
                let found = instance.content.posts_changed(&[id]).await.unwrap();
                instance.note(&found);
                assert!(instance.owed.iter().all(|(owed, ..)| *owed != tag));
            }
            instance.rests = match instance.rests {
                0 if random.random_ratio(1, 40) => 8,
                rests => rests.saturating_sub(1),
            };
        }
        if random.random_ratio(1, 30) {
            let lost = "DELETE FROM {p}oxipress_comparisons ORDER BY number DESC LIMIT 2";
            // Missing until the first one is stored.
            let _ = t.db.execute(lost, binds![]).await;
        }
        if id == ROUNDS / 2 {
            let sql = "DROP TABLE {p}oxipress_comparisons";
            t.db.execute(sql, binds![]).await.unwrap();
            of_others_until_dropped = sum_of(&instances, 1);
        }
        for _ in 0..random.random_range(1..4) {
            let number = random.random_range(0..INSTANCES);
            let is_urgent = random.random_ratio(1, 20);
            match &mut instances[number] {
                resting if resting.rests > 0 => {}
                instance if is_urgent => drop(instance.poll(true).await),
                instance => instance.look(WITHIN[random.random_range(0..2)]).await,
            }
        }
    }
    for instance in &mut instances {
        for _ in 0..2 {
            instance.poll(false).await;
        }
        assert!(instance.owed.is_empty());
    }
    nothing_follows_from_a_comparison(&t, &mut instances).await;
    let [own, of_others] = [0, 1].map(|of| sum_of(&instances, of));
    let told: u32 = instances.iter().map(|instance| instance.told).sum();
    let counts = (own, of_others_until_dropped, of_others, told);
    assert!(own > 50 && told > 20, "{counts:?}");
    assert!(of_others_until_dropped > 25, "{counts:?}");
    assert!(of_others - of_others_until_dropped > 25, "{counts:?}");
}
