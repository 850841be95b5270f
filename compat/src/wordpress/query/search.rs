//! Searches: terms, conditions and the order of results.
//!
//! Contract "wordpress-core", section 4. `LIKE` compares as the database's collation does.

use super::clauses::Clauses;
use super::parse_query::Query;
use crate::wordpress::db::SqlText;

/// English stop words; a translation may replace the list.
pub const STOP_WORDS: [&str; 29] = [
    "about", "an", "are", "as", "at", "be", "by", "com", "for", "from", "how", "in", "is", "it",
    "of", "on", "or", "that", "the", "this", "to", "was", "what", "when", "where", "who", "will",
    "with", "www",
];

/// More terms than this are searched as one phrase.
const MAX_TERMS: usize = 9;

/// What is searched for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Search {
    phrase: String,
    terms: Vec<String>,
    /// Number of words typed, before any was dropped.
    typed: usize,
    exact: bool,
}

impl Search {
    /// Reads the variables; `None` without a search phrase. `from_get`: the phrase came by the query string; a phrase
    /// from the path is decoded once more.
    pub(super) fn new(query: &Query, from_get: bool, stop_words: &[String]) -> Option<Self> {
        let typed = query.vars.text("s");
        if typed.is_empty() {
            return None;
        }
        let phrase = if from_get {
            typed.to_owned()
        } else {
            crate::wordpress::rewrite::urldecode(typed)
        };
        let phrase = phrase.replace(['\r', '\n'], "");
        let whole = vec![phrase.clone()];
        let mut search = Self {
            terms: whole.clone(),
            typed: 1,
            exact: query.vars.is_set("exact"),
            phrase,
        };
        if !query.vars.is_set("sentence") {
            let words = words(&search.phrase);
            if !words.is_empty() {
                search.typed = words.len();
                search.terms = words
                    .into_iter()
                    .filter_map(|w| wanted(w, stop_words))
                    .collect();
                if search.terms.is_empty() || search.terms.len() > MAX_TERMS {
                    search.terms = whole;
                }
            }
        }
        Some(search)
    }

    /// Adds the conditions.
    pub(super) fn add_conditions(&self, logged_in: bool, clauses: &mut Clauses) {
        for term in &self.terms {
            let (term, excluded) = match term.strip_prefix('-') {
                Some(rest) => (rest, true),
                None => (term.as_str(), false),
            };
            let like = if self.exact {
                esc_like(term)
            } else {
                format!("%{}%", esc_like(term))
            };
            let binds = vec![like.clone().into(), like.clone().into(), like.into()];
            let sql = if excluded {
                "(p.post_title NOT LIKE ? AND p.post_excerpt NOT LIKE ? AND p.post_content NOT LIKE ?)"
            } else {
                "(p.post_title LIKE ? OR p.post_excerpt LIKE ? OR p.post_content LIKE ?)"
            };
            clauses.and(sql, binds);
        }
        if !logged_in {
            clauses.and("p.post_password = ''", vec![]);
        }
    }

    /// Best matches first: `None` when nothing in the search can rank.
    pub(super) fn order(&self) -> Option<SqlText> {
        let titles: Vec<String> = self
            .terms
            .iter()
            .filter(|t| !self.exact && !t.starts_with('-'))
            .map(|t| format!("%{}%", esc_like(t)))
            .collect();
        let first = titles.first()?;
        let mut sql = SqlText::default();
        if self.typed <= 1 {
            sql.push_with("p.post_title LIKE ? DESC", vec![first.clone().into()]);
            return Some(sql);
        }
        let negative = self.phrase.starts_with('-')
            || self.phrase.contains(" -")
            || self.phrase.contains("\t-");
        let phrase = (!negative).then(|| format!("%{}%", esc_like(&self.phrase)));
        sql.push("(CASE");
        if let Some(phrase) = &phrase {
            sql.push_with(
                " WHEN p.post_title LIKE ? THEN 1",
                vec![phrase.clone().into()],
            );
        }
        if titles.len() < 7 {
            let all = || {
                titles.iter().map(|t| {
                    let mut part = SqlText::default();
                    part.push_with("p.post_title LIKE ?", vec![t.clone().into()]);
                    part
                })
            };
            sql.push(" WHEN ");
            sql.append(SqlText::join(" AND ", all())).push(" THEN 2");
            if titles.len() > 1 {
                sql.push(" WHEN ");
                sql.append(SqlText::join(" OR ", all())).push(" THEN 3");
            }
        }
        if let Some(phrase) = phrase {
            sql.push_with(
                " WHEN p.post_excerpt LIKE ? THEN 4 WHEN p.post_content LIKE ? THEN 5",
                vec![phrase.clone().into(), phrase.into()],
            );
        }
        sql.push(" ELSE 6 END)");
        Some(sql)
    }
}

/// Words and quoted phrases, quotes included.
fn words(phrase: &str) -> Vec<&str> {
    let is_delimiter = |c: char| matches!(c, '\t' | ' ' | '"' | ',' | '+');
    let mut words = Vec::new();
    let mut rest = phrase;
    while let Some(first) = rest.chars().next() {
        let length = if first == '"' {
            rest[1..].find('"').map_or(rest.len(), |end| end + 2)
        } else if is_delimiter(first) {
            rest = &rest[first.len_utf8()..];
            continue;
        } else {
            rest.find(is_delimiter).unwrap_or(rest.len())
        };
        words.push(&rest[..length]);
        rest = &rest[length..];
    }
    words
}

/// The term that a word asks for, `None` for a word that is not searched.
fn wanted(word: &str, stop_words: &[String]) -> Option<String> {
    let quoted = word.len() > 2 && word.starts_with('"') && word.ends_with('"');
    let term = if quoted {
        word.trim_matches(['"', '\''])
    } else {
        word.trim_matches(['"', '\'', ' '])
    };
    let single = matches!(term.as_bytes(), [b] if b.is_ascii_alphabetic() || *b == b'-');
    if term.is_empty() || term == "0" || single || stop_words.contains(&term.to_lowercase()) {
        return None;
    }
    Some(term.to_owned())
}

/// `wpdb::esc_like`.
pub(crate) fn esc_like(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '_' | '%' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_words_and_phrases() {
        assert_eq!(
            words("a \"b c\" d,e+f\"g"),
            ["a", "\"b c\"", "d", "e", "f", "\"g"]
        );
        assert_eq!(wanted("\"b c\"", &[]), Some("b c".to_owned()));
        assert_eq!(wanted("a", &[]), None);
        assert_eq!(wanted("ñ", &[]), Some("ñ".to_owned()));
        assert_eq!(esc_like("50%_\\"), "50\\%\\_\\\\");
    }

    proptest::proptest! {
        #[test]
        fn never_panics(text in "\\PC*") {
            for word in words(&text) {
                let _ = wanted(word, &[]);
            }
        }
    }
}
