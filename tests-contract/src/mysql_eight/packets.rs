//! Packets of the client/server protocol, as far as a log-in needs them.

use std::sync::Arc;

use anyhow::{Context, Result};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

use super::keys::Keys;
use super::password::first_nonce;

pub const CLIENT_LONG_PASSWORD: u32 = 1;
pub const CLIENT_CONNECT_WITH_DB: u32 = 1 << 3;
pub const CLIENT_COMPRESS: u32 = 1 << 5;
pub const CLIENT_SSL: u32 = 1 << 11;
pub const CLIENT_PLUGIN_AUTH: u32 = 1 << 19;
pub const CLIENT_CONNECT_ATTRS: u32 = 1 << 20;
pub const CLIENT_PLUGIN_AUTH_LENENC: u32 = 1 << 21;

/// One packet: its number and its payload.
pub async fn read<R: AsyncRead + Unpin>(stream: &mut R) -> Result<(u8, Vec<u8>)> {
    let mut head = [0; 4];
    stream.read_exact(&mut head).await?;
    let [a, b, c, number] = head;
    let length = usize::try_from(u32::from_le_bytes([a, b, c, 0]))?;
    let mut payload = vec![0; length];
    stream.read_exact(&mut payload).await?;
    Ok((number, payload))
}

/// Writes one packet.
pub async fn write<W: AsyncWrite + Unpin>(
    stream: &mut W,
    number: u8,
    payload: &[u8],
) -> Result<()> {
    let [a, b, c, _] = u32::try_from(payload.len())?.to_le_bytes();
    let packet = [&[a, b, c, number], payload].concat();
    stream.write_all(&packet).await?;
    stream.flush().await?;
    Ok(())
}

/// A connection whose packets are numbered.
pub struct Wire<S> {
    pub stream: S,
    next: u8,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Wire<S> {
    pub fn new(stream: S) -> Self {
        Self { stream, next: 0 }
    }

    pub async fn read(&mut self) -> Result<Vec<u8>> {
        let (number, payload) = read(&mut self.stream).await?;
        self.next = number.wrapping_add(1);
        Ok(payload)
    }

    pub async fn write(&mut self, payload: &[u8]) -> Result<()> {
        write(&mut self.stream, self.next, payload).await?;
        self.next = self.next.wrapping_add(1);
        Ok(())
    }
}

impl Wire<TcpStream> {
    /// The same connection, encrypted from here on.
    pub async fn secured(self, keys: &Keys) -> Result<Wire<TlsStream<TcpStream>>> {
        let acceptor = TlsAcceptor::from(Arc::clone(&keys.tls));
        Ok(Wire {
            stream: acceptor.accept(self.stream).await?,
            next: self.next,
        })
    }
}

/// Reads a payload from its front.
struct Parts<'a>(&'a [u8]);

impl<'a> Parts<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length).context("a short packet")?;
        self.0 = rest;
        Ok(taken)
    }

    fn text(&mut self) -> Result<String> {
        let end = self.0.iter().position(|b| *b == 0);
        let text = self.take(end.unwrap_or(self.0.len()))?;
        if end.is_some() {
            self.take(1)?;
        }
        Ok(String::from_utf8(text.to_vec())?)
    }

    fn short(&mut self) -> Result<u32> {
        Ok(u32::from(u16::from_le_bytes(self.take(2)?.try_into()?)))
    }
}

/// The flags of the client's first packet.
pub fn flags(payload: &[u8]) -> Result<u32> {
    let flags = payload.first_chunk::<4>().context("a short packet")?;
    Ok(u32::from_le_bytes(*flags))
}

/// The initial handshake.
pub struct Greeting {
    pub flags: u32,
    pub nonce: Vec<u8>,
    pub plugin: String,
}

impl Greeting {
    /// The handshake of the upstream server.
    pub fn parse(payload: &[u8]) -> Result<Self> {
        let mut parts = Parts(payload);
        parts.take(1)?;
        parts.text()?;
        parts.take(4)?;
        let mut nonce = parts.take(8)?.to_vec();
        parts.take(1)?;
        let low = parts.short()?;
        parts.take(3)?;
        let high = parts.short()?;
        parts.take(11)?;
        nonce.extend_from_slice(parts.take(12)?);
        Ok(Self {
            flags: low | high << 16,
            nonce,
            plugin: String::new(),
        })
    }

    /// What may be offered so that everything can be passed on.
    pub fn offered(&self, has_tls: bool) -> u32 {
        let own = CLIENT_LONG_PASSWORD | CLIENT_PLUGIN_AUTH;
        let tls = if has_tls { CLIENT_SSL } else { 0 };
        (self.flags & !(CLIENT_COMPRESS | CLIENT_SSL)) | own | tls
    }

    /// The handshake of MySQL 8.
    pub fn eight(flags: u32, plugin: &str) -> Self {
        Self {
            flags,
            nonce: first_nonce(),
            plugin: plugin.into(),
        }
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let [f0, f1, f2, f3] = self.flags.to_le_bytes();
        let (first, second) = self.nonce.split_at(8);
        let mut bytes = vec![10];
        bytes.extend_from_slice(b"8.0.36\0");
        bytes.extend_from_slice(&[7, 0, 0, 0]);
        bytes.extend_from_slice(first);
        // The set of characters is utf8mb4_0900_ai_ci, the length of the nonce counts its end.
        bytes.extend_from_slice(&[0, f0, f1, 255, 2, 0, f2, f3, 21]);
        bytes.extend_from_slice(&[0; 10]);
        bytes.extend_from_slice(second);
        bytes.push(0);
        bytes.extend_from_slice(self.plugin.as_bytes());
        bytes.push(0);
        bytes
    }
}

/// `HandshakeResponse41`.
pub struct LogIn {
    pub flags: u32,
    pub largest: [u8; 4],
    pub charset: u8,
    pub user: String,
    pub answer: Vec<u8>,
    pub database: String,
    pub plugin: String,
}

impl LogIn {
    pub fn parse(payload: &[u8]) -> Result<Self> {
        let flags = flags(payload)?;
        let mut parts = Parts(payload);
        parts.take(4)?;
        let largest = parts.take(4)?.try_into()?;
        let charset = *parts.take(1)?.first().context("a short packet")?;
        parts.take(23)?;
        let user = parts.text()?;
        // Both forms of the length are one byte for what is this short.
        let length = *parts.take(1)?.first().context("a short packet")?;
        let answer = parts.take(usize::from(length))?.to_vec();
        let database = if flags & CLIENT_CONNECT_WITH_DB == 0 {
            String::new()
        } else {
            parts.text()?
        };
        Ok(Self {
            flags,
            largest,
            charset,
            user,
            answer,
            database,
            plugin: parts.text()?,
        })
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.flags.to_le_bytes().to_vec();
        bytes.extend_from_slice(&self.largest);
        bytes.push(self.charset);
        bytes.extend_from_slice(&[0; 23]);
        bytes.extend_from_slice(self.user.as_bytes());
        bytes.push(0);
        bytes.push(u8::try_from(self.answer.len()).unwrap_or(0));
        bytes.extend_from_slice(&self.answer);
        if self.flags & CLIENT_CONNECT_WITH_DB != 0 {
            bytes.extend_from_slice(self.database.as_bytes());
            bytes.push(0);
        }
        bytes.extend_from_slice(self.plugin.as_bytes());
        bytes.push(0);
        bytes
    }
}

/// `AuthSwitchRequest`.
pub fn switch(plugin: &str, nonce: &[u8]) -> Vec<u8> {
    [&[0xfe], plugin.as_bytes(), &[0], nonce, &[0]].concat()
}

/// `ER_ACCESS_DENIED_ERROR`.
pub fn denied() -> Vec<u8> {
    let [low, high] = 1045_u16.to_le_bytes();
    let message = b"#28000Access denied for user 'ocho'@'localhost' (using password: YES)";
    [&[0xff, low, high], message.as_slice()].concat()
}
