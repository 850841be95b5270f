//! A mail server for tests: receives mails on a loopback port, and refuses, delays or disconnects on demand.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// A mail that was taken.
#[derive(Debug, Clone)]
pub struct ReceivedMail {
    /// Address of `MAIL FROM`.
    pub from: String,
    /// Addresses of `RCPT TO` that were accepted.
    pub to: Vec<String>,
    /// The text as received, without the dots of the protocol.
    pub text: String,
}

impl ReceivedMail {
    /// A header as it stands in the text, unfolded.
    pub fn header(&self, name: &str) -> Option<String> {
        crate::mail_text::header(&self.text, name)
    }

    /// The Message-ID; empty when there is none.
    pub fn message_id(&self) -> String {
        self.header("Message-ID").unwrap_or_default()
    }
}

/// How the server behaves.
#[derive(Debug, Clone)]
pub struct Manners {
    /// Announces `8BITMIME`.
    pub eight_bit: bool,
    /// The expected decoded `AUTH PLAIN` credentials; others are rejected. `None`: no authentication.
    pub password: Option<String>,
    /// Ends a connection with 421 when it brings a mail more than so many.
    pub mails_of_a_connection: usize,
    /// The reply to `MAIL FROM` instead of 250, as in `451 later`.
    pub to_mail: Option<String>,
    /// Recipients that are answered with 550.
    pub unknown: Vec<String>,
    /// The reply to the data instead of 250.
    pub to_text: Option<String>,
    /// Receives the data, then closes the connection without a reply.
    pub hangs_up: bool,
    /// Delay of the reply to the data.
    pub delay: Duration,
}

impl Default for Manners {
    fn default() -> Self {
        Self {
            eight_bit: true,
            password: None,
            mails_of_a_connection: usize::MAX,
            to_mail: None,
            unknown: Vec::new(),
            to_text: None,
            hangs_up: false,
            delay: Duration::ZERO,
        }
    }
}

#[derive(Default)]
struct State {
    manners: Manners,
    taken: Vec<ReceivedMail>,
    connections: usize,
    /// Talks that are going on.
    talks: usize,
    open: Vec<TcpStream>,
    is_down: bool,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A running mail server; it stops when dropped.
pub struct SmtpSink {
    /// Where it listens.
    pub addr: SocketAddr,
    port: String,
    shared: Arc<Shared>,
    acceptor: Option<JoinHandle<()>>,
}

impl SmtpSink {
    /// Starts on a free port.
    pub fn start() -> Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let mut sink = Self {
            addr: listener.local_addr()?,
            port: listener.local_addr()?.port().to_string(),
            shared: Arc::default(),
            acceptor: None,
        };
        sink.accept(listener);
        Ok(sink)
    }

    fn accept(&mut self, listener: TcpListener) {
        let shared = Arc::clone(&self.shared);
        self.acceptor = Some(std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let mut state = shared.state();
                if state.is_down {
                    return;
                }
                state.connections += 1;
                state.talks += 1;
                state.open.extend(stream.try_clone());
                drop(state);
                let shared = Arc::clone(&shared);
                std::thread::spawn(move || {
                    // A disconnected client ends the session.
                    let _ = talk(&stream, &shared);
                    let _ = stream.shutdown(Shutdown::Both);
                    shared.state().talks -= 1;
                    shared.changed.notify_all();
                });
            }
        }));
    }

    /// Variables that send a server's mails here; its spool.
    pub fn variables<'a>(&'a self, spool: &'a str) -> Vec<(&'a str, &'a str)> {
        vec![
            ("OXIPRESS_MAIL_TRANSPORT", "smtp"),
            ("OXIPRESS_MAIL_SMTP_HOST", "127.0.0.1"),
            ("OXIPRESS_MAIL_SMTP_PORT", &self.port),
            ("OXIPRESS_MAIL_SMTP_TLS", "none"),
            ("OXIPRESS_MAIL_SPOOL", spool),
        ]
    }

    /// Behaves so from now on.
    pub fn set(&self, manners: Manners) {
        self.shared.state().manners = manners;
    }

    /// Closes the port and every connection.
    pub fn go_down(&mut self) {
        let mut state = self.shared.state();
        state.is_down = true;
        for stream in state.open.drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
        drop(state);
        // Wakes the acceptor, which then closes the port.
        let _ = TcpStream::connect(self.addr);
        if let Some(acceptor) = self.acceptor.take() {
            let _ = acceptor.join();
        }
    }

    /// Listens again on the same port.
    pub fn come_up(&mut self) -> Result<()> {
        let listener = TcpListener::bind(self.addr)?;
        self.shared.state().is_down = false;
        self.accept(listener);
        Ok(())
    }

    /// The mails taken so far.
    pub fn messages(&self) -> Vec<ReceivedMail> {
        self.shared.state().taken.clone()
    }

    /// The number of mails received, after all connections have ended: for use after the client was killed.
    pub fn messages_when_idle(&self) -> usize {
        let mut state = self.shared.state();
        while state.talks > 0 {
            let waited = self.shared.changed.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
        state.taken.len()
    }

    /// How many connections there were.
    pub fn connections(&self) -> usize {
        self.shared.state().connections
    }

    /// Waits until so many mails are there.
    pub fn wait_for(&self, number: usize, timeout: Duration) -> Result<Vec<ReceivedMail>> {
        let until = Instant::now() + timeout;
        let mut state = self.shared.state();
        while state.taken.len() < number {
            let left = until.saturating_duration_since(Instant::now());
            ensure!(
                !left.is_zero(),
                "{} of {number} mails came",
                state.taken.len()
            );
            let waited = self.shared.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        Ok(state.taken.clone())
    }
}

impl Drop for SmtpSink {
    fn drop(&mut self) {
        self.go_down();
    }
}

fn talk(stream: &TcpStream, shared: &Shared) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(120)))?;
    let mut reader = BufReader::new(stream);
    let say = |text: &str| (&*stream).write_all(format!("{text}\r\n").as_bytes());
    say("220 sink ready")?;
    let (mut from, mut to, mut mails) = (String::new(), Vec::new(), 0);
    loop {
        let mut line = String::new();
        if (&mut reader).take(10_000).read_line(&mut line)? == 0 {
            return Ok(());
        }
        let manners = shared.state().manners.clone();
        let verb = line.trim_end().to_ascii_uppercase();
        match verb.split([' ', ':']).next().unwrap_or("") {
            "EHLO" if manners.eight_bit => say("250-sink\r\n250-8BITMIME\r\n250 AUTH PLAIN")?,
            "EHLO" => say("250-sink\r\n250 AUTH PLAIN")?,
            "AUTH" => say(auth(&line, manners.password.as_deref()))?,
            "HELO" | "NOOP" => say("250 sink")?,
            "MAIL" if mails >= manners.mails_of_a_connection => return say("421 enough"),
            "MAIL" => {
                mails += 1;
                from = address(&line);
                to.clear();
                say(manners.to_mail.as_deref().unwrap_or("250 ok"))?;
            }
            "RCPT" if manners.unknown.contains(&address(&line)) => say("550 unknown user")?,
            "RCPT" => {
                to.push(address(&line));
                say("250 ok")?;
            }
            "DATA" => {
                say("354 go on")?;
                let text = text(&mut reader)?;
                if let Some(refusal) = &manners.to_text {
                    say(refusal)?;
                    continue;
                }
                std::thread::sleep(manners.delay);
                let mut state = shared.state();
                state.taken.push(ReceivedMail {
                    from: from.clone(),
                    to: std::mem::take(&mut to),
                    text,
                });
                drop(state);
                shared.changed.notify_all();
                if manners.hangs_up {
                    return Ok(());
                }
                say("250 taken")?;
            }
            "RSET" => {
                to.clear();
                say("250 ok")?;
            }
            "QUIT" => return say("221 bye"),
            _ => say("502 what")?,
        }
    }
}

/// The reply to `AUTH PLAIN ...`.
fn auth(line: &str, wanted: Option<&str>) -> &'static str {
    let said = line.split_whitespace().nth(2).unwrap_or_default();
    let said = STANDARD.decode(said).unwrap_or_default();
    match wanted {
        Some(wanted) if said != wanted.as_bytes() => "535 no",
        _ => "235 welcome",
    }
}

/// What stands between `<` and `>`.
fn address(line: &str) -> String {
    let inner = line
        .split_once('<')
        .and_then(|(_, rest)| rest.split_once('>'));
    inner
        .map(|(address, _)| address.to_owned())
        .unwrap_or_default()
}

fn text(reader: &mut impl BufRead) -> std::io::Result<String> {
    let mut out = Vec::new();
    loop {
        let mut line = Vec::new();
        if reader.read_until(b'\n', &mut line)? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        match line.as_slice() {
            b".\r\n" => return Ok(String::from_utf8_lossy(&out).into_owned()),
            [b'.', rest @ ..] => out.extend_from_slice(rest),
            line => out.extend_from_slice(line),
        }
    }
}
