//! The template engine: minijinja with WordPress's escaping.
//!
//! Templates contain no logic beyond conditions and loops. `{{ value }}` is escaped like `esc_html` (also correct in
//! attributes); `{{ value | safe }}` prints trusted markup; none prints nothing. An undefined value is an error.

use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::name_hash::NameMap;
use minijinja::value::ValueKind;
use minijinja::{Environment, Error, Output, State, UndefinedBehavior, Value};

use crate::render::RenderError;
use crate::slots::{SlotTemplate, Slots};

/// The parsed templates of all columns.
#[derive(Debug)]
pub struct Engine {
    templates: Environment<'static>,
    /// The templates that are texts with slots, by folder and name.
    slots: NameMap<String, SlotTemplate>,
}

impl Engine {
    /// An engine with the embedded templates.
    pub fn new() -> Self {
        let mut templates = Environment::new();
        templates.set_syntax(
            minijinja::syntax::SyntaxConfig::builder()
                .keep_trailing_newline(true)
                .build()
                .unwrap_or_default(),
        );
        templates.set_formatter(format_value);
        templates.set_undefined_behavior(UndefinedBehavior::Strict);

        minijinja_embed::load_templates!(&mut templates);
        let slots = templates.templates().filter_map(|(name, template)| {
            let name = name.strip_suffix(".html")?;
            let template = SlotTemplate::parse(template.source())?;
            Some((name.to_owned(), template))
        });
        let slots = slots.collect();
        Self { templates, slots }
    }

    /// The same with templates of columns outside of this crate. One that cannot be parsed is missing: what prints it
    /// fails.
    pub fn with_templates(templates: Vec<(&'static str, &'static str)>) -> Self {
        let mut engine = Self::new();
        for (name, source) in templates {
            if engine.templates.add_template(name, source).is_err() {
                engine.templates.remove_template(name);
            }
        }
        engine
    }

    /// Renders a template with slots, bypassing minijinja if the template allows it.
    ///
    /// # Errors
    /// As [`Self::render`].
    pub fn render_slots(
        &self,
        folder: &str,
        name: &str,
        slots: &Slots<'_>,
    ) -> Result<String, RenderError> {
        let path = [folder, name].concat();
        let template = self.slots.get(&path);
        let printed = template.and_then(|template| template.print(slots));
        printed.map_or_else(|| self.render(&(path + ".html"), slots.values()), Ok)
    }

    /// Renders a template.
    ///
    /// # Errors
    /// When the template does not exist or rendering fails.
    pub fn render(&self, name: &str, values: Value) -> Result<String, RenderError> {
        let template = self.templates.get_template(name);
        let printed = template.and_then(|template| template.render(values));
        printed.map_err(|error| RenderError::template(name, error))
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

fn format_value(
    out: &mut Output<'_>,
    _state: &mut State<'_, '_>,
    value: &Value,
) -> Result<(), Error> {
    match value.kind() {
        ValueKind::Undefined => Err(Error::from(minijinja::ErrorKind::UndefinedError)),
        ValueKind::None => Ok(()),
        ValueKind::Number => write_text(out, &value.to_string()),
        _ => match value.as_str() {
            Some(text) if value.is_safe() => write_text(out, text),
            Some(text) => write_text(out, &esc_html(text)),
            None => write_text(out, &esc_html(&value.to_string())),
        },
    }
}

fn write_text(out: &mut Output<'_>, text: &str) -> Result<(), Error> {
    out.write_str(text).map_err(Error::from)
}
