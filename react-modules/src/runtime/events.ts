import { jQueryOfPage } from "./jquery";

/**
 * Tells an event to everybody: native listeners find `detail`, jQuery's handlers the properties on their event and the
 * further arguments. Each hears it once.
 */
export function emit(
	target: EventTarget,
	type: string,
	detail: Readonly<Record<string, unknown>> = {},
	more: readonly unknown[] = [],
): void {
	const jQuery = jQueryOfPage();
	jQuery?.(target).trigger(jQuery.Event(type, { ...detail }), more);
	// jQuery listens natively too: what it has heard is named while the native event goes round.
	if (jQuery) jQuery.event.triggered = type;
	try {
		target.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
	} finally {
		if (jQuery) jQuery.event.triggered = undefined;
	}
}

/** Hears an event, whether a script triggers it natively or through jQuery. Gives back what ends it. */
export function on(
	target: EventTarget,
	type: string,
	listener: (
		event: Event & Record<string, unknown>,
		...more: unknown[]
	) => void,
): () => void {
	const jQuery = jQueryOfPage();
	if (!jQuery) {
		const call = (event: Event) =>
			listener(event as Event & Record<string, unknown>);
		target.addEventListener(type, call);
		return () => target.removeEventListener(type, call);
	}
	const call = (event: unknown, ...more: unknown[]) =>
		listener(event as Event & Record<string, unknown>, ...more);
	jQuery(target).on(type, call);
	return () => jQuery(target).off(type, call);
}
