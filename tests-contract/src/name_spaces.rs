//! Name spaces of the network, for tests that partition it: programs that run in one are cut off with their packets
//! dropped, so that nobody is told that a connection is gone.
//!
//! Each name space has two cards: one for clients, which the tests' own name space reaches, and one for the group of
//! programs among themselves. Each kind is joined by a bridge; a card is cut off by its bridge's port (state "disabled"
//! drops what comes from either side, and the card still has a carrier). Needs root and iproute2. The addresses are those
//! of RFC 2544 for measurements.

use std::net::Ipv4Addr;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

/// Name spaces, removed on drop with all that they hold.
#[derive(Debug)]
pub struct NameSpaces {
    /// Beginning of all names, and the third number of all addresses.
    name: String,
    number: u8,
    count: usize,
}

/// The cards of a name space, with the second number of their addresses.
const CLIENTS: (char, u8) = ('c', 18);
const GROUP: (char, u8) = ('g', 19);

impl NameSpaces {
    /// Makes so many, up to 200, joined with each other.
    ///
    /// # Errors
    /// Without root, or when the system refuses.
    pub fn new(count: usize) -> Result<Self> {
        let process = std::process::id();
        let number = u8::try_from(process % 250)?;
        let spaces = Self {
            // Names of cards have at most 15 characters.
            name: format!("ox{}", process % 1_000_000),
            number,
            count,
        };
        for (kind, _) in [CLIENTS, GROUP] {
            let bridge = spaces.bridge(kind);
            ip(&["link", "add", &bridge, "type", "bridge"])?;
            ip(&["link", "set", &bridge, "up"])?;
        }
        let own = format!("198.{}.{number}.254/24", CLIENTS.1);
        ip(&["addr", "add", &own, "dev", &spaces.bridge(CLIENTS.0)])?;
        for space in 0..count {
            spaces.add(space)?;
        }
        Ok(spaces)
    }

    fn add(&self, space: usize) -> Result<()> {
        let name = self.space(space);
        ip(&["netns", "add", &name])?;
        ip(&["-n", &name, "link", "set", "lo", "up"])?;
        for ((kind, _), address) in [
            (CLIENTS, self.client_address(space)?),
            (GROUP, self.group_address(space)?),
        ] {
            let (port, card) = (self.port(kind, space), format!("card{kind}"));
            ip(&[
                "link", "add", &port, "type", "veth", "peer", "name", &card, "netns", &name,
            ])?;
            ip(&["link", "set", &port, "master", &self.bridge(kind), "up"])?;
            let address = format!("{address}/24");
            ip(&["-n", &name, "addr", "add", &address, "dev", &card])?;
            ip(&["-n", &name, "link", "set", &card, "up"])?;
        }
        Ok(())
    }

    /// Where clients reach what runs in a name space.
    ///
    /// # Errors
    /// When there are too many.
    pub fn client_address(&self, space: usize) -> Result<Ipv4Addr> {
        self.address(CLIENTS, space)
    }

    /// Where the others reach it.
    ///
    /// # Errors
    /// When there are too many.
    pub fn group_address(&self, space: usize) -> Result<Ipv4Addr> {
        self.address(GROUP, space)
    }

    fn address(&self, (_, second): (char, u8), space: usize) -> Result<Ipv4Addr> {
        Ok(Ipv4Addr::new(
            198,
            second,
            self.number,
            u8::try_from(space + 1)?,
        ))
    }

    /// A program that will run in a name space; it replaces the command that brings it there.
    #[must_use]
    pub fn command(&self, space: usize, program: &str) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.space(space), program]);
        command
    }

    /// Cuts a name space off from the others, or joins it again. Packets are dropped.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn cut_from_group(&self, space: usize, is_cut: bool) -> Result<()> {
        self.cut(GROUP, space, is_cut)
    }

    /// Likewise, from clients.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn cut_from_clients(&self, space: usize, is_cut: bool) -> Result<()> {
        self.cut(CLIENTS, space, is_cut)
    }

    fn cut(&self, (kind, _): (char, u8), space: usize, is_cut: bool) -> Result<()> {
        // 0: disabled; 3: forwarding.
        let state = if is_cut { "0" } else { "3" };
        let port = self.port(kind, space);
        run(Command::new("bridge").args(["link", "set", "dev", &port, "state", state]))
    }

    fn bridge(&self, kind: char) -> String {
        format!("{}{kind}", self.name)
    }

    fn port(&self, kind: char, space: usize) -> String {
        format!("{}{kind}{space}", self.name)
    }

    fn space(&self, space: usize) -> String {
        format!("{}-{space}", self.name)
    }
}

impl Drop for NameSpaces {
    fn drop(&mut self) {
        let remove = |arguments: &[&str]| {
            let _ = Command::new("ip")
                .args(arguments)
                .stderr(Stdio::null())
                .status();
        };
        for space in 0..self.count {
            // Its cards go with their ports.
            for (kind, _) in [CLIENTS, GROUP] {
                remove(&["link", "del", &self.port(kind, space)]);
            }
            remove(&["netns", "del", &self.space(space)]);
        }
        for (kind, _) in [CLIENTS, GROUP] {
            remove(&["link", "del", &self.bridge(kind)]);
        }
    }
}

fn ip(arguments: &[&str]) -> Result<()> {
    run(Command::new("ip").args(arguments))
}

fn run(command: &mut Command) -> Result<()> {
    let status = command
        .status()
        .with_context(|| format!("{command:?}: install iproute2"))?;
    ensure!(status.success(), "{command:?} failed; it needs root");
    Ok(())
}
