//! A mock MySQL 8 server: sends its handshake, authenticates by `caching_sha2_password` in each mode, and forwards the
//! rest to a MariaDB.
//!
//! The protocol is that of MySQL's own documentation ("Connection phase", "Caching SHA-2 pluggable authentication").

mod keys;
mod packets;
mod password;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result, bail};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;

use keys::Keys;
use packets::{
    CLIENT_CONNECT_ATTRS, CLIENT_LONG_PASSWORD, CLIENT_PLUGIN_AUTH, CLIENT_PLUGIN_AUTH_LENENC,
    CLIENT_SSL, Greeting, LogIn, Wire,
};

const CACHING_SHA2: &str = "caching_sha2_password";
const NATIVE: &str = "mysql_native_password";

/// The authentication mode of the mock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Manner {
    /// Fast path: the server has the password cached and accepts the scramble.
    pub is_cached: bool,
    /// It offers encryption.
    pub has_tls: bool,
    /// The handshake offers `mysql_native_password` and switches to `caching_sha2_password` after the user name.
    pub switches: bool,
}

/// The mock server.
pub struct MysqlEight {
    /// Where it listens.
    pub addr: SocketAddr,
    steps: Arc<Mutex<Vec<&'static str>>>,
    _runtime: Runtime,
}

/// What every connection needs.
struct Server {
    manner: Manner,
    password: String,
    mariadb: SocketAddr,
    keys: Keys,
    steps: Arc<Mutex<Vec<&'static str>>>,
}

impl MysqlEight {
    /// Starts in front of a MariaDB whose `root` has no password; its own user has `password`.
    pub fn start(mariadb_port: u16, password: &str, manner: Manner) -> Result<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()?;
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0"))?;
        let addr = listener.local_addr()?;
        let steps = Arc::new(Mutex::new(Vec::new()));
        let server = Arc::new(Server {
            manner,
            password: password.to_owned(),
            mariadb: SocketAddr::from(([127, 0, 0, 1], mariadb_port)),
            keys: Keys::make()?,
            steps: Arc::clone(&steps),
        });
        runtime.spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let server = Arc::clone(&server);
                // A connection that breaks is the client's matter; a test sees it there.
                tokio::spawn(async move { server.serve(stream).await });
            }
        });
        Ok(Self {
            addr,
            steps,
            _runtime: runtime,
        })
    }

    /// The address of a database, as `--database` takes it.
    pub fn url(&self, password: &str, database: &str, parameters: &str) -> String {
        let port = self.addr.port();
        format!("mysql://ocho:{password}@127.0.0.1:{port}/{database}{parameters}")
    }

    /// The steps of all connections so far.
    pub fn steps(&self) -> Vec<&'static str> {
        let steps = self.steps.lock().unwrap_or_else(PoisonError::into_inner);
        steps.clone()
    }
}

impl Server {
    fn note(&self, step: &'static str) {
        let mut steps = self.steps.lock().unwrap_or_else(PoisonError::into_inner);
        steps.push(step);
    }

    async fn serve(&self, stream: TcpStream) -> Result<()> {
        let mut behind = Wire::new(TcpStream::connect(self.mariadb).await?);
        let theirs = Greeting::parse(&behind.read().await?)?;
        let plugin = if self.manner.switches {
            NATIVE
        } else {
            CACHING_SHA2
        };
        let offered = theirs.offered(self.manner.has_tls);
        let greeting = Greeting::eight(offered, plugin);
        let mut wire = Wire::new(stream);
        wire.write(&greeting.to_bytes()).await?;
        let first = wire.read().await?;
        let wants_tls = packets::flags(&first)? & CLIENT_SSL != 0;
        if !wants_tls {
            let log_in = LogIn::parse(&first)?;
            return self.log_in(wire, behind, log_in, &greeting, false).await;
        }
        self.note("tls");
        let mut wire = wire.secured(&self.keys).await?;
        let log_in = LogIn::parse(&wire.read().await?)?;
        self.log_in(wire, behind, log_in, &greeting, true).await
    }

    async fn log_in<S>(
        &self,
        mut wire: Wire<S>,
        mut behind: Wire<TcpStream>,
        log_in: LogIn,
        greeting: &Greeting,
        is_secure: bool,
    ) -> Result<()>
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        if log_in.user != "ocho" || log_in.plugin != greeting.plugin {
            bail!("{} came with {}", log_in.user, log_in.plugin);
        }
        let (mut scramble, mut nonce) = (log_in.answer.clone(), greeting.nonce.clone());
        if self.manner.switches {
            nonce = password::other_nonce();
            self.note("switch");
            wire.write(&packets::switch(CACHING_SHA2, &nonce)).await?;
            scramble = wire.read().await?;
        }
        if !self
            .is_right(&mut wire, &scramble, &nonce, is_secure)
            .await?
        {
            self.note("denied");
            wire.write(&packets::denied()).await?;
            return Ok(());
        }
        let taken = CLIENT_SSL | CLIENT_CONNECT_ATTRS | CLIENT_PLUGIN_AUTH_LENENC;
        let there = LogIn {
            flags: (log_in.flags & !taken) | CLIENT_PLUGIN_AUTH | CLIENT_LONG_PASSWORD,
            user: "root".into(),
            answer: Vec::new(),
            plugin: NATIVE.into(),
            ..log_in
        };
        behind.write(&there.to_bytes()).await?;
        let ok = behind.read().await?;
        wire.write(&ok).await?;
        if ok.first() != Some(&0) {
            bail!("the database behind refused");
        }
        self.note("in");
        pass_on(wire, behind).await
    }

    /// `caching_sha2_password`: by the scramble, or by the password itself over a secure channel.
    async fn is_right<S>(
        &self,
        wire: &mut Wire<S>,
        scramble: &[u8],
        nonce: &[u8],
        is_secure: bool,
    ) -> Result<bool>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        if scramble.is_empty() {
            return Ok(self.password.is_empty());
        }
        if self.manner.is_cached {
            if scramble != password::scramble(&self.password, nonce) {
                return Ok(false);
            }
            self.note("fast");
            wire.write(&[0x01, 0x03]).await?;
            return Ok(true);
        }
        wire.write(&[0x01, 0x04]).await?;
        let mut sent = wire.read().await?;
        if is_secure {
            self.note("clear in tls");
        } else {
            if sent != [0x02] {
                bail!("a password came in the clear");
            }
            self.note("rsa");
            let key = [&[0x01], self.keys.public_pem.as_slice()].concat();
            wire.write(&key).await?;
            sent = password::unscrambled(&self.keys.decrypt(&wire.read().await?)?, nonce);
        }
        let sent = sent.strip_suffix(&[0]).context("no end of the password")?;
        Ok(sent == self.password.as_bytes())
    }
}

/// Commands and their responses; the statement that only MySQL 8 supports is replaced by MariaDB's.
async fn pass_on<S>(wire: Wire<S>, behind: Wire<TcpStream>) -> Result<()>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let (mut from_client, mut to_client) = tokio::io::split(wire.stream);
    let (mut from_behind, mut to_behind) = tokio::io::split(behind.stream);
    tokio::spawn(async move {
        let _ = tokio::io::copy(&mut from_behind, &mut to_client).await;
        let _ = to_client.shutdown().await;
    });
    loop {
        let (number, command) = packets::read(&mut from_client).await?;
        let known = b"information_schema_stats_expiry";
        let is_own = command.windows(known.len()).any(|w| w == known);
        let command = if is_own {
            b"\x03DO 0".to_vec()
        } else {
            command
        };
        packets::write(&mut to_behind, number, &command).await?;
    }
}
