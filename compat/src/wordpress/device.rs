//! The visitor's device, derived from the user agent.

/// A visitor's device.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Device {
    /// `wp_is_mobile`.
    pub is_mobile: bool,
    /// The operating system; none when the user agent names no known one.
    pub system: Option<OperatingSystem>,
}

/// An operating system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OperatingSystem {
    /// Linux, Android included.
    Linux,
    /// macOS and iOS.
    Mac,
    /// Windows.
    Windows,
}

impl Device {
    /// The device of a `User-Agent` header.
    pub fn of(user_agent: &str) -> Self {
        let agent = user_agent.to_ascii_lowercase();
        let systems = [
            ("linux", OperatingSystem::Linux),
            ("mac", OperatingSystem::Mac),
            ("windows", OperatingSystem::Windows),
        ];
        let system = systems.into_iter().find(|(word, _)| agent.contains(word));
        Self {
            is_mobile: wp_is_mobile(user_agent),
            system: system.map(|(_, system)| system),
        }
    }

    /// A number for each kind of device, for keys of caches.
    pub fn key(self) -> u8 {
        let system = self.system.map_or(0, |system| system as u8 + 1);
        system << 1 | u8::from(self.is_mobile)
    }
}

/// `wp_is_mobile` by user agent; it is part of the cache key.
pub fn wp_is_mobile(user_agent: &str) -> bool {
    [
        "Mobile",
        "Android",
        "Silk/",
        "Kindle",
        "BlackBerry",
        "Opera Mini",
        "Opera Mobi",
    ]
    .iter()
    .any(|word| user_agent.contains(word))
}
