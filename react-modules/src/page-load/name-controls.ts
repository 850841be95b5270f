/**
 * Gives controls whose only name is a hint, or a label that is not shown, that name for screen readers as well: the
 * theme's forms hide their labels.
 */
export function nameControls(): void {
	for (const control of document.querySelectorAll<HTMLInputElement>(
		"input, select, textarea",
	)) {
		if (control.matches("[aria-label], [aria-labelledby]")) continue;
		const [label] = control.labels ?? [];
		if (label?.offsetParent || label?.contains(control)) continue;
		const name = label?.textContent?.trim() || control.title;
		if (name) control.ariaLabel = name;
	}
}
