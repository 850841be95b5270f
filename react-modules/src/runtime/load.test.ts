import { afterEach, expect, test, vi } from "vitest";
import { loadModules } from "./load";

afterEach(() => {
	document.body.innerHTML = "";
	vi.restoreAllMocks();
});

const module = (
	name: string,
	selector: string,
	mount: (e: Element) => void,
) => ({
	name,
	selector,
	load: () => Promise.resolve({ mount }),
});

test("mounts each element once, in document order", async () => {
	document.body.innerHTML = "<i id=a><i id=b></i></i>";
	const seen: string[] = [];
	const modules = [module("m", "i", (e) => seen.push(e.id))];
	await loadModules(document, modules);
	await loadModules(document, modules);
	expect(seen).toEqual(["a", "b"]);
});

test("loads no chunk for a module that the page does not hold", async () => {
	const load = vi.fn();
	await loadModules(document, [{ name: "m", selector: "b", load }]);
	expect(load).not.toHaveBeenCalled();
});

test("a module that fails is a warning and stops no other", async () => {
	document.body.innerHTML = "<i></i><b></b><u></u>";
	const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
	const mounted = vi.fn();
	await loadModules(document, [
		module("throws", "i", () => {
			throw new Error("no");
		}),
		{
			name: "missing",
			selector: "u",
			load: () => Promise.reject(new Error("404")),
		},
		module("works", "b", mounted),
	]);
	expect(mounted).toHaveBeenCalledOnce();
	expect(warn).toHaveBeenCalledTimes(2);
});

test("skips an element that left the page while its chunk came", async () => {
	document.body.innerHTML = "<i></i>";
	const mounted = vi.fn();
	const done = loadModules(document, [module("m", "i", mounted)]);
	document.body.innerHTML = "";
	await done;
	expect(mounted).not.toHaveBeenCalled();
});
