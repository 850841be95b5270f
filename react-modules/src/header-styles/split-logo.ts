import { windowWidth } from "../divi/device";

const SLOT = "centered-inline-logo-wrap";

/** The logo amid the menu's items on wide windows, where it was on others. */
export function startSplitLogo(): void {
	const list = document.querySelector<HTMLElement>("#top-menu");
	const logo = document.querySelector<HTMLElement>(".logo_container");
	const home = document.querySelector<HTMLElement>(".et_menu_container");
	if (!list || !logo || !home) return;
	let slot = list.querySelector<HTMLElement>(`:scope > .${SLOT}`);
	if (windowWidth() <= 980) {
		if (slot) {
			home.prepend(logo);
			slot.remove();
		}
		return;
	}
	if (!slot) {
		slot = document.createElement("li");
		slot.className = SLOT;
		const items = [...list.children];
		const place = Math.round(items.length / 2) - 1;
		list.insertBefore(slot, items[place]?.nextElementSibling ?? null);
		slot.append(logo);
	}
	slot.style.width = `${widthOf(logo)}px`;
}

/** As wide as the logo in the header's height. */
function widthOf(box: HTMLElement): number {
	const image = box.querySelector<HTMLImageElement>("img");
	if (!image?.naturalWidth || getComputedStyle(box).display === "none") {
		return 0;
	}
	const nav = document.querySelector<HTMLElement>("#et-top-navigation");
	const isFixed = document.querySelector("#main-header.et-fixed-header");
	const height = Number(
		(isFixed ? nav?.dataset.fixedHeight : nav?.dataset.height) ?? 66,
	);
	const part = Number(image.dataset.heightPercentage ?? 54) / 100;
	return image.naturalWidth * ((height * part + 22) / image.naturalHeight);
}
