//! post.
