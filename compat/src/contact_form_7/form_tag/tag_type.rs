//! The registered form-tag types and their features.
//!
//! Contract "contact-form-7" section 3.1.

/// What a type supports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Feature {
    /// It needs a name.
    NameAttr,
    /// A visitor selects among its values.
    SelectableValues,
    /// Several controls in one container.
    MultipleControlsContainer,
    /// A container without a control.
    ZeroControlsContainer,
    /// It uploads files.
    FileUploading,
    /// Its value never gets into mails.
    NotForMail,
    /// Its value is never stored.
    DoNotStore,
    /// Only the first one of a form is used.
    Singular,
    /// It is a block element.
    DisplayBlock,
    /// It is hidden and a block element.
    DisplayHidden,
}

/// All types, in the order of registration.
const TYPES: &[&str] = &[
    "acceptance",
    "checkbox",
    "checkbox*",
    "radio",
    "count",
    "date",
    "date*",
    "file",
    "file*",
    "hidden",
    "number",
    "number*",
    "range",
    "range*",
    "quiz",
    "captchac",
    "captchar",
    "reflection",
    "output",
    "response",
    "select",
    "select*",
    "stripe",
    "submit",
    "text",
    "text*",
    "email",
    "email*",
    "url",
    "url*",
    "tel",
    "tel*",
    "textarea",
    "textarea*",
    "turnstile",
];

/// The types of a site: two depend on configured services.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FormTagTypes {
    /// reCAPTCHA is configured: `[recaptcha]` is a tag.
    pub recaptcha: bool,
    /// Turnstile is configured: `[turnstile]` may stand once.
    pub turnstile: bool,
}

impl FormTagTypes {
    /// Whether a type is registered; case matters.
    pub fn is_registered(&self, tag_type: &str) -> bool {
        TYPES.contains(&tag_type) || (self.recaptcha && tag_type == "recaptcha")
    }

    /// Whether a type supports a feature.
    pub fn supports(&self, tag_type: &str, feature: Feature) -> bool {
        let base = tag_type.trim_end_matches('*');
        match feature {
            Feature::NameAttr => !matches!(
                base,
                "response" | "submit" | "stripe" | "turnstile" | "recaptcha"
            ),
            Feature::SelectableValues => {
                matches!(base, "acceptance" | "checkbox" | "radio" | "select")
            }
            Feature::MultipleControlsContainer => matches!(base, "checkbox" | "radio"),
            Feature::ZeroControlsContainer => matches!(base, "count" | "captchac"),
            Feature::FileUploading => base == "file",
            Feature::NotForMail => matches!(
                base,
                "count" | "quiz" | "captchac" | "captchar" | "reflection" | "output"
            ),
            Feature::DoNotStore => matches!(base, "quiz" | "captchar"),
            Feature::Singular => base == "stripe" || (self.turnstile && base == "turnstile"),
            Feature::DisplayBlock => matches!(
                base,
                "reflection" | "response" | "stripe" | "turnstile" | "recaptcha"
            ),
            Feature::DisplayHidden => base == "hidden",
        }
    }
}
