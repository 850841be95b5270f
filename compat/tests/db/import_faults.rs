//! Imports that fail, that come twice, that are large.

use std::io::Write;

use compat::wordpress::db::import::ImportSource;
use compat::wordpress::db::{DatabaseUrl, DbErrorKind};

use super::imports::{fresh, import_text, open, run};
use super::server::TestDb;

crate::on_both_databases!(
    a_broken_dump_leaves_the_target,
    a_second_import_replaces_the_first
);

async fn a_broken_dump_leaves_the_target(t: TestDb) {
    let dir = tempfile::tempdir().unwrap();
    let target = fresh(&t, &dir);
    import_text(
        b"CREATE TABLE wp_options (a int);INSERT INTO wp_options VALUES (1);",
        &target,
    )
    .await
    .unwrap();
    let begin = "DROP TABLE IF EXISTS wp_options;\nCREATE TABLE wp_options (a int);\nINSERT INTO wp_options VALUES (2),(3);\n";
    for (rest, line, reason) in [
        (
            "INSERT INTO wp_options VALUES (4),\n(5,6);",
            if t.db.is_sqlite() { 5 } else { 4 },
            "alue",
        ),
        ("INSERT INTO wp_options VALUES (4", 4, "ends inside"),
        (
            "\n\nINSERT INTO wp_options VALUES ('x",
            6,
            "ends inside a string",
        ),
        ("UPDATE wp_options SET a = 1;", 4, "UPDATE"),
        ("CREATE TABLE wp_posts (a int;", 4, ""),
        (
            "INSERT INTO wp_nothing VALUES (1);",
            4,
            "before its CREATE TABLE",
        ),
        ("<html>", 4, "not understood"),
    ] {
        let error = import_text([begin, rest].concat().as_bytes(), &target)
            .await
            .unwrap_err();
        assert_eq!(error.kind(), DbErrorKind::Import, "{error}");
        let message = error.to_string();
        assert!(
            message.contains(&format!(".sql, line {line}: ")) && message.contains(reason),
            "{rest}: {message}"
        );
        let db = open(&target, "wp_").await;
        let rows: Vec<(i64,)> = db.load("SELECT a FROM {p}options", vec![]).await.unwrap();
        assert_eq!(rows, [(1,)], "{rest}");
    }
    if t.db.is_sqlite() {
        let missing = DatabaseUrl::sqlite(dir.path().join("never.sqlite"));
        import_text(b"CREATE TABLE a (b int); INSERT", &missing)
            .await
            .unwrap_err();
        let left: Vec<_> = std::fs::read_dir(dir.path())
            .unwrap()
            .map(|e| e.unwrap().file_name())
            .collect();
        assert!(
            !left
                .iter()
                .any(|name| name.to_string_lossy().starts_with("never")),
            "{left:?}"
        );
    } else {
        let left = "SELECT COUNT(*) FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()";
        let count: Option<(i64,)> = t.db.load_first(left, vec![]).await.unwrap();
        assert_eq!(count, Some((1,)));
    }
}

async fn a_second_import_replaces_the_first(t: TestDb) {
    let dir = tempfile::tempdir().unwrap();
    let target = fresh(&t, &dir);
    let dump = |n: u8| {
        format!("CREATE TABLE wp_options (a int, KEY a (a));CREATE TABLE wp_posts (a int);CREATE TABLE wp_users (a int);\
                 INSERT INTO wp_options VALUES ({n});").into_bytes()
    };
    import_text(&dump(1), &target).await.unwrap();
    // A server that has the database open goes on and sees the new rows.
    let db = open(&target, "wp_").await;
    import_text(
        b"CREATE TABLE other (a int);INSERT INTO other VALUES (9);",
        &target,
    )
    .await
    .unwrap();
    import_text(&dump(2), &target).await.unwrap();
    let rows: Vec<(i64,)> = db.load("SELECT a FROM {p}options", vec![]).await.unwrap();
    assert_eq!(rows, [(2,)]);
    let kept: Vec<(i64,)> = db.load("SELECT a FROM other", vec![]).await.unwrap();
    assert_eq!(kept, [(9,)]);
}

/// The most memory that this process ever had, in MB.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|l| l.starts_with("VmHWM:")).unwrap();
    line.split_whitespace()
        .nth(1)
        .unwrap()
        .parse::<u64>()
        .unwrap()
        / 1024
}

/// 64 megabytes of rows, some of them several megabytes long: more than the bound if they were all held at once.
/// `OXIPRESS_LARGE_DUMP_MB` makes it another size.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_large_dump_needs_little_memory() {
    let size: usize = std::env::var("OXIPRESS_LARGE_DUMP_MB").map_or(64, |mb| mb.parse().unwrap());
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("large.sql");
    let mut file = std::io::BufWriter::new(std::fs::File::create(&path).unwrap());
    file.write_all(b"CREATE TABLE wp_posts (ID bigint NOT NULL AUTO_INCREMENT, t longtext, PRIMARY KEY (ID));\n").unwrap();
    let text = "línea de texto; con 'comillas' \\ y (paréntesis), ".replace('\'', "\\'");
    let (mut written, mut id) = (0, 0);
    while written < size * 1024 * 1024 {
        file.write_all(b"INSERT INTO wp_posts VALUES ").unwrap();
        for n in 0..400 {
            id += 1;
            let row = text.repeat(if id % 5000 == 0 { 50_000 } else { 40 });
            write!(file, "{}({id},'{row}')", if n > 0 { "," } else { "" }).unwrap();
            written += row.len();
        }
        file.write_all(b";\n").unwrap();
    }
    file.into_inner().unwrap().sync_all().unwrap();
    let before = peak_memory();
    let began = std::time::Instant::now();
    let target = DatabaseUrl::sqlite(dir.path().join("large.sqlite"));
    let report = run(&ImportSource::File(path), &target).await;
    assert_eq!(report.tables[0].rows, id);
    let grown = peak_memory() - before;
    eprintln!(
        "{} MB, {id} rows in {:?}, memory +{grown} MB",
        written / 1024 / 1024,
        began.elapsed()
    );
    assert!(grown < 50, "{grown} MB");
}
