//! Rows of several callers in one transaction (hardening R1): all are there when their callers are told, and one that
//! the database refuses takes no other with it.

use std::sync::Arc;

use compat::binds;
use compat::wordpress::db::group_commit::{GroupCommit, GroupMember, Writing};
use compat::wordpress::db::schema::create_tables;
use compat::wordpress::db::{SqlText, Transaction};

use super::server::TestDb;

crate::on_both_databases!(
    members_are_told_once_they_are_committed,
    a_refused_member_takes_no_other_with_it,
    what_is_not_synced_is_committed_all_the_same,
);

const TABLE: &str = "CREATE TABLE IF NOT EXISTS {p}oxipress_groups (
  id bigint(20) unsigned NOT NULL auto_increment,
  name varchar(20) NOT NULL default '',
  PRIMARY KEY  (id),
  UNIQUE KEY name (name)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4";
const COUNT: &str = "SELECT COUNT(*) FROM {p}oxipress_groups WHERE name LIKE ?";

struct Name(String);

impl GroupMember for Name {
    fn size(&self) -> usize {
        self.0.len()
    }

    fn write(members: Vec<Arc<Self>>, tx: Transaction) -> Writing {
        Box::pin(async move {
            let rows = members.iter().map(|one| binds![one.0.as_str()]);
            let head = "INSERT INTO {p}oxipress_groups (name) VALUES ";
            for insert in SqlText::inserts(head, "(?)", rows) {
                tx.execute_built(insert).await?;
            }
            Ok(())
        })
    }
}

async fn count(t: &TestDb, like: &str) -> i64 {
    let rows: Vec<(i64,)> = t.db.load(COUNT, binds![like]).await.unwrap();
    rows[0].0
}

async fn members_are_told_once_they_are_committed(t: TestDb) {
    create_tables(&t.db, TABLE).await.unwrap();
    let groups = GroupCommit::<Name>::new(t.db.clone());
    let tasks: Vec<_> = (0..200)
        .map(|n| {
            let (groups, db) = (Arc::clone(&groups), t.db.clone());
            tokio::spawn(async move {
                let name = format!("n{n}");
                groups.commit(Name(name.clone())).await.unwrap();
                let rows: Vec<(i64,)> = db.load(COUNT, binds![name]).await.unwrap();
                rows[0].0
            })
        })
        .collect();
    for task in tasks {
        assert_eq!(task.await.unwrap(), 1);
    }
    assert_eq!(count(&t, "n%").await, 200);
}

async fn a_refused_member_takes_no_other_with_it(t: TestDb) {
    create_tables(&t.db, TABLE).await.unwrap();
    let groups = GroupCommit::<Name>::new(t.db.clone());
    let commit = |n: usize| {
        let groups = Arc::clone(&groups);
        // Every tenth has the same name.
        let name = if n.is_multiple_of(10) {
            "same".to_owned()
        } else {
            format!("m{n}")
        };
        tokio::spawn(async move { groups.commit(Name(name)).await })
    };
    let tasks: Vec<_> = (0..100).map(commit).collect();
    let mut refused = 0;
    for task in tasks {
        if let Err(error) = task.await.unwrap() {
            assert!(error.is_unique_violation(), "{error}");
            refused += 1;
        }
    }
    assert_eq!((refused, count(&t, "%").await), (9, 91));
}

async fn what_is_not_synced_is_committed_all_the_same(t: TestDb) {
    create_tables(&t.db, TABLE).await.unwrap();
    let write = async |name: &'static str, fails: bool| {
        let work = t.db.transaction_without_sync(async move |tx| {
            tx.execute(
                "INSERT INTO {p}oxipress_groups (name) VALUES (?)",
                binds![name],
            )
            .await?;
            if fails {
                tx.execute("INSERT INTO {p}nada VALUES (1)", binds![])
                    .await?;
            }
            Ok(())
        });
        work.await.is_ok()
    };
    assert!(write("a", false).await);
    assert!(!write("b", true).await);
    assert!(write("c", false).await);
    assert_eq!(count(&t, "%").await, 2);
    if t.db.is_sqlite() {
        // Connections are handed on as they were: whoever comes next waits for the disk.
        for _ in 0..20 {
            let mode: Vec<(i64,)> = t.db.load("PRAGMA synchronous", binds![]).await.unwrap();
            assert_eq!(mode[0].0, 2);
        }
    }
}
