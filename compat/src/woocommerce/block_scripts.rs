//! The scripts of the shop's blocks: files, versions, and what each needs before it.
//!
//! Contract "woocommerce-store-api", section 11.3. A file's needs and version stand beside it in `{file}.asset.php`; those of
//! core's packages in one file of `wp-includes/assets`. Both are read as data. What is missing comes from our own list.

use std::collections::HashSet;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use indexmap::IndexMap;

use crate::type_map_entry;
use crate::wordpress::column::SiteSource;
use crate::wordpress::name_hash::NameMap;
use crate::wordpress::read_files::ReadFiles;
use crate::wordpress::wp_config::literals::{Literal, literal_arrays};

/// Bytes of a file.
const FILE_MAX: u64 = 256 << 10;
/// Scripts that one may need.
const NEEDS_MAX: usize = 200;
/// Bytes of a handle or a version.
const NAME_MAX: usize = 80;

/// The files that may list core's packages.
const PACKAGES: [&str; 2] = [
    "wp-includes/assets/script-loader-packages.min.php",
    "wp-includes/assets/script-loader-packages.php",
];
/// The folder of the plugin's files.
const CLIENT: &str = "plugins/woocommerce/assets/client/";

/// What the plugin adds to the needs of files, behind those of the file.
const ADDED: [(&str, &str); 2] = [
    ("wc-settings", "wp-api-fetch"),
    ("wc-blocks-data-store", "wc-blocks-middleware"),
];

/// A script of our own list.
struct Listed {
    /// `core/url.min.js`, or `woocommerce/blocks/wc-types.js`.
    file: &'static str,
    version: &'static str,
    needs: &'static str,
}

static LISTED: LazyLock<IndexMap<&'static str, Listed>> = LazyLock::new(|| {
    let rows = include_str!("block_scripts.txt")
        .lines()
        .filter_map(|line| {
            let mut cells = line.split('|');
            let (handle, file) = (cells.next()?, cells.next()?);
            let (version, needs) = (cells.next()?, cells.next()?);
            let listed = Listed {
                file,
                version,
                needs,
            };
            Some((handle, listed))
        });
    rows.collect()
});

/// What a site's file says of a script.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Asset {
    needs: Vec<String>,
    version: String,
}

/// A script to be printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockScript {
    /// `wc-types`.
    pub handle: String,
    /// Its file below the site's folder: `wp-includes/js/dist/url.min.js`.
    pub path: String,
    /// Its version; empty: not known.
    pub version: String,
}

/// What a site's files say of the scripts.
#[derive(Debug, Default)]
pub struct ScriptFiles {
    assets: NameMap<String, Asset>,
    files: ReadFiles,
}

/// The scripts, as the column's site data.
pub type BlockScripts = Arc<ScriptFiles>;
type_map_entry!(BlockScripts);

/// The scripts of a site, read again only when their files changed. Blocks on the file system.
pub fn block_scripts(source: &SiteSource<'_>) -> BlockScripts {
    let before = source.before.map(|before| before.get::<BlockScripts>());
    if let Some(known) = before.filter(|known| known.is_current()) {
        return Arc::clone(known);
    }
    let folders = source.folders;
    Arc::new(ScriptFiles::read(folders.wp_root, folders.content_dir))
}

impl ScriptFiles {
    /// Reads the files of a site.
    fn read(root: Option<&Path>, content: Option<&Path>) -> Self {
        let mut read = Self::default();
        let lists = root
            .into_iter()
            .flat_map(|root| PACKAGES.map(|list| root.join(list)));
        for list in lists {
            let array = read.array(&list);
            let Some(Literal::Array(packages)) = array else {
                continue;
            };
            for (file, entry) in packages {
                let name = file.trim_end_matches(".js").trim_end_matches(".min");
                let handle = format!("wp-{name}");
                if let Some(asset) = asset(&entry).filter(|_| is_name(&handle)) {
                    read.assets.insert(handle, asset);
                }
            }
            break;
        }
        for (handle, listed) in LISTED.iter() {
            let own = listed.file.strip_prefix("woocommerce/");
            let (Some(own), Some(content)) = (own, content) else {
                continue;
            };
            let file = own.trim_end_matches(".js");
            let path = content.join(format!("{CLIENT}{file}.asset.php"));
            if let Some(asset) = read.array(&path).as_ref().and_then(asset) {
                read.assets.insert((*handle).to_owned(), asset);
            }
        }
        read
    }

    /// The first array of a file that returns one.
    fn array(&mut self, path: &Path) -> Option<Literal> {
        let source = self.files.read(path, FILE_MAX)?;
        match literal_arrays(&source) {
            Ok(arrays) => arrays.into_iter().next().map(|(_, array)| array),
            Err(error) => {
                tracing::warn!("{}:{}: {}", path.display(), error.line, error.message);
                None
            }
        }
    }

    /// Whether the files are as they were when they were read. Blocks on the file system.
    pub fn is_current(&self) -> bool {
        self.files.are_current()
    }

    /// Scripts with all that they need, each behind what it needs (`all_deps`). `added`: what a script of the page needs
    /// besides.
    pub fn in_order(&self, roots: &[&str], added: &[(&str, Vec<String>)]) -> Vec<BlockScript> {
        let mut sorting = Sorting {
            files: self,
            added,
            seen: HashSet::new(),
            sorted: Vec::new(),
        };
        for root in roots {
            sorting.add(root);
        }
        sorting.sorted
    }

    fn needs(&self, handle: &str) -> Vec<String> {
        let mut needs: Vec<String> = match (self.assets.get(handle), LISTED.get(handle)) {
            (Some(asset), _) => asset.needs.clone(),
            (None, Some(listed)) => {
                let needs = listed.needs.split_whitespace();
                needs.map(str::to_owned).collect()
            }
            (None, None) => Vec::new(),
        };
        let added = ADDED.iter().filter(|(own, _)| *own == handle);
        needs.extend(added.map(|(_, need)| (*need).to_owned()));
        needs
    }

    /// The script of a handle; `None` for one whose file nobody knows.
    fn script(&self, handle: &str) -> Option<BlockScript> {
        let asset = self.assets.get(handle);
        let listed = LISTED.get(handle);
        let path = match listed.map(|listed| listed.file) {
            Some(file) => match file.strip_prefix("core/") {
                Some(package) => format!("wp-includes/js/dist/{package}"),
                None => {
                    let own = file.strip_prefix("woocommerce/").unwrap_or(file);
                    format!("wp-content/{CLIENT}{own}")
                }
            },
            // A package that core lists and we do not.
            None => {
                let package = handle.strip_prefix("wp-").filter(|_| asset.is_some())?;
                format!("wp-includes/js/dist/{package}.min.js")
            }
        };
        let version = match (asset, listed) {
            (Some(asset), _) => asset.version.clone(),
            (None, Some(listed)) => listed.version.to_owned(),
            (None, None) => String::new(),
        };
        Some(BlockScript {
            handle: handle.to_owned(),
            path,
            version,
        })
    }
}

/// The scripts sorted so far.
struct Sorting<'s> {
    files: &'s ScriptFiles,
    added: &'s [(&'s str, Vec<String>)],
    seen: HashSet<String>,
    sorted: Vec<BlockScript>,
}

impl Sorting<'_> {
    fn add(&mut self, handle: &str) {
        if !self.seen.insert(handle.to_owned()) {
            return;
        }
        let mut needs = self.files.needs(handle);
        let added = self.added.iter().filter(|(own, _)| *own == handle);
        needs.extend(added.flat_map(|(_, more)| more.iter().cloned()));
        for need in needs {
            self.add(&need);
        }
        // Scripts that pages print otherwise (`wp-i18n`) have no file here: their place is kept.
        let script = self.files.script(handle).unwrap_or_else(|| BlockScript {
            handle: handle.to_owned(),
            path: String::new(),
            version: String::new(),
        });
        self.sorted.push(script);
    }
}

/// The asset of an array; `None` when it is something else.
fn asset(array: &Literal) -> Option<Asset> {
    let version = array.get("version").and_then(Literal::text)?;
    let Literal::Array(needs) = array.get("dependencies")? else {
        return None;
    };
    if !is_name(version) || needs.len() > NEEDS_MAX {
        return None;
    }
    let needs = needs.values().map(|need| {
        let need = need.text().filter(|need| is_name(need));
        need.map(str::to_owned)
    });
    Some(Asset {
        needs: needs.collect::<Option<_>>()?,
        version: version.to_owned(),
    })
}

/// Handles and versions are words: they are printed in attributes.
fn is_name(text: &str) -> bool {
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    (1..=NAME_MAX).contains(&text.len()) && text.bytes().all(is_plain)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn handles(scripts: &[BlockScript]) -> Vec<&str> {
        scripts.iter().map(|own| own.handle.as_str()).collect()
    }

    fn files(own: &[(&str, &str)]) -> ScriptFiles {
        let root = tempfile::tempdir().unwrap();
        for (file, source) in own {
            let path = root.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, source).unwrap();
        }
        let content = root.path().join("wp-content");
        ScriptFiles::read(Some(root.path()), Some(&content))
    }

    #[test]
    fn each_script_stands_behind_what_it_needs() {
        let added = [(
            "wc-cart-block-frontend",
            vec!["wc-payment-method-cod".to_owned()],
        )];
        let roots = ["wc-cart-checkout-base", "wc-cart-block-frontend"];
        let sorted = ScriptFiles::default().in_order(&roots, &added);
        let handles = handles(&sorted);
        let place = |handle: &str| handles.iter().position(|own| *own == handle);
        assert_eq!(place("wp-polyfill"), Some(0));
        assert_eq!(place("wc-cart-block-frontend"), Some(handles.len() - 1));
        assert_eq!(place("wc-payment-method-cod"), Some(handles.len() - 2));
        assert!(place("wp-api-fetch") < place("wc-settings"));
        assert!(place("wc-blocks-middleware") < place("wc-blocks-data-store"));
        for (handle, listed) in LISTED.iter() {
            for need in listed.needs.split_whitespace() {
                let is_known = LISTED.contains_key(need) || matches!(need, "wp-hooks" | "wp-i18n");
                assert!(is_known, "{handle} {need}");
            }
        }
    }

    #[test]
    fn files_of_the_site_say_version_and_needs() {
        let files = files(&[
            (
                "wp-content/plugins/woocommerce/assets/client/blocks/wc-types.asset.php",
                "<?php return array('dependencies' => array('wp-polyfill', 'wp-viewport'), 'version' => 'abc123');",
            ),
            (
                "wp-includes/assets/script-loader-packages.min.php",
                "<?php return array('viewport.min.js' => array('dependencies' => array('wp-url'), 'version' => 'v9'), 'url.min.js' => array('dependencies' => array(), 'version' => 'u9'));",
            ),
        ]);
        let sorted = files.in_order(&["wc-types"], &[]);
        assert_eq!(
            handles(&sorted),
            ["wp-polyfill", "wp-url", "wp-viewport", "wc-types"]
        );
        let named = |at: usize| (sorted[at].path.as_str(), sorted[at].version.as_str());
        assert_eq!(named(1), ("wp-includes/js/dist/url.min.js", "u9"));
        assert_eq!(named(2), ("wp-includes/js/dist/viewport.min.js", "v9"));
        assert_eq!(named(3).1, "abc123");
        assert!(named(3).0.ends_with("client/blocks/wc-types.js"));
        // The folder is gone by now.
        assert!(!files.is_current());
    }

    #[test]
    fn what_is_no_literal_is_ours() {
        for source in [
            "<?php return array('dependencies' => array('wp-url'), 'version' => filemtime('x'));",
            "<?php return array('dependencies' => array(x()), 'version' => 'v');",
            "<?php return array('dependencies' => array('\"><script>'), 'version' => 'v');",
            "<?php return array('dependencies' => array(), 'version' => '\"><script>');",
            "no php",
        ] {
            let path = "wp-content/plugins/woocommerce/assets/client/blocks/wc-types.asset.php";
            let sorted = files(&[(path, source)]).in_order(&["wc-types"], &[]);
            assert_eq!(handles(&sorted), ["wp-polyfill", "wc-types"], "{source}");
        }
    }

    #[test]
    fn circles_end() {
        let path = "wp-content/plugins/woocommerce/assets/client/blocks/wc-types.asset.php";
        let source = "<?php return array('dependencies' => array('wc-types'), 'version' => 'v');";
        let sorted = files(&[(path, source)]).in_order(&["wc-types"], &[]);
        assert_eq!(handles(&sorted), ["wc-types"]);
    }
}
