import { report } from "../runtime/report";

/** Chunks that are loaded when they are needed. Calls run in the order in which they are made. */

const NAME = "moove-gdpr";

export const loadChoices = () =>
	import(/* webpackChunkName: "moove-gdpr-choices" */ "./choices");

/** What a visitor chooses, and the cookies of it: most pages are read without. */
export const withChoices = (
	call: (choices: typeof import("./choices")) => void,
): Promise<void> =>
	loadChoices()
		.then(call)
		.catch((error) => report(NAME, "could not store a choice", error));

/** Scripts that a consent lets in, and requests about them. Before the first choice a page usually needs none. */
export const withScripts = (
	call: (scripts: typeof import("./scripts")) => void,
): Promise<void> =>
	import(/* webpackChunkName: "moove-gdpr-scripts" */ "./scripts")
		.then(call)
		.catch((error) => report(NAME, "could not insert scripts", error));
