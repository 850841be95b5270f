//! The places of connections by the address of their client (hardening S15).

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};

/// Number of open connections of each address.
#[derive(Debug, Default)]
pub(super) struct Places(Mutex<HashMap<IpAddr, usize>>);

impl Places {
    /// Takes a place unless the address has `limit` of them.
    pub(super) fn take(&self, address: IpAddr, limit: usize) -> bool {
        let mut places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = places.entry(network(address)).or_default();
        let may = *taken < limit;
        *taken += usize::from(may);
        may
    }

    /// Number of places of an address.
    pub(super) fn of(&self, address: IpAddr) -> usize {
        let places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        places.get(&network(address)).copied().unwrap_or(0)
    }

    /// Gives a place back.
    pub(super) fn give_back(&self, address: IpAddr) {
        let mut places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let address = network(address);
        match places.get_mut(&address) {
            Some(taken) if *taken > 1 => *taken -= 1,
            _ => {
                places.remove(&address);
            }
        }
    }
}

/// The address, or the first of its /64 network, which is what one client of IPv6 has.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & (u128::MAX << 64))),
        v4 => v4,
    }
}
