//! Each command of `docs/migrating.md` and `docs/beside-php.md`, run as it stands there, with the addresses of this run.

use std::fs;
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tests_contract::mariadb::free_port;
use tests_contract::recorded_site::recorded_site;
use tests_contract::server::{Database, NOW, Oxipress, binary};
use tests_contract::site::Site;

use super::{Running, changed};

/// The commands of other programs on the pages: they are not run here; the proxies' files are started by their own tests.
const OTHERS: [&str; 7] = [
    "dpkg -i oxipress_VERSION_amd64.deb",
    "mysqldump --single-transaction casa | gzip > dump.sql.gz",
    "nginx -t",
    "systemctl edit oxipress",
    "systemctl enable --now oxipress",
    "systemctl reload nginx",
    "systemctl disable --now oxipress",
];

/// The lines of code of a page that are commands, without their comments.
fn commands(page: &str) -> Vec<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../docs")
        .join(page);
    let text = fs::read_to_string(file).expect("page");
    let mut found = Vec::new();
    let mut blocks = text.split("\n```");
    while let (Some(prose), code) = (blocks.next(), blocks.next()) {
        // Commands in the text, too.
        let inline = prose.split('`').skip(1).step_by(2);
        found.extend(
            inline
                .filter(|code| code.starts_with("oxipress ") && code.contains("--"))
                .map(str::to_owned),
        );
        let code = code.and_then(|code| code.split_once('\n'));
        if let Some(("", code)) = code {
            let lines = code
                .lines()
                .map(|line| line.split("  #").next().unwrap_or_default().trim());
            found.extend(lines.filter(|line| !line.is_empty()).map(str::to_owned));
        }
    }
    found
}

/// The site and both servers that the pages speak of.
struct Stage {
    folder: tempfile::TempDir,
    site: Site,
    new: Oxipress,
    old: Oxipress,
    copy: SocketAddr,
    shadowing: SocketAddr,
}

impl Stage {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("folder");
        let site = Site::recorded(Database::Sqlite).expect("site");
        let serve = || Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
        let (new, old) = (serve(), serve());
        let dump = fs::read(tests_contract::fixtures().join("casas-cueva/site.sql")).expect("dump");
        let packed = fs::File::create(folder.path().join("dump.sql.gz")).expect("file");
        let mut packer = flate2::write::GzEncoder::new(packed, flate2::Compression::fast());
        std::io::Write::write_all(&mut packer, &dump).expect("dump");
        packer.finish().expect("dump");
        // The settings that the page shows, with the address of the running server.
        let languages = fs::read_to_string(recorded_site().join("oxipress.toml")).expect("file");
        let settings = format!(
            "{languages}\n[server]\nlisten = \"{}\"\nadmin_listen = \"{}\"\n",
            new.addr, new.admin
        );
        fs::write(folder.path().join("oxipress.toml"), settings).expect("file");
        let port = || SocketAddr::from(([127, 0, 0, 1], free_port().expect("port")));
        Self {
            copy: port(),
            shadowing: port(),
            folder,
            site,
            new,
            old,
        }
    }

    /// A command with the addresses of this run.
    fn here(&self, command: &str) -> String {
        let root = recorded_site().join("wp-root").display().to_string();
        let config = self
            .folder
            .path()
            .join("oxipress.toml")
            .display()
            .to_string();
        command
            .replace("127.0.0.1:8090", &self.copy.to_string())
            .replace("127.0.0.1:9080", &self.old.addr.to_string())
            .replace("127.0.0.1:8080", &self.new.addr.to_string())
            .replace("/etc/oxipress/oxipress.toml", &config)
            .replace("/srv/www", &root)
            .replace("--host casa.example", "--host 127.0.0.1:8081")
    }

    fn run(&self, command: &str) -> Command {
        let mut words = command.split_whitespace();
        assert_eq!(words.next(), Some("oxipress"));
        let mut run = Command::new(binary().expect("binary"));
        run.args(words).current_dir(self.folder.path());
        run.env("OXIPRESS_NOW", NOW)
            .env("OXIPRESS_MAIL_FOLDER", self.folder.path().join("mail"));
        run.env("OXIPRESS_MAIL_SPOOL", self.folder.path().join("spool"));
        // wp-config.php of the recorded site names a database server that is not there.
        if !command.contains("--database") {
            run.env("OXIPRESS_SITE_DATABASE", &self.site.url);
        }
        run
    }

    /// The status of a command that ends; its output is shown when it is another one.
    fn ends(&self, command: &str, wanted: &[i32]) {
        let output = self.run(command).output().expect("oxipress");
        let status = output.status.code().unwrap_or(-1);
        assert!(
            wanted.contains(&status),
            "{command}: {status}\n{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
    }

    fn serves(&self, command: &str) {
        let (command, at) = match command.contains("--listen") {
            true => (command.to_owned(), self.copy),
            // The address of the settings is taken by the server that runs.
            false => (
                format!(
                    "{command} --listen {} --admin-listen {}",
                    self.shadowing, self.copy
                ),
                self.shadowing,
            ),
        };
        let run = self.run(&command).stdout(Stdio::null()).spawn();
        let mut server = Running(run.expect("oxipress"));
        let start = Instant::now();
        while TcpStream::connect(at).is_err() {
            let ended = server.0.try_wait().expect("process");
            assert!(ended.is_none(), "{command}: {ended:?}");
            assert!(start.elapsed() < Duration::from_secs(30), "{command}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn each_command_of_the_pages_works() {
    let all = [commands("migrating.md"), commands("beside-php.md")].concat();
    let stage = Stage::new();
    let mut others = Vec::new();
    for command in &all {
        let Some(rest) = command.strip_prefix("oxipress ") else {
            others.push(command.as_str());
            continue;
        };
        let here = stage.here(command);
        // A crawl of the whole site is another test's.
        let here = match rest.starts_with("record") {
            true => changed(&here, &[("--crawl", "--crawl --pause 0 --pages 12")]),
            false => here,
        };
        match rest.split_whitespace().next().unwrap_or_default() {
            "serve" => stage.serves(&here),
            // Something is not served here without a PHP server; a replay may find what is drawn by lot.
            "audit" => stage.ends(&here, &[0, 1]),
            "replay" => stage.ends(&here, &[0, 3]),
            "shadow" => stage.ends(&here, &[0, 1]),
            _ => stage.ends(&here, &[0]),
        }
    }
    for made in [
        "audit.html",
        "audit.json",
        "behind.json",
        "copy.sqlite",
        "report.html",
        "report.json",
        "baseline.html",
        "shadow.html",
    ] {
        let size = fs::metadata(stage.folder.path().join(made)).map_or(0, |file| file.len());
        assert!(size > 0, "{made} was not made");
    }
    assert!(all.len() > 15, "{all:?}");
    others.sort_unstable();
    others.dedup();
    others.retain(|command| !OTHERS.contains(command));
    assert!(others.is_empty(), "commands that nobody tries: {others:?}");
}
