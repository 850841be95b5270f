//! White space in the sanitisers: a regular expression's `\s`, and runs of it. (PHP's `trim`: [`crate::wordpress::php::trim`].)

/// `\s` of a regular expression on bytes.
pub const SPACE: [char; 6] = [' ', '\t', '\n', '\r', '\x0B', '\x0C'];

/// Replaces each run of the characters by one `with`.
pub fn collapse(text: &str, run: &[char], with: char) -> String {
    let mut out = String::with_capacity(text.len());
    let mut inside = false;
    for c in text.chars() {
        let member = run.contains(&c);
        if !member {
            out.push(c);
        } else if !inside {
            out.push(with);
        }
        inside = member;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_becomes_one() {
        assert_eq!(collapse(" a \n b", &[' ', '\n'], '-'), "-a-b");
    }
}
