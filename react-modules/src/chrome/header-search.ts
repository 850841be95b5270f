import { asButton, word } from "../divi/button";
import { report } from "../runtime/report";

const loadForm = () =>
	import(/* webpackChunkName: "header-search" */ "./search-form");

/** The search of the header (contract "divi-client", section 2.6): its form's part is loaded when somebody may open it. */
export function startHeaderSearch(): void {
	const opener = document.querySelector<HTMLElement>("#et_top_search");
	if (!opener || !document.querySelector(".et_search_form_container")) return;
	const icon = opener.querySelector<HTMLElement>("#et_search_icon") ?? opener;
	asButton(icon, word("search"));
	icon.setAttribute("aria-expanded", "false");
	for (const sign of ["pointerover", "focusin"]) {
		opener.addEventListener(sign, () => void loadForm().catch(() => {}), {
			once: true,
			passive: true,
		});
	}
	opener.addEventListener("click", () =>
		loadForm().then(
			({ open }) => open(icon),
			(error) => report("chrome", "could not open the search", error),
		),
	);
}
