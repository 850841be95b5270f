//! `WP_Widget_Archives` and the block `core/archives`: months with posts as a list or drop-down.

use compat::wordpress::blocks::{Block, BlockCall};
use compat::wordpress::db::tag::SitePart;
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::widget::{ArchiveMonth, Widget};
use minijinja::{Value, context};

use super::block::{self, wp_unique_id, wrapper_class};
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
    shows_months(view, has_counts);
    format!("<ul>\n{}</ul>", items(view, has_counts))
}

fn shows_months(view: &View, has_counts: bool) {
    view.shows(SitePart::Months);
    if has_counts {
        view.shows(SitePart::MonthCounts);
    }
}

/// The block, by months; lists by years, weeks, days and posts are not made.
pub(super) fn block(call: &BlockCall<'_, Page>, page: &mut Page) -> String {
    const NAME: &str = "wp-block-archives";
    let block = call.block;
    let view = page.view.clone();
    let has_counts = block::is_on(block, "showPostCounts");
    shows_months(&view, has_counts);
    if block::is_on(block, "displayAsDropdown") {
        let class = wrapper_class(block, &["wp-block-archives-dropdown"], NAME);
        return format!(
            "<div class=\"{class}\">{}</div>",
            block_dropdown(block, page, has_counts)
        );
    }
    let class = wrapper_class(block, &["wp-block-archives-list"], NAME);
    match items(&view, has_counts) {
        items if items.is_empty() => {
            format!(
                "<div class=\"{class}\">{}</div>",
                view.text("No archives to show.")
            )
        }
        items => format!("<ul class=\"{class}\">{items}</ul>"),
    }
}

fn block_dropdown(block: &Block<'_>, page: &mut Page, has_counts: bool) -> String {
    let id = wp_unique_id(page, "wp-block-archives-");
    let view = page.view.clone();
    let months = view.widget_rows.months.iter();
    let options = months.map(|month| {
        let selected = if is_current(&view, month) {
            " selected='selected'"
        } else {
            ""
        };
        let (url, text) = (url(&view, month), option_text(&view, month, has_counts));
        format!("\t<option value='{url}'{selected}> {text} </option>\n")
    });
    let options: String = options.collect();
    let hidden = match block::is_on_or(block, "showLabel", true) {
        true => "",
        false => " screen-reader-text",
    };
    format!(
        "<label for=\"{id}\" class=\"wp-block-archives__label{hidden}\">{}</label>\n\t\t\
         <select id=\"{id}\" name=\"archive-dropdown\" \
         onchange=\"document.location.href=this.options[this.selectedIndex].value;\">\n\t\t\
         <option value=\"\">{}</option>{options}</select>",
        esc_html(&view.text("Archives")),
        esc_html(&view.text("Select Month")),
    )
}

/// A month in a drop-down.
fn option_text(view: &View, month: &ArchiveMonth, has_counts: bool) -> String {
    let count = count(view, month, has_counts);
    let space = if count.is_empty() { "" } else { " " };
    format!("{}{space}{count}", text(view, month))
}

fn items(view: &View, has_counts: bool) -> String {
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
    items
}

fn dropdown(view: &View, widget: &Widget, title: &str, has_counts: bool) -> String {
    shows_months(view, has_counts);
    let months = view.widget_rows.months.iter().map(|month| {
        context! {
            url => Value::from_safe_string(url(view, month)),
            is_current => is_current(view, month),
            text => Value::from_safe_string(option_text(view, month, has_counts)),
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
