//! The modules that the column registers with the builder.

use compat::type_map_entry;
use compat::wordpress::name_hash::NameMap;

use crate::wordpress::view::View;

use super::module::Module;

/// The modules. The kind of a module is its place in the list.
#[derive(Debug, Default)]
pub struct ModuleList {
    modules: &'static [Module],
    kinds: NameMap<&'static str, usize>,
}

type_map_entry!(ModuleList);

impl ModuleList {
    /// A list of modules.
    pub fn new(modules: &'static [Module]) -> Self {
        let kinds = modules.iter().enumerate();
        let kinds = kinds.map(|(kind, module)| (module.slug, kind)).collect();
        Self { modules, kinds }
    }

    /// The modules of the site's theme.
    pub fn of(view: &View) -> &Self {
        view.theme.column_data.get()
    }

    /// The module of a kind.
    pub fn get(&self, kind: usize) -> Option<&'static Module> {
        self.modules.get(kind)
    }

    /// The kind of a shortcode's module.
    pub fn kind(&self, slug: &str) -> Option<usize> {
        self.kinds.get(slug).copied()
    }
}
