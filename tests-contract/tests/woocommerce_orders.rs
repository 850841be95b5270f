//! Checkout and orders: what a form makes of a cart, what is stored, who sees it, and who is too late, on both databases.
//!
//! Contract "woocommerce", sections 2.5, 9, 13, 17 and 19.

mod cards;
mod cases;
mod checkout;
mod pages;
mod races;
mod redsys;
mod rush;
pub mod shop;
mod storage;
mod stripe;

macro_rules! on_both {
    ($($module:ident::$name:ident)*) => {$(
        mod $name {
            use tests_contract::server::Database;

            #[test]
            fn on_sqlite() {
                super::$module::$name(Database::Sqlite);
            }

            #[test]
            fn on_mariadb() {
                super::$module::$name(Database::MariaDb);
            }
        }
    )*};
}

on_both! {
    checkout::validation
    checkout::free_orders
    checkout::without_script
    checkout::pages_of_orders
    checkout::paying_later
    checkout::waiting_orders
    checkout::old_drafts
    cases::paid_by_transfer
    cases::paid_by_cheque
    cases::refusals
    cases::more_than_there_is
    cases::terms
    cases::chosen_rate
    cases::accounts
    cases::totals_anew
    pages::variations
    pages::paid_later
    pages::addresses
    pages::reviews
    storage::in_tables
    storage::in_posts
    storage::coupons_and_mails
    races::a_form_sent_twice
    races::last_pieces
    races::last_coupon
    rush::last_pieces_of_many
    stripe::paid_on_the_payment_page
    stripe::three_d_secure_and_declined_cards
    stripe::events_that_do_not_fit
    stripe::killed_between_intent_and_answer
    stripe::another_amount_closes_the_page
    stripe::without_an_answer
    redsys::paid_and_notified_twice
    redsys::refused_then_paid
    redsys::notifications_that_do_not_fit
    cards::authorised_and_captured
    cards::authorised_and_given_up
    cards::stripe_in_posts
    cards::redsys_in_posts
    cards::reports_for_another_order
    cards::through_the_store_api
}
