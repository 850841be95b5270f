//! The steps that Divi adds to the content filters.
//!
//! Order and priorities: vector family wordpress-content.
