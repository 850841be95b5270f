import { stubGlobals } from "../runtime/stub-globals";

/**
 * The theme's global functions before its chunk is there (contract "divi-client", section 1.4): handlers of the page's own
 * scripts may call them as soon as the document is parsed. The calls are recorded and repeated when the chunk has loaded.
 */
export function prepareNames(): void {
	if (!document.body.matches(".et_divi_theme")) return;
	stubGlobals(
		"et_pb_",
		"init_modules slider_init tabs_init set_tabs_height map_init gallery_init filterable_portfolio_init countdown_timer_init reinit_circle_counters reinit_number_counters image_lightbox_init video_section_init play_overlayed_video parallax_init submit_newsletter smooth_scroll toggle_nav_menu init_nav_menu set_responsive_grid search_init comments_init side_nav_page_init init_woo_custom_button_icon",
	);
	stubGlobals(
		"",
		"set_gallery_grid_items et_fix_slider_height et_fullwidth_portfolio_init et_bar_counters_init et_reinit_waypoint_modules et_animate_element et_process_animation_data et_duplicate_menu et_calculate_fullscreen_section_size et_fix_testimonial_inner_width et_fix_page_container_position et_shortcodes_init",
	);
}
