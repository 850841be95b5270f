import { afterEach, beforeEach, vi } from "vitest";

/**
 * For all tests of a file: fake timers, no reduced motion, `scrollTo` without effect, and an address
 * address has no fragment.
 */
export function controlPage(): void {
	beforeEach(() => {
		vi.useFakeTimers();
		vi.stubGlobal("matchMedia", () => ({ matches: false }));
		vi.spyOn(window, "scrollTo").mockImplementation(() => {});
		history.replaceState(null, "", "/");
	});
	afterEach(() => {
		vi.useRealTimers();
		vi.unstubAllGlobals();
		vi.restoreAllMocks();
	});
}
