import { afterEach, beforeEach, vi } from "vitest";

/**
 * For all tests of a file: the clock stands until a test moves it, motion is welcome, scrolling does nothing, and the
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
