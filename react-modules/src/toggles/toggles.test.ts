import { expect, test, vi } from "vitest";
import { controlPage } from "../testing/controlled-page";
import { mount } from ".";

controlPage();

const item = (n: number, state: string, style: string) =>
	`<div class="et_pb_toggle et_pb_module et_pb_accordion_item et_pb_accordion_item_${n}  et_pb_toggle_${state}">

<h5 class="et_pb_toggle_title">Uno</h5>
<div class="et_pb_toggle_content clearfix"${style}><p>En la loma el día empieza tarde.</p></div>
</div>`;
const closed = ' style="display:none"';

const show = (markup: string) => {
	document.body.innerHTML = markup;
	const roots = [...document.querySelectorAll<HTMLElement>(".et_pb_toggle")];
	for (const root of roots) mount(root);
	const titles = [
		...document.querySelectorAll<HTMLElement>(".et_pb_toggle_title"),
	];
	return { roots, titles };
};
const states = (roots: HTMLElement[]) =>
	roots.map((root) => root.classList.contains("et_pb_toggle_open"));

test("a toggle flips when its content has slid; a second click is ignored", () => {
	const { roots, titles } = show(item(0, "close", closed));
	titles[0]?.click();
	vi.advanceTimersByTime(400);
	titles[0]?.click();
	expect(states(roots)).toEqual([false]);
	vi.advanceTimersByTime(400);
	expect(states(roots)).toEqual([true]);
	const content = roots[0]?.querySelector<HTMLElement>(".et_pb_toggle_content");
	expect(content?.style.cssText).toBe("display: block;");
	expect(titles[0]?.getAttribute("aria-expanded")).toBe("true");
});

test("the keyboard opens a toggle", () => {
	const { roots, titles } = show(item(0, "close", closed));
	titles[0]?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
	vi.advanceTimersByTime(800);
	expect(states(roots)).toEqual([true]);
});

test("an accordion keeps one item open", () => {
	const { roots, titles } = show(
		`<div class="et_pb_module et_pb_accordion">${item(0, "open", "")}${item(1, "close", closed)}${item(2, "close", closed)}</div>`,
	);
	const accordion = document.querySelector(".et_pb_accordion") as HTMLElement;
	titles[0]?.click();
	expect(accordion.className).toBe("et_pb_module et_pb_accordion");
	titles[1]?.click();
	vi.advanceTimersByTime(300);
	expect(accordion.classList.contains("et_pb_accordion_toggling")).toBe(true);
	expect(states(roots)).toEqual([true, false, false]);
	titles[2]?.click();
	vi.advanceTimersByTime(700);
	expect(states(roots)).toEqual([false, true, false]);
	expect(accordion.className).toBe("et_pb_module et_pb_accordion");
	expect(
		roots[0]?.querySelector<HTMLElement>(".et_pb_toggle_content")?.style
			.display,
	).toBe("none");
});
