//! The packages that `packaging/package.sh` makes (`make package-test` makes them and runs these tests): the program starts where
//! there is nothing but a `/tmp`, and each package holds what it promises.

use std::collections::HashMap;
use std::fs;
use std::io::Read as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use flate2::read::GzDecoder;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use tests_contract::client::get;
use tests_contract::mariadb::free_port;

/// The folder of the packages.
fn packages() -> Result<PathBuf> {
    let test = std::env::current_exe()?;
    let mut target = test
        .ancestors()
        .filter(|folder| folder.ends_with("target") || folder.join("package-test").is_dir());
    let target = target.next().context("no target folder")?;
    let folder = target.join("package-test");
    ensure!(
        folder.join("SHA256SUMS").is_file(),
        "no packages in {}: `make package-test-files` makes them",
        folder.display()
    );
    Ok(folder)
}

fn named(folder: &Path, end: &str) -> Result<PathBuf> {
    let mut files = fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path()));
    files
        .find(|path| path.to_string_lossy().ends_with(end))
        .with_context(|| format!("no {end} in {}", folder.display()))
}

/// A process that ends with its test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
#[ignore = "needs packages: `make package-test` makes them and runs this"]
fn the_program_starts_in_an_empty_root() -> Result<()> {
    let root = tempfile::tempdir()?;
    let tmp = root.path().join("tmp");
    fs::create_dir(&tmp)?;
    fs::set_permissions(&tmp, fs::Permissions::from_mode(0o1777))?;
    fs::copy(
        packages()?.join("root/usr/bin/oxipress"),
        root.path().join("oxipress"),
    )?;
    let port = free_port()?;
    let listen = format!("127.0.0.1:{port}");
    // Who is not root becomes root of a name space of their own.
    let is_root = fs::metadata("/proc/self")?.permissions().mode() != 0 && users_id()? == 0;
    let mut command = if is_root {
        Command::new("chroot")
    } else {
        let mut command = Command::new("unshare");
        command.args(["--user", "--map-root-user", "chroot"]);
        command
    };
    command
        .arg(root.path())
        .args(["/oxipress", "serve", "--listen", &listen]);
    command
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default());
    let process = command.stdout(Stdio::null()).spawn().context("chroot")?;
    let mut server = Running(process);
    let address = listen.parse()?;
    let begun = Instant::now();
    let page = loop {
        match get(address, "/") {
            Ok(page) => break page,
            Err(_) if begun.elapsed() < Duration::from_secs(60) => {
                if let Some(status) = server.0.try_wait()? {
                    bail!("the program ended with {status}");
                }
                std::thread::sleep(Duration::from_millis(50));
            }
            Err(error) => return Err(error),
        }
    };
    ensure!(page.status == 200, "status {}", page.status);
    let text = &page.body;
    let script = text
        .split('"')
        .find(|part| part.contains("/wp-content/oxipress/modules/") && part.ends_with(".js"))
        .context("the page links no script of the modules")?;
    let path = script
        .find("/wp-content/")
        .map_or(script, |at| &script[at..]);
    let script = get(address, path)?;
    ensure!(script.status == 200, "{path}: status {}", script.status);
    println!(
        "a page of {} bytes and {path} after {:?}",
        text.len(),
        begun.elapsed()
    );
    Ok(())
}

fn users_id() -> Result<u32> {
    use std::os::unix::fs::MetadataExt as _;
    Ok(fs::metadata("/proc/self")?.uid())
}

#[test]
#[ignore = "needs packages: `make package-test` makes them and runs this"]
fn the_debian_package_holds_its_files() -> Result<()> {
    let deb = named(&packages()?, ".deb")?;
    let list = Command::new("dpkg-deb")
        .arg("--contents")
        .arg(deb)
        .output()?;
    let list = String::from_utf8(list.stdout)?;
    for (mode, path) in [
        ("-rwxr-xr-x root/root", "./usr/bin/oxipress"),
        ("-rw-r--r-- root/root", "./etc/oxipress/oxipress.toml"),
        (
            "-rw-r--r-- root/root",
            "./usr/lib/systemd/system/oxipress.service",
        ),
        (
            "-rw-r--r-- root/root",
            "./usr/lib/systemd/system/oxipress.socket",
        ),
        ("-rw-r--r-- root/root", "./usr/share/man/man1/oxipress.1.gz"),
        (
            "-rw-r--r-- root/root",
            "./usr/share/man/man1/oxipress-serve.1.gz",
        ),
        (
            "-rw-r--r-- root/root",
            "./usr/share/bash-completion/completions/oxipress",
        ),
        (
            "-rw-r--r-- root/root",
            "./usr/share/zsh/vendor-completions/_oxipress",
        ),
        (
            "-rw-r--r-- root/root",
            "./usr/share/fish/vendor_completions.d/oxipress.fish",
        ),
    ] {
        let line = list.lines().find(|line| line.ends_with(path));
        let line = line.with_context(|| format!("no {path}"))?;
        ensure!(line.starts_with(mode), "{line}");
    }
    Ok(())
}

/// Every digest of the image is right, and its layer holds the program and a `/tmp` for everyone.
#[test]
#[ignore = "needs packages: `make package-test` makes them and runs this"]
fn the_image_is_whole() -> Result<()> {
    let mut archive = tar::Archive::new(fs::File::open(named(&packages()?, "-oci.tar")?)?);
    let mut files = HashMap::new();
    for entry in archive.entries()? {
        let mut entry = entry?;
        let path = entry.path()?.to_string_lossy().into_owned();
        let mut content = Vec::new();
        entry.read_to_end(&mut content)?;
        files.insert(path, content);
    }
    let blob = |of: &Value| -> Result<&Vec<u8>> {
        let digest = of["digest"].as_str().context("no digest")?;
        let hash = digest.strip_prefix("sha256:").context(digest.to_owned())?;
        let content = files
            .get(&format!("blobs/sha256/{hash}"))
            .context(hash.to_owned())?;
        let real: String = Sha256::digest(content)
            .iter()
            .map(|b| format!("{b:02x}"))
            .collect();
        ensure!(real == hash, "{hash}: its content has {real}");
        ensure!(
            of["size"].as_u64() == u64::try_from(content.len()).ok(),
            "size of {hash}"
        );
        Ok(content)
    };
    let index: Value = serde_json::from_slice(&files["index.json"])?;
    let manifest: Value = serde_json::from_slice(blob(&index["manifests"][0])?)?;
    let config: Value = serde_json::from_slice(blob(&manifest["config"])?)?;
    ensure!(
        config["config"]["User"] != "0" && config["os"] == "linux",
        "{config}"
    );
    let mut layer = tar::Archive::new(GzDecoder::new(blob(&manifest["layers"][0])?.as_slice()));
    let mut modes = HashMap::new();
    for entry in layer.entries()? {
        let entry = entry?;
        modes.insert(
            entry.path()?.to_string_lossy().into_owned(),
            entry.header().mode()?,
        );
    }
    ensure!(modes.get("usr/bin/oxipress") == Some(&0o755), "{modes:?}");
    ensure!(modes.get("tmp/") == Some(&0o1777), "{modes:?}");
    Ok(())
}

#[test]
#[ignore = "needs packages: `make package-test` makes them and runs this"]
fn checksums_and_parts_are_told() -> Result<()> {
    let folder = packages()?;
    let sums = fs::read_to_string(folder.join("SHA256SUMS"))?;
    ensure!(sums.lines().count() == 4, "{sums}");
    for line in sums.lines() {
        let (sum, name) = line.split_once("  ").context(line.to_owned())?;
        let real = Sha256::digest(fs::read(folder.join(name))?);
        let real: String = real.iter().map(|byte| format!("{byte:02x}")).collect();
        ensure!(real == sum, "{name}");
    }
    let bom: Value = serde_json::from_slice(&fs::read(named(&folder, ".cdx.json")?)?)?;
    let purls: Vec<_> = bom["components"]
        .as_array()
        .context("no components")?
        .iter()
        .filter_map(|c| c["purl"].as_str())
        .collect();
    for wanted in ["pkg:cargo/hyper@", "pkg:cargo/diesel@", "pkg:npm/react@"] {
        ensure!(
            purls.iter().any(|purl| purl.starts_with(wanted)),
            "no {wanted}"
        );
    }
    ensure!(
        !purls
            .iter()
            .any(|purl| purl.contains("/proptest@") || purl.contains("/vitest@")),
        "tests' parts"
    );
    println!("{} parts", purls.len());
    Ok(())
}
