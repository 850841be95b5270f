//! Files that an upload has stored, and the note that tells of them, until its rows are written.

use std::path::PathBuf;
use std::sync::Arc;

use object_store::path::Path as Key;

use super::object_files::ObjectFiles;

/// Files in the store that go again unless they are kept.
#[derive(Debug)]
pub(super) struct InStore {
    objects: Arc<ObjectFiles>,
    note: Key,
}

impl InStore {
    /// Files of which this note tells.
    pub(super) fn new(objects: Arc<ObjectFiles>, note: Key) -> Self {
        Self { objects, note }
    }

    /// The files stay: the note goes.
    pub(super) fn keep(self) {
        let removing = async move { self.objects.remove_note(&self.note).await };
        // Without a runtime the note stays for the sweep, which finds the rows.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(removing);
        }
    }

    /// The files go, then the note.
    pub(super) fn remove(self, files: Vec<PathBuf>) {
        let removing = async move {
            match self.objects.remove(&files).await {
                Ok(()) => self.objects.remove_note(&self.note).await,
                Err(error) => {
                    tracing::warn!(%error, "files of an upload that failed stay until a sweep finds their note");
                }
            }
        };
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(removing);
        }
    }
}
