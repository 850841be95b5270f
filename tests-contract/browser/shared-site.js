/** The browser and the demo sites that `global-setup.js` has started for the whole run. */

import { afterAll, beforeAll, inject } from "vitest";
import { connect } from "./browser.js";
import { mailsIn } from "./own-site.js";

/** The run's browser: each page opens in a context of its own. Closing it closes this file's contexts. */
export const openBrowser = () => connect(inject("browser"));

/**
 * The demo site with one of the two builds of the browser modules: `react` or `preact`. All files share it: what a test
 * writes carries a name of its own.
 */
export function ownSite(modules = "react") {
	const { base, mail } = inject("sites")[modules];
	return { base, mails: () => mailsIn(mail) };
}

/**
 * Returns an object whose `browser` and `site` are set when the tests run: the demo site, or what `start` starts for this
 * file alone.
 */
export function shareSite(start = ownSite) {
	const shared = {};
	beforeAll(async () => {
		shared.browser = await openBrowser();
		shared.site = await start();
	});
	afterAll(async () => {
		await shared.browser?.close();
		await shared.site?.stop?.();
	});
	return shared;
}
