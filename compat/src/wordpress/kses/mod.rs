//! kses.
