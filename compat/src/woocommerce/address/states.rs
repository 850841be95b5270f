//! States of countries.
//!
//! The table lies beside this file: country, code and name of a state a line.

use std::collections::HashMap;
use std::sync::LazyLock;

static STATES: LazyLock<HashMap<&'static str, Vec<(&'static str, &'static str)>>> =
    LazyLock::new(|| {
        let mut states: HashMap<_, Vec<_>> = HashMap::new();
        for line in include_str!("states.txt").lines() {
            let mut cells = line.splitn(3, '\t');
            if let (Some(country), Some(code), Some(name)) =
                (cells.next(), cells.next(), cells.next())
            {
                states.entry(country).or_default().push((code, name));
            }
        }
        states
    });

/// Countries of whose addresses a state is no part.
const WITHOUT_STATES: &str = "AF AX AT BH BE BI CZ DK EE ET FI FR GF GP IS IM IL KW LB LI LU MT MQ YT NL NO PL PT PR \
    RE RW MF SG SK SI KR LK SE VN";

/// What is known of a country's states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum States {
    /// Code and English name of each.
    Listed(&'static [(&'static str, &'static str)]),
    /// Addresses have none.
    None,
    /// Nothing: visitors type what they like.
    Unknown,
}

impl States {
    /// How many are listed.
    pub fn count(self) -> Option<usize> {
        match self {
            Self::Listed(states) => Some(states.len()),
            Self::None => Some(0),
            Self::Unknown => None,
        }
    }

    /// The English name of a state.
    pub fn name(self, code: &str) -> Option<&'static str> {
        match self {
            Self::Listed(states) => states
                .iter()
                .find(|(own, _)| *own == code)
                .map(|(_, name)| *name),
            Self::None | Self::Unknown => None,
        }
    }
}

/// `get_states`: the states of a country.
pub fn states(country: &str) -> States {
    match STATES.get(country) {
        Some(states) => States::Listed(states),
        None if WITHOUT_STATES.split(' ').any(|code| code == country) => States::None,
        None => States::Unknown,
    }
}
