//! Checks the bytes of HTTP/1 request heads before hyper parses them: limits (414, 431), and everything that allows
//! request smuggling (400): two lengths, length and chunked, bare line feeds, folded lines, spaces before colons
//! (hardening S2 and S4). It also finds where a request ends, so that hyper never gets bytes of the next one.

use http::StatusCode;
use memchr::memchr;

use super::config::Limits;
use super::proxy::is_host;

/// The body framing of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Framing {
    /// No body.
    Empty,
    /// A body of this many bytes.
    Length(u64),
    /// A chunked body.
    Chunked,
}

/// The result of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The head is not complete.
    More,
    /// The head ends here.
    Complete(Framing),
    /// The request is refused with this status.
    Refused(StatusCode),
}

/// Maximum number of empty lines before a request.
const EMPTY_LINES: u8 = 8;

/// The guard of one head.
#[derive(Debug)]
pub struct HeadGuard {
    line_limit: usize,
    count_limit: usize,
    bytes_limit: usize,
    /// The incomplete last line.
    partial: Vec<u8>,
    in_request_line: bool,
    empty_lines: u8,
    is_http_11: bool,
    count: usize,
    bytes: usize,
    hosts: u8,
    length: Option<u64>,
    chunked: bool,
}

impl HeadGuard {
    /// A guard with these limits.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        HeadGuard {
            line_limit: limits.request_line,
            count_limit: limits.headers,
            bytes_limit: limits.header_bytes,
            partial: Vec::new(),
            in_request_line: true,
            empty_lines: 0,
            is_http_11: false,
            count: 0,
            bytes: 0,
            hosts: 0,
            length: None,
            chunked: false,
        }
    }

    /// Whether no byte of a head was received.
    #[must_use]
    pub fn is_untouched(&self) -> bool {
        self.in_request_line && self.partial.is_empty() && self.empty_lines == 0
    }

    /// Checks bytes; returns how many belong to this head. After `Complete` the guard expects the next head.
    pub fn take(&mut self, bytes: &[u8]) -> (usize, Verdict) {
        let mut rest = bytes;
        loop {
            let Some(end) = memchr(b'\n', rest) else {
                return (bytes.len(), self.take_partial(rest));
            };
            let (line, after) = rest.split_at(end);
            rest = after.get(1..).unwrap_or_default();
            let verdict = if self.partial.is_empty() {
                self.line(line)
            } else {
                let mut whole = std::mem::take(&mut self.partial);
                whole.extend_from_slice(line);
                self.line(&whole)
            };
            match verdict {
                Verdict::More => {}
                other => return (bytes.len() - rest.len(), other),
            }
        }
    }

    fn take_partial(&mut self, rest: &[u8]) -> Verdict {
        let length = self.partial.len().saturating_add(rest.len());
        if self.in_request_line {
            // One more for a final CR.
            if length > self.line_limit.saturating_add(1) {
                return Verdict::Refused(StatusCode::URI_TOO_LONG);
            }
        } else if self.bytes.saturating_add(length) > self.bytes_limit {
            return Verdict::Refused(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE);
        }
        self.partial.extend_from_slice(rest);
        Verdict::More
    }

    fn line(&mut self, line: &[u8]) -> Verdict {
        // A line must end in CR LF; servers differ on a bare LF.
        let Some(line) = line.strip_suffix(b"\r") else {
            return bad();
        };
        if self.in_request_line {
            return self.request_line(line);
        }
        if line.is_empty() {
            return self.complete();
        }
        self.count = self.count.saturating_add(1);
        self.bytes = self.bytes.saturating_add(line.len()).saturating_add(2);
        if self.count > self.count_limit || self.bytes > self.bytes_limit {
            return Verdict::Refused(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE);
        }
        match self.header(line) {
            Ok(()) => Verdict::More,
            Err(status) => Verdict::Refused(status),
        }
    }

    fn request_line(&mut self, line: &[u8]) -> Verdict {
        if line.is_empty() {
            self.empty_lines = self.empty_lines.saturating_add(1);
            return if self.empty_lines > EMPTY_LINES {
                bad()
            } else {
                Verdict::More
            };
        }
        if line.len() > self.line_limit {
            return Verdict::Refused(StatusCode::URI_TOO_LONG);
        }
        let mut words = line.split(|b| *b == b' ');
        let (Some(method), Some(target), Some(version), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return bad();
        };
        let is_target = !target.is_empty() && target.iter().all(|b| *b > b' ' && *b != 0x7f);
        if method.is_empty() || !method.iter().all(|b| is_token(*b)) || !is_target {
            return bad();
        }
        self.is_http_11 = match version {
            b"HTTP/1.1" => true,
            b"HTTP/1.0" => false,
            other
                if other.starts_with(b"HTTP/")
                    && other.get(5).is_some_and(|b| matches!(b, b'2'..=b'9')) =>
            {
                return Verdict::Refused(StatusCode::HTTP_VERSION_NOT_SUPPORTED);
            }
            _ => return bad(),
        };
        self.in_request_line = false;
        Verdict::More
    }

    fn header(&mut self, line: &[u8]) -> Result<(), StatusCode> {
        let colon = memchr(b':', line).ok_or(StatusCode::BAD_REQUEST)?;
        let (name, value) = line.split_at(colon);
        let value = value.get(1..).unwrap_or_default().trim_ascii();
        // Also refuses folded lines and spaces before the colon: white space is not a token character.
        if name.is_empty() || !name.iter().all(|b| is_token(*b)) {
            return Err(StatusCode::BAD_REQUEST);
        }
        if value
            .iter()
            .any(|b| (*b < b' ' && *b != b'\t') || *b == 0x7f)
        {
            return Err(StatusCode::BAD_REQUEST);
        }
        if name.eq_ignore_ascii_case(b"content-length") {
            return self.content_length(value);
        }
        if name.eq_ignore_ascii_case(b"transfer-encoding") {
            return self.transfer_encoding(value);
        }
        if name.eq_ignore_ascii_case(b"host") {
            self.hosts = self.hosts.saturating_add(1);
            if self.hosts > 1 || !is_host(value) {
                return Err(StatusCode::BAD_REQUEST);
            }
        }
        Ok(())
    }

    fn content_length(&mut self, value: &[u8]) -> Result<(), StatusCode> {
        let is_number =
            !value.is_empty() && value.len() <= 18 && value.iter().all(u8::is_ascii_digit);
        if self.length.is_some() || !is_number {
            return Err(StatusCode::BAD_REQUEST);
        }
        let digits = value.iter().map(|b| u64::from(b - b'0'));
        self.length = Some(digits.fold(0, |number, digit| number * 10 + digit));
        Ok(())
    }

    fn transfer_encoding(&mut self, value: &[u8]) -> Result<(), StatusCode> {
        if self.chunked || !self.is_http_11 {
            return Err(StatusCode::BAD_REQUEST);
        }
        if !value.eq_ignore_ascii_case(b"chunked") {
            return Err(StatusCode::NOT_IMPLEMENTED);
        }
        self.chunked = true;
        Ok(())
    }

    fn complete(&mut self) -> Verdict {
        let framing = match (self.chunked, self.length) {
            (true, Some(_)) => return bad(),
            (true, None) => Framing::Chunked,
            (false, None | Some(0)) => Framing::Empty,
            (false, Some(length)) => Framing::Length(length),
        };
        if self.is_http_11 && self.hosts == 0 {
            return bad();
        }
        self.in_request_line = true;
        self.empty_lines = 0;
        self.count = 0;
        self.bytes = 0;
        self.hosts = 0;
        self.length = None;
        self.chunked = false;
        Verdict::Complete(framing)
    }
}

fn bad() -> Verdict {
    Verdict::Refused(StatusCode::BAD_REQUEST)
}

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(head: &[u8]) -> (usize, Verdict) {
        HeadGuard::new(&Limits::default()).take(head)
    }

    #[test]
    fn heads_that_pass() {
        for (head, framing) in [
            ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", Framing::Empty),
            ("\r\nGET / HTTP/1.1\r\nHost: a:80\r\n\r\n", Framing::Empty),
            ("GET / HTTP/1.0\r\n\r\n", Framing::Empty),
            (
                "POST /x HTTP/1.1\r\nhost: a\r\nContent-Length: 12\r\n\r\n",
                Framing::Length(12),
            ),
            (
                "POST /x HTTP/1.1\r\nhost: a\r\ntransfer-encoding: Chunked\r\n\r\n",
                Framing::Chunked,
            ),
        ] {
            let whole = format!("{head}rest");
            assert_eq!(
                judge(whole.as_bytes()),
                (head.len(), Verdict::Complete(framing)),
                "{head:?}"
            );
            // The same, one byte at a time.
            let mut guard = HeadGuard::new(&Limits::default());
            let verdicts: Vec<_> = head.bytes().map(|b| guard.take(&[b]).1).collect();
            assert_eq!(
                verdicts.last(),
                Some(&Verdict::Complete(framing)),
                "{head:?}"
            );
        }
    }

    #[test]
    fn bounds_are_exact() {
        let limits = Limits::default();
        let line = |length: usize| {
            format!(
                "GET /{} HTTP/1.1\r\nHost: a\r\n\r\n",
                "x".repeat(length - 14)
            )
        };
        assert!(matches!(
            judge(line(limits.request_line).as_bytes()).1,
            Verdict::Complete(_)
        ));
        let refused = |status| Verdict::Refused(status);
        assert_eq!(
            judge(line(limits.request_line + 1).as_bytes()).1,
            refused(StatusCode::URI_TOO_LONG)
        );
        assert_eq!(judge(&[b'x'; 9000]).1, refused(StatusCode::URI_TOO_LONG));
        let many = |n: usize| {
            format!(
                "GET / HTTP/1.1\r\nHost: a\r\n{}\r\n",
                "a: b\r\n".repeat(n - 1)
            )
        };
        assert!(matches!(
            judge(many(100).as_bytes()).1,
            Verdict::Complete(_)
        ));
        let too_large = refused(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE);
        assert_eq!(judge(many(101).as_bytes()).1, too_large);
        let wide = |n: usize| {
            format!(
                "GET / HTTP/1.1\r\nHost: a\r\nc: {}\r\n\r\n",
                "x".repeat(n - 9 - 5)
            )
        };
        assert!(matches!(
            judge(wide(32 * 1024).as_bytes()).1,
            Verdict::Complete(_)
        ));
        assert_eq!(judge(wide(32 * 1024 + 1).as_bytes()).1, too_large);
    }

    proptest::proptest! {
        #[test]
        fn never_panics_and_never_takes_more_than_there_is(
            bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..300),
        ) {
            let (taken, _) = judge(&bytes);
            proptest::prop_assert!(taken <= bytes.len());
        }
    }
}
