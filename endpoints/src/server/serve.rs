//! Runs the server: takes up connections within bounds, and stops without losing an answer.

use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;

use super::admin::Admin;
use super::config::{Limits, ServerConfig};
use super::connection::Served;
use super::connections::Connections;
use super::handler::Handler;
use super::listener::{Bound, Listener};
use super::metrics::Metrics;
use super::page_cache::PageCache;
use super::service::Service;

/// Connections that the second listener takes up at most.
const ADMIN_CONNECTIONS: usize = 32;

/// How a server came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped {
    /// Connections that were cut in the middle of an answer, because the time to stop was over.
    pub aborted: usize,
    /// How long stopping took.
    pub took: Duration,
}

/// A server that runs.
#[derive(Debug)]
pub struct Server {
    addresses: Vec<SocketAddr>,
    admin_address: Option<SocketAddr>,
    metrics: Arc<Metrics>,
    cache: Arc<PageCache>,
    stop: watch::Sender<bool>,
    task: JoinHandle<Stopped>,
}

impl Server {
    /// Uses the inherited sockets if there are any, else binds the configured addresses. Connections are not accepted yet.
    ///
    /// # Errors
    /// When an address cannot be used.
    pub fn bind(config: &ServerConfig) -> anyhow::Result<Vec<Bound>> {
        let sockets = Bound::handed_over()?;
        if !sockets.is_empty() {
            return Ok(sockets);
        }
        let addresses = config.listen.iter();
        addresses
            .map(|address| Bound::new(*address, config.reuse_port))
            .collect()
    }

    /// Starts to serve where [`Server::bind`] says.
    ///
    /// # Errors
    /// When an address cannot be used, or the TLS files are no good.
    pub fn start(config: ServerConfig, handler: Arc<dyn Handler>) -> anyhow::Result<Self> {
        Server::start_on(Server::bind(&config)?, config, handler)
    }

    /// Starts to serve on these sockets.
    ///
    /// # Errors
    /// When the TLS files are no good, the second listener cannot be opened, or an address is taken by now.
    pub fn start_on(
        sockets: Vec<Bound>,
        config: ServerConfig,
        handler: Arc<dyn Handler>,
    ) -> anyhow::Result<Self> {
        let metrics = Arc::new(Metrics::default());
        let cache = Arc::new(PageCache::new(
            config.page_cache.clone(),
            Arc::clone(&config.clock),
        ));
        let tls = config.tls.as_ref().map(super::tls::acceptor).transpose()?;
        let (stop, stopping) = watch::channel(false);
        let connections = Connections::new(&config.timeouts, &config.http2, Arc::clone(&metrics));
        let admin = match config.admin_listen {
            Some(address) => Some(Bound::new(address, config.reuse_port)?.listen()?),
            None => None,
        };
        let admin_address = admin.as_ref().map(Listener::address).transpose()?;
        if let Some(listener) = admin {
            let admin = Admin {
                metrics: Arc::clone(&metrics),
                cache: Arc::clone(&cache),
                connections: Arc::clone(&connections),
                site: Arc::clone(&handler),
            };
            start_admin(listener, &config, admin, stopping.clone());
        }
        let listeners: Vec<_> = sockets
            .into_iter()
            .map(Bound::listen)
            .collect::<Result<_, _>>()?;
        let addresses = listeners
            .iter()
            .map(Listener::address)
            .collect::<Result<_, _>>()?;
        let service = Arc::new(Service {
            config,
            handler,
            cache: Arc::clone(&cache),
        });
        let door = Arc::new(Acceptor::new(service, connections, tls, stopping));
        let task = tokio::spawn(door.run(listeners));
        Ok(Server {
            addresses,
            admin_address,
            metrics,
            cache,
            stop,
            task,
        })
    }

    /// The first address it listens on.
    ///
    /// # Errors
    /// When it listens on none.
    pub fn address(&self) -> anyhow::Result<SocketAddr> {
        self.addresses
            .first()
            .copied()
            .context("the server has no address")
    }

    /// The address of the second listener.
    #[must_use]
    pub fn admin_address(&self) -> Option<SocketAddr> {
        self.admin_address
    }

    /// What is counted.
    #[must_use]
    pub fn metrics(&self) -> &Arc<Metrics> {
        &self.metrics
    }

    /// The page cache.
    #[must_use]
    pub fn cache(&self) -> &Arc<PageCache> {
        &self.cache
    }

    /// Serves until the signal comes, then stops: takes up no more connections, lets the answers under way end, and
    /// cuts what is left when the time is over.
    ///
    /// # Errors
    /// When the server's task died.
    pub async fn until(self, signal: impl Future<Output = ()>) -> anyhow::Result<Stopped> {
        let mut task = self.task;
        let ended = tokio::select! {
            () = signal => {
                let _ = self.stop.send(true);
                task.await
            }
            ended = &mut task => ended,
        };
        ended.context("the server's task")
    }

    /// Stops now.
    ///
    /// # Errors
    /// When the server's task died.
    pub async fn stop(self) -> anyhow::Result<Stopped> {
        self.until(std::future::ready(())).await
    }
}

/// Waits for SIGTERM or SIGINT.
///
/// # Errors
/// When the signals cannot be watched.
pub async fn stop_signal() -> anyhow::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    Ok(())
}

/// Lets the process open as many files as it is allowed to: each connection is one.
pub fn raise_open_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let now = getrlimit(Resource::Nofile);
    let wanted = Rlimit {
        current: now.maximum,
        maximum: now.maximum,
    };
    if let Err(error) = setrlimit(Resource::Nofile, wanted) {
        tracing::warn!(%error, "the limit of open files stays as it is");
    }
}

fn start_admin(
    listener: Listener,
    config: &ServerConfig,
    admin: Admin,
    stopping: watch::Receiver<bool>,
) {
    let mut config = config.clone();
    config.limits = Limits {
        connections: ADMIN_CONNECTIONS,
        body: 0,
        ..config.limits
    };
    // Its requests are counted apart from those of the site, so that a probe does not look like a visitor.
    let connections = Connections::new(
        &config.timeouts,
        &config.http2,
        Arc::new(Metrics::default()),
    );
    let cache = Arc::clone(&admin.cache);
    let service = Arc::new(Service {
        config,
        handler: Arc::new(admin),
        cache,
    });
    tokio::spawn(Arc::new(Acceptor::new(service, connections, None, stopping)).run(vec![listener]));
}

/// Where connections come in.
struct Acceptor {
    service: Arc<Service>,
    connections: Arc<Connections>,
    tls: Option<TlsAcceptor>,
    permits: Arc<Semaphore>,
    number: u32,
    stopping: watch::Receiver<bool>,
}

impl Acceptor {
    fn new(
        service: Arc<Service>,
        connections: Arc<Connections>,
        tls: Option<TlsAcceptor>,
        stopping: watch::Receiver<bool>,
    ) -> Self {
        let number = u32::try_from(service.config.limits.connections.max(1)).unwrap_or(u32::MAX);
        let permits = Arc::new(Semaphore::new(usize::try_from(number).unwrap_or(1)));
        Acceptor {
            service,
            connections,
            tls,
            permits,
            number,
            stopping,
        }
    }

    async fn run(self: Arc<Self>, listeners: Vec<Listener>) -> Stopped {
        let permits = Arc::clone(&self.permits);
        let keeper = tokio::spawn(
            Arc::clone(&self.connections).look_after(move || permits.available_permits() == 0),
        );
        let acceptors: Vec<_> = listeners
            .into_iter()
            .map(|listener| tokio::spawn(Arc::clone(&self).open(listener)))
            .collect();
        let mut stopping = self.stopping.clone();
        let _ = stopping.wait_for(|stop| *stop).await;
        let stopped = self.close(acceptors).await;
        keeper.abort();
        stopped
    }

    /// Takes up connections until the server stops.
    async fn open(self: Arc<Self>, listener: Listener) {
        let mut stopping = self.stopping.clone();
        loop {
            let accepted = tokio::select! {
                _ = stopping.wait_for(|stop| *stop) => break,
                accepted = self.accept(&listener) => accepted,
            };
            match accepted {
                Some((permit, stream, peer)) => self.serve(permit, stream, peer.ip()),
                // Too many open files, most likely: wait for some to close.
                None => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
        let leaving = listener.leave(self.service.config.timeouts.handover);
        while let Some((stream, peer)) = leaving.next().await {
            if let Ok(permit) = Arc::clone(&self.permits).acquire_owned().await {
                self.serve(permit, stream, peer.ip());
            }
        }
    }

    async fn accept(
        &self,
        listener: &Listener,
    ) -> Option<(OwnedSemaphorePermit, TcpStream, SocketAddr)> {
        // The permit first: a connection that finds none waits in the kernel's queue.
        let permit = Arc::clone(&self.permits).acquire_owned().await.ok()?;
        match listener.accept().await {
            Ok((stream, peer)) => Some((permit, stream, peer)),
            Err(error) => {
                tracing::warn!(%error, "cannot take up a connection");
                None
            }
        }
    }

    fn serve(&self, permit: OwnedSemaphorePermit, stream: TcpStream, peer: IpAddr) {
        let served = Served {
            service: Arc::clone(&self.service),
            connection: self.connections.open(),
            peer: peer.to_canonical(),
            tls: self.tls.clone(),
            stop: self.stopping.clone(),
        };
        tokio::spawn(async move {
            served.run(stream).await;
            drop(permit);
        });
    }

    async fn close(&self, acceptors: Vec<JoinHandle<()>>) -> Stopped {
        let began = Instant::now();
        let end = tokio::time::Instant::now() + self.service.config.timeouts.drain;
        self.connections.drain();
        let rest = async {
            for door in acceptors {
                let _ = door.await;
            }
            let _ = self.permits.acquire_many(self.number).await;
        };
        let aborted = match tokio::time::timeout_at(end, rest).await {
            Ok(()) => 0,
            Err(_) => self.connections.end_all(),
        };
        Stopped {
            aborted,
            took: began.elapsed(),
        }
    }
}
