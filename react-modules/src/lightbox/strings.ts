/** The lightbox's texts. The theme has them in English only; a site may put its own under `et_pb_custom.lightbox`. */
const STRINGS = {
	close: "Close (Esc)",
	loading: "Loading...",
	previous: "Previous (Left arrow key)",
	next: "Next (Right arrow key)",
	counter: "%curr% of %total%",
	image: "The image",
	error: "could not be loaded.",
} as const;

export function text(name: keyof typeof STRINGS): string {
	const own = window.et_pb_custom?.lightbox;
	const given = (own as Record<string, unknown> | undefined)?.[name];
	return typeof given === "string" ? given : STRINGS[name];
}

/** "2 of 9"; a single image is not counted. */
export const counter = (place: number, total: number): string =>
	total < 2
		? ""
		: text("counter")
				.replace("%curr%", String(place + 1))
				.replace("%total%", String(total));
