//! Packs the demo site (`fixtures/casas-cueva`) for the binary, and names it after its content and its wording.

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
    let target = PathBuf::from(std::env::var("OUT_DIR")?).join("demo-site.tar.gz");
    let mut out = GzEncoder::new(fs::File::create(target)?, Compression::best());
    out.write_all(&packed)?;
    out.finish()?;
    Ok(())
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
