//! Masks secrets in what is written to a log: values of parameters such as `key`, `_wpnonce`, `password`,
//! `moderation-hash` and `token`, order keys (`wc_order_…`), and the user's part of URLs.
//!
//! Percent-encoded text is read as it is meant, at every depth: a URL inside a parameter (`redirect_to=…%3Fkey%3D…`) is
//! masked like the URL itself. One pass, no allocation for a text without secrets.

use std::borrow::Cow;

/// Stands for a secret.
const MASK: &str = "***";

/// Words that name a secret when they are a whole word of a parameter's name.
const WORDS: [&str; 9] = [
    "pwd",
    "pass",
    "pass1",
    "pass2",
    "login",
    "security",
    "sig",
    "auth",
    "subscription",
];

/// Ends of words that name a secret, as in `order-key`, `_wpnonce`, `accessToken`.
const ENDS: [&str; 11] = [
    "key",
    "nonce",
    "token",
    "secret",
    "password",
    "passwd",
    "hash",
    "signature",
    "session",
    "cookie",
    "authorization",
];

/// Begins an order's key.
const ORDER_KEY: &str = "wc_order_";

/// Masks a free text, such as an error or a `User-Agent`.
#[must_use]
pub fn masked(text: &str) -> Cow<'_, str> {
    Scanner::new(text, true).run()
}

/// Masks a request target or a URL: a value ends at `&` or `#` only.
#[must_use]
pub fn masked_url(url: &str) -> Cow<'_, str> {
    Scanner::new(url, false).run()
}

/// Whether a parameter of this name (lower case) is a secret.
fn is_secret(name: &str) -> bool {
    name.split(|c: char| !c.is_ascii_alphanumeric())
        .any(|word| WORDS.contains(&word) || ENDS.iter().any(|end| word.ends_with(end)))
}

struct Scanner<'t> {
    text: &'t str,
    /// Whether white space, quotes and angle brackets end a value.
    is_free: bool,
    at: usize,
    /// Text before this position is in `out` or masked.
    copied: usize,
    out: String,
    /// The name that may precede `=`, decoded, in lower case.
    name: String,
    /// Where the host's part of a URL begins, its user's part included.
    authority: Option<usize>,
}

impl<'t> Scanner<'t> {
    fn new(text: &'t str, is_free: bool) -> Self {
        Self {
            text,
            is_free,
            at: 0,
            copied: 0,
            out: String::new(),
            name: String::new(),
            authority: None,
        }
    }

    fn run(mut self) -> Cow<'t, str> {
        let bytes = self.text.as_bytes();
        // Each secret has one of these before or after it, or is an order's key.
        let is_plain = memchr::memchr3(b'=', b'@', b'%', bytes).is_none();
        let has_order_key = || {
            memchr::memchr(b'_', bytes).is_some()
                && memchr::memmem::find(bytes, ORDER_KEY.as_bytes()).is_some()
        };
        if is_plain && !has_order_key() {
            return Cow::Borrowed(self.text);
        }
        let mut slashes = 0_u8;
        while let Some((byte, length)) = self.unit() {
            let start = self.at;
            self.at = start.saturating_add(length);
            slashes = match (byte, slashes) {
                (b':', _) => 1,
                (b'/', 1 | 2) => slashes.saturating_add(1),
                _ => 0,
            };
            match byte {
                b'=' if is_secret(&self.name) => self.mask_value(length),
                b'@' => self.mask_user(start),
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'-' | b'.' | b'[' | b']' => {
                    self.name.push(char::from(byte.to_ascii_lowercase()));
                    if self.name.ends_with(ORDER_KEY) {
                        self.mask_while(|byte, _| byte.is_ascii_alphanumeric());
                    }
                    continue;
                }
                b'/' if slashes == 3 => self.authority = Some(self.at),
                b'/' | b'?' | b'#' | b' ' | b'"' | b'\'' | b'<' | b'>' | b'\n' => {
                    self.authority = None;
                }
                _ => {}
            }
            self.name.clear();
        }
        if self.copied == 0 {
            return Cow::Borrowed(self.text);
        }
        self.copy_to(self.text.len());
        Cow::Owned(self.out)
    }

    /// The byte at the present position and the length of what stands for it: `%3D` and `%253D` stand for `=`.
    fn unit(&self) -> Option<(u8, usize)> {
        let rest = self.text.as_bytes().get(self.at..)?;
        let byte = *rest.first()?;
        let mut after = rest.get(1..).unwrap_or_default();
        if byte == b'%' {
            while let Some(deeper) = after.strip_prefix(b"25") {
                after = deeper;
            }
            let digit = |at: usize| char::from(*after.get(at)?).to_digit(16);
            if let (Some(high), Some(low)) = (digit(0), digit(1))
                && let Ok(decoded) = u8::try_from(high.saturating_mul(16).saturating_add(low))
            {
                let length = rest.len().saturating_sub(after.len()).saturating_add(2);
                return Some((decoded, length));
            }
        }
        Some((byte, 1))
    }

    fn copy_to(&mut self, end: usize) {
        self.out
            .push_str(self.text.get(self.copied..end).unwrap_or_default());
        self.copied = end;
    }

    /// Masks from the present position on, while `goes_on` (byte, length of what stands for it).
    fn mask_while(&mut self, goes_on: impl Fn(u8, usize) -> bool) {
        self.copy_to(self.at);
        let start = self.at;
        while let Some((byte, length)) = self.unit()
            && goes_on(byte, length)
        {
            self.at = self.at.saturating_add(length);
        }
        // A character of several bytes is masked as a whole.
        while !self.text.is_char_boundary(self.at) {
            self.at = self.at.saturating_add(1);
        }
        if self.at > start {
            self.out.push_str(MASK);
            self.copied = self.at;
        }
    }

    /// Masks the value after an equals sign that is `depth` bytes long: what ends it is encoded no deeper.
    fn mask_value(&mut self, depth: usize) {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let quotes = ["\"", "'", "\\\"", "\\'"];
        if self.is_free
            && let Some(quote) = quotes.into_iter().find(|quote| rest.starts_with(quote))
        {
            self.at = self.at.saturating_add(quote.len());
            let inner = rest.get(quote.len()..).unwrap_or_default();
            let end = self.at + inner.find(quote).unwrap_or(inner.len());
            self.copy_to(self.at);
            self.out.push_str(MASK);
            (self.at, self.copied) = (end, end);
            return;
        }
        let is_free = self.is_free;
        self.mask_while(|byte, length| {
            let ends = match byte {
                b'&' | b'#' => true,
                b'"' | b'\'' | b'<' | b'>' | b'\\' => is_free,
                byte => is_free && length == 1 && byte.is_ascii_whitespace(),
            };
            length > depth || !ends
        });
    }

    /// Masks the user's part of a URL, which ends at `end`.
    fn mask_user(&mut self, end: usize) {
        let Some(start) = self.authority else { return };
        if start >= self.copied {
            self.copy_to(start);
            self.out.push_str(MASK);
        }
        self.copied = end;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn secrets_are_masked_and_the_rest_stays() {
        for (url, wanted) in [
            ("/", "/"),
            ("/tarifas/?s=cueva&paged=2", "/tarifas/?s=cueva&paged=2"),
            (
                "/wp-login.php?action=rp&key=S3&login=ana",
                "/wp-login.php?action=rp&key=***&login=***",
            ),
            ("/?%6Bey=S3&a=b", "/?%6Bey=***&a=b"),
            ("/?key[]=S3&_wpnonce=S3#x", "/?key[]=***&_wpnonce=***#x"),
            ("/?key%5Ba%5D=S3", "/?key%5Ba%5D=***"),
            ("/?pass1=S3&PWD=S3%26S3", "/?pass1=***&PWD=***"),
            ("/?moderation-hash=S3\"S3", "/?moderation-hash=***"),
            (
                "/pagar/order-pay/12/?order=wc_order_S3S3",
                "/pagar/order-pay/12/?order=wc_order_***",
            ),
            ("/x/wc_order_S3/y", "/x/wc_order_***/y"),
            (
                "/?redirect_to=https%3A%2F%2Fa.example%2F%3Fkey%3DS3%26b%3Dc&d=e",
                "/?redirect_to=https%3A%2F%2Fa.example%2F%3Fkey%3D***%26b%3Dc&d=e",
            ),
            (
                "/?r=%253Ftoken%253DS3%252526S3%2526b",
                "/?r=%253Ftoken%253D***%2526b",
            ),
            ("http://ana:S3@a.example/x@y", "http://***@a.example/x@y"),
            ("http://ana:S3@S3@a.example/", "http://***@a.example/"),
            (
                "/?u=http%3A%2F%2Fana%3AS3%40a/",
                "/?u=http%3A%2F%2F***%40a/",
            ),
            ("/?mail=ana@casa.example", "/?mail=ana@casa.example"),
            ("/?key=", "/?key="),
            ("/?key=ñ&b=%", "/?key=***&b=%"),
        ] {
            let found = masked_url(url);
            assert_eq!(found, wanted, "{url}");
            assert_eq!(masked_url(&found), wanted, "masked twice: {url}");
            assert!(!found.contains("S3"), "{found}");
        }
    }

    #[test]
    fn in_a_free_text_a_value_ends_where_a_word_does() {
        for (text, wanted) in [
            (
                "the handler of /?key=S3 panicked, a=b",
                "the handler of /?key=*** panicked, a=b",
            ),
            ("token=\"S3 S3\" next", "token=\"***\" next"),
            (
                "cannot connect to mysql://ana:S3@db:3306/casa",
                "cannot connect to mysql://***@db:3306/casa",
            ),
            (
                "{\"a\":\"/?key=S3\",\"b\":1}",
                "{\"a\":\"/?key=***\",\"b\":1}",
            ),
        ] {
            assert_eq!(masked(text), wanted, "{text}");
        }
    }

    #[test]
    fn long_texts_take_linear_time() {
        let text = "%25".repeat(20_000) + &"key=a@".repeat(10_000);
        let start = std::time::Instant::now();
        let _ = masked_url(&text);
        println!("{} bytes masked in {:?}", text.len(), start.elapsed());
        assert!(start.elapsed() < std::time::Duration::from_secs(2));
    }

    proptest! {
        #[test]
        fn any_text_is_masked_without_panic(text in "\\PC{0,80}", name in "[a-z]{0,3}(key|nonce|token)") {
            let _ = masked(&text);
            let secret = "S3cr3tV4lue";
            let planted = format!("/{}?{name}={secret}", text.replace(['?', '#'], ""));
            prop_assert!(!masked_url(&planted).contains(secret), "{}", planted);
        }
    }
}
