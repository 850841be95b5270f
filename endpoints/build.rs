//! Packs the demo site (`fixtures/casas-cueva`) for the binary, and names it after its content and its wording; for a
//! package (`PACK_MODULES`) also the bundles of the browser modules. `BUILD_COMMIT` is the commit that
//! `oxipress --version` prints.

use std::error::Error;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest as _, Sha256};

fn main() -> Result<(), Box<dyn Error>> {
    let crate_folder = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?);
    let site = crate_folder.join("../fixtures/casas-cueva");
    // Its language packs are written from these tables when it is unpacked.
    let wording = crate_folder.join("../compat/src/wordpress/l10n");
    let tables = [wording.join("wording.jsonl"), wording.join("wording")];
    for source in [&site].into_iter().chain(&tables) {
        println!("cargo::rerun-if-changed={}", source.display());
    }
    let packed = pack(&site)?;
    let mut content = Sha256::new().chain_update(&packed);
    let [table, folder] = tables;
    for file in std::iter::once(table).chain(files(&folder)?) {
        content.update(fs::read(file)?);
    }
    let name: String = content
        .finalize()
        .iter()
        .take(6)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    println!("cargo::rustc-env=DEMO_SITE_HASH={name}");
    compress("demo-site.tar.gz", &packed)?;
    pack_modules(&crate_folder.join("../react-modules/dist"))?;
    println!("cargo::rerun-if-env-changed=BUILD_COMMIT");
    let commit = std::env::var("BUILD_COMMIT").unwrap_or_default();
    println!("cargo::rustc-env=BUILD_COMMIT={commit}");
    Ok(())
}

fn compress(name: &str, packed: &[u8]) -> Result<(), Box<dyn Error>> {
    let target = PathBuf::from(std::env::var("OUT_DIR")?).join(name);
    let mut out = GzEncoder::new(fs::File::create(target)?, Compression::best());
    out.write_all(packed)?;
    out.finish()?;
    Ok(())
}

/// The bundles, when they are asked for; else an empty file: a binary in its source tree serves those of the tree.
fn pack_modules(bundles: &Path) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-env-changed=PACK_MODULES");
    let packed = if std::env::var_os("PACK_MODULES").is_some() {
        println!("cargo::rerun-if-changed={}", bundles.display());
        pack(bundles)?
    } else {
        Vec::new()
    };
    println!("cargo::rustc-env=MODULES_HASH={}", short_hash(&packed));
    if packed.is_empty() {
        let target = PathBuf::from(std::env::var("OUT_DIR")?).join("modules.tar.gz");
        return Ok(fs::write(target, b"")?);
    }
    compress("modules.tar.gz", &packed)
}

fn short_hash(content: &[u8]) -> String {
    let hash = Sha256::digest(content);
    hash.iter()
        .take(6)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// The same files make the same bytes: sorted, without times and owners.
fn pack(site: &Path) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut archive = tar::Builder::new(Vec::new());
    for file in files(site)? {
        let content = fs::read(&file)?;
        let mut header = tar::Header::new_gnu();
        header.set_size(u64::try_from(content.len())?);
        header.set_mode(0o644);
        archive.append_data(&mut header, file.strip_prefix(site)?, content.as_slice())?;
    }
    Ok(archive.into_inner()?)
}

fn files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut entries: Vec<_> = fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    let mut found = Vec::new();
    for entry in entries {
        if entry.file_type()?.is_dir() {
            found.extend(files(&entry.path())?);
        } else {
            found.push(entry.path());
        }
    }
    Ok(found)
}
