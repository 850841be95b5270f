//! Posts of our own for the demo site: many, and a long one.

/// Where the long page stands.
pub const LONG_PAGE: &str = "/libreta-de-la-loma/";

/// Statements that add so many posts, at most 10,000.
pub fn posts(number: u32) -> String {
    let text = "<p>Un apunte de la libreta de la loma, escrito despacio.</p>".repeat(20);
    let post = |i: u32| {
        let date = format!("2020-{:02}-{:02}", 1 + i % 12, 1 + i % 28);
        insert_post(FIRST_POST + i, &date, &text, &format!("apunte-{i}"))
    };
    (0..number).map(post).collect()
}

/// The number of the first of [`posts`]; those behind it follow.
pub const FIRST_POST: u32 = 100_000;

/// Statements that add 10,000 simple products with prices from 1 to 40.
pub fn many_products() -> String {
    const FIRST: u32 = 200_000;
    // The terms of `product_type` and `product_cat` that the demo site's own products have.
    const TERMS: [u32; 2] = [2, 30];
    let mut sql = String::new();
    for i in 0..10_000 {
        let id = FIRST + i;
        let date = format!("2020-{:02}-{:02}", 1 + i % 12, 1 + i % 28);
        let price = format!("{}.{:02}", 1 + i % 40, i % 100);
        let text = "<p>Hecho en la loma, sin prisa.</p>";
        let post = insert_post(id, &date, text, &format!("pieza-{i}"));
        sql.push_str(&post.replace(",'post');", ",'product');"));
        for term in TERMS {
            sql.push_str(&format!(
                "INSERT INTO `wp_term_relationships` (`object_id`,`term_taxonomy_id`) VALUES ({id},{term});\n"
            ));
        }
        sql.push_str(&format!(
            "INSERT INTO `wp_postmeta` (`post_id`,`meta_key`,`meta_value`) VALUES ({id},'_price','{price}'),\
             ({id},'_regular_price','{price}'),({id},'_stock_status','instock'),({id},'_thumbnail_id','12');\n\
             INSERT INTO `wp_wc_product_meta_lookup` (`product_id`,`sku`,`min_price`,`max_price`) \
             VALUES ({id},'P-{i}',{price},{price});\n"
        ));
    }
    sql
}

/// A statement that adds a post of some 40 KB, of which hardly a line repeats.
pub fn long_page() -> String {
    const WORDS: [&str; 24] = [
        "cueva", "loma", "camino", "almendro", "chimenea", "barranco", "pozo", "cal", "tejado",
        "huerta", "noche", "sendero", "piedra", "puerta", "verano", "vecina", "pan", "aljibe",
        "sombra", "lumbre", "ventana", "cerro", "agua", "silencio",
    ];
    let mut text = String::new();
    // The multiplier of Knuth's generator: words in no order, the same in each run.
    let mut state = 2_026_u64;
    while text.len() < 40_000 {
        let words: Vec<&str> = (0..40)
            .filter_map(|_| {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                WORDS
                    .get(usize::try_from(state >> 33).unwrap_or(0) % WORDS.len())
                    .copied()
            })
            .collect();
        text.push_str(&format!("<p>{}.</p>\n", words.join(" ")));
    }
    insert_post(99_999, "2020-01-01", &text, LONG_PAGE.trim_matches('/'))
}

/// A statement that adds a published post.
pub fn insert_post(id: u32, date: &str, content: &str, slug: &str) -> String {
    format!(
        "INSERT INTO `wp_posts` (`ID`,`post_author`,`post_date`,`post_date_gmt`,`post_content`,`post_title`,`post_excerpt`,\
         `post_status`,`post_name`,`to_ping`,`pinged`,`post_modified`,`post_modified_gmt`,`post_content_filtered`,`post_type`) \
         VALUES ({id},1,'{date} 10:00:00','{date} 09:00:00','{content}','{slug}','','publish',\
         '{slug}','','','{date} 10:00:00','{date} 09:00:00','','post');\n"
    )
}
