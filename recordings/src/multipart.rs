//! Multipart bodies taken apart (RFC 7578).

/// A part of a multipart body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part<'a> {
    /// The field's name.
    pub name: String,
    /// The file's name; `None` for a field that is no file.
    pub filename: Option<String>,
    /// `Content-Type` of the part.
    pub content_type: Option<String>,
    /// Its bytes.
    pub content: &'a [u8],
}

/// Parts of one body.
const LIMIT: usize = 2000;

/// The parts of a body; what has no head is left out.
#[must_use]
pub fn parts<'a>(body: &'a [u8], boundary: &str) -> Vec<Part<'a>> {
    let mark = format!("--{boundary}");
    let mut found = Vec::new();
    let mut rest = after(body, mark.as_bytes());
    while let Some(text) = rest.filter(|_| found.len() < LIMIT) {
        if text.starts_with(b"--") {
            break;
        }
        let next = position(text, format!("\r\n{mark}").as_bytes());
        let whole = text.get(..next.unwrap_or(text.len())).unwrap_or_default();
        found.extend(part(whole));
        rest = next.and_then(|at| text.get(at + 2 + mark.len()..));
    }
    found
}

fn part(whole: &[u8]) -> Option<Part<'_>> {
    let head_end = position(whole, b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(whole.get(..head_end)?).into_owned();
    let content = whole.get(head_end + 4..)?;
    let line = |name: &str| {
        let mut lines = head.lines().filter_map(|line| line.split_once(':'));
        lines
            .find(|(n, _)| n.trim().eq_ignore_ascii_case(name))
            .map(|(_, v)| v.trim().to_owned())
    };
    let disposition = line("content-disposition")?;
    Some(Part {
        name: parameter(&disposition, "name")?,
        filename: parameter(&disposition, "filename"),
        content_type: line("content-type"),
        content,
    })
}

fn parameter(line: &str, name: &str) -> Option<String> {
    let start = format!("{name}=\"");
    let at = line.match_indices(&start).find(|(at, _)| {
        let before = line.get(..*at).and_then(|b| b.chars().next_back());
        before.is_none_or(|c| c == ' ' || c == ';')
    })?;
    let rest = line.get(at.0 + start.len()..)?;
    Some(rest.split('"').next().unwrap_or_default().to_owned())
}

fn position(text: &[u8], mark: &[u8]) -> Option<usize> {
    text.windows(mark.len()).position(|window| window == mark)
}

fn after<'a>(text: &'a [u8], mark: &[u8]) -> Option<&'a [u8]> {
    position(text, mark).and_then(|at| text.get(at + mark.len()..))
}

impl Part<'_> {
    /// The part with another file name and content, as it stands in a body.
    #[must_use]
    pub fn with(&self, boundary: &str, filename: Option<&str>, content: &[u8]) -> Vec<u8> {
        let mut out = format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"{}\"",
            self.name
        );
        if let Some(filename) = filename {
            out.push_str(&format!("; filename=\"{filename}\""));
        }
        if let Some(kind) = &self.content_type {
            out.push_str(&format!("\r\nContent-Type: {kind}"));
        }
        out.push_str("\r\n\r\n");
        [out.as_bytes(), content].concat()
    }
}
