//! White space that would become paragraphs inside `select`, `object`, `audio`, `video` and around captions.
//!
//! Contract wordpress-core 8.3, step 6.

use memchr::{memchr, memchr2};

use crate::wordpress::formatting::passes::{Edits, Passes};
use crate::wordpress::formatting::spaces::{back_over_white, skip_white};

/// On which side of a tag the white space goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Before,
    After,
    Both,
}

/// Tags by how they begin and how they end.
struct Tags {
    starts: &'static [&'static [u8]],
    end: End,
}

#[derive(Clone, Copy)]
enum End {
    /// Nothing more: the start is all.
    There,
    /// The next `>`.
    Angle,
    /// The next `>` or `]`.
    AngleOrSquare,
    /// A `>` or `]` directly after the start.
    AngleOrSquareThere,
}

/// Removes white space around the tags that the text contains.
pub(super) fn collapse(passes: &mut Passes) {
    let whole = |starts| Tags {
        starts,
        end: End::There,
    };
    let to_angle = |starts| Tags {
        starts,
        end: End::Angle,
    };
    if passes.contains(b"<option") {
        strip(passes, Side::Before, &whole(&[b"<option"]));
        strip(passes, Side::After, &whole(&[b"</option>"]));
    }
    if passes.contains(b"</object>") {
        strip(passes, Side::After, &to_angle(&[b"<object"]));
        strip(passes, Side::Before, &whole(&[b"</object>"]));
        let inner: &[&[u8]] = &[b"<param", b"</param", b"<embed", b"</embed"];
        strip(passes, Side::Both, &to_angle(inner));
    }
    if passes.contains(b"<source") || passes.contains(b"<track") {
        let opening = Tags {
            starts: &[b"<audio", b"[audio", b"<video", b"[video"],
            end: End::AngleOrSquare,
        };
        let closing = Tags {
            starts: &[b"</audio", b"[/audio", b"</video", b"[/video"],
            end: End::AngleOrSquareThere,
        };
        strip(passes, Side::After, &opening);
        strip(passes, Side::Before, &closing);
        strip(passes, Side::Both, &to_angle(&[b"<source", b"<track"]));
    }
    if passes.contains(b"<figcaption") {
        strip(passes, Side::Before, &to_angle(&[b"<figcaption"]));
        strip(passes, Side::After, &whole(&[b"</figcaption>"]));
    }
}

fn strip(passes: &mut Passes, side: Side, tags: &Tags) {
    passes.apply(|edits| strip_pass(edits, side, tags));
}

fn strip_pass(edits: &mut Edits<'_>, side: Side, tags: &Tags) {
    let text = edits.source();
    let (mut at, mut floor) = (0, 0);
    while let Some(offset) = memchr2(b'<', b'[', text.get(at..).unwrap_or_default()) {
        let start = at + offset;
        at = start + 1;
        let rest = text.get(start..).unwrap_or_default();
        let Some(name) = tags.starts.iter().find(|name| rest.starts_with(name)) else {
            continue;
        };
        let mut end = match tags.end.find(text, start + name.len()) {
            Found::At(end) => end,
            Found::NotHere => continue,
            Found::Nowhere => return,
        };
        if side != Side::After {
            edits.remove(back_over_white(text, floor, start)..start);
        }
        if side != Side::Before {
            let space = end..skip_white(text, end);
            end = space.end;
            edits.remove(space);
        }
        (at, floor) = (end, end);
    }
}

/// Where a tag ends.
enum Found {
    At(usize),
    NotHere,
    /// Neither here nor after any later start.
    Nowhere,
}

impl End {
    fn find(self, text: &[u8], at: usize) -> Found {
        let rest = text.get(at..).unwrap_or_default();
        let offset = match self {
            Self::There => return Found::At(at),
            Self::AngleOrSquareThere => match rest.first() {
                Some(b'>' | b']') => return Found::At(at + 1),
                _ => return Found::NotHere,
            },
            Self::Angle => memchr(b'>', rest),
            Self::AngleOrSquare => memchr2(b'>', b']', rest),
        };
        offset.map_or(Found::Nowhere, |offset| Found::At(at + offset + 1))
    }
}
