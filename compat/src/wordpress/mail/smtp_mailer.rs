//! Delivery to a mail server by SMTP: plain, with STARTTLS, or with TLS from the start; with or without a password.
//!
//! Built on lettre's connection instead of its transport, which loses or duplicates mails in three ways: it waits for
//! replies without a timeout; a connection with a pending reply returns to its pool, where the reply is read for the
//! next mail; and one refused recipient prevents delivery to the others.

use std::fmt;
use std::time::Duration;

use lettre::transport::smtp::Error as SmtpError;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt, Rset};
use lettre::transport::smtp::extension::{ClientId, Extension, MailBodyParameter, MailParameter};
use lettre::transport::smtp::response::Severity;
use tokio::net::TcpStream;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

use super::delivery_error::{DeliveryError, DeliveryErrorKind};
use super::message::{Form, Outgoing, lettre_address};

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
    /// The client name in `EHLO`.
    pub hello: String,
    /// Timeout of a reply.
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
    pub(super) fn timeout(&self) -> Duration {
        self.server.timeout * 10
    }

    pub(super) async fn deliver(&self, mail: &Outgoing) -> Result<(), DeliveryError> {
        let timeout = self.timeout();
        tokio::time::timeout(timeout, self.send(mail))
            .await
            .unwrap_or_else(|_| {
                let late = format!("{self} took longer than {timeout:?}");
                Err(DeliveryError::refused(late))
            })
    }

    async fn send(&self, mail: &Outgoing) -> Result<(), DeliveryError> {
        let (mut conn, is_fresh) = self.connection().await?;
        let mut offered = self.offer(&mut conn, mail).await;
        if !is_fresh
            && matches!(&offered, Err(error) if error.kind == DeliveryErrorKind::Unreachable)
        {
            // Servers end connections that are old, or have carried many mails.
            conn = self.fresh_connection().await?;
            offered = self.offer(&mut conn, mail).await;
        }
        let result = match offered {
            Ok(offer) => self.hand_over(&mut conn, offer).await?,
            Err(error) if error.kind == DeliveryErrorKind::Unreachable => return Err(error),
            Err(error) => Err(error),
        };
        // Reused only after a complete reply: a late reply would be read for the next mail.
        if result.is_ok() || self.step(conn.command(Rset)).await.is_ok() {
            self.idle.lock().await.push((conn, Instant::now()));
        }
        result
    }

    /// One reply before a mail's data: a refusal concerns the mail, any other error the server.
    async fn step<T>(
        &self,
        answer: impl Future<Output = Result<T, SmtpError>>,
    ) -> Result<T, DeliveryError> {
        match timeout(self.server.timeout, answer).await {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(error)) if is_refusal(&error) => Err(DeliveryError::refused(error)),
            Ok(Err(error)) => Err(DeliveryError::unreachable(error)),
            Err(_) => {
                let late = format!("no answer within {:?}", self.server.timeout);
                Err(DeliveryError::unreachable(late))
            }
        }
    }

    /// A connection that was used before, if one is good, else a fresh one; and whether it is fresh.
    async fn connection(&self) -> Result<(AsyncSmtpConnection, bool), DeliveryError> {
        loop {
            let Some((mut conn, since)) = self.idle.lock().await.pop() else {
                return Ok((self.fresh_connection().await?, true));
            };
            if since.elapsed() < IDLE
                && timeout(self.server.timeout, conn.test_connected()).await == Ok(true)
            {
                return Ok((conn, false));
            }
        }
    }

    async fn fresh_connection(&self) -> Result<AsyncSmtpConnection, DeliveryError> {
        // An error before the first mail would affect every mail.
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
        let address = (server.host.as_str(), server.port);
        let mut conn = if server.security == SmtpSecurity::Tls {
            let opening =
                AsyncSmtpConnection::connect_tokio1(address, None, &hello, Some(tls()?), None);
            self.step(opening).await?
        } else {
            // Sets `TCP_NODELAY`: lettre sends a mail's data and its end in two writes, and the second would wait 40 ms for
            // the delayed ACK of the first.
            let stream = match timeout(server.timeout, TcpStream::connect(address)).await {
                Ok(stream) => stream.map_err(DeliveryError::unreachable)?,
                Err(_) => return Err(DeliveryError::unreachable("no connection in time")),
            };
            stream
                .set_nodelay(true)
                .map_err(DeliveryError::unreachable)?;
            let opening = AsyncSmtpConnection::connect_with_transport(Box::new(stream), &hello);
            self.step(opening).await?
        };
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

    /// Names sender and recipients, and is allowed to send the text.
    async fn offer(
        &self,
        conn: &mut AsyncSmtpConnection,
        mail: &Outgoing,
    ) -> Result<Offer, DeliveryError> {
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
        let (mut remaining, mut said) = (Vec::new(), Vec::new());
        for recipient in &mail.recipients {
            let answer = match lettre_address(recipient) {
                Some(address) => {
                    self.step(conn.command(Rcpt::new(address, Vec::new())))
                        .await
                }
                None => Err(DeliveryError::refused("no address")),
            };
            match answer {
                Ok(_) => {}
                Err(error) if error.kind == DeliveryErrorKind::Unreachable => return Err(error),
                Err(error) => {
                    said.push(format!("{recipient}: {error}"));
                    remaining.push(recipient.clone());
                }
            }
        }
        let is_for_nobody = remaining.len() == mail.recipients.len();
        let refusal = DeliveryError {
            remaining,
            ..DeliveryError::refused(said.join("; "))
        };
        if is_for_nobody {
            return Err(refusal);
        }
        self.step(conn.command(Data)).await?;
        Ok(Offer { text, refusal })
    }

    /// Sends the data. The inner result is the server's reply; without one the connection is discarded. Errors from here on
    /// may be caused by this mail, so they do not stop the delivery of others.
    async fn hand_over(
        &self,
        conn: &mut AsyncSmtpConnection,
        offer: Offer,
    ) -> Result<Result<(), DeliveryError>, DeliveryError> {
        let size = u64::try_from(offer.text.len()).unwrap_or(u64::MAX);
        let timeout = self.server.timeout + Duration::from_secs(size / BYTES_PER_SECOND);
        // lettre ends the last line itself.
        let text = offer.text.strip_suffix(b"\r\n").unwrap_or(&offer.text);
        let answer = match tokio::time::timeout(timeout, conn.message(text)).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) if is_refusal(&error) => return Ok(Err(DeliveryError::refused(error))),
            Ok(Err(error)) => return Err(DeliveryError::refused(error)),
            Err(_) => return Err(DeliveryError::refused("no answer to the mail's text")),
        };
        // Only a 2xx reply to the data means delivered.
        if answer.code().severity != Severity::PositiveCompletion {
            let odd = format!("odd answer {}", answer.code());
            return Err(DeliveryError::refused(odd));
        }
        Ok(if offer.refusal.remaining.is_empty() {
            Ok(())
        } else {
            Err(offer.refusal)
        })
    }
}

/// A mail that the server waits for.
struct Offer {
    text: Vec<u8>,
    /// The replies for refused recipients.
    refusal: DeliveryError,
}

/// Whether only this mail is refused: any 4xx and 5xx except 421 (service closing).
fn is_refusal(error: &SmtpError) -> bool {
    let closes = error.status().is_some_and(|code| code.to_string() == "421");
    (error.is_transient() || error.is_permanent()) && !closes
}
