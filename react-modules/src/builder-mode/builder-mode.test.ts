import { afterEach, expect, test } from "vitest";
import { isBuilder } from "../divi/builder";
import { mount } from ".";

afterEach(() => {
	delete window.et_builder_utils_params;
});

test("beside what is edited, links lead nowhere and forms send nothing", () => {
	document.body.innerHTML = `<div class="et-fb-root-ancestor-sibling"><a href="#a"><b>a</b></a><p>p</p>
		<form><button>b</button></form></div><a id="own" href="#c">c</a>`;
	mount();
	const isStopped = (selector: string, type: string) => {
		const event = new Event(type, { bubbles: true, cancelable: true });
		document.querySelector(selector)?.dispatchEvent(event);
		return event.defaultPrevented;
	};
	expect(isStopped("b", "click")).toBe(true);
	expect(isStopped("button", "click")).toBe(true);
	expect(isStopped("form", "submit")).toBe(true);
	expect(isStopped("p", "click")).toBe(false);
	expect(isStopped("#own", "click")).toBe(false);
});

test.each([
	["vb", true],
	["bfb", true],
	["tb", true],
	["lbb", true],
	["lbp", false],
	["fe", false],
])("%s is the builder: %s", (builderType, is) => {
	window.et_builder_utils_params = { builderType };
	expect(isBuilder()).toBe(is);
});
