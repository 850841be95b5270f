//! The machine's own `sendmail` program (Postfix, Exim, msmtp, ...): what PHP's `mail()` uses.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::io::AsyncWriteExt as _;
use tokio::process::Command;

use super::delivery_error::DeliveryError;
use super::message::{Form, Outgoing};

/// The sendmail transport: passes mails to a program.
#[derive(Debug)]
pub struct SendmailMailer {
    program: PathBuf,
    timeout: Duration,
}

/// Maximum length of the program's error output stored.
const COMPLAINT: usize = 500;

impl SendmailMailer {
    /// A transport for the program, with a timeout per mail.
    pub fn new(program: &Path, timeout: Duration) -> Self {
        Self {
            program: program.to_owned(),
            timeout,
        }
    }

    pub(super) fn timeout(&self) -> Duration {
        self.timeout
    }

    pub(super) async fn deliver(&self, mail: &Outgoing) -> Result<(), DeliveryError> {
        match tokio::time::timeout(self.timeout, self.run(mail)).await {
            Ok(result) => result,
            Err(_) => Err(DeliveryError::refused(format!(
                "{self} did not end within {:?}",
                self.timeout
            ))),
        }
    }

    async fn run(&self, mail: &Outgoing) -> Result<(), DeliveryError> {
        let mut child = Command::new(&self.program)
            // A line with a single dot does not end the mail.
            .args(["-i", "-f", &mail.mail.from.email, "--"])
            .args(&mail.recipients)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(|e| DeliveryError::unreachable(format!("{self}: {e}")))?;
        if let Some(mut input) = child.stdin.take() {
            // The program may exit before it has read everything; its exit status decides.
            let _ = input.write_all(&unix_lines(mail)).await;
            let _ = input.shutdown().await;
        }
        let ended = child.wait_with_output().await;
        let ended = ended.map_err(|e| DeliveryError::refused(format!("{self}: {e}")))?;
        if ended.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&ended.stderr);
        let said: String = said.trim().chars().take(COMPLAINT).collect();
        Err(DeliveryError::refused(format!(
            "{self}: {}: {said}",
            ended.status
        )))
    }
}

/// A program of the machine reads lines as the machine writes them.
fn unix_lines(mail: &Outgoing) -> Vec<u8> {
    let mut text = mail.render(Form::default());
    text.retain(|byte| *byte != b'\r');
    text
}

impl fmt::Display for SendmailMailer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.program.display())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::mail::DeliveryErrorKind;
    use std::os::unix::fs::PermissionsExt as _;

    fn script(folder: &Path, text: &str) -> PathBuf {
        let path = folder.join("sendmail");
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o700)).unwrap();
        path
    }

    fn mail() -> Outgoing {
        let mut mail = Outgoing {
            recipients: vec!["-oQ/tmp@b.example".into()],
            ..Outgoing::default()
        };
        mail.mail.from.email = "s@b.example".into();
        mail.mail.body = "uno\n.\ndos".into();
        mail
    }

    #[tokio::test]
    async fn the_program_gets_sender_recipients_and_text() {
        let dir = tempfile::tempdir().unwrap();
        let out = dir.path().join("out");
        let path = script(
            dir.path(),
            &format!("#!/bin/sh\necho \"$@\" > {0}\ncat >> {0}\n", out.display()),
        );
        let mailer = SendmailMailer::new(&path, Duration::from_secs(30));
        mailer.deliver(&mail()).await.unwrap();
        let got = std::fs::read_to_string(out).unwrap();
        assert!(got.starts_with("-i -f s@b.example -- -oQ/tmp@b.example\n"));
        assert!(got.ends_with("\n\nuno\n.\ndos\n"), "{got}");
    }

    #[tokio::test]
    async fn failures_tell_whose_fault_they_are() {
        let dir = tempfile::tempdir().unwrap();
        let path = script(dir.path(), "#!/bin/sh\necho no queue >&2\nexit 75\n");
        let mailer = SendmailMailer::new(&path, Duration::from_secs(30));
        let error = mailer.deliver(&mail()).await.unwrap_err();
        assert!(error.kind == DeliveryErrorKind::Refused && error.detail.contains("no queue"));
        let mailer = SendmailMailer::new(&dir.path().join("nada"), Duration::from_secs(30));
        let error = mailer.deliver(&mail()).await.unwrap_err();
        assert_eq!(error.kind, DeliveryErrorKind::Unreachable);
    }
}
