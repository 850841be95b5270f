//! `wp_delete_term`.
