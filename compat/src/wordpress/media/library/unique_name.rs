//! `wp_unique_filename`: a name that no file of the folder has, and that could be no smaller image of one.
//!
//! Contract "wordpress-rest" section 7.2.

/// The name without its extension, and the extension with its dot (empty for none).
pub fn split(name: &str) -> (&str, &str) {
    match name.rfind('.') {
        Some(dot) if dot > 0 => name.split_at(dot),
        _ => (name, ""),
    }
}

/// Whether a name ends like that of a smaller image: `-300x200`, `-scaled`, `-rotated`.
fn looks_made(stem: &str) -> bool {
    let Some((_, last)) = stem.rsplit_once('-') else {
        return false;
    };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let is_box = last
        .split_once('x')
        .is_some_and(|(width, height)| is_number(width) && is_number(height));
    is_box || matches!(last.to_ascii_lowercase().as_str(), "scaled" | "rotated")
}

/// A name that a file is to get.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The name.
    pub name: String,
    /// Whether smaller images may be made of it.
    pub is_image: bool,
    /// Further extensions, with their dots, under which the name must be free too.
    pub other_extensions: Vec<String>,
}

/// A free name in a folder that has files of these names; the extension becomes lower case.
pub fn wp_unique_filename(wanted: &Wanted, existing: &[String]) -> String {
    let (stem, own) = split(&wanted.name);
    let own = own.to_ascii_lowercase();
    let existing: Vec<String> = existing.iter().map(|n| n.to_lowercase()).collect();
    let is_free_with = |stem: &str, extension: &str| {
        let (stem, wanted) = (
            stem.to_lowercase(),
            format!("{stem}{extension}").to_lowercase(),
        );
        let is_its_own = |other: &String| {
            let rest = other.strip_prefix(stem.as_str());
            let rest = rest.and_then(|rest| rest.strip_suffix(extension));
            rest.is_some_and(|rest| {
                rest.starts_with('-') && looks_made(rest) && !rest[1..].contains('-')
            })
        };
        !existing
            .iter()
            .any(|other| *other == wanted || is_its_own(other))
    };
    let extensions = || std::iter::once(&own).chain(&wanted.other_extensions);
    let is_free = |stem: &str| extensions().all(|extension| is_free_with(stem, extension));
    let mut number = usize::from(wanted.is_image && looks_made(stem));
    loop {
        let candidate = match number {
            0 => stem.to_owned(),
            number => format!("{stem}-{number}"),
        };
        if is_free(&candidate) {
            return format!("{candidate}{own}");
        }
        number += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unique(name: &str, is_image: bool, others: &[&str], existing: &[String]) -> String {
        let wanted = Wanted {
            name: name.to_owned(),
            is_image,
            other_extensions: others.iter().map(|e| (*e).to_owned()).collect(),
        };
        wp_unique_filename(&wanted, existing)
    }

    #[test]
    fn free_names() {
        let existing = [
            "La-loma.jpg",
            "La-loma-300x200.jpg",
            "b-150x150.png",
            "C.pdf",
            "d-scaled.jpg",
            "e.jpg",
            "e-1.jpg",
            "f.jpg",
        ]
        .map(str::to_owned);
        for (name, want) in [
            ("La-loma.jpg", "La-loma-1.jpg"),
            ("la-loma.JPG", "la-loma-1.jpg"),
            ("new.JPG", "new.jpg"),
            ("b.png", "b-1.png"),
            ("c.pdf", "c-1.pdf"),
            ("d.jpg", "d-1.jpg"),
            ("e.jpg", "e-2.jpg"),
            ("x-300x200.jpg", "x-300x200-1.jpg"),
            ("x-scaled.jpg", "x-scaled-1.jpg"),
            ("f-1.jpg", "f-1.jpg"),
            ("none", "none"),
        ] {
            assert_eq!(unique(name, true, &[], &existing), want, "{name}");
        }
        assert_eq!(
            unique("x-300x200.pdf", false, &[], &existing),
            "x-300x200.pdf"
        );
        // Images made of these would be called as those of their neighbours.
        assert_eq!(unique("f.webp", true, &[".jpg"], &existing), "f-1.webp");
        assert_eq!(unique("b.jpg", true, &[".png"], &existing), "b-1.jpg");
        assert_eq!(unique("f.webp", true, &[".gif"], &existing), "f.webp");
    }
}
