/**
 * What the home page's scripts cost: bytes, time on the main thread, long tasks, layout shift. Figures of time depend
 * on the machine and are printed, never asserted.
 *
 *   BINARY=… node tests-contract/browser/home-page-figures.js [--runs 7] [--path /] [--slow 4] [--tasks]
 *
 * Measured as contract "divi-client-plan", section B: 412 × 823, median of the runs, with and without the CPU slowed
 * down. `--tasks` also lists what is in the longest tasks.
 */

import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { launch, openPage } from "./browser.js";
import { startOwnSite } from "./own-site.js";

/** Above this a task is long, in milliseconds. */
export const LONG = 50;
/** Time after `load` that is measured too, in milliseconds. */
const AFTER = 3000;

const isOurs = (url) => /\/modules\/[\w.-]+\.js/.test(`${url}`);

/** Our scripts that a page loads: name and bytes after gzip. */
export async function scriptsOf(page, url) {
	const scripts = new Map();
	page.on("response", async (response) => {
		const address = response.url();
		if (!isOurs(address) || response.request().resourceType() !== "script") {
			return;
		}
		const name = new URL(address).pathname.split("/").pop();
		scripts.set(name, 0);
		const body = await response.body();
		scripts.set(name, gzipSync(body, { level: 9 }).length);
	});
	await page.goto(url, { waitUntil: "load" });
	await page.waitForTimeout(AFTER);
	return scripts;
}

/** Counts layout shifts from the first byte on: `window.shifts`, those that no input explains. */
export const countShifts = (page) =>
	page.addInitScript(() => {
		window.shifts = [];
		new PerformanceObserver((list) => {
			for (const { value, hadRecentInput, sources } of list.getEntries()) {
				if (hadRecentInput) continue;
				const nodes = sources.map(({ node, previousRect, currentRect }) => {
					const of = node?.nodeType === 1 ? node : node?.parentElement;
					const name = `${of?.localName}#${of?.id}.${of?.className}`;
					const [from, to] = [previousRect, currentRect].map(
						({ x, y, width, height }) =>
							[x, y, width, height].map(Math.round).join(),
					);
					return `${name} ${from} → ${to}`;
				});
				window.shifts.push({ value, nodes });
			}
		}).observe({ type: "layout-shift", buffered: true });
	});

/** Resolves when the page has been drawn. */
const untilDrawn = (page) =>
	page.waitForFunction(
		() => performance.getEntriesByName("first-contentful-paint").length > 0,
	);

/**
 * What the scripts of a page move. It is drawn when it has been read to its end, else what comes later moves what
 * stands; then its scripts come. Without fonts: one that loads late shifts the text.
 */
export async function shiftsByScripts(page, url) {
	await countShifts(page);
	await page.route(/\.woff2?$/, (route) => route.abort());
	await page.route(url, async (route) => {
		const answer = await route.fetch();
		const html = await answer.text();
		const body = html
			.replace(
				"<head>",
				'<head><link rel="expect" href="#end-of-page" blocking="render">',
			)
			.replace("</body>", '<i id="end-of-page" hidden></i></body>');
		await route.fulfill({ response: answer, body });
	});
	await page.route(isOurs, async (route) => {
		await untilDrawn(page);
		await route.fallback();
	});
	await page.goto(url, { waitUntil: "load" });
	await page.waitForFunction(() => window.et_load_event_fired);
	await page.waitForTimeout(1000);
	return page.evaluate(() => window.shifts);
}

const CATEGORIES = [
	"devtools.timeline",
	"disabled-by-default-devtools.timeline",
	"toplevel",
	"v8",
];

async function trace(session, run) {
	const events = [];
	session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
	await session.send("Tracing.start", {
		transferMode: "ReportEvents",
		traceConfig: { includedCategories: CATEGORIES },
	});
	await run();
	const complete = new Promise((done) =>
		session.once("Tracing.tracingComplete", done),
	);
	await session.send("Tracing.end");
	await complete;
	return events;
}

/** Microseconds of CPU time of the thread; other processes are not counted. */
const timeOf = ({ tdur, dur = 0 }) => tdur ?? dur;

const urlOf = ({ args }) =>
	args?.data?.url ?? args?.data?.fileName ?? args?.fileName ?? "";

/** The main thread's tasks, whether our code ran in them, and their longest parts. */
function tasksOf(events) {
	const main = events.find(
		({ name, args }) =>
			name === "thread_name" && args?.name === "CrRendererMain",
	);
	const mine = events.filter(
		({ pid, tid, ph }) => pid === main?.pid && tid === main?.tid && ph === "X",
	);
	const isTask = ({ name }) => /RunTask$/.test(name);
	return mine.filter(isTask).map((task) => {
		const inside = mine.filter(
			(event) =>
				!isTask(event) &&
				event.ts >= task.ts &&
				event.ts + (event.dur ?? 0) <= task.ts + task.dur,
		);
		return {
			ms: timeOf(task) / 1000,
			isOurs: inside.some((event) => isOurs(urlOf(event))),
			parts: inside
				.filter((event) => timeOf(event) > 2000)
				.map((event) => {
					const { functionName = "" } = event.args?.data ?? {};
					const file = urlOf(event).split("/").pop();
					const ms = Math.round(timeOf(event) / 1000);
					return `${event.name} ${functionName} ${file} ${ms}`;
				}),
		};
	});
}

/** One visit: milliseconds of script and of all tasks, our long tasks, layout shift. */
export async function visit(browser, url, { slow = 1, isTraced = false }) {
	const { page, close } = await openPage(browser, {
		viewport: { width: 412, height: 823 },
	});
	await countShifts(page);
	const session = await page.context().newCDPSession(page);
	await session.send("Performance.enable");
	await session.send("Emulation.setCPUThrottlingRate", { rate: slow });
	const run = async () => {
		await page.goto(url, { waitUntil: "load" });
		await page.waitForTimeout(AFTER);
	};
	const events = isTraced ? await trace(session, run) : [];
	if (!isTraced) await run();
	const { metrics } = await session.send("Performance.getMetrics");
	const metric = (name) => metrics.find((one) => one.name === name)?.value;
	const shifts = await page.evaluate(() => window.shifts);
	await close();
	return {
		script: metric("ScriptDuration") * 1000,
		task: metric("TaskDuration") * 1000,
		layouts: metric("LayoutCount"),
		styles: metric("RecalcStyleCount"),
		shifts,
		tasks: tasksOf(events).filter(({ isOurs }) => isOurs),
	};
}

export const median = (values) =>
	[...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];

async function print(modules, { path, runs, slow, hasTasks }) {
	const site = await startOwnSite({ modules });
	const browser = await launch();
	const url = site.base + path;
	const { page, close } = await openPage(browser);
	const scripts = await scriptsOf(page, url);
	await close();
	const bytes = [...scripts.values()].reduce((sum, size) => sum + size, 0);
	console.log(`${modules} ${path}: ${bytes} bytes in ${scripts.size} scripts`);
	console.log(`  ${[...scripts].map((each) => each.join(" ")).join(", ")}`);
	for (const rate of [1, slow]) {
		const visits = [];
		for (let run = 0; run < runs; run++) {
			visits.push(await visit(browser, url, { slow: rate }));
		}
		const of = (name) => Math.round(median(visits.map((each) => each[name])));
		const shift = Math.max(
			...visits.map(({ shifts }) =>
				shifts.reduce((sum, { value }) => sum + value, 0),
			),
		);
		console.log(
			`  CPU ÷ ${rate}: script ${of("script")} ms, tasks ${of("task")} ms, ${of("layouts")} layouts, ${of("styles")} style recalculations, CLS ${shift}`,
		);
	}
	const { tasks, shifts } = await visit(browser, url, {
		slow,
		isTraced: true,
	});
	const long = tasks.filter(({ ms }) => ms > LONG);
	const longest = Math.round(Math.max(0, ...tasks.map(({ ms }) => ms)));
	console.log(
		`  CPU ÷ ${slow}: ${long.length} tasks of ours over ${LONG} ms, longest ${longest} ms`,
	);
	if (hasTasks) {
		for (const { ms, parts } of tasks.filter((task) => task.ms > LONG / 2)) {
			console.log(`    ${Math.round(ms)} ms: ${parts.join("; ")}`);
		}
		for (const shift of shifts) console.log("   ", JSON.stringify(shift));
	}
	await browser.close();
	await site.stop();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const option = (name, fallback) => {
		const place = process.argv.indexOf(`--${name}`);
		return place < 0 ? fallback : process.argv[place + 1];
	};
	for (const modules of (option("build") ?? "react,preact").split(",")) {
		await print(modules, {
			path: option("path", "/"),
			runs: Number(option("runs", 7)),
			slow: Number(option("slow", 4)),
			hasTasks: process.argv.includes("--tasks"),
		});
	}
}
