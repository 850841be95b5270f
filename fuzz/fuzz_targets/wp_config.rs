//! wp-config.php.
#![cfg_attr(feature = "link", no_main)]

use std::path::Path;

use compat::wordpress::wp_config::{DbHost, Environment, WpConfig};
use oxipress_fuzz::fuzz_target;

/// A machine with one variable, and one file that is the fuzzed text itself.
struct Mirror<'a>(&'a [u8]);

impl Environment for Mirror<'_> {
    fn variable(&self, name: &str) -> Option<String> {
        (name == "A").then(|| String::from_utf8_lossy(self.0).into_owned())
    }
    fn exists(&self, path: &Path) -> bool {
        path.ends_with("a")
    }
    fn read(&self, path: &Path) -> Option<Vec<u8>> {
        path.ends_with("a").then(|| self.0.to_vec())
    }
}

fuzz_target!(|bytes: &[u8]| {
    let root = Path::new("/w");
    if let Ok(config) = WpConfig::parse(bytes, &root.join("wp-config.php"), root, &Mirror(bytes)) {
        for (name, _) in config.constants() {
            config.text(name);
            config.flag(name);
        }
        config.db_host();
    }
    DbHost::parse(&String::from_utf8_lossy(bytes));
});
