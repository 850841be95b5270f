//! comment.
