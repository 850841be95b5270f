//! `get_calendar`: a month as a table whose days with posts are links; as a widget and as a block.
//!
//! The days are part of the widgets' rows. The block's colour settings are not implemented.

use compat::wordpress::blocks::BlockCall;
use compat::wordpress::date::calendar::{days_from_civil, days_in_month, weekday};
use compat::wordpress::date::{PhpDate, WpTimezone};
use compat::wordpress::db::tag::SitePart;
use compat::wordpress::formatting::escape::esc_attr;
use compat::wordpress::php::sprintf::sprintf;
use compat::wordpress::query::MainQuery;
use compat::wordpress::widget::{ArchiveDay, Widget};
use minijinja::{Value, context};
use serde_json::Value as Json;

use super::block::block_class;
use super::kinds::WidgetOutput;
use super::settings::{href, takes_first, widget_title};
use crate::markup::markup;
use crate::wordpress::view::{Page, View};

/// `calendar`.
pub(super) fn calendar(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    let title = widget_title(&page.view, widget, "");
    let id = if takes_first(page, "calendar_wrap") {
        " id=\"calendar_wrap\""
    } else {
        ""
    };
    let month = month_of(&page.view, &page.view.query);
    let table = get_calendar(&page.view, month);
    Some(WidgetOutput {
        title,
        content: format!("<div{id} class=\"calendar_wrap\">{table}</div>"),
        ..WidgetOutput::default()
    })
}

/// The block `core/calendar`. Its `month` and `year` attributes are used only if permalinks contain the month.
pub(super) fn block(call: &BlockCall<'_, Page>, page: &mut Page) -> String {
    let view = &page.view;
    view.shows(SitePart::Days);
    if view.widget_rows.days.is_empty() {
        return match view.visitor.user {
            None => String::new(),
            Some(_) => {
                let hidden = "The calendar block is hidden because there are no published posts.";
                format!("<div>{}</div>", view.text(hidden))
            }
        };
    }
    let own = |name: &str| call.block.attr(name).and_then(Json::as_i64);
    let structure = view.site.options.text("permalink_structure");
    let names_month = structure.contains("%monthnum%") && structure.contains("%year%");
    let month = match (own("year"), own("month")) {
        (Some(year), Some(month)) if names_month && is_month(year, month) => (year, month),
        _ => month_of(view, &view.query),
    };
    let class = block_class(call.block, "wp-block-calendar");
    format!(
        "<div class=\"{}\">{}</div>",
        esc_attr(&class),
        get_calendar(view, month)
    )
}

fn is_month(year: i64, month: i64) -> bool {
    (1..=9999).contains(&year) && (1..=12).contains(&month)
}

/// The month of the current archive, else today's.
fn month_of(view: &View, query: &MainQuery) -> (i64, i64) {
    let (year, month) = (query.vars.int("year"), query.vars.int("monthnum"));
    let moment = query.vars.text("m");
    let digits = |from: usize, to: usize| moment.get(from..to).and_then(|d| d.parse().ok());
    let asked = if year != 0 && month != 0 {
        (year, month)
    } else if !matches!(moment, "" | "0") {
        (digits(0, 4).unwrap_or(0), digits(4, 6).unwrap_or(1))
    } else {
        let (year, month, _) = today(view);
        (year, month)
    };
    if is_month(asked.0, asked.1) {
        asked
    } else {
        let (year, month, _) = today(view);
        (year, month)
    }
}

fn today(view: &View) -> ArchiveDay {
    let zone = view.timezone();
    let part = |format: &str| PhpDate::new(view.now, &zone).format(format).parse();
    let part = |format: &str| part(format).unwrap_or(0);
    (part("Y"), part("n"), part("j"))
}

/// The table and the links to the previous and next month; empty on a site without posts.
fn get_calendar(view: &View, (year, month): (i64, i64)) -> String {
    view.shows(SitePart::Days);
    let days = &view.widget_rows.days;
    if days.is_empty() {
        return String::new();
    }
    let names = view.locale.wp_locale();
    let week_begins = view.site.options.int("start_of_week").rem_euclid(7);
    let weekdays = (0..7).map(|at| {
        let at = usize::try_from((at + week_begins) % 7).unwrap_or(0);
        let name = names.weekday.get(at).cloned().unwrap_or_default();
        let initial = names.weekday_initial.get(at).cloned().unwrap_or_default();
        context! { name => markup(esc_attr(&name).into_owned()), initial => markup(initial) }
    });
    let caption = view
        .locale
        .translate_with_context("%1$s %2$s", "calendar caption");
    let year_text = format!("{year:04}");
    let values = [
        month_name(&names.month, month).into(),
        year_text.as_str().into(),
    ];
    let before = |day: &&ArchiveDay| (day.0, day.1) < (year, month);
    let after = |day: &&ArchiveDay| (day.0, day.1) > (year, month);
    let link = |day: &ArchiveDay| {
        context! {
            url => markup(href(&view.links().get_month_link(day.0, day.1))),
            name => markup(month_name(&names.month_abbrev, day.1).to_owned()),
        }
    };
    // Days are ordered newest first.
    view.render(
        "wordpress/widgets/calendar.html",
        context! {
            caption => markup(sprintf(caption, &values).unwrap_or_default()),
            weekdays => Value::from_iter(weekdays),
            cells => markup(cells(view, (year, month), week_begins)),
            navigation => view.text("Previous and next months"),
            previous => days.iter().find(before).map(link),
            next => days.iter().rfind(after).map(link),
        },
    )
}

fn month_name(names: &[String; 12], month: i64) -> &str {
    let at = usize::try_from(month - 1).ok();
    at.and_then(|at| names.get(at)).map_or("", String::as_str)
}

/// The rows of the table's body, without the first `<tr>` and the last `</tr>`.
fn cells(view: &View, (year, month): (i64, i64), week_begins: i64) -> String {
    let place = |day: i64| (weekday(days_from_civil(year, month, day)) - week_begins).rem_euclid(7);
    let today = today(view);
    let last = days_in_month(year, month);
    let mut out = String::new();
    let pad = place(1);
    if pad > 0 {
        out.push_str(&format!(
            "\n\t\t<td colspan=\"{pad}\" class=\"pad\">&nbsp;</td>"
        ));
    }
    for day in 1..=last {
        if day > 1 && place(day) == 0 {
            out.push_str("\n\t</tr>\n\t<tr>\n\t\t");
        }
        out.push_str(if today == (year, month, day) {
            "<td id=\"today\">"
        } else {
            "<td>"
        });
        out.push_str(&day_text(view, (year, month, day)));
        out.push_str("</td>");
    }
    let pad = 6 - place(last);
    if pad > 0 {
        out.push_str(&format!(
            "\n\t\t<td class=\"pad\" colspan=\"{pad}\">&nbsp;</td>"
        ));
    }
    out
}

/// The number of a day, linked if it has posts. The date in its label is not translated, as in WordPress.
fn day_text(view: &View, day: ArchiveDay) -> String {
    if !view.widget_rows.days.contains(&day) {
        return day.2.to_string();
    }
    let format = view
        .locale
        .translate_with_context("F j, Y", "daily archives date format");
    let noon = days_from_civil(day.0, day.1, day.2) * 86_400;
    let date = PhpDate::new(noon, &WpTimezone::utc()).format(format);
    let pattern = view.text("Posts published on %s");
    let label = sprintf(&pattern, &[date.as_str().into()]).unwrap_or_default();
    format!(
        "<a href=\"{}\" aria-label=\"{}\">{}</a>",
        href(&view.links().get_day_link(day.0, day.1, day.2)),
        esc_attr(&label),
        day.2
    )
}
