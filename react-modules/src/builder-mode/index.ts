/**
 * In the page builder's windows (contract "divi-client", section 6, "Builder mode") what is beside the edited content leads
 * nowhere and sends nothing.
 */
const BESIDE = ".et-fb-root-ancestor-sibling";

const stop = (event: Event) => {
	const { target } = event;
	if (!(target instanceof Element) || !target.closest(BESIDE)) return;
	if (event.type === "submit" || target.closest("a, button, [type=submit]")) {
		event.preventDefault();
	}
};

export function mount(): void {
	for (const type of ["click", "submit"]) {
		document.addEventListener(type, stop, true);
	}
}
