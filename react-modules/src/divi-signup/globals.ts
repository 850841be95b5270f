/** The theme's global: sends the signup form of a button, given as an element or as a jQuery set. */
declare global {
	interface Window {
		et_pb_submit_newsletter?: (button: unknown) => void;
	}
}

export function prepare(): void {
	window.et_pb_submit_newsletter ??= (given) => {
		const button =
			given instanceof HTMLElement
				? given
				: (given as ArrayLike<unknown> | undefined)?.[0];
		if (button instanceof HTMLElement) button.click();
	};
}
