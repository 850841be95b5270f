//! Widgets, areas, themes, plugins, templates, fonts and contact forms as their owners read and write them.
//! Contract "wordpress-rest", sections 14 to 16, 19 and 22.

mod blocks;
mod contact_forms;
mod dashboard;
mod rendered;
mod widgets;
