import type { DialogTab } from "./read";

/** The keyboard in the open dialog (contract "cookie-consent", section 7.5). */

export type Keys = (event: KeyboardEvent) => void;

interface Open {
	readonly dialog: HTMLElement;
	readonly tabs: readonly DialogTab[];
	readonly selected: string | undefined;
	readonly choose: (name: string | undefined) => void;
	readonly close: () => void;
}

const FOCUS = "focus-g";

export function onKey(event: KeyboardEvent, open: Open): void {
	const { dialog } = open;
	switch (event.key) {
		case "Escape":
			open.close();
			break;
		case "ArrowUp":
			step(open, -1);
			break;
		case "ArrowDown":
			step(open, 1);
			break;
		case "Tab":
			trap(open, event.shiftKey ? -1 : 1);
			break;
		case " ":
			if (isOnePage(dialog)) (document.activeElement as HTMLElement)?.click();
			else switchOf(open)?.click();
			break;
		case "Enter":
			enter(dialog);
			break;
		default:
			return;
	}
	event.preventDefault();
}

const isOnePage = (dialog: Element) =>
	dialog.querySelector(".moove_gdpr_modal_theme_v2") !== null;

/** The switch of the section that shows. */
const switchOf = ({ tabs, selected }: Open) =>
	tabs
		.find(({ name }) => name === selected)
		?.section?.querySelector<HTMLInputElement>(
			'input[type="checkbox"]:not(:disabled)',
		);

/** The next tab, round and round. */
function step({ tabs, selected, choose }: Open, by: 1 | -1): void {
	const at = tabs.findIndex(({ name }) => name === selected);
	choose(tabs[(at + by + tabs.length) % tabs.length]?.name);
}

function stopsOf(dialog: HTMLElement): HTMLElement[] {
	const wanted = isOnePage(dialog)
		? '[role="switch"]:not([aria-disabled]), summary, button, a[href]'
		: ".mgbutton, .moove-gdpr-modal-close, .moove-gdpr-tab-nav, .moove-gdpr-branding";
	return [...dialog.querySelectorAll<HTMLElement>(wanted)].filter(
		(stop) => stop.getClientRects().length > 0,
	);
}

/** The dialog holds the focus; a menu item that gets it is chosen. */
function trap({ dialog, tabs, choose }: Open, by: 1 | -1): void {
	const stops = stopsOf(dialog);
	// The pointer may have brought the focus elsewhere since the last key.
	const focused = stops.indexOf(document.activeElement as HTMLElement);
	const marked = stops.findIndex(({ classList }) => classList.contains(FOCUS));
	const at = focused < 0 ? marked : focused;
	const from = at < 0 && by < 0 ? 0 : at;
	const next = stops[(from + by + stops.length) % stops.length];
	for (const stop of stops) stop.classList.toggle(FOCUS, stop === next);
	next?.focus();
	const tab = tabs.find(({ button }) => button === next);
	if (tab && !isOnePage(dialog)) choose(tab.name);
}

/** What Enter presses also where the focus came to it by other ways than the tab key. */
const ACTIONS = ".mgbutton, .moove-gdpr-modal-close, a[href]";

/** Enter presses what has the focus, else it saves. */
function enter(dialog: HTMLElement): void {
	const focused = document.activeElement as HTMLElement | null;
	if (focused && dialog.contains(focused) && focused.matches(ACTIONS)) {
		focused.click();
		return;
	}
	const now = dialog.querySelector<HTMLElement>(`.${FOCUS}`);
	const isPressed = !isOnePage(dialog) || now?.matches("button, a");
	const save = dialog.querySelector<HTMLElement>(
		".moove-gdpr-modal-save-settings",
	);
	(now && isPressed ? now : save)?.click();
}
