//! PHP's `parse_url` and WordPress's `wp_parse_url`.
//!
//! PHP's parser is not RFC 3986: it takes `a.com:80` for host and port, `mailto:x` for scheme and path,
//! and refuses a host that is empty. Control characters become `_`.

/// The parts of a URL; a part that the URL does not have is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UrlParts {
    /// `http` in `http://u:p@h:80/p?q#f`.
    pub scheme: Option<String>,
    /// `h`, or `[::1]` with its brackets.
    pub host: Option<String>,
    /// `80`.
    pub port: Option<u16>,
    /// `u`.
    pub user: Option<String>,
    /// `p`.
    pub pass: Option<String>,
    /// `/p`.
    pub path: Option<String>,
    /// `q`.
    pub query: Option<String>,
    /// `f`.
    pub fragment: Option<String>,
}

/// `wp_parse_url`: PHP's `parse_url` that also takes `//host/path` and `/path:with-colon`.
pub fn wp_parse_url(url: &str) -> Option<UrlParts> {
    if url.starts_with("//") {
        let mut parts = parse_url(&format!("placeholder:{url}"))?;
        parts.scheme = None;
        Some(parts)
    } else if url.starts_with('/') {
        let mut parts = parse_url(&format!("placeholder://placeholder{url}"))?;
        parts.scheme = None;
        parts.host = None;
        Some(parts)
    } else {
        parse_url(url)
    }
}

/// What follows the scheme.
enum Rest<'a> {
    Host(&'a str),
    Path(&'a str),
    Done,
}

/// PHP's `parse_url`; `None` where PHP answers `false`.
pub fn parse_url(url: &str) -> Option<UrlParts> {
    let mut parts = UrlParts::default();
    let rest = match url.find(':') {
        Some(colon) if colon > 0 => after_scheme(url, colon, &mut parts)?,
        Some(colon) => port_or_path(url, colon, &mut parts)?,
        None => match url.strip_prefix("//") {
            Some(host) => Rest::Host(host),
            None => Rest::Path(url),
        },
    };
    match rest {
        Rest::Done => {}
        Rest::Path(path) => take_path(path, &mut parts),
        Rest::Host(host) => {
            let path = take_host(host, &mut parts)?;
            if !path.is_empty() {
                take_path(path, &mut parts);
            }
        }
    }
    Some(parts)
}

/// A colon that is not the first character: a scheme, a port, or part of a path.
fn after_scheme<'a>(url: &'a str, colon: usize, parts: &mut UrlParts) -> Option<Rest<'a>> {
    let (scheme, after) = url.split_at_checked(colon)?;
    let after = after.get(1..)?;
    if !scheme
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'.' | b'-'))
    {
        let query = url.find(['?', '#']).unwrap_or(url.len());
        if !after.is_empty() && colon < query {
            return port_or_path(url, colon, parts);
        }
        return Some(match url.strip_prefix("//") {
            Some(host) => Rest::Host(host),
            None => Rest::Path(url),
        });
    }
    if after.is_empty() {
        parts.scheme = Some(clean(scheme));
        return Some(Rest::Done);
    }
    if !after.starts_with('/') {
        // `a.com:80` is a host and a port, `mailto:80x` is not.
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        if digits < 6 && matches!(after.as_bytes().get(digits), None | Some(b'/')) {
            return port_or_path(url, colon, parts);
        }
        parts.scheme = Some(clean(scheme));
        return Some(Rest::Path(after));
    }
    parts.scheme = Some(clean(scheme));
    let Some(host) = after.strip_prefix("//") else {
        return Some(Rest::Path(after));
    };
    if scheme.eq_ignore_ascii_case("file") && host.starts_with('/') {
        // `file:///c:/x` has the path `c:/x`.
        let drive = host.as_bytes().get(2) == Some(&b':');
        return Some(Rest::Path(if drive { host.get(1..)? } else { host }));
    }
    Some(Rest::Host(host))
}

/// A colon that may announce a port.
fn port_or_path<'a>(url: &'a str, colon: usize, parts: &mut UrlParts) -> Option<Rest<'a>> {
    let after = url.get(colon + 1..)?;
    let digits = after.bytes().take(6).take_while(u8::is_ascii_digit).count();
    let ends = matches!(after.as_bytes().get(digits), None | Some(b'/'));
    if (1..6).contains(&digits) && ends {
        parts.port = Some(after.get(..digits)?.parse::<u16>().ok()?);
        return Some(Rest::Host(url.strip_prefix("//").unwrap_or(url)));
    }
    if after.is_empty() {
        return None;
    }
    Some(match url.strip_prefix("//") {
        Some(host) => Rest::Host(host),
        None => Rest::Path(url),
    })
}

/// User, password, host and port; returns what follows, empty at the end of the URL.
fn take_host<'a>(text: &'a str, parts: &mut UrlParts) -> Option<&'a str> {
    let end = text.find(['/', '?', '#']).unwrap_or(text.len());
    let (mut authority, rest) = text.split_at_checked(end)?;
    if let Some((login, host)) = authority.rsplit_once('@') {
        match login.split_once(':') {
            Some((user, pass)) => {
                parts.user = Some(clean(user));
                parts.pass = Some(clean(pass));
            }
            None => parts.user = Some(clean(login)),
        }
        authority = host;
    }
    let bracketed = authority.starts_with('[') && authority.ends_with(']');
    let mut host = authority;
    if !bracketed && let Some((name, port)) = authority.rsplit_once(':') {
        host = name;
        if parts.port.is_none() {
            if port.len() > 5 {
                return None;
            }
            if !port.is_empty() {
                parts.port = Some(leading_port(port)?);
            }
        }
    }
    if host.is_empty() {
        return None;
    }
    parts.host = Some(clean(host));
    Some(rest)
}

/// PHP's `strtol` on a port: `1]` is 1, `x` is no port.
fn leading_port(port: &str) -> Option<u16> {
    let port = port.trim_start_matches([' ', '\t', '\n', '\r', '\x0B', '\x0C']);
    let port = port.strip_prefix('+').unwrap_or(port);
    let digits = port.bytes().take_while(u8::is_ascii_digit).count();
    port.get(..digits)?.parse().ok()
}

fn take_path(text: &str, parts: &mut UrlParts) {
    let mut rest = text;
    if let Some((before, fragment)) = rest.split_once('#') {
        parts.fragment = Some(clean(fragment));
        rest = before;
    }
    if let Some((before, query)) = rest.split_once('?') {
        parts.query = Some(clean(query));
        rest = before;
    }
    if !rest.is_empty() || text.is_empty() {
        parts.path = Some(clean(rest));
    }
}

fn clean(part: &str) -> String {
    part.replace(|c: char| c.is_ascii_control(), "_")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(url: &str) -> String {
        let Some(p) = parse_url(url) else {
            return "false".to_owned();
        };
        let mut out = Vec::new();
        for (name, value) in [
            ("s", p.scheme),
            ("h", p.host),
            ("P", p.port.map(|n| n.to_string())),
            ("u", p.user),
            ("w", p.pass),
            ("p", p.path),
            ("q", p.query),
            ("f", p.fragment),
        ] {
            if let Some(value) = value {
                out.push(format!("{name}={value}"));
            }
        }
        out.join(" ")
    }

    #[test]
    fn table() {
        for (url, want) in [
            (
                "http://u:p@h.example:80/a?b#c",
                "s=http h=h.example P=80 u=u w=p p=/a q=b f=c",
            ),
            ("a.com:80", "h=a.com P=80"),
            ("mailto:a@b", "s=mailto p=a@b"),
            ("//h/x", "h=h p=/x"),
            ("/a:80", "false"),
            ("http:///x", "false"),
            ("http://[::1]/x", "s=http h=[::1] p=/x"),
            ("http://[::1]:8/x", "s=http h=[::1] P=8 p=/x"),
            ("x:", "s=x"),
            (":80", "false"),
            ("", "p="),
            ("?a", "q=a"),
            ("file:///etc", "s=file p=/etc"),
            ("http://h:99999", "false"),
        ] {
            assert_eq!(shown(url), want, "{url}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(url in "[a:/@?#\\[\\]0-9é.]{0,24}") {
            let _ = wp_parse_url(&url);
        }
    }
}
