//! Folders that the server writes: uploads, files of requests, mails, the database.

use std::path::{Path, PathBuf};

use compat::wordpress::db::DatabaseUrl;
use compat::wordpress::private_file;

use crate::app::App;
use crate::outbox;

use super::finding::{Finding, Level};

const AREA: &str = "folders";

pub(super) fn check(app: &App, found: &mut Vec<Finding>) {
    if let Some(content) = &app.content_dir {
        let uploads = content.join("uploads");
        writable(&uploads, "uploads", found);
    }
    if let DatabaseUrl::Sqlite(path) = app.db.url() {
        let folder = path.parent().unwrap_or(Path::new("."));
        let folder = if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        };
        writable(folder, "the folder of the database file", found);
        private(path, "the database file", found);
    }
    let given = &app.settings.server.upload_folder;
    let spool = match given.as_str() {
        "" => std::env::temp_dir(),
        given => PathBuf::from(given),
    };
    writable(&spool, "files of requests (server.upload_folder)", found);
    let [mails, spool] = outbox::folders(&app.settings);
    for (folder, what) in [
        (mails, "mails (mail.folder)"),
        (spool, "attachments (mail.spool)"),
    ] {
        if folder.exists() {
            writable(&folder, what, found);
            private(&folder, what, found);
        } else {
            let parent = folder.ancestors().skip(1).find(|f| f.is_dir());
            writable(parent.unwrap_or(Path::new(".")), what, found);
        }
    }
}

/// Whether a file can be made there: one is made and removed.
fn writable(folder: &Path, what: &str, found: &mut Vec<Finding>) {
    let made = tempfile::Builder::new()
        .prefix(".oxipress-doctor-")
        .tempfile_in(folder);
    found.push(match made {
        Ok(_) => Finding::ok(AREA, format!("{what}: {} is writable", folder.display())),
        Err(error) => Finding::new(
            AREA,
            Level::Error,
            format!("{what}: {} is not writable: {error}", folder.display()),
            format!(
                "make it, and give it to the user of the server: chown USER {}",
                folder.display()
            ),
        ),
    });
}

/// Whether others on the machine may read what must be private.
fn private(path: &Path, what: &str, found: &mut Vec<Finding>) {
    if let Some(mode) = private_file::open_mode(path) {
        found.push(Finding::new(
            AREA,
            Level::Warning,
            format!("{what}: others may read {} (mode {mode:o})", path.display()),
            format!("chmod go-rwx {}", path.display()),
        ));
    }
}
