import { hear, tell } from "../events";
import { addressOf, textOf } from "../params";
import { isAborted, objectOf, post } from "../request";
import { type Attributes, match, type Variation, valuesOf } from "./match";
import { setPicture } from "./picture";
import { clearRefusal, refuse } from "./refusal";
import {
	hideVariation,
	removeMessage,
	setId,
	showNoMatch,
	showVariation,
} from "./view";

/**
 * The form of a variable product: contract "woocommerce", sections 6.4, 10 and 12. With many variations the form has none of
 * them, and the server finds the one that was chosen.
 */

const PARAMS = "wc_add_to_cart_variation_params";

const mounted = new WeakSet<Element>();

export function mount(element: Element): void {
	if (!(element instanceof HTMLFormElement) || mounted.has(element)) return;
	mounted.add(element);
	new VariationsForm(element).start();
}

class VariationsForm {
	readonly #form: HTMLFormElement;
	readonly #selects: readonly HTMLSelectElement[];
	/** All options of each list, as the server printed them. */
	readonly #options: ReadonlyMap<
		HTMLSelectElement,
		readonly HTMLOptionElement[]
	>;
	/** Undefined when the server is asked for each. */
	readonly #variations: readonly Variation[] | undefined;
	#running: AbortController | undefined;

	constructor(form: HTMLFormElement) {
		this.#form = form;
		this.#selects = [
			...form.querySelectorAll<HTMLSelectElement>(".variations select"),
		];
		this.#options = new Map(
			this.#selects.map((select) => [select, [...select.options]]),
		);
		const data = objectOf(form.dataset.product_variations ?? "");
		this.#variations = Array.isArray(data) ? (data as Variation[]) : undefined;
	}

	start(): void {
		const form = this.#form;
		const selects = this.#selects;
		for (const select of selects) {
			select.addEventListener("change", () => this.#changed());
		}
		form.addEventListener("click", (event) => {
			if (!(event.target instanceof Element)) return;
			if (event.target.closest(".reset_variations")) {
				event.preventDefault();
				this.#reset();
			} else if (event.target.closest(".single_add_to_cart_button")) {
				refuse(event, form, selects);
			}
		});
		hear("check_variations", [], () => this.#check(), form);
		hear("update_variation_values", [], () => this.#filter(), form);
		hear("reset_data", [], () => hideVariation(form), form);
		hear("reset_image", [], () => setPicture(form, undefined), form);
		hear(
			"found_variation",
			["variation"],
			(variation) => showVariation(form, variation as Variation),
			form,
		);
		// The server knows which attributes an address asks for.
		tell("check_variations", {}, form);
		tell("wc_variation_form", { form: this }, form);
	}

	/** Attribute names to what is chosen. */
	#chosen(): Attributes {
		return Object.fromEntries(
			this.#selects.map((select) => [
				select.dataset.attribute_name || select.name,
				select.value,
			]),
		);
	}

	#changed(): void {
		const form = this.#form;
		setId(form, "");
		removeMessage(form);
		clearRefusal(form, this.#selects);
		this.#announce("");
		tell("woocommerce_variation_select_change", {}, form);
		tell("check_variations", {}, form);
		tell("woocommerce_variation_has_changed", {}, form);
	}

	#check(): void {
		const form = this.#form;
		const chosen = this.#chosen();
		const values = Object.values(chosen);
		this.#showReset(values.some(Boolean));
		tell("update_variation_values", { variations: this.#variations }, form);
		this.#running?.abort();
		if (!values.every(Boolean)) {
			tell("reset_data", {}, form);
			return;
		}
		if (this.#variations) this.#show(match(this.#variations, chosen));
		else void this.#ask(chosen);
	}

	#show(variation: Variation | undefined): void {
		const form = this.#form;
		if (variation) {
			tell("found_variation", { variation }, form);
			return;
		}
		tell("reset_data", {}, form);
		showNoMatch(form);
	}

	/** Asks the server for the variation; the newest choice counts. */
	async #ask(chosen: Attributes): Promise<void> {
		const form = this.#form;
		const call = new AbortController();
		this.#running = call;
		form.setAttribute("aria-busy", "true");
		try {
			const fields = { product_id: form.dataset.product_id ?? "", ...chosen };
			const address = addressOf("get_variation", PARAMS);
			const text = await post(address, fields, call.signal);
			this.#show(objectOf(text) as Variation | undefined);
		} catch (error) {
			if (isAborted(error)) return;
			this.#show(undefined);
		}
		form.removeAttribute("aria-busy");
	}

	/** Each list offers what leads to a variation with the other lists as they are. */
	#filter(): void {
		const variations = this.#variations;
		if (!variations) return;
		const chosen = this.#chosen();
		for (const [select, options] of this.#options) {
			const name = select.dataset.attribute_name || select.name;
			const values = valuesOf(variations, chosen, name);
			const { value } = select;
			const isOffered = ({ value: own }: HTMLOptionElement) =>
				!own || !values || values.has(own);
			for (const option of options) {
				if (!option.value) continue;
				option.classList.toggle("attached", isOffered(option));
				option.classList.toggle("enabled", isOffered(option));
			}
			const shown = options.filter(isOffered);
			const isSame =
				shown.length === select.options.length &&
				shown.every((option, n) => option === select.options[n]);
			if (!isSame) select.replaceChildren(...shown);
			if (select.value !== value) select.value = value;
			// What was chosen is not to be had any more.
			if (select.selectedIndex < 0) select.value = "";
		}
	}

	#showReset(isShown: boolean): void {
		const link = this.#form.querySelector<HTMLElement>(".reset_variations");
		if (!link) return;
		link.style.visibility = isShown ? "visible" : "hidden";
		link.style.display = isShown ? "inline" : "none";
	}

	#reset(): void {
		for (const select of this.#selects) select.value = "";
		this.#changed();
		this.#announce(textOf(PARAMS, "i18n_reset_alert_text"));
		this.#selects[0]?.focus();
	}

	#announce(text: string): void {
		const place = this.#form.querySelector(".reset_variations_alert");
		if (place) place.textContent = text;
	}
}
