import { report } from "../../runtime/report";
import { partsOf } from "./parts";

/** A searchable list as it stands in the page: the chosen option, and what opens it. The open part comes with its own chunk. */

const HIDDEN = "select2-hidden-accessible";

const loadDropdown = () =>
	import(/* webpackChunkName: "woocommerce-select" */ "./dropdown");

/** Puts the searchable list behind its select, which keeps the value, the name and the events. */
export function enhance(select: HTMLSelectElement): void {
	if (select.classList.contains(HIDDEN)) return;
	const parts = partsOf(select);
	const { container, selection } = parts;
	const tabIndex = select.getAttribute("tabindex");
	select.classList.add(HIDDEN);
	select.tabIndex = -1;
	select.setAttribute("aria-hidden", "true");
	select.after(container);

	const draw = () => parts.draw();
	draw();
	select.addEventListener("change", draw);
	// Options that another script adds or takes away may hold the chosen one.
	new MutationObserver(draw).observe(select, { childList: true });
	// Labels and links of errors lead to the select.
	select.addEventListener("focus", () => selection.focus());
	for (const type of ["focus", "blur"]) {
		selection.addEventListener(type, () => {
			container.classList.toggle("select2-container--focus", type === "focus");
		});
	}

	/** Without the chunk the visitor has the browser's own list. */
	const restore = (error: unknown) => {
		report("searchable list", "did not load", error);
		container.remove();
		select.classList.remove(HIDDEN);
		select.removeAttribute("aria-hidden");
		if (tabIndex === null) select.removeAttribute("tabindex");
		else select.setAttribute("tabindex", tabIndex);
		select.focus();
	};
	const open = (term = "") => {
		if (select.disabled) return;
		loadDropdown().then(({ toggle }) => toggle(parts, term), restore);
	};
	for (const type of ["pointerover", "focusin"]) {
		container.addEventListener(
			type,
			() => void loadDropdown().catch(() => {}),
			{ once: true, passive: true },
		);
	}
	selection.addEventListener("mousedown", (event) => {
		if (event.button !== 0) return;
		// The focus goes into the search field, or stays here when the list closes.
		event.preventDefault();
		selection.focus();
		open();
	});
	selection.addEventListener("keydown", (event) => {
		const term = termOf(event);
		if (term === undefined) return;
		event.preventDefault();
		open(term);
	});
}

/** What a key on the closed list searches for: a letter or digit; nothing with a key that opens. Undefined for other keys. */
function termOf(event: KeyboardEvent): string | undefined {
	const { key, ctrlKey, metaKey, altKey } = event;
	if (["Enter", " ", "ArrowDown", "ArrowUp"].includes(key)) return "";
	if (ctrlKey || metaKey || altKey) return undefined;
	return /^[\p{L}\p{N}]$/u.test(key) ? key : undefined;
}
