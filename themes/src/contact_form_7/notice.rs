//! A notice printed instead of a form.

use compat::contact_form_7::messages::translated;
use compat::wordpress::l10n::Locale;
use minijinja::context;

use crate::wordpress::view::View;

/// Prints `text`, translated, in an element of the class.
pub(super) fn notice(view: &View, locale: &Locale, class: &str, text: &str) -> String {
    let values = context! {
        class => class,
        label => translated(locale, "Error:"),
        text => translated(locale, text),
    };
    view.render("contact_form_7/notice.html", values)
}
