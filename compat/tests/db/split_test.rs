//! What visitors of split tests did is stored, also where nobody has made the table yet.

use std::sync::Arc;

use compat::binds;
use compat::divi::split_test::stats::{Event, Record};
use compat::divi::split_test::stats_writer::StatsWriter;

use super::server::TestDb;

crate::on_both_databases!(events_make_their_table);

async fn events_make_their_table(t: TestDb) {
    const COUNT: &str = "SELECT COUNT(*) FROM {p}et_divi_ab_testing_stats WHERE test_id = '7' \
        AND event = 'read_goal' AND record_date = '2026-11-21 02:22:50'";
    let writer = Arc::new(StatsWriter::new(t.db.clone()));
    let record = |subject_id| Record {
        test_id: 7,
        subject_id,
        record_date: "2026-11-21 02:22:50".to_owned(),
        event: Event::ReadGoal,
    };
    assert!(writer.record(record(0)).await);
    let tasks: Vec<_> = (1..150)
        .map(|subject| {
            let writer = Arc::clone(&writer);
            let record = record(subject);
            tokio::spawn(async move { writer.record(record).await })
        })
        .collect();
    for task in tasks {
        assert!(task.await.unwrap());
    }
    let rows: Vec<(i64,)> = t.db.load(COUNT, binds![]).await.unwrap();
    assert_eq!(rows[0].0, 150);
}
