/**
 * The language switcher's click dropdown (contract "wordpress-core", section 19.1; keys as "divi-client", section 2.9): a
 * click anywhere opens or closes the list, and the toggle's link is not followed; a click elsewhere closes it. The state is the
 * list's inline `visibility`, which the site's style sheets know. Enter and the space bar do what a click does; Escape
 * closes and goes back to the toggle.
 */
export function mount(switcher: Element): void {
	const toggle = switcher.querySelector<HTMLElement>(".js-wpml-ls-item-toggle");
	const list = switcher.querySelector<HTMLElement>(".js-wpml-ls-sub-menu");
	toggle?.addEventListener("click", (event) => event.preventDefault());
	// The other kind opens under the pointer, by the style sheet.
	const isOnClick = switcher.matches(".js-wpml-ls-legacy-dropdown-click");
	if (!toggle || !list || !isOnClick) return;
	const isOpen = () => list.style.visibility === "visible";
	const show = (willOpen: boolean) => {
		if (!willOpen && !list.style.visibility) return;
		list.style.visibility = willOpen ? "visible" : "hidden";
		toggle.setAttribute("aria-expanded", String(willOpen));
	};
	toggle.setAttribute("aria-expanded", "false");
	toggle.setAttribute("aria-haspopup", "true");
	switcher.addEventListener("click", ({ target }) => {
		// A language's own link leads on.
		if (toggle.contains(target as Node) || !list.contains(target as Node)) {
			show(!isOpen());
		}
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
		if (!switcher.contains(event.target as Node)) show(false);
	});
}
