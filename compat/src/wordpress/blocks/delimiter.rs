//! The comments that begin and end blocks.

/// One such comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Delimiter<'a> {
    /// Byte offset of the comment.
    pub(crate) start: usize,
    /// Byte offset behind it.
    pub(crate) end: usize,
    /// `/wp:`: the end of a block.
    pub(crate) is_closer: bool,
    /// `/-->`: a block without content.
    pub(crate) is_void: bool,
    /// The namespace, `core` when none is written.
    pub(crate) namespace: &'a str,
    /// The name behind the namespace.
    pub(crate) name: &'a str,
    /// The attributes as JSON text.
    pub(crate) attrs: Option<&'a str>,
}

/// Finds delimiters from left to right.
pub(crate) struct Delimiters<'a> {
    document: &'a str,
    at: usize,
    /// Set once it is known that no attributes end behind this point; keeps broken input linear.
    no_more_attrs: bool,
}

fn is_space(b: u8) -> bool {
    matches!(b, b' ' | b'\t'..=b'\r')
}

impl<'a> Delimiters<'a> {
    pub(crate) fn new(document: &'a str) -> Self {
        Self {
            document,
            at: 0,
            no_more_attrs: false,
        }
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.document.as_bytes().get(at).copied()
    }

    /// Behind the white space at `at`; `None` if there is none.
    fn spaces(&self, at: usize) -> Option<usize> {
        let rest = self.document.as_bytes().get(at..)?;
        let len = rest
            .iter()
            .position(|&b| !is_space(b))
            .unwrap_or(rest.len());
        (len > 0).then_some(at + len)
    }

    /// A small letter, then small letters, digits, `_` and `-`.
    fn word(&self, at: usize) -> Option<usize> {
        self.byte(at).filter(u8::is_ascii_lowercase)?;
        let rest = self.document.as_bytes().get(at..)?;
        let inside =
            |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'_' | b'-');
        Some(at + rest.iter().position(|&b| !inside(b)).unwrap_or(rest.len()))
    }

    /// `-->` or `/-->` at `at`: whether it is void, and where it ends.
    fn comment_end(&self, at: usize) -> Option<(bool, usize)> {
        let rest = self.document.as_bytes().get(at..)?;
        if rest.starts_with(b"-->") {
            Some((false, at + 3))
        } else if rest.starts_with(b"/-->") {
            Some((true, at + 4))
        } else {
            None
        }
    }

    /// The attributes that begin with the brace at `at`: they reach to the first closing brace that is followed
    /// by white space and the end of the comment.
    fn attrs(&mut self, at: usize) -> Option<usize> {
        if self.no_more_attrs {
            return None;
        }
        let bytes = self.document.as_bytes();
        let end = memchr::memchr_iter(b'}', bytes.get(at..)?).find_map(|brace| {
            let end = at + brace + 1;
            self.comment_end(self.spaces(end)?).map(|_| end)
        });
        self.no_more_attrs = end.is_none();
        end
    }

    fn delimiter(&mut self, start: usize) -> Option<Delimiter<'a>> {
        let document = self.document;
        let mut at = self.spaces(start + 4)?;
        let is_closer = self.byte(at) == Some(b'/');
        at += usize::from(is_closer);
        if !document.as_bytes().get(at..)?.starts_with(b"wp:") {
            return None;
        }
        at += 3;
        let word_end = self.word(at)?;
        let mut namespace = "core";
        let mut name = document.get(at..word_end)?;
        at = word_end;
        if self.byte(at) == Some(b'/') {
            let end = self.word(at + 1)?;
            (namespace, name) = (name, document.get(at + 1..end)?);
            at = end;
        }
        at = self.spaces(at)?;
        let mut attrs = None;
        if self.byte(at) == Some(b'{') {
            let end = self.attrs(at)?;
            attrs = document.get(at..end);
            at = self.spaces(end)?;
        }
        let (is_void, end) = self.comment_end(at)?;
        Some(Delimiter {
            start,
            end,
            is_closer,
            is_void,
            namespace,
            name,
            attrs,
        })
    }
}

impl<'a> Iterator for Delimiters<'a> {
    type Item = Delimiter<'a>;

    fn next(&mut self) -> Option<Delimiter<'a>> {
        loop {
            let rest = self.document.as_bytes().get(self.at..)?;
            let start = self.at + memchr::memmem::find(rest, b"<!--")?;
            if let Some(found) = self.delimiter(start) {
                self.at = found.end;
                return Some(found);
            }
            self.at = start + 4;
        }
    }
}
