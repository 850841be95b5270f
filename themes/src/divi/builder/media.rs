//! The media queries of rules.

/// Media queries in printed order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Media {
    /// No media query.
    General,
    /// From 1405 pixels.
    Min1405,
    /// 1100 to 1405.
    From1100To1405,
    /// 981 to 1405.
    From981To1405,
    /// 981 to 1100.
    From981To1100,
    /// From 981: desktops.
    Min981,
    /// Up to 980: tablets and phones.
    Max980,
    /// 768 to 980: tablets.
    From768To980,
    /// From 768.
    Min768,
    /// Up to 767: phones.
    Max767,
    /// Up to 479.
    Max479,
}

impl Media {
    /// The media query; `None` for rules without one.
    pub fn query(self) -> Option<&'static str> {
        Some(match self {
            Self::General => return None,
            Self::Min1405 => "@media only screen and ( min-width: 1405px )",
            Self::From1100To1405 => {
                "@media only screen and ( min-width: 1100px ) and ( max-width: 1405px)"
            }
            Self::From981To1405 => {
                "@media only screen and ( min-width: 981px ) and ( max-width: 1405px)"
            }
            Self::From981To1100 => {
                "@media only screen and ( min-width: 981px ) and ( max-width: 1100px )"
            }
            Self::Min981 => "@media only screen and ( min-width: 981px )",
            Self::Max980 => "@media only screen and ( max-width: 980px )",
            Self::From768To980 => {
                "@media only screen and ( min-width: 768px ) and ( max-width: 980px )"
            }
            Self::Min768 => "@media only screen and ( min-width: 768px )",
            Self::Max767 => "@media only screen and ( max-width: 767px )",
            Self::Max479 => "@media only screen and ( max-width: 479px )",
        })
    }
}
