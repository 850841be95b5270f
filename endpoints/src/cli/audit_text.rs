//! The summary of an audit for people, on a terminal or in a file.

use std::fmt::Write as _;

use compat::wordpress::audit::elements::{ElementKind, ElementUse, Support};
use compat::wordpress::audit::report::{AuditReport, Server};
use compat::wordpress::audit::software::{SoftwareFinding, SoftwareState};

use super::terminal::{Paint, shown};

/// Lines of a list; the page and the JSON have all of them.
const LINES: usize = 12;

/// The summary.
pub(super) fn summary(report: &AuditReport, paint: Paint) -> String {
    let mut out = Summary {
        text: String::new(),
        paint,
    };
    out.head(report);
    out.software(report);
    out.open(report);
    out.elements(report);
    out.inventory(report);
    out.rest(report);
    out.text
}

struct Summary {
    text: String,
    paint: Paint,
}

impl Summary {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn title(&mut self, title: &str) {
        let title = self.paint.style("1", title);
        let _ = write!(self.text, "\n{title}\n");
    }

    /// At most so many lines, and how many more there are.
    fn list(&mut self, lines: Vec<String>, most: usize) {
        let more = lines.len().saturating_sub(most);
        for line in lines.into_iter().take(most) {
            self.line(&line);
        }
        if more > 0 {
            let more = format!("  … and {more} more: see --html or --json");
            self.line(&self.paint.style("2", &more));
        }
    }

    fn head(&mut self, report: &AuditReport) {
        let site = &report.site;
        let title = self.paint.style("1", &shown(&site.title, 60));
        self.line(&format!("{title}  {}", shown(&site.home, 100)));
        let ready = &report.readiness;
        let style = if report.is_ready() { "1;32" } else { "1;33" };
        let percent = self.paint.style(style, &format!("{:.1} %", ready.percent));
        self.line(&format!(
            "{percent} of {} published pages are served whole ({} addresses looked at)",
            ready.pages, ready.addresses
        ));
        let words = ready.by_server.iter().filter(|count| count.pages > 0);
        let words: Vec<_> = words
            .map(|count| format!("{} {}", count.pages, count.served_by.name()))
            .collect();
        self.line(&format!("  {}", words.join(", ")));
    }

    fn software(&mut self, report: &AuditReport) {
        self.title("Software");
        let lines = report
            .software
            .iter()
            .map(|found| software_line(found, self.paint));
        let mut lines: Vec<_> = lines.collect();
        lines.extend(report.code.iter().map(|code| {
            let mark = self.paint.style("33", "not run ");
            format!(
                "  {mark}  wp-content/{}  {}",
                shown(&code.file, 60),
                code.what
            )
        }));
        self.list(lines, 40);
    }

    fn open(&mut self, report: &AuditReport) {
        let is_open = |server| matches!(server, Server::Nobody | Server::Incomplete);
        let open = report.addresses.iter().filter(|a| is_open(a.served_by));
        let lines: Vec<_> = open
            .map(|address| {
                let style = if address.served_by == Server::Nobody {
                    "31"
                } else {
                    "33"
                };
                let mark = self
                    .paint
                    .style(style, &format!("{:<10}", address.served_by.name()));
                format!(
                    "  {mark}  {}\n              {}",
                    shown(&address.url, 100),
                    shown(&address.why, 160)
                )
            })
            .collect();
        if !lines.is_empty() {
            self.title(&format!("Not served, or not whole ({})", lines.len()));
            self.list(lines, LINES);
        }
    }

    fn elements(&mut self, report: &AuditReport) {
        for (kind, title) in [
            (ElementKind::Module, "Modules"),
            (ElementKind::Shortcode, "Shortcodes"),
            (ElementKind::Block, "Blocks"),
            (ElementKind::Widget, "Widgets"),
        ] {
            let of_kind: Vec<_> = report.elements.iter().filter(|e| e.kind == kind).collect();
            if of_kind.is_empty() {
                continue;
            }
            let unknown = of_kind
                .iter()
                .filter(|e| e.support == Support::Unknown)
                .count();
            let uses: u64 = of_kind.iter().map(|e| e.count).sum();
            self.title(&format!(
                "{title}: {} kinds, {uses} uses, {unknown} unknown",
                of_kind.len()
            ));
            let lines = of_kind
                .iter()
                .map(|element| element_line(element, self.paint));
            self.list(lines.collect(), LINES);
        }
    }

    fn inventory(&mut self, report: &AuditReport) {
        if report.inventory.is_empty() {
            return;
        }
        self.title("Found on the site");
        let mut lines = Vec::new();
        for item in &report.inventory {
            let id = item.id.map(|id| format!(" #{id}")).unwrap_or_default();
            lines.push(format!(
                "  {:<12}  {}{id}  {}",
                item.group,
                shown(&item.title, 50),
                shown(&item.detail, 80)
            ));
            let problems = item.problems.iter().take(5);
            lines.extend(problems.map(|problem| {
                format!(
                    "                {}",
                    self.paint.style("33", &shown(problem, 120))
                )
            }));
        }
        self.list(lines, 30);
    }

    fn rest(&mut self, report: &AuditReport) {
        let broken = &report.links.broken;
        self.title(&format!(
            "Internal links: {} targets, {} broken",
            report.links.followed,
            broken.len()
        ));
        let lines = broken.iter().map(|link| {
            let places = link.places.iter().take(2).map(|p| shown(&p.url, 60));
            let places = places.collect::<Vec<_>>().join(", ");
            format!(
                "  {}  {}  in {places}",
                link.status,
                shown(&link.target, 80)
            )
        });
        self.list(lines.collect(), LINES);
        if let Some(files) = &report.files {
            self.title(&format!(
                "Media library: {} files, {} missing",
                files.looked_for, files.missing_files
            ));
            let lines = files.missing.iter().map(|file| {
                let sizes = match file.sizes {
                    0 => String::new(),
                    sizes => format!("  ({sizes} smaller sizes)"),
                };
                format!("  {:>6}  {}{sizes}", file.id, shown(&file.file, 100))
            });
            self.list(lines.collect(), LINES);
        }
        let unread: usize = report.options.unread.iter().map(|u| u.count).sum();
        self.title(&format!(
            "Options of plugins and themes that nobody here reads: {unread} of {}",
            report.options.stored
        ));
        let lines = report
            .options
            .unread
            .iter()
            .map(|owner| format!("  {:>4}  {}", owner.count, shown(&owner.owner, 60)));
        self.list(lines.collect(), LINES);
        if !report.notes.is_empty() {
            self.title("Notes");
            let notes = report
                .notes
                .iter()
                .map(|note| format!("  {}", shown(note, 300)));
            self.list(notes.collect(), LINES);
        }
    }
}

fn software_line(found: &SoftwareFinding, paint: Paint) -> String {
    let (style, word) = match found.state {
        SoftwareState::Recorded => ("32", "recorded"),
        SoftwareState::Close => ("32", "close"),
        SoftwareState::Newer => ("33", "newer"),
        SoftwareState::Older => ("33", "older"),
        SoftwareState::Unversioned => ("33", "version?"),
        SoftwareState::Unrecorded => ("33", "by docs"),
        SoftwareState::Unknown => ("31", "unknown"),
    };
    let mark = paint.style(style, &format!("{word:<8}"));
    let version = found.version.as_deref().unwrap_or("");
    let recorded = match found.recorded {
        ref recorded if recorded.is_empty() => String::new(),
        ref recorded => format!("  (recorded with {})", recorded.join(", ")),
    };
    format!(
        "  {mark}  {:<40} {:<10}{recorded}",
        shown(&found.name, 40),
        shown(version, 20)
    )
}

fn element_line(element: &ElementUse, paint: Paint) -> String {
    let mark = match element.support {
        Support::Native => paint.style("32", "native "),
        Support::Stored => paint.style("2", "stored "),
        Support::Unknown => paint.style("31", "unknown"),
    };
    let places = match element.support {
        Support::Unknown => {
            let places = element.places.iter().take(3).map(|p| shown(&p.url, 60));
            format!("  in {}", places.collect::<Vec<_>>().join(", "))
        }
        _ => String::new(),
    };
    let pages = element.pages;
    format!(
        "  {mark}  {:<36} {:>6} on {pages} pages{places}",
        shown(&element.name, 36),
        element.count
    )
}
