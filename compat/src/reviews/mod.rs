//! Reviews and Rating: selection of a widget's reviews, retrieval and merging; and the second, travel-review widget.
//!
//! Contract "reviews-widget". Markup: `themes::reviews`. Requests to the review service: `endpoints::reviews`.

pub mod attributes;
pub mod avatars;
pub mod carousel;
pub mod demo;
pub mod excerpt;
pub mod import;
pub mod item_style;
pub mod merge;
pub mod name_format;
pub mod option;
pub mod place;
pub mod punctuation;
pub mod register;
pub mod relative_time;
pub mod retrieval;
pub mod review;
pub mod review_order;
pub mod selection;
pub mod shortcode_atts;
pub mod site_reviews;
pub mod star_rating;
pub mod stars;
pub mod store;
pub mod structured_data;
pub mod summary;
pub mod target;
pub mod travel;

pub use site_reviews::SiteReviews;
