//! The page of an audit.

use compat::wordpress::audit::elements::{ElementKind, ElementUse, Place, Support};
use compat::wordpress::audit::report::{
    AuditReport, AuditedAddress, BrokenLink, Server, ServerCount,
};
use compat::wordpress::audit::software::{SoftwareFinding, SoftwareState};
use minijinja::{Value, context};

use super::audit_address::{address, as_number, grouped, meaning};
use super::audit_map::{TALL, WIDE, treemap};
use super::bars::{Bar, bars};
use super::{STYLE, number, safe_link};
use crate::engine::Engine;
use crate::render::RenderError;

/// Rows of a list on the page; the JSON has all of them.
const ROWS: usize = 300;
/// Bars of a plot.
const BARS: usize = 40;

/// Renders the report as one self-contained page.
///
/// # Errors
/// When the template fails.
pub fn audit_page(engine: &Engine, report: &AuditReport) -> Result<String, RenderError> {
    let site = &report.site;
    let of_kind = |kind| {
        report
            .elements
            .iter()
            .filter(move |e: &&ElementUse| e.kind == kind)
    };
    let modules: Vec<_> = of_kind(ElementKind::Module).collect();
    let others: Vec<_> = report
        .elements
        .iter()
        .filter(|e| e.kind != ElementKind::Module)
        .collect();
    let unknown = report
        .elements
        .iter()
        .filter(|e| e.support == Support::Unknown);
    engine.render(
        "reports/audit.html",
        context! {
            style => STYLE,
            title => format!("Audit of {}", site.title),
            site => context! {
                title => site.title.as_str(),
                home => site.home.as_str(),
                link => safe_link(&site.home),
                database => site.database,
                has_files => site.has_files,
                oxipress => site.oxipress.as_str(),
                time => time(site.time),
            },
            ready => ready(report),
            servers => servers(report),
            open => open(report),
            software => report.software.iter().map(software).collect::<Vec<_>>(),
            code => report.code.iter().map(|c| context! { file => c.file.as_str(), what => c.what }).collect::<Vec<_>>(),
            module_bars => element_bars(&modules),
            other_bars => element_bars(&others),
            unknown => unknown.map(element).collect::<Vec<_>>(),
            elements => report.elements.iter().take(ROWS).map(element).collect::<Vec<_>>(),
            element_count => number(as_number(report.elements.len())),
            maps => [treemap(report, "wide", WIDE), treemap(report, "tall", TALL)],
            groups => groups(report),
            inventory => inventory(report),
            post_types => post_types(report),
            rules => report.rules.iter().map(|r| context! { pattern => r.pattern.as_str(), query => r.query.as_str() }).collect::<Vec<_>>(),
            broken => report.links.broken.iter().take(ROWS).map(broken).collect::<Vec<_>>(),
            broken_count => number(as_number(report.links.broken.len())),
            followed => number(as_number(report.links.followed)),
            files => files(report),
            options => options(report),
            notes => report.notes.clone(),
        },
    )
}

fn ready(report: &AuditReport) -> Value {
    let ready = &report.readiness;
    context! {
        percent => format!("{:.1}", ready.percent),
        // The length of the ring's arc in thousandths.
        arc => format!("{:.1}", ready.percent * 10.0),
        pages => number(as_number(ready.pages)),
        addresses => number(as_number(ready.addresses)),
        open => number(as_number(ready.open)),
        is_ready => report.is_ready(),
    }
}

fn servers(report: &AuditReport) -> Vec<Value> {
    let counts = report.readiness.by_server.iter();
    let card = |count: &ServerCount| {
        let (name, what) = meaning(count.served_by);
        context! {
            class => count.served_by.name(),
            name => name,
            what => what,
            pages => number(as_number(count.pages)),
        }
    };
    counts.map(card).collect()
}

fn open(report: &AuditReport) -> Value {
    let is_open = |a: &&AuditedAddress| matches!(a.served_by, Server::Nobody | Server::Incomplete);
    let open: Vec<_> = report.addresses.iter().filter(is_open).collect();
    context! {
        count => number(as_number(open.len())),
        more => as_number(open.len().saturating_sub(ROWS)),
        rows => open.into_iter().take(ROWS).map(address).collect::<Vec<_>>(),
    }
}

fn software(found: &SoftwareFinding) -> Value {
    let (class, word) = match found.state {
        SoftwareState::Recorded => ("native", "as recorded"),
        SoftwareState::Close => ("native", "close to what was recorded"),
        SoftwareState::Newer => ("incomplete", "newer than what was recorded"),
        SoftwareState::Older => ("incomplete", "older than what was recorded"),
        SoftwareState::Unversioned => ("incomplete", "version not found"),
        SoftwareState::Unrecorded => ("incomplete", "known by its documentation only"),
        SoftwareState::Unknown => ("nobody", "not known: what it does is missing"),
    };
    context! {
        name => found.name.as_str(),
        version => found.version.clone(),
        recorded => found.recorded.join(", "),
        class => class,
        word => word,
    }
}

fn support(support: Support) -> (&'static str, &'static str) {
    match support {
        Support::Native => ("native", "native"),
        Support::Stored => ("redirect", "stored HTML"),
        Support::Unknown => ("nobody", "unknown"),
    }
}

fn kind(kind: ElementKind) -> &'static str {
    match kind {
        ElementKind::Module => "module",
        ElementKind::Shortcode => "shortcode",
        ElementKind::Block => "block",
        ElementKind::Widget => "widget",
    }
}

fn element_bars(elements: &[&ElementUse]) -> Value {
    let mut shown: Vec<_> = elements.to_vec();
    shown.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.name.cmp(&b.name)));
    let bar = |element: &&ElementUse| Bar {
        name: element.name.clone(),
        value: element.count,
        detail: format!("on {} pages, {}", element.pages, support(element.support).1),
        class: support(element.support).0,
    };
    bars(&shown.iter().take(BARS).map(bar).collect::<Vec<_>>())
}

fn place(place: &Place) -> Value {
    context! { url => place.url.as_str(), link => safe_link(&place.url), title => place.title.as_str() }
}

fn element(element: &ElementUse) -> Value {
    let (class, word) = support(element.support);
    let more = element
        .pages
        .saturating_sub(as_number(element.places.len()));
    context! {
        kind => kind(element.kind),
        name => element.name.as_str(),
        count => number(element.count),
        pages => number(element.pages),
        class => class,
        word => word,
        places => element.places.iter().map(place).collect::<Vec<_>>(),
        more => more,
    }
}

fn time(unix: i64) -> String {
    let time = jiff::Timestamp::from_second(unix).unwrap_or_default();
    time.strftime("%Y-%m-%d %H:%M UTC").to_string()
}

fn groups(report: &AuditReport) -> Vec<Value> {
    let groups = grouped(report).into_iter().enumerate();
    let group = |(at, (name, mut members)): (usize, (String, Vec<&AuditedAddress>))| {
        members.sort_by_key(|a| std::cmp::Reverse(a.served_by));
        context! {
            id => format!("group-{at}"),
            name => name,
            count => number(as_number(members.len())),
            more => as_number(members.len().saturating_sub(ROWS)),
            rows => members.into_iter().take(ROWS).map(address).collect::<Vec<_>>(),
        }
    };
    groups.map(group).collect()
}

fn inventory(report: &AuditReport) -> Vec<Value> {
    let mut groups: Vec<&'static str> = report.inventory.iter().map(|item| item.group).collect();
    groups.dedup();
    let group = |group: &&'static str| {
        let items: Vec<_> = report
            .inventory
            .iter()
            .filter(|item| item.group == *group)
            .collect();
        let rows = items.iter().take(ROWS).map(|item| {
            context! {
                id => item.id,
                title => item.title.as_str(),
                detail => item.detail.as_str(),
                problems => item.problems.clone(),
            }
        });
        context! {
            name => *group,
            count => number(as_number(items.len())),
            rows => rows.collect::<Vec<_>>(),
        }
    };
    groups.iter().map(group).collect()
}

fn post_types(report: &AuditReport) -> Vec<Value> {
    let types = report.post_types.iter().map(|found| {
        let (class, word) = match (found.is_known, found.has_addresses) {
            (true, true) => ("native", "served"),
            (true, false) => ("redirect", "known, without addresses"),
            (false, true) => ("nobody", "not known: its addresses are not served"),
            (false, false) => ("incomplete", "not known, without addresses"),
        };
        context! {
            name => found.name.as_str(),
            published => number(found.published),
            all => number(found.all),
            class => class,
            word => word,
        }
    });
    types.collect()
}

fn broken(link: &BrokenLink) -> Value {
    let more = link.pages.saturating_sub(link.places.len());
    context! {
        target => link.target.as_str(),
        status => link.status,
        why => link.why.as_str(),
        is_file => link.is_file,
        places => link.places.iter().map(place).collect::<Vec<_>>(),
        more => as_number(more),
    }
}

fn files(report: &AuditReport) -> Value {
    let Some(files) = &report.files else {
        return Value::from(());
    };
    let rows = files.missing.iter().take(ROWS).map(|file| {
        context! { id => file.id, title => file.title.as_str(), file => file.file.as_str(), sizes => as_number(file.sizes) }
    });
    context! {
        looked_for => number(as_number(files.looked_for)),
        missing => number(as_number(files.missing_files)),
        rows => rows.collect::<Vec<_>>(),
    }
}

fn options(report: &AuditReport) -> Value {
    let owners = report.options.unread.iter().map(|owner| {
        context! {
            owner => owner.owner.as_str(),
            is_known => owner.column.is_some(),
            count => number(as_number(owner.count)),
            names => owner.names.clone(),
            more => as_number(owner.count.saturating_sub(owner.names.len())),
        }
    });
    context! {
        stored => number(as_number(report.options.stored)),
        read => number(as_number(report.options.read)),
        owners => owners.collect::<Vec<_>>(),
    }
}
