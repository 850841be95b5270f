//! `WP_Widget_Archives`: months with posts as a list or drop-down.

use compat::wordpress::db::tag::SitePart;
use compat::wordpress::widget::{ArchiveMonth, Widget};
use minijinja::{Value, context};

use super::kinds::WidgetOutput;
use super::settings::{href, is_on, widget_title};
use crate::wordpress::number::count_i18n;
use crate::wordpress::view::{Page, View};

/// `archives`.
pub(super) fn archives(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    let view = &page.view;
    let title = widget_title(view, widget, &view.text("Archives"));
    let has_counts = is_on(widget, "count");
    let content = if is_on(widget, "dropdown") {
        dropdown(view, widget, &title, has_counts)
    } else {
        list(view, has_counts)
    };
    Some(WidgetOutput {
        title,
        content,
        ..WidgetOutput::default()
    })
}

fn list(view: &View, has_counts: bool) -> String {
    view.shows(SitePart::Months);
    if has_counts {
        view.shows(SitePart::MonthCounts);
    }
    let mut items = String::new();
    for month in &view.widget_rows.months {
        let aria = if is_current(view, month) {
            " aria-current=\"page\""
        } else {
            ""
        };
        items.push_str(&format!(
            "\t<li><a href='{}'{aria}>{}</a>{}</li>\n",
            url(view, month),
            text(view, month),
            count(view, month, has_counts)
        ));
    }
    format!("<ul>\n{items}</ul>")
}

fn dropdown(view: &View, widget: &Widget, title: &str, has_counts: bool) -> String {
    view.shows(SitePart::Months);
    if has_counts {
        view.shows(SitePart::MonthCounts);
    }
    let months = view.widget_rows.months.iter().map(|month| {
        let text = text(view, month);
        let count = count(view, month, has_counts);
        let space = if count.is_empty() { "" } else { " " };
        context! {
            url => Value::from_safe_string(url(view, month)),
            is_current => is_current(view, month),
            text => Value::from_safe_string(format!("{text}{space}{count}")),
        }
    });
    view.render(
        "wordpress/widgets/archives_dropdown.html",
        context! {
            id => format!("archives-dropdown-{}", widget.number),
            title => Value::from_safe_string(title.to_owned()),
            choose => view.text("Select Month"),
            months => Value::from_iter(months),
        },
    )
}

fn url(view: &View, month: &ArchiveMonth) -> String {
    href(&view.links().get_month_link(month.year, month.month))
}

/// `May 2026` in the locale's order.
fn text(view: &View, month: &ArchiveMonth) -> String {
    let name = usize::try_from(month.month - 1)
        .ok()
        .and_then(|at| view.locale.wp_locale().month.get(at).cloned())
        .unwrap_or_default();
    let pattern = view.text("%1$s %2$d");
    compat::wordpress::php::sprintf::sprintf(&pattern, &[name.as_str().into(), month.year.into()])
        .unwrap_or_default()
}

fn count(view: &View, month: &ArchiveMonth, has_counts: bool) -> String {
    if has_counts {
        format!("&nbsp;({})", count_i18n(view, month.posts))
    } else {
        String::new()
    }
}

/// Whether the current page is the archive of the month or of a day in it.
fn is_current(view: &View, month: &ArchiveMonth) -> bool {
    let number = |name: &str| view.query.vars.text(name).parse::<i64>().ok();
    view.query.is.is_archive
        && number("year") == Some(month.year)
        && number("monthnum") == Some(month.month)
}
