//! The treemap of an audit: the addresses by group, divided by who serves them.

use compat::wordpress::audit::report::{AuditReport, AuditedAddress, Server};
use minijinja::{Value, context};

use super::audit_address::{as_number, grouped, meaning};
use super::number;
use super::treemap::{Rect, squarified};

/// The view boxes of the treemap, on wide screens and on phones, with the height of its letters.
pub(super) const WIDE: (f64, f64, f64) = (1000.0, 480.0, 20.0);
/// On phones.
pub(super) const TALL: (f64, f64, f64) = (360.0, 480.0, 15.0);

/// The rectangles of the treemap: a group each, divided by who serves it.
pub(super) fn treemap(
    report: &AuditReport,
    class: &str,
    (width, height, letter): (f64, f64, f64),
) -> Value {
    let groups = grouped(report);
    let sizes: Vec<f64> = groups
        .iter()
        .map(|(_, members)| float(members.len()))
        .collect();
    let whole = Rect {
        x: 0.0,
        y: 0.0,
        width,
        height,
    };
    let boxes = squarified(&sizes, whole);
    let shown = groups.iter().zip(boxes).enumerate();
    let shown =
        shown.map(|(at, ((name, members), rect))| group_box(at, name, members, (rect, letter)));
    context! {
        class => class,
        view_box => format!("0 0 {width} {height}"),
        letter => px(letter),
        boxes => shown.collect::<Vec<_>>(),
    }
}

fn group_box(
    at: usize,
    name: &str,
    members: &[&AuditedAddress],
    (rect, letter): (Rect, f64),
) -> Value {
    let by = |server: Server| members.iter().filter(|a| a.served_by == server).count();
    let counts = Server::ALL.map(|server| (server, by(server)));
    let parts = squarified(&counts.map(|(_, count)| float(count)), rect);
    let words = counts.iter().filter(|(_, count)| *count > 0);
    let words: Vec<_> = words
        .map(|(server, count)| format!("{count} {}", meaning(*server).0.to_lowercase()))
        .collect();
    let parts = counts
        .iter()
        .zip(parts)
        .filter(|((_, count), _)| *count > 0);
    let parts = parts.map(|((server, _), part)| {
        context! { class => server.name(), ..rectangle(part) }
    });
    context! {
        id => format!("group-{at}"),
        name => name,
        count => number(as_number(members.len())),
        words => words.join(", "),
        parts => parts.collect::<Vec<_>>(),
        has_label => rect.width > letter * 4.0 && rect.height > letter * 2.8,
        label_x => px(rect.x + letter * 0.5),
        label_y => px(rect.y + letter * 1.3),
        count_y => px(rect.y + letter * 2.4),
        has_name => fits(name, rect.width, letter),
        ..rectangle(rect)
    }
}

fn float(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// A length of the view box with one decimal.
fn px(length: f64) -> String {
    format!("{length:.1}")
}

fn rectangle(rect: Rect) -> Value {
    context! {
        x => px(rect.x + 1.0),
        y => px(rect.y + 1.0),
        width => px((rect.width - 2.0).max(0.5)),
        height => px((rect.height - 2.0).max(0.5)),
    }
}

/// Whether a name fits into a box: a part of it would be another name than the one that screen readers say.
fn fits(name: &str, width: f64, letter: f64) -> bool {
    float(name.chars().count()) * letter * 0.62 < width - letter
}
