//! Generates a builder page with a given number of modules of many kinds, with attributes of real pages.
//!
//! Used by `make bench` to measure whether rendering is linear in the number of modules. The page is deterministic; its
//! texts contain no single quotes, so that it can be used in an SQL string.

use std::fmt::Write as _;

/// Modules of one row.
const ROW: usize = 4;
/// Rows of one section.
const SECTION: usize = 3;

/// The kinds, in the order in which they take turns. `N` stands for the number of the module.
const MODULES: [&str; 18] = [
    r##"[et_pb_text _builder_version="4.20.4" text_font="Georgia|700|on||||||" text_text_color="#334455" text_font_size="18px" text_font_size_tablet="16px" text_font_size_phone="15px" text_font_size_last_edited="on|phone" text_line_height="1.8em" custom_padding="10px|20px|10px|20px|true|true" header_font="||||||||" header_text_color="#112233" background_color="#fefeNN"]<h2>Cueva N</h2><p>Un texto de la loma, escrito despacio junto a la lumbre.</p>[/et_pb_text]"##,
    r##"[et_pb_blurb title="Casa N" use_icon="on" font_icon="&#xe009;||divi||400" icon_color="#a0522d" icon_placement="left" _builder_version="4.20.4" header_level="h3" header_font_size="22px" header_text_align="left" body_line_height="1.6em" background_color="#ffffff" background_color__hover="#eeeeee" background__hover_enabled="on|hover" background_color__hover_enabled="on|hover" custom_padding="20px|20px|20px|20px" border_radii="on|6px|6px|6px|6px" box_shadow_style="preset1" animation_style="slide" animation_direction="left" link_option_url="https://example.org/?n=N"]<p>Silencio y sombra.</p>[/et_pb_blurb]"##,
    r##"[et_pb_button button_url="https://example.org/reservar/N" button_text="Reservar N" button_alignment="center" _builder_version="4.20.4" custom_button="on" button_text_size="18px" button_text_color="#ffffff" button_bg_color="#a0522d" button_border_width="2px" button_border_color="#5d2f18" button_border_radius="30px" button_icon="&#x35;||divi||400" button_icon_color="#ffffff" button_on_hover="off" custom_margin="10px||10px||true|false" custom_padding="12px|24px|12px|24px|true|true" button_bg_color__hover="#5d2f18" button_bg_color__hover_enabled="on|hover"][/et_pb_button]"##,
    r##"[et_pb_image src="/wp-content/uploads/2026/11/patio.jpg" alt="Patio N" title_text="Patio N" show_in_lightbox="on" use_overlay="on" overlay_icon_color="#ffffff" hover_overlay_color="rgba(0,0,0,0.4)" align="center" _builder_version="4.20.4" max_width="480px" max_width_tablet="100%" max_width_last_edited="on|tablet" border_radii="on|8px|8px|8px|8px" filter_saturate="90%" custom_margin="0px||20px|"][/et_pb_image]"##,
    r##"[et_pb_cta title="Ven N" button_text="Ver" button_url="https://example.org/ver/N" _builder_version="4.20.4" background_color="#335577" header_font="Lato|900|||||||" header_font_size="30px" body_text_color="#eeeeee" custom_button="on" button_text_color="#335577" button_bg_color="#ffffff" border_width_all="1px" border_color_all="#223344"]<p>Cuatro noches por el precio de tres.</p>[/et_pb_cta]"##,
    r##"[et_pb_toggle title="Pregunta N" open="off" open_toggle_text_color="#a0522d" open_toggle_background_color="#f7f0ea" closed_toggle_background_color="#ffffff" icon_color="#a0522d" _builder_version="4.20.4" title_level="h4" title_font_size="18px" body_text_color="#555555" border_width_all="2px"]<p>Se llega por el camino del barranco.</p>[/et_pb_toggle]"##,
    r##"[et_pb_accordion open_toggle_background_color="#fafafa" _builder_version="4.20.4" toggle_font_size="17px" body_font_size="15px"][et_pb_accordion_item title="Uno N" open="on" _builder_version="4.20.4"]<p>Uno.</p>[/et_pb_accordion_item][et_pb_accordion_item title="Dos N" open="off" _builder_version="4.20.4" background_color="#fdfdfd"]<p>Dos.</p>[/et_pb_accordion_item][/et_pb_accordion]"##,
    r##"[et_pb_tabs _builder_version="4.20.4" active_tab_background_color="#ffffff" inactive_tab_background_color="#f1f1f1" body_line_height="1.7em" tab_text_color="#333333"][et_pb_tab title="Verano N" _builder_version="4.20.4"]<p>Fresco.</p>[/et_pb_tab][et_pb_tab title="Invierno N" _builder_version="4.20.4" background_color="#eef"]<p>Templado.</p>[/et_pb_tab][/et_pb_tabs]"##,
    r##"[et_pb_counters _builder_version="4.20.4" bar_bg_color="#a0522d" background_color="#dddddd" title_text_color="#333333"][et_pb_counter percent="80" _builder_version="4.20.4"]Cal N[/et_pb_counter][et_pb_counter percent="45" bar_background_color="#335577" _builder_version="4.20.4"]Agua N[/et_pb_counter][/et_pb_counters]"##,
    r##"[et_pb_number_counter title="Noches N" number="365" percent_sign="off" _builder_version="4.20.4" number_text_color="#a0522d" number_font_size="60px" number_font_size_phone="40px" number_font_size_last_edited="on|phone" title_font="|600|||||||"][/et_pb_number_counter]"##,
    r##"[et_pb_circle_counter title="Lleno N" number="87" bar_bg_color="#335577" _builder_version="4.20.4" title_text_color="#222222" number_font_size="40px" max_width="220px"][/et_pb_circle_counter]"##,
    r##"[et_pb_divider color="#a0522d" divider_style="dashed" divider_weight="3px" _builder_version="4.20.4" width="60%" module_alignment="center" custom_margin="20px||20px||true|false"][/et_pb_divider]"##,
    r##"[et_pb_testimonial author="Vecina N" job_title="Panadera" company_name="La Loma" url="https://example.org/N" portrait_url="/wp-content/uploads/2026/11/patio.jpg" quote_icon_color="#a0522d" _builder_version="4.20.4" body_font_size="16px" author_font="|700|||||||" background_color="#f5f5f5" box_shadow_style="preset2" custom_padding="30px|30px|30px|30px"]<p>Dormimos como nunca.</p>[/et_pb_testimonial]"##,
    r##"[et_pb_team_member name="Ana N" position="Guía" image_url="/wp-content/uploads/2026/11/patio.jpg" facebook_url="https://example.org/f" linkedin_url="https://example.org/l" icon_color="#335577" _builder_version="4.20.4" header_font_size="20px" position_text_color="#777777" border_radii_image="on|50%|50%|50%|50%"]<p>Conoce cada sendero.</p>[/et_pb_team_member]"##,
    r##"[et_pb_slider arrows_custom_color="#ffffff" dot_nav_custom_color="#a0522d" _builder_version="4.20.4" header_font_size="34px" header_font_size_phone="24px" header_font_size_last_edited="on|phone"][et_pb_slide heading="Patio N" button_text="Ver" button_link="https://example.org/p" background_image="/wp-content/uploads/2026/11/patio.jpg" use_bg_overlay="on" bg_overlay_color="rgba(0,0,0,0.3)" _builder_version="4.20.4"]<p>Uno.</p>[/et_pb_slide][et_pb_slide heading="Sierra N" background_color="#335577" use_background_color_gradient="on" background_color_gradient_stops="#335577 0%|#112233 100%" background_color_gradient_direction="135deg" _builder_version="4.20.4"]<p>Dos.</p>[/et_pb_slide][/et_pb_slider]"##,
    r##"[et_pb_pricing_tables featured_table_background_color="#fffaf5" bullet_color="#a0522d" _builder_version="4.20.4" header_font_size="22px"][et_pb_pricing_table featured="on" title="Fin de semana N" subtitle="dos noches" currency="€" sum="180" per="estancia" button_url="https://example.org/t" button_text="Elegir" _builder_version="4.20.4" header_background_color="#335577"]+Desayuno
-Cena[/et_pb_pricing_table][et_pb_pricing_table title="Semana N" currency="€" sum="520" button_url="https://example.org/s" button_text="Elegir" _builder_version="4.20.4"]+Desayuno
+Leña[/et_pb_pricing_table][/et_pb_pricing_tables]"##,
    r##"[et_pb_social_media_follow icon_color="#ffffff" _builder_version="4.20.4" border_radii="on|20px|20px|20px|20px"][et_pb_social_media_follow_network social_network="facebook" url="https://example.org/f" _builder_version="4.20.4" background_color="#3b5998"]facebook[/et_pb_social_media_follow_network][et_pb_social_media_follow_network social_network="instagram" url="https://example.org/i" _builder_version="4.20.4" background_color="#ea2c59"]instagram[/et_pb_social_media_follow_network][/et_pb_social_media_follow]"##,
    r##"[et_pb_icon font_icon="&#xe00a;||divi||400" icon_color="#a0522d" icon_width="64px" icon_width_tablet="48px" icon_width_last_edited="on|tablet" _builder_version="4.20.4" transform_rotate="10deg|0deg|0deg" transform_styles__hover_enabled="on|hover" transform_rotate__hover="0deg|0deg|0deg" transform_rotate__hover_enabled="on|hover" positioning="relative" z_index="2"][/et_pb_icon]"##,
];

/// The stored content of a page with so many modules, children of modules not counted.
pub fn content(modules: usize) -> String {
    let mut out = String::new();
    let mut number = 0;
    while number < modules {
        out.push_str(SECTION_START);
        for _ in 0..SECTION {
            if number >= modules {
                break;
            }
            out.push_str(ROW_START);
            for _ in 0..2 {
                out.push_str(COLUMN_START);
                for _ in 0..ROW / 2 {
                    if number < modules {
                        add_module(&mut out, number);
                        number += 1;
                    }
                }
                out.push_str("[/et_pb_column]");
            }
            out.push_str("[/et_pb_row]");
        }
        out.push_str("[/et_pb_section]");
    }
    out
}

const SECTION_START: &str = r##"[et_pb_section fb_built="1" _builder_version="4.20.4" background_color="#f7f3ee" custom_padding="40px||40px||true|false" top_divider_style="wave" top_divider_height="60px"]"##;
const ROW_START: &str = r##"[et_pb_row column_structure="1_2,1_2" _builder_version="4.20.4" custom_padding="20px||20px||true|false" max_width="1200px"]"##;
const COLUMN_START: &str = r##"[et_pb_column type="1_2" _builder_version="4.20.4" background_color="rgba(255,255,255,0.6)" custom_padding="10px|10px|10px|10px"]"##;

fn add_module(out: &mut String, number: usize) {
    let template = MODULES.get(number % MODULES.len()).copied();
    // Modules differ slightly, so that CSS rules are not merged more than on real pages.
    let colored = template
        .unwrap_or_default()
        .replace("NN", &format!("{:02x}", number % 256));
    for (at, part) in colored.split(" N").enumerate() {
        let _ = if at == 0 {
            write!(out, "{part}")
        } else {
            write!(out, " {number}{part}")
        };
    }
}

#[cfg(test)]
mod tests {
    use super::content;

    #[test]
    fn a_page_holds_as_many_modules_as_wanted() {
        let page = content(50);
        assert_eq!(page.matches("[et_pb_column ").count(), 26);
        assert_eq!(page.matches("[et_pb_toggle ").count(), 3);
        assert!(page.contains("Casa 1\""));
        assert!(!page.contains('\''));
    }
}
