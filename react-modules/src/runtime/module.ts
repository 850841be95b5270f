/** A browser module: which elements it takes over, and how. */
export interface BrowserModule {
	/** For messages. */
	readonly name: string;
	/** The elements that the server printed for it. */
	readonly selector: string;
	/**
	 * `at-once` for what a visitor may touch first: chrome and forms. `near`, the default, waits until the element is
	 * near the viewport or the browser is idle.
	 */
	readonly when?: "at-once" | "near";
	/** Whether a legacy script of the page does the module's work: then the module stays passive. */
	readonly isPassive?: () => boolean;
	/** Defines stubs of the globals that page scripts may call before the chunk has loaded. */
	readonly prepare?: () => void;
	/** Loads the module's chunk. */
	readonly load: () => Promise<{ readonly mount: (element: Element) => void }>;
}
