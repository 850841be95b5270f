//! The boxes of an AVIF file: which bytes are the picture, and what is said of it.
//!
//! ISO 23008-12 (items and their properties) and the AVIF specification 1.1. What is missing or broken makes no picture;
//! what is not known is passed over.

use std::borrow::Cow;

use crate::boxes::{boxes, number};

/// What a file says of its primary picture.
pub(super) struct Container<'a> {
    /// Width and height as stored, before it is turned.
    pub(super) size: (u32, u32),
    /// The AV1 data of the colours.
    pub(super) color: Cow<'a, [u8]>,
    /// The AV1 data of the opacities.
    pub(super) alpha: Option<Cow<'a, [u8]>>,
    /// Whether the colours are multiplied with the opacities.
    pub(super) is_premultiplied: bool,
    /// How it is to be turned and mirrored, one after the other, each as EXIF numbers orientations.
    pub(super) transforms: Vec<i64>,
    /// The profile of its colours.
    pub(super) profile: Option<&'a [u8]>,
    /// What its colours mean; `None`: as the AV1 data says.
    pub(super) code_points: Option<CodePoints>,
    /// EXIF data.
    pub(super) exif: Option<Cow<'a, [u8]>>,
}

/// What the numbers of a pixel mean (ITU-T H.273).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CodePoints {
    /// `MatrixCoefficients`.
    pub(super) matrix: u8,
    /// Whether all numbers are used, or those of television only.
    pub(super) is_full: bool,
}

/// More turns than any file needs.
const MOST_TRANSFORMS: usize = 4;
/// Items, parts of an item and properties of one that are looked at; a picture has a handful.
const MOST_PARTS: usize = 256;

/// Numbers one after the other.
struct Numbers<'a>(&'a [u8]);

impl<'a> Numbers<'a> {
    /// The next number, of so many bytes.
    fn next(&mut self, length: usize) -> Option<u64> {
        let found = number(self.0, 0, length)?;
        self.0 = self.0.get(length..)?;
        Some(found)
    }

    /// Version and flags of a box that has them.
    fn version(&mut self) -> Option<(u64, u64)> {
        Some((self.next(1)?, self.next(3)?))
    }
}

struct Meta<'a> {
    file: &'a [u8],
    primary: u64,
    boxes: &'a [u8],
}

impl<'a> Container<'a> {
    /// Reads the boxes; `None` when there is no picture that can be decoded.
    pub(super) fn read(file: &'a [u8]) -> Option<Self> {
        // Version and flags come before the boxes.
        let meta = boxes(file).find(|(name, _)| *name == b"meta")?.1.get(4..)?;
        let mut primary = Numbers(boxes(meta).find(|(name, _)| *name == b"pitm")?.1);
        let (version, _) = primary.version()?;
        let primary = primary.next(if version == 0 { 2 } else { 4 })?;
        let meta = Meta {
            file,
            primary,
            boxes: meta,
        };
        if !meta.is_of_kind(primary, b"av01") {
            return None;
        }
        let properties = meta.properties(primary);
        let first = |wanted: &[u8; 4]| properties.iter().find(|(name, _)| *name == wanted);
        let (_, size) = first(b"ispe")?;
        let side = |at| u32::try_from(number(size, at, 4)?).ok();
        let size = (side(4)?, side(8)?);
        let alpha = meta.related(b"auxl").find(|&item| meta.is_alpha(item));
        let exif = meta.related(b"cdsc");
        let exif = exif.filter(|&item| meta.is_of_kind(item, b"Exif"));
        let colors = || properties.iter().filter(|(name, _)| *name == b"colr");
        Some(Self {
            size: (size.0 > 0 && size.1 > 0).then_some(size)?,
            color: meta.data(primary)?,
            is_premultiplied: alpha.is_some_and(|alpha| meta.refers(b"prem", primary, alpha)),
            alpha: match alpha {
                Some(alpha) => Some(meta.data(alpha)?),
                None => None,
            },
            transforms: properties
                .iter()
                .filter_map(transform)
                .take(MOST_TRANSFORMS)
                .collect(),
            profile: colors().find_map(|(_, data)| {
                let profile = data.strip_prefix(b"prof");
                profile.or_else(|| data.strip_prefix(b"rICC"))
            }),
            code_points: colors().find_map(|(_, data)| code_points(data)),
            exif: exif.filter_map(|item| meta.exif(item)).next(),
        })
    }

    /// Width and height after turning.
    pub(super) fn upright_size(&self) -> (u32, u32) {
        let turns = self.transforms.iter().filter(|turn| **turn >= 5).count();
        let (width, height) = self.size;
        if turns % 2 == 1 {
            (height, width)
        } else {
            (width, height)
        }
    }
}

/// The turn that a property stands for, as EXIF numbers it.
fn transform((name, data): &(&[u8; 4], &[u8])) -> Option<i64> {
    let value = *data.first()?;
    match *name {
        // Quarters of a turn against the clock.
        b"irot" => [None, Some(8), Some(3), Some(6)][usize::from(value & 3)],
        // Above and below change places, or left and right.
        b"imir" => Some(if value & 1 == 0 { 4 } else { 2 }),
        _ => None,
    }
}

fn code_points(data: &[u8]) -> Option<CodePoints> {
    let data = data.strip_prefix(b"nclx")?;
    Some(CodePoints {
        matrix: u8::try_from(number(data, 4, 2)?).ok()?,
        is_full: data.get(6)? & 0x80 != 0,
    })
}

impl<'a> Meta<'a> {
    fn child(&self, wanted: &[u8; 4]) -> Option<&'a [u8]> {
        Some(boxes(self.boxes).find(|(name, _)| *name == wanted)?.1)
    }

    /// Whether an item is of a kind (`iinf`).
    fn is_of_kind(&self, item: u64, wanted: &[u8; 4]) -> bool {
        let entries = || {
            let mut head = Numbers(self.child(b"iinf")?);
            let (version, _) = head.version()?;
            head.next(if version == 0 { 2 } else { 4 })?;
            Some(head.0)
        };
        let is_it = |data: &[u8]| {
            let mut entry = Numbers(data);
            let (version, _) = entry.version()?;
            let id = entry.next(if version >= 3 { 4 } else { 2 })?;
            let protection = entry.next(2)?;
            let is_wanted = entry.0.first_chunk() == Some(wanted);
            Some(version >= 2 && id == item && protection == 0 && is_wanted)
        };
        let entries = boxes(entries().unwrap_or_default()).take(MOST_PARTS);
        let mut entries = entries.filter(|(name, _)| *name == b"infe");
        entries.any(|(_, data)| is_it(data) == Some(true))
    }

    /// References between items (`iref`): kind, from, to.
    fn references(&self) -> Vec<(&'a [u8; 4], u64, u64)> {
        let mut head = Numbers(self.child(b"iref").unwrap_or_default());
        let Some((version, _)) = head.version() else {
            return Vec::new();
        };
        let length = if version == 0 { 2 } else { 4 };
        let mut all = Vec::new();
        for (kind, data) in boxes(head.0).take(MOST_PARTS) {
            let mut data = Numbers(data);
            let (Some(from), Some(count)) = (data.next(length), data.next(2)) else {
                continue;
            };
            let to = std::iter::from_fn(|| data.next(length));
            let count = usize::try_from(count).unwrap_or(0).min(MOST_PARTS);
            all.extend(to.take(count).map(|to| (kind, from, to)));
        }
        all
    }

    /// Items that refer to the primary one.
    fn related(&self, wanted: &'a [u8; 4]) -> impl Iterator<Item = u64> {
        let (primary, all) = (self.primary, self.references().into_iter());
        let related = move |&(kind, from, to): &(&[u8; 4], u64, u64)| {
            kind == wanted && to == primary && from != primary
        };
        all.filter(related).map(|(_, from, _)| from)
    }

    fn refers(&self, wanted: &[u8; 4], from: u64, to: u64) -> bool {
        self.references().contains(&(wanted, from, to))
    }

    fn is_alpha(&self, item: u64) -> bool {
        const KINDS: [&[u8]; 2] = [
            b"urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0",
            b"urn:mpeg:hevc:2015:auxid:1\0",
        ];
        let kinds = self.properties(item);
        let mut kinds = kinds.iter().filter(|(name, _)| *name == b"auxC");
        self.is_of_kind(item, b"av01")
            && kinds.any(|(_, data)| {
                let kind = data.get(4..).unwrap_or_default();
                KINDS.iter().any(|known| kind.starts_with(known))
            })
    }

    /// The properties of an item in their order (`iprp`).
    fn properties(&self, item: u64) -> Vec<(&'a [u8; 4], &'a [u8])> {
        let all = self.child(b"iprp").unwrap_or_default();
        let known = boxes(all).find(|(name, _)| *name == b"ipco");
        let known: Vec<_> = boxes(known.map_or(&[][..], |(_, data)| data))
            .take(MOST_PARTS)
            .collect();
        let lists = boxes(all).filter(|(name, _)| *name == b"ipma");
        let places = lists.filter_map(|(_, data)| associated(data, item));
        let places = places.flatten().take(MOST_PARTS);
        places
            .filter_map(|place| known.get(place.checked_sub(1)?).copied())
            .collect()
    }

    /// The bytes of an item (`iloc`), put together from its parts.
    fn data(&self, item: u64) -> Option<Cow<'a, [u8]>> {
        let (is_inside, parts) = located(self.child(b"iloc")?, item)?;
        let within = if is_inside {
            self.child(b"idat")?
        } else {
            self.file
        };
        let part = |&(from, length): &(u64, u64)| {
            let rest = within.get(usize::try_from(from).ok()?..)?;
            match usize::try_from(length).ok()? {
                0 => Some(rest),
                length => rest.get(..length),
            }
        };
        if let [only] = &parts[..] {
            return part(only).map(Cow::Borrowed);
        }
        let parts: Vec<&[u8]> = parts.iter().map(part).collect::<Option<_>>()?;
        // Parts that lie over each other make much of little.
        let length: usize = parts.iter().map(|part| part.len()).sum();
        (length <= self.file.len()).then(|| Cow::Owned(parts.concat()))
    }

    /// The EXIF data of an item: in front of it stands how much is to be left out.
    fn exif(&self, item: u64) -> Option<Cow<'a, [u8]>> {
        let data = self.data(item)?;
        let from = usize::try_from(number(&data, 0, 4)?).ok()?;
        let from = from.checked_add(4).filter(|from| *from <= data.len())?;
        Some(match data {
            Cow::Borrowed(data) => Cow::Borrowed(data.get(from..)?),
            Cow::Owned(data) => Cow::Owned(data.get(from..)?.to_vec()),
        })
    }
}

/// The places of an item's properties, counted from 1 (`ipma`).
fn associated(list: &[u8], item: u64) -> Option<Vec<usize>> {
    let mut list = Numbers(list);
    let (version, flags) = list.version()?;
    let entries = list.next(4)?;
    for _ in 0..entries {
        let id = list.next(if version == 0 { 2 } else { 4 })?;
        let count = list.next(1)?;
        let (length, mask) = if flags & 1 == 1 {
            (2, 0x7fff)
        } else {
            (1, 0x7f)
        };
        let places: Option<Vec<u64>> = (0..count).map(|_| list.next(length)).collect();
        let places = places?;
        if id == item {
            let place = |place: u64| usize::try_from(place & mask).ok();
            return places.into_iter().map(place).collect();
        }
    }
    None
}

/// Start and length of an item's parts, and whether they are within the box `idat` (`iloc`).
fn located(list: &[u8], item: u64) -> Option<(bool, Vec<(u64, u64)>)> {
    let mut list = Numbers(list);
    let (version, _) = list.version()?;
    let lengths = list.next(2)?;
    let length = |at: u32| usize::try_from(lengths >> at & 15).ok().filter(|l| *l <= 8);
    let (offset, size, base, index) = (length(12)?, length(8)?, length(4)?, length(0)?);
    let index = if version == 0 { 0 } else { index };
    let id = if version < 2 { 2 } else { 4 };
    let count = list.next(id)?;
    for _ in 0..count {
        let found = list.next(id)?;
        let method = if version == 0 { 0 } else { list.next(2)? & 15 };
        let _other_file = list.next(2)?;
        let start = list.next(base)?;
        let parts = list.next(2)?;
        let mut all = Vec::new();
        for _ in 0..parts {
            list.next(index)?;
            let (from, length) = (list.next(offset)?, list.next(size)?);
            if all.len() == MOST_PARTS {
                return None;
            }
            all.push((start.checked_add(from)?, length));
        }
        if found == item {
            return (method <= 1 && !all.is_empty()).then_some((method == 1, all));
        }
    }
    None
}
