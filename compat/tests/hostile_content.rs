//! Hostile posts and comments: no input may take more than linear time in shortcodes, blocks and images.
//!
//! The limits leave room for an unoptimised build; quadratic work on 64 KB would exceed them many times over.

use std::time::{Duration, Instant};

use compat::wordpress::blocks::{Blocks, parse_blocks};
use compat::wordpress::content::{generate_postdata_pages, get_extended};
use compat::wordpress::media::{
    Attachment, ImageSizes, LoadingOptimization, Media, attachment_ids_in, wp_filter_content_tags,
};
use compat::wordpress::shortcode::{Shortcodes, shortcode_parse_atts};

const SIZE: usize = 64 * 1024;

fn hostile() -> Vec<String> {
    let pieces = [
        "[",
        "[[",
        "[a",
        "[a]",
        "[a][b]",
        "[a] [/b]",
        "[/a]",
        "[a x='",
        "[a x=\"]",
        "[p_1][p_2]",
        "<[a",
        "<[a]>",
        "<b x=\"[a]\" ",
        "<b x=\"[a]\">",
        "&#91;",
        "[a.a.a",
        "a='",
        "a = ",
        "a=\"b",
        "x ",
        "'",
        "9=9 ",
        "<!-- wp:a -->",
        "<!-- wp:a {",
        "<!-- wp:a {} ",
        "<!-- /wp:a -->",
        "}   ",
        "<!--more",
        "<!--nextpage-->",
        "<img ",
        "<img src=\"",
        "<img src=\"a\" width=\"1\">",
        "<img class=\"wp-image-1\" src=\"a\" >",
        "<iframe ",
        "wp-image-",
        "<!--",
        "<",
        "é",
        "\u{a0}",
    ];
    let mut texts: Vec<String> = pieces.iter().map(|p| p.repeat(SIZE / p.len())).collect();
    texts.push((0..SIZE / 12).map(|i| format!("[p_{i}]x")).collect());
    texts.push((0..SIZE / 12).map(|i| format!("{i}=x ")).collect());
    texts.push((0..SIZE / 20).map(|i| format!("<img src='{i}'>")).collect());
    texts.push("<!-- wp:a -->".repeat(SIZE / 27) + &"<!-- /wp:a -->".repeat(SIZE / 27));
    texts
}

fn limit(what: &str, run: impl Fn(&str)) {
    let most = Duration::from_millis(if cfg!(debug_assertions) { 1500 } else { 50 });
    for text in hostile() {
        let start = Instant::now();
        run(&text);
        let taken = start.elapsed();
        let piece: String = text.chars().take(24).collect();
        assert!(taken < most, "{what} took {taken:?} on {piece:?}...");
    }
}

#[test]
fn shortcodes() {
    let mut shortcodes: Shortcodes<()> = Shortcodes::new();
    for tag in ["a", "b", "a.a"] {
        shortcodes.register(tag, |call, ctx| call.do_content(ctx).into_owned());
    }
    shortcodes.foreign_prefix("p_");
    limit("do_shortcode", |t| {
        drop(shortcodes.do_shortcode(t, &mut ()))
    });
    limit("strip_shortcodes", |t| drop(shortcodes.strip_shortcodes(t)));
    limit("has_shortcode", |t| {
        shortcodes.has_shortcode(t, "b");
    });
    limit("tagnames_in", |t| drop(shortcodes.tagnames_in(t)));
    limit("shortcode_parse_atts", |t| drop(shortcode_parse_atts(t)));
}

#[test]
fn blocks_and_pages() {
    limit("parse_blocks", |t| drop(parse_blocks(t)));
    limit("do_blocks", |t| drop(Blocks::core().do_blocks(t, &mut ())));
    limit("excerpt_remove_blocks", |t| {
        drop(Blocks::core().excerpt_remove_blocks(t, &mut ()))
    });
    limit("get_extended", |t| {
        get_extended(t);
    });
    limit("generate_postdata_pages", |t| {
        drop(generate_postdata_pages(t))
    });
}

#[test]
fn images() {
    let sizes = ImageSizes::default();
    let media = Media {
        sizes: &sizes,
        filters: &[],
    };
    let attachment = Attachment::default();
    limit("attachment_ids_in", |t| drop(attachment_ids_in(t)));
    limit("wp_filter_content_tags", |t| {
        let mut loading = LoadingOptimization::default();
        let find = |_| Some(&attachment);
        drop(wp_filter_content_tags(
            t,
            "the_content",
            &media,
            find,
            &mut loading,
        ));
    });
}
