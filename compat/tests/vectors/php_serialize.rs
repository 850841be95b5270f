//! Vectors of the family `php-serialize`: PHP's own functions and WordPress's around them.

mod dates;
mod numbers;
mod stored;
mod strings;
mod typed;
