import { expect, test, vi } from "vitest";
import {
	answers,
	change,
	completo,
	contacto,
	field,
	heard,
	json,
	mounted,
	page,
	settled,
	story,
	tips,
} from "../testing/contact-form";
import { mount } from ".";

test("G8: a change checks the fields up to its own", async () => {
	const form = mounted(contacto);
	await settled();
	change("tu-telefono", "1");
	expect(story()).toEqual(["init>validating", "validating>init"]);
	expect(tips()).toEqual(["Falta.", "Falta."]);
	change("tu-correo", "malo");
	expect(tips()).toEqual(["Falta.", "Correo malo."]);
	change("tu-nombre", "Ana");
	expect(tips()).toEqual(["Correo malo."]);
	expect(form.dataset.status).toBe("init");
});

test("what changed before the schema came is checked when it is there", async () => {
	let arrive = (_: Response) => {};
	const { schema } = answers;
	answers.schema = () =>
		new Promise<Response>((done) => {
			arrive = done;
		});
	mounted(contacto);
	change("tu-telefono", "1");
	expect(tips()).toEqual([]);
	arrive((await schema?.()) as Response);
	await settled();
	expect(tips()).toEqual(["Falta.", "Falta."]);
});

test("a failed schema request switches the checks off", async () => {
	answers.schema = () => json({}, 500);
	mounted(contacto);
	await settled();
	change("tu-correo", "malo");
	expect(heard).toEqual([]);
});

test("G9, G10: a reset refills the quiz and goes back to init", async () => {
	const form = mounted(completo);
	answers.refill = () => json({ quiz: { suma: ["¿Tres?", "h4sh"] } });
	field("suma").value = "cuatro";
	form.reset();
	await vi.waitFor(() => expect(story().at(-1)).toBe("reset:init"));
	expect(story()).toEqual(["init>resetting", "resetting>init", "reset:init"]);
	expect(field("suma").value).toBe("");
	expect(document.querySelector(".wpcf7-quiz-label")?.textContent).toBe(
		"¿Tres?",
	);
	expect(field("_wpcf7_quiz_answer_suma").value).toBe("h4sh");
});

test("G11: the button waits for the terms", async () => {
	const form = mounted(contacto);
	const button = form.querySelector(".wpcf7-submit") as HTMLInputElement;
	expect(button.disabled).toBe(true);
	field("acepto").click();
	expect(button.disabled).toBe(false);
	field("acepto").click();
	expect(button.disabled).toBe(true);
});

test("G13: inert while a status lasts", async () => {
	const form = page(contacto);
	const part = document.createElement("div");
	part.className = "inert-on-failed";
	form.prepend(part);
	mount(form.closest(".wpcf7") as Element);
	await settled();
	answers.feedback = () => json({ status: "mail_failed" });
	window.wpcf7?.submit(form);
	await vi.waitFor(() => expect(part.getAttribute("inert")).toBe("inert"));
	expect(part.className).toBe("inert-on-failed active-on-any");
	change("tu-nombre", "Ana");
	expect(part.className).toBe("inert-on-failed active-on-any");
	answers.feedback = () => new Promise<Response>(() => {});
	window.wpcf7?.submit(form);
	expect(part.outerHTML).toBe('<div class="inert-on-failed"></div>');
});

test("exclusive boxes, free text and web addresses", () => {
	mounted(completo);
	const [one, two] =
		document.querySelectorAll<HTMLInputElement>("[name=chk-exc]");
	two?.click();
	expect([one?.checked, two?.checked]).toEqual([false, true]);
	const free = field("_wpcf7_free_text_chk-lib");
	expect(free.disabled).toBe(true);
	document.querySelector<HTMLInputElement>(".has-free-text input")?.click();
	expect(free.disabled).toBe(false);
	expect(document.activeElement).toBe(free);
	for (const [typed, kept] of [
		[" casa.example ", "http://casa.example"],
		["//casa.example", "http://casa.example"],
		["HTTPS://casa.example", "HTTPS://casa.example"],
		["casa", "casa"],
		["", ""],
	]) {
		change("web", typed as string);
		expect(field("web").value).toBe(kept);
	}
});

test("counts up and down, with the limits as classes", () => {
	mounted(completo);
	const counts = () =>
		[...document.querySelectorAll(".wpcf7-character-count")].map(
			(count) =>
				`${count.textContent} ${count.className.replace(/wpcf7-[\w-]+ /, "")}`,
		);
	expect(counts()).toEqual([
		"0 up too-short",
		"120 down too-short",
		"0 up too-short",
	]);
	field("area-req").value = "  hola  ";
	field("area-req").dispatchEvent(
		new KeyboardEvent("keyup", { bubbles: true }),
	);
	expect(counts().slice(0, 2)).toEqual(["4 up", "116 down"]);
	field("area-req").value = "x".repeat(121);
	field("area-req").dispatchEvent(
		new KeyboardEvent("keyup", { bubbles: true }),
	);
	expect(counts().slice(0, 2)).toEqual(["121 up too-long", "-1 down too-long"]);
});
