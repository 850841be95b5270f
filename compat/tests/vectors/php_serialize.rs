//! Vectors of the family `php-serialize`: PHP's own functions and WordPress's around them.

mod stored;
mod typed;
