//! Where the database is: `sqlite:PATH`, `mysql://user:password@host:port/name?ssl-mode=REQUIRED`, or the `DB_*`
//! constants of a `wp-config.php`. A cluster is `mysql://user:password@a:3306,b:3306,c:3306/name`.
//!
//! Contract: `wordpress-core`, configuration. Does not connect.

use std::fmt;
use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;

use super::error::{DbError, DbErrorKind};

/// The address of a database.
#[derive(Clone, PartialEq, Eq)]
pub enum DatabaseUrl {
    /// An SQLite file.
    Sqlite(PathBuf),
    /// A MySQL or MariaDB server.
    Mysql(Box<MysqlAddress>),
}

/// How to reach a MySQL or MariaDB database.
#[derive(Clone, PartialEq, Eq)]
pub struct MysqlAddress {
    /// The server; of a cluster the node that is preferred.
    pub host: MysqlHost,
    /// The other nodes of the cluster, in order of preference; none without a cluster.
    pub others: Vec<MysqlHost>,
    /// The user's name.
    pub user: String,
    /// The password, never printed.
    pub password: String,
    /// The database on the server.
    pub database: String,
    /// Encryption of the connection.
    pub ssl_mode: SslMode,
    /// A file with certificate authorities, instead of the built-in ones.
    pub ssl_ca: Option<PathBuf>,
    /// The character set of the session, `DB_CHARSET`.
    pub charset: Charset,
}

/// The server's end of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MysqlHost {
    /// Host name or address, and port.
    Tcp(String, u16),
    /// A Unix socket.
    Socket(PathBuf),
}

/// What the connection must prove, with MySQL's own names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SslMode {
    /// No encryption: what PHP does without further settings.
    #[default]
    Disabled,
    /// Encryption if the server offers it.
    Preferred,
    /// Encryption, whatever the certificate.
    Required,
    /// Encryption, and a certificate signed by a known authority.
    VerifyCa,
    /// Encryption, a signed certificate, and it names the host.
    VerifyIdentity,
}

/// A character set name that may stand in `SET NAMES`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charset(String);

impl Charset {
    /// Reads `DB_CHARSET`. Empty, `utf8` and `utf8mb3` become `utf8mb4`, as WordPress does.
    ///
    /// # Errors
    /// When the database fails.
    pub fn new(name: &str) -> Result<Self, DbError> {
        let name = name.trim().to_ascii_lowercase();
        if matches!(name.as_str(), "" | "utf8" | "utf8mb3") {
            return Ok(Self::default());
        }
        if name.len() > 32 || !name.bytes().all(|b| b.is_ascii_alphanumeric()) {
            return Err(wrong(format!("character set {name:?}")));
        }
        Ok(Self(name))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for Charset {
    fn default() -> Self {
        Self("utf8mb4".to_owned())
    }
}

fn wrong(detail: impl Into<String>) -> DbError {
    DbError::new(DbErrorKind::Configuration, detail)
}

impl DatabaseUrl {
    /// The address of an SQLite file.
    pub fn sqlite(path: impl AsRef<Path>) -> Self {
        Self::Sqlite(path.as_ref().to_path_buf())
    }

    /// Reads `sqlite:PATH` or `mysql://user:password@host:port/database?parameter=value`; several nodes of a cluster are
    /// separated by commas, the preferred one first.
    ///
    /// Parameters: `ssl-mode` (`DISABLED`, `PREFERRED`, `REQUIRED`, `VERIFY_CA`, `VERIFY_IDENTITY`), `ssl-ca`,
    /// `socket`, `charset`.
    ///
    /// # Errors
    /// When the database fails.
    pub fn parse(url: &str) -> Result<Self, DbError> {
        if let Some(path) = url.strip_prefix("sqlite:") {
            let path = path.strip_prefix("//").unwrap_or(path);
            if path.is_empty() || path.starts_with(":memory:") {
                return Err(wrong("sqlite: needs the path of a file"));
            }
            return Ok(Self::Sqlite(PathBuf::from(path)));
        }
        let rest = url
            .strip_prefix("mysql://")
            .or_else(|| url.strip_prefix("mariadb://"))
            .ok_or_else(|| wrong("a database address begins with sqlite: or mysql://"))?;
        let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (user_info, rest) = match rest.rsplit_once('@') {
            Some((user_info, rest)) => (user_info, rest),
            None => ("", rest),
        };
        let (host, database) = rest.split_once('/').unwrap_or((rest, ""));
        let (user, password) = user_info.split_once(':').unwrap_or((user_info, ""));
        if database.is_empty() {
            return Err(wrong("the address names no database"));
        }
        let host = if host.is_empty() { "localhost" } else { host };
        let mut hosts = host.split(',').map(tcp);
        let mut address = MysqlAddress {
            host: hosts.next().unwrap_or_else(|| tcp("localhost"))?,
            others: hosts.collect::<Result<_, _>>()?,
            user: decode(user)?,
            password: decode(password)?,
            database: decode(database)?,
            ssl_mode: SslMode::default(),
            ssl_ca: None,
            charset: Charset::default(),
        };
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            address.set(key, decode(value)?)?;
        }
        Ok(Self::Mysql(Box::new(address)))
    }

    /// Reads `DB_HOST`, `DB_USER`, `DB_PASSWORD`, `DB_NAME` and `DB_CHARSET` as WordPress does.
    ///
    /// `DB_HOST` may be `host`, `host:port`, `host:/socket`, `[::1]:port`. A bare `localhost` means the socket, as in
    /// PHP, where one of the usual sockets exists, else TCP.
    ///
    /// # Errors
    /// When the database fails.
    pub fn from_wp_config(
        db_host: &str,
        db_user: &str,
        db_password: &str,
        db_name: &str,
        db_charset: &str,
    ) -> Result<Self, DbError> {
        Ok(Self::Mysql(Box::new(MysqlAddress {
            host: wp_host(db_host, &|path| path.exists())?,
            others: Vec::new(),
            user: db_user.to_owned(),
            password: db_password.to_owned(),
            database: db_name.to_owned(),
            ssl_mode: SslMode::default(),
            ssl_ca: None,
            charset: Charset::new(db_charset)?,
        })))
    }
}

/// PHP's default socket differs from system to system; these are the usual ones.
const SOCKETS: [&str; 4] = [
    "/run/mysqld/mysqld.sock",
    "/var/run/mysqld/mysqld.sock",
    "/var/lib/mysql/mysql.sock",
    "/tmp/mysql.sock",
];

fn wp_host(db_host: &str, exists: &dyn Fn(&Path) -> bool) -> Result<MysqlHost, DbError> {
    let host = db_host.trim();
    // PHP's mysqli takes `p:` for a persistent connection.
    let host = host.strip_prefix("p:").unwrap_or(host);
    if let Some(at) = host.find(":/") {
        let socket = host.get(at + 1..).unwrap_or("");
        return Ok(MysqlHost::Socket(PathBuf::from(socket)));
    }
    if host.is_empty() || host == "localhost" {
        let socket = SOCKETS.iter().map(Path::new).find(|path| exists(path));
        return Ok(socket.map_or_else(
            || MysqlHost::Tcp("127.0.0.1".to_owned(), 3306),
            |path| MysqlHost::Socket(path.to_path_buf()),
        ));
    }
    tcp(host)
}

fn tcp(host: &str) -> Result<MysqlHost, DbError> {
    if host.is_empty() {
        return Err(wrong("a host of the address has no name"));
    }
    let (name, port) = if let Some(rest) = host.strip_prefix('[') {
        let (name, rest) = rest
            .split_once(']')
            .ok_or_else(|| wrong(format!("host {host:?}: ] is missing")))?;
        (name, rest.strip_prefix(':').unwrap_or(""))
    } else if host.matches(':').count() > 1 {
        (host, "")
    } else {
        host.split_once(':').unwrap_or((host, ""))
    };
    let port = match port {
        "" => 3306,
        text => text
            .parse()
            .map_err(|_| wrong(format!("port {text:?} is not a number up to 65535")))?,
    };
    Ok(MysqlHost::Tcp(decode(name)?, port))
}

fn decode(text: &str) -> Result<String, DbError> {
    percent_decode_str(text)
        .decode_utf8()
        .map(Into::into)
        .map_err(|_| wrong("the address is not UTF-8"))
}

impl MysqlAddress {
    /// All nodes, the preferred one first.
    pub(super) fn nodes(&self) -> Vec<MysqlHost> {
        let others = self.others.iter().cloned();
        std::iter::once(self.host.clone()).chain(others).collect()
    }

    fn set(&mut self, key: &str, value: String) -> Result<(), DbError> {
        match key.replace('_', "-").as_str() {
            "ssl-mode" => self.ssl_mode = SslMode::parse(&value)?,
            "ssl-ca" => self.ssl_ca = Some(PathBuf::from(value)),
            "socket" => self.host = MysqlHost::Socket(PathBuf::from(value)),
            "charset" => self.charset = Charset::new(&value)?,
            _ => {
                return Err(wrong(format!(
                    "unknown parameter {key:?}; known are ssl-mode, ssl-ca, socket, charset"
                )));
            }
        }
        Ok(())
    }
}

impl SslMode {
    /// Reads MySQL's name of a mode.
    ///
    /// # Errors
    /// When the database fails.
    pub fn parse(name: &str) -> Result<Self, DbError> {
        Ok(match name.to_ascii_uppercase().replace('-', "_").as_str() {
            "DISABLED" => Self::Disabled,
            "PREFERRED" => Self::Preferred,
            "REQUIRED" => Self::Required,
            "VERIFY_CA" => Self::VerifyCa,
            "VERIFY_IDENTITY" => Self::VerifyIdentity,
            _ => {
                return Err(wrong(format!(
                    "ssl-mode {name:?}; known are DISABLED, PREFERRED, REQUIRED, VERIFY_CA, VERIFY_IDENTITY"
                )));
            }
        })
    }
}

/// Never prints the password.
impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => write!(f, "sqlite:{}", path.display()),
            Self::Mysql(address) => match &address.host {
                MysqlHost::Tcp(..) => {
                    let nodes = address.nodes();
                    let nodes = nodes.iter().filter_map(|node| match node {
                        MysqlHost::Tcp(host, port) if host.contains(':') => {
                            Some(format!("[{host}]:{port}"))
                        }
                        MysqlHost::Tcp(host, port) => Some(format!("{host}:{port}")),
                        MysqlHost::Socket(_) => None,
                    });
                    let nodes: Vec<String> = nodes.collect();
                    let (user, database) = (&address.user, &address.database);
                    write!(f, "mysql://{user}@{}/{database}", nodes.join(","))
                }
                MysqlHost::Socket(path) => write!(
                    f,
                    "mysql://{}@localhost/{}?socket={}",
                    address.user,
                    address.database,
                    path.display()
                ),
            },
        }
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mysql(url: &str) -> MysqlAddress {
        match DatabaseUrl::parse(url).unwrap() {
            DatabaseUrl::Mysql(address) => *address,
            DatabaseUrl::Sqlite(_) => panic!("not mysql"),
        }
    }

    #[test]
    fn addresses_are_read() {
        let url = mysql(
            "mysql://us%40er:p@ss%3Aw@db.example:3307/site?ssl-mode=VERIFY_CA&ssl-ca=/ca.pem",
        );
        assert_eq!(
            (url.user.as_str(), url.password.as_str()),
            ("us@er", "p@ss:w")
        );
        assert_eq!(url.host, MysqlHost::Tcp("db.example".to_owned(), 3307));
        assert_eq!(
            (url.database.as_str(), url.ssl_mode),
            ("site", SslMode::VerifyCa)
        );
        let cluster = mysql("mysql://u:a,b@a:3307,[::1],c/s");
        let tcp = |name: &str, port| MysqlHost::Tcp(name.to_owned(), port);
        assert_eq!(
            (cluster.nodes(), cluster.password.as_str()),
            (
                vec![tcp("a", 3307), tcp("::1", 3306), tcp("c", 3306)],
                "a,b"
            )
        );
        let shown = DatabaseUrl::Mysql(Box::new(cluster)).to_string();
        assert_eq!(shown, "mysql://u@a:3307,[::1]:3306,c:3306/s");
        assert_eq!(
            mysql("mysql://u@[::1]:3310/s").host,
            MysqlHost::Tcp("::1".to_owned(), 3310)
        );
        assert_eq!(
            DatabaseUrl::parse("sqlite:///srv/site.db").unwrap(),
            DatabaseUrl::sqlite("/srv/site.db")
        );
        for bad in [
            "postgres://a/b",
            "mysql://h",
            "sqlite:",
            "mysql://h/d?x=1",
            "mysql://h:99999/d",
            "mysql://a,,b/d",
        ] {
            assert!(DatabaseUrl::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_password_is_not_printed() {
        let url = DatabaseUrl::parse("mysql://root:secreto@h/site").unwrap();
        assert!(!format!("{url} {url:?}").contains("secreto"));
    }

    #[test]
    fn db_host_has_wordpress_forms() {
        let host = |text: &str, socket: bool| wp_host(text, &|_| socket).unwrap();
        let tcp = |name: &str, port| MysqlHost::Tcp(name.to_owned(), port);
        assert_eq!(host("db:3310", false), tcp("db", 3310));
        assert_eq!(host("localhost", false), tcp("127.0.0.1", 3306));
        assert_eq!(
            host("localhost", true),
            MysqlHost::Socket(SOCKETS[0].into())
        );
        assert_eq!(
            host("localhost:/tmp/my.sock", false),
            MysqlHost::Socket("/tmp/my.sock".into())
        );
        assert_eq!(host("[::1]:3307", true), tcp("::1", 3307));
        assert_eq!(host("fe80::1", true), tcp("fe80::1", 3306));
    }
}
