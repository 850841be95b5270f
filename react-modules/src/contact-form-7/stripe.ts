import { handleOf } from "./handle";
import type { Wpcf7Form } from "./wpcf7";

/**
 * The Stripe field: contract "contact-form-7", sections 8.15 and 20.9. The server answers `payment_required` with a
 * payment intent; the visitor enters the card, Stripe confirms, and the form goes out again with the intent's id.
 */

interface Card {
	readonly mount: (place: Element) => void;
	readonly on: (
		type: "change",
		call: (event: { readonly error?: { readonly message: string } }) => void,
	) => void;
}

interface Confirmation {
	readonly error?: { readonly message: string };
	readonly paymentIntent?: { readonly id: string; readonly status: string };
}

interface Stripe {
	readonly elements: () => { readonly create: (kind: "card") => Card };
	readonly confirmCardPayment: (
		secret: string,
		options: { readonly payment_method: { readonly card: Card } },
	) => Promise<Confirmation>;
}

interface PaymentIntent {
	readonly id: string;
	readonly client_secret: string;
}

declare global {
	interface Window {
		Stripe?: (key: string) => Stripe;
		wpcf7_stripe?: { readonly publishable_key: string };
	}
}

/** The field name under which an error of the card is kept. */
const CARD = "card";

/** Starts where the page brings Stripe's own script and a key, unless the plugin's script is linked. */
export function takePayments(form: Wpcf7Form): void {
	const { Stripe: start, wpcf7_stripe: settings } = window;
	if (!start || !settings?.publishable_key) return;
	if (document.querySelector('script[src*="/modules/stripe/"]')) return;
	const field = form.querySelector(".wpcf7-stripe");
	const place = field?.querySelector(".card-element");
	const again = field?.querySelector<HTMLButtonElement>("button.second");
	if (!field || !place || !again) return;
	const stripe = start(settings.publishable_key);
	const card = stripe.elements().create("card");
	let intent: PaymentIntent | undefined;

	form.addEventListener("wpcf7submit", (event) => {
		const { apiResponse, status } = (event as CustomEvent).detail;
		intent = apiResponse?.stripe?.payment_intent;
		if (status !== "payment_required" || !intent) return;
		card.mount(place);
		show(place.closest(".wpcf7-form-control-wrap"), true);
		show(field.querySelector("button.first"), false);
		show(again, true);
		again.disabled = false;
	});
	card.on("change", ({ error }) => showError(form, error?.message));
	again.addEventListener("click", async () => {
		if (!intent) return;
		again.disabled = true;
		const { client_secret } = intent;
		const { error, paymentIntent } = await stripe
			.confirmCardPayment(client_secret, { payment_method: { card } })
			.catch((reason): Confirmation => ({ error: reason }));
		if (paymentIntent?.status === "succeeded") {
			resubmit(form, paymentIntent.id);
			return;
		}
		again.disabled = false;
		showError(form, error?.message);
	});
}

function resubmit(form: Wpcf7Form, id: string): void {
	const input = form.querySelector<HTMLInputElement>(
		'input[name="_wpcf7_stripe_payment_intent"]',
	);
	if (input) input.value = id;
	window.wpcf7?.submit(form);
}

const show = (element: Element | null, isShown: boolean) =>
	element?.classList.toggle("hidden", !isShown);

/** Among the errors of the form: the list for screen readers says it, the wrap has no name for a tip. */
function showError(form: Wpcf7Form, message?: string): void {
	handleOf(form)?.store.dispatch({
		type: "field",
		field: CARD,
		...(message === undefined ? {} : { error: message }),
	});
}
