//! The report of an audit: what the front controller said about each address, and what else was found.
//!
//! Its JSON is described by `docs/schemas/audit.schema.json`.

use serde::Serialize;

use super::addresses::AddressKind;
use super::elements::{ElementUse, Place};
use super::foreign_types::{ForeignRule, PostTypeFinding};
use super::options::OptionsReport;
use super::part::InventoryItem;
use super::software::{CodeFile, SoftwareFinding};
use super::uploads::FilesReport;

/// The version of the report's format.
pub const FORMAT: u32 = 1;

/// Who serves an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Server {
    /// We do, all of it.
    Native,
    /// We do, but elements of its content print nothing, or stay brackets.
    Incomplete,
    /// We lead on to another address, as WordPress does.
    Redirect,
    /// The PHP server does (`site.legacy_upstream`).
    Upstream,
    /// Nobody.
    Nobody,
}

impl Server {
    /// All of them, the best first.
    pub const ALL: [Self; 5] = [
        Self::Native,
        Self::Incomplete,
        Self::Redirect,
        Self::Upstream,
        Self::Nobody,
    ];

    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::Incomplete => "incomplete",
            Self::Redirect => "redirect",
            Self::Upstream => "upstream",
            Self::Nobody => "nobody",
        }
    }
}

/// An address with what serves it.
#[derive(Debug, Clone, Serialize)]
pub struct AuditedAddress {
    /// The address as links have it.
    pub url: String,
    /// What it leads to.
    pub kind: AddressKind,
    /// The type of the post, or the taxonomy.
    pub of: String,
    /// The number of the post.
    pub id: Option<i64>,
    /// The title of the post.
    pub title: String,
    /// Who serves it.
    pub served_by: Server,
    /// The status that visitors get; none where another server decides.
    pub status: Option<u16>,
    /// Why.
    pub why: String,
    /// Elements of its content that nobody prints.
    pub unknown: Vec<String>,
}

/// How much of a site is served.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Readiness {
    /// Published pages (posts of all types with addresses) that are served whole, in percent.
    pub percent: f64,
    /// Published pages.
    pub pages: usize,
    /// Pages by who serves them, in the order of [`Server::ALL`].
    pub by_server: Vec<ServerCount>,
    /// All addresses.
    pub addresses: usize,
    /// Addresses that nobody serves, or that are served in part.
    pub open: usize,
}

/// How many pages a server serves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ServerCount {
    /// Who.
    pub served_by: Server,
    /// How many pages.
    pub pages: usize,
}

impl Readiness {
    /// Counts addresses.
    pub fn of(addresses: &[AuditedAddress]) -> Self {
        let is_page =
            |a: &&AuditedAddress| matches!(a.kind, AddressKind::Post | AddressKind::Front);
        let pages: Vec<_> = addresses.iter().filter(is_page).collect();
        let by = |server: Server| pages.iter().filter(|a| a.served_by == server).count();
        let open = |a: &&AuditedAddress| matches!(a.served_by, Server::Nobody | Server::Incomplete);
        let whole = pages.len() - pages.iter().filter(|a| open(a)).count();
        Self {
            percent: percent(whole, pages.len()),
            pages: pages.len(),
            by_server: Server::ALL
                .map(|served_by| ServerCount {
                    served_by,
                    pages: by(served_by),
                })
                .to_vec(),
            addresses: addresses.len(),
            open: addresses.iter().filter(open).count(),
        }
    }
}

/// A share with one decimal, rounded down: 100 means all.
fn percent(part: usize, whole: usize) -> f64 {
    if whole == 0 {
        return 100.0;
    }
    let tenths = part.saturating_mul(1000) / whole;
    f64::from(u32::try_from(tenths).unwrap_or(1000)) / 10.0
}

/// An internal address that contents or menus name and nobody serves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BrokenLink {
    /// Path and query.
    pub target: String,
    /// The status that visitors get.
    pub status: u16,
    /// Why.
    pub why: String,
    /// Whether it is a file: a picture, a font, a document.
    pub is_file: bool,
    /// In how many contents it stands.
    pub pages: usize,
    /// The first of them.
    pub places: Vec<Place>,
}

/// The internal links of a site.
#[derive(Debug, Clone, Default, Serialize)]
pub struct LinksReport {
    /// Different targets.
    pub followed: usize,
    /// Those that lead nowhere.
    pub broken: Vec<BrokenLink>,
}

/// The site that was looked at.
#[derive(Debug, Clone, Default, Serialize)]
pub struct AuditedSite {
    /// Its address.
    pub home: String,
    /// Its name.
    pub title: String,
    /// `sqlite` or `mysql`.
    pub database: &'static str,
    /// Whether its files were there.
    pub has_files: bool,
    /// Whether a legacy upstream is configured.
    pub has_upstream: bool,
    /// The version of Oxipress.
    pub oxipress: String,
    /// When, in seconds since 1970.
    pub time: i64,
}

/// An audit.
#[derive(Debug, Clone, Serialize)]
pub struct AuditReport {
    /// [`FORMAT`].
    pub format: u32,
    /// The site.
    pub site: AuditedSite,
    /// How much of it is served.
    pub readiness: Readiness,
    /// Its software.
    pub software: Vec<SoftwareFinding>,
    /// Its own PHP files.
    pub code: Vec<CodeFile>,
    /// Its addresses.
    pub addresses: Vec<AuditedAddress>,
    /// Modules, shortcodes, blocks and widgets.
    pub elements: Vec<ElementUse>,
    /// Forms, languages, split tests, products.
    pub inventory: Vec<InventoryItem>,
    /// Types of posts.
    pub post_types: Vec<PostTypeFinding>,
    /// Rewrite rules of plugins that no column has.
    pub rules: Vec<ForeignRule>,
    /// Options.
    pub options: OptionsReport,
    /// Internal links.
    pub links: LinksReport,
    /// Files of the media library; none without the site's files.
    pub files: Option<FilesReport>,
    /// What was left out, and why.
    pub notes: Vec<String>,
}

impl AuditReport {
    /// Whether every address is served whole.
    pub fn is_ready(&self) -> bool {
        self.readiness.open == 0
    }

    /// The report as JSON.
    ///
    /// # Errors
    /// Never for a report of this type.
    pub fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readiness_reaches_a_hundred_only_when_all_is_served() {
        assert!((percent(1999, 2000) - 99.9).abs() < f64::EPSILON);
        assert!((percent(2000, 2000) - 100.0).abs() < f64::EPSILON);
        assert!((percent(0, 0) - 100.0).abs() < f64::EPSILON);
    }
}
