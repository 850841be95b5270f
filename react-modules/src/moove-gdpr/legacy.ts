/** Whether the plugin's own script is linked. */
export const isLegacyLinked = (): boolean =>
	document.querySelector(
		'script[src*="/gdpr-cookie-compliance/dist/scripts/"]',
	) !== null;
