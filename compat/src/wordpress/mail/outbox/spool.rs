//! The spool: the folder of attached files, and the lock files of running instances.
//!
//! ```text
//! spool/id                     names this folder: another machine's spool has another name
//! spool/instances/{id}.{rand}  locked as long as that instance lives
//! spool/files/{mail}/{n}       the files of a mail, mode 0600, without their names
//! ```

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use super::super::arguments::Attachment;
use crate::wordpress::password::wp_generate_password;
use crate::wordpress::private_file;

/// Minimum age at which an unreferenced folder is deleted: its row may not be committed yet.
const ORPHAN_AGE: Duration = Duration::from_secs(3600);

/// The spool of this machine.
#[derive(Debug)]
pub(super) struct Spool {
    folder: PathBuf,
    own: OnceLock<Own>,
}

#[derive(Debug)]
struct Own {
    id: String,
    token: String,
    /// Held until the process ends.
    _lock: Option<File>,
}

impl Spool {
    pub(super) fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            own: OnceLock::new(),
        }
    }

    /// The name of this folder; empty when it cannot be made.
    pub(super) fn id(&self) -> &str {
        &self.own().id
    }

    /// The name of this instance, which leases bear.
    pub(super) fn token(&self) -> &str {
        &self.own().token
    }

    fn own(&self) -> &Own {
        self.own.get_or_init(|| {
            let random = wp_generate_password(24, false, false);
            match self.open(&random) {
                Ok(own) => own,
                Err(error) => {
                    tracing::warn!(%error, folder = %self.folder.display(), "the mail spool cannot be used: mails with attachments fail");
                    Own {
                        id: String::new(),
                        token: random,
                        _lock: None,
                    }
                }
            }
        })
    }

    fn open(&self, random: &str) -> io::Result<Own> {
        let instances = self.folder.join("instances");
        private_file::create_folder(&instances)?;
        private_file::create_folder(&self.folder.join("files"))?;
        let id = self.read_or_draw_id()?;
        let token = format!("{id}.{random}");
        let lock = private_file::create(&instances.join(&token))?;
        lock.lock()?;
        Ok(Own {
            id,
            token,
            _lock: Some(lock),
        })
    }

    fn read_or_draw_id(&self) -> io::Result<String> {
        let path = self.folder.join("id");
        let draft = self
            .folder
            .join(format!("id.{}", wp_generate_password(12, false, false)));
        let mut file = private_file::create(&draft)?;
        file.write_all(wp_generate_password(16, false, false).as_bytes())?;
        file.sync_all()?;
        // The first of several that start at the same time names the folder.
        let linked = fs::hard_link(&draft, &path);
        fs::remove_file(&draft)?;
        match linked {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        let id = fs::read_to_string(&path)?;
        let is_name = id.len() == 16 && id.bytes().all(|b| b.is_ascii_alphanumeric());
        is_name
            .then_some(id)
            .ok_or_else(|| io::Error::new(ErrorKind::InvalidData, "the file `id` is damaged"))
    }

    /// Whether the instance of a lease has certainly ended.
    pub(super) fn is_gone(&self, token: &str) -> bool {
        let is_ours = token != self.token()
            && !self.id().is_empty()
            && token
                .strip_prefix(self.id())
                .and_then(|rest| rest.strip_prefix('.'))
                .is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_alphanumeric()));
        let path = self.folder.join("instances").join(token);
        is_ours && File::open(path).is_ok_and(|file| file.try_lock().is_ok())
    }

    /// Copies the files of a mail. Those that cannot be read are left out, as PHPMailer does.
    pub(super) fn take(&self, mail: &str, files: &[Attachment]) -> io::Result<Vec<Attachment>> {
        let mut kept = Vec::new();
        for attachment in files {
            let Ok(mut source) = readable(&attachment.path) else {
                tracing::warn!(file = %attachment.path.display(), "an attachment cannot be read and is left out");
                continue;
            };
            if self.id().is_empty() {
                return Err(io::Error::other("there is no spool"));
            }
            let folder = self.files_of(mail);
            private_file::create_folder(&folder)?;
            let name = kept.len().to_string();
            let mut target = private_file::create(&folder.join(&name))?;
            io::copy(&mut source, &mut target)?;
            target.sync_all()?;
            kept.push(Attachment {
                path: PathBuf::from(name),
                name: attachment.name.clone(),
            });
        }
        Ok(kept)
    }

    /// The files of a mail.
    pub(super) fn read(&self, mail: &str, files: &[Attachment]) -> io::Result<Vec<Vec<u8>>> {
        let folder = self.files_of(mail);
        let read = |attachment: &Attachment| fs::read(folder.join(&attachment.path));
        files.iter().map(read).collect()
    }

    /// Removes the files of a deleted mail.
    pub(super) fn remove(&self, mail: &str) {
        match fs::remove_dir_all(self.files_of(mail)) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                tracing::warn!(%error, mail, "the files of a mail cannot be removed");
            }
            _ => {}
        }
    }

    /// Removes leftovers of a crash: files of mails that are not in `used`, and locks of ended instances.
    pub(super) fn sweep(&self, used: &HashSet<String>) -> io::Result<()> {
        for entry in fs::read_dir(self.folder.join("files"))? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let age = entry.metadata()?.modified()?.elapsed().unwrap_or_default();
            if age > ORPHAN_AGE && !used.contains(&name) {
                self.remove(&name);
            }
        }
        for entry in fs::read_dir(self.folder.join("instances"))? {
            let entry = entry?;
            if self.is_gone(&entry.file_name().to_string_lossy()) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    fn files_of(&self, mail: &str) -> PathBuf {
        self.folder.join("files").join(key(mail))
    }
}

/// The random part of a Message-ID.
pub(super) fn key(message_id: &str) -> String {
    let id = message_id.trim_start_matches('<');
    id.chars().take_while(char::is_ascii_alphanumeric).collect()
}

/// Opens a regular file; opening a FIFO would block.
fn readable(path: &Path) -> io::Result<File> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "not a file"));
    }
    File::open(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn files_are_private_and_go_with_the_mail() {
        let dir = tempfile::tempdir().unwrap();
        let source = dir.path().join("nota.sh");
        fs::write(&source, "hola").unwrap();
        fs::set_permissions(&source, fs::Permissions::from_mode(0o755)).unwrap();
        let spool = Spool::new(&dir.path().join("spool"));
        let files = [
            Attachment::new(dir.path().join("missing")),
            Attachment::new(dir.path()),
            Attachment::new(&source),
        ];
        let kept = spool.take("<abc@x>", &files).unwrap();
        assert_eq!(kept.len(), 1);
        let path = dir.path().join("spool/files/abc/0");
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&path), 0o600);
        assert_eq!(mode(path.parent().unwrap()), 0o700);
        assert_eq!(spool.read("<abc@x>", &kept).unwrap(), [b"hola"]);
        spool.remove("<abc@x>");
        assert!(!path.parent().unwrap().exists());
        spool.remove("<abc@x>");
    }

    #[test]
    fn an_instance_is_gone_when_its_lock_is_free() {
        let dir = tempfile::tempdir().unwrap();
        let (one, two) = (Spool::new(dir.path()), Spool::new(dir.path()));
        assert_eq!(one.id(), two.id());
        let token = one.token().to_owned();
        assert!(!two.is_gone(&token) && !two.is_gone("elsewhere.abc") && !two.is_gone("../id"));
        drop(one);
        assert!(two.is_gone(&token));
        two.sweep(&HashSet::new()).unwrap();
        assert!(!two.is_gone(&token));
    }
}
