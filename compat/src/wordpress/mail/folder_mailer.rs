//! The folder transport, for development and tests: each mail becomes an `.eml` file.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::delivery_error::DeliveryError;
use super::message::{Form, Outgoing};
use crate::wordpress::private_file;

/// Writes each mail into a file of its own.
#[derive(Debug)]
pub struct FolderMailer {
    folder: PathBuf,
}

impl FolderMailer {
    /// A mailer into a folder, which is made with the first mail.
    pub fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
        }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) async fn deliver(&self, mail: &Outgoing) -> Result<(), DeliveryError> {
        // This copy is not delivered, so it may contain `Bcc`.
        let text = mail.render(Form {
            keep_bcc: true,
            ..Form::default()
        });
        let (folder, name) = (self.folder.clone(), file_name(mail));
        let task = tokio::task::spawn_blocking(move || write(&folder, &name, &text));
        let written = task.await.map_err(DeliveryError::unreachable)?;
        written.map_err(|e| DeliveryError::unreachable(format!("{}: {e}", self.folder.display())))
    }
}

/// Written to a temporary name and renamed, so that a reader never sees a partial file. The name is derived from the
/// mail, so that a second delivery writes the same file.
fn write(folder: &Path, name: &str, text: &[u8]) -> std::io::Result<()> {
    private_file::create_folder(folder)?;
    let draft = folder.join(format!(".{name}.part"));
    let mut file = private_file::create(&draft)?;
    file.write_all(text)?;
    file.sync_data()?;
    drop(file);
    std::fs::rename(&draft, folder.join(format!("{name}.eml")))
}

/// The time and the random part of the Message-ID: files sort as they were written.
fn file_name(mail: &Outgoing) -> String {
    let at = Timestamp::from_second(mail.date).unwrap_or(Timestamp::UNIX_EPOCH);
    let id: String = mail
        .message_id
        .chars()
        .take_while(|c| *c != '@')
        .filter(char::is_ascii_alphanumeric)
        .take(64)
        .collect();
    format!("{}-{id}", at.strftime("%Y%m%d-%H%M%S"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_mail_becomes_one_file_however_often_it_is_delivered() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("mail");
        let mut mail = Outgoing {
            message_id: "<../a1@casa.example>".into(),
            date: 1_795_224_194,
            ..Outgoing::default()
        };
        mail.mail.body = "uno".into();
        let mailer = FolderMailer::new(&folder);
        mailer.deliver(&mail).await.unwrap();
        mailer.deliver(&mail).await.unwrap();
        let files: Vec<_> = std::fs::read_dir(&folder)
            .unwrap()
            .map(|f| f.unwrap().file_name().into_string().unwrap())
            .collect();
        assert_eq!(files, ["20261121-012314-a1.eml"]);
    }
}
