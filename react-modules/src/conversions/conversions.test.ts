import { expect, test } from "vitest";
import { nameOfClick, readNames } from "./names";

const NAMES =
	readNames(`{"phone":{"desktop":"llamada_pc","mobile":"llamada_movil"},
	"booking":{"desktop":"reserva_pc","hosts":["reservas.example"]},"messaging":{"mobile":"whatsapp","hosts":["wa.me"]}}`);

test.each([
	["tel:+34958000123", "desktop", "llamada_pc"],
	["tel:+34958000123", "mobile", "llamada_movil"],
	["https://reservas.example/a?id=1", "desktop", "reserva_pc"],
	["https://www.reservas.example/", "desktop", "reserva_pc"],
	["https://noreservas.example/", "desktop", undefined],
	["https://reservas.example/", "mobile", undefined],
	["https://wa.me/34600", "mobile", "whatsapp"],
	["https://wa.me/34600", "desktop", undefined],
	["/contacto/", "mobile", undefined],
] as const)("a click on %s on a %s is %s", (href, device, name) => {
	const link = document.createElement("a");
	link.href = href;
	expect(nameOfClick(NAMES, link, device)).toBe(name);
});

test("what cannot be read names nothing", () => {
	expect(readNames("{")).toEqual({});
	expect(readNames("null")).toEqual({});
});
