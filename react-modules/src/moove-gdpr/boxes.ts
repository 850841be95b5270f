import { CATEGORIES, type Category, type Consent } from "./settings";

/** The switches of the dialog (contract "cookie-consent", section 3.5). */

/** The third-party switch really is named after performance. */
const IDS: Readonly<Record<Category, string>> = {
	strict: "moove_gdpr_strict_cookies",
	thirdparty: "moove_gdpr_performance_cookies",
	advanced: "moove_gdpr_advanced_cookies",
	performance: "moove_gdpr_performance_cc_cookies",
	preference: "moove_gdpr_preference_cc_cookies",
};

export const DIALOG = "moove_gdpr_cookie_modal";

export const dialogOf = (): HTMLElement | null =>
	document.getElementById(DIALOG);

/** Copies of the switches that an add-on prints elsewhere. */
const MIRRORS = ".gdpr_cookie_settings_shortcode_content input[data-name]";

export const boxOf = (category: Category) =>
	document.getElementById(IDS[category]) as HTMLInputElement | null;

/** Sets the switches as a consent says. */
export function setBoxes(consent: Consent): void {
	const strict = boxOf("strict");
	if (strict && !strict.disabled) strict.checked = consent.strict;
	const isFree = strict?.checked ?? true;
	for (const category of CATEGORIES) {
		const box = boxOf(category);
		if (!box) continue;
		if (category !== "strict") {
			box.disabled = !isFree;
			box.checked = isFree && consent[category];
			fieldset(box)?.classList.toggle("fl-disabled", false);
		}
		if (!box.checked) mark(box);
	}
	mirror();
}

const fieldset = (box: Element) => box.closest(".gdpr-cc-form-fieldset");

/** The classes that show a switch's state. */
function mark(box: HTMLInputElement): void {
	const section = box.closest(".moove-gdpr-tab-main");
	for (const element of [box.closest(".moove-gdpr-status-bar"), section]) {
		element?.classList.toggle("checkbox-selected", box.checked);
	}
	if (!section) return;
	for (const item of document.querySelectorAll(
		`.menu-item-${CSS.escape(section.id)}`,
	)) {
		item.classList.toggle("menu-item-off", !box.checked);
	}
}

/** A switch of the dialog has changed. The others wait for the strict one. */
export function onBoxChange(box: HTMLInputElement): void {
	mark(box);
	if (box.id === IDS.strict) {
		for (const category of CATEGORIES) {
			const other = boxOf(category);
			if (!other || other === box) continue;
			other.disabled = !box.checked;
			fieldset(other)?.classList.toggle("fl-disabled", !box.checked);
			if (!box.checked && other.checked) {
				other.checked = false;
				mark(other);
			}
		}
	}
	mirror();
}

/** The copies show what their switches say, and are locked with them. */
export function mirror(): void {
	for (const copy of document.querySelectorAll<HTMLInputElement>(MIRRORS)) {
		const box = document.getElementById(copy.dataset.name ?? "");
		if (!(box instanceof HTMLInputElement)) continue;
		copy.checked = box.checked;
		copy.disabled = box.disabled;
	}
}

/** A copy has changed: its switch follows, unless that is locked. */
export function onMirrorChange(copy: HTMLInputElement): void {
	const box = document.getElementById(copy.dataset.name ?? "");
	if (!(box instanceof HTMLInputElement)) return;
	if (box.disabled) {
		mirror();
		return;
	}
	box.checked = copy.checked;
	box.dispatchEvent(new Event("change", { bubbles: true }));
}

export const isMirror = (element: Element): boolean => element.matches(MIRRORS);
