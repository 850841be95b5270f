import { setBusy } from "../busy";
import { tell } from "../events";
import { keepFocus } from "../focus";
import { find, nodesOf } from "../markup";
import { reload } from "../navigation";
import { addressOf, textOf } from "../params";
import { fieldsOf, isAborted, objectOf, post } from "../request";
import { methodsOf } from "../shipping-methods";
import { removeAnswers, showUpdateErrors } from "./errors";
import { drawPayment, methodOf } from "./payment";

/** `update_order_review`, which gives the totals and methods anew: contract "woocommerce", sections 9.4, 10 and 12. */

const PARAMS = "wc_checkout_params";
const PARTS =
	".woocommerce-checkout-payment, .woocommerce-checkout-review-order-table";
/** From the event to the call, in milliseconds: several events at once are one call. */
const GATHER = 5;

let timer: ReturnType<typeof setTimeout> | undefined;
let running: AbortController | undefined;
/** The text of each part of a form as the server sent it last. */
const known = new WeakMap<HTMLFormElement, Map<string, string>>();

/** Asks for the totals soon; a running call ends. */
export function updateSoon(form: HTMLFormElement, sendsMethods = true): void {
	clearTimeout(timer);
	timer = setTimeout(() => void update(form, sendsMethods), GATHER);
}

async function update(form: HTMLFormElement, sendsMethods: boolean) {
	running?.abort();
	if (!form.isConnected) return;
	const call = new AbortController();
	running = call;
	setBusy(document.querySelectorAll(PARTS), true);
	let data: Record<string, unknown> | undefined;
	try {
		const address = addressOf("update_order_review", PARAMS);
		const text = await post(address, payload(form, sendsMethods), call.signal);
		data = objectOf(text);
		if (data) show(form, data);
	} catch (error) {
		if (isAborted(error)) return;
	}
	// Parts that did not change are still there.
	setBusy(document.querySelectorAll(PARTS), false);
	if (data?.reload !== true) tell("updated_checkout", { data });
}

/** A field's value; the page builder has the fields in other forms. */
const fieldValue = (id: string): string =>
	document.querySelector<HTMLInputElement>(`#${id}`)?.value ?? "";

/** Names in the call, and of the fields. */
const ADDRESS = [
	["country", "country"],
	["state", "state"],
	["postcode", "postcode"],
	["city", "city"],
	["address", "address_1"],
	["address_2", "address_2"],
] as const;

function payload(
	form: HTMLFormElement,
	sendsMethods: boolean,
): URLSearchParams {
	const isElsewhere = document.querySelector<HTMLInputElement>(
		"#ship-to-different-address input",
	)?.checked;
	const kind = isElsewhere ? "shipping" : "billing";
	const fields = new URLSearchParams({
		security: textOf(PARAMS, "update_order_review_nonce"),
		payment_method: methodOf(form),
	});
	for (const [name, id] of ADDRESS)
		fields.append(name, fieldValue(`billing_${id}`));
	for (const [name, id] of ADDRESS) {
		fields.append(`s_${name}`, fieldValue(`${kind}_${id}`));
	}
	const isFull = [...new Set(["billing", kind])].every(isFullAddress);
	fields.append("has_full_address", String(isFull));
	fields.append("post_data", fieldsOf(form).toString());
	if (!sendsMethods) return fields;
	for (const [name, value] of methodsOf(document)) fields.append(name, value);
	return fields;
}

/** Whether all is filled in that an address needs. */
function isFullAddress(kind: string): boolean {
	const fields = document.querySelectorAll<HTMLInputElement>(
		`.woocommerce-${kind}-fields .address-field.validate-required :is(input, select)`,
	);
	return [...fields].every(({ value }) => value !== "");
}

function show(form: HTMLFormElement, data: Record<string, unknown>): void {
	if (data.reload === true) {
		reload();
		return;
	}
	const restore = rememberPayment(form);
	for (const old of document.querySelectorAll(
		".woocommerce-NoticeGroup-updateOrderReview",
	)) {
		old.remove();
	}
	const { fragments, messages, result } = data;
	const parts = known.get(form) ?? new Map<string, string>();
	known.set(form, parts);
	if (typeof fragments === "object" && fragments !== null) {
		for (const [selector, html] of Object.entries(fragments)) {
			if (typeof html !== "string" || parts.get(selector) === html) continue;
			parts.set(selector, html);
			replacePart(selector, html);
		}
	}
	restore();
	if (result === "failure") {
		const text = typeof messages === "string" ? messages : "";
		if (text.trim()) showUpdateErrors(form, text);
		else removeAnswers();
	}
	drawPayment(form);
}

function replacePart(selector: string, html: string): void {
	keepFocus(selector, () => {
		for (const old of find(selector)) old.replaceWith(nodesOf(html.trim()));
	});
}

/** What a visitor has ticked and typed in the part with the payment: it survives. */
function rememberPayment(form: HTMLFormElement): () => void {
	type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
	const isAgreed = form.querySelector<HTMLInputElement>("#terms")?.checked;
	const kept = [
		...form.querySelectorAll<Control>(
			".payment_box :is(input, select, textarea)[id]",
		),
	].map((field) => ({
		id: field.id,
		value: field.value,
		isChecked: field instanceof HTMLInputElement && field.checked,
	}));
	return () => {
		const terms = form.querySelector<HTMLInputElement>("#terms");
		if (terms && isAgreed) terms.checked = true;
		for (const { id, value, isChecked } of kept) {
			const field = form.querySelector<Control>(`#${CSS.escape(id)}`);
			if (!field?.closest(".payment_box") || field.type === "hidden") continue;
			const isChoice = /^(checkbox|radio)$/.test(field.type);
			if (isChoice) (field as HTMLInputElement).checked = isChecked;
			else field.value = value;
		}
	};
}
