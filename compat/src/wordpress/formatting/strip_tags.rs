//! `wp_strip_all_tags`, and PHP's `strip_tags` under it.
//!
//! `strip_tags` is a small state machine, not a parser: quotes, nested `<` and the three kinds of `<?`, `<!` and
//! `<!--` decide where a tag ends. What it does with broken markup is visible in excerpts and search results.

use memchr::{memchr, memmem};

use super::passes::{Ahead, into_string};
use super::spaces::is_white;

/// Removes scripts and styles with their content, all tags, and white space at both ends; with `remove_breaks`
/// white space inside becomes single spaces.
pub fn wp_strip_all_tags(text: &str, remove_breaks: bool) -> String {
    into_string(wp_strip_all_tags_bytes(text.as_bytes(), remove_breaks))
}

/// [`wp_strip_all_tags`] for text that may not be UTF-8.
pub fn wp_strip_all_tags_bytes(text: &[u8], remove_breaks: bool) -> Vec<u8> {
    let without_scripts = remove_scripts_and_styles(text);
    let stripped = strip_tags_bytes(&without_scripts);
    let trimmed = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | 0x0B | 0);
    let mut out = if remove_breaks {
        join_white(&stripped)
    } else {
        stripped
    };
    let end = out.iter().rposition(|b| !trimmed(b)).map_or(0, |at| at + 1);
    out.truncate(end);
    let start = out.iter().position(|b| !trimmed(b)).unwrap_or(0);
    out.drain(..start);
    out
}

fn join_white(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut in_white = false;
    for byte in text {
        let is_break = matches!(byte, b'\r' | b'\n' | b'\t' | b' ');
        if !is_break {
            out.push(*byte);
        } else if !in_white {
            out.push(b' ');
        }
        in_white = is_break;
    }
    out
}

/// Removes `<script…>…</script>` and `<style…>…</style>`; one that is not closed stays for `strip_tags`.
fn remove_scripts_and_styles(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let lower = text.to_ascii_lowercase();
    let mut closings = [Ahead::new(b"</script>"), Ahead::new(b"</style>")];
    let mut angle = Ahead::new(b">");
    let (mut copied, mut at) = (0, 0);
    while let Some(offset) = memchr(b'<', lower.get(at..).unwrap_or_default()) {
        let start = at + offset;
        at = start + 1;
        let rest = lower.get(start..).unwrap_or_default();
        let (closing, length) = match &mut closings {
            [script, _] if rest.starts_with(b"<script") => (script, 9),
            [_, style] if rest.starts_with(b"<style") => (style, 8),
            _ => continue,
        };
        let Some(tag_end) = angle.find(&lower, start) else {
            break;
        };
        if let Some(close) = closing.find(&lower, tag_end + 1) {
            out.extend_from_slice(text.get(copied..start).unwrap_or_default());
            at = close + length;
            copied = at;
        }
    }
    out.extend_from_slice(text.get(copied..).unwrap_or_default());
    out
}

/// PHP's `strip_tags` without allowed tags.
pub fn strip_tags(text: &str) -> String {
    into_string(strip_tags_bytes(text.as_bytes()))
}

/// [`strip_tags`] for text that may not be UTF-8.
pub fn strip_tags_bytes(text: &[u8]) -> Vec<u8> {
    let mut stripper = Stripper {
        text,
        at: 0,
        out: Vec::with_capacity(text.len()),
        depth: 0,
        quote: None,
        last: 0,
        brackets: 0,
        is_xml: false,
    };
    let mut state = State::Text;
    while stripper.at < text.len() {
        state = match state {
            State::Text => stripper.text(),
            State::Tag => stripper.tag(),
            State::Php => stripper.php(),
            State::Declaration => stripper.declaration(),
            State::Comment => stripper.comment(),
        };
    }
    stripper.out
}

#[derive(Clone, Copy)]
enum State {
    Text,
    Tag,
    /// `<?`
    Php,
    /// `<!`
    Declaration,
    /// `<!--`
    Comment,
}

struct Stripper<'a> {
    text: &'a [u8],
    at: usize,
    out: Vec<u8>,
    /// How many `<` stand open inside the tag.
    depth: usize,
    /// The quote that is open inside the tag.
    quote: Option<u8>,
    /// The last character that mattered inside `<?`.
    last: u8,
    /// Open round brackets inside `<?`.
    brackets: i64,
    /// Whether the tag started with `<?xml`.
    is_xml: bool,
}

impl Stripper<'_> {
    /// The byte `back` places before the one that is being looked at.
    fn back(&self, back: usize) -> u8 {
        let at = self.at.checked_sub(back);
        at.and_then(|at| self.text.get(at)).copied().unwrap_or(0)
    }

    fn white_follows(&self) -> bool {
        self.text.get(self.at + 1).is_some_and(|b| is_white(*b))
    }

    /// Takes one step and says which state comes next.
    fn step(&mut self, state: State) -> State {
        self.at += 1;
        state
    }

    fn leave(&mut self) -> State {
        self.quote = None;
        self.is_xml = false;
        self.step(State::Text)
    }

    /// A quote opens or closes.
    fn toggle_quote(&mut self, mark: u8) {
        match self.quote {
            None => self.quote = Some(mark),
            Some(open) if open == mark => self.quote = None,
            Some(_) => {}
        }
    }

    /// Whether a `>` ends nothing: it closes a nested `<`, or stands inside quotes.
    fn is_inner_end(&mut self) -> bool {
        if self.depth > 0 {
            self.depth -= 1;
            return true;
        }
        self.quote.is_some()
    }

    /// Whether the text before the byte being looked at is `before`, in any case.
    fn follows(&self, before: &[u8]) -> bool {
        self.at
            .checked_sub(before.len())
            .and_then(|start| self.text.get(start..self.at))
            .is_some_and(|found| found.eq_ignore_ascii_case(before))
    }

    fn text(&mut self) -> State {
        match self.back(0) {
            0 => {}
            b'<' if !self.white_follows() => {
                self.last = b'<';
                return self.step(State::Tag);
            }
            byte => self.out.push(byte),
        }
        self.step(State::Text)
    }

    fn tag(&mut self) -> State {
        match self.back(0) {
            b'<' if self.quote.is_none() && !self.white_follows() => self.depth += 1,
            b'>' => return self.tag_end(),
            mark @ (b'"' | b'\'') => self.toggle_quote(mark),
            b'!' if self.back(1) == b'<' => {
                self.last = b'!';
                return self.step(State::Declaration);
            }
            b'?' if self.back(1) == b'<' => {
                self.brackets = 0;
                return self.step(State::Php);
            }
            _ => {}
        }
        self.step(State::Tag)
    }

    fn tag_end(&mut self) -> State {
        if self.is_inner_end() {
            return self.step(State::Tag);
        }
        self.last = b'>';
        if self.is_xml && self.back(1) == b'-' {
            return self.step(State::Tag);
        }
        self.leave()
    }

    fn php(&mut self) -> State {
        let byte = self.back(0);
        let in_string = matches!(self.last, b'"' | b'\'');
        match byte {
            b'(' if !in_string => (self.last, self.brackets) = (byte, self.brackets + 1),
            b')' if !in_string => (self.last, self.brackets) = (byte, self.brackets - 1),
            b'>' => {
                let inner = self.is_inner_end();
                if !inner && self.brackets == 0 && self.last != b'"' && self.back(1) == b'?' {
                    return self.leave();
                }
            }
            b'"' | b'\'' if self.back(1) != b'\\' => {
                if self.last == byte {
                    self.last = 0;
                } else if self.last != b'\\' {
                    self.last = byte;
                }
                self.toggle_quote(byte);
            }
            b'l' | b'L' if self.follows(b"<?xm") => {
                self.is_xml = true;
                return self.step(State::Tag);
            }
            _ => {}
        }
        self.step(State::Php)
    }

    fn declaration(&mut self) -> State {
        match self.back(0) {
            b'>' if !self.is_inner_end() => return self.leave(),
            mark @ (b'"' | b'\'') if self.back(1) != b'\\' => self.toggle_quote(mark),
            b'-' if self.follows(b"!-") => return self.step(State::Comment),
            b'e' | b'E' if self.follows(b"doctyp") => return self.step(State::Tag),
            _ => {}
        }
        self.step(State::Declaration)
    }

    fn comment(&mut self) -> State {
        // A quote that opened before the dashes keeps the comment open to the end.
        let rest = self.text.get(self.at..).unwrap_or_default();
        if self.quote.is_some() {
            return self.step_to_end();
        }
        match memmem::find(rest, b">") {
            None => self.step_to_end(),
            Some(offset) => {
                self.at += offset;
                if self.follows(b"--") {
                    self.leave()
                } else {
                    self.step(State::Comment)
                }
            }
        }
    }

    fn step_to_end(&mut self) -> State {
        self.at = self.text.len();
        State::Comment
    }
}

#[cfg(test)]
mod tests {
    use super::strip_tags;

    #[test]
    fn keeps_what_is_no_tag() {
        assert_eq!(strip_tags("1 < 2 > 0"), "1 < 2 > 0");
        assert_eq!(strip_tags("<<b>>x"), "x");
        assert_eq!(strip_tags("a<b title='>'>c</b>"), "ac");
        assert_eq!(strip_tags("a<?php echo '?>'; ?>b<!-- > -->c"), "abc");
    }
}
