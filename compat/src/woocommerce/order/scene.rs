//! What orders are written and changed with.

use std::sync::Arc;

use super::stock_mails::StockMails;
use crate::woocommerce::money::PriceSettings;
use crate::woocommerce::stock::OrderStorage;
use crate::wordpress::date::{PhpDate, WpTimezone};
use crate::wordpress::formatting::email::sanitize_email;
use crate::wordpress::l10n::{Locale, TextDomain};
use crate::wordpress::mail::{MailSite, Outbox};
use crate::wordpress::options::Options;
use crate::wordpress::site::Site;

/// Most minutes that an order may hold stock.
const LONGEST_HOLD: i64 = 60 * 24 * 365;

/// What orders are written and changed with.
#[derive(Debug, Clone)]
pub struct OrderScene {
    /// Where the shop has its orders.
    pub storage: OrderStorage,
    /// Whether posts and tables are kept equal (option `woocommerce_custom_orders_table_data_sync_enabled`).
    pub is_synced: bool,
    /// How prices are written and rounded.
    pub prices: PriceSettings,
    /// The site's time.
    pub zone: WpTimezone,
    /// The language of notes.
    pub locale: Arc<Locale>,
    /// The address that notes of the shop itself have.
    pub note_email: String,
    /// Address of the site.
    pub home: String,
    /// The shop's version.
    pub version: String,
    /// Unix time.
    pub now: i64,
    /// How the shop counts its stock.
    pub stock: StockSettings,
    /// Tells the shop of it.
    pub stock_mails: StockMails,
    /// Whether what is downloaded may be so once it is paid.
    pub grants_downloads_after_payment: bool,
}

/// How a shop counts its stock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StockSettings {
    /// Option `woocommerce_manage_stock`.
    pub is_managed: bool,
    /// Minutes for which orders that are not paid hold stock; 0: they hold none.
    pub hold_minutes: i64,
    /// From this number on nothing is left.
    pub no_stock_amount: i64,
}

impl StockSettings {
    fn from_options(options: &Options) -> Self {
        let is_managed = options.text_or("woocommerce_manage_stock", "yes") == "yes";
        let minutes = options.int("woocommerce_hold_stock_minutes");
        Self {
            is_managed,
            hold_minutes: if is_managed {
                minutes.clamp(0, LONGEST_HOLD)
            } else {
                0
            },
            no_stock_amount: options.int("woocommerce_notify_no_stock_amount").max(0),
        }
    }
}

/// Whether downloads are permitted once they are paid: option `woocommerce_downloads_grant_access_after_payment`; else when
/// nothing of the order is left to be done.
pub fn grants_downloads_after_payment(options: &Options) -> bool {
    options.text_or("woocommerce_downloads_grant_access_after_payment", "yes") != "no"
}

impl OrderScene {
    /// The scene of a request. `host`: the name by which the site was asked; `now`: Unix time; `outbox`: where mails about the
    /// stock are stored, with the site's data.
    pub fn new(
        site: &Site,
        locale: Arc<Locale>,
        host: &str,
        now: i64,
        outbox: (Arc<Outbox>, MailSite),
    ) -> Self {
        let options = &site.options;
        let offset = options.text("gmt_offset").trim().parse().unwrap_or(0.0);
        let host = match host {
            "" => "noreply.com".to_owned(),
            host => host.replace("www.", ""),
        };
        Self {
            storage: OrderStorage::from_options(options),
            is_synced: options.text("woocommerce_custom_orders_table_data_sync_enabled") == "yes",
            prices: PriceSettings::from_options(options),
            zone: WpTimezone::from_options(&options.text("timezone_string"), offset),
            stock_mails: StockMails::new(options, Arc::clone(&locale), outbox),
            locale,
            note_email: sanitize_email(&format!("woocommerce@{host}")),
            home: site.home(),
            version: options.text("woocommerce_version").into_owned(),
            now,
            stock: StockSettings::from_options(options),
            grants_downloads_after_payment: grants_downloads_after_payment(options),
        }
    }

    /// Texts of the plugin.
    pub fn texts(&self) -> TextDomain<'_> {
        self.locale.domain("woocommerce")
    }

    /// Whether the order has rows in `{p}wc_orders`.
    pub(super) fn writes_tables(&self) -> bool {
        self.storage == OrderStorage::Tables || self.is_synced
    }

    /// Whether the order is a post of type `shop_order`.
    pub(super) fn writes_posts(&self) -> bool {
        self.storage == OrderStorage::Posts || self.is_synced
    }
}

/// A moment as the database writes it, in GMT.
pub(super) fn gmt(timestamp: i64) -> String {
    PhpDate::new(timestamp, &WpTimezone::utc()).format("Y-m-d H:i:s")
}

/// A moment as the database writes it, in the site's time.
pub(super) fn local(timestamp: i64, zone: &WpTimezone) -> String {
    PhpDate::new(timestamp, zone).format("Y-m-d H:i:s")
}
