/** The page of the browser modules, for who works on them: `oxipress serve --dev`, `/__modules/`. */

import { modules, views } from "./modules.js";

const list = document.querySelector("#modules");
const main = document.querySelector("#module");
const status = document.querySelector("#status");

/** How long a page's scripts get to start before a state is made, in milliseconds. */
const STARTED_AFTER = 1500;

/** The site's pages with what they hold. */
async function readPages() {
	const found = [];
	for (const kind of ["pages", "posts"]) {
		for (let page = 1, last = 1; page <= last; page += 1) {
			const answer = await fetch(
				`/wp-json/wp/v2/${kind}?per_page=100&page=${page}&_fields=link,content`,
			);
			if (!answer.ok) break;
			last = Number(answer.headers.get("X-WP-TotalPages")) || 1;
			for (const { link, content } of await answer.json()) {
				found.push({
					path: new URL(link, location.href).pathname,
					document: parse(content?.rendered ?? ""),
				});
			}
		}
	}
	return found;
}

const parse = (html) => new DOMParser().parseFromString(html, "text/html");

/** Where a module is to be seen: a page that holds it, else the front page if that does. */
function placeOf({ selector }, pages, front) {
	const page = pages.find(({ document }) => document.querySelector(selector));
	if (page) return page.path;
	return front.querySelector(selector) ? "/" : undefined;
}

function element(name, properties = {}, ...children) {
	const made = Object.assign(document.createElement(name), properties);
	made.append(...children);
	return made;
}

/** The server's markup, before any script. */
async function printed(path, selector) {
	const answer = await fetch(path);
	return parse(await answer.text()).querySelector(selector)?.outerHTML ?? "";
}

const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** One state: the page in a frame, and the module's live markup beside it. */
function showState({ label, width, act, hasScripts = true }, path, selector) {
	const frame = element("iframe", {
		title: label,
		src: path,
		loading: "lazy",
	});
	if (width) frame.style.width = `${width}px`;
	// Its own origin, so that the markup can be read; no scripts.
	if (!hasScripts) frame.setAttribute("sandbox", "allow-same-origin");
	const markup = element("pre", { tabIndex: 0 });
	frame.addEventListener("load", async () => {
		const inside = frame.contentDocument;
		const root = inside?.querySelector(selector);
		if (!root) return;
		const write = () => {
			markup.textContent = (
				inside.querySelector(selector) ?? root
			).outerHTML.slice(0, 20_000);
		};
		root.scrollIntoView({ block: "center" });
		if (hasScripts) await wait(STARTED_AFTER);
		if (!frame.contentWindow) return;
		try {
			act?.(root, inside);
		} catch (error) {
			status.textContent = `${label}: ${error}`;
		}
		write();
		new frame.contentWindow.MutationObserver(write).observe(inside.body, {
			attributes: true,
			characterData: true,
			childList: true,
			subtree: true,
		});
	});
	return element(
		"section",
		{ className: "state" },
		element("h3", { textContent: label }),
		element("div", {}, frame),
		markup,
	);
}

async function show(module, path) {
	const { name, selector, states = {} } = module;
	const server = element("pre", { tabIndex: 0 });
	main.replaceChildren(
		element("h2", { textContent: name }),
		element(
			"p",
			{},
			element("code", { textContent: selector }),
			" on ",
			element("a", { href: path, textContent: path }),
		),
		element(
			"details",
			{},
			element("summary", { textContent: "As the server prints it" }),
			server,
		),
		...views.map((view) => showState(view, path, selector)),
		...Object.entries(states).map(([label, act]) =>
			showState({ label, act }, path, selector),
		),
	);
	server.textContent = await printed(path, selector);
}

async function start() {
	const [pages, front] = await Promise.all([
		readPages(),
		fetch("/").then(async (answer) => parse(await answer.text())),
	]);
	const places = new Map(
		modules.map((module) => [module, placeOf(module, pages, front)]),
	);
	for (const [module, path] of places) {
		const link = path
			? element("a", { href: `#${module.name}`, textContent: module.name })
			: element("span", {
					className: "missing",
					textContent: `${module.name} (on no page)`,
				});
		list.append(element("li", {}, link));
	}
	const missing = [...places.values()].filter((path) => !path).length;
	status.textContent = `${modules.length - missing} of ${modules.length} modules are on pages of this site.`;
	const look = () => {
		const name = location.hash.slice(1);
		for (const link of list.querySelectorAll("a")) {
			const isCurrent = link.hash === location.hash;
			if (isCurrent) link.setAttribute("aria-current", "page");
			else link.removeAttribute("aria-current");
		}
		const module = modules.find((known) => known.name === name);
		const path = module && places.get(module);
		if (path) show(module, path);
	};
	window.addEventListener("hashchange", look);
	look();
}

start().catch((error) => {
	status.textContent = `The site's pages cannot be read: ${error}`;
});
