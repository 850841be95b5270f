//! The theme's widget areas (`register_sidebar`): the sidebar, six of the footer, and those that the owner made.
//!
//! Contract "wordpress-rest", section 15; recording owner/sidebars.

use compat::wordpress::l10n::Locale;
use compat::wordpress::options::Options;

use crate::wordpress::widgets::{Sidebar, SidebarArgs};

use super::footer::FOOTER_WIDGET;
use super::sidebar::SIDEBAR_WIDGET;

/// Areas of the footer.
const FOOTER_AREAS: usize = 6;

/// The areas, in the order of their registration.
pub(super) fn sidebars(options: &Options, locale: &Locale) -> Vec<Sidebar> {
    let text = |source| locale.domain("Divi").translate(source);
    let area = |id: String, name: String, args: SidebarArgs| Sidebar {
        id,
        name,
        description: String::new(),
        args,
    };
    let mut areas = vec![area(
        "sidebar-1".to_owned(),
        text("Sidebar").to_owned(),
        SIDEBAR_WIDGET,
    )];
    let footer = (1..=FOOTER_AREAS).map(|number| {
        let name = format!("{} #{number}", text("Footer Area"));
        area(format!("sidebar-{}", number + 1), name, FOOTER_WIDGET)
    });
    areas.extend(footer);
    let own = options.value("et_pb_widgets").at("areas").iter();
    areas.extend(own.map(|(id, name)| {
        let name = name.to_string_lossy().into_owned();
        area(id.to_string_lossy(), name, SIDEBAR_WIDGET)
    }));
    areas
}
