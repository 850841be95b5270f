//! Sections of a long page, drawn by several threads.
//!
//! The thread that makes the page draws its sections from the first one on; others draw them from the last one backwards,
//! each on a page of its own that begins with the numbers which its elements will have. When the first thread comes to a
//! section that is drawn, it takes it, if the numbers were foretold right and nothing was collected but what can be put
//! behind the rest ([`RenderState::append`]); else it draws the section again, in order. So the page is the same to the
//! byte, whoever draws.
//!
//! Where the text is filtered ahead ([`TextAhead`](crate::wordpress::text_ahead::TextAhead)), the others draw while the page still makes its head.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use compat::divi::content::{ContentHost, fix_shortcodes, wrapped};
use compat::divi::theme_builder::Area;
use compat::wordpress::content::ContentContext;
use compat::wordpress::media::LoopPosition;
use compat::wordpress::name_hash::NameMap;
use compat::wordpress::shortcode::{Atts, ShortcodeCall, ShortcodeDepth, shortcode_parse_atts};

use crate::threads::{MIN_BYTES, THREADS};
use crate::wordpress::view::Page;

use super::super::modules::MODULES;
use super::super::theme_builder;
use super::element;
use super::render_state::{Counts, RenderState};

/// The slug of sections.
pub const SECTION: &str = "et_pb_section";

/// Stands in the attributes of elements of the library.
const GLOBAL_MODULE: &[u8] = b"global_module=";

/// The places of all modules in their list, by slug.
static KINDS: LazyLock<NameMap<&str, usize>> = LazyLock::new(|| {
    let modules = MODULES.iter().enumerate();
    modules.map(|(kind, module)| (module.slug, kind)).collect()
});

/// The sections of a page that may be drawn ahead, and the next one that the page itself comes to.
#[derive(Clone, Debug)]
pub struct SectionsAhead {
    shared: Arc<Shared>,
    /// Goes with the page: what nobody waits for is not drawn.
    waiting: Arc<()>,
    next: usize,
    taken: usize,
}

impl SectionsAhead {
    fn new() -> Self {
        Self {
            shared: Arc::new(Shared {
                text: OnceLock::new(),
                depth: ShortcodeDepth::here().deeper(),
                sections: OnceLock::new(),
                progress: Mutex::default(),
                is_drawn: Condvar::new(),
            }),
            waiting: Arc::default(),
            next: 0,
            taken: 0,
        }
    }

    /// How many sections others have drawn for the page.
    pub fn taken(&self) -> usize {
        self.taken
    }
}

/// What the threads share that draw a page.
#[derive(Debug)]
struct Shared {
    text: OnceLock<Text>,
    depth: ShortcodeDepth,
    /// Found by the first one that draws ahead.
    sections: OnceLock<Vec<Section>>,
    progress: Mutex<Progress>,
    is_drawn: Condvar,
}

/// The text that is drawn.
#[derive(Debug)]
struct Text {
    /// As the filters give it; empty when the page itself has fixed it.
    unfixed: String,
    /// Without breaks around its shortcodes.
    fixed: String,
}

/// Where a section stands in the text, and the numbers with which it begins.
#[derive(Debug)]
struct Section {
    attrs: Range<usize>,
    content: Range<usize>,
    counts: Counts,
}

/// How far the page and those that draw ahead have come.
#[derive(Debug, Default)]
struct Progress {
    /// The first section that the page has not come to.
    front: usize,
    /// What has become of the sections, once they are found.
    slots: Vec<Slot>,
}

/// What has become of a section.
#[derive(Debug)]
enum Slot {
    Free,
    Taken,
    Drawn(Box<Drawn>),
    Refused,
}

#[derive(Debug)]
struct Drawn {
    atts: Atts,
    html: String,
    builder: RenderState,
}

/// Lets others begin to draw the sections of the page's text, when it is long.
pub fn begin(page: &mut Page, text: &str) {
    let is_short = text.len() < MIN_BYTES;
    // What the library adds to a page cannot be counted ahead.
    if is_short || memchr::memmem::find(text.as_bytes(), GLOBAL_MODULE).is_some() {
        return;
    }
    let builder = RenderState::of(page);
    if builder.draws_in_order || !builder.is_between_sections() {
        return;
    }
    let Some(threads) = &*THREADS else { return };
    let own = || Text {
        unfixed: String::new(),
        fixed: text.to_owned(),
    };
    let early = builder.early.take();
    let early = early.filter(|early| early.shared.text.get_or_init(own).fixed == text);
    let ahead = early.unwrap_or_else(|| {
        let ahead = SectionsAhead::new();
        ahead.shared.text.get_or_init(own);
        ahead
    });
    for _ in 0..threads.current_num_threads() {
        let (shared, start) = (Arc::clone(&ahead.shared), page.beside());
        let builder = RenderState::of(page).before_section();
        let waiting = Arc::downgrade(&ahead.waiting);
        threads.spawn(move || shared.draw_backwards(&start, &builder, &waiting));
    }
    RenderState::of(page).ahead = Some(ahead);
}

/// Lets another thread begin with a text that is filtered ahead, the shown post's own, before the page comes to it.
pub fn begin_early(page: &mut Page) {
    let view = Arc::clone(&page.view);
    let parts = (view.text_ahead.clone(), view.queried_post(), &*THREADS);
    let (Some(text_ahead), Some(post), Some(threads)) = parts else {
        return;
    };
    let is_layout = |area| theme_builder::overrides(&view, area);
    let mut start = page.beside();
    start.content_post = Some(post.id);
    start.media().loading.position = LoopPosition::InMainLoop;
    let layout = start.builder_layout();
    let Some(layout) = layout.filter(|_| !Area::ALL.into_iter().any(is_layout)) else {
        return;
    };
    let early = SectionsAhead::new();
    let (shared, waiting) = (Arc::clone(&early.shared), Arc::downgrade(&early.waiting));
    let builder = RenderState::of(page).before_section();
    threads.spawn(move || {
        let Some(text) = text_ahead.wait() else {
            return;
        };
        let is_shared = memchr::memmem::find(text.as_bytes(), GLOBAL_MODULE).is_some();
        if is_shared || waiting.strong_count() == 0 {
            return;
        }
        shared.text.get_or_init(|| {
            let unfixed = wrapped(&text, &layout);
            let fixed = fix_shortcodes(&unfixed).into_owned();
            Text { unfixed, fixed }
        });
        shared.draw_backwards(&start, &builder, &waiting);
    });
    RenderState::of(page).early = Some(early);
}

/// A text without the breaks around its shortcodes, when somebody has taken them away.
pub fn fixed(page: &mut Page, unfixed: &str) -> Option<String> {
    let early = RenderState::of(page).early.as_ref()?;
    let text = early.shared.text.get()?;
    (text.unfixed == unfixed).then(|| text.fixed.clone())
}

/// The section of a call, when it was drawn ahead.
pub fn take(call: &ShortcodeCall<'_, Page>, page: &mut Page) -> Option<String> {
    let builder = RenderState::of(page);
    if !builder.is_between_sections() {
        return None;
    }
    let ahead = builder.ahead.as_mut()?;
    let (shared, at) = (Arc::clone(&ahead.shared), ahead.next);
    ahead.next += 1;
    let drawn = shared.take(at)?;
    let section = shared.sections.get()?.get(at)?;
    // A step in between may have changed the text.
    let is_same = shared.text().get(section.content.clone()) == Some(call.content);
    if !is_same || drawn.atts != call.atts || !builder.append(&section.counts, drawn.builder) {
        return None;
    }
    if let Some(ahead) = &mut builder.ahead {
        ahead.taken += 1;
    }
    Some(drawn.html)
}

/// The sections of a text that stand in no other element, and the numbers that count up to each of them.
fn sections(text: &str, builder: &RenderState) -> Vec<Section> {
    let bytes = text.as_bytes();
    let mut counts = builder.counts().clone();
    let mut sections: Vec<Section> = Vec::new();
    let mut from = 0;
    while let Some(open) = bytes
        .get(from..)
        .and_then(|rest| memchr::memchr(b'[', rest))
    {
        let name = from + open + 1;
        from = name;
        let Some(tag) = OpeningTag::at(text, name) else {
            continue;
        };
        from = tag.attrs.end + 1;
        let written = text.get(tag.attrs.clone()).unwrap_or_default();
        let close = || {
            let close = ["[/", tag.slug, "]"].concat();
            let rest = bytes.get(from..)?;
            memchr::memmem::find(rest, close.as_bytes()).map(|at| from + at)
        };
        let is_inside = sections.last().is_some_and(|s| s.content.end > name);
        if tag.slug == SECTION && !is_inside && !written.ends_with('/') {
            let Some(close) = close() else { break };
            sections.push(Section {
                attrs: tag.attrs.clone(),
                content: from..close,
                counts: counts.clone(),
            });
        }
        counts.next(tag.kind, builder.area());
        if written.contains("disabled=\"on\"") {
            // What stands in an element that is not shown is not counted.
            from = close().unwrap_or(from);
        }
    }
    sections
}

/// The opening tag of an element.
struct OpeningTag<'a> {
    slug: &'a str,
    kind: usize,
    attrs: Range<usize>,
}

impl<'a> OpeningTag<'a> {
    /// The one whose name begins at a place.
    fn at(text: &'a str, name: usize) -> Option<Self> {
        let rest = text.get(name..)?;
        let is_name = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'-');
        let length = rest.bytes().position(|c| !is_name(c))?;
        let slug = rest.get(..length)?;
        Some(Self {
            slug,
            kind: *KINDS.get(slug)?,
            attrs: name + length..name + memchr::memchr(b']', rest.as_bytes())?,
        })
    }
}

impl Shared {
    /// The text, once there is one.
    fn text(&self) -> &str {
        self.text.get().map_or("", |text| &text.fixed)
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        let progress = self.progress.lock();
        progress.unwrap_or_else(PoisonError::into_inner)
    }

    /// The page has come to a section: what was drawn of it. Nothing when nobody has begun it, and then nobody will.
    fn take(&self, at: usize) -> Option<Drawn> {
        let mut progress = self.progress();
        progress.front = at + 1;
        loop {
            let slot = progress.slots.get_mut(at)?;
            match std::mem::replace(slot, Slot::Taken) {
                Slot::Free | Slot::Refused => return None,
                Slot::Drawn(drawn) => return Some(*drawn),
                Slot::Taken => {
                    let woken = self.is_drawn.wait(progress);
                    progress = woken.unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }

    /// The last section that nobody has begun.
    fn begin_last(&self, sections: &[Section]) -> Option<usize> {
        let mut progress = self.progress();
        let Progress { front, slots } = &mut *progress;
        if slots.is_empty() {
            slots.extend(sections.iter().map(|_| Slot::Free));
        }
        let at = slots.iter().rposition(|slot| matches!(slot, Slot::Free))?;
        let slot = slots.get_mut(at).filter(|_| at >= *front)?;
        *slot = Slot::Taken;
        Some(at)
    }

    /// Draws sections from the last one backwards, while somebody waits for them.
    fn draw_backwards(&self, start: &Page, builder: &RenderState, waiting: &Weak<()>) {
        if waiting.strong_count() == 0 {
            return;
        }
        let sections = || sections(self.text(), builder);
        let sections = self.sections.get_or_init(sections);
        while let Some(at) = self.begin_last(sections) {
            // Who draws the section in order meets the same fault, and tells of it.
            let draw = AssertUnwindSafe(|| self.draw(sections.get(at)?, start, builder));
            let slot = match catch_unwind(draw).ok().flatten() {
                Some(drawn) => Slot::Drawn(Box::new(drawn)),
                None => Slot::Refused,
            };
            if let Some(place) = self.progress().slots.get_mut(at) {
                *place = slot;
            }
            self.is_drawn.notify_all();
            if waiting.strong_count() == 0 {
                break;
            }
        }
    }

    /// A section as it looks when nothing but its numbers depends on what stands before it.
    fn draw(&self, section: &Section, start: &Page, builder: &RenderState) -> Option<Drawn> {
        let mut page = start.beside();
        *RenderState::of(&mut page) = builder.numbered(&section.counts);
        let theme = Arc::clone(&page.view.theme);
        let kind = *KINDS.get(SECTION)?;
        let atts = shortcode_parse_atts(self.text().get(section.attrs.clone())?);
        let call = ShortcodeCall {
            tag: SECTION,
            atts: atts.clone(),
            content: self.text().get(section.content.clone())?,
            shortcodes: &theme.shortcodes,
        };
        let module = MODULES.get(kind)?;
        let draw = || element::draw(kind, module, &call, &mut page);
        let html = self.depth.run(draw);
        if !page.has_collected_only::<RenderState>(start) {
            return None;
        }
        let builder = std::mem::take(RenderState::of(&mut page));
        Some(Drawn {
            atts,
            html,
            builder,
        })
    }
}
