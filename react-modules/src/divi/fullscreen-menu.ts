/** Closes the menu of the fullscreen header when it is open: its own button does it. */
export function fullscreenMenuClosed(): void {
	document
		.querySelector<HTMLElement>(
			".et_pb_fullscreen_menu_active .et_toggle_fullscreen_menu",
		)
		?.click();
}
