import { afterEach, expect, test, vi } from "vitest";
import { ask } from "./ask";

afterEach(() => vi.unstubAllGlobals());

test("a native listener may refuse", () => {
	const detail = { button: 1 };
	const seen = vi.fn();
	document.body.addEventListener("gefragt", (event) => {
		seen((event as CustomEvent).detail);
	});
	expect(ask(document.body, "gefragt", detail)).toBe(true);
	expect(seen).toHaveBeenCalledWith(detail);
	const refuse = (event: Event) => event.preventDefault();
	document.addEventListener("gefragt", refuse, { once: true });
	expect(ask(document.body, "gefragt", detail)).toBe(false);
});

test.each([
	["returns false", { result: false }, false],
	["prevents the default", { prevented: true }, false],
	["returns something else", { result: 1 }, true],
])("a handler of jQuery that %s", (_, outcome, isWanted) => {
	const { result, prevented = false } = outcome as {
		result?: unknown;
		prevented?: boolean;
	};
	const trigger = vi.fn((event: { result?: unknown }) => {
		event.result = result;
	});
	vi.stubGlobal(
		"jQuery",
		Object.assign(() => ({ trigger }), {
			Event: (type: string, more: object) => ({
				type,
				...more,
				isDefaultPrevented: () => prevented,
			}),
			event: {},
			fn: {},
		}),
	);
	expect(ask(document, "gefragt", { a: 1 }, [1, 2])).toBe(isWanted);
	expect(trigger).toHaveBeenCalledWith(
		expect.objectContaining({ type: "gefragt", a: 1 }),
		[1, 2],
	);
});
