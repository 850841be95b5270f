//! Languages: which locale a request speaks and which pages are translations of each other.
//!
//! Contract "wordpress-core", section 19. WPML's and Polylang's tables decide when a site has them; otherwise the
//! path prefixes of the configuration do ([`settings`]).

pub mod settings;
