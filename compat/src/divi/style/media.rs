//! Media queries, and the values that stand in them.

use crate::divi::attributes::Attributes;
use crate::divi::hover;
use crate::divi::responsive::{Device, is_enabled};

/// Where declarations count, in the order in which rules are printed (contract, section 6.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Media {
    /// Everywhere.
    General,
    /// From 1405 pixels on.
    Min1405,
    /// From 1100 to 1405 pixels.
    From1100To1405,
    /// From 981 to 1405 pixels.
    From981To1405,
    /// From 981 to 1100 pixels.
    From981To1100,
    /// From 981 pixels on.
    Min981,
    /// Up to 980 pixels.
    Max980,
    /// From 768 to 980 pixels.
    From768To980,
    /// From 768 pixels on.
    Min768,
    /// Up to 767 pixels.
    Max767,
    /// Up to 479 pixels.
    Max479,
}

impl Media {
    /// The narrowest and the widest window, in pixels.
    fn bounds(self) -> (Option<u16>, Option<u16>) {
        match self {
            Self::General => (None, None),
            Self::Min1405 => (Some(1405), None),
            Self::From1100To1405 => (Some(1100), Some(1405)),
            Self::From981To1405 => (Some(981), Some(1405)),
            Self::From981To1100 => (Some(981), Some(1100)),
            Self::Min981 => (Some(981), None),
            Self::Max980 => (None, Some(980)),
            Self::From768To980 => (Some(768), Some(980)),
            Self::Min768 => (Some(768), None),
            Self::Max767 => (None, Some(767)),
            Self::Max479 => (None, Some(479)),
        }
    }

    /// The query, `None` for [`Media::General`].
    pub fn query(self) -> Option<String> {
        let (min, max) = self.bounds();
        let min = min.map(|width| format!("( min-width: {width}px )"));
        let max = max.map(|width| format!("( max-width: {width}px )"));
        let conditions: Vec<String> = min.into_iter().chain(max).collect();
        let is_general = conditions.is_empty();
        (!is_general).then(|| format!("@media only screen and {}", conditions.join(" and ")))
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
