//! Selectors and defaults of each module's option families: the rows of the contract's appendix "divi-selectors".
//!
//! `selectors.tsv` has one block for each module: `@slug` and the main selector, then rows of a kind, a name and columns
//! `key=value`. Kinds: `F` text groups, `B` borders, `S` box shadows, `U` buttons, `O` form fields, `I` images and icons,
//! `X` the other families, `C` custom CSS fields. `&` is the order class; `d_*` are defaults (`d_unless`: a stored
//! attribute of that name removes the default colour); `imp` lists the properties printed as important; `off` means that
//! the module does not have the family.

use std::sync::LazyLock;

use compat::divi::state_selector::ORDER_CLASS;
use compat::wordpress::name_hash::NameMap;

/// The rows of one module.
#[derive(Debug, Default)]
pub struct ModuleSelectors {
    /// The slug without `et_pb_`.
    pub name: &'static str,
    /// The main selector.
    pub main: String,
    /// Text groups.
    pub fonts: Vec<Row>,
    /// Borders.
    pub borders: Vec<Row>,
    /// Box shadows.
    pub box_shadows: Vec<Row>,
    /// Buttons.
    pub buttons: Vec<Row>,
    /// Form fields.
    pub form_fields: Vec<Row>,
    /// Images and icons with margin and padding options.
    pub image_icons: Vec<Row>,
    /// Custom CSS fields: the whole selector in `sel`.
    pub custom_css: Vec<Row>,
    families: Vec<Row>,
}

/// A row.
#[derive(Debug, Default)]
pub struct Row {
    /// The name of the group or family.
    pub name: &'static str,
    /// The prefix of its attributes: the name and `_`.
    pub prefix: String,
    /// The suffix of the attributes of a group: empty for the group `default`.
    pub suffix: String,
    /// Text groups: the names of the attributes, in the order of [`FONT_ATTRIBUTES`].
    pub attributes: [String; 6],
    /// Whether a text group has a default colour.
    pub is_colored: bool,
    columns: Vec<(&'static str, String)>,
}

/// The names of a text group's attributes, without the group.
pub const FONT_ATTRIBUTES: [&str; 6] = [
    "font",
    "font_size",
    "text_color",
    "letter_spacing",
    "line_height",
    "text_align",
];

impl Row {
    fn parse(name: &'static str, columns: &mut dyn Iterator<Item = &'static str>) -> Self {
        let columns = columns.filter_map(|column| {
            let (key, value) = column.split_once('=')?;
            let value = if key.starts_with("d_") || key == "imp" {
                value.to_owned()
            } else {
                with_order_class(value)
            };
            Some((key, value))
        });
        let columns: Vec<_> = columns.collect();
        Self {
            name,
            prefix: format!("{name}_"),
            suffix: match name {
                "default" => String::new(),
                name => format!("_{name}"),
            },
            attributes: FONT_ATTRIBUTES.map(|end| format!("{name}_{end}")),
            is_colored: columns.iter().any(|(key, _)| *key == "d_color"),
            columns,
        }
    }

    /// The value of a column.
    pub fn get(&self, key: &str) -> Option<&str> {
        let found = self.columns.iter().find(|(name, _)| *name == key);
        found.map(|(_, value)| value.as_str())
    }

    /// Whether the module does not have the family.
    pub fn is_off(&self) -> bool {
        self.get("off").is_some()
    }

    /// Whether a property is printed as important.
    pub fn is_important(&self, property: &str) -> bool {
        self.get("imp")
            .is_some_and(|list| list == "all" || list.split(", ").any(|name| name == property))
    }
}

fn with_order_class(selector: &str) -> String {
    selector.replace('&', ORDER_CLASS)
}

static EMPTY: LazyLock<Row> = LazyLock::new(Row::default);

impl ModuleSelectors {
    /// The row of a family; an empty one when the table has none for the module.
    pub fn family(&self, name: &str) -> &Row {
        let found = self.families.iter().find(|row| row.name == name);
        found.unwrap_or(&EMPTY)
    }

    fn add(&mut self, line: &'static str) {
        let mut parts = line.split('\t');
        let (Some(kind), Some(name)) = (parts.next(), parts.next()) else {
            return;
        };
        if kind == "C" {
            let selector = with_order_class(parts.next().unwrap_or_default());
            self.custom_css.push(Row {
                name,
                prefix: format!("custom_css_{name}"),
                columns: vec![("sel", selector)],
                ..Row::default()
            });
            return;
        }
        let row = Row::parse(name, &mut parts);
        match kind {
            "F" => self.fonts.push(row),
            "B" => self.borders.push(row),
            "S" => self.box_shadows.push(row),
            "U" => self.buttons.push(row),
            "O" => self.form_fields.push(row),
            "I" => self.image_icons.push(row),
            _ => self.families.push(row),
        }
    }

    /// Adds the default border and box shadow groups, which every module has unless its rows switch them off.
    fn complete(&mut self) {
        let main = self.main.clone();
        let default = |columns: Vec<(&'static str, String)>| Row {
            name: "default",
            prefix: "default_".to_owned(),
            columns,
            ..Row::default()
        };
        if !self.borders.iter().any(|row| row.name == "default") {
            let soft = ("soft", ORDER_CLASS.to_owned());
            let columns = vec![("radii", main.clone()), ("styles", main), soft];
            self.borders.insert(0, default(columns));
        }
        for row in &mut self.borders {
            if row.name == "default" && row.get("styles").is_none() && !row.is_off() {
                row.columns.push(("styles", self.main.clone()));
                row.columns.push(("soft", ORDER_CLASS.to_owned()));
            }
        }
        if !self.box_shadows.iter().any(|row| row.name == "default") {
            self.box_shadows.insert(0, default(Vec::new()));
        }
    }
}

static MODULES: LazyLock<NameMap<&'static str, ModuleSelectors>> = LazyLock::new(|| {
    const SHEET: &str = include_str!("selectors.tsv");
    let mut modules: Vec<ModuleSelectors> = Vec::new();
    for line in SHEET.lines() {
        if let Some((name, main)) = line.strip_prefix('@').and_then(|l| l.split_once('\t')) {
            modules.push(ModuleSelectors {
                name,
                main: with_order_class(main),
                ..ModuleSelectors::default()
            });
        } else if let Some(module) = modules.last_mut() {
            module.add(line);
        }
    }
    let complete = modules.into_iter().map(|mut module| {
        module.complete();
        (module.name, module)
    });
    complete.collect()
});

/// The rows of a module, such as `et_pb_text`; none for a module that the appendix does not have.
pub fn of(slug: &str) -> Option<&'static ModuleSelectors> {
    MODULES.get(slug.strip_prefix("et_pb_")?)
}
