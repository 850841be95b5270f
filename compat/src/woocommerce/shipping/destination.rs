//! Where a package goes.

/// The address that shipping methods see.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Destination {
    /// Two letters.
    pub country: String,
    /// The country's code of the state.
    pub state: String,
    /// As typed.
    pub postcode: String,
    /// As typed.
    pub city: String,
    /// First line.
    pub address_1: String,
    /// Second line.
    pub address_2: String,
}
