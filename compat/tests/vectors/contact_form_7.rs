//! Vectors of the families `cf7-swv` and `cf7-mail`: rules, submissions, mails.

mod mail;
mod site;
mod swv;
