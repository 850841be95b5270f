//! Media queries, and the values that stand in them.

use crate::divi::attributes::Attributes;
use crate::divi::hover;
use crate::divi::responsive::{Device, is_enabled};

/// Where declarations count, in the order in which rules are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Media {
    /// Everywhere.
    General,
    /// From 981 pixels on.
    Min981,
    /// Up to 980 pixels.
    Max980,
    /// From 768 to 980 pixels.
    From768To980,
    /// Up to 767 pixels.
    Max767,
}

impl Media {
    /// The query, `None` for [`Media::General`].
    pub fn query(self) -> Option<&'static str> {
        Some(match self {
            Self::General => return None,
            Self::Min981 => "@media only screen and ( min-width: 981px )",
            Self::Max980 => "@media only screen and ( max-width: 980px )",
            Self::From768To980 => {
                "@media only screen and ( min-width: 768px ) and ( max-width: 980px )"
            }
            Self::Max767 => "@media only screen and ( max-width: 767px )",
        })
    }

    /// Where the values of a device count.
    pub fn of(device: Device) -> Self {
        match device {
            Device::Desktop => Self::General,
            Device::Tablet => Self::Max980,
            Device::Phone => Self::Max767,
        }
    }
}

/// Declarations of one family in one media query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declarations {
    /// Where they count.
    pub media: Media,
    /// The declarations.
    pub text: String,
}

/// Whose value is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// A device's.
    Device(Device),
    /// That under the mouse.
    Hover,
}

impl State {
    /// The element's own value in this state, `None` when it has none or it is switched off.
    pub fn own<'a>(self, attributes: &'a Attributes, name: &str) -> Option<&'a str> {
        let value = match self {
            Self::Device(Device::Desktop) => attributes.text(name),
            Self::Device(device) if is_enabled(attributes, name) => {
                attributes.text(&device.attribute(name))
            }
            Self::Device(_) => "",
            Self::Hover => hover::get_value(attributes, name, ""),
        };
        Some(value).filter(|value| !value.is_empty())
    }

    /// The value that counts in this state: the own one, else that of the next wider device.
    pub fn inherited<'a>(self, attributes: &'a Attributes, name: &str) -> Option<&'a str> {
        let own = self.own(attributes, name);
        match self {
            _ if own.is_some() => own,
            Self::Device(Device::Phone) => Self::Device(Device::Tablet).inherited(attributes, name),
            Self::Device(Device::Desktop) => None,
            Self::Device(Device::Tablet) | Self::Hover => {
                Self::Device(Device::Desktop).inherited(attributes, name)
            }
        }
    }
}

/// One piece of declarations for each device for which `declare` has some.
pub(super) fn by_device(declare: impl Fn(Device) -> Option<String>) -> Vec<Declarations> {
    let devices = Device::ALL.into_iter();
    devices
        .filter_map(|device| {
            let text = declare(device).filter(|text| !text.is_empty())?;
            let media = Media::of(device);
            Some(Declarations { media, text })
        })
        .collect()
}
