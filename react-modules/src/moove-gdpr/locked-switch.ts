import { boxOf } from "./boxes";

/** A click on a switch that waits for the strict one: layout v2 ticks both. */
export function onLockedSwitch(set: Element): void {
	if (!set.closest(".moove_gdpr_modal_theme_v2")) {
		const warning = set
			.closest(".moove-gdpr-tab-main")
			?.querySelector<HTMLElement>(
				".moove-gdpr-strict-secondary-warning-message",
			);
		if (warning) warning.style.display = "block";
		return;
	}
	for (const box of [boxOf("strict"), set.querySelector("input")]) {
		if (!box || box.checked) continue;
		box.checked = true;
		box.dispatchEvent(new Event("change", { bubbles: true }));
	}
}
