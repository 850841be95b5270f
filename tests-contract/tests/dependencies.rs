//! Licences and advisories of every crate that is compiled in, checked without the network.
//!
//! The advisories are a list of our own (`tests-contract/advisories.txt`): crate, first version without the fault,
//! identifier. It is kept by hand from the public database; a crate in the lock file below that version fails here.

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

/// Licences compatible with ours; an expression is accepted when one of its alternatives is.
const ALLOWED: &[&str] = &[
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "Unicode-3.0",
    "CC0-1.0",
    "0BSD",
    "Unlicense",
    "MPL-2.0",
    "BSL-1.0",
    "CDLA-Permissive-2.0",
];

/// Crates that must not come in: second SQLite, OpenSSL, other database layers.
const BANNED: &[&str] = &[
    "openssl",
    "openssl-sys",
    "native-tls",
    "rusqlite",
    "sqlx",
    "sea-orm",
    "mysqlclient-sys",
];

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

fn is_allowed(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ");
    let every = |part: &str| {
        part.split(" AND ")
            .all(|l| ALLOWED.contains(&l.trim().trim_matches(['(', ')'])))
    };
    // `A AND (B OR C)`: each conjunct needs one allowed alternative.
    if expression.contains(" AND (") {
        return expression.split(" AND ").all(|part| {
            part.trim_matches(['(', ')'])
                .split(" OR ")
                .any(|l| ALLOWED.contains(&l.trim()))
        });
    }
    expression.split(" OR ").any(every)
}

#[test]
fn every_licence_is_compatible() {
    let packages = packages();
    let own = packages.iter().filter(|p| p["source"].is_null()).count();
    let bad: Vec<_> = packages
        .iter()
        .filter(|p| !is_allowed(p["license"].as_str().unwrap_or("none")))
        .map(|p| format!("{} {}: {}", p["name"], p["version"], p["license"]))
        .collect();
    println!("{} crates, {own} of them ours", packages.len());
    assert!(bad.is_empty(), "licences to look at:\n{}", bad.join("\n"));
}

#[test]
fn no_banned_crate_comes_in() {
    let bad: Vec<_> = packages()
        .iter()
        .filter_map(|p| {
            p["name"]
                .as_str()
                .filter(|n| BANNED.contains(n))
                .map(str::to_owned)
        })
        .collect();
    assert!(bad.is_empty(), "{bad:?}");
}

#[test]
fn no_crate_has_a_known_advisory() {
    let list = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("advisories.txt");
    let list = std::fs::read_to_string(list).expect("advisories.txt");
    let (mut checked, mut bad) = (0, Vec::new());
    let packages = packages();
    for line in list
        .lines()
        .filter(|l| !l.is_empty() && !l.starts_with('#'))
    {
        let [name, fixed, id] = line.split_whitespace().collect::<Vec<_>>()[..] else {
            panic!("line {line:?}")
        };
        checked += 1;
        for p in packages.iter().filter(|p| p["name"] == name) {
            let version = p["version"].as_str().unwrap_or_default();
            if fixed == "never" || numbers(version) < numbers(fixed) {
                bad.push(format!("{name} {version}: {id}, mended in {fixed}"));
            }
        }
    }
    println!("{checked} advisories against {} crates", packages.len());
    assert!(checked > 0 && bad.is_empty(), "{}", bad.join("\n"));
}

fn numbers(version: &str) -> Vec<u64> {
    version
        .split(['.', '-', '+'])
        .map_while(|n| n.parse().ok())
        .collect()
}
