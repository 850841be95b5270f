import { tell } from "../events";
import { textOf } from "../params";
import { slide } from "../slide";
import type { Variation } from "./match";
import { setContent } from "./original";
import { setPicture } from "./picture";

/** What a product's page shows of a variation: contract "woocommerce", section 6.4. */

const PARAMS = "wc_add_to_cart_variation_params";
/** Duration of opening the price and the availability, in milliseconds. */
const SLIDE = 200;
const NO_MATCH = "wc-no-matching-variations";
export const UNAVAILABLE = "wc-variation-is-unavailable";
export const UNCHOSEN = "wc-variation-selection-needed";

/** A template of the page with a variation's values: in three braces as HTML, in two as text. */
export function fill(template: string, variation: Variation): string {
	const textOfPath = (path: string): string => {
		const value = path
			.split(".")
			.reduce<unknown>(
				(from, key) => (from as Record<string, unknown> | undefined)?.[key],
				{ data: { variation } },
			);
		return value === undefined || value === null ? "" : String(value);
	};
	return template
		.replace(/\{\{\{\s*([\w.]+)\s*\}\}\}/g, (_, path) => textOfPath(path))
		.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (_, path) => {
			const span = document.createElement("span");
			span.textContent = textOfPath(path);
			return span.innerHTML;
		});
}

const templateOf = (name: string) =>
	document.getElementById(`tmpl-${name}`)?.textContent ?? "";

/** The details of a product that a variation has its own of. */
function setDetails(form: Element, variation: Variation | undefined): void {
	const product = form.closest(".product") ?? document;
	const set = (selector: string, value: string | undefined) =>
		setContent(product.querySelectorAll(selector), value);
	const { sku, weight, weight_html, dimensions, dimensions_html } =
		variation ?? {};
	const hasDimensions = Object.values(dimensions ?? {}).some(Boolean);
	const row = ".woocommerce-product-attributes-item--";
	set(".product_meta .sku", sku || undefined);
	set(
		`.product_weight, ${row}weight .woocommerce-product-attributes-item__value`,
		weight ? weight_html : undefined,
	);
	set(
		`.product_dimensions, ${row}dimensions .woocommerce-product-attributes-item__value`,
		hasDimensions ? dimensions_html : undefined,
	);
}

/** Shows a variation and sets what is sent. */
export function showVariation(form: Element, variation: Variation): void {
	setDetails(form, variation);
	setPicture(form, variation.image);
	removeMessage(form);
	const isVisible = variation.variation_is_visible;
	const place = form.querySelector<HTMLElement>(".single_variation");
	const template = templateOf(
		isVisible ? "variation-template" : "unavailable-variation-template",
	);
	const isPurchasable =
		variation.is_purchasable && variation.is_in_stock && isVisible;
	setId(form, isVisible ? String(variation.variation_id) : "");
	setQuantity(form, variation);
	setButton(form, isPurchasable ? "" : UNAVAILABLE);
	if (!place) return;
	place.innerHTML = fill(template, variation);
	if (place.textContent?.trim()) slide(place, true, SLIDE);
	else place.style.display = "";
	tell("show_variation", { variation, purchasable: isPurchasable }, place);
}

/** Shows no variation: the product as the server printed it. */
export function hideVariation(form: Element): void {
	setDetails(form, undefined);
	setPicture(form, undefined);
	setId(form, "");
	setButton(form, UNCHOSEN);
	const place = form.querySelector<HTMLElement>(".single_variation");
	if (!place) return;
	slide(place, false, SLIDE);
	tell("hide_variation", {}, place);
}

export function setId(form: Element, id: string): void {
	for (const input of form.querySelectorAll<HTMLInputElement>(
		'input[name="variation_id"], input.variation_id',
	)) {
		if (input.value === id) continue;
		input.value = id;
		input.dispatchEvent(new Event("change", { bubbles: true }));
	}
}

/** The button adds, or says why it does not. */
function setButton(form: Element, reason: string): void {
	const button = form.querySelector(".single_add_to_cart_button");
	button?.classList.remove("disabled", UNAVAILABLE, UNCHOSEN);
	if (reason) button?.classList.add("disabled", reason);
	button?.setAttribute("aria-disabled", String(reason !== ""));
	const around = form.querySelector(".woocommerce-variation-add-to-cart");
	const name = "woocommerce-variation-add-to-cart";
	around?.classList.toggle(`${name}-enabled`, reason === "");
	around?.classList.toggle(`${name}-disabled`, reason !== "");
}

/** How many of a variation may be bought at once. */
function setQuantity(form: Element, variation: Variation): void {
	const around = form.querySelector<HTMLElement>(".quantity");
	const input = around?.querySelector<HTMLInputElement>("input.qty");
	if (!around || !input) return;
	const isSingle = variation.is_sold_individually === "yes";
	around.style.display = isSingle ? "none" : "";
	if (isSingle) {
		input.value = "1";
		return;
	}
	const { min_qty: least, max_qty: most } = variation;
	set(input, "min", least);
	set(input, "max", most);
	const value = Number.parseFloat(input.value);
	const low = Number(least) || 0;
	const high = Number(most) || Number.POSITIVE_INFINITY;
	if (!(value >= low)) input.value = String(low || 1);
	else if (value > high) input.value = String(high);
}

function set(input: Element, name: string, value: number | string): void {
	if (value === "" || value === undefined) input.removeAttribute(name);
	else input.setAttribute(name, String(value));
}

/** No variation has these attributes together. */
export function showNoMatch(form: Element): void {
	removeMessage(form);
	const message = document.createElement("p");
	message.className = `${NO_MATCH} woocommerce-info`;
	message.setAttribute("role", "alert");
	message.textContent = textOf(PARAMS, "i18n_no_matching_variations_text");
	const place = form.querySelector(".single_variation");
	if (place) place.after(message);
	else form.append(message);
}

export function removeMessage(form: Element): void {
	form.querySelector(`.${NO_MATCH}`)?.remove();
}
