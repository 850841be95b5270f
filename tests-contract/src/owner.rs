//! The people of the area `owner`: the recorded site with `owner.sql`, and how each signs in.

use anyhow::Result;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::server::{Database, Oxipress};
use crate::site::Site;

/// Logins with their application passwords.
const PASSWORDS: [(&str, &str); 9] = [
    ("duena", "oAefgxpZxZMLtZi4mJCEKm69"),
    ("editora", "DoL8jkDg5oVXv4qmeSnJ59ng"),
    ("autora", "2cfLwtiGvGMazpJpXqKCfzqA"),
    ("colaboradora", "BpBdWqbeybMgHT6rdKGP9PmA"),
    ("suscriptora", "cB4SxzfDZuaZ2xGp9Mxfmx4G"),
    ("encargada", "zDazUCDvmULFCDkU5Fg8cNkn"),
    ("clienta", "e2ZspQRKVBbSUumwhyBbAxAN"),
    ("saliente", "2wqyjkLeFQHA9ozY8FHzaeK8"),
    ("sinrol", "pc4qXfn2Y4MmYxAMAKs64yLC"),
];

/// The recorded site with the people of the area.
///
/// # Errors
/// When the database cannot be made.
pub fn owner_site(database: Database) -> Result<Site> {
    Site::recorded_with(database, "owner.sql")
}

/// Serves it as a local site, where application passwords are available over plain HTTP.
///
/// # Errors
/// When the server does not start.
pub fn serve_owner_site(site: &Site) -> Result<Oxipress> {
    Oxipress::serve_recorded_site(&site.url, &[], &[("WP_ENVIRONMENT_TYPE", "local")])
}

/// The header `Authorization` of a person; of an unknown one, with an empty password.
pub fn basic(login: &str) -> String {
    let password = PASSWORDS.iter().find(|(known, _)| *known == login);
    basic_with(login, password.map_or("", |(_, password)| password))
}

/// The header `Authorization` with a password.
pub fn basic_with(login: &str, password: &str) -> String {
    format!("Basic {}", STANDARD.encode(format!("{login}:{password}")))
}
