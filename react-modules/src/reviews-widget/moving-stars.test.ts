import { expect, test, vi } from "vitest";

test("stars move when they are seen, or at once, and do not wait for the widget", async () => {
	const asked = new Set<Element>();
	let tell: (entries: object[]) => void = () => {};
	vi.stubGlobal(
		"IntersectionObserver",
		class {
			constructor(call: typeof tell) {
				tell = call;
			}
			observe(element: Element) {
				asked.add(element);
			}
			unobserve(element: Element) {
				asked.delete(element);
			}
		},
	);
	vi.resetModules();
	const { startStars } = await import("./moving-stars");
	const stars = '<p><span class="all-stars animate"></span></p>';
	document.body.innerHTML = `<div>${stars}</div><div data-animate="immediate">${stars}</div>`;
	const [seen, soon] = document.querySelectorAll<HTMLElement>("div");
	for (const each of [seen, soon, seen]) startStars(each as HTMLElement);
	const isMoving = (each?: HTMLElement) =>
		each?.querySelector(".all-stars")?.matches(".animation-start");
	expect([seen, soon].map(isMoving)).toEqual([false, true]);
	const [target] = asked;
	expect(target).toBe(seen?.querySelector(".all-stars"));
	tell([{ target, isIntersecting: false }]);
	expect(isMoving(seen)).toBe(false);
	tell([{ target, isIntersecting: true }]);
	expect(isMoving(seen)).toBe(true);
	expect(asked.size).toBe(0);
	vi.unstubAllGlobals();
});
