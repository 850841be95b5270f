//! Changes by others are noticed, within two seconds, with the name of the table.

use std::time::{Duration, Instant};

use compat::binds;
use compat::wordpress::db::{
    ChangeWatch, Changes, DatabaseUrl, Db, PoolOptions, TablePrefix, schema,
};

use super::server::{PREFIX, TestDb, mariadb, shared};

crate::on_both_databases!(
    a_row_changed_by_another_program_is_noticed,
    sums_notice_changes_too,
    own_writes_are_noticed_by_table,
    new_tables_are_noticed,
    no_update_is_lost,
);

/// Another program: the databases' own clients.
fn by_another_program(url: &DatabaseUrl, sql: &str) {
    match url {
        DatabaseUrl::Mysql(address) => {
            shared().client(&address.database, sql.as_bytes());
        }
        DatabaseUrl::Sqlite(path) => {
            let done = std::process::Command::new("sqlite3")
                .arg(path)
                .arg(sql)
                .status()
                .unwrap();
            assert!(done.success(), "sqlite3 must understand the file");
        }
    }
}

async fn fill(db: &Db) {
    schema::create_core_tables(db).await.unwrap();
    db.execute(
        "INSERT INTO {p}posts (post_title) VALUES (?)",
        binds!["uno"],
    )
    .await
    .unwrap();
    db.execute(
        "INSERT INTO {p}options (option_name, option_value) VALUES (?, ?)",
        binds!["blogname", "A"],
    )
    .await
    .unwrap();
    db.execute(
        "INSERT INTO {p}postmeta (post_id, meta_key, meta_value) VALUES (1, 'k', 'v')",
        vec![],
    )
    .await
    .unwrap();
}

/// Polls until nothing changes any more.
async fn quiet(watch: &mut ChangeWatch) {
    for _ in 0..60 {
        if watch.poll().await.unwrap() == Changes::Nothing {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("never quiet");
}

/// Others may be named, too: those that changed some seconds ago.
fn assert_names(changes: &Changes, table: &str) {
    let is_named = matches!(changes, Changes::Tables(tables) if tables.contains(table));
    assert!(is_named, "{table} is not named: {changes:?}");
}

async fn notice(watch: &mut ChangeWatch, table: &str) -> Duration {
    let began = Instant::now();
    loop {
        let changes = watch.poll().await.unwrap();
        if changes.touch(table) {
            assert_names(&changes, table);
            return began.elapsed();
        }
        assert!(
            began.elapsed() < Duration::from_secs(2),
            "{table} not noticed: {changes:?}"
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn a_row_changed_by_another_program_is_noticed(t: TestDb) {
    fill(&t.db).await;
    let mut watch = ChangeWatch::new(t.db.clone());
    assert_eq!(watch.poll().await.unwrap(), Changes::Everything);
    for (table, sql) in [
        (
            "posts",
            "UPDATE x7_posts SET post_title = 'dos' WHERE ID = 1",
        ),
        (
            "options",
            "UPDATE x7_options SET option_value = 'B' WHERE option_name = 'blogname'",
        ),
        (
            "postmeta",
            "UPDATE x7_postmeta SET meta_value = 'w' WHERE meta_id = 1",
        ),
        (
            "terms",
            "INSERT INTO x7_terms (name, slug) VALUES ('a', 'a')",
        ),
        ("postmeta", "DELETE FROM x7_postmeta"),
    ] {
        quiet(&mut watch).await;
        by_another_program(&t.url, sql);
        let took = notice(&mut watch, table).await;
        // And once more within the same second.
        let again = sql
            .replace("dos", "tres")
            .replace("'B'", "'C'")
            .replace("'w'", "'z'")
            .replace("('a', 'a')", "('b', 'b')");
        by_another_program(&t.url, &again);
        if !sql.starts_with("DELETE") {
            notice(&mut watch, table).await;
        }
        eprintln!("{table}: noticed after {} ms", took.as_millis());
    }
    let (title,): (String,) =
        t.db.load_first("SELECT post_title FROM {p}posts", vec![])
            .await
            .unwrap()
            .unwrap();
    assert_eq!(title, "tres");
}

async fn sums_notice_changes_too(t: TestDb) {
    fill(&t.db).await;
    for (table, sql) in [
        (
            "posts",
            "UPDATE x7_posts SET post_title = 'dos' WHERE ID = 1",
        ),
        (
            "options",
            "UPDATE x7_options SET option_value = 'B' WHERE option_name = 'blogname'",
        ),
        (
            "postmeta",
            "UPDATE x7_postmeta SET meta_value = 'w' WHERE meta_id = 1",
        ),
    ] {
        let before = t.db.fingerprint_by_sums().await.unwrap();
        assert_eq!(
            t.db.fingerprint_by_sums()
                .await
                .unwrap()
                .changes_since(&before),
            Changes::Nothing
        );
        by_another_program(&t.url, sql);
        let after = t.db.fingerprint_by_sums().await.unwrap();
        assert_eq!(
            after.changes_since(&before),
            Changes::Tables([table.to_owned()].into())
        );
    }
}

/// MariaDB gives a table the second in which a transaction began: here the one of an earlier change.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_transaction_that_took_long_is_noticed() {
    let t = mariadb().await;
    fill(&t.db).await;
    let mut watch = ChangeWatch::new(t.db.clone());
    quiet(&mut watch).await;
    let url = t.url.clone();
    let long = tokio::task::spawn_blocking(move || {
        by_another_program(
            &url,
            "UPDATE x7_posts SET post_title = 'dos'; BEGIN; UPDATE x7_posts SET post_title = 'tres'; \
             DO SLEEP(3.1); COMMIT",
        );
    });
    while !long.is_finished() {
        watch.poll().await.unwrap();
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    long.await.unwrap();
    notice(&mut watch, "posts").await;
}

async fn own_writes_are_noticed_by_table(t: TestDb) {
    fill(&t.db).await;
    let mut watch = ChangeWatch::new(t.db.clone());
    quiet(&mut watch).await;
    t.db.execute("UPDATE {p}options SET option_value = 'z'", vec![])
        .await
        .unwrap();
    assert_names(&watch.poll().await.unwrap(), "options");
}

async fn new_tables_are_noticed(t: TestDb) {
    fill(&t.db).await;
    let mut watch = ChangeWatch::new(t.db.clone());
    quiet(&mut watch).await;
    by_another_program(
        &t.url,
        "CREATE TABLE x7_plugin (a int); INSERT INTO x7_plugin VALUES (1)",
    );
    assert!(watch.poll().await.unwrap().touch("plugin"));
    quiet(&mut watch).await;
    // A table without triggers: everything counts as changed, nothing is missed.
    by_another_program(&t.url, "UPDATE x7_plugin SET a = 2");
    assert!(watch.poll().await.unwrap().touch("plugin"));
    schema::install_change_triggers(&t.db).await.unwrap();
    quiet(&mut watch).await;
    by_another_program(&t.url, "UPDATE x7_plugin SET a = 3");
    assert_names(&watch.poll().await.unwrap(), "plugin");
}

/// Two instances that read, add and write: each reads what the other wrote.
async fn no_update_is_lost(t: TestDb) {
    fill(&t.db).await;
    let other = Db::connect(
        &t.url,
        TablePrefix::new(PREFIX).unwrap(),
        PoolOptions::default(),
    )
    .await
    .unwrap();
    let tasks: Vec<_> = (0..8)
        .map(|n| {
            let db = if n % 2 == 0 {
                t.db.clone()
            } else {
                other.clone()
            };
            tokio::spawn(async move {
                for _ in 0..25 {
                    db.transaction(async |tx| {
                        let row: Option<(i64,)> = tx
                            .load_first(
                                "SELECT comment_count FROM {p}posts WHERE ID = 1 {for_update}",
                                vec![],
                            )
                            .await?;
                        let count = row.unwrap().0;
                        tx.execute(
                            "UPDATE {p}posts SET comment_count = ? WHERE ID = 1",
                            binds![count + 1],
                        )
                        .await
                    })
                    .await
                    .unwrap();
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    let row: Option<(i64,)> = other
        .load_first("SELECT comment_count FROM {p}posts", vec![])
        .await
        .unwrap();
    assert_eq!(row, Some((200,)));
}
