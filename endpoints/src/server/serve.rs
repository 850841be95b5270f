//! Runs the server: accepts a bounded number of connections, and drains them on stop.

use std::future::Future;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;

use super::access_log::{AccessLog, Output};
use super::admin::{Admin, Numbers};
use super::config::{Limits, ServerConfig};
use super::connection::Served;
use super::connections::Connections;
use super::handler::Handler;
use super::listener::{Bound, Listener};
use super::metrics::Metrics;
use super::page_cache::PageCache;
use super::service::Service;

/// Maximum number of connections of the admin listener.
const ADMIN_CONNECTIONS: usize = 32;

/// The result of stopping a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped {
    /// Connections closed during a response because the drain timeout was over.
    pub aborted: usize,
    /// How long stopping took.
    pub took: Duration,
}

/// A running server.
#[derive(Debug)]
pub struct Server {
    addresses: Vec<SocketAddr>,
    admin_address: Option<SocketAddr>,
    numbers: Numbers,
    cache: Arc<PageCache>,
    access_log: Option<Arc<AccessLog>>,
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

    /// Binds and starts the server.
    ///
    /// # Errors
    /// When an address cannot be bound, or the TLS files are not valid.
    pub fn start(config: ServerConfig, handler: Arc<dyn Handler>) -> anyhow::Result<Self> {
        Server::start_on(Server::bind(&config)?, config, handler)
    }

    /// Starts the server on these sockets.
    ///
    /// # Errors
    /// When the TLS files are not valid, the admin listener cannot be opened, or an address is in use.
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
        let access_log = start_access_log(&config, &metrics)?;
        let tls = config.tls.as_ref().map(super::tls::acceptor).transpose()?;
        let (stop, stopping) = watch::channel(false);
        let connections = Connections::new(&config, Arc::clone(&metrics));
        let admin = match config.admin_listen {
            Some(address) => Some(Bound::new(address, config.reuse_port)?.listen()?),
            None => None,
        };
        let admin_address = admin.as_ref().map(Listener::address).transpose()?;
        let numbers = Numbers {
            metrics,
            cache: Arc::clone(&cache),
            connections: Arc::clone(&connections),
            site: Arc::clone(&handler),
        };
        if let Some(listener) = admin {
            let admin = Admin(numbers.clone());
            let service = Service {
                config: admin_config(&config),
                handler: Arc::new(admin),
                cache: Arc::clone(&cache),
                access_log: access_log.clone(),
            };
            start_admin(listener, service, stopping.clone());
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
            access_log: access_log.clone(),
        });
        let door = Arc::new(Acceptor::new(service, connections, tls, stopping));
        let task = tokio::spawn(door.run(listeners));
        Ok(Server {
            addresses,
            admin_address,
            numbers,
            cache,
            access_log,
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

    /// The address of the admin listener.
    #[must_use]
    pub fn admin_address(&self) -> Option<SocketAddr> {
        self.admin_address
    }

    /// The metrics.
    #[must_use]
    pub fn metrics(&self) -> &Arc<Metrics> {
        &self.numbers.metrics
    }

    /// What `/metrics` shows, for others who take it.
    #[must_use]
    pub fn numbers(&self) -> Numbers {
        self.numbers.clone()
    }

    /// The page cache.
    #[must_use]
    pub fn cache(&self) -> &Arc<PageCache> {
        &self.cache
    }

    /// Serves until `signal` resolves, then stops: accepts no more connections, waits for requests in flight, and closes
    /// the remaining connections after the drain timeout.
    ///
    /// # Errors
    /// When the server's task panicked.
    pub async fn until(self, signal: impl Future<Output = ()>) -> anyhow::Result<Stopped> {
        let mut task = self.task;
        let ended = tokio::select! {
            () = signal => {
                let _ = self.stop.send(true);
                task.await
            }
            ended = &mut task => ended,
        };
        if let Some(log) = self.access_log {
            tokio::task::spawn_blocking(move || log.close()).await?;
        }
        ended.context("the server's task")
    }

    /// Stops now.
    ///
    /// # Errors
    /// When the server's task panicked.
    pub async fn stop(self) -> anyhow::Result<Stopped> {
        self.until(std::future::ready(())).await
    }
}

/// Serves one connection without a listener until it ends; its timeouts are not enforced. For tests and fuzz targets.
pub async fn serve_in_memory<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    stream: S,
    config: ServerConfig,
    handler: Arc<dyn Handler>,
) {
    let (_stop, stopping) = watch::channel(false);
    let connections = Connections::new(&config, Arc::new(Metrics::default()));
    let cache = PageCache::new(config.page_cache.clone(), Arc::clone(&config.clock));
    let served = Served {
        connection: connections.open(None),
        connections,
        service: Arc::new(Service {
            config,
            handler,
            cache: Arc::new(cache),
            access_log: None,
        }),
        peer: Ipv4Addr::LOCALHOST.into(),
        tls: None,
        stop: stopping,
    };
    served.without_tls(stream).await;
}

/// Starts the access log. SIGHUP opens its file anew, as programs that rotate logs ask for it.
fn start_access_log(
    config: &ServerConfig,
    metrics: &Arc<Metrics>,
) -> anyhow::Result<Option<Arc<AccessLog>>> {
    use tokio::signal::unix::{SignalKind, signal};
    let Some(config) = &config.access_log else {
        return Ok(None);
    };
    let log = AccessLog::start(config, Arc::clone(metrics))?;
    if let Output::File(_) = config.output {
        let (mut hangup, reopened) = (signal(SignalKind::hangup())?, Arc::clone(&log));
        tokio::spawn(async move {
            while hangup.recv().await.is_some() {
                reopened.reopen();
            }
        });
    }
    Ok(Some(log))
}

/// The limits of the admin listener.
fn admin_config(config: &ServerConfig) -> ServerConfig {
    let mut config = config.clone();
    config.limits = Limits {
        connections: ADMIN_CONNECTIONS,
        connections_per_address: 0,
        body: 0,
        ..config.limits
    };
    config
}

fn start_admin(listener: Listener, service: Service, stopping: watch::Receiver<bool>) {
    // The admin listener has its own metrics, so that probes do not count as visitors.
    let connections = Connections::new(&service.config, Arc::new(Metrics::default()));
    let service = Arc::new(service);
    tokio::spawn(Arc::new(Acceptor::new(service, connections, None, stopping)).run(vec![listener]));
}

/// Accepts connections.
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
            Arc::clone(&self.connections)
                .enforce_timeouts(move || permits.available_permits() == 0),
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

    /// Accepts connections until the server stops.
    async fn open(self: Arc<Self>, listener: Listener) {
        let mut stopping = self.stopping.clone();
        loop {
            let accepted = tokio::select! {
                _ = stopping.wait_for(|stop| *stop) => break,
                accepted = listener.accept() => accepted,
            };
            match accepted {
                Ok((stream, peer)) => self.serve(stream, peer.ip()).await,
                Err(error) => {
                    // Probably too many open files: wait for some to close.
                    tracing::warn!(%error, "cannot take up a connection");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            }
        }
        let leaving = listener.leave(self.service.config.timeouts.handover);
        while let Some((stream, peer)) = leaving.next().await {
            self.serve(stream, peer.ip()).await;
        }
    }

    /// Serves a connection as soon as it has a place. Meanwhile, further ones wait in the kernel's accept queue.
    async fn serve(&self, stream: TcpStream, peer: IpAddr) {
        let peer = peer.to_canonical();
        let is_proxy = self.service.config.trusted_proxies.trusts(peer);
        let address = (!is_proxy).then_some(peer);
        if !self.connections.admits(address) {
            return;
        }
        let Some(permit) = self.place().await else {
            return;
        };
        let served = Served {
            service: Arc::clone(&self.service),
            connections: Arc::clone(&self.connections),
            connection: self.connections.open(address),
            peer,
            tls: self.tls.clone(),
            stop: self.stopping.clone(),
        };
        tokio::spawn(async move {
            served.run(stream).await;
            drop(permit);
        });
    }

    /// A place, for which the oldest unfinished head gives way if there is none.
    async fn place(&self) -> Option<OwnedSemaphorePermit> {
        if let Ok(permit) = Arc::clone(&self.permits).try_acquire_owned() {
            return Some(permit);
        }
        self.connections.make_room();
        Arc::clone(&self.permits).acquire_owned().await.ok()
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
