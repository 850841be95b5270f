/** Whether the plugin's own script is linked, with or without jQuery. */
export function isLegacyLinked(): boolean {
	return Boolean(
		document.querySelector('script[src*="/honeypot/includes/js/wpa"]'),
	);
}
