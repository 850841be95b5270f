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
	/** Puts up the globals that the page's own scripts may call before the chunk is there. */
	readonly prepare?: () => void;
	/** Loads the module's chunk. */
	readonly load: () => Promise<{ readonly mount: (element: Element) => void }>;
}
