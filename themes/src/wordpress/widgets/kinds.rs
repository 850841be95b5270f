//! The kinds of widgets, and how one is printed in an area.
//!
//! Contract "divi-theme", section 4 (wrappers).

use std::collections::HashMap;

use compat::wordpress::formatting::escape::esc_attr;
use compat::wordpress::l10n::Locale;
use compat::wordpress::options::Options;
use compat::wordpress::widget::Widget;

/// The wrappers of a sidebar's widgets.
#[derive(Debug, Clone, Copy)]
pub struct SidebarArgs {
    /// Before each widget; `%1$s` is its id, `%2$s` its class.
    pub before_widget: &'static str,
    /// After each widget.
    pub after_widget: &'static str,
    /// Before a title.
    pub before_title: &'static str,
    /// After a title.
    pub after_title: &'static str,
}

/// A widget area of the theme (`register_sidebar`).
#[derive(Debug, Clone)]
pub struct Sidebar {
    /// Its id.
    pub id: String,
    /// Its name, translated.
    pub name: String,
    /// Its description, translated.
    pub description: String,
    /// The wrappers of its widgets.
    pub args: SidebarArgs,
}

/// Lists widget areas, in the order of their registration.
pub type RegisterSidebars = fn(&Options, &Locale) -> Vec<Sidebar>;

/// The output of a widget, without the wrappers.
#[derive(Debug, Default)]
pub struct WidgetOutput {
    /// The title as markup (`widget_title`), empty for none.
    pub title: String,
    /// What follows it.
    pub content: String,
    /// White space around the start of the wrapper and behind the title.
    pub space: &'static str,
    /// Classes that replace the type's.
    pub class: Option<String>,
    /// A class before all others, including the sidebar's.
    pub first_class: Option<&'static str>,
}

/// Renders a widget without its wrappers; `None` omits them too.
pub type PrintWidget<P> = fn(&mut P, &Widget) -> Option<WidgetOutput>;

/// A widget type.
struct WidgetKind<P> {
    class: &'static str,
    print: PrintWidget<P>,
}

/// The widget types by `id_base`.
pub struct Widgets<P> {
    kinds: HashMap<&'static str, WidgetKind<P>>,
}

impl<P> Default for Widgets<P> {
    fn default() -> Self {
        let kinds = HashMap::new();
        Self { kinds }
    }
}

impl<P> Widgets<P> {
    /// Registers a type: `id_base`, class of the wrapper, render function.
    pub fn register(&mut self, id_base: &'static str, class: &'static str, print: PrintWidget<P>) {
        self.kinds.insert(id_base, WidgetKind { class, print });
    }

    /// Whether a type is registered.
    pub fn is_registered(&self, id_base: &str) -> bool {
        self.kinds.contains_key(id_base)
    }

    /// Renders one widget with its sidebar's wrappers.
    pub fn print(&self, page: &mut P, widget: &Widget, args: SidebarArgs) -> String {
        let Some(kind) = self.kinds.get(widget.id_base.as_str()) else {
            return String::new();
        };
        let Some(output) = (kind.print)(page, widget) else {
            return String::new();
        };
        let class = output.class.as_deref().unwrap_or(kind.class);
        let mut before = args
            .before_widget
            .replace("%1$s", &esc_attr(&widget.id))
            .replace("%2$s", &esc_attr(class));
        if let Some(first) = output.first_class {
            before = before.replacen(" class=\"", &format!(" class=\"{first} "), 1);
        }
        let title = if output.title.is_empty() {
            String::new()
        } else {
            format!("{}{}{}", args.before_title, output.title, args.after_title)
        };
        let space = output.space;
        let (content, after) = (&output.content, args.after_widget);
        [space, &before, space, &title, space, content, after].concat()
    }
}
