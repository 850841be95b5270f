//! What was decided about an address, as the report has it.

use compat::wordpress::audit::addresses::Address;
use compat::wordpress::audit::limits;
use compat::wordpress::audit::report::{AuditedAddress, Server};

use crate::wordpress::served_by::Served;

/// What was decided about an address.
#[derive(Debug, Clone)]
pub enum Verdict {
    /// Who serves it.
    Served(Served),
    /// Nothing was decided.
    Failed(String),
}

impl Verdict {
    /// Nothing was decided, for this reason.
    pub fn failed(why: &str) -> Self {
        Self::Failed(why.to_owned())
    }

    /// Who serves the address, with the status that visitors get.
    pub fn server(&self) -> (Server, Option<u16>) {
        match self {
            Self::Served(Served::File(status) | Served::Rest(status)) if status.is_success() => {
                (Server::Native, Some(status.as_u16()))
            }
            Self::Served(Served::File(status) | Served::Rest(status) | Served::Nobody(status)) => {
                (Server::Nobody, Some(status.as_u16()))
            }
            Self::Served(Served::Script(_) | Served::Page(_)) => (Server::Native, Some(200)),
            Self::Served(Served::Php(_)) => (Server::Upstream, None),
            Self::Served(Served::Redirect(status, _)) => (Server::Redirect, Some(status.as_u16())),
            Self::Failed(_) => (Server::Nobody, None),
        }
    }

    /// Why, for people.
    pub fn why(&self) -> String {
        match self {
            Self::Served(served) => served.why(),
            Self::Failed(why) => why.clone(),
        }
    }

    /// The address in the report; `unknown` are elements of its content that nobody prints.
    pub fn of(&self, address: Address, unknown: Vec<String>) -> AuditedAddress {
        let (mut served_by, status) = self.server();
        let mut why = self.why();
        let post = match self {
            Self::Served(Served::Page(page)) => page.post.map(|post| post.0),
            _ => None,
        };
        let is_other = post.is_some_and(|post| address.id.is_some_and(|id| id != post));
        if served_by == Server::Native && is_other {
            served_by = Server::Nobody;
            let post = post.unwrap_or_default();
            why = format!("another post ({post}) answers at this address");
        } else if served_by == Server::Native && !unknown.is_empty() {
            served_by = Server::Incomplete;
            why = format!("{why}, but nobody here prints {}", unknown.join(", "));
        }
        AuditedAddress {
            url: limits::cut(&address.url, limits::LINK).to_owned(),
            kind: address.kind,
            of: address.of,
            id: address.id,
            title: address.title,
            served_by,
            status,
            why,
            unknown,
        }
    }
}
