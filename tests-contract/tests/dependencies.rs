//! Licences and advisories of every package of both lock files, checked without the network.
//!
//! Licences and banned crates are those of `deny.toml`. The advisories are a dated list of our own
//! (`tests-contract/advisories.txt`); a package whose version is in the range of one fails here. `make audit` asks the
//! public databases. Hardening S12 and S21.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    std::fs::read_to_string(root.join(path)).expect(path)
}

/// The strings of a list in `deny.toml`.
fn denied_or_allowed(section: &str, key: &str) -> Vec<String> {
    let file: toml::Table = read("deny.toml").parse().expect("deny.toml");
    let list = file[section][key].as_array().expect(key);
    let text = |value: &toml::Value| value.as_str().expect("a text").to_owned();
    list.iter().map(text).collect()
}

/// Name, version and licence of each package of `package-lock.json`.
fn npm_packages() -> Vec<[String; 3]> {
    let lock: Value =
        serde_json::from_str(&read("react-modules/package-lock.json")).expect("package-lock.json");
    let packages = lock["packages"].as_object().expect("packages").iter();
    let text = |value: &Value| value.as_str().unwrap_or("none").to_owned();
    packages
        .filter_map(|(path, package)| {
            let (_, name) = path.rsplit_once("node_modules/")?;
            Some([
                name.to_owned(),
                text(&package["version"]),
                text(&package["license"]),
            ])
        })
        .collect()
}

/// Name and version of each crate of `Cargo.lock`, those of other systems included.
fn crates() -> Vec<[String; 2]> {
    let lock: toml::Table = read("Cargo.lock").parse().expect("Cargo.lock");
    let text = |value: &toml::Value| value.as_str().expect("a text").to_owned();
    let packages = lock["package"].as_array().expect("packages").iter();
    packages
        .map(|p| [text(&p["name"]), text(&p["version"])])
        .collect()
}

fn packages() -> Vec<Value> {
    let out = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--format-version=1",
            "--locked",
            "--offline",
            "--filter-platform=x86_64-unknown-linux-gnu",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo metadata");
    assert!(
        out.status.success(),
        "{}",
        String::from_utf8_lossy(&out.stderr)
    );
    let metadata: Value = serde_json::from_slice(&out.stdout).expect("JSON");
    metadata["packages"].as_array().expect("packages").clone()
}

fn is_allowed(expression: &str, allowed: &[String]) -> bool {
    let is_listed = |licence: &str| allowed.iter().any(|one| one == licence);
    let expression = expression.replace('/', " OR ");
    let every = |part: &str| {
        part.split(" AND ")
            .all(|l| is_listed(l.trim().trim_matches(['(', ')'])))
    };
    // `A AND (B OR C)`: each conjunct needs one allowed alternative.
    if expression.contains(" AND (") {
        return expression.split(" AND ").all(|part| {
            part.trim_matches(['(', ')'])
                .split(" OR ")
                .any(|l| is_listed(l.trim()))
        });
    }
    expression.split(" OR ").any(every)
}

#[test]
fn every_licence_is_compatible() {
    let packages = packages();
    let own = packages.iter().filter(|p| p["source"].is_null()).count();
    let mut allowed = denied_or_allowed("licenses", "allow");
    let mut bad: Vec<_> = packages
        .iter()
        .filter(|p| !is_allowed(p["license"].as_str().unwrap_or("none"), &allowed))
        .map(|p| format!("{} {}: {}", p["name"], p["version"], p["license"]))
        .collect();
    let list = read("tests-contract/advisories.txt");
    let more = list
        .lines()
        .filter_map(|line| line.strip_prefix("licence "));
    allowed.extend(more.map(str::to_owned));
    let npm = npm_packages();
    for [name, version, licence] in &npm {
        if !is_allowed(licence, &allowed) {
            bad.push(format!("{name} {version}: {licence}"));
        }
    }
    println!(
        "{} crates, {own} of them ours; {} npm packages",
        packages.len(),
        npm.len()
    );
    assert!(npm.len() > 3, "packages are read");
    assert!(!is_allowed("GPL-3.0-only", &allowed) && !is_allowed("none", &allowed));
    assert!(bad.is_empty(), "licences to look at:\n{}", bad.join("\n"));
}

#[test]
fn no_banned_crate_comes_in() {
    let banned = denied_or_allowed("bans", "deny");
    let found = crates().into_iter().map(|[name, _]| name);
    let bad: Vec<_> = found.filter(|name| banned.contains(name)).collect();
    assert!(bad.is_empty(), "{bad:?}");
}

/// Packages of the list whose version is in the range of an advisory.
fn advisories<'l>(list: &'l str, registry: &str, packages: &[[String; 2]]) -> (usize, Vec<String>) {
    let (mut checked, mut bad) = (0, Vec::new());
    for line in list.lines() {
        let words: Vec<&'l str> = line.split_whitespace().collect();
        let [of, name, from, fixed, id] = words[..] else {
            continue;
        };
        if of != registry {
            continue;
        }
        checked += 1;
        for [_, version] in packages.iter().filter(|[own, _]| own == name) {
            let is_old = fixed == "never" || numbers(version) < numbers(fixed);
            if is_old && numbers(version) >= numbers(from) {
                bad.push(format!("{name} {version}: {id}, mended in {fixed}"));
            }
        }
    }
    (checked, bad)
}

#[test]
fn no_package_has_a_known_advisory() {
    let list = read("tests-contract/advisories.txt");
    let date = list
        .lines()
        .find_map(|line| line.strip_prefix("date "))
        .expect("date");
    let npm: Vec<_> = npm_packages()
        .into_iter()
        .map(|[name, version, _]| [name, version])
        .collect();
    // Those of which `deny.toml` says why they do not matter.
    let ignored = denied_or_allowed("advisories", "ignore");
    for (registry, packages) in [("cargo", crates()), ("npm", npm)] {
        let (checked, mut bad) = advisories(&list, registry, &packages);
        bad.retain(|found| !ignored.iter().any(|id| found.contains(&format!(" {id},"))));
        println!(
            "{registry}: {checked} advisories of {date} against {} packages",
            packages.len()
        );
        assert!(checked > 20 && bad.is_empty(), "{}", bad.join("\n"));
    }
    // Each line is one of those that are understood.
    let is_known = |line: &&str| {
        let words: Vec<_> = line.split_whitespace().collect();
        matches!(
            words[..],
            [] | ["#", ..] | ["date", _] | ["licence", _] | ["cargo" | "npm", _, _, _, _]
        )
    };
    let unknown: Vec<_> = list.lines().filter(|line| !is_known(line)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    let faulty = [
        ["ws".to_owned(), "8.17.0".to_owned()],
        ["ws".to_owned(), "7.5.9".to_owned()],
    ];
    let (_, found) = advisories(&list, "npm", &faulty);
    assert_eq!(found, ["ws 8.17.0: CVE-2024-37890, mended in 8.17.1"]);
}

fn numbers(version: &str) -> Vec<u64> {
    version
        .split(['.', '-', '+'])
        .map_while(|n| n.parse().ok())
        .collect()
}
