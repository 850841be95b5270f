/** Runs the demo site on our server, with a temporary database and mail folder. `BINARY` names another binary. */

import { execFileSync, spawn } from "node:child_process";
import {
	existsSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("../../", import.meta.url));
const demo = join(top, "fixtures/casas-cueva");

/** The program that was built, or that `BINARY` names. */
export function binary() {
	const target = process.env.CARGO_TARGET_DIR ?? join(top, "target");
	const found = [process.env.BINARY, join(target, "debug/oxipress")].find(
		(path) => path && existsSync(path),
	);
	if (!found) throw new Error("no binary: cargo build --package endpoints");
	return found;
}

async function freePort() {
	const server = createServer();
	await new Promise((done) => server.listen(0, "127.0.0.1", done));
	const { port } = server.address();
	await new Promise((done) => server.close(done));
	return port;
}

async function answers(base, process) {
	while (process.exitCode === null) {
		try {
			return await fetch(`${base}/robots.txt`);
		} catch {
			await new Promise((done) => setTimeout(done, 50));
		}
	}
	throw new Error("the server did not start");
}

/** The mails in a folder, as text. */
export const mailsIn = (folder) =>
	existsSync(folder)
		? readdirSync(folder).map((name) =>
				readFileSync(join(folder, name), "utf8"),
			)
		: [];

/**
 * Starts it with one of the two builds of the browser modules, `react` or `preact`, further flags of `oxipress serve`, and
 * variables.
 */
export async function startOwnSite({
	modules = "react",
	flags = [],
	variables = {},
} = {}) {
	const folder = mkdtempSync(join(tmpdir(), "oxipress-browser-"));
	const mail = join(folder, "mail");
	const database = `sqlite:${join(folder, "site.sqlite")}`;
	execFileSync(binary(), ["import", join(demo, "site.sql"), "--to", database], {
		stdio: "ignore",
	});
	const listen = `127.0.0.1:${await freePort()}`;
	const base = `http://${listen}`;
	const server = spawn(
		binary(),
		[
			"serve",
			"--wp-root",
			join(demo, "wp-root"),
			"--config",
			join(demo, "oxipress.toml"),
		].concat(
			["--database", database, "--site-url", base, "--listen", listen],
			flags,
		),
		{
			stdio: "ignore",
			env: {
				...process.env,
				OXIPRESS_LOG: "off",
				OXIPRESS_MAIL_FOLDER: mail,
				OXIPRESS_MAIL_SPOOL: join(folder, "spool"),
				OXIPRESS_SITE_MODULES: modules,
				OXIPRESS_SITE_MODULES_DIR: join(top, "react-modules/dist"),
				...variables,
			},
		},
	);
	await answers(base, server);
	return {
		base,
		/** The folder of the mails that went out. */
		mail,
		async stop() {
			const gone = new Promise((done) => server.once("exit", done));
			server.kill();
			await gone;
			rmSync(folder, { recursive: true });
		},
	};
}
