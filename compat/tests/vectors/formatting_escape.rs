//! Vectors of one family.
