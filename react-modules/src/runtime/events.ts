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

/**
 * As `emit`, for an event that its listeners may refuse: false when a native listener has prevented the default, or a
 * handler of jQuery has done so or has returned false.
 */
export function ask(
	target: EventTarget,
	type: string,
	detail: Readonly<Record<string, unknown>> = {},
	more: readonly unknown[] = [],
): boolean {
	const jQuery = jQueryOfPage();
	const event = jQuery?.Event(type, { ...detail }) as AskedEvent | undefined;
	jQuery?.(target).trigger(event, more);
	const isRefused = event?.result === false || event?.isDefaultPrevented();
	if (jQuery) jQuery.event.triggered = type;
	try {
		const native = { detail, bubbles: true, cancelable: true };
		return target.dispatchEvent(new CustomEvent(type, native)) && !isRefused;
	} finally {
		if (jQuery) jQuery.event.triggered = undefined;
	}
}

/** An event of jQuery after its handlers have run. */
interface AskedEvent {
	/** What the last handler returned that returned something. */
	readonly result?: unknown;
	readonly isDefaultPrevented: () => boolean;
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
