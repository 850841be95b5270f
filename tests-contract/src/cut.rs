//! A TCP proxy to the database that can cut or stall connections.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Result;

/// The mode of the proxy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum ProxyMode {
    /// Carries both directions.
    Open,
    /// Connections are closed at once, including open ones.
    Cut,
    /// Connections stay open, but no bytes pass.
    Silent,
}

/// A TCP proxy on a free loopback port.
#[derive(Debug, Clone)]
pub struct Proxy {
    /// Where it listens.
    pub addr: SocketAddr,
    way: Arc<AtomicU8>,
    streams: Arc<Mutex<Vec<TcpStream>>>,
}

impl Proxy {
    /// A proxy in front of a loopback port. Its threads end with the test.
    pub fn before(port: u16) -> Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let proxy = Self {
            addr: listener.local_addr()?,
            way: Arc::new(AtomicU8::new(ProxyMode::Open as u8)),
            streams: Arc::default(),
        };
        let inside = proxy.clone();
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                inside.carry(client, port);
            }
        });
        Ok(proxy)
    }

    /// Sets the mode.
    pub fn set(&self, way: ProxyMode) {
        self.way.store(way as u8, Ordering::SeqCst);
        if way == ProxyMode::Cut {
            let mut streams = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
            for stream in streams.drain(..) {
                let _ = stream.shutdown(Shutdown::Both);
            }
        }
    }

    fn is(&self, way: ProxyMode) -> bool {
        self.way.load(Ordering::SeqCst) == way as u8
    }

    fn carry(&self, client: TcpStream, port: u16) {
        if self.is(ProxyMode::Cut) {
            return;
        }
        let Ok(server) = TcpStream::connect(("127.0.0.1", port)) else {
            return;
        };
        let ends = [
            client.try_clone(),
            server.try_clone(),
            client.try_clone(),
            server.try_clone(),
        ];
        let [Ok(kept), Ok(kept_too), Ok(to_client), Ok(to_server)] = ends else {
            return;
        };
        let mut streams = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
        streams.extend([kept, kept_too]);
        for (from, to) in [(client, to_server), (server, to_client)] {
            let proxy = self.clone();
            std::thread::spawn(move || proxy.pump(from, to));
        }
    }

    fn pump(&self, mut from: TcpStream, mut to: TcpStream) {
        let mut buffer = [0; 16 * 1024];
        while let Ok(read) = from.read(&mut buffer) {
            while self.is(ProxyMode::Silent) {
                std::thread::sleep(Duration::from_millis(5));
            }
            let bytes = buffer.get(..read).unwrap_or_default();
            if bytes.is_empty() || to.write_all(bytes).is_err() {
                break;
            }
        }
        let _ = from.shutdown(Shutdown::Both);
        let _ = to.shutdown(Shutdown::Both);
    }
}
