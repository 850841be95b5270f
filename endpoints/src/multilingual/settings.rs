//! The section `[multilingual]` of the configuration: languages by path prefix, for sites without a multilingual plugin's
//! tables. Its keys hold tables, which no variable can set.

use anyhow::{Result, bail};
use compat::multilingual::settings::MultilingualSettings;

use crate::config::section::{SectionSettings, Setting};

impl SectionSettings for MultilingualSettings {
    const NAME: &'static str = "multilingual";
    const SETTINGS: &'static [Setting] = &[];
    const EXAMPLE: &'static str = "\
# Languages by path prefix, for a site without WPML's or Polylang's tables.
# default = \"es_ES\"
# switcher_shortcodes = [\"languages\"]
# prefixes = { \"/en\" = \"en_US\" }
";

    fn check(&self) -> Result<()> {
        for prefix in self.prefixes.keys() {
            if !prefix.starts_with('/') {
                bail!("multilingual.prefixes: {prefix:?} must begin with a slash, as in \"/en\"");
            }
        }
        Ok(())
    }
}
