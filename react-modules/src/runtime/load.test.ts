import { afterEach, expect, test, vi } from "vitest";
import { FakeIntersectionObserver } from "../testing/browser";
import { activeModules, loadModules } from "./load";
import type { BrowserModule } from "./module";
import { watchInserted } from "./watch";

afterEach(() => {
	document.body.innerHTML = "";
	FakeIntersectionObserver.all = [];
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
	vi.useRealTimers();
});

const module = (
	name: string,
	selector: string,
	mount: (e: Element) => void,
): BrowserModule => ({
	name,
	selector,
	when: "at-once",
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
			...module("missing", "u", () => {}),
			load: () => Promise.reject(new Error("404")),
		},
		module("works", "b", mounted),
	]);
	expect(mounted).toHaveBeenCalledOnce();
	expect(warn).toHaveBeenCalledTimes(2);
	expect(warn.mock.calls.flat().join()).toContain("oxipress: module throws");
});

test("skips an element that left the page while its chunk came", async () => {
	document.body.innerHTML = "<i></i>";
	const mounted = vi.fn();
	const done = loadModules(document, [module("m", "i", mounted)]);
	document.body.innerHTML = "";
	await done;
	expect(mounted).not.toHaveBeenCalled();
});

test("stays passive where a legacy script does the work", () => {
	const idle = module("idle", "i", () => {});
	const busy = module("busy", "i", () => {});
	const modules = [
		{ ...idle, isPassive: () => true },
		{ ...busy, isPassive: () => false },
		busy,
	];
	expect(activeModules(modules).map(({ name }) => name)).toEqual([
		"busy",
		"busy",
	]);
});

test("a module that can wait is loaded when it comes near", async () => {
	vi.stubGlobal("IntersectionObserver", FakeIntersectionObserver);
	document.body.innerHTML = "<i></i>";
	const mounted = vi.fn();
	const { when: _, ...near } = module("m", "i", mounted);
	await loadModules(document, [near]);
	expect(mounted).not.toHaveBeenCalled();
	const [observer] = FakeIntersectionObserver.all;
	observer?.come();
	await vi.waitFor(() => expect(mounted).toHaveBeenCalledOnce());
	expect(observer?.isConnected).toBe(false);
});

test("a module that can wait is loaded at the latest after two seconds", async () => {
	vi.useFakeTimers();
	document.body.innerHTML = "<i></i>";
	const mounted = vi.fn();
	const { when: _, ...near } = module("m", "i", mounted);
	await loadModules(document, [near]);
	await vi.advanceTimersByTimeAsync(2000);
	vi.useRealTimers();
	await vi.waitFor(() => expect(mounted).toHaveBeenCalledOnce());
});

test("takes in what a script inserts, the inserted element itself too", async () => {
	const seen: string[] = [];
	const modules = [module("m", "i", (e) => seen.push(e.id))];
	const observer = watchInserted(document.body, (element) =>
		loadModules(element, modules),
	);
	document.body.innerHTML = "<p><i id=inner></i></p><i id=itself></i>";
	const gone = document.createElement("i");
	document.body.append(gone);
	gone.remove();
	await vi.waitFor(() => expect(seen).toEqual(["inner", "itself"]));
	observer.disconnect();
});
