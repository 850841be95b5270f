//! The builder's modules: one file each, named after its shortcode without `et_pb_`.
//!
//! Contract "divi-modules". A module has default attributes, a template in `templates/divi/modules/`, and a function for
//! its classes and values. CSS rules are made in `super::builder::css`.

mod accordion;
mod blurb;
mod button;
mod code;
mod column;
mod cta;
mod divider;
mod icon;
mod image;
mod row;
mod section;
mod tabs;
mod text;
mod toggle;

mod audio;
mod blog;
mod circle_counter;
mod comments;
mod contact_field;
mod contact_form;
mod contact_posted;
mod countdown_timer;
mod counters;
mod fullwidth_header;
mod gallery;
mod login;
mod map;
mod menu;
mod number_counter;
mod portfolio;
mod post_content;
mod post_nav;
mod post_slider;
mod post_title;
mod pricing_tables;
mod search;
mod shop;
mod sidebar;
mod signup;
mod slider;
mod social_media_follow;
mod team_member;
mod testimonial;
mod video;

use super::builder::module::Module;

/// All modules. A new one is a file and a line here.
pub const MODULES: &[Module] = &[
    section::MODULE,
    row::MODULE,
    row::INNER,
    column::MODULE,
    column::INNER,
    text::MODULE,
    button::MODULE,
    blurb::MODULE,
    image::MODULE,
    image::FULLWIDTH,
    icon::MODULE,
    cta::MODULE,
    code::MODULE,
    code::FULLWIDTH,
    divider::MODULE,
    toggle::MODULE,
    toggle::ACCORDION_ITEM,
    accordion::MODULE,
    tabs::MODULE,
    tabs::TAB,
    counters::MODULE,
    counters::COUNTER,
    number_counter::MODULE,
    circle_counter::MODULE,
    countdown_timer::MODULE,
    testimonial::MODULE,
    team_member::MODULE,
    social_media_follow::MODULE,
    social_media_follow::NETWORK,
    pricing_tables::MODULE,
    pricing_tables::TABLE,
    video::MODULE,
    video::SLIDER,
    video::ITEM,
    audio::MODULE,
    map::MODULE,
    map::FULLWIDTH,
    map::PIN,
    search::MODULE,
    sidebar::MODULE,
    slider::MODULE,
    slider::FULLWIDTH,
    slider::SLIDE,
    fullwidth_header::MODULE,
    login::MODULE,
    post_title::MODULE,
    post_title::FULLWIDTH,
    post_nav::MODULE,
    post_content::MODULE,
    post_content::FULLWIDTH,
    gallery::MODULE,
    blog::MODULE,
    portfolio::MODULE,
    portfolio::FILTERABLE,
    portfolio::FULLWIDTH,
    post_slider::MODULE,
    post_slider::FULLWIDTH,
    contact_form::MODULE,
    contact_field::MODULE,
    contact_field::SIGNUP,
    comments::MODULE,
    menu::MODULE,
    menu::FULLWIDTH,
    signup::MODULE,
    shop::lists::SHOP,
    shop::lists::UPSELLS,
    shop::lists::RELATED_PRODUCTS,
    shop::cart::NOTICE,
    shop::cart::PRODUCTS,
    shop::cart::TOTALS,
    shop::cart::CROSS_SELLS,
    shop::checkout::BILLING,
    shop::checkout::SHIPPING,
    shop::checkout::ADDITIONAL_INFO,
    shop::checkout::ORDER_DETAILS,
    shop::checkout::PAYMENT_INFO,
    shop::product::TITLE,
    shop::product::PRICE,
    shop::product::STOCK,
    shop::product::IMAGES,
    shop::product::GALLERY,
    shop::product::RATING,
    shop::product::DESCRIPTION,
    shop::product::ADD_TO_CART,
    shop::product::META,
    shop::product::ADDITIONAL_INFO,
    shop::product::BREADCRUMB,
    shop::reviews::MODULE,
    shop::tabs::MODULE,
];
