//! The files of this folder as cells: a request of a person, and what must be answered.

#![expect(clippy::panic, reason = "helpers of tests")]

use super::plant::{OTHER, Planter, UUID};

/// The persons, by the letter that the table uses: login, id.
pub const PERSONS: [(char, &str, i64); 9] = [
    ('-', "", 0),
    ('n', "sinrol", 109),
    ('s', "suscriptora", 105),
    ('c', "clienta", 107),
    ('k', "colaboradora", 104),
    ('a', "autora", 103),
    ('e', "editora", 102),
    ('m', "encargada", 106),
    ('z', "duena", 101),
];

const FILES: [&str; 7] = [
    include_str!("posts.txt"),
    include_str!("types.txt"),
    include_str!("media.txt"),
    include_str!("terms.txt"),
    include_str!("comments.txt"),
    include_str!("users.txt"),
    include_str!("site.txt"),
];

/// A request of a person, and what must be answered.
pub struct Cell {
    /// The line of the table.
    pub row: String,
    /// The person's login.
    pub login: &'static str,
    /// The method.
    pub verb: String,
    /// The path with its query.
    pub path: String,
    /// The JSON body; empty for none.
    pub body: String,
    /// The status, and the code of an error where the table names it.
    pub want: (u16, Option<String>),
}

/// The cells of every so-and-so-many rows; what they are about is planted.
pub fn cells(planter: &Planter<'_>, every: usize) -> Vec<Cell> {
    let lines = FILES.iter().flat_map(|file| lines(file)).step_by(every);
    lines.flat_map(|line| row(&line, planter)).collect()
}

/// The rows of a file, those of `for` repeated.
fn lines(file: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut block: Option<(Vec<&str>, Vec<&str>, Vec<&str>)> = None;
    for line in file.lines() {
        if let Some(head) = line.strip_prefix("for ") {
            let (names, values) = head.split_once(" in ").expect("for … in …");
            let names = names.split(' ').collect();
            block = Some((names, values.split(", ").collect(), Vec::new()));
        } else if line == "end" {
            let (names, values, rows) = block.take().expect("for before end");
            for values in values {
                let pairs: Vec<_> = names.iter().zip(values.split(' ')).collect();
                let filled = |row: &&str| {
                    let put =
                        |text: String, (name, value): &(&&str, &str)| text.replace(**name, value);
                    pairs.iter().fold((*row).to_owned(), put)
                };
                all.extend(rows.iter().map(filled));
            }
        } else if !line.is_empty() && !line.starts_with('#') {
            match &mut block {
                Some((_, _, rows)) => rows.push(line),
                None => all.push(line.to_owned()),
            }
        }
    }
    assert!(block.is_none(), "for without end");
    all
}

/// The place of the first blank outside braces.
fn end_of_word(text: &str) -> usize {
    let mut depth = 0;
    let is_end = |c: char| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ' ' && depth == 0
    };
    text.find(is_end).unwrap_or(text.len())
}

fn row(line: &str, planter: &Planter<'_>) -> Vec<Cell> {
    let mut parts = line.split(" |");
    let (head, cells) = (
        parts.next().expect("request"),
        parts.next().unwrap_or_default(),
    );
    let refusal = parts.next().unwrap_or_default().trim();
    let (verb, head) = head.split_once(' ').expect("verb");
    let (route, body) = head.split_at(end_of_word(head));
    let named: Vec<(&str, &str)> = cells
        .split(',')
        .filter_map(|cell| cell.trim().split_once(' '))
        .collect();
    let cell_of = |(letter, login, id): (char, &'static str, i64)| {
        let named = named.iter().find(|(letters, _)| letters.contains(letter));
        let want = match named {
            Some((_, want)) => {
                let (status, code) = want.split_once(':').unwrap_or((want, ""));
                let code = (!code.is_empty()).then(|| code.to_owned());
                (status.parse().expect("status"), code)
            }
            None => (if id == 0 { 401 } else { 403 }, Some(refusal.to_owned())),
        };
        let mut filler = Filler {
            planter,
            login,
            id,
            last: (0, 0),
        };
        let prefix = if route.starts_with('/') {
            "/wp-json/wp/v2"
        } else {
            "/wp-json/"
        };
        Cell {
            row: line.to_owned(),
            login,
            verb: verb.to_owned(),
            path: format!("{prefix}{}", filler.fill(route)),
            body: filler.fill(body.trim()),
            want,
        }
    };
    PERSONS.into_iter().map(cell_of).collect()
}

/// Puts what is planted for a cell into its texts.
struct Filler<'a> {
    planter: &'a Planter<'a>,
    login: &'static str,
    id: i64,
    /// The post planted last, and its author.
    last: (i64, i64),
}

impl Filler<'_> {
    /// Replaces `{…}` that begin with a letter and hold neither quotes nor braces.
    fn fill(&mut self, text: &str) -> String {
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            filled.push_str(before);
            let end = after.find(['}', '"', '{', ':']);
            let inner = end.filter(|end| after[*end..].starts_with('}') && *end > 0);
            match inner {
                Some(end) => {
                    filled.push_str(&self.value(&after[..end]));
                    rest = &after[end + 1..];
                }
                None => {
                    filled.push('{');
                    rest = after;
                }
            }
        }
        filled + rest
    }

    fn author(&self, word: &str) -> i64 {
        if word == "own" && self.id > 0 {
            self.id
        } else {
            OTHER
        }
    }

    fn value(&mut self, name: &str) -> String {
        let words: Vec<&str> = name.split(' ').collect();
        match words.as_slice() {
            ["who"] if self.login.is_empty() => "nadie".to_owned(),
            ["who"] => self.login.to_owned(),
            ["me"] => self.id.to_string(),
            ["uuid"] => UUID.to_owned(),
            _ => self.thing(&words).to_string(),
        }
    }

    fn thing(&mut self, words: &[&str]) -> i64 {
        match words {
            [kind @ ("revision" | "autosave")] => {
                self.planter.revision(kind, self.last.0, self.last.1)
            }
            ["term", taxonomy] => self.planter.term(taxonomy),
            ["user", role] => self.planter.user(role),
            ["comment", status, whose, "on", of_post, owner] => {
                let post = self.planter.post("post", of_post, self.author(owner), 0);
                self.planter.comment(post, status, self.author(whose))
            }
            [post_type, _, whose, "with", "password"] => {
                self.planter.protected_post(post_type, self.author(whose))
            }
            [post_type, status, whose, rest @ ..] => {
                let parent = match rest {
                    ["in", status, owner] => {
                        self.planter.post("post", status, self.author(owner), 0)
                    }
                    _ => 0,
                };
                let author = self.author(whose);
                let id = self.planter.post(post_type, status, author, parent);
                self.last = (id, author);
                id
            }
            _ => panic!("no such thing: {words:?}"),
        }
    }
}
