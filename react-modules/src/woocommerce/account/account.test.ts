import { beforeEach, expect, test, vi } from "vitest";
import { one, shopPage, type } from "../../testing/shop";
import { mount } from ".";
import { strengthOf } from "./strength";

shopPage();

beforeEach(() => {
	Object.assign(window, {
		woocommerce_params: {
			i18n_password_show: "Mostrar",
			i18n_password_hide: "Ocultar",
		},
		wc_password_strength_meter_params: {
			min_password_strength: "3",
			stop_checkout: "",
			i18n_password_error: "Más fuerte",
			i18n_password_hint: "Doce caracteres",
		},
		pwsL10n: {
			short: "Muy débil",
			bad: "Débil",
			good: "Medio",
			strong: "Fuerte",
		},
	});
});

test("a button shows what is typed", () => {
	document.body.innerHTML =
		'<form><p><input type="password" id="password" value="x"></p><span><input type="password" id="otra"></span></form>';
	mount(one("#password"));
	mount(one("#password"));
	mount(one("#otra"));
	expect(one("p").innerHTML).toBe(
		'<span class="password-input"><input type="password" id="password" value="x"><button type="button" class="show-password-input" aria-label="Mostrar" aria-describedby="password"></button></span>',
	);
	const button = one("button");
	button.click();
	expect(one<HTMLInputElement>("#password").type).toBe("text");
	expect(button.className).toBe("show-password-input display-password");
	expect(button.getAttribute("aria-label")).toBe("Ocultar");
	button.click();
	expect(one<HTMLInputElement>("#password").type).toBe("password");
	expect(one("#otra").parentElement?.className).toBe("password-input");
});

test.each([
	["", 0],
	["aaaaaaaaaaaaaaaa", 0],
	["12345678901", 0],
	["abcdefghijkl", 0],
	["casa", 0],
	["Granada18", 1],
	["luna verde 47 hojas", 4],
	["tr7Kp2mQ9z", 3],
	["Kx9!vT2#qLw8$", 4],
])("%s has the strength %i", (password, strength) => {
	expect(strengthOf(password)).toBe(strength);
});

test("a new password's strength is told, and a weak one is not sent", () => {
	vi.useFakeTimers();
	document.body.innerHTML =
		'<form class="register"><input type="password" id="reg_password"><button type="submit">Crear</button></form>';
	mount(one("#reg_password"));
	const submit = one<HTMLButtonElement>("[type=submit]");
	type("#reg_password", "casa");
	vi.advanceTimersByTime(300);
	const meter = one(".woocommerce-password-strength");
	expect(meter.className).toBe("woocommerce-password-strength short");
	expect(meter.textContent).toBe("Muy débil - Más fuerte");
	expect(meter.getAttribute("aria-live")).toBe("polite");
	expect(one(".woocommerce-password-hint").textContent).toBe("Doce caracteres");
	expect(submit.disabled).toBe(true);
	type("#reg_password", "Kx9!vT2#qLw8$");
	vi.advanceTimersByTime(300);
	expect(meter.textContent).toBe("Fuerte");
	expect(document.querySelector(".woocommerce-password-hint")).toBe(null);
	expect(submit.disabled).toBe(false);
	type("#reg_password", "");
	vi.advanceTimersByTime(300);
	expect(document.querySelector(".woocommerce-password-strength")).toBe(null);
	vi.useRealTimers();
});

test("buying is not stopped unless the site says so", () => {
	vi.useFakeTimers();
	document.body.innerHTML =
		'<form class="checkout"><input type="password" id="account_password"><button type="submit">Pagar</button></form>';
	mount(one("#account_password"));
	type("#account_password", "casa");
	vi.advanceTimersByTime(300);
	expect(one<HTMLButtonElement>("[type=submit]").disabled).toBe(false);
	vi.useRealTimers();
});
