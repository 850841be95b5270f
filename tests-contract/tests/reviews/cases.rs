//! The cases of the contract's table that are one shortcode each: what its output has and what it lacks.

pub mod place_service;

/// One shortcode.
pub struct Case {
    /// Its number in the table.
    pub name: &'static str,
    /// The shortcode.
    pub shortcode: &'static str,
    /// What stands in its output.
    pub has: &'static [&'static str],
    /// What does not.
    pub lacks: &'static [&'static str],
}

const fn case(
    name: &'static str,
    shortcode: &'static str,
    has: &'static [&'static str],
    lacks: &'static [&'static str],
) -> Case {
    Case {
        name,
        shortcode,
        has,
        lacks,
    }
}

/// Four golden stars.
const FOUR: &str = "<span class=\"star\"></span><span class=\"star\"></span><span class=\"star\"></span><span class=\"star\"></span>";

/// The table.
pub const CASES: &[Case] = &[
    case(
        "1",
        "[reviews_rating limit=0 place_id=\"ChIJ-place-with-rating-47\"]",
        &[
            FOUR,
            "<span class=\"number\">4,7</span>",
            "</span><span class=\"star split-70-30\"></span></span> <a ",
            "id=\"google-business-reviews-rating\"",
        ],
        &["star gray", "listing"],
    ),
    case(
        "2 and 5",
        "[reviews_rating limit=0 place_id=\"ChIJ-place-with-rating-40\"]",
        &[
            FOUR,
            "<span class=\"star gray\"></span></span> ",
            "id=\"google-business-reviews-rating-2\"",
        ],
        &["split"],
    ),
    case(
        "3",
        "[reviews_rating limit=0 place_id=\"ChIJ-place-with-rating-50\"]",
        &[FOUR, "<span class=\"star\"></span></span> "],
        &["split", "gray"],
    ),
    case(
        "4",
        "[reviews_rating limit=0 place_id=\"ChIJ-place-with-rating-395\"]",
        &[
            "<span class=\"all-stars animate\"><span class=\"star\"></span><span class=\"star\"></span><span class=\"star\"></span><span class=\"star split-100-0\"></span><span class=\"star gray\"></span></span> ",
        ],
        &[],
    ),
    case(
        "6",
        "[reviews_rating id=resenas limit=0]",
        &["<div id=\"resenas\" class=\"google-business-reviews-rating gmbrr\">"],
        &[],
    ),
    case(
        "7",
        "[reviews_rating id=\"5,3\" summary=no]",
        &[
            "<li class=\"rating-3\" data-index=\"0\">",
            "<li class=\"rating-4\" data-index=\"1\">",
        ],
        &["data-index=\"2\"", "heading"],
    ),
    case(
        "8",
        "[reviews_rating view=3 limit=7]",
        &[
            "data-view=\"3\"",
            "visible\" data-index=\"2\"",
            "hidden\" data-index=\"3\"",
            "hidden\" data-index=\"6\"",
            "data-slide=\"3\"",
        ],
        &["data-index=\"7\"", "data-slide=\"4\""],
    ),
    case(
        "9",
        "[reviews_rating view=3 limit=2]",
        &["data-view=\"2\"", "<li class=\"bullet current\">"],
        &["<li class=\"bullet\">"],
    ),
    case(
        "10",
        "[reviews_rating view=51 limit=1]",
        &["gmbrr\""],
        &["data-view", "carousel"],
    ),
    case(
        "11",
        "[reviews_rating view=2 loop=yes interval=6]",
        &["data-view=\"2\" data-loop=\"-1\" data-interval=\"6\">"],
        &[],
    ),
    case(
        "12",
        "[reviews_rating view=2 interval=0.2]",
        &["data-view=\"2\">"],
        &["data-interval"],
    ),
    case(
        "13",
        "[reviews_rating view=2 interval=200]",
        &["data-view=\"2\">"],
        &["data-interval"],
    ),
    case(
        "14",
        "[reviews_rating view=2 cursor=no draggable=no]",
        &["data-cursor=\"0\" data-draggable=\"0\">"],
        &[],
    ),
    case(
        "15",
        "[reviews_rating stars=html limit=0]",
        &[
            "gmbrr stars-html",
            "<span class=\"all-stars\">★★★★★<span class=\"rating-stars animate\" style=\"width: 0;\" data-multiplier=\"0.196\">★★★★★</span></span> ",
        ],
        &[],
    ),
    case(
        "16",
        "[reviews_rating class=version-1 limit=0]",
        &["gmbrr version-1", "★★★★★<span class=\"rating-stars"],
        &[],
    ),
    case(
        "17",
        "[reviews_rating stars=\"#ff0000\" limit=0]",
        &["stars-color\" data-stars=\"#ff0000\""],
        &[],
    ),
    case(
        "18",
        "[reviews_rating stars_gray=css limit=0]",
        &["gmbrr stars-css\""],
        &["stars-gray"],
    ),
    case(
        "19",
        "[reviews_rating stars=\"inline svg\" limit=0]",
        &[
            "gmbrr inline-svg\" data-stars=\"inline svg\"",
            "<svg class=\"star mask-60-40\"",
            "gmbrr-star-mask-shape-18-10",
        ],
        &["<span class=\"star"],
    ),
    case(
        "20, attribute",
        "[reviews_rating stylesheet=no limit=0]",
        &[FOUR],
        &["data-rating"],
    ),
    case(
        "21",
        "[reviews_rating color_scheme=ocean limit=0]",
        &["gmbrr ocean stars-css\""],
        &[],
    ),
    case(
        "22",
        "[reviews_rating theme=\"light bubble\" limit=0]",
        &["gmbrr bubble\""],
        &["light"],
    ),
    case(
        "23",
        "[reviews_rating id=\"13\" excerpt=100]",
        &[
            "bbb</span> <span class=\"review-more-placeholder\">… More</span><span class=\"review-full-text\"> ccc",
        ],
        &[],
    ),
    case(
        "24",
        "[reviews_rating id=\"11\" excerpt=105]",
        &["<div class=\"text text-excerpt\">aaa"],
        &["review-snippet"],
    ),
    case(
        "25",
        "[reviews_rating id=\"12\" excerpt=20]",
        &["<div class=\"text\">aaa"],
        &["excerpt"],
    ),
    case(
        "26",
        "[reviews_rating id=\"9\"]",
        &["Con negrita<br>y salto"],
        &["<b>"],
    ),
    case(
        "27",
        "[reviews_rating min=4]",
        &["Marta Ruiz", "rating-4"],
        &["<li class=\"rating-3", "<li class=\"rating-2"],
    ),
    case(
        "28",
        "[reviews_rating review_text_max=50]",
        &["Marta Ruiz", "Largo"],
        &[],
    ),
    case(
        "29",
        "[reviews_rating limit=3 offset=2]",
        &["Claire Petit", "Ben Hall", "Iker Ochoa"],
        &["Jonas", "Nuria"],
    ),
    case(
        "30",
        "[reviews_rating limit=20 offset=2]",
        &["Marta Ruiz", "Largo"],
        &[],
    ),
    case(
        "31",
        "[reviews_rating language=es]",
        &["Marta Ruiz", "Jonas Weber"],
        &["Berta"],
    ),
    case(
        "52, first",
        "[reviews_rating sort=rating_asc limit=1]",
        &["Álvaro Peña"],
        &[],
    ),
    case(
        "52, second",
        "[reviews_rating limit=1]",
        &["Marta Ruiz"],
        &["Álvaro"],
    ),
    case(
        "54",
        "[reviews_rating limit=0 place_id=\"ChIJ-place-with-rating-496\"]",
        &[FOUR, "split-100-0", "5,0"],
        &["gray"],
    ),
    case(
        "55",
        "[reviews_rating review_word=\"%u nota/de %u notas\" limit=0]",
        &["class=\"count\">de 87 notas</a>"],
        &[],
    ),
    case(
        "links",
        "[reviews_rating limit=1 link_disable=\"author, reviews\" rel=no loading=lazy]",
        &[
            "<span class=\"author-name\">Marta Ruiz</span>",
            "<span class=\"count\">87 reviews</span>",
            "loading=\"lazy\"",
        ],
        &["rel="],
    ),
    case(
        "date and name",
        "[reviews_rating limit=1 date=relative name_format=\"last initial dot\"]",
        &["Marta R.</a>"],
        &["hace 1 meses"],
    ),
    case(
        "no date",
        "[reviews_rating limit=1 date=no avatar=no review_text=no]",
        &["no-avatar no-date"],
        &["relative-time", "author-avatar", "class=\"text"],
    ),
    case(
        "buttons",
        "[reviews_rating limit=0 reviews_link=yes write_review_link=\"Escribir\" link_class=\"boton uno\"]",
        &[
            "class=\"view-reviews boton uno\"",
            "class=\"write-review boton uno\"",
            ">Escribir</a>",
        ],
        &[],
    ),
    case(
        "no attribution",
        "[reviews_rating limit=0 attribution=no animate=load multiplier=0.3 stars=html]",
        &["data-animate=\"immediate\"", "data-multiplier=\"0.3\""],
        &["powered-by"],
    ),
    case(
        "words",
        "[reviews_rating review_text_inc=\"kamin\"]",
        &["Jonas Weber"],
        &["Marta", "Claire"],
    ),
    case(
        "nothing, said",
        "[reviews_rating review_text_inc=\"nada-de-esto\" errors=yes]",
        &["<p class=\"listing no-reviews\">"],
        &["<ul class=\"listing"],
    ),
    case(
        "paragraphs",
        "[reviews_rating id=\"9\" review_text_format=paragraphs]",
        &["<p>Con negrita</p><p>y salto</p>"],
        &[],
    ),
];
