//! Connections that change their protocol (`Upgrade`, as websockets do): after the 101 of another server bytes are passed
//! both ways until either end closes. The tunnel takes the connection's place, and is cut when the server stops.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, copy_bidirectional_with_sizes};
use tokio::sync::watch;

use super::connection_state::Connection;
use super::exchange::Exchange;
use super::wire::Wire;

/// The buffer of each direction, in bytes.
const BUFFER: usize = 8 * 1024;

/// Where a request of the connection leaves the two ends of its tunnel.
#[derive(Debug, Default)]
pub(super) struct TunnelSlot(Mutex<Option<(OnUpgrade, OnUpgrade)>>);

impl TunnelSlot {
    /// Joins the client's connection to that of another server once the 101 is sent.
    pub(super) fn open(&self, client: OnUpgrade, server: OnUpgrade) {
        let mut ends = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *ends = Some((client, server));
    }

    fn take(&self) -> Option<(OnUpgrade, OnUpgrade)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Passes bytes both ways until either end closes or the server stops; returns at once without a tunnel.
    pub(super) async fn run<S>(&self, connection: &Arc<Connection>, mut stop: watch::Receiver<bool>)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let Some((client, server)) = self.take() else {
            return;
        };
        let _exchange = Exchange::begin(Arc::clone(connection), 2 * BUFFER);
        let passing = async {
            let passed = pass::<S>(client, server).await;
            if let Err(error) = passed {
                tracing::debug!(%error, "tunnel");
            }
        };
        tokio::select! {
            () = passing => {}
            _ = stop.wait_for(|stop| *stop) => {}
        }
    }
}

async fn pass<S>(client: OnUpgrade, server: OnUpgrade) -> io::Result<()>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let client = client.await.map_err(io::Error::other)?;
    let mut server = TokioIo::new(server.await.map_err(io::Error::other)?);
    let parts = client.downcast::<TokioIo<Wire<S>>>();
    let parts = parts.map_err(|_| io::Error::other("a connection of another kind"))?;
    let Wire {
        inner: mut stream,
        stash,
        ..
    } = parts.io.into_inner();
    // What the client has sent ahead.
    server.write_all(&parts.read_buf).await?;
    server.write_all(&stash).await?;
    copy_bidirectional_with_sizes(&mut stream, &mut server, BUFFER, BUFFER).await?;
    Ok(())
}
