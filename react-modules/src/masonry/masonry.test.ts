import { afterEach, expect, test, vi } from "vitest";
import { dealAgain, readColumns } from "../divi/masonry";
import { mount } from ".";

let content = "none";
vi.stubGlobal("getComputedStyle", () => ({ content }));

const list = () => document.querySelector("section") as HTMLElement;
const dealt = () =>
	[...list().children].map(
		(column) => `${column.className}:${column.textContent}`,
	);

afterEach(() => {
	vi.useRealTimers();
});

test.each([
	['"3 .column.size-1of3"', 3, ["column", "size-1of3"]],
	['"2"', 2, []],
	["none", undefined, undefined],
	["normal", undefined, undefined],
	['"0 .column"', undefined, undefined],
])("%s says %s columns", (given, count, classes) => {
	expect(readColumns(given)).toEqual(count ? { count, classes } : undefined);
});

test("items are dealt round robin when the sheet is there, and again when the window wants other columns", () => {
	vi.useFakeTimers();
	document.body.innerHTML =
		"<section data-columns><p>1</p><p>2</p><p>3</p><p>4</p></section>";
	const changed = vi.fn();
	list().addEventListener("columnsChange", changed);
	content = "none";
	mount(list());
	expect(list().children.length).toBe(4);
	content = '"3 .column.size-1of3"';
	vi.advanceTimersByTime(100);
	expect(dealt()).toEqual([
		"column size-1of3:14",
		"column size-1of3:2",
		"column size-1of3:3",
	]);
	expect(list().dataset.columns).toBe("3");
	expect(changed).not.toHaveBeenCalled();
	window.dispatchEvent(new Event("resize"));
	expect(changed).not.toHaveBeenCalled();
	content = '"1"';
	window.dispatchEvent(new Event("resize"));
	expect(dealt()).toEqual([":1234"]);
	dealAgain(list());
	expect(dealt()).toEqual([":1234"]);
	expect(changed).toHaveBeenCalledTimes(2);
});
