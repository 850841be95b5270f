//! Shipping zones, and which one a package belongs to.

use super::destination::Destination;
use super::method::Method;
use crate::woocommerce::address::{continent, postcode_matches};

/// Places of a zone: rows of `{p}woocommerce_shipping_zone_locations`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ZoneLocations {
    /// `ES`.
    pub countries: Vec<String>,
    /// `ES:GR`.
    pub states: Vec<String>,
    /// `EU`.
    pub continents: Vec<String>,
    /// Whole, with `*` at the end, or a range (`18000...18999`).
    pub postcodes: Vec<String>,
}

impl ZoneLocations {
    fn holds(&self, destination: &Destination) -> bool {
        let Destination { country, state, .. } = destination;
        let has_region =
            !(self.countries.is_empty() && self.states.is_empty() && self.continents.is_empty());
        let continent = continent(country);
        let in_region = self.countries.contains(country)
            || self.states.contains(&format!("{country}:{state}"))
            || continent.is_some_and(|own| self.continents.iter().any(|code| code == own));
        let matches = |own: &String| postcode_matches(&destination.postcode, own, country);
        (!has_region || in_region)
            && (self.postcodes.is_empty() || self.postcodes.iter().any(matches))
    }
}

/// A row of `{p}woocommerce_shipping_zones` with its places and methods.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Zone {
    /// Its id; 0 is everywhere else.
    pub id: i64,
    /// Shown in the back office.
    pub name: String,
    /// Its places.
    pub locations: ZoneLocations,
    /// Its methods that are switched on, in their order.
    pub methods: Vec<Method>,
}

/// The zone of a destination: the first one that holds it. `zones` are in their order, the zone of everywhere else
/// (id 0) is used when no other holds.
pub fn matching_zone<'z>(zones: &'z [Zone], destination: &Destination) -> Option<&'z Zone> {
    let mut own = zones.iter().filter(|zone| zone.id != 0);
    own.find(|zone| zone.locations.holds(destination))
        .or_else(|| zones.iter().find(|zone| zone.id == 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zone(id: i64, locations: ZoneLocations) -> Zone {
        Zone {
            id,
            locations,
            ..Zone::default()
        }
    }

    fn to(country: &str, state: &str, postcode: &str) -> Destination {
        Destination {
            country: country.to_owned(),
            state: state.to_owned(),
            postcode: postcode.to_owned(),
            ..Destination::default()
        }
    }

    #[test]
    fn the_first_zone_that_holds_the_place() {
        let list = |codes: &[&str]| codes.iter().map(|c| (*c).to_owned()).collect::<Vec<_>>();
        let zones = [
            zone(0, ZoneLocations::default()),
            zone(
                3,
                ZoneLocations {
                    countries: list(&["ES"]),
                    postcodes: list(&["18*", "29000...29999"]),
                    ..ZoneLocations::default()
                },
            ),
            zone(
                1,
                ZoneLocations {
                    states: list(&["ES:TF"]),
                    ..ZoneLocations::default()
                },
            ),
            zone(
                2,
                ZoneLocations {
                    continents: list(&["EU"]),
                    ..ZoneLocations::default()
                },
            ),
        ];
        let found = |place: &Destination| matching_zone(&zones, place).map(|zone| zone.id);
        assert_eq!(found(&to("ES", "GR", "18500")), Some(3));
        assert_eq!(found(&to("ES", "MA", "29010")), Some(3));
        assert_eq!(found(&to("ES", "TF", "38001")), Some(1));
        assert_eq!(found(&to("FR", "", "75001")), Some(2));
        assert_eq!(found(&to("US", "CA", "90001")), Some(0));
    }
}
