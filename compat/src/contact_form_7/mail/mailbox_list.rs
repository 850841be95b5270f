//! Lists of mailboxes as they stand in a header: `Ana <a@b.example>, "x, y" <c@d.example>`.
//!
//! Contract "contact-form-7", section 17.3, step 9; values: vectors `wpcf7_is_mailbox_list` and
//! `wpcf7_is_email_in_domain`.

use crate::contact_form_7::swv::validation_functions::wpcf7_is_email;
use crate::contact_form_7::whitespace::strip_whitespaces;

/// The addresses of a list of mailboxes; `None` when one of them is not an address.
pub fn wpcf7_is_mailbox_list(text: &str) -> Option<Vec<String>> {
    let plain = without_quoted_strings(text);
    let mut addresses = Vec::new();
    for mailbox in plain.split(',') {
        let mailbox = strip_whitespaces(mailbox);
        if mailbox.is_empty() {
            continue;
        }
        let address = bracketed_address(mailbox).unwrap_or(mailbox);
        if !wpcf7_is_email(address) {
            return None;
        }
        addresses.push(address.to_owned());
    }
    Some(addresses)
}

/// Whether every address of the list lies in the domain or in one above it.
pub fn wpcf7_is_email_in_domain(email: &str, domain: &str) -> bool {
    let Some(addresses) = wpcf7_is_mailbox_list(email) else {
        return false;
    };
    let domain = domain.to_ascii_lowercase();
    addresses.iter().all(|address| {
        let own = address.rsplit_once('@').map_or("", |(_, own)| own);
        let own = own.to_ascii_lowercase();
        // `a@casa.example` is at home on `www.casa.example` too.
        domain == own
            || domain
                .strip_suffix(&own)
                .is_some_and(|above| above.ends_with('.'))
    })
}

/// A quoted string may hold a comma or a bracket: a plain word takes its place.
fn without_quoted_strings(text: &str) -> String {
    let text = text
        .replace("\\\"", "esc-quote")
        .replace("\\'", "esc-quote");
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find(['"', '\'']) {
        let (before, found) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(before);
        let quote = if found.starts_with('"') { '"' } else { '\'' };
        let inside = found.get(1..).unwrap_or_default();
        // A line has at most one quote of a kind without a partner, so the search stays linear.
        let end = inside.find([quote, '\n']);
        match end.filter(|at| inside.as_bytes().get(*at) != Some(&b'\n')) {
            Some(end) => {
                out.push_str("quoted-string");
                rest = inside.get(end + 1..).unwrap_or_default();
            }
            None => {
                out.push(quote);
                rest = inside;
            }
        }
    }
    out.push_str(rest);
    out
}

/// What stands between the first `<` and a `>` at the end of a mailbox.
fn bracketed_address(mailbox: &str) -> Option<&str> {
    let inner = mailbox.strip_suffix('>')?;
    // A line break ends the address: the bracket must open on the last line.
    let line = inner.rfind('\n').map_or(0, |at| at + 1);
    let open = inner.get(line..)?.find('<')?;
    let address = inner.get(line + open + 1..)?;
    (!address.is_empty()).then_some(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_names_may_hold_commas() {
        let list = wpcf7_is_mailbox_list("\"Ana, B\" <a@b.example>, c@d.example");
        assert_eq!(
            list,
            Some(vec!["a@b.example".to_owned(), "c@d.example".to_owned()])
        );
        assert_eq!(wpcf7_is_mailbox_list("Ana, <a@b.example>"), None);
        assert_eq!(wpcf7_is_mailbox_list(" , "), Some(vec![]));
    }

    #[test]
    fn a_domain_counts_for_the_hosts_below_it() {
        assert!(wpcf7_is_email_in_domain(
            "a@casa.example",
            "www.casa.example"
        ));
        assert!(!wpcf7_is_email_in_domain("a@asa.example", "casa.example"));
    }
}
