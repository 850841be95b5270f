import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPage } from "./browser.js";
import { startOwnSite } from "./own-site.js";
import { openBrowser } from "./shared-site.js";

/** A dashboard: its script works with the cookie and a nonce, as the block editor does. */
const DASHBOARD = `<!doctype html><title>Panel</title><ul id="log"></ul><form method="post" enctype="multipart/form-data"
 action="/wp-admin/async-upload.php"><input name="f" type="file"><button>Subir</button></form><script type="module">
const say = (text) => { const li = document.createElement("li"); li.textContent = text; log.append(li); };
const nonce = await (await fetch("/wp-admin/admin-ajax.php?action=rest-nonce")).text();
const api = async (path, options = {}) => {
  const headers = { "X-WP-Nonce": nonce, "Content-Type": "application/json" };
  const response = await fetch("/wp-json" + path, { ...options, headers });
  return response.json();
};
say("me " + (await api("/wp/v2/users/me")).slug);
const saved = await api("/acme/v1/save", { method: "POST", body: JSON.stringify({ title: "ñ" }) });
say("saved " + saved.body + " " + (saved.nonce === nonce) + " " + saved.cookie);
const action = new URLSearchParams({ action: "acme_state" });
say("action " + (await (await fetch("/wp-admin/admin-ajax.php", { method: "POST", body: action })).text()));
const socket = new WebSocket(location.origin.replace("http", "ws") + "/wp-admin/socket.php");
socket.onmessage = ({ data }) => say("socket " + data);
socket.onopen = () => socket.send("hola");
</script>`;

const hasLogIn = (request) =>
	/wordpress_logged_in_/.test(request.headers.cookie ?? "");

async function bodyOf(request) {
	const pieces = [];
	for await (const piece of request) pieces.push(piece);
	return Buffer.concat(pieces);
}

/** A stand-in for PHP. */
function startPhp() {
	const server = createServer(async (request, response) => {
		const body = await bodyOf(request);
		const path = new URL(request.url, "http://php").pathname;
		if (path === "/wp-admin/") {
			if (!hasLogIn(request)) {
				response.writeHead(302, { Location: "/wp-login.php" });
				return response.end();
			}
			response.setHeader("Content-Type", "text/html; charset=UTF-8");
			return response.end(DASHBOARD);
		}
		if (path === "/wp-admin/async-upload.php") {
			// As a web server that knows only its own address.
			const { port } = server.address();
			const location = `http://127.0.0.1:${port}/wp-admin/upload.php?size=${body.length}`;
			response.writeHead(302, { Location: location });
			return response.end();
		}
		if (path === "/wp-json/acme/v1/save") {
			response.setHeader("Content-Type", "application/json");
			const nonce = request.headers["x-wp-nonce"];
			const cookie = hasLogIn(request);
			return response.end(
				JSON.stringify({ body: body.toString(), nonce, cookie }),
			);
		}
		response.setHeader("Content-Type", "text/plain");
		response.end(`php ${path} ${body}`);
	});
	// The handshake of RFC 6455, then the client's message comes back: short, and without its mask.
	server.on("upgrade", (request, socket) => {
		const key = `${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
		const accept = createHash("sha1").update(key).digest("base64");
		socket.write(
			`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
		);
		socket.on("error", () => {});
		socket.on("data", (frame) => {
			const length = frame[1] & 0x7f;
			const text = Buffer.alloc(length);
			for (let i = 0; i < length; i++)
				text[i] = frame[6 + i] ^ frame[2 + (i % 4)];
			socket.write(Buffer.concat([Buffer.from([frame[0], length]), text]));
		});
	});
	return new Promise((done) => {
		server.listen(0, "127.0.0.1", () => done(server));
	});
}

let browser;
let php;
let site;
beforeAll(async () => {
	browser = await openBrowser();
	php = await startPhp();
	site = await startOwnSite({
		flags: ["--legacy-upstream", `http://127.0.0.1:${php.address().port}`],
		variables: { OXIPRESS_SITE_LEGACY_ROUTES: "!/wp-login.php" },
	});
});
afterAll(async () => {
	await browser?.close();
	await site?.stop();
	php?.close();
	php?.closeAllConnections();
});

test("the dashboard of PHP works through us: log-in, nonce, REST of both, actions, uploads, sockets", async () => {
	const { page, close } = await openPage(browser);
	await page.goto(`${site.base}/wp-admin/`);
	expect(new URL(page.url()).pathname).toBe("/wp-login.php");
	// With the honeypot's field, which a script adds to the form.
	const form = {
		log: "anfitrion",
		pwd: "demo-password",
		casacue4217: "384211",
		alt_s: "",
	};
	const logIn = `${site.base}/wp-login.php`;
	const response = await page.request.post(logIn, { form, maxRedirects: 0 });
	expect(response.status()).toBe(302);
	await page.goto(`${site.base}/wp-admin/`);
	await page.waitForFunction(
		() => document.querySelectorAll("#log li").length === 4,
	);
	const said = await page.locator("#log li").allTextContents();
	expect(said).toEqual([
		"me anfitrion",
		'saved {"title":"ñ"} true true',
		"action php /wp-admin/admin-ajax.php action=acme_state",
		"socket hola",
	]);
	const buffer = Buffer.alloc(9 * 1024 * 1024, "x");
	await page.setInputFiles("[name=f]", {
		name: "grande.bin",
		mimeType: "application/octet-stream",
		buffer,
	});
	await page.click("button");
	await page.waitForURL(/upload\.php/);
	const { origin, searchParams } = new URL(page.url());
	expect(origin).toBe(site.base);
	expect(Number(searchParams.get("size"))).toBeGreaterThan(buffer.length);
	await close();
});
