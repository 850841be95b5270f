import { jQueryOfPage } from "./jquery";

/**
 * Dispatches an event natively and through jQuery: native listeners get `detail`, jQuery's handlers the properties on their event and the
 * further arguments. Each is called once.
 */
export function emit(
	target: EventTarget,
	type: string,
	detail: Readonly<Record<string, unknown>> = {},
	more: readonly unknown[] = [],
): void {
	const jQuery = jQueryOfPage();
	jQuery?.(target).trigger(jQuery.Event(type, { ...detail }), more);
	// jQuery listens natively too; `triggered` makes it skip the native event that it has handled already.
	if (jQuery) jQuery.event.triggered = type;
	try {
		target.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
	} finally {
		if (jQuery) jQuery.event.triggered = undefined;
	}
}

/** Listens to an event, triggered natively or through jQuery. Returns a function that ends it. */
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
