//! What a MySQL server can tell, by its version.

/// What a server can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MysqlServer {
    /// InnoDB keeps the time of changes since MySQL 5.7.2; of MariaDB, 10.2 is the first that surely does.
    pub(super) tells_update_times: bool,
    /// TiDB lacks the function.
    pub(super) has_uuid_short: bool,
}

impl MysqlServer {
    /// The server with a `VERSION()`.
    pub(super) fn of(version: &str) -> Self {
        let version = version.to_ascii_lowercase();
        let version = version.strip_prefix("5.5.5-").unwrap_or(&version);
        let mut numbers = version
            .split(|c: char| !c.is_ascii_digit())
            .map(|n| n.parse::<u32>().unwrap_or(0));
        let first = (
            numbers.next().unwrap_or(0),
            numbers.next().unwrap_or(0),
            numbers.next().unwrap_or(0),
        );
        let is_mariadb = version.contains("mariadb") || first.0 >= 10;
        let least = if is_mariadb { (10, 2, 0) } else { (5, 7, 2) };
        Self {
            tells_update_times: first >= least,
            has_uuid_short: !version.contains("tidb"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::MysqlServer;

    #[test]
    fn versions_that_tell_times() {
        for (version, tells) in [
            ("10.11.19-MariaDB-0+deb12u1", true),
            ("5.5.5-10.1.48-MariaDB", false),
            ("5.6.51-log", false),
            ("5.7.44", true),
            ("8.0.36", true),
            ("11.4.2-MariaDB", true),
            ("8.0.11-TiDB-v7.5.0", true),
        ] {
            let server = MysqlServer::of(version);
            assert_eq!(server.tells_update_times, tells, "{version}");
            assert_eq!(server.has_uuid_short, !version.contains("TiDB"));
        }
    }
}
