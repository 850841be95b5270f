import { isOn, paramsOf, textOf } from "./params";

/** The stars of a review's form in the place of its list: contract "woocommerce", sections 6.3 and 11. */

const PARAMS = "wc_single_product_params";
const ERROR = "rating-error";
const NUMBER = 5;

const mounted = new WeakSet<Element>();

export function mount(element: Element): void {
	if (!(element instanceof HTMLSelectElement) || mounted.has(element)) return;
	mounted.add(element);
	const select = element;
	const texts = paramsOf(PARAMS)?.i18n_rating_options;
	const names = Array.isArray(texts) ? texts.map(String) : [];
	const { place, group, stars } = elements(names);
	select.style.display = "none";
	select.before(place);
	const choose = (star: number) => {
		select.value = String(star);
		place.classList.add("selected");
		mark(stars, star);
		place.nextElementSibling?.matches(`#${ERROR}`) && clearError(group);
		select.dispatchEvent(new Event("change", { bubbles: true }));
	};
	for (const [n, star] of stars.entries()) {
		star.addEventListener("click", (event) => {
			event.preventDefault();
			choose(n + 1);
		});
		star.addEventListener("keydown", (event) => {
			const to = starOf(event.key, n + 1);
			if (to === undefined) return;
			event.preventDefault();
			choose(to);
			stars[to - 1]?.focus();
		});
	}
	const given = Number(select.value);
	if (given) {
		place.classList.add("selected");
		mark(stars, given);
	}
	// Before the browser's own check: a list that is not shown cannot be told of.
	select.form?.addEventListener("click", (event) => {
		const button = (event.target as Element).closest("button, input");
		const isSubmit = (button as HTMLButtonElement | null)?.type === "submit";
		if (!isSubmit || select.value) return;
		if (!isOn(PARAMS, "review_rating_required")) return;
		event.preventDefault();
		showError(place, group);
		stars[0]?.focus();
	});
}

function elements(names: readonly string[]) {
	const place = document.createElement("p");
	place.className = "stars";
	const group = document.createElement("span");
	group.setAttribute("role", "group");
	group.setAttribute("aria-labelledby", "comment-form-rating-label");
	const stars = Array.from({ length: NUMBER }, (_, n) => {
		const star = document.createElement("a");
		star.className = `star-${n + 1}`;
		star.href = "#";
		star.setAttribute("role", "radio");
		star.setAttribute("aria-checked", "false");
		star.tabIndex = n === 0 ? 0 : -1;
		star.textContent = names[n] ?? String(n + 1);
		return star;
	});
	group.append(...stars);
	place.append(group);
	return { place, group, stars };
}

function mark(stars: readonly HTMLElement[], chosen: number): void {
	for (const [n, star] of stars.entries()) {
		const isChosen = n + 1 === chosen;
		star.classList.toggle("active", isChosen);
		star.setAttribute("aria-checked", String(isChosen));
		star.tabIndex = isChosen ? 0 : -1;
	}
}

/** Keys of a group of radio buttons; they lead round. */
function starOf(key: string, star: number): number | undefined {
	switch (key) {
		case "ArrowRight":
		case "ArrowDown":
			return (star % NUMBER) + 1;
		case "ArrowLeft":
		case "ArrowUp":
			return star > 1 ? star - 1 : NUMBER;
		case " ":
		case "Enter":
			return star;
		default:
			return undefined;
	}
}

function showError(place: Element, group: Element): void {
	if (document.getElementById(ERROR)) return;
	const error = document.createElement("p");
	error.id = ERROR;
	error.className = "woocommerce-error";
	error.setAttribute("role", "alert");
	error.textContent = textOf(PARAMS, "i18n_required_rating_text");
	place.after(error);
	group.setAttribute("aria-describedby", ERROR);
	group.setAttribute("aria-invalid", "true");
}

function clearError(group: Element): void {
	document.getElementById(ERROR)?.remove();
	group.removeAttribute("aria-describedby");
	group.removeAttribute("aria-invalid");
}
