//! `{prefix}et_divi_ab_testing_stats`: events of split tests.
//!
//! Contract "divi-ajax", sections 1.1 and 1.3.

use std::fmt;
use std::sync::Arc;

use crate::binds;
use crate::wordpress::db::group_commit::{GroupMember, Writing};
use crate::wordpress::db::schema::create_tables;
use crate::wordpress::db::{Db, DbError, SqlText, Transaction};

const TABLE: &str = "CREATE TABLE IF NOT EXISTS {p}et_divi_ab_testing_stats (
  id mediumint(9) NOT NULL AUTO_INCREMENT,
  test_id varchar(20) NOT NULL,
  subject_id varchar(20) NOT NULL,
  record_date datetime NOT NULL default '0000-00-00 00:00:00',
  event varchar(10) NOT NULL,
  UNIQUE KEY id (id)
) DEFAULT CHARSET=utf8mb4";

/// Creates the table where it is missing.
///
/// # Errors
/// When the database failed.
pub async fn make_table(db: &Db) -> Result<(), DbError> {
    create_tables(db, TABLE).await
}

/// A counted event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Event {
    /// The page was shown.
    ViewPage,
    /// The visitor stayed on the page.
    ReadPage,
    /// The goal became visible.
    ViewGoal,
    /// It stayed visible.
    ReadGoal,
    /// It was clicked.
    ClickGoal,
    /// It was reached.
    ConGoal,
    /// It was reached on another page.
    ConShort,
}

impl Event {
    /// All, in the order of their numbers.
    pub const ALL: [Self; 7] = [
        Self::ViewPage,
        Self::ReadPage,
        Self::ViewGoal,
        Self::ReadGoal,
        Self::ClickGoal,
        Self::ConGoal,
        Self::ConShort,
    ];

    /// Its name in the table and on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::ViewPage => "view_page",
            Self::ReadPage => "read_page",
            Self::ViewGoal => "view_goal",
            Self::ReadGoal => "read_goal",
            Self::ClickGoal => "click_goal",
            Self::ConGoal => "con_goal",
            Self::ConShort => "con_short",
        }
    }

    /// The event of a name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|event| event.name() == name)
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One row.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Record {
    /// The post that holds the test.
    pub test_id: i64,
    /// The subject.
    pub subject_id: i64,
    /// The site's local time, `Y-m-d H:i:s`.
    pub record_date: String,
    /// The event.
    pub event: Event,
}

impl GroupMember for Record {
    /// Durability of the rows: a power cut may lose the last ones, a killed process loses none.
    const IS_SYNCED: bool = false;

    fn size(&self) -> usize {
        size_of::<Self>() + self.record_date.len()
    }

    fn write(members: Vec<Arc<Self>>, tx: Transaction) -> Writing {
        const INSERT: &str = "INSERT INTO {p}et_divi_ab_testing_stats (test_id, subject_id, record_date, event) VALUES ";
        Box::pin(async move {
            let rows = members.iter().map(|record| {
                binds![
                    record.test_id.to_string(),
                    record.subject_id.to_string(),
                    record.record_date.as_str(),
                    record.event.name(),
                ]
            });
            for insert in SqlText::inserts(INSERT, "(?, ?, ?, ?)", rows) {
                tx.execute_built(insert).await?;
            }
            Ok(())
        })
    }
}
