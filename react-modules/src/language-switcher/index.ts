/**
 * The language switcher's click dropdown (contract "wordpress-core", section 19.1): a click on the toggle opens or
 * closes the list and does not follow the toggle's link; a click elsewhere closes it. The state is the list's inline
 * `visibility`, which the site's style sheets know.
 */
export function mount(switcher: Element): void {
	const toggle = switcher.querySelector<HTMLElement>(".js-wpml-ls-item-toggle");
	const list = switcher.querySelector<HTMLElement>(".js-wpml-ls-sub-menu");
	if (!toggle || !list) return;
	const show = (isOpen: boolean) => {
		list.style.visibility = isOpen ? "visible" : "hidden";
	};
	toggle.addEventListener("click", (event) => {
		event.preventDefault();
		show(list.style.visibility !== "visible");
	});
	document.addEventListener("click", (event) => {
		if (!toggle.contains(event.target as Node)) show(false);
	});
}
