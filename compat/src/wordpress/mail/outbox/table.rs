//! The table `{prefix}oxipress_outbox`.
//!
//! Times are seconds since 1970. The mail is JSON in ASCII, so that it passes through connections of any character set.

use crate::binds;
use crate::wordpress::db::schema::create_tables;
use crate::wordpress::db::{Db, DbError, Row};

const TABLE: &str = "CREATE TABLE IF NOT EXISTS {p}oxipress_outbox (
  id bigint(20) unsigned NOT NULL auto_increment,
  message_id varchar(190) NOT NULL default '',
  state varchar(20) NOT NULL default 'queued',
  attempts int(11) NOT NULL default 0,
  refusals int(11) NOT NULL default 0,
  created bigint(20) NOT NULL default 0,
  next_attempt bigint(20) NOT NULL default 0,
  lease varchar(80) NOT NULL default '',
  lease_until bigint(20) NOT NULL default 0,
  outage tinyint(1) NOT NULL default 0,
  finished bigint(20) NOT NULL default 0,
  spool varchar(80) NOT NULL default '',
  last_error text NOT NULL,
  mail longtext NOT NULL,
  PRIMARY KEY  (id),
  UNIQUE KEY message_id (message_id),
  KEY state (state),
  KEY state_outage (state,outage)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4";

/// Makes the table where it is missing.
pub(super) async fn make(db: &Db) -> Result<(), DbError> {
    create_tables(db, TABLE).await
}

/// Fails when there is no table.
pub(super) async fn probe(db: &Db) -> Result<(), DbError> {
    const PROBE: &str = "SELECT id FROM {p}oxipress_outbox LIMIT 1";
    db.load::<Row>(PROBE, binds![]).await.map(drop)
}
