//! `is_email` and `sanitize_email`: WordPress's own idea of an address, narrower than any RFC.

/// Characters that `trim` takes from a domain.
const DOMAIN_EDGE: [char; 7] = [' ', '\t', '\n', '\r', '\0', '\x0B', '.'];
/// Characters that `trim` takes from a part of a domain.
const LABEL_EDGE: [char; 7] = [' ', '\t', '\n', '\r', '\0', '\x0B', '-'];

/// The address itself when WordPress takes it for one.
pub fn is_email(email: &str) -> Option<&str> {
    let (local, domain) = split(email)?;
    // PHP's `$` also stands before a last line feed.
    let local = local.strip_suffix('\n').unwrap_or(local);
    let ok = !local.is_empty()
        && local.chars().all(is_local_char)
        && !domain.contains("..")
        && domain.trim_matches(DOMAIN_EDGE) == domain
        && domain.contains('.')
        && domain.split('.').all(|label| {
            label.trim_matches(LABEL_EDGE) == label
                && !label.is_empty()
                && label.chars().all(is_label_char)
        });
    ok.then_some(email)
}

/// The address without the characters that no address has; empty when no address is left.
pub fn sanitize_email(email: &str) -> String {
    sanitized(email).unwrap_or_default()
}

fn sanitized(email: &str) -> Option<String> {
    let (local, domain) = split(email)?;
    let local: String = local.chars().filter(|c| is_local_char(*c)).collect();
    if local.is_empty() {
        return None;
    }
    let domain = without_dot_runs(domain);
    let domain = domain.trim_matches(DOMAIN_EDGE);
    if !domain.contains('.') {
        return None;
    }
    let labels: Vec<String> = domain
        .split('.')
        .map(|label| {
            let label = label.trim_matches(LABEL_EDGE);
            label.chars().filter(|c| is_label_char(*c)).collect()
        })
        .filter(|label: &String| !label.is_empty())
        .collect();
    (labels.len() >= 2).then(|| format!("{local}@{}", labels.join(".")))
}

/// Local part and domain: at least six bytes, an `@` that is not the first character.
fn split(email: &str) -> Option<(&str, &str)> {
    let has_at = email.bytes().skip(1).any(|b| b == b'@');
    if email.len() < 6 || !has_at {
        return None;
    }
    email.split_once('@')
}

fn is_local_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || "!#$%&'*+/=?^_`{|}~.-".contains(c)
}

fn is_label_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-'
}

/// Removes runs of two and more dots, whole.
fn without_dot_runs(domain: &str) -> String {
    let mut out = String::with_capacity(domain.len());
    let mut rest = domain;
    while let Some(at) = rest.find('.') {
        let (before, found) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(before);
        let tail = found.trim_start_matches('.');
        if found.len() - tail.len() == 1 {
            out.push('.');
        }
        rest = tail;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for (email, ok, clean) in [
            ("a@b.es", true, "a@b.es"),
            ("a@b", false, ""),
            ("á.b@c..example.es", false, ".b@cexample.es"),
            ("a@-c-.example.", false, "a@c.example"),
            ("@@casa.example", false, ""),
        ] {
            assert_eq!(is_email(email).is_some(), ok, "{email}");
            assert_eq!(sanitize_email(email), clean, "{email}");
        }
    }
}
