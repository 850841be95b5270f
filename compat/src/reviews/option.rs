//! The options of the plugin: contract "reviews-widget", section 1.

/// The place whose reviews are retrieved.
pub const PLACE_ID: &str = "google_business_reviews_rating_place_id";
/// The key for the service.
pub const API_KEY: &str = "google_business_reviews_rating_api_key";
/// Language parameter for retrieval.
pub const LANGUAGE: &str = "google_business_reviews_rating_language";
/// Built-in sample data instead of the site's.
pub const DEMO: &str = "google_business_reviews_rating_demo";
/// Hours between retrievals.
pub const UPDATE: &str = "google_business_reviews_rating_update";
/// Default limit.
pub const REVIEW_LIMIT: &str = "google_business_reviews_rating_review_limit";
/// Default order.
pub const REVIEW_SORT: &str = "google_business_reviews_rating_review_sort";
/// Default lowest rating.
pub const RATING_MIN: &str = "google_business_reviews_rating_rating_min";
/// Default highest rating.
pub const RATING_MAX: &str = "google_business_reviews_rating_rating_max";
/// Default shortest text.
pub const REVIEW_TEXT_MIN: &str = "google_business_reviews_rating_review_text_min";
/// Default longest text.
pub const REVIEW_TEXT_MAX: &str = "google_business_reviews_rating_review_text_max";
/// Default length of excerpts.
pub const EXCERPT_LENGTH: &str = "google_business_reviews_rating_review_text_excerpt_length";
/// Default theme.
pub const REVIEWS_THEME: &str = "google_business_reviews_rating_reviews_theme";
/// Default view.
pub const VIEW: &str = "google_business_reviews_rating_view";
/// Default colour scheme.
pub const COLOR_SCHEME: &str = "google_business_reviews_rating_color_scheme";
/// Whether and which script is linked.
pub const JAVASCRIPT: &str = "google_business_reviews_rating_javascript";
/// Whether and which sheet is linked.
pub const STYLESHEET: &str = "google_business_reviews_rating_stylesheet";
/// Attachment of the icon.
pub const ICON: &str = "google_business_reviews_rating_icon";
/// Attachment of the logo.
pub const LOGO: &str = "google_business_reviews_rating_logo";
/// Structured data: telephone.
pub const TELEPHONE: &str = "google_business_reviews_rating_telephone";
/// Structured data: kind of business.
pub const BUSINESS_TYPE: &str = "google_business_reviews_rating_business_type";
/// Structured data: number of `$` signs.
pub const PRICE_RANGE: &str = "google_business_reviews_rating_price_range";
/// All places.
pub const PLACES: &str = "google_business_reviews_rating_places";
/// Which pages carry structured data.
pub const STRUCTURED_DATA: &str = "google_business_reviews_rating_structured_data";
/// Log of retrievals.
pub const RETRIEVAL: &str = "google_business_reviews_rating_retrieval";
/// Requested fields.
pub const RETRIEVAL_FIELDS: &str = "google_business_reviews_rating_retrieval_fields";
/// The requested order of reviews.
pub const RETRIEVAL_SORT: &str = "google_business_reviews_rating_retrieval_sort";
/// Whether the service translates.
pub const RETRIEVAL_TRANSLATE: &str = "google_business_reviews_rating_retrieval_translate";
/// The last response.
pub const RESULT: &str = "google_business_reviews_rating_result";
/// The last response with reviews.
pub const RESULT_VALID: &str = "google_business_reviews_rating_result_valid";
/// All reviews.
pub const REVIEWS: &str = "google_business_reviews_rating_reviews";
/// Whether avatars are the site's own files.
pub const LOCAL_IMAGES: &str = "google_business_reviews_rating_local_images";
/// Rules of the site's own.
pub const CUSTOM_STYLES: &str = "google_business_reviews_rating_custom_styles";

/// All of them, as some are not autoloaded.
pub const ALL: &[&str] = &[
    PLACE_ID,
    API_KEY,
    LANGUAGE,
    DEMO,
    UPDATE,
    REVIEW_LIMIT,
    REVIEW_SORT,
    RATING_MIN,
    RATING_MAX,
    REVIEW_TEXT_MIN,
    REVIEW_TEXT_MAX,
    EXCERPT_LENGTH,
    REVIEWS_THEME,
    VIEW,
    COLOR_SCHEME,
    JAVASCRIPT,
    STYLESHEET,
    ICON,
    LOGO,
    TELEPHONE,
    BUSINESS_TYPE,
    PRICE_RANGE,
    PLACES,
    STRUCTURED_DATA,
    RETRIEVAL,
    RETRIEVAL_FIELDS,
    RETRIEVAL_SORT,
    RETRIEVAL_TRANSLATE,
    RESULT,
    RESULT_VALID,
    REVIEWS,
    LOCAL_IMAGES,
    CUSTOM_STYLES,
];
