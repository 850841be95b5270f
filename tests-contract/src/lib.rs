//! Contract tests: recorded exchanges of the PHP stack, replayed against the real binary; reports every difference.
//!
//! - [`recording`] reads the exchanges of `fixtures/recordings/`;
//! - [`client`] sends a request byte for byte as recorded; [`rebind`] carries cookies and values from earlier answers;
//! - [`compare`] judges status, headers, JSON leaf by leaf, markup as a tree ([`markup`]); [`expected`] lists the
//!   differences that are known; all of this is the crate `recordings`, with which `oxipress replay` works too;
//! - [`server`] and [`mariadb`] start what is needed, on free loopback ports, with their own data directories;
//!   [`shared_mariadb`] is one server for all tests that do not stop it, [`galera`] a cluster of three;
//! - [`mysql_eight`] checks passwords as MySQL 8 does;
//! - [`owner`] knows the people of the recorded site and how they sign in;
//! - [`site`] is a database that others change too, [`cut`] a way to it that can be cut;
//! - [`mock_server`] stands in for other people's services, [`stripe_mock`] for a payment provider;
//! - [`smtp_sink`] receives mails, [`mail_text`] parses them, [`recorded_mail`] reads the recorded ones;
//! - [`recorded_site`] is the recorded site's folder with its language packs;
//! - [`visit`] is a browser that posts and signs in, [`stage`] the site with forms of our own, [`divi_stage`] with the
//!   page builder's endpoints and [`divi_contact_form`] to post;
//! - [`consistency`] finds rows that do not agree with each other;
//! - [`visitors`] send [`recorded_forms`] while something happens: [`crash`] kills the server, [`full_disk`] leaves it
//!   without room.

pub mod builder_page;
pub mod client;
pub mod compare;
pub mod consistency;
pub mod contact_form;
pub mod crash;
pub mod cut;
pub mod divi_contact_form;
pub mod divi_stage;
pub mod expected;
pub mod folder;
pub mod full_disk;
pub mod galera;
pub mod mail_text;
pub mod mariadb;
pub mod markup;
pub mod mock_server;
pub mod mysql_eight;
pub mod name_spaces;
pub mod owner;
pub mod recorded_forms;
pub mod recorded_mail;
pub mod recorded_site;
pub mod recording;
pub mod replay;
pub mod server;
pub mod shared_mariadb;
pub mod site;
pub mod smtp_sink;
pub mod stage;
pub mod stripe_mock;
pub mod visit;
pub mod visitors;

pub use recordings::rebind;

use std::path::PathBuf;

/// The folder `fixtures/` of the project.
pub fn fixtures() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../fixtures")
}
