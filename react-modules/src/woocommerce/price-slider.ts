import { tell } from "./events";
import { textOf } from "./params";

/**
 * The two prices of the shop's price filter as handles of a slider, in the place of its two fields, which are sent. The markup
 * and the events are those of the plugin's script, so that the rules of themes apply; the handles are sliders for screen
 * readers and keys, too.
 */

const PARAMS = "woocommerce_price_slider_params";
const WORDS = ["min", "max"] as const;
/** Steps of the whole range that a page key goes. */
const PAGES = 5;

const mounted = new WeakSet<Element>();

export function mount(element: Element): void {
	if (mounted.has(element)) return;
	const form = element.closest("form, .price_slider_wrapper");
	const fields = WORDS.map((word) =>
		form?.querySelector<HTMLInputElement>(`input#${word}_price`),
	);
	const [low, high] = fields;
	if (!form || !low || !high) return;
	mounted.add(element);
	new PriceSlider(element as HTMLElement, form, [low, high]).start();
}

class PriceSlider {
	readonly #place: HTMLElement;
	readonly #form: Element;
	readonly #fields: readonly [HTMLInputElement, HTMLInputElement];
	readonly #handles: readonly HTMLElement[];
	readonly #range: HTMLElement;
	readonly #min: number;
	readonly #max: number;
	readonly #step: number;
	#values: [number, number];

	constructor(
		place: HTMLElement,
		form: Element,
		fields: readonly [HTMLInputElement, HTMLInputElement],
	) {
		this.#place = place;
		this.#form = form;
		this.#fields = fields;
		const [low, high] = fields;
		const amount = form.querySelector<HTMLElement>(".price_slider_amount");
		this.#min = Number(low.dataset.min) || 0;
		this.#max = Math.max(Number(high.dataset.max) || 0, this.#min);
		this.#step = Number(amount?.dataset.step) || 1;
		this.#values = [
			low.value === "" ? this.#min : Number(low.value),
			high.value === "" ? this.#max : Number(high.value),
		];
		this.#range = document.createElement("div");
		this.#range.className = "ui-slider-range ui-corner-all ui-widget-header";
		this.#handles = fields.map((field) => this.#handleOf(field));
	}

	start(): void {
		const place = this.#place;
		place.classList.add(
			"ui-slider",
			"ui-corner-all",
			"ui-slider-horizontal",
			"ui-widget",
			"ui-widget-content",
		);
		place.append(this.#range, ...this.#handles);
		for (const field of this.#fields) field.style.display = "none";
		place.style.display = "";
		place.style.touchAction = "none";
		const label = this.#form.querySelector<HTMLElement>(".price_label");
		if (label) label.style.display = "";
		this.#draw();
		this.#tell("create");
		place.addEventListener("pointerdown", (event) => this.#grasp(event));
		for (const [n, handle] of this.#handles.entries()) {
			handle.addEventListener("keydown", (event) => {
				const to = this.#valueOfKey(event.key, n);
				if (to === undefined) return;
				event.preventDefault();
				if (this.#move(n, to)) this.#tell("change");
			});
		}
	}

	#handleOf(field: HTMLInputElement): HTMLElement {
		const handle = document.createElement("span");
		handle.tabIndex = 0;
		handle.className = "ui-slider-handle ui-corner-all ui-state-default";
		handle.setAttribute("role", "slider");
		const name =
			this.#form.querySelector(`label[for="${field.id}"]`)?.textContent ||
			field.placeholder;
		handle.setAttribute("aria-label", name);
		return handle;
	}

	/** The nearest handle goes to where the pointer is, and follows it until it is released. */
	#grasp(event: PointerEvent): void {
		if (event.button !== 0) return;
		event.preventDefault();
		const at = this.#valueAt(event);
		const [low, high] = this.#values;
		const isHigh =
			Math.abs(high - at) < Math.abs(low - at) || (low === high && at > low);
		const n = isHigh ? 1 : 0;
		const handle = this.#handles[n];
		handle?.focus({ preventScroll: true });
		handle?.classList.add("ui-state-active");
		const holding = new AbortController();
		const { signal } = holding;
		let hasMoved = this.#move(n, at);
		const follow = (moved: PointerEvent) => {
			hasMoved = this.#move(n, this.#valueAt(moved)) || hasMoved;
		};
		const release = () => {
			holding.abort();
			handle?.classList.remove("ui-state-active");
			if (hasMoved) this.#tell("change");
		};
		document.addEventListener("pointermove", follow, { signal });
		for (const type of ["pointerup", "pointercancel"]) {
			document.addEventListener(type, release, { signal });
		}
	}

	#valueAt({ clientX }: PointerEvent): number {
		const { left, width } = this.#place.getBoundingClientRect();
		const part = width > 0 ? (clientX - left) / width : 0;
		return this.#min + part * (this.#max - this.#min);
	}

	#valueOfKey(key: string, n: number): number | undefined {
		const value = this.#values[n] ?? 0;
		const page = (this.#max - this.#min) / PAGES;
		switch (key) {
			case "ArrowRight":
			case "ArrowUp":
				return value + this.#step;
			case "ArrowLeft":
			case "ArrowDown":
				return value - this.#step;
			case "PageUp":
				return value + page;
			case "PageDown":
				return value - page;
			case "Home":
				return this.#min;
			case "End":
				return this.#max;
			default:
				return undefined;
		}
	}

	/** Moves a handle to the next whole step, not past the other one. False when it stays. */
	#move(n: number, to: number): boolean {
		const steps = Math.round((to - this.#min) / this.#step);
		const [low, high] = this.#values;
		const [least, most] = n === 0 ? [this.#min, high] : [low, this.#max];
		const whole = this.#min + steps * this.#step;
		const value = Math.min(Math.max(whole, least), most);
		if (value === this.#values[n]) return false;
		this.#values[n] = value;
		this.#draw();
		this.#tell("slide");
		return true;
	}

	#draw(): void {
		const span = this.#max - this.#min || 1;
		const percent = this.#values.map(
			(value) => ((value - this.#min) / span) * 100,
		);
		for (const [n, handle] of this.#handles.entries()) {
			const value = this.#values[n] ?? 0;
			handle.style.left = `${percent[n]}%`;
			handle.setAttribute("aria-valuemin", String(this.#min));
			handle.setAttribute("aria-valuemax", String(this.#max));
			handle.setAttribute("aria-valuenow", String(value));
			handle.setAttribute("aria-valuetext", priceOf(value));
		}
		const [from = 0, to = 0] = percent;
		this.#range.style.left = `${from}%`;
		this.#range.style.width = `${to - from}%`;
	}

	/** Tells of the prices; the fields and the label have them before. */
	#tell(what: "create" | "slide" | "change"): void {
		const [min, max] = this.#values;
		for (const [n, field] of this.#fields.entries()) {
			field.value = String(this.#values[n]);
		}
		tell(`price_slider_${what}`, { min, max });
		if (what === "change") return;
		for (const [name, value] of [
			[".from", min],
			[".to", max],
		] as const) {
			const place = this.#form.querySelector(`.price_slider_amount ${name}`);
			if (place) place.textContent = priceOf(value);
		}
		tell("price_slider_updated", { min, max });
	}
}

/** A price as the shop writes it: `currency_format` has `%s` for the symbol and `%v` for the value. */
function priceOf(value: number): string {
	const decimals = Number(textOf(PARAMS, "currency_format_num_decimals")) || 0;
	const [whole = "", part] = Math.abs(value).toFixed(decimals).split(".");
	const groups = whole.replace(
		/\B(?=(\d{3})+$)/g,
		textOf(PARAMS, "currency_format_thousand_sep"),
	);
	const point = textOf(PARAMS, "currency_format_decimal_sep");
	const number = part === undefined ? groups : groups + point + part;
	const format = textOf(PARAMS, "currency_format") || "%s%v";
	const text = format.replace("%s", () => symbol()).replace("%v", () => number);
	return value < 0 ? `-${text}` : text;
}

/** The symbol, which is printed as HTML. */
function symbol(): string {
	const { body } = new DOMParser().parseFromString(
		textOf(PARAMS, "currency_format_symbol"),
		"text/html",
	);
	return body.textContent ?? "";
}
