import { jQueryOfPage } from "./jquery";

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
