import { expect, test, vi } from "vitest";
import { mount } from ".";
import { matches, readRules } from "./logic";

test.each([
	["7", "is greater", "5", true],
	["3x", "is greater", "5", false],
	["3x", "is less", "5", true],
	["", "is greater", "5", false],
	["x9", "is greater", "5", false],
	["xA.Bx", "contains", "a.b", true],
	["aXb", "contains", "a.b", false],
	["aXb", "does not contain", "a.b", true],
	["abc", "is", "abc", true],
	["abcd", "is", "abc", false],
	["abcd", "is not", "abc", true],
	["", "is empty", "", true],
	["x", "is not empty", "", true],
	[["X", "Y"], "is", "X", true],
	[["Y"], "is", "X", false],
	[["Y"], "is not", "X", true],
	[[], "is empty", "", true],
	[["Y"], "is not empty", "", true],
	["x", "unknown", "x", false],
] as const)("%j %s %j: %j", (held, operator, value, wanted) => {
	expect(matches(held, ["f", operator, value])).toBe(wanted);
});

test("rules come from an attribute; what is none has none", () => {
	expect(readRules('[["a","is","x\\\\\\"y"]]')).toEqual([["a", "is", 'x"y']]);
	expect(readRules("no")).toEqual([]);
	expect(readRules(null)).toEqual([]);
});

test("a field hides without its pattern, shows with it, and one that is hidden decides nothing", () => {
	vi.useFakeTimers();
	document.body.innerHTML = `<form>
		<p class="et_pb_contact_field" data-id="a" data-type="input"><input type="text" name="a"></p>
		<p class="et_pb_contact_field" data-id="b" data-type="input" data-conditional-logic='[["a","is","1"]]' data-conditional-relation="all"><input type="text" name="b" pattern="[0-9]*" value="x"></p>
		<p class="et_pb_contact_field" data-id="c" data-type="input" data-conditional-logic='[["b","is","x"]]' data-conditional-relation="any"><input type="text" name="c"></p>
	</form>`;
	const form = document.querySelector("form") as HTMLFormElement;
	const input = (name: string) =>
		form.querySelector(`[name=${name}]`) as HTMLInputElement;
	const shown = () =>
		[...form.querySelectorAll("p")].map((field) => field.style.display);
	mount(form);
	expect(shown()).toEqual(["", "none", "none"]);
	expect(input("b").outerHTML).toBe(
		'<input type="text" name="b" value="x" novalidate="novalidate" data-pattern="[0-9]*">',
	);
	input("a").value = "1";
	input("a").dispatchEvent(new Event("change", { bubbles: true }));
	expect(shown()).toEqual(["", "block", "block"]);
	expect(input("b").getAttribute("pattern")).toBe("[0-9]*");
	input("a").value = "2";
	input("a").dispatchEvent(new Event("keydown", { bubbles: true }));
	expect(shown()).toEqual(["", "block", "block"]);
	vi.advanceTimersByTime(250);
	expect(shown()).toEqual(["", "none", "none"]);
	vi.useRealTimers();
});
