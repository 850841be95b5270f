//! What a module does otherwise than the families of options do for the others: `flags` of `module_fields.jsonl`.

/// A difference, named in the file as the comment on each member says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flag {
    /// `aligned_as_paragraph`: the selector of its alignment on desktop begins with `p`.
    AlignedAsParagraph,
    /// `filters_own_selector`: its filters are on the selector of the configuration, not on the order class.
    FiltersOwnSelector,
    /// `hidden_without_height`: where it is hidden, it has no height instead of no box.
    HiddenWithoutHeight,
    /// `keeps_overflow`: rounded corners do not hide what stands outside of it.
    KeepsOverflow,
    /// `own_lists`: it prints the rules of its lists and quotes itself.
    OwnLists,
    /// `raised_by_shadow`: an outer shadow raises it (`z-index`).
    RaisedByShadow,
    /// `sticky_transition_of_parent`: it takes the option from its parent, where `on` is the default.
    StickyTransitionOfParent,
    /// `video_of_desktop`: its background has the video of desktop only, without a switch.
    VideoOfDesktop,
    /// `wrapped_link`: its order class is that of a link; a wrapper around it sticks and is moved in its place.
    WrappedLink,
}

impl Flag {
    /// The member with a name in the file.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "aligned_as_paragraph" => Self::AlignedAsParagraph,
            "filters_own_selector" => Self::FiltersOwnSelector,
            "hidden_without_height" => Self::HiddenWithoutHeight,
            "keeps_overflow" => Self::KeepsOverflow,
            "own_lists" => Self::OwnLists,
            "raised_by_shadow" => Self::RaisedByShadow,
            "sticky_transition_of_parent" => Self::StickyTransitionOfParent,
            "video_of_desktop" => Self::VideoOfDesktop,
            "wrapped_link" => Self::WrappedLink,
            _ => return None,
        })
    }
}
