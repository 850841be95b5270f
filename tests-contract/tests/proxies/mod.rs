//! The files of `packaging/` that `docs/migrating.md` names: nginx and Caddy are started with them, before Oxipress and
//! before a PHP server, and the units are looked at by systemd's own program.

#![expect(clippy::panic, reason = "helpers of tests")]

mod commands;
mod units;

use std::fs;
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use compat::binds;
use tempfile::TempDir;
use tests_contract::client::{ClientResponse, get_with, send};
use tests_contract::mariadb::free_port;
use tests_contract::mock_server::{MockResponse, MockServer, Sent};
use tests_contract::recorded_site::recorded_site;
use tests_contract::recording::{Request, recorded};
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;

const PAGE: &str = "/aviso-legal/";

/// A file of the folder `packaging`.
fn packaged(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../packaging")
        .join(name);
    fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()))
}

/// A text in which a line of the file stands for another one; each must be there.
fn changed(text: &str, changes: &[(&str, &str)]) -> String {
    changes.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from:?} is not in the file");
        text.replace(from, to)
    })
}

/// Where a program is, or `None`, told loudly: a test that cannot be done is not one that passed silently.
fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let more = ["/usr/sbin", "/usr/local/sbin", "/sbin"].map(PathBuf::from);
    let mut folders = std::env::split_paths(&path).chain(more);
    let found = folders.find_map(|folder| Some(folder.join(name)).filter(|file| file.is_file()));
    if found.is_none() {
        eprintln!("NOT TESTED: {name} is not installed (apt-get install {name})");
    }
    found
}

/// A process that ends with its test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // nginx ends its workers when it is asked to end.
        let _ = Command::new("kill").arg(self.0.id().to_string()).status();
        let _ = self.0.wait();
    }
}

fn address() -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], free_port().expect("port")))
}

fn wait_for(address: SocketAddr, process: &mut Running) {
    let start = Instant::now();
    while TcpStream::connect(address).is_err() {
        let ended = process.0.try_wait().expect("process");
        assert!(ended.is_none(), "the proxy ended: {ended:?}");
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "no proxy at {address}"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The site behind a proxy.
struct Stage {
    site: Site,
    server: Oxipress,
    php: MockServer,
    folder: TempDir,
}

impl Stage {
    fn new() -> Self {
        let site = Site::recorded(Database::Sqlite).expect("site");
        let proxies = [("OXIPRESS_SERVER_TRUSTED_PROXIES", "127.0.0.1/32")];
        let server = Oxipress::serve_recorded_site(&site.url, &[], &proxies).expect("server");
        let php = MockServer::start(|sent: &Sent| MockResponse {
            status: 200,
            body: format!("php {}", sent.header("host")),
            header: "Content-Type: text/plain\r\n".to_owned(),
            is_silent: false,
        });
        Self {
            site,
            server,
            php: php.expect("php"),
            folder: tempfile::tempdir().expect("folder"),
        }
    }

    /// Everything that a site needs of a proxy.
    fn is_served_through(&self, proxy: SocketAddr, scheme: &str) {
        let page = get_with(proxy, PAGE, &[]).expect("page");
        let direct = get_with(self.server.addr, PAGE, &[]).expect("page");
        assert_eq!((page.status, &page.body), (200, &direct.body));
        let led = get_with(proxy, PAGE.trim_end_matches('/'), &[]).expect("redirect");
        let wanted = format!("{scheme}://127.0.0.1:8081{PAGE}");
        assert_eq!(
            (led.status, led.header("location")),
            (301, Some(wanted.as_str()))
        );
        self.a_login_sets_its_cookies(proxy);
        let sent = self.an_upload_is_sent(proxy);
        assert!(sent.body.contains("\"mail_sent\""), "{}", sent.body);
        self.a_comment_has_its_visitors_address(proxy);
    }

    fn a_login_sets_its_cookies(&self, proxy: SocketAddr) {
        let login = recorded("wordpress", "login/ok").expect("recording");
        let answer = send(proxy, &login.request).expect("login");
        let cookies = cookies(&answer);
        let wanted = cookies_of(&login.response.headers);
        assert_eq!(cookies.len(), wanted.len(), "{cookies:?}");
        assert_eq!(
            (answer.status, answer.header("location")),
            (302, Some("http://127.0.0.1:8081/contacto/"))
        );
        let pairs = cookies
            .iter()
            .filter_map(|line| Some(line.split_once(';')?.0));
        let known = pairs.collect::<Vec<_>>().join("; ");
        let page = get_with(proxy, PAGE, &[("Cookie", &known)]).expect("page");
        assert!(page.body.contains("logged-in"), "not logged in");
    }

    fn an_upload_is_sent(&self, proxy: SocketAddr) -> ClientResponse {
        let form = recorded("contact-form-7", "cf7/full-ok");
        send(proxy, &form.expect("recording").request).expect("form")
    }

    /// The proxy's word counts, and not what the visitor says.
    fn a_comment_has_its_visitors_address(&self, proxy: SocketAddr) {
        let mut comment = recorded("wordpress", "comments/ok")
            .expect("recording")
            .request;
        let visitor: IpAddr = [127, 0, 0, 77].into();
        comment.source_address = Some(visitor);
        comment
            .headers
            .push(("X-Forwarded-For".to_owned(), "10.9.8.7".to_owned()));
        comment
            .headers
            .push(("X-Forwarded-Host".to_owned(), "evil.example".to_owned()));
        let answer = send(proxy, &comment).expect("comment");
        assert_eq!(answer.status, 302, "{}", answer.body);
        let location = answer.header("location").unwrap_or_default();
        assert!(location.starts_with("http://127.0.0.1:8081/"), "{location}");
        const SQL: &str =
            "SELECT comment_author_IP FROM {p}comments ORDER BY comment_ID DESC LIMIT 1";
        let rows: Vec<(String,)> = self.site.load(SQL, binds![]).expect("rows");
        assert_eq!(rows, [(visitor.to_string(),)]);
    }

    /// The swap back: one line leads everything to the PHP server.
    fn php_answers(&self, proxy: SocketAddr) {
        let start = Instant::now();
        loop {
            let answer = get_with(proxy, PAGE, &[]).expect("page");
            if answer.body == "php 127.0.0.1:8081" {
                return;
            }
            assert!(start.elapsed() < Duration::from_secs(10), "{}", answer.body);
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

fn cookies(answer: &ClientResponse) -> Vec<String> {
    cookies_of(&answer.headers)
}

fn cookies_of(headers: &[(String, String)]) -> Vec<String> {
    let set = headers
        .iter()
        .filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie"));
    set.map(|(_, value)| value.clone()).collect()
}

/// nginx with the site's file, that of the PHP server beside it, in a folder of its own.
fn nginx(program: &Path, folder: &Path, site: &str) -> Running {
    let conf = folder.join("nginx.conf");
    fs::write(folder.join("site.conf"), site).expect("file");
    let dir = folder.display();
    let text = format!(
        "daemon off;\npid {dir}/pid;\nerror_log {dir}/error.log;\nevents {{}}\nhttp {{\n\
         access_log off;\nclient_body_temp_path {dir}/body;\nproxy_temp_path {dir}/proxy;\n\
         fastcgi_temp_path {dir}/fastcgi;\nuwsgi_temp_path {dir}/uwsgi;\nscgi_temp_path {dir}/scgi;\n\
         include {dir}/*.conf.d;\ninclude {dir}/site.conf;\n}}\n"
    );
    fs::write(&conf, text).expect("file");
    let mut command = Command::new(program);
    command.arg("-e").arg(folder.join("error.log"));
    command.arg("-p").arg(folder).arg("-c").arg(&conf);
    // As root it would ask another user to read a folder that is nobody else's.
    command.arg("-g").arg("user root;");
    Running(command.spawn().expect("nginx"))
}

fn reload(nginx: &Running) {
    let pid = nginx.0.id().to_string();
    let sent = Command::new("kill").args(["-HUP", &pid]).status();
    assert!(sent.expect("kill").success());
}

#[test]
fn nginx_serves_the_site_and_goes_back() {
    let Some(program) = program("nginx") else {
        return;
    };
    let stage = Stage::new();
    let (port, old) = (address(), address());
    let (php, ours) = (stage.php.addr.to_string(), stage.server.addr.to_string());
    let site = changed(
        &packaged("proxies/nginx.conf"),
        &[
            ("listen 80;", &format!("listen {port};")),
            ("127.0.0.1:8080", &ours),
            ("127.0.0.1:9080", &php),
        ],
    );
    // The file of the PHP server: its static files are served, its scripts need php-fpm.
    let root = recorded_site().join("wp-root").display().to_string();
    let behind = changed(
        &packaged("proxies/php.conf"),
        &[
            ("listen 127.0.0.1:9080;", &format!("listen {old};")),
            ("/srv/www", &root),
            ("include fastcgi_params;", ""),
        ],
    );
    fs::write(stage.folder.path().join("php.conf.d"), behind).expect("file");
    let mut nginx = nginx(&program, stage.folder.path(), &site);
    wait_for(port, &mut nginx);
    stage.is_served_through(port, "http");
    let file = get_with(
        old,
        "/wp-includes/css/dist/block-library/style.min.css",
        &[],
    );
    let script = get_with(old, "/index.php", &[]).expect("answer");
    assert!(matches!(script.status, 502 | 404), "{}", script.status);
    assert!(matches!(file.expect("file").status, 200 | 404));
    // Back to PHP and forward again, without a refused connection.
    let back = changed(
        &site,
        &[("proxy_pass http://oxipress;", "proxy_pass http://php;")],
    );
    fs::write(stage.folder.path().join("site.conf"), back).expect("file");
    reload(&nginx);
    stage.php_answers(port);
    fs::write(stage.folder.path().join("site.conf"), &site).expect("file");
    reload(&nginx);
    let start = Instant::now();
    while get_with(port, PAGE, &[])
        .expect("page")
        .body
        .starts_with("php")
    {
        assert!(
            start.elapsed() < Duration::from_secs(10),
            "it stays with PHP"
        );
    }
}

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

#[test]
fn caddy_serves_the_site_and_goes_back() {
    let Some(program) = program("caddy") else {
        return;
    };
    let text = packaged("proxies/Caddyfile");
    let stage = Stage::new();
    let folder = stage.folder.path();
    fs::write(folder.join("Caddyfile"), &text).expect("file");
    let caddy = |arguments: &[&str]| {
        let mut command = Command::new(&program);
        command.args(arguments).current_dir(folder);
        command
            .env("XDG_DATA_HOME", folder)
            .env("XDG_CONFIG_HOME", folder);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let adapted = caddy(&["adapt", "--config", "Caddyfile", "--validate"]).status();
    assert!(adapted.expect("caddy").success(), "the file is not valid");
    let run = |upstream: &str, line: &str| {
        let port = address();
        let site = changed(
            &text,
            &[
                (
                    "casa.example, www.casa.example {",
                    &format!("http://{port} {{\n\tbind 127.0.0.1"),
                ),
                (line, &format!("reverse_proxy {upstream}")),
            ],
        );
        let site = format!("{{\n\tadmin off\n\tauto_https off\n}}\n{site}");
        fs::write(folder.join("Caddyfile"), site).expect("file");
        let run = caddy(&["run", "--config", "Caddyfile"]).spawn();
        let mut process = Running(run.expect("caddy"));
        wait_for(port, &mut process);
        (port, process)
    };
    let (port, _caddy) = run(
        &stage.server.addr.to_string(),
        "reverse_proxy 127.0.0.1:8080",
    );
    stage.is_served_through(port, "http");
    let (port, _back) = run(&stage.php.addr.to_string(), "reverse_proxy 127.0.0.1:8080");
    stage.php_answers(port);
}
