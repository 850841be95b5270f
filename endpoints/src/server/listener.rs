//! Listening sockets: bound here or inherited from the service manager, and closed without losing a client when the
//! next process takes over.
//!
//! A port in use is an error, unless `server.reuse_port` is set. Each socket is opened with `SO_REUSEPORT`, so that
//! the next binary can bind the same address while this one still runs. The kernel then distributes new connections
//! over both; those in the accept queue of a socket that closes would be reset. So a closing socket first filters new
//! connections (clients retransmit after a second and reach the other socket), accepts what its queue holds, and
//! closes then. An inherited socket is shared with its owner: it is only dropped.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Context;
use socket2::{Domain, Protocol, SockFilter, SockRef, Socket, Type};
use tokio::net::{TcpListener, TcpStream};

/// Length of the accept queue.
const BACKLOG: i32 = 4096;

/// A bound socket that does not listen yet.
#[derive(Debug)]
pub struct Bound {
    socket: Socket,
    is_handed_over: bool,
}

impl Bound {
    /// Binds an address. With `reuse_port` another process of the same user may have bound it with `SO_REUSEPORT`.
    ///
    /// # Errors
    /// When the address cannot be used.
    pub fn new(address: SocketAddr, reuse_port: bool) -> anyhow::Result<Self> {
        let bind = || -> io::Result<Socket> {
            let socket = Socket::new(
                Domain::for_address(address),
                Type::STREAM,
                Some(Protocol::TCP),
            )?;
            socket.set_reuse_address(true)?;
            socket.set_reuse_port(reuse_port)?;
            socket.bind(&address.into())?;
            Ok(socket)
        };
        Ok(Bound {
            socket: bind().map_err(|error| unusable(address, error))?,
            is_handed_over: false,
        })
    }

    /// The sockets inherited from the service manager (`LISTEN_FDS`).
    ///
    /// # Errors
    /// When one of them is not a TCP socket.
    pub fn handed_over() -> anyhow::Result<Vec<Self>> {
        let mut given = listenfd::ListenFd::from_env();
        let mut sockets = Vec::with_capacity(given.len());
        for index in 0..given.len() {
            let socket = given.take_tcp_listener(index).context("LISTEN_FDS")?;
            sockets.extend(socket.map(Bound::from));
        }
        Ok(sockets)
    }

    /// The bound address.
    ///
    /// # Errors
    /// When the address cannot be read.
    pub fn address(&self) -> anyhow::Result<SocketAddr> {
        let address = self.socket.local_addr()?.as_socket();
        address.context("the socket has no internet address")
    }

    /// Starts to listen.
    ///
    /// # Errors
    /// When another process already listens on the address.
    pub fn listen(self) -> anyhow::Result<Listener> {
        let address = self.address()?;
        let listen = || -> io::Result<TcpListener> {
            self.socket.set_nonblocking(true)?;
            if !self.is_handed_over {
                self.socket.listen(BACKLOG)?;
                // Set after the bind: the bind fails on a port in use, and a later process can still share the port.
                self.socket.set_reuse_port(true)?;
            }
            TcpListener::from_std(self.socket.into())
        };
        Ok(Listener {
            socket: listen().map_err(|error| unusable(address, error))?,
            is_handed_over: self.is_handed_over,
        })
    }
}

impl From<std::net::TcpListener> for Bound {
    /// An inherited socket (`LISTEN_FDS`).
    fn from(socket: std::net::TcpListener) -> Self {
        Bound {
            socket: socket.into(),
            is_handed_over: true,
        }
    }
}

fn unusable(address: SocketAddr, error: io::Error) -> anyhow::Error {
    if error.kind() == io::ErrorKind::AddrInUse {
        return anyhow::anyhow!(
            "cannot listen on {address}: the port is taken by another program. \
             Take another one (--listen), or share it with an oxipress that is to be replaced (--reuse-port)"
        );
    }
    anyhow::Error::new(error).context(format!("cannot listen on {address}"))
}

/// A listening socket.
#[derive(Debug)]
pub struct Listener {
    socket: TcpListener,
    is_handed_over: bool,
}

impl Listener {
    /// The address it listens on.
    ///
    /// # Errors
    /// When the address cannot be read.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.socket.local_addr()
    }

    /// Waits for a connection.
    ///
    /// # Errors
    /// When accepting fails: too many open files, or the client disconnected.
    pub async fn accept(&self) -> io::Result<(TcpStream, SocketAddr)> {
        self.socket.accept().await
    }

    /// Stops new connections. Queued ones are then accepted with [`Leaving::next`]; dropping the returned value closes
    /// the socket.
    #[must_use]
    pub fn leave(self, quiet: Duration) -> DrainingListener {
        // An inherited socket keeps its accept queue for the next process.
        let is_filtered = !self.is_handed_over && drop_new_connections(&self.socket);
        let quiet = if is_filtered { quiet } else { Duration::ZERO };
        let end = tokio::time::Instant::now() + quiet.saturating_mul(4).max(Duration::from_secs(1));
        DrainingListener {
            listener: self,
            quiet,
            end,
        }
    }
}

/// A socket that accepts only connections already in its queue.
#[derive(Debug)]
pub struct DrainingListener {
    listener: Listener,
    quiet: Duration,
    end: tokio::time::Instant,
}

impl DrainingListener {
    /// The next queued connection; `None` when none arrived within the quiet time, in which handshakes in progress end.
    pub async fn next(&self) -> Option<(TcpStream, SocketAddr)> {
        while !self.listener.is_handed_over && tokio::time::Instant::now() <= self.end {
            match tokio::time::timeout(self.quiet, self.listener.accept()).await {
                Ok(Ok(accepted)) => return Some(accepted),
                Ok(Err(_)) => {}
                Err(_) => return None,
            }
        }
        None
    }
}

/// Attaches a socket filter that drops SYN packets without ACK.
fn drop_new_connections(socket: &TcpListener) -> bool {
    const LOAD_BYTE: u16 = 0x30; // BPF_LD | BPF_B | BPF_ABS
    const AND: u16 = 0x54; // BPF_ALU | BPF_AND | BPF_K
    const JUMP_IF_EQUAL: u16 = 0x15; // BPF_JMP | BPF_JEQ | BPF_K
    const RETURN: u16 = 0x06; // BPF_RET | BPF_K
    const FLAGS: u32 = 13; // the byte of the TCP header with the flags
    const SYN: u32 = 0x02;
    const SYN_AND_ACK: u32 = 0x12;
    let program = [
        SockFilter::new(LOAD_BYTE, 0, 0, FLAGS),
        SockFilter::new(AND, 0, 0, SYN_AND_ACK),
        SockFilter::new(JUMP_IF_EQUAL, 0, 1, SYN),
        SockFilter::new(RETURN, 0, 0, 0),
        SockFilter::new(RETURN, 0, 0, u32::MAX),
    ];
    SockRef::from(socket).attach_filter(&program).is_ok()
}

/// Bytes that the kernel keeps unsent for a connection.
const UNSENT: u32 = 128 * 1024;

/// Sets `TCP_NODELAY`, and `TCP_NOTSENT_LOWAT`, so that the kernel does not buffer megabytes for a client that does not
/// read.
pub fn set_options(stream: &TcpStream) {
    let _ = stream.set_nodelay(true);
    let _ = SockRef::from(stream).set_tcp_notsent_lowat(UNSENT);
}
