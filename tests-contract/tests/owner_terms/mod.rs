//! Terms, comments, settings and menus as their owners write them: who may, which rows come of it, and that pages show
//! it at once. Contract "wordpress-rest", sections 4, 8, 10, 11, 13 and 17.

pub mod api;
mod comments;
mod menus;
mod settings;
mod terms;
