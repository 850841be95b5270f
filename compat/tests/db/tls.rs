//! `ssl-mode` means what it means to MySQL's own client.

use std::path::Path;
use std::process::Command;

use compat::wordpress::db::{DatabaseUrl, Db, MysqlAddress, PoolOptions, SslMode, TablePrefix};

use super::server::{Server, shared};

fn openssl(dir: &Path, arguments: &str) {
    let done = Command::new("openssl")
        .args(arguments.split(' '))
        .current_dir(dir)
        .stderr(std::process::Stdio::null())
        .stdout(std::process::Stdio::null())
        .status()
        .expect("openssl makes the certificates of this test");
    assert!(done.success(), "{arguments}");
}

/// An authority, and a certificate of its making for `name`.
fn certificates(dir: &Path, name: &str) {
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";
    openssl(
        dir,
        &format!("req -x509 {key} -keyout ca.key -out ca.pem -subj /CN=authority -days 30"),
    );
    openssl(
        dir,
        &format!("req {key} -keyout server.key -out server.csr -subj /CN=server"),
    );
    std::fs::write(dir.join("names"), format!("subjectAltName={name}\n")).unwrap();
    openssl(
        dir,
        "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -out server.pem -days 30 -extfile names",
    );
}

fn start(name: &str) -> (Server, tempfile::TempDir) {
    let dir = tempfile::tempdir().unwrap();
    certificates(dir.path(), name);
    let file = |option: &str, name: &str| format!("--{option}={}", dir.path().join(name).display());
    let options = [
        file("ssl-ca", "ca.pem"),
        file("ssl-cert", "server.pem"),
        file("ssl-key", "server.key"),
    ];
    let server = Server::start(&options.iter().map(String::as_str).collect::<Vec<_>>());
    (server, dir)
}

/// The cipher of the session, or nothing if it does not come about.
async fn cipher(address: &MysqlAddress, ssl_mode: SslMode, ca: Option<&Path>) -> Option<String> {
    let url = DatabaseUrl::Mysql(Box::new(MysqlAddress {
        ssl_mode,
        ssl_ca: ca.map(Path::to_path_buf),
        ..address.clone()
    }));
    let db = Db::connect(&url, TablePrefix::default(), PoolOptions::default())
        .await
        .ok()?;
    let row: Option<(String, String)> = db
        .load_first("SHOW SESSION STATUS LIKE 'Ssl_cipher'", vec![])
        .await
        .unwrap();
    Some(row.unwrap().1)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn modes_are_honoured() {
    let ((server, dir), (other, other_dir)) =
        tokio::task::spawn_blocking(|| (start("IP:127.0.0.1"), start("DNS:elsewhere")))
            .await
            .unwrap();
    let (address, elsewhere) = (server.new_database(), other.new_database());
    let ca = dir.path().join("ca.pem");
    let encrypted = |cipher: Option<String>| cipher.is_some_and(|c| !c.is_empty());

    assert_eq!(
        cipher(&address, SslMode::Disabled, None).await.as_deref(),
        Some("")
    );
    assert!(encrypted(cipher(&address, SslMode::Preferred, None).await));
    assert!(encrypted(cipher(&address, SslMode::Required, None).await));
    assert!(encrypted(
        cipher(&address, SslMode::VerifyCa, Some(&ca)).await
    ));
    assert!(encrypted(
        cipher(&address, SslMode::VerifyIdentity, Some(&ca)).await
    ));
    // Not signed by one of the authorities that come with us.
    assert_eq!(cipher(&address, SslMode::VerifyCa, None).await, None);

    // The name in the certificate counts for VERIFY_IDENTITY only.
    let other_ca = other_dir.path().join("ca.pem");
    assert!(encrypted(
        cipher(&elsewhere, SslMode::VerifyCa, Some(&other_ca)).await
    ));
    assert_eq!(
        cipher(&elsewhere, SslMode::VerifyIdentity, Some(&other_ca)).await,
        None
    );
    assert_eq!(cipher(&elsewhere, SslMode::VerifyCa, Some(&ca)).await, None);

    // A server without encryption.
    let plain = tokio::task::spawn_blocking(|| shared().new_database())
        .await
        .unwrap();
    assert_eq!(
        cipher(&plain, SslMode::Preferred, None).await.as_deref(),
        Some("")
    );
    assert_eq!(cipher(&plain, SslMode::Required, None).await, None);
}
