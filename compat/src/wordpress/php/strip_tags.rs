//! `strip_tags`: PHP's little machine that skips tags, comments and PHP sections.

/// `strip_tags` without allowed tags.
pub fn strip_tags(bytes: &[u8]) -> Vec<u8> {
    strip_tags_except(bytes, "")
}

/// `strip_tags` with allowed tags, written `<p><a>`.
pub fn strip_tags_except(bytes: &[u8], allowed: &str) -> Vec<u8> {
    let mut machine = Machine {
        bytes,
        at: 0,
        state: State::Text,
        depth: 0,
        quote: None,
        last: 0,
        parentheses: 0,
        xml: false,
        allowed: allowed.to_ascii_lowercase(),
        tag: Vec::new(),
        out: Vec::with_capacity(bytes.len()),
    };
    while let Some(&byte) = bytes.get(machine.at) {
        match machine.state {
            State::Text => machine.text(byte),
            State::Tag => machine.tag(byte),
            State::Php => machine.php(byte),
            State::Declaration => machine.declaration(byte),
            State::Comment => machine.comment(byte),
        }
        machine.at += 1;
    }
    machine.out
}

#[derive(Clone, Copy)]
enum State {
    Text,
    Tag,
    Php,
    Declaration,
    Comment,
}

struct Machine<'a> {
    bytes: &'a [u8],
    at: usize,
    state: State,
    /// `<` seen inside a tag.
    depth: usize,
    quote: Option<u8>,
    /// Inside PHP: the last quote or parenthesis.
    last: u8,
    /// Inside PHP: open parentheses.
    parentheses: i64,
    xml: bool,
    allowed: String,
    /// The tag being read, when some tags are allowed.
    tag: Vec<u8>,
    out: Vec<u8>,
}

impl Machine<'_> {
    /// Whether the bytes just before this one are these (letters in any case).
    fn after(&self, wanted: &[u8]) -> bool {
        self.at
            .checked_sub(wanted.len())
            .and_then(|from| self.bytes.get(from..self.at))
            .is_some_and(|before| before.eq_ignore_ascii_case(wanted))
    }

    fn space_follows(&self) -> bool {
        self.bytes
            .get(self.at + 1)
            .is_some_and(|b| super::numeric::is_space(*b))
    }

    fn back_to_text(&mut self) {
        self.state = State::Text;
        self.quote = None;
        self.xml = false;
        self.tag.clear();
    }

    fn toggle_quote(&mut self, byte: u8) {
        match self.quote {
            None => self.quote = Some(byte),
            Some(open) if open == byte => self.quote = None,
            Some(_) => {}
        }
    }

    fn keep_in_tag(&mut self, byte: u8) {
        if !self.allowed.is_empty() {
            self.tag.push(byte);
        }
    }

    fn text(&mut self, byte: u8) {
        match byte {
            0 => {}
            b'<' if !self.space_follows() => {
                self.keep_in_tag(byte);
                self.last = byte;
                self.state = State::Tag;
            }
            // A comment inside a tag leaves the tag's `<` open.
            b'>' if self.depth > 0 => self.depth -= 1,
            _ => self.out.push(byte),
        }
    }

    /// `>` in any of the skipped states: true when it ends what is skipped.
    fn closes(&mut self) -> bool {
        if self.depth > 0 {
            self.depth -= 1;
            return false;
        }
        self.quote.is_none()
    }

    fn tag(&mut self, byte: u8) {
        match byte {
            0 => {}
            b'<' if self.quote.is_some() => {}
            b'<' if self.space_follows() => self.keep_in_tag(byte),
            b'<' => self.depth += 1,
            b'>' => {
                if self.closes() && !(self.xml && self.after(b"-")) {
                    self.end_of_tag();
                }
            }
            b'"' | b'\'' => {
                self.toggle_quote(byte);
                self.keep_in_tag(byte);
            }
            b'!' if self.after(b"<") => {
                self.last = byte;
                self.state = State::Declaration;
            }
            b'?' if self.after(b"<") => {
                self.parentheses = 0;
                self.state = State::Php;
            }
            _ => self.keep_in_tag(byte),
        }
    }

    fn end_of_tag(&mut self) {
        self.last = b'>';
        if !self.allowed.is_empty() {
            self.tag.push(b'>');
            if self.allowed.contains(&bare_tag(&self.tag)) {
                self.out.append(&mut self.tag);
            }
        }
        self.back_to_text();
    }

    fn php(&mut self, byte: u8) {
        let in_string = matches!(self.last, b'"' | b'\'');
        match byte {
            b'(' if !in_string => {
                self.last = byte;
                self.parentheses += 1;
            }
            b')' if !in_string => {
                self.last = byte;
                self.parentheses -= 1;
            }
            b'>' => {
                let outside = self.closes() && self.parentheses == 0 && self.last != b'"';
                if outside && self.after(b"?") {
                    self.back_to_text();
                }
            }
            b'"' | b'\'' if !self.after(b"\\") => {
                if self.last == byte {
                    self.last = 0;
                } else if self.last != b'\\' {
                    self.last = byte;
                }
                self.toggle_quote(byte);
            }
            // `<?xml` is a tag, not PHP.
            b'l' | b'L' if self.after(b"<?xm") => {
                self.xml = true;
                self.state = State::Tag;
            }
            _ => {}
        }
    }

    fn declaration(&mut self, byte: u8) {
        match byte {
            b'>' if self.closes() => self.back_to_text(),
            b'"' | b'\'' if !self.after(b"\\") => self.toggle_quote(byte),
            b'-' if self.after(b"!-") => self.state = State::Comment,
            b'e' | b'E' if self.after(b"doctyp") => self.state = State::Tag,
            _ => {}
        }
    }

    fn comment(&mut self, byte: u8) {
        if byte == b'>' && self.quote.is_none() && self.after(b"--") {
            self.back_to_text();
        }
    }
}

/// `<a href="x">` and `</a>` as `<a>`, in small letters, to look up among the allowed.
fn bare_tag(tag: &[u8]) -> String {
    let mut bare = String::from("<");
    let mut started = false;
    for (i, &byte) in tag.iter().enumerate().skip(1) {
        let last = tag.get(i + 1) == Some(&b'>');
        match byte {
            b'>' => break,
            b'/' if !started || last => started = true,
            b if super::numeric::is_space(b) && started && bare.len() > 1 => break,
            b if super::numeric::is_space(b) => {}
            b => {
                started = true;
                bare.push(char::from(b.to_ascii_lowercase()));
            }
        }
    }
    bare.push('>');
    bare
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allowed_tags_stay_with_their_attributes() {
        let text = b"<p class=\"a\">x<b>y</b><br /></P><i>z";
        assert_eq!(
            strip_tags_except(text, "<p><br>"),
            b"<p class=\"a\">xy<br /></P>z"
        );
    }

    #[test]
    fn php_sections_doctypes_and_comments_go() {
        for (text, stripped) in [
            ("a<?php echo '>'; ?>b", "ab"),
            ("a<?xml version=\"1.0\"?>b", "ab"),
            ("<!DOCTYPE html>a", "a"),
            ("a<!-- <b> > -->b", "ab"),
            ("1 < 2 > 1", "1 < 2 > 1"),
            ("a<b", "a"),
            ("<<b>>x", "x"),
            ("a<b title='>'>c</b>", "ac"),
            ("a<?php echo '?>'; ?>b<!-- > -->c", "abc"),
            ("a<?php if (1 > 0) ?>b", "ab"),
            ("a<b<c>d>e", "ae"),
            ("a\0b<c", "ab"),
            ("a > b", "a > b"),
        ] {
            assert_eq!(strip_tags(text.as_bytes()), stripped.as_bytes(), "{text}");
        }
    }
}
