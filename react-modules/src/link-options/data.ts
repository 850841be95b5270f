import { isDiviScriptThere } from "../divi/legacy";

/** What the server printed of an element that is a link. */
export interface LinkOption {
	readonly class?: string;
	readonly url: string;
	readonly target?: string;
}

declare global {
	interface Window {
		et_link_options_data?: readonly LinkOption[];
	}
}

/** Whether the page has no such element. */
export const isPassive = (): boolean =>
	!window.et_link_options_data?.length || isDiviScriptThere();
