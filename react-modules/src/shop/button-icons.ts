import { on } from "../runtime/events";
import { installGlobals } from "../runtime/install-globals";

/** The builder's own icons on the shop's buttons (contract "divi-client", section 6.30). */

const MODULES = ".et_pb_woo_custom_button_icon";
const SUFFIXES = ["", "-tablet", "-phone", "-sticky"];

export function startButtonIcons(): void {
	installGlobals({ et_pb_init_woo_custom_button_icon: dressAll });
	dressAll();
	// The shop replaces these parts after each update.
	for (const type of ["updated_checkout", "updated_wc_div"]) {
		on(document.body, type, dressAll);
	}
	// The shop removes and inserts the update button.
	for (const type of ["change", "input"]) {
		document.addEventListener(type, ({ target }) => {
			if (!(target instanceof Element)) return;
			const cart = target.closest(".woocommerce-cart-form");
			const module = cart?.closest<HTMLElement>(MODULES);
			if (module) dress(module);
		});
	}
}

function dressAll(): void {
	for (const module of document.querySelectorAll<HTMLElement>(MODULES)) {
		dress(module);
	}
}

function dress(module: HTMLElement): void {
	const { buttonClass, buttonNames } = module.dataset;
	if (buttonClass) {
		const buttons = module.getElementsByClassName(buttonClass);
		putIcon(module, [...buttons], "data-button-icon", "data-icon");
	}
	for (const name of buttonNames?.match(/[\w-]+/g) ?? []) {
		const buttons = module.querySelectorAll(`[name="${name}"]`);
		putIcon(module, [...buttons], `data-${name}-icon`);
	}
}

/** Copies the icon for each device, from the first attribute that has one. */
function putIcon(
	module: Element,
	buttons: readonly Element[],
	...names: readonly string[]
): void {
	const name = names.find((name) => module.getAttribute(name));
	if (!name) return;
	for (const button of buttons) {
		button.classList.add("et_pb_custom_button_icon", "et_pb_button");
		for (const suffix of SUFFIXES) {
			const icon = module.getAttribute(name + suffix);
			if (icon) button.setAttribute(`data-icon${suffix}`, icon);
		}
	}
}
