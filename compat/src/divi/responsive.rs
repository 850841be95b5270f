//! Values that differ by device: `a`, `a_tablet`, `a_phone`, switched on by `a_last_edited`.
//!
//! Contract "divi-server", section 1.2; vectors divi-helpers `responsive.*`.

use super::attributes::{Attributes, is_filled};

/// A width of the browser's window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Device {
    /// More than 980 pixels.
    Desktop,
    /// Up to 980 pixels.
    Tablet,
    /// Up to 767 pixels.
    Phone,
}

impl Device {
    /// All of them, the widest first.
    pub const ALL: [Self; 3] = [Self::Desktop, Self::Tablet, Self::Phone];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Desktop => "desktop",
            Self::Tablet => "tablet",
            Self::Phone => "phone",
        }
    }

    /// The end of the name of its attributes.
    pub fn suffix(self) -> &'static str {
        match self {
            Self::Desktop => "",
            Self::Tablet => "_tablet",
            Self::Phone => "_phone",
        }
    }

    /// The name of its attribute.
    pub fn attribute(self, name: &str) -> String {
        [name, self.suffix()].concat()
    }

    /// The next wider device, whose value counts where this one has none.
    fn wider(self) -> Option<Self> {
        match self {
            Self::Desktop => None,
            Self::Tablet => Some(Self::Desktop),
            Self::Phone => Some(Self::Tablet),
        }
    }
}

/// One value for each device.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeviceValues<T> {
    /// On desktops.
    pub desktop: T,
    /// On tablets.
    pub tablet: T,
    /// On phones.
    pub phone: T,
}

/// Whether a switch such as `on|tablet` is on: only its first part counts.
pub fn get_responsive_status(last_edited: &str) -> bool {
    last_edited.split('|').next() == Some("on")
}

/// Whether an attribute has values by device.
pub fn is_enabled(attributes: &Attributes, name: &str) -> bool {
    get_responsive_status(attributes.joined(&[name, "_last_edited"]))
}

/// The value of one device; `default` where it has none because the values do not differ by device.
pub fn get_property_value<'a>(
    attributes: &'a Attributes,
    name: &str,
    default: &'a str,
    device: Device,
) -> &'a str {
    let own = attributes.get(&device.attribute(name));
    match (is_enabled(attributes, name), device) {
        (true, _) => own.unwrap_or_default(),
        (false, Device::Desktop) => own.unwrap_or(default),
        (false, _) => default,
    }
}

/// [`get_property_value`] of all devices; with `force`, `default` also in place of what is empty.
pub fn get_property_values<'a>(
    attributes: &'a Attributes,
    name: &str,
    default: &'a str,
    force: bool,
) -> DeviceValues<&'a str> {
    let value = |device| {
        let value = get_property_value(attributes, name, default, device);
        if force && !is_filled(value) {
            default
        } else {
            value
        }
    };
    DeviceValues {
        desktop: value(Device::Desktop),
        tablet: value(Device::Tablet),
        phone: value(Device::Phone),
    }
}

/// The value of a device whether the values differ by device or not; with `force`, that of a wider device or `default`
/// in place of what is empty.
pub fn get_any_value<'a>(
    attributes: &'a Attributes,
    name: &str,
    default: &'a str,
    force: bool,
    device: Device,
) -> &'a str {
    let own = attributes.text(&device.attribute(name));
    if !force || is_filled(own) {
        return own;
    }
    wider_value(attributes, name, default, device)
}

/// The value of a device alone, `default` when it is empty.
pub fn get_single_value<'a>(
    attributes: &'a Attributes,
    name: &str,
    default: &'a str,
    device: Device,
) -> &'a str {
    let own = attributes.text(&device.attribute(name));
    if is_filled(own) { own } else { default }
}

/// What a device has without a value of its own: that of the next wider one that has one, else `default`.
pub fn wider_value<'a>(
    attributes: &'a Attributes,
    name: &str,
    default: &'a str,
    device: Device,
) -> &'a str {
    let mut wider = device.wider();
    while let Some(device) = wider {
        let value = attributes.text(&device.attribute(name));
        if is_filled(value) {
            return value;
        }
        wider = device.wider();
    }
    default
}

/// [`wider_value`] of an attribute by its whole name, such as `a_phone`.
pub fn get_default_value<'a>(attributes: &'a Attributes, name: &str, default: &'a str) -> &'a str {
    for device in [Device::Tablet, Device::Phone] {
        if let Some(base) = name.strip_suffix(device.suffix()) {
            return wider_value(attributes, base, default, device);
        }
    }
    default
}
