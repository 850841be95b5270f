//! nginx with a certificate: the server learns the scheme from it.

use std::net::SocketAddr;
use std::process::{Command, Stdio};

use tests_contract::client::send;
use tests_contract::recording::{Request, recorded};

use super::{Stage, address, changed, cookies_of, nginx, packaged, program, wait_for};

/// Behind TLS cookies are for TLS only, and nginx says so.
#[test]
fn nginx_tells_the_scheme() {
    let (Some(program), Some(openssl)) = (program("nginx"), program("openssl")) else {
        return;
    };
    let stage = Stage::new();
    let folder = stage.folder.path();
    let (cert, key) = (folder.join("cert.pem"), folder.join("key.pem"));
    let made = Command::new(openssl)
        .args([
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1",
        ])
        .args(["-subj", "/CN=casa.example", "-keyout"])
        .arg(&key)
        .arg("-out")
        .arg(&cert)
        .stderr(Stdio::null())
        .status();
    assert!(made.expect("openssl").success());
    let (port, plain) = (address(), address());
    let lines = format!(
        "listen {port} ssl;\nssl_certificate {};\nssl_certificate_key {};",
        cert.display(),
        key.display()
    );
    let site = changed(
        &packaged("proxies/nginx.conf"),
        &[
            ("listen 80;", &format!("listen {plain};\n{lines}")),
            ("127.0.0.1:8080", &stage.server.addr.to_string()),
        ],
    );
    let mut nginx = nginx(&program, folder, &site);
    wait_for(port, &mut nginx);
    let login = recorded("wordpress", "login/ok")
        .expect("recording")
        .request;
    let over_tls = over_tls(port, &login);
    let cookies: Vec<&str> = over_tls
        .lines()
        .filter(|line| {
            line.to_ascii_lowercase()
                .starts_with("set-cookie: wordpress_logged_in")
        })
        .collect();
    assert_eq!(cookies.len(), 1, "{over_tls}");
    let is_secure = |line: &str| line.to_ascii_lowercase().contains("; secure");
    let over_http = send(plain, &login).expect("login");
    let session = cookies_of(&over_http.headers);
    let session = session
        .iter()
        .find(|line| line.starts_with("wordpress_logged_in"));
    assert!(!is_secure(session.expect("cookie")));
    let auth = over_tls.lines().find(|line| {
        line.to_ascii_lowercase()
            .starts_with("set-cookie: wordpress_sec_")
    });
    assert!(auth.is_some_and(is_secure), "{over_tls}");
}

/// The head of an answer, by `curl` (which trusts the certificate).
fn over_tls(port: SocketAddr, request: &Request) -> String {
    let mut command = Command::new("curl");
    command.args(["--silent", "--insecure", "--include", "--max-time", "30"]);
    for (name, value) in &request.headers {
        if !name.eq_ignore_ascii_case("content-length") {
            command.arg("--header").arg(format!("{name}: {value}"));
        }
    }
    command
        .arg("--data-binary")
        .arg(String::from_utf8_lossy(&request.body).into_owned());
    let output = command
        .arg(format!("https://{port}{}", request.path))
        .output();
    String::from_utf8_lossy(&output.expect("curl").stdout).into_owned()
}
