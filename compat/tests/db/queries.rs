//! Statements, binds, rows, lists, transactions.

use compat::binds;
use compat::wordpress::db::{Bind, Cell, Db, DbErrorKind, SqlText};

use super::server::TestDb;

crate::on_both_databases!(
    values_go_in_and_come_out,
    lists_and_built_statements,
    transactions_commit_or_roll_back,
    a_caller_who_goes_away_stops_nothing,
    session_is_wordpress_like,
    comparison_folds_case,
    errors_have_kinds,
    many_tasks_share_the_pool,
    ten_thousand_values_survive,
);

async fn make_table(db: &Db) {
    let id = if db.is_sqlite() {
        "id INTEGER PRIMARY KEY AUTOINCREMENT"
    } else {
        "id bigint(20) unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY"
    };
    // A test's own table: the text differs by database, so it is leaked to be static.
    let sql: &'static str = Box::leak(
        format!(
            "CREATE TABLE {{p}}posts ({id}, post_title varchar(200) COLLATE {}, post_date datetime, body longtext, \
             price decimal(10,2), unique_key varchar(50) UNIQUE)",
            if db.is_sqlite() { "NOCASE" } else { "utf8mb4_unicode_520_ci" }
        )
        .into_boxed_str(),
    );
    db.execute(sql, vec![]).await.unwrap();
}

const INSERT: &str =
    "INSERT INTO {p}posts (post_title, post_date, body, price, unique_key) VALUES (?, ?, ?, ?, ?)";

async fn values_go_in_and_come_out(t: TestDb) {
    make_table(&t.db).await;
    let bytes = b"a:1:{s:4:\"\0*\0x\";s:2:\"\xc3\xb1\";}".to_vec();
    let id =
        t.db.insert(
            INSERT,
            binds![
                "Cueva ñ 🏠 'x' \\ %",
                "0000-00-00 00:00:00",
                bytes.clone(),
                "12.50",
                None::<String>
            ],
        )
        .await
        .unwrap();
    assert_eq!(id, 1);
    let rows: Vec<(i64, String, String, Vec<u8>, f64, Option<String>)> =
        t.db.load(
            "SELECT id, post_title, post_date, body, price, unique_key FROM {p}posts WHERE id = ?",
            binds![id],
        )
        .await
        .unwrap();
    assert_eq!(
        rows,
        [(
            1,
            "Cueva ñ 🏠 'x' \\ %".to_owned(),
            "0000-00-00 00:00:00".to_owned(),
            bytes,
            12.5,
            None
        )]
    );
    let (date,): (String,) =
        t.db.load_first("SELECT CAST(post_date AS CHAR) FROM {p}posts", vec![])
            .await
            .unwrap()
            .unwrap();
    assert_eq!(date, "0000-00-00 00:00:00");
    let row: compat::wordpress::db::Row =
        t.db.load_first(
            "SELECT COUNT(*) AS n, SUM(id) AS s, ? AS t, ? AS f, ? AS z FROM {p}posts",
            binds!["x", 1.5, Bind::Null],
        )
        .await
        .unwrap()
        .unwrap();
    assert_eq!(row.get::<i64>("n").unwrap(), 1);
    assert_eq!(row.get::<i64>("s").unwrap(), 1);
    assert_eq!(row.get::<f64>("f").unwrap(), 1.5);
    assert_eq!(row.cells().last(), Some(&Cell::Null));
    let changed =
        t.db.execute(
            "UPDATE {p}posts SET post_title = post_title WHERE id = ?",
            binds![id],
        )
        .await
        .unwrap();
    assert_eq!(changed, 1, "rows found, not rows changed");
}

async fn lists_and_built_statements(t: TestDb) {
    make_table(&t.db).await;
    for n in 0..10 {
        t.db.execute(
            INSERT,
            binds![format!("t{n}"), "2026-01-01 00:00:00", "", "1", Bind::Null],
        )
        .await
        .unwrap();
    }
    let sql = "SELECT id FROM {p}posts WHERE id > ? AND id IN (?*) AND id < ? ORDER BY id";
    let ids: Vec<(i64,)> =
        t.db.load_list(sql, binds![2], &[1_i64, 3, 5, 9], binds![9])
            .await
            .unwrap();
    assert_eq!(ids, [(3,), (5,)]);
    let none: Vec<(i64,)> =
        t.db.load_list(sql, binds![2], &[] as &[i64], binds![9])
            .await
            .unwrap();
    assert!(none.is_empty());

    let mut parts = Vec::new();
    let mut part = SqlText::default();
    part.push_list("post_title IN (?*)", ["t1", "t2"]);
    parts.push(part);
    let mut part = SqlText::default();
    part.push_list("id NOT IN (?*)", Vec::<i64>::new());
    parts.push(part);
    let mut part = SqlText::default();
    part.push_with("id > ?", binds![2]);
    parts.push(part);
    let mut sql = SqlText::new("SELECT id, post_title FROM {p}posts WHERE ");
    sql.append(SqlText::join(" AND ", parts))
        .push_with(" LIMIT ?", binds![5]);
    let rows: Vec<(i64, String)> = t.db.load_built(sql).await.unwrap();
    assert_eq!(rows, [(3, "t2".to_owned())]);
}

async fn transactions_commit_or_roll_back(t: TestDb) {
    make_table(&t.db).await;
    let id =
        t.db.transaction(async |tx| {
            tx.execute(INSERT, binds!["uno", "2026-01-01 00:00:00", "", "1", "k"])
                .await?;
            let id = tx.last_insert_id().await?;
            tx.execute(
                "UPDATE {p}posts SET body = ? WHERE id = ?",
                binds!["dos", id],
            )
            .await?;
            Ok(id)
        })
        .await
        .unwrap();
    assert_eq!(id, 1);
    let error =
        t.db.transaction(async |tx| {
            tx.execute("DELETE FROM {p}posts", vec![]).await?;
            tx.execute("INSERT INTO {p}nothing VALUES (1)", vec![])
                .await
        })
        .await
        .unwrap_err();
    assert_eq!(error.kind(), DbErrorKind::Query);
    let rows: Vec<(i64, String)> =
        t.db.load("SELECT id, body FROM {p}posts", vec![])
            .await
            .unwrap();
    assert_eq!(rows, [(1, "dos".to_owned())]);
}

async fn a_caller_who_goes_away_stops_nothing(t: TestDb) {
    make_table(&t.db).await;
    let [go, done] = [(); 2].map(|()| std::sync::Arc::new(tokio::sync::Notify::new()));
    let (wait, finished) = (go.clone(), done.clone());
    let db = t.db.clone();
    let visitor = tokio::spawn(async move {
        db.transaction(async move |tx| {
            tx.execute(INSERT, binds!["uno", "2026-01-01 00:00:00", "", "1", "k"])
                .await?;
            wait.notified().await;
            tx.execute(INSERT, binds!["dos", "2026-01-01 00:00:00", "", "1", "l"])
                .await?;
            finished.notify_one();
            Ok(())
        })
        .await
    });
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    visitor.abort();
    assert!(visitor.await.unwrap_err().is_cancelled());
    go.notify_one();
    done.notified().await;
    let mut count = 0;
    for _ in 0..100 {
        let row: Option<(i64,)> =
            t.db.load_first("SELECT COUNT(*) FROM {p}posts", vec![])
                .await
                .unwrap();
        count = row.unwrap().0;
        if count == 2 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(count, 2);
}

async fn session_is_wordpress_like(t: TestDb) {
    if t.db.is_sqlite() {
        let mode: Option<(String,)> =
            t.db.load_first("PRAGMA journal_mode", vec![])
                .await
                .unwrap();
        assert_eq!(mode.unwrap().0, "wal");
        return;
    }
    let (mode, charset, zone, global): (String, String, String, String) = t
        .db
        .load_first(
            "SELECT @@SESSION.sql_mode, @@SESSION.character_set_client, @@SESSION.time_zone, @@GLOBAL.time_zone",
            vec![],
        )
        .await
        .unwrap()
        .unwrap();
    assert!(
        !mode.contains("STRICT") && !mode.contains("NO_ZERO_DATE"),
        "{mode}"
    );
    assert_eq!((charset.as_str(), zone), ("utf8mb4", global));
}

async fn comparison_folds_case(t: TestDb) {
    make_table(&t.db).await;
    for title in ["Árbol", "zorro", "casa", "ÑANDÚ"] {
        t.db.execute(
            INSERT,
            binds![title, "2024-02-29 10:20:30", "", "1", Bind::Null],
        )
        .await
        .unwrap();
    }
    let find = async |sql: &'static str, what: &str| -> Vec<String> {
        let rows: Vec<(String,)> = t.db.load(sql, binds![what]).await.unwrap();
        rows.into_iter().map(|(title,)| title).collect()
    };
    assert_eq!(
        find(
            "SELECT post_title FROM {p}posts WHERE post_title = ?",
            "CASA"
        )
        .await,
        ["casa"]
    );
    assert_eq!(
        find(
            "SELECT post_title FROM {p}posts WHERE {ci:post_title} = {ci:?}",
            "arbol"
        )
        .await,
        ["Árbol"]
    );
    assert_eq!(
        find(
            "SELECT post_title FROM {p}posts WHERE post_title LIKE ?",
            "%NDU"
        )
        .await,
        ["ÑANDÚ"]
    );
    assert_eq!(
        find(
            "SELECT post_title FROM {p}posts WHERE post_title <> ? ORDER BY {ci:post_title}",
            "x"
        )
        .await,
        ["Árbol", "casa", "ÑANDÚ", "zorro"]
    );
    let parts: Option<(i64, i64, i64, i64, i64, i64)> =
        t.db.load_first(
            "SELECT YEAR(post_date), MONTH(post_date), DAYOFMONTH(post_date), HOUR(post_date), \
             MINUTE(post_date), SECOND(post_date) FROM {p}posts LIMIT 1",
            vec![],
        )
        .await
        .unwrap();
    assert_eq!(parts, Some((2024, 2, 29, 10, 20, 30)));
}

async fn errors_have_kinds(t: TestDb) {
    make_table(&t.db).await;
    let insert = || {
        t.db.execute(INSERT, binds!["a", "2026-01-01 00:00:00", "", "1", "same"])
    };
    insert().await.unwrap();
    assert!(insert().await.unwrap_err().is_unique_violation());
    let ignored =
        t.db.execute(
            "INSERT {ignore} INTO {p}posts (unique_key) VALUES (?)",
            binds!["same"],
        )
        .await
        .unwrap();
    assert_eq!(ignored, 0);
    let missing =
        t.db.load::<(i64,)>("SELECT nothing FROM {p}posts", vec![])
            .await
            .unwrap_err();
    assert_eq!(missing.kind(), DbErrorKind::Query);
    let text =
        t.db.load::<(i64,)>("SELECT post_title FROM {p}posts", vec![])
            .await
            .unwrap_err();
    assert_eq!(text.kind(), DbErrorKind::Decode);
    assert!(text.to_string().contains("post_title"));
}

async fn many_tasks_share_the_pool(t: TestDb) {
    make_table(&t.db).await;
    let tasks: Vec<_> = (0..40)
        .map(|n| {
            let db = t.db.clone();
            tokio::spawn(async move {
                db.execute(
                    INSERT,
                    binds![
                        format!("t{n}"),
                        "2026-01-01 00:00:00",
                        "",
                        "1",
                        format!("k{n}")
                    ],
                )
                .await?;
                db.load::<(i64,)>(
                    "SELECT id FROM {p}posts WHERE unique_key = ?",
                    binds![format!("k{n}")],
                )
                .await
            })
        })
        .collect();
    for task in tasks {
        assert_eq!(task.await.unwrap().unwrap().len(), 1);
    }
}

/// Serialised values and whatever else plugins keep, byte for byte.
async fn ten_thousand_values_survive(t: TestDb) {
    use proptest::strategy::{Strategy, ValueTree};
    make_table(&t.db).await;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let strategy = proptest::collection::vec(
        proptest::prop_oneof![
            "[ -~]{0,8}",
            "s:[0-9]{1,2}:\\\"\\PC{0,6}\\\";",
            "[\0-\u{1f}'\\\\\"%_\u{a0}\u{2028}\u{1f3e0}]{1,6}",
        ],
        0..12,
    );
    let mut values = Vec::new();
    for _ in 0..10_000 {
        values.push(strategy.new_tree(&mut runner).unwrap().current().concat());
    }
    for (n, chunk) in values.chunks(250).enumerate() {
        let mut sql = SqlText::new("INSERT INTO {p}posts (price, body) VALUES ");
        for (m, value) in chunk.iter().enumerate() {
            sql.push(if m > 0 { ", " } else { "" });
            sql.push_with(
                "(?, ?)",
                binds![i64::try_from(n).unwrap(), value.clone().into_bytes()],
            );
        }
        t.db.execute_built(sql).await.unwrap();
    }
    let rows: Vec<(Vec<u8>,)> =
        t.db.load("SELECT body FROM {p}posts ORDER BY id", vec![])
            .await
            .unwrap();
    assert_eq!(rows.len(), values.len());
    for ((found,), value) in rows.iter().zip(&values) {
        assert_eq!(found, value.as_bytes());
    }
}
