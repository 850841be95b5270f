import { afterEach, expect, test, vi } from "vitest";
import { hear, tell } from "./events";

/** As much of jQuery as the shop's listeners see of it. */
function fakeJQuery() {
	const handlers: ((event: object, ...more: unknown[]) => void)[] = [];
	const collection = (element: unknown) => ({
		0: element,
		jquery: "3.7.1",
		on: (_: string, handler: (event: object) => void) => handlers.push(handler),
		off: () => {},
		trigger: (event: object, more: unknown[] = []) => {
			for (const handler of handlers) handler(event, ...more);
		},
	});
	return Object.assign(collection, {
		Event: (type: string, more: object) => ({ type, ...more }),
		event: {},
		fn: {},
	});
}

afterEach(() => vi.unstubAllGlobals());

test("handlers of jQuery get values in order, elements in collections", () => {
	const jQuery = fakeJQuery();
	vi.stubGlobal("jQuery", jQuery);
	const button = document.createElement("a");
	const handler = vi.fn();
	jQuery(document.body).on("added_to_cart", handler);
	const heard = vi.fn();
	hear("added_to_cart", ["fragments", "cart_hash", "button"], heard);
	tell("added_to_cart", { fragments: { a: "b" }, cart_hash: "h", button });
	expect(handler.mock.calls[0]?.slice(1, 3)).toEqual([{ a: "b" }, "h"]);
	expect(handler.mock.calls[0]?.[3]?.[0]).toBe(button);
	expect(heard).toHaveBeenCalledWith({ a: "b" }, "h", button);
});

test("native listeners get values by name, and what they dispatch is heard", () => {
	const native = vi.fn();
	document.body.addEventListener("removed_coupon", (event) =>
		native((event as CustomEvent).detail),
	);
	const heard = vi.fn();
	const end = hear("removed_coupon", ["coupon"], heard);
	tell("removed_coupon", { coupon: "diez" });
	expect(native).toHaveBeenCalledWith({ coupon: "diez" });
	expect(heard).toHaveBeenCalledWith("diez");
	document.body.dispatchEvent(new Event("removed_coupon"));
	expect(heard).toHaveBeenLastCalledWith(undefined);
	end();
	tell("removed_coupon", { coupon: "otro" });
	expect(heard).toHaveBeenCalledTimes(2);
});
