/**
 * Pages of the demo site for the tests of the browser modules: at the width of a phone, a tablet and a desktop, and
 * from right to left. A test with `clock` moves the page's time itself and does not wait for it.
 */

import { test } from "vitest";
import { openPage } from "../browser.js";
import { shareSite } from "../shared-site.js";

const LEFT_TO_RIGHT = [
	{ width: 390, dir: "ltr" },
	{ width: 820, dir: "ltr" },
	{ width: 1440, dir: "ltr" },
];
const MIRRORED = { width: 820, dir: "rtl" };

/** The consent cookie of a visitor who has chosen: the page shows no banner. */
const CHOSEN = {
	name: "moove_gdpr_popup",
	value: encodeURIComponent('{"strict":"1","thirdparty":"0","advanced":"0"}'),
};

/** Start of a page's clock in tests with `clock`. */
const NOW = new Date("2026-11-21T10:00:00Z");

/** Time that a page with `clock` gets after its modules have started, in milliseconds. */
const SETTLE = 3000;

/** Longest time of a page's clock until its modules run, in milliseconds. */
const PATIENCE = 10_000;

/** The page from right to left, as on a site in Arabic or Hebrew. */
const mirrored = (html) =>
	html
		.replace(/<html /, '<html dir="rtl" ')
		.replace(/<body class="/, '<body class="rtl ');

/**
 * Returns `screens(title, test)`, which runs a test at all widths in parallel; `screens.mirrored` also runs it on a page
 * from right to left. The test gets `open`, which visits a page; pages are closed after the test.
 */
export function testScreens() {
	const shared = shareSite();

	async function runAt(screen, run) {
		const { width, dir } = screen;
		const { browser, site } = shared;
		const visits = [];
		const open = async (path, options = {}) => {
			const visit = await visitPage(browser, site.base + path, {
				screen,
				...options,
			});
			visits.push(visit);
			return visit;
		};
		try {
			await run({ open, width, isRtl: dir === "rtl", site });
		} catch (error) {
			error.message = `${width} px ${dir}: ${error.message}`;
			throw error;
		} finally {
			await Promise.all(visits.map(({ close }) => close()));
		}
	}
	const define = (screens) => (title, run) =>
		test(title, async () => {
			const done = await Promise.allSettled(
				screens.map((screen) => runAt(screen, run)),
			);
			const failed = done.find(({ status }) => status === "rejected");
			if (failed) throw failed.reason;
		});
	return Object.assign(define(LEFT_TO_RIGHT), {
		mirrored: define([...LEFT_TO_RIGHT, MIRRORED]),
	});
}

/** Replaces the modules of a served page by others. */
export const withModules =
	(modules, column = "4_4") =>
	(html) =>
		html.replace(
			/<div id="main-content">[\s\S]*?(?=<footer|<span class="et_pb_scroll_top)/,
			`<div id="main-content"><div class="entry-content"><div class="et_builder_inner_content et_pb_gutters3">
			<div class="et_pb_section et_pb_section_0 et_section_regular"><div class="et_pb_row et_pb_row_0">
			<div class="et_pb_column et_pb_column_${column} et_pb_column_0 et-last-child">${modules}</div></div></div></div></div></div>`,
		);

/**
 * `html` changes the served page; `stubs` are patterns of addresses and what is answered; `clock` says that the test
 * moves the time with `run`, after `settle` milliseconds; `events` are the names of events that `heard()` gives back; `ready` says that modules run.
 */
async function visitPage(browser, url, options) {
	const { screen, html, stubs = [], events, clock, ready, ...rest } = options;
	const { consent = true, cookies = [], start, ...others } = rest;
	const { settle = SETTLE, ...context } = others;
	const visit = await openPage(browser, {
		viewport: { width: screen.width, height: 800 },
		...context,
	});
	const { page } = visit;
	const quiet = watchScripts(page);
	if (consent) cookies.push(CHOSEN);
	await page.context().addCookies(
		cookies.map((cookie) => ({
			domain: new URL(url).hostname,
			path: "/",
			...cookie,
		})),
	);
	const isMirrored = screen.dir === "rtl";
	if (html || isMirrored) {
		const { origin } = new URL(url);
		const isOwn = (address) => address.origin === origin;
		await page.route(isOwn, async (route) => {
			const request = route.request();
			const isPage =
				request.resourceType() === "document" &&
				request.frame() === page.mainFrame();
			if (!isPage) return route.fallback();
			const answer = await route.fetch();
			let body = await answer.text();
			if (isMirrored) body = mirrored(body);
			if (html) body = html(body);
			await route.fulfill({ response: answer, body });
		});
	}
	for (const [pattern, answer] of stubs) {
		await page.route(pattern, (route) =>
			typeof answer === "function"
				? answer(route)
				: route.fulfill({ json: answer }),
		);
	}
	if (clock) {
		await page.clock.install({ time: NOW });
		await page.clock.pauseAt(NOW.getTime() + 1000);
	}
	if (events) await page.addInitScript(listenTo, events);
	if (start) await page.addInitScript(start);
	await page.goto(url, { waitUntil: "load" });
	if (clock) await pass(page, ready, settle, quiet);
	else if (ready) await page.waitForSelector(ready, { state: "attached" });
	return {
		...visit,
		/** Moves the time by that many milliseconds, after what was begun before has loaded. */
		run: async (ms) => {
			await quiet();
			await page.clock.runFor(ms);
		},
		heard: () => page.evaluate(() => window.heard),
		/** The requests whose method and path contain the text. */
		asked: (text) => visit.requests.filter((each) => each.includes(text)),
	};
}

/** Time that the page gets at once while its modules start, in milliseconds. */
const STEP = 50;

/**
 * Moves the time until `ready` is there, and then by `settle`. Scripts take as much real time as they need between the steps:
 * how far a page is at some time of its clock does not depend on the machine.
 */
async function pass(page, ready, settle, quiet) {
	const isReady = async () => !ready || (await page.$(ready)) !== null;
	await quiet();
	for (let ms = 0; !(await isReady()); ms += STEP) {
		if (ms > PATIENCE) throw new Error(`${ready} did not come`);
		await page.clock.runFor(STEP);
		await quiet();
	}
	// In steps that grow: what starts by timers of its own does so early.
	for (let at = 0; at < settle; ) {
		const step = Math.min(Math.max(STEP, at), settle - at);
		await page.clock.runFor(step);
		await quiet();
		at += step;
	}
}

/** Returns a function that resolves when no script of ours is on its way, and those that came have run. */
function watchScripts(page) {
	const pending = new Set();
	const done = (request) => pending.delete(request);
	page.on("request", (request) => {
		if (request.url().includes("/modules/")) pending.add(request);
	});
	page.on("requestfinished", done);
	page.on("requestfailed", done);
	return async () => {
		for (let rounds = 0; rounds < ROUNDS; rounds++) {
			if (pending.size > 0) {
				rounds = -1;
				await new Promise((next) => setTimeout(next, 5));
			} else await page.evaluate(nextTasks);
		}
	};
}

/** Pauses without a request after which nothing more is expected: a chunk runs, mounts, and asks for the next. */
const ROUNDS = 2;

/** In the page: resolves after the tasks that wait now. Timers would wait for the page's clock. */
const nextTasks = async () => {
	for (let turns = 0; turns < 5; turns++) {
		await new Promise((done) => {
			const { port1, port2 } = new MessageChannel();
			port1.onmessage = done;
			port2.postMessage(null);
		});
	}
};

/** In the page: notes events with what is plain in their details. */
function listenTo(names) {
	window.heard = [];
	for (const name of names) {
		document.addEventListener(name, ({ type, detail }) => {
			window.heard.push({ type, ...JSON.parse(JSON.stringify(detail ?? {})) });
		});
	}
}

/** Ends the transitions of the sheets: they take real time, whatever the page's clock says. */
export const endTransitions = (page) =>
	page.evaluate(() => {
		for (const animation of document.getAnimations()) {
			if (animation instanceof CSSTransition) animation.finish();
		}
	});

/** Waits until the page has not scrolled for a second and 30 frames: what is clicked then stays below the pointer. */
export const endScroll = (page) =>
	page.evaluate(async () => {
		const frame = () => new Promise(requestAnimationFrame);
		for (let still = 0, since = 0, top; still < 30 || since < 1000; ) {
			const before = performance.now();
			await frame();
			const isStill = scrollY === top;
			still = isStill ? still + 1 : 0;
			since = isStill ? since + performance.now() - before : 0;
			top = scrollY;
		}
	});

export const isFocused = (page, selector) =>
	page.evaluate(
		(selector) => document.activeElement?.matches(selector) === true,
		selector,
	);

/** Presses a key until something of that selector has the focus. */
export async function tabTo(page, selector, key = "Tab") {
	for (let presses = 0; presses < 90; presses++) {
		await page.keyboard.press(key);
		if (await isFocused(page, selector)) return;
	}
	throw new Error(`${selector} cannot be reached by ${key}`);
}

export const classes = (page, selector) =>
	page.$eval(selector, (element) => element.className.trim().split(/\s+/));

/** What `read` gives for each element of the selector. */
export const each = (page, selector, read = (element) => element.textContent) =>
	page.$$eval(
		selector,
		// biome-ignore lint/security/noGlobalEval: our own function, in a page of ours.
		(all, read) => all.map((element) => globalThis.eval(read)(element)),
		`(${read})`,
	);

export const style = (page, selector, name) =>
	page.$eval(
		selector,
		(element, name) => getComputedStyle(element).getPropertyValue(name),
		name,
	);
