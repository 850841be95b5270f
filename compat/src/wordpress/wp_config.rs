//! wp_config.
