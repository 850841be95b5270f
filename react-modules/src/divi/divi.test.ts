import { describe, expect, test, vi } from "vitest";
import { device } from "./device";
import { readFragment, withEntry } from "./fragment";
import { repeater } from "./repeater";
import { onWaypoint } from "./waypoint";

test("the width tells the device", () => {
	expect([981, 980, 768, 767].map(device)).toEqual([
		"desktop",
		"tablet",
		"tablet",
		"phone",
	]);
});

describe("the fragment", () => {
	test.each([
		["", "tb", [1], "tb|1"],
		["#dos", "tb", [1], "dos||tb|1"],
		["#tb|0", "tb", [2], "tb|2"],
		["#a|x|2||tb|0||z", "tb", [1], "a|x|2||tb|1||z"],
	])("%s and %s give another", (hash, id, params, wanted) => {
		expect(withEntry(hash, id, params)).toBe(wanted);
	});

	test("is read without the characters that it cannot hold", () => {
		expect(readFragment("#a|x y|2||<tb>|0")).toEqual([
			{ id: "a", params: ["xy", "2"] },
			{ id: "tb", params: ["0"] },
		]);
	});
});

test("a burst runs once in each window, with what came last", () => {
	vi.useFakeTimers();
	const run = vi.fn();
	const call = repeater(run, 250);
	const start = Date.now();
	for (let at = 0; at < 1000; at += 50) {
		call(at);
		vi.advanceTimersByTime(50);
	}
	vi.advanceTimersByTime(500);
	expect(run.mock.calls.length).toBe(4);
	expect(Date.now() - start).toBe(1500);
	vi.useRealTimers();
});

test("in the builder everything counts as seen", () => {
	vi.useFakeTimers();
	document.body.innerHTML = "<p></p>";
	window.et_builder_utils_params = { builderType: "tb" };
	const call = vi.fn();
	onWaypoint(document.querySelector("p") as Element, "100%", call);
	vi.advanceTimersByTime(50);
	expect(call.mock.calls).toEqual([["down"]]);
	delete window.et_builder_utils_params;
	vi.useRealTimers();
});

test("an element in a scroll container of the settings waits for that one", () => {
	vi.useFakeTimers();
	document.body.innerHTML = '<div class="pane"><p></p></div>';
	window.et_pb_custom = { waypoints_options: { context: [".no", ".pane"] } };
	const pane = document.querySelector(".pane") as HTMLElement;
	const element = document.querySelector("p") as HTMLElement;
	vi.spyOn(pane, "clientHeight", "get").mockReturnValue(300);
	vi.spyOn(pane, "getBoundingClientRect").mockReturnValue({
		top: 100,
	} as DOMRect);
	vi.spyOn(element, "getBoundingClientRect").mockImplementation(
		() => ({ top: 1000 - pane.scrollTop }) as DOMRect,
	);
	const told: string[] = [];
	const stop = onWaypoint(element, "50%", (direction) => told.push(direction));
	for (const top of [749, 750, 900, 0]) {
		pane.scrollTop = top;
		pane.dispatchEvent(new Event("scroll"));
		vi.advanceTimersByTime(50);
	}
	expect(told).toEqual(["down", "up"]);
	stop();
	window.et_pb_custom = undefined;
	vi.useRealTimers();
});
