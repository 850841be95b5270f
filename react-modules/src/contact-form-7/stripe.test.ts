import { afterEach, expect, test, vi } from "vitest";
import { takePayments } from "./stripe";
import type { Wpcf7Form } from "./wpcf7";

const MARKUP = `<form class="wpcf7-form"><div class="wpcf7-stripe"><div class="wpcf7-form-control-wrap hidden"><div class="card-element wpcf7-form-control" aria-invalid="false"></div></div> <span class="buttons has-spinner"><button type="submit" class="first">Pagar</button> <button type="button" class="second hidden">Confirmar</button></span> <input type="hidden" name="_wpcf7_stripe_payment_intent" value="" /></div></form>`;

afterEach(() => {
	document.body.innerHTML = "";
	Object.assign(window, { Stripe: undefined, wpcf7_stripe: undefined });
});

function page(confirm: () => Promise<unknown>) {
	document.body.innerHTML = MARKUP;
	const form = document.querySelector("form") as Wpcf7Form;
	const card = { mount: vi.fn(), on: vi.fn() };
	const confirmCardPayment = vi.fn(confirm);
	const submit = vi.fn();
	Object.assign(window, {
		Stripe: vi.fn(() => ({
			elements: () => ({ create: () => card }),
			confirmCardPayment,
		})),
		wpcf7_stripe: { publishable_key: "pk" },
		wpcf7: { submit },
	});
	takePayments(form);
	const answer = (detail: object) =>
		form.dispatchEvent(new CustomEvent("wpcf7submit", { detail }));
	return { form, card, confirmCardPayment, submit, answer };
}

const payment = {
	status: "payment_required",
	apiResponse: {
		stripe: { payment_intent: { id: "pi", client_secret: "secret" } },
	},
};

const hidden = () =>
	[...document.querySelectorAll(".hidden")].map((each) => each.className);

test("asks for the card, confirms, and sends the form with the intent", async () => {
	const { form, card, confirmCardPayment, submit, answer } = page(async () => ({
		paymentIntent: { id: "pi", status: "succeeded" },
	}));
	answer({ status: "mail_sent", apiResponse: {} });
	expect(card.mount).not.toHaveBeenCalled();
	answer(payment);
	expect(card.mount).toHaveBeenCalledWith(
		document.querySelector(".card-element"),
	);
	expect(hidden()).toEqual(["first hidden"]);
	document.querySelector<HTMLButtonElement>(".second")?.click();
	await vi.waitFor(() => expect(submit).toHaveBeenCalledWith(form));
	expect(confirmCardPayment).toHaveBeenCalledWith("secret", {
		payment_method: { card },
	});
	expect(form.querySelector("input")?.value).toBe("pi");
});

test.each([
	["is refused", async () => ({ error: { message: "no" } })],
	["cannot be asked", () => Promise.reject(new Error("offline"))],
])("a card that %s can be tried again", async (_, confirm) => {
	const { submit, answer } = page(confirm);
	answer(payment);
	const again = document.querySelector<HTMLButtonElement>(".second");
	again?.click();
	expect(again?.disabled).toBe(true);
	await vi.waitFor(() => expect(again?.disabled).toBe(false));
	expect(submit).not.toHaveBeenCalled();
});
