/** A browser and a site for all tests of a file: started before the first, stopped after the last. */

import { afterAll, beforeAll } from "vitest";
import { launch } from "./browser.js";

/** Returns an object whose `browser` and `site` are set when the tests run. */
export function shareSite(start) {
	const shared = {};
	beforeAll(async () => {
		shared.browser = await launch();
		shared.site = await start();
	});
	afterAll(async () => {
		await shared.browser?.close();
		await shared.site?.stop();
	});
	return shared;
}
