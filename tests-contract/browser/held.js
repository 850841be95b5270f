/** What all tests of a file share: a browser, and a site that is started before them and stopped behind them. */

import { afterAll, beforeAll } from "vitest";
import { launch } from "./browser.js";

/** Gives what has `browser` and `site` as soon as the tests run. */
export function holdSite(start) {
	const held = {};
	beforeAll(async () => {
		held.browser = await launch();
		held.site = await start();
	});
	afterAll(async () => {
		await held.browser?.close();
		await held.site?.stop();
	});
	return held;
}
