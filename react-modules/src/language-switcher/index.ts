/**
 * The language switcher's click dropdown (contract "wordpress-core", section 19.1; keys as "divi-client", section 2.9): a
 * click opens or closes the list and does not follow the toggle's link; a click elsewhere closes it. The state is the
 * list's inline `visibility`, which the site's style sheets know. Enter and the space bar do what a click does; Escape
 * closes and goes back to the toggle.
 */
export function mount(switcher: Element): void {
	const toggle = switcher.querySelector<HTMLElement>(".js-wpml-ls-item-toggle");
	const list = switcher.querySelector<HTMLElement>(".js-wpml-ls-sub-menu");
	if (!toggle || !list) return;
	const isOpen = () => list.style.visibility === "visible";
	const show = (willOpen: boolean) => {
		if (!willOpen && !list.style.visibility) return;
		list.style.visibility = willOpen ? "visible" : "hidden";
		toggle.setAttribute("aria-expanded", String(willOpen));
	};
	toggle.setAttribute("aria-expanded", "false");
	toggle.setAttribute("aria-haspopup", "true");
	toggle.addEventListener("click", (event) => {
		event.preventDefault();
		show(!isOpen());
	});
	switcher.addEventListener("keydown", (event) => {
		const { key, target } = event as KeyboardEvent;
		if (key === "Escape" && isOpen()) {
			show(false);
			toggle.focus();
		}
		if ((key === "Enter" || key === " ") && target === toggle) {
			event.preventDefault();
			show(!isOpen());
		}
	});
	switcher.addEventListener("focusout", (event) => {
		const next = (event as FocusEvent).relatedTarget;
		if (next && !switcher.contains(next as Node)) show(false);
	});
	document.addEventListener("click", (event) => {
		if (!toggle.contains(event.target as Node)) show(false);
	});
}
