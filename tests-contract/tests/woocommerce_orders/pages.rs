//! Variations, orders that are paid later, addresses and reviews in the shop of the contract's cases (section 19).

use serde_json::Value;
use tests_contract::server::Database;

use super::cases::{order, orders, shop, texts};
use super::shop::{between, redirect};
use crate::woocommerce_cart::shop::{H, Shop, V};

/// Cases 85 and 86: the variation of a choice.
pub fn variations(database: Database) {
    const KEYS: [&str; 24] = [
        "attributes",
        "availability_html",
        "backorders_allowed",
        "dimensions",
        "dimensions_html",
        "display_price",
        "display_regular_price",
        "image",
        "image_id",
        "is_downloadable",
        "is_in_stock",
        "is_purchasable",
        "is_sold_individually",
        "is_virtual",
        "max_qty",
        "min_qty",
        "price_html",
        "sku",
        "variation_description",
        "variation_id",
        "variation_is_active",
        "variation_is_visible",
        "weight",
        "weight_html",
    ];
    let shop = Shop::of_cases(database);
    let mut visitor = shop.visitor();
    let choose = |color: &str, size: &str| {
        format!("product_id={V}&attribute_pa_color={color}&attribute_talla={size}")
    };
    let found = visitor.ajax("get_variation", &choose("red", "S"));
    let found: Value = serde_json::from_str(&found).expect("JSON");
    assert_eq!(found["display_price"], Value::from(12), "{found}");
    let own: Vec<_> = found.as_object().expect("object").keys().collect();
    assert_eq!(own, KEYS);
    assert_eq!(visitor.ajax("get_variation", &choose("red", "M")), "false");
    assert_eq!(visitor.ajax("get_variation", "attribute_talla=S"), "");
}

/// Cases 91 and 92: an order is paid later, by transfer.
pub fn paid_later(database: Database) {
    let shop = shop(database, &[]);
    let mut buyer = shop.visitor();
    buyer.add(H, "");
    let path = redirect(&order(&mut buyer, &[("payment_method", "bacs")]));
    const PENDING: &str = "UPDATE {p}wc_orders SET status = 'wc-pending'";
    shop.site.execute(PENDING, Vec::new()).expect("pending");
    let (start, key) = path.split_once("?key=").expect("key");
    let pay = start.replace("order-received", "order-pay");
    let wrong = buyer.get(&format!("{pay}?pay_for_order=true&key=wc_order_x"));
    assert!(
        wrong.contains("Sorry, this order is invalid and cannot be paid for."),
        "{wrong}"
    );
    let link = format!("{pay}?pay_for_order=true&key={key}");
    let page = buyer.get(&link);
    let nonce = between(&page, "name=\"woocommerce-pay-nonce\" value=\"", "\"");
    let body = format!("woocommerce_pay=1&payment_method=bacs&woocommerce-pay-nonce={nonce}");
    let paid = buyer.ask("POST", &link, &body, "");
    assert_eq!(paid.status, 302, "{}", paid.body);
    let location = paid.header("location").unwrap_or_default();
    assert!(location.contains("/order-received/"), "{location}");
    assert_eq!(orders(&shop)[0].0, "wc-on-hold");
}

/// Case 94, and what of case 100 the lists' own tests leave out.
pub fn addresses(database: Database) {
    let shop = shop(database, &[]);
    let mut visitor = shop.visitor();
    for path in ["/?wc-api=foo", "/wc-api/foo/", "/wc-api/foo"] {
        let unknown = visitor.ask("GET", path, "", "");
        assert_eq!(
            (unknown.status, unknown.body.as_str()),
            (400, "-1"),
            "{path}"
        );
    }
    // A gateway that is known refuses what is not signed.
    let unsigned = visitor.ask("POST", "/wc-api/WC_Gateway_redsys/", "a=b", "");
    assert_eq!((unsigned.status, unsigned.body.as_str()), (400, ""));
    let list = visitor.get("/tienda/?orderby=price");
    assert!(
        list.contains("<option value=\"price\"  selected='selected'>"),
        "{list}"
    );
}

/// Cases 95 to 97: reviews of guests, and the product's figures.
#[expect(clippy::too_many_lines, reason = "one product, review after review")]
pub fn reviews(database: Database) {
    const OIL: i64 = 1970;
    let shop = shop(
        database,
        &[
            ("comment_moderation", "0"),
            ("comment_previously_approved", "0"),
        ],
    );
    let mut guest = shop.visitor();
    let mut number = 0;
    let mut post = |rating: Option<&str>| {
        // Nobody writes twice within fifteen seconds.
        const OLD: &str = "UPDATE {p}comments SET comment_date_gmt = '2026-01-01 00:00:00'";
        shop.site.execute(OLD, Vec::new()).expect("older");
        number += 1;
        let rating = rating.map_or(String::new(), |stars| format!("&rating={stars}"));
        let body = format!(
            "comment=Muy+bueno+{number}&author=Eva&email=eva%40ejemplo.example&comment_post_ID={OIL}&comment_parent=0\
             &submit=x&casacue4217=384211&alt_s={rating}"
        );
        guest.ask("POST", "/wp-comments-post.php", &body, "")
    };
    let newest = |shop: &Shop| -> (String, String, Option<String>) {
        const SQL: &str = "SELECT c.comment_type, c.comment_approved, m.meta_value FROM {p}comments c \
            LEFT JOIN {p}commentmeta m ON m.comment_id = c.comment_ID AND m.meta_key = 'rating' \
            ORDER BY c.comment_ID DESC LIMIT 1";
        let rows: Vec<(String, String, Option<String>)> =
            shop.site.load(SQL, Vec::new()).expect("comment");
        rows[0].clone()
    };
    let count =
        |shop: &Shop| texts(shop, "SELECT CAST(COUNT(*) AS CHAR) FROM {p}comments")[0].clone();
    let before = count(&shop);
    let empty = post(Some(""));
    assert_eq!(empty.status, 500);
    assert!(
        empty.body.contains("Please rate the product."),
        "{}",
        empty.body
    );
    assert_eq!(count(&shop), before);
    let row = |approved: &str, rating: Option<&str>| {
        (
            "review".to_owned(),
            approved.to_owned(),
            rating.map(str::to_owned),
        )
    };
    for (rating, stored) in [
        (Some("9"), None),
        (None, None),
        (Some("-3"), None),
        (Some("1"), Some("1")),
    ] {
        assert_eq!(post(rating).status, 302, "{rating:?}");
        assert_eq!(newest(&shop), row("1", stored), "{rating:?}");
    }
    // One star beside those that were there: the term of the mean goes with it.
    const FIGURES: &str = "SELECT meta_value FROM {p}postmeta WHERE post_id = 1970 AND meta_key = '_wc_average_rating'";
    const TERMS: &str = "SELECT t.slug FROM {p}term_relationships r JOIN {p}term_taxonomy tt \
        ON tt.term_taxonomy_id = r.term_taxonomy_id JOIN {p}terms t ON t.term_id = tt.term_id \
        WHERE r.object_id = 1970 AND t.slug LIKE 'rated-%'";
    let mean: f64 = texts(&shop, FIGURES)[0].parse().expect("mean");
    let rated = format!("rated-{}", mean.round());
    assert_eq!(texts(&shop, TERMS), [rated.as_str()], "{mean}");
    // Held: the reviewer is led to his own review.
    const HELD: &str =
        "UPDATE {p}options SET option_value = '1' WHERE option_name = 'comment_moderation'";
    shop.site.execute(HELD, Vec::new()).expect("option");
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let held = post(Some("4"));
    assert_eq!(held.status, 302);
    let location = held.header("location").unwrap_or_default();
    assert!(
        location.contains("unapproved=") && location.contains("moderation-hash="),
        "{location}"
    );
    assert_eq!(newest(&shop), row("0", Some("4")));
    assert_eq!(texts(&shop, FIGURES)[0].parse::<f64>().expect("mean"), mean);
}
