import { beforeEach, expect, test } from "vitest";
import { mount } from "./stars";

const stars = () => [...document.querySelectorAll<HTMLElement>(".stars a")];
const select = () => document.querySelector("select") as HTMLSelectElement;

beforeEach(() => {
	Object.assign(window, {
		wc_single_product_params: {
			i18n_required_rating_text: "Elige una puntuación",
			i18n_rating_options: [1, 2, 3, 4, 5].map((n) => `${n} de 5 estrellas`),
			review_rating_required: "yes",
		},
	});
	document.body.innerHTML = `<div id="respond"><form><div class="comment-form-rating"><label for="rating" id="comment-form-rating-label">Tu puntuación</label>
<select name="rating" id="rating" required><option value="">…</option>${[5, 4, 3, 2, 1].map((n) => `<option value="${n}">${n}</option>`).join("")}</select></div><button id="submit" type="submit">Enviar</button></form></div>`;
	mount(select());
});

const submit = () =>
	document
		.querySelector("#submit")
		?.dispatchEvent(
			new MouseEvent("click", { bubbles: true, cancelable: true }),
		);

test("stars stand in the place of the list, in the markup of the shop", () => {
	expect(select().style.display).toBe("none");
	expect(select().previousElementSibling?.outerHTML).toBe(
		`<p class="stars"><span role="group" aria-labelledby="comment-form-rating-label">${[
			1, 2, 3, 4, 5,
		]
			.map(
				(n) =>
					`<a class="star-${n}" href="#" role="radio" aria-checked="false" tabindex="${n === 1 ? 0 : -1}">${n} de 5 estrellas</a>`,
			)
			.join("")}</span></p>`,
	);
	stars()[3]?.click();
	expect(select().value).toBe("4");
	expect(document.querySelector(".stars")?.className).toBe("stars selected");
	expect(document.querySelector(".active")?.className).toBe("star-4 active");
	expect(stars().map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, -1, 0, -1]);
	expect(stars()[3]?.getAttribute("aria-checked")).toBe("true");
});

test("keys choose as in a group of radio buttons", () => {
	const press = (key: string) =>
		document.activeElement?.dispatchEvent(
			new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
		);
	stars()[0]?.focus();
	press(" ");
	expect(select().value).toBe("1");
	press("ArrowLeft");
	expect(select().value).toBe("5");
	press("ArrowRight");
	press("ArrowDown");
	expect(select().value).toBe("2");
	expect(document.activeElement).toBe(stars()[1]);
	press("ArrowUp");
	expect(select().value).toBe("1");
});

test("a review without stars is not sent, and the stars say why", () => {
	expect(submit()).toBe(false);
	const error = document.querySelector("[role=alert]") as HTMLElement;
	expect(error.textContent).toBe("Elige una puntuación");
	const group = document.querySelector(".stars span") as Element;
	expect(group.getAttribute("aria-describedby")).toBe(error.id);
	expect(group.getAttribute("aria-invalid")).toBe("true");
	expect(document.activeElement).toBe(stars()[0]);
	stars()[4]?.click();
	expect(document.querySelector("[role=alert]")).toBe(null);
	expect(group.hasAttribute("aria-invalid")).toBe(false);
	document
		.querySelector("form")
		?.addEventListener("submit", (event) => event.preventDefault());
	expect(submit()).toBe(true);
});
