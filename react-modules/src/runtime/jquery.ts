/** The jQuery of the page, as far as events go. */
interface PageJQuery {
	(
		target: unknown,
	): {
		on(
			type: string,
			listener: (event: unknown, ...more: unknown[]) => void,
		): void;
		off(type: string, listener: unknown): void;
		trigger(event: unknown, more?: readonly unknown[]): void;
	};
	Event(type: string, properties?: object): unknown;
	readonly event: { triggered?: string | undefined };
	readonly fn: Readonly<Record<string, unknown>>;
}

declare global {
	interface Window {
		jQuery?: PageJQuery;
	}
}

/** The page's jQuery; the stub that collects ready handlers is none. */
export const jQueryOfPage = (): PageJQuery | undefined =>
	window.jQuery?.fn && window.jQuery.event ? window.jQuery : undefined;
