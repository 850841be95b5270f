//! object_cache.
