//! The section `[reviews]` of the configuration.

use compat::reviews::travel::TravelWidget;

use crate::settings_section;

settings_section! {
    /// Reviews and Rating, and the travel-review widget (`[travel_rating]`).
    ReviewsSettings "reviews" {
        /// Whether reviews are retrieved on the schedule of the plugin's settings (place, key, hours); disable it while PHP does it.
        retrieval: bool = true,
        /// URL of the place details API.
        places_url: String = "https://maps.googleapis.com/maps/api/place/details/json",
        /// URL of a mock of the avatars' hosts, for tests: the hosts become the first segment of its paths; empty: the hosts.
        photos_url: String = "",
        /// Timeout of the retrieval, in seconds.
        retrieve_timeout: u64 = 10_u64,
        /// Travel-review widget: the property's id at the portal, for the portal's embed.
        travel_location_id: String = "",
        /// The property's page at the portal.
        travel_url: String = "https://www.tripadvisor.es/",
        /// The portal's name.
        travel_portal: String = "TripAdvisor",
        /// The property's name.
        travel_name: String = "",
        /// The rating, such as `4.5`: the widget is rendered from these settings; empty: the portal's embed.
        travel_rating: String = "",
        /// Number of ratings; 0: not shown.
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
