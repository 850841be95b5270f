//! Browser-like requests: posting forms, cookies, login.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::client::{ClientResponse, send};
use crate::contact_form::request;

/// A visit of a logged-in user.
#[derive(Debug, Clone)]
pub struct Visit {
    /// The header `Cookie`.
    pub cookies: String,
}

impl Visit {
    /// The administrator of the recorded site.
    pub fn sign_in(addr: SocketAddr) -> Result<Self> {
        Self::sign_in_with(addr, &[])
    }

    /// As [`sign_in`](Self::sign_in), with headers of its own.
    pub fn sign_in_with(addr: SocketAddr, headers: &[(&str, &str)]) -> Result<Self> {
        let form = "log=anfitrion&pwd=demo-password&casacue4217=384211&alt_s=";
        let answer = post_form(addr, "/wp-login.php", form, headers)?;
        ensure!(answer.status == 302, "not signed in: {}", answer.body);
        Ok(Self {
            cookies: set_cookies(&answer),
        })
    }

    /// The REST nonce (`X-WP-Nonce`) for cookie authentication: forms print it for logged-in users.
    pub fn rest_nonce(&self, addr: SocketAddr) -> Result<String> {
        let cookies = [("Cookie", self.cookies.as_str())];
        let page = request("GET", "/formularios-varios/", &cookies, Vec::new());
        let page = send(addr, &page)?;
        let printed = page.body.split_once("name=\"_wpnonce\" value=\"");
        let (_, after) = printed.context("no nonce on the page")?;
        Ok(after.get(..10).unwrap_or_default().to_owned())
    }
}

/// The cookies of a response, as the header `Cookie`.
pub fn set_cookies(answer: &ClientResponse) -> String {
    let set = answer.headers.iter();
    let set = set.filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie"));
    let pairs: Vec<&str> = set.filter_map(|(_, v)| v.split(';').next()).collect();
    pairs.join("; ")
}

/// Posts a form as a page without script does: `application/x-www-form-urlencoded`.
pub fn post_form(
    addr: SocketAddr,
    path: &str,
    body: &str,
    headers: &[(&str, &str)],
) -> Result<ClientResponse> {
    let mut all = vec![("Content-Type", "application/x-www-form-urlencoded")];
    all.extend_from_slice(headers);
    send(addr, &request("POST", path, &all, body.as_bytes().to_vec()))
}

/// Asks until there is an answer.
///
/// # Panics
/// When there is none for a minute.
pub fn until<T>(mut ask: impl FnMut() -> Option<T>) -> T {
    let end = Instant::now() + Duration::from_secs(60);
    loop {
        if let Some(found) = ask() {
            return found;
        }
        assert!(Instant::now() < end, "it does not come");
        std::thread::sleep(Duration::from_millis(50));
    }
}
