//! Postcodes: their form in each country, and which ones a rule is for.

use std::cmp::Ordering;

use crate::wordpress::php::Value;
use crate::wordpress::php::compare::spaceship;
use crate::wordpress::php::letter_case::mb_strtoupper;
use crate::wordpress::php::numeric::is_numeric;
use crate::wordpress::static_regex::StaticRegex;

/// `wc_normalize_postcode`: upper case, without white space and hyphens.
pub fn normalize_postcode(postcode: &str) -> String {
    let upper = mb_strtoupper(postcode.trim().as_bytes());
    upper
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '-')
        .collect()
}

/// `wc_format_postcode`: as the country writes it.
pub fn format_postcode(postcode: &str, country: &str) -> String {
    static LATVIA: StaticRegex = StaticRegex::new(r"^(LV)?-?(\d+)$");
    static DENMARK: StaticRegex = StaticRegex::new(r"^(DK)(.+)$");
    static CZECH: StaticRegex = StaticRegex::new(r"^CZ-?(\d+)$");
    static SLOVAK: StaticRegex = StaticRegex::new(r"^SK-?(\d+)$");
    let code = normalize_postcode(postcode);
    let from_end = |code: &str, count: usize| code.chars().count().saturating_sub(count);
    let code = match country {
        "CA" | "GB" => with_mark(&code, ' ', from_end(&code, 3)),
        "IE" => with_mark(&code, ' ', 3),
        "BR" | "PL" => with_mark(&code, '-', from_end(&code, 3)),
        "JP" => with_mark(&code, '-', 3),
        "PT" => with_mark(&code, '-', 4),
        "PR" | "US" | "MN" => with_mark(&code, '-', 5).trim_end_matches('-').to_owned(),
        "NL" => with_mark(&code, ' ', 4),
        "LV" => LATVIA.replace(&code, "LV-$2").into_owned(),
        "CZ" | "SK" => {
            let own = if country == "CZ" { &CZECH } else { &SLOVAK };
            let digits = own.replace(&code, "$1");
            with_mark(&digits, ' ', from_end(&digits, 2))
        }
        "SE" => with_mark(&code, ' ', from_end(&code, 2)),
        "DK" => DENMARK.replace(&code, "$1-$2").into_owned(),
        _ => code,
    };
    code.trim().to_owned()
}

/// The text with a mark after so many characters, or at its end when it is shorter.
fn with_mark(text: &str, mark: char, after: usize) -> String {
    let at = text
        .char_indices()
        .nth(after)
        .map_or(text.len(), |(at, _)| at);
    let (start, end) = text.split_at(at);
    format!("{start}{mark}{end}")
}

/// `is_postcode`: whether a postcode is one of the country. Countries without a rule take letters, digits, white space
/// and hyphens.
pub fn is_postcode(postcode: &str, country: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c.is_ascii_whitespace() || c == '-';
    if !postcode.chars().all(is_plain) {
        return false;
    }
    match country {
        "GB" => is_british(postcode),
        "IE" => {
            static IRELAND: StaticRegex =
                StaticRegex::new(r"([AC-FHKNPRTV-Y]\d{2}|D6W)[0-9AC-FHKNPRTV-Y]{4}");
            IRELAND.is_match(&normalize_postcode(postcode))
        }
        "NL" => is_dutch(postcode),
        _ => rule(country).is_none_or(|rule| rule.is_match(postcode)),
    }
}

/// The form of the postcodes of a country that one pattern describes.
fn rule(country: &str) -> Option<&'static StaticRegex> {
    static FOUR: StaticRegex = StaticRegex::new(r"^[0-9]{4}$");
    static FIVE: StaticRegex = StaticRegex::new(r"^[0-9]{5}$");
    static THREE_TWO: StaticRegex = StaticRegex::new(r"^[0-9]{3}\s?[0-9]{2}$");
    static BOSNIA: StaticRegex = StaticRegex::new(r"^[78][0-9]{4}$");
    static BRAZIL: StaticRegex = StaticRegex::new(r"^[0-9]{5}-?[0-9]{3}$");
    static GERMANY: StaticRegex = StaticRegex::new(r"^(0[1-9]|[1-9][0-9])[0-9]{3}$");
    static DENMARK: StaticRegex = StaticRegex::new(r"^(DK-)?([124-9][0-9]{3}|3[0-8][0-9]{2})$");
    static INDIA: StaticRegex = StaticRegex::new(r"^[1-9][0-9]{2}\s?[0-9]{3}$");
    static JAPAN: StaticRegex = StaticRegex::new(r"^[0-9]{3}-?[0-9]{4}$");
    static PORTUGAL: StaticRegex = StaticRegex::new(r"^[0-9]{4}-[0-9]{3}$");
    static USA: StaticRegex = StaticRegex::new(r"^[0-9]{5}(-[0-9]{4})?$");
    static CANADA: StaticRegex = StaticRegex::new(
        r"(?i)^[ABCEGHJKLMNPRSTVXY]\d[ABCEGHJKLMNPRSTVWXYZ] ?\d[ABCEGHJKLMNPRSTVWXYZ]\d$",
    );
    static POLAND: StaticRegex = StaticRegex::new(r"^[0-9]{2}-[0-9]{3}$");
    static SLOVENIA: StaticRegex = StaticRegex::new(r"^[1-9][0-9]{3}$");
    static LIECHTENSTEIN: StaticRegex = StaticRegex::new(r"^94[89][0-9]$");
    Some(match country {
        "AT" | "BE" | "CH" | "HU" | "NO" => &FOUR,
        "ES" | "FI" | "EE" | "FR" | "IT" => &FIVE,
        "CZ" | "SE" | "SK" => &THREE_TWO,
        "BA" => &BOSNIA,
        "BR" => &BRAZIL,
        "DE" => &GERMANY,
        "DK" => &DENMARK,
        "IN" => &INDIA,
        "JP" => &JAPAN,
        "PT" => &PORTUGAL,
        "PR" | "US" => &USA,
        "CA" => &CANADA,
        "PL" => &POLAND,
        "SI" => &SLOVENIA,
        "LI" => &LIECHTENSTEIN,
        _ => return None,
    })
}

/// Four digits and two letters, but for `SA`, `SD` and `SS`.
fn is_dutch(postcode: &str) -> bool {
    static NETHERLANDS: StaticRegex = StaticRegex::new(r"(?i)^[1-9][0-9]{3}\s?([A-Z]{2})$");
    let letters = NETHERLANDS.captures(postcode);
    let letters = letters.and_then(|found| found.get(1).map(|l| l.as_str().to_ascii_uppercase()));
    letters.is_some_and(|letters| !matches!(letters.as_str(), "SA" | "SD" | "SS"))
}

/// The British forms: area and district, then a digit and two letters; `GIR 0AA`; forces post.
fn is_british(postcode: &str) -> bool {
    static BRITISH: StaticRegex = StaticRegex::new(
        r"(?x)^(
        [abcdefghijklmnoprstuwyz][abcdefghklmnopqrstuvwxy]?[0-9]{1,2}[0-9][abdefghjlnpqrstuwxyz]{2}
        | [abcdefghijklmnoprstuwyz][0-9][abcdefghjkpmnrstuvwxy][0-9][abdefghjlnpqrstuwxyz]{2}
        | [abcdefghijklmnoprstuwyz][abcdefghklmnopqrstuvwxy][0-9][abehmnprvwxy][0-9][abdefghjlnpqrstuwxyz]{2}
        | gir0aa
        | bfpo[0-9]{1,4}
        | bfpoc/o[0-9]{1,3}
        )$",
    );
    BRITISH.is_match(&postcode.to_ascii_lowercase().replace(' ', ""))
}

/// `wc_postcode_location_matcher`: whether a rule of a tax rate or shipping zone is for a postcode: the same one, one
/// with `*` at its end, or a range (`18000...18999`).
pub fn postcode_matches(postcode: &str, rule: &str, country: &str) -> bool {
    let postcode = normalize_postcode(postcode);
    if let Some((from, to)) = rule.split_once("...") {
        return !to.contains("...") && is_between(&postcode, from.trim(), to.trim());
    }
    let formatted = format_postcode(&postcode, country);
    match rule.strip_suffix('*') {
        Some(start) => formatted.starts_with(start),
        None => rule == postcode || rule == formatted,
    }
}

fn is_between(postcode: &str, from: &str, to: &str) -> bool {
    let is_at_most =
        |a: &str, b: &str| spaceship(&Value::from(a), &Value::from(b)) != Ordering::Greater;
    if is_numeric(from.as_bytes()) && is_numeric(to.as_bytes()) {
        return is_at_most(from, postcode) && is_at_most(postcode, to);
    }
    let postcode = numeric(postcode);
    let padded = |limit: &str| format!("{:0<width$}", numeric(limit), width = postcode.len());
    is_at_most(&padded(from), &postcode) && is_at_most(&postcode, &padded(to))
}

/// `wc_make_numeric_postcode`: two digits for each character; letters count from 1.
fn numeric(postcode: &str) -> String {
    let bytes = postcode.bytes().filter(|b| !matches!(b, b' ' | b'-'));
    let digits = bytes.map(|byte| match byte {
        b'0'..=b'9' => format!("0{}", char::from(byte)),
        b'A'..=b'Z' => format!("{:02}", byte - b'A' + 1),
        _ => "00".to_owned(),
    });
    digits.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_match_postcodes() {
        for (postcode, rule, country, matches) in [
            ("18500", "18500", "ES", true),
            ("18-500", "18*", "ES", true),
            ("18500", "*", "ES", true),
            ("18500", "18000...18499", "ES", false),
            ("18499", "18000...18499", "ES", true),
            ("sw1a1aa", "SW1A 1AA", "GB", true),
            ("SW1A 1AA", "SW1A 1*", "GB", true),
            ("AB12", "AB10...AB15", "XX", true),
            ("AB16", "AB10...AB15", "XX", false),
            ("", "18500", "ES", false),
        ] {
            assert_eq!(
                postcode_matches(postcode, rule, country),
                matches,
                "{postcode} {rule}"
            );
        }
    }
}
