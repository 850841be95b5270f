/**
 * Pages of the PHP server served as files, with our bundle in the place of the legacy scripts and recorded answers
 * behind the calls: the bundle must work on markup that our server did not print.
 *
 *   node tests-contract/browser/recorded-site.js [PORT] [--preact]
 *
 * serves them by hand; then `behave.mjs check … --base http://127.0.0.1:PORT`.
 */

import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

const top = new URL("../../", import.meta.url);
const read = (path) => readFileSync(new URL(path, top));

const FOLDERS = [
	"fixtures/recordings/contact-form-7/pages/",
	"fixtures/recordings/contact-form-7/cf7/",
	"fixtures/recordings/reviews/pages/",
	"fixtures/recordings/wp-armour/pages/",
	"fixtures/recordings/wordpress/login/",
	"fixtures/recordings/wordpress/pages/",
];

/** Style sheets whose rules the tests need. */
const STYLES = [
	"themes/assets/contact_form_7/forms.css",
	"themes/assets/reviews/reviews.css",
	"tests-contract/browser/recorded-site.css",
];

/** The address of the site in the recorded pages. */
const RECORDED = "http://127.0.0.1:8081";

/** Recorded GETs by path, query included. */
function recordedAnswers() {
	const answers = new Map();
	for (const folder of FOLDERS) {
		for (const name of readdirSync(new URL(folder, top)).sort()) {
			const { request, response } = JSON.parse(read(folder + name));
			if (request.method !== "GET" || answers.has(request.path)) continue;
			if (response.status === 200) answers.set(request.path, response);
		}
	}
	return answers;
}

const cf7 = (name) =>
	JSON.parse(read(`fixtures/recordings/contact-form-7/cf7/${name}.json`))
		.response;

/** The recorded answer that fits what was sent. */
function feedback(id, body) {
	if (id === "300") return cf7("full-quiz-wrong");
	if (body.includes("palabraprohibida")) return cf7("feedback-disallowed-word");
	const name = /name="(?:tu-nombre|your-name)"\r\n\r\n([^\r]*)/.exec(body)?.[1];
	return cf7(name ? "feedback-ok" : "feedback-empty-accepted");
}

/** A recorded page: legacy scripts out, ours in; addresses of the site made relative to where it is served. */
export function pageWithOurBundle(body, base = RECORDED) {
	const styles = STYLES.map(
		(path) => `<link rel="stylesheet" href="/${path}">`,
	);
	const loader =
		'<script type="module" src="/modules/loader.js" id="oxipress-modules-js"></script>';
	return body
		.replace(/<script\b[^>]*\bsrc=[^>]*><\/script>/g, "")
		.replace(/<link\b[^>]*rel=["']stylesheet["'][^>]*>/g, "")
		.replace(/<iframe\b[^>]*><\/iframe>/g, "")
		.replaceAll(RECORDED, base)
		.replaceAll(RECORDED.replaceAll("/", "\\/"), base.replaceAll("/", "\\/"))
		.replace("</head>", `${styles.join("")}</head>`)
		.replace(/<\/body>/i, `${loader}</body>`);
}

const TYPES = { css: "text/css", js: "text/javascript" };

function fileAnswer(path, modules) {
	const place = path.startsWith("/modules/")
		? path.replace("/modules/", `react-modules/dist/${modules}/`)
		: path.slice(1);
	if (!/^(react-modules\/dist|themes\/assets\/|tests-contract\/)/.test(place)) {
		return undefined;
	}
	if (place.includes("..")) return undefined;
	try {
		return { body: read(place), type: TYPES[place.split(".").pop()] };
	} catch {
		return undefined;
	}
}

/** Starts the site; `own` says that links and calls go to where it listens, not to the recorded address. */
export async function startRecordedSite({
	port = 0,
	modules = "react",
	own = true,
} = {}) {
	const answers = recordedAnswers();
	let held;
	const server = createServer((request, response) => {
		const url = new URL(request.url, RECORDED);
		const base = own ? `http://127.0.0.1:${server.address().port}` : RECORDED;
		let body = "";
		request.setEncoding("utf8").on("data", (part) => {
			body += part;
		});
		request.on("end", async () => {
			if (request.method === "POST") await held;
			const file = fileAnswer(url.pathname, modules);
			const id = /contact-forms\/(\d+)\/feedback$/.exec(url.pathname)?.[1];
			const refill = /contact-forms\/\d+\/refill$/.test(url.pathname);
			const answer =
				request.method === "POST" && id
					? feedback(id, body)
					: (answers.get(decodeURI(request.url)) ??
						answers.get(request.url) ??
						(refill ? cf7("refill-302") : undefined));
			if (file) {
				response.writeHead(200, { "content-type": file.type }).end(file.body);
			} else if (answer) {
				const type = answer.headers.find(
					([name]) => name.toLowerCase() === "content-type",
				)?.[1];
				const isPage = /html/.test(type);
				response
					.writeHead(answer.status, { "content-type": type })
					.end(isPage ? pageWithOurBundle(answer.body, base) : answer.body);
			} else {
				response
					.writeHead(404, { "content-type": "text/html" })
					.end("not recorded");
			}
		});
	});
	await new Promise((done) => server.listen(port, "127.0.0.1", done));
	return {
		base: `http://127.0.0.1:${server.address().port}`,
		/** Delays the responses to submissions until the returned function is called. */
		hold: () => {
			let release;
			held = new Promise((done) => {
				release = done;
			});
			return release;
		},
		stop: () =>
			new Promise((done) => {
				server.closeAllConnections();
				server.close(done);
			}),
	};
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const modules = process.argv.includes("--preact") ? "preact" : "react";
	const port = Number(process.argv[2] ?? 0);
	const { base } = await startRecordedSite({ port, modules, own: false });
	console.log(base);
}
