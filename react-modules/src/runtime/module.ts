/** A browser module: which elements it takes over, and how. */
export interface BrowserModule {
	/** For messages, and for `data-oxipress-failed`. */
	readonly name: string;
	/** The elements that the server printed for it. */
	readonly selector: string;
	/** Loads the module's chunk. */
	readonly load: () => Promise<{ readonly mount: (element: Element) => void }>;
}
