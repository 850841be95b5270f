//! A long page is the same to the byte, whether one thread draws its sections or several.

mod builder_scene;

use std::sync::Arc;

use builder_scene::{Scene, layout, module_bases};
use serde_json::json;
use tests_contract::builder_page;
use themes::divi::builder::PageBuilder;
use themes::wordpress::view::{Page, View};

/// Sections whose drawing asks more of the page than a number, or whose tags are not counted as they stand.
const ODD_SECTIONS: [&str; 8] = [
    "[et_pb_section disabled=\"on\"][et_pb_row][et_pb_column type=\"4_4\"][et_pb_text]no[/et_pb_text][/et_pb_column]\
     [/et_pb_row][/et_pb_section]",
    "[et_pb_section][et_pb_row][et_pb_column type=\"1_3\"][et_pb_text]una columna[/et_pb_text][/et_pb_column][/et_pb_row]\
     [/et_pb_section]",
    "[et_pb_section /]",
    "[[et_pb_section]escrita[/et_pb_section]]",
    "[et_pb_row][et_pb_column type=\"4_4\"][et_pb_text]sin sección[/et_pb_text][/et_pb_column][/et_pb_row]",
    "[et_pb_section specialty=\"on\"][et_pb_column type=\"1_2\"][et_pb_blurb title=\"WordPress\"]Wordpress[/et_pb_blurb]\
     [/et_pb_column][et_pb_column type=\"1_2\" specialty_columns=\"2\"][et_pb_row_inner][et_pb_column_inner type=\"1_2\"]\
     [et_pb_text sticky_position=\"top\" scroll_fade_enable=\"on\" text_font=\"Lato||||||||\"]x[/et_pb_text]\
     [/et_pb_column_inner][/et_pb_row_inner][/et_pb_column][/et_pb_section]",
    "[et_pb_section][et_pb_row][et_pb_column type=\"4_4\"][et_pb_code]<a title=\"[et_pb_text]\">[/et_pb_code]\
     [et_pb_text][gallery ids=\"10,11\"][et_pb_section]dentro[/et_pb_section][/et_pb_text][/et_pb_column][/et_pb_row]\
     [/et_pb_section]",
    "[et_pb_section][et_pb_row][et_pb_column type=\"4_4\"][et_pb_text]nunca cerrada",
];

/// Every module of the builder, each in a section, twice.
fn every_module() -> String {
    let bases = module_bases();
    let keys = bases.as_object().unwrap().keys();
    let sections: Vec<String> = keys
        .filter_map(|key| layout(&bases, key, &json!({})))
        .collect();
    assert!(sections.len() > 40, "{}", sections.len());
    sections.concat().repeat(2)
}

/// The page, and how many of its sections another thread has drawn.
fn drawn(view: &Arc<View>, in_order: bool) -> (String, usize) {
    let mut page = Page::new(Arc::clone(view));
    PageBuilder::of(&mut page).draws_in_order = in_order;
    let html = view.theme.render(&mut page);
    let ahead = PageBuilder::of(&mut page).ahead.as_ref();
    (html, ahead.map_or(0, |ahead| ahead.taken()))
}

#[tokio::test]
async fn whoever_draws_the_page_is_the_same() {
    let scene = Scene::load().await;
    let many = builder_page::content(90);
    let modules = every_module();
    let odd = |at: usize| [&many, ODD_SECTIONS[at], &many].concat();
    let mut contents = vec![
        many.clone(),
        modules.clone(),
        [&modules, &many[..]].concat(),
    ];
    contents.extend((0..ODD_SECTIONS.len()).map(odd));
    contents.push([ODD_SECTIONS.concat(), modules, many].concat());
    let cores = std::thread::available_parallelism().unwrap().get();
    for (at, content) in contents.iter().enumerate() {
        let view = Arc::new(scene.view(content).await);
        let (wanted, none) = drawn(&view, true);
        assert_eq!(none, 0);
        let mut taken = 0;
        for _ in 0..4 {
            let (html, ahead) = drawn(&view, false);
            assert!(
                html == wanted,
                "content {at}: {ahead} sections were drawn ahead"
            );
            taken += ahead;
        }
        println!("content {at}: {taken} sections were drawn ahead");
        // The first content has nothing but sections that can be drawn ahead.
        assert!(at > 0 || taken > 0 || cores == 1, "nobody draws ahead");
    }
}
