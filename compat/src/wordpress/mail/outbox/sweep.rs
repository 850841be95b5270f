//! What is thrown away in time.

use std::collections::HashSet;

use super::Outbox;
use super::spool::key;
use crate::binds;
use crate::wordpress::db::DbError;

impl Outbox {
    /// Removes the heads of mails delivered long ago, and files that belong to no mail.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn sweep(&self) -> Result<(), DbError> {
        const DELETE: &str = "DELETE FROM {p}oxipress_outbox WHERE state = 'sent' AND finished < ?";
        const USED: &str =
            "SELECT message_id FROM {p}oxipress_outbox WHERE spool = ? AND state <> 'sent'";
        if !self.is_made().await? {
            return Ok(());
        }
        let before = self.now().saturating_sub(self.settings.keep_sent);
        self.db.execute(DELETE, binds![before]).await?;
        if self.spool.id().is_empty() {
            return Ok(());
        }
        let used: Vec<(String,)> = self.db.load(USED, binds![self.spool.id()]).await?;
        let used: HashSet<String> = used.into_iter().map(|(id,)| key(&id)).collect();
        let spool = self.spool.clone();
        match tokio::task::spawn_blocking(move || spool.sweep(&used)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "the mail spool cannot be swept"),
            Err(error) => tracing::warn!(%error, "the mail spool was not swept"),
        }
        Ok(())
    }
}
