//! Orders: what they hold, where they are stored, how they are placed, paid and given up.
//!
//! Contract "woocommerce", sections 2.5, 2.6 and 13. An order is made of a cart ([`order_of_cart`]), gets a number
//! ([`reserve_order_id`]) and is placed ([`place_order`]) with everything that belongs to it in one transaction.

mod card;
mod customer_meta;
mod downloads;
mod drafts;
mod from_cart;
mod item;
mod item_rows;
mod key;
mod load;
mod mail;
mod model;
mod note;
mod pay;
mod payment;
mod place;
mod posts;
mod product_rows;
mod products;
mod refunds;
mod save;
mod scene;
mod shop_gateway;
mod status;
mod stock;
mod stock_change;
mod stock_mails;
mod tables;
mod transition;
mod unpaid;
mod urls;
mod usage;

pub use card::{
    CARD_BACK, CARD_PAY, Judged, PaymentOutcome, PaymentReport, REDSYS, REDSYS_CALLBACK,
    REDSYS_NUMBER, RedsysForm, RedsysNotice, RedsysSettings, RedsysUrls, RefusedReport, STRIPE,
    STRIPE_CALLBACK, STRIPE_INTENT, STRIPE_SESSION, StripePayment, StripeSettings, callback_url,
    card_url, has_stripe_signature, idempotency_key, is_paid_by_card, is_payment_method, judge,
    minor_units, note_payment, placed_url, posted_payment_method, record_payment, set_payment_meta,
    stripe_payment,
};
pub use downloads::is_download_permitted;
pub use drafts::delete_old_drafts;
pub use from_cart::{OrderRequest, order_of_cart};
pub use item::{
    CouponItem, FeeItem, ItemKind, LineItem, OrderItem, ShippingItem, TaxItem, amount_text,
    units_text,
};
pub use key::generate_order_key;
pub use load::load_order;
pub use mail::{
    MailType, MailWords, OrderMail, filled, has_improved_mails, is_mail_enabled, mails_of_change,
};
pub use model::{Order, OrderAmounts, OrderFlags, OrderId};
pub use note::{NoteGroup, add_order_note};
pub use pay::{OrderChange, change_order};
pub use payment::{BankAccount, Gateway, GatewayScene, PaymentStep, bank_accounts};
pub use place::{PlaceRefusal, Placed, Placement, forget_order_id, place_order, reserve_order_id};
pub use products::{OrderProduct, needs_processing, order_products};
pub use refunds::total_refunded;
pub use save::{release_stock, save_order};
pub use scene::{OrderScene, StockSettings, grants_downloads_after_payment};
pub use shop_gateway::{ShopGateway, gateways};
pub use status::OrderStatus;
pub use stock::StockShortage;
pub use stock_change::StockChange;
pub use stock_mails::StockMails;
pub use transition::status_after;
pub use unpaid::{give_up, unpaid_orders};
pub use urls::{
    ORDER_PAY, ORDER_RECEIVED, PageEndpoint, endpoint_url, order_pay_url, order_received_url,
};
pub use usage::CouponUse;
