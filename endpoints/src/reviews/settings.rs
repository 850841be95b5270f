//! The section `[reviews]` of the configuration.

use compat::reviews::travel::TravelWidget;

use crate::settings_section;

settings_section! {
    /// Reviews of the place, and the second, travel-review widget (`[travel_rating]`).
    ReviewsSettings "reviews" {
        /// Whether reviews are retrieved by schedule, as the plugin's own settings say (place, key, hours); switch it off while PHP does it.
        retrieval: bool = true,
        /// Where the details of a place are asked for.
        places_url: String = "https://maps.googleapis.com/maps/api/place/details/json",
        /// Stand-in for the hosts of authors' pictures, for tests: they become the first part of its paths; empty: the hosts themselves.
        photos_url: String = "",
        /// Seconds that the answer may take.
        retrieve_timeout: u64 = 10_u64,
        /// Travel-review widget: the property's number at the portal, for the portal's own embed.
        travel_location_id: String = "",
        /// The property's page at the portal.
        travel_url: String = "https://www.tripadvisor.es/",
        /// The portal's name.
        travel_portal: String = "TripAdvisor",
        /// The property's name.
        travel_name: String = "",
        /// The rating, such as `4.5`: then the widget is drawn without asking the portal; empty: the portal's embed.
        travel_rating: String = "",
        /// Number of ratings, 0 for none shown.
        travel_count: u64 = 0_u64,
        /// Language of the widget.
        travel_lang: String = "es",
        /// Whether it has a border.
        travel_border: bool = true,
    }
}

impl ReviewsSettings {
    /// The travel-review widget.
    pub fn travel(&self) -> TravelWidget {
        TravelWidget {
            location_id: self.travel_location_id.clone(),
            url: self.travel_url.clone(),
            name: self.travel_name.clone(),
            portal: self.travel_portal.clone(),
            rating: self.travel_rating.clone(),
            count: self.travel_count,
            lang: self.travel_lang.clone(),
            has_border: self.travel_border,
        }
    }
}
