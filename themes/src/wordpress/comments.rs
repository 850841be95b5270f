//! Comments of a post.
