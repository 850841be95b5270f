//! widget.
