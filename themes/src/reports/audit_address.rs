//! Addresses of an audit for the page: a row each, by group.

use compat::wordpress::audit::addresses::AddressKind;
use compat::wordpress::audit::report::{AuditReport, AuditedAddress, Server};
use minijinja::{Value, context};

use super::safe_link;

/// A count as a number of the page.
pub(super) fn as_number(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// Name and meaning of a server.
pub(super) fn meaning(server: Server) -> (&'static str, &'static str) {
    match server {
        Server::Native => ("Native", "Oxipress serves all of it"),
        Server::Incomplete => ("Incomplete", "Oxipress serves it, but parts are missing"),
        Server::Redirect => ("Redirect", "leads to another address, as WordPress does"),
        Server::Upstream => ("PHP server", "the legacy upstream serves it"),
        Server::Nobody => ("Nobody", "nothing serves it"),
    }
}

/// The row of an address.
pub(super) fn address(address: &AuditedAddress) -> Value {
    context! {
        url => address.url.as_str(),
        link => safe_link(&address.url),
        title => address.title.as_str(),
        class => address.served_by.name(),
        server => meaning(address.served_by).0,
        status => address.status,
        why => address.why.as_str(),
    }
}

/// The name of a group of addresses.
fn group_name(address: &AuditedAddress) -> String {
    match address.kind {
        AddressKind::Front => "front".to_owned(),
        AddressKind::Post => address.of.clone(),
        AddressKind::Archive => format!("{} list", address.of),
        AddressKind::Term => address.of.clone(),
        AddressKind::Author => "authors".to_owned(),
        AddressKind::Date => "dates".to_owned(),
        AddressKind::Service => "feeds and services".to_owned(),
    }
}

/// Addresses by group, in the order of their numbers.
pub(super) fn grouped(report: &AuditReport) -> Vec<(String, Vec<&AuditedAddress>)> {
    let mut groups: Vec<(String, Vec<&AuditedAddress>)> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for address in &report.addresses {
        let name = group_name(address);
        let at = *places.entry(name.clone()).or_insert_with(|| {
            groups.push((name, Vec::new()));
            groups.len() - 1
        });
        if let Some((_, members)) = groups.get_mut(at) {
            members.push(address);
        }
    }
    groups.sort_by(|a, b| b.1.len().cmp(&a.1.len()).then_with(|| a.0.cmp(&b.0)));
    groups
}
