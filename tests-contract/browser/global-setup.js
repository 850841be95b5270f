/** Starts one browser and the demo site with each build of the browser modules for a whole run of the tests. */

import { launchServer } from "./browser.js";
import { startOwnSite } from "./own-site.js";

export default async function setup(project) {
	const [browser, react, preact] = await Promise.all([
		launchServer(),
		startOwnSite({ modules: "react" }),
		startOwnSite({ modules: "preact" }),
	]);
	const about = ({ base, mail }) => ({ base, mail });
	project.provide("browser", browser.wsEndpoint());
	project.provide("sites", { react: about(react), preact: about(preact) });
	return async () => {
		await browser.close();
		await Promise.all([react.stop(), preact.stop()]);
	};
}
