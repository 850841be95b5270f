/**
 * The global `wpcf7` and what hangs on a form: contract "contact-form-7", sections 9 and 20. The loader puts the
 * global up on every page that prints its `api`, so that page scripts may call it before the module's chunk is there.
 */

/** A rule of the schema: section 10. */
export interface SwvRule {
	readonly rule: string;
	readonly field?: string;
	readonly error?: string;
	readonly accept?: readonly string[];
	readonly threshold?: number | string;
	readonly base?: string;
	readonly interval?: number | string;
	readonly rules?: readonly SwvRule[];
}

export interface Schema {
	readonly version?: string;
	readonly locale?: string;
	readonly rules?: readonly SwvRule[];
}

export interface SubmitOptions {
	readonly submitter?: HTMLElement | null;
}

export interface ValidateOptions {
	readonly target?: Element;
	readonly scope?: Element;
}

export interface Wpcf7Api {
	init: (form: HTMLFormElement) => void;
	submit: (form: HTMLFormElement, options?: SubmitOptions) => void;
	reset: (form: HTMLFormElement) => void;
	validate: (form: HTMLFormElement, options?: ValidateOptions) => void;
}

export interface Wpcf7 extends Wpcf7Api {
	readonly api: { readonly root: string; readonly namespace: string };
	schemas: Map<number, Schema | undefined>;
	cached?: number;
	blocked?: boolean;
}

/** `form.wpcf7`. */
export interface FormInfo {
	readonly id: number;
	status: string;
	readonly pluginVersion: string;
	readonly locale: string;
	readonly unitTag: string;
	readonly containerPost: number;
	readonly parent: Element | null;
	readonly schema: Schema | undefined;
}

export type Wpcf7Form = HTMLFormElement & { wpcf7?: FormInfo };

declare global {
	interface Window {
		wpcf7?: Wpcf7;
		wpcf7_recaptcha?: {
			readonly sitekey: string;
			readonly actions: Readonly<Record<string, string>>;
		};
	}
}

let api: Wpcf7Api | undefined;

/** Called by the chunk when it is loaded: the global's functions call `implementation` synchronously from then on. */
export function installApi(implementation: Wpcf7Api): void {
	api = implementation;
}

/** Completes the global; properties that the page has set win. */
export function prepare(): void {
	const printed: (Partial<Wpcf7> & Pick<Wpcf7, "api">) | undefined =
		window.wpcf7;
	if (!printed?.api) return;
	const call =
		<Name extends keyof Wpcf7Api>(name: Name) =>
		(...args: Parameters<Wpcf7Api[Name]>) => {
			const run = (to: Wpcf7Api) =>
				(to[name] as (...args: Parameters<Wpcf7Api[Name]>) => void)(...args);
			if (api) run(api);
			else
				import(/* webpackChunkName: "contact-form-7" */ ".").then(
					() => api && run(api),
				);
		};
	window.wpcf7 = {
		init: call("init"),
		submit: call("submit"),
		reset: call("reset"),
		validate: call("validate"),
		schemas: new Map(),
		...printed,
	};
}

/** Whether the plugin's own script is linked: it starts after ours, and does all that this module does. */
export function isLegacyLinked(): boolean {
	return Boolean(
		document.querySelector(
			'#contact-form-7-js[src], script[src*="/contact-form-7/includes/js/index"]',
		),
	);
}
