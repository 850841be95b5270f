//! Delivery to a mail server by SMTP: plain, with STARTTLS, or with TLS from the start; with or without a password.
//!
//! Written on lettre's connection rather than on its transport, for three reasons that each lose or double mails:
//! its transport waits for an answer for ever; a connection whose answer was not waited for goes back into its pool,
//! where that answer is taken for the next one; and one refused recipient keeps the others from getting the mail.

use std::fmt;
use std::time::Duration;

use lettre::Address;
use lettre::transport::smtp::Error as SmtpError;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt, Rset};
use lettre::transport::smtp::extension::{ClientId, Extension, MailBodyParameter, MailParameter};
use lettre::transport::smtp::response::Severity;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

use super::message::{Form, Outgoing, lettre_address};
use super::transport::DeliveryError;

/// A connection that was not used for this long is not used again.
const IDLE: Duration = Duration::from_secs(30);
/// Slower uploads are given up.
const BYTES_PER_SECOND: u64 = 20_000;

/// How the connection is protected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SmtpSecurity {
    /// Not at all.
    None,
    /// By STARTTLS; a server without it is not used.
    StartTls,
    /// From the first byte.
    Tls,
}

/// A mail server.
#[derive(Clone)]
pub struct SmtpServer {
    /// Its name, which its certificate must bear.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// How the connection is protected.
    pub security: SmtpSecurity,
    /// User; empty: the server is used without a password.
    pub user: String,
    /// Password.
    pub password: String,
    /// The name that we give ourselves (`EHLO`).
    pub hello: String,
    /// How long one answer may take.
    pub timeout: Duration,
}

impl fmt::Debug for SmtpServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.host, self.port)
    }
}

/// Delivers to a mail server; connections are used again.
pub struct SmtpMailer {
    server: SmtpServer,
    idle: Mutex<Vec<(AsyncSmtpConnection, Instant)>>,
}

impl fmt::Debug for SmtpMailer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.server.fmt(f)
    }
}

impl fmt::Display for SmtpMailer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the mail server {:?}", self.server)
    }
}

impl SmtpMailer {
    /// A mailer for a server, to which it does not connect before the first mail.
    pub fn new(server: SmtpServer) -> Self {
        Self {
            server,
            idle: Mutex::new(Vec::new()),
        }
    }

    /// Greeting, protection, password, the four steps of a mail, and a large mail's upload.
    pub(super) fn patience(&self) -> Duration {
        self.server.timeout * 10
    }

    pub(super) async fn deliver(&self, mail: &Outgoing) -> Result<(), DeliveryError> {
        let work = async {
            let mut conn = self.connection().await?;
            let result = self.send(&mut conn, mail).await;
            // Only a connection that stands at the beginning of a mail is used again. One that a time-out
            // interrupted never comes here.
            let is_clean = match &result {
                Ok(()) => true,
                Err(_) => !conn.has_broken() && self.step(conn.command(Rset)).await.is_ok(),
            };
            if is_clean {
                self.idle.lock().await.push((conn, Instant::now()));
            }
            result
        };
        let patience = self.patience();
        timeout(patience, work).await.unwrap_or_else(|_| {
            Err(DeliveryError::refused(format!(
                "{self} took longer than {patience:?}"
            )))
        })
    }

    /// One answer of the server, or a time-out.
    async fn step<T>(
        &self,
        answer: impl Future<Output = Result<T, SmtpError>>,
    ) -> Result<T, DeliveryError> {
        match timeout(self.server.timeout, answer).await {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(error)) if error.status().is_some_and(|c| c.to_string() == "421") => {
                Err(DeliveryError::unreachable(error))
            }
            Ok(Err(error)) => Err(DeliveryError::refused(error)),
            Err(_) => Err(DeliveryError::refused(format!(
                "no answer within {:?}",
                self.server.timeout
            ))),
        }
    }

    async fn connection(&self) -> Result<AsyncSmtpConnection, DeliveryError> {
        loop {
            let Some((mut conn, since)) = self.idle.lock().await.pop() else {
                break;
            };
            if since.elapsed() < IDLE
                && timeout(self.server.timeout, conn.test_connected()).await == Ok(true)
            {
                return Ok(conn);
            }
        }
        // Whatever goes wrong before the first mail goes wrong with every mail.
        let connected = self.connect().await;
        connected.map_err(|error| DeliveryError::unreachable(format!("{self}: {error}")))
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, DeliveryError> {
        let server = &self.server;
        let tls = || TlsParameters::new(server.host.clone()).map_err(DeliveryError::refused);
        let hello = match server.hello.parse() {
            Ok(std::net::IpAddr::V4(ip)) => ClientId::Ipv4(ip),
            Ok(std::net::IpAddr::V6(ip)) => ClientId::Ipv6(ip),
            Err(_) => ClientId::Domain(server.hello.clone()),
        };
        let wrapper = match server.security {
            SmtpSecurity::Tls => Some(tls()?),
            SmtpSecurity::None | SmtpSecurity::StartTls => None,
        };
        let address = (server.host.as_str(), server.port);
        let opening = AsyncSmtpConnection::connect_tokio1(address, None, &hello, wrapper, None);
        let mut conn = self.step(opening).await?;
        if server.security == SmtpSecurity::StartTls {
            self.step(conn.starttls(tls()?, &hello)).await?;
        }
        if !server.user.is_empty() {
            let credentials = Credentials::new(server.user.clone(), server.password.clone());
            let mechanisms = [Mechanism::Plain, Mechanism::Login];
            self.step(conn.auth(&mechanisms, &credentials)).await?;
        }
        Ok(conn)
    }

    async fn send(
        &self,
        conn: &mut AsyncSmtpConnection,
        mail: &Outgoing,
    ) -> Result<(), DeliveryError> {
        let takes_8_bit = conn.server_info().supports_feature(Extension::EightBitMime);
        let text = mail.render(Form {
            seven_bit: !takes_8_bit,
            ..Form::default()
        });
        let mut parameters = Vec::new();
        if !text.is_ascii() {
            parameters.push(MailParameter::Body(MailBodyParameter::EightBitMime));
        }
        let from = lettre_address(&mail.mail.from.email);
        self.step(conn.command(Mail::new(from, parameters))).await?;
        let (mut accepted, mut refused, mut said) = (0_usize, Vec::new(), Vec::new());
        for recipient in &mail.recipients {
            match self.offer(conn, lettre_address(recipient)).await? {
                Ok(()) => accepted += 1,
                Err(reason) => {
                    said.push(format!("{recipient}: {reason}"));
                    refused.push(recipient.clone());
                }
            }
        }
        let refusal = DeliveryError {
            remaining: refused,
            ..DeliveryError::refused(said.join("; "))
        };
        if accepted == 0 {
            return Err(refusal);
        }
        self.step(conn.command(Data)).await?;
        let size = u64::try_from(text.len()).unwrap_or(u64::MAX);
        let patience = self.server.timeout + Duration::from_secs(size / BYTES_PER_SECOND);
        let answer = match timeout(patience, conn.message(&text)).await {
            Ok(answer) => answer.map_err(DeliveryError::refused)?,
            Err(_) => return Err(DeliveryError::refused("no answer to the mail's text")),
        };
        // A mail counts as taken by a 2xx only, never by an answer to something else.
        if answer.code().severity != Severity::PositiveCompletion {
            return Err(DeliveryError::refused(format!(
                "odd answer {}",
                answer.code()
            )));
        }
        if refusal.remaining.is_empty() {
            Ok(())
        } else {
            Err(refusal)
        }
    }

    /// Names a recipient: the inner result is the server's word on this one.
    async fn offer(
        &self,
        conn: &mut AsyncSmtpConnection,
        recipient: Option<Address>,
    ) -> Result<Result<(), String>, DeliveryError> {
        let Some(recipient) = recipient else {
            return Ok(Err("no address".to_owned()));
        };
        let asked = conn.command(Rcpt::new(recipient, Vec::new()));
        match timeout(self.server.timeout, asked).await {
            Ok(Ok(_)) => Ok(Ok(())),
            Ok(Err(error)) if error.is_transient() || error.is_permanent() => {
                if error.status().is_some_and(|c| c.to_string() == "421") {
                    return Err(DeliveryError::unreachable(error));
                }
                Ok(Err(error.to_string()))
            }
            Ok(Err(error)) => Err(DeliveryError::refused(error)),
            Err(_) => Err(DeliveryError::refused(format!(
                "no answer within {:?}",
                self.server.timeout
            ))),
        }
    }
}
