// Prints a software bill of materials (CycloneDX 1.5, JSON): the crates in the program and the npm packages in the bundles.
//
// sbom.mjs VERSION COMMIT

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const [version, commit] = process.argv.slice(2);

function crates() {
	const host = execFileSync("rustc", ["--print", "host-tuple"], { encoding: "utf8" }).trim();
	const args = ["metadata", "--format-version", "1", "--locked", "--filter-platform", host];
	const { packages, resolve } = JSON.parse(
		execFileSync("cargo", args, { maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"] }),
	);
	const known = new Map(packages.map((found) => [found.id, found]));
	const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
	const root = packages.find((found) => found.name === "endpoints");
	const used = new Set();
	const wanted = [root.id];
	while (wanted.length > 0) {
		const id = wanted.pop();
		if (used.has(id)) continue;
		used.add(id);
		// Neither what only tests need nor what only builds.
		const shipped = nodes.get(id).deps.filter((dep) => dep.dep_kinds.some(({ kind }) => kind === null));
		wanted.push(...shipped.map((dep) => dep.pkg));
	}
	const sums = checksums();
	return [...used]
		.map((id) => known.get(id))
		.filter((found) => found.source !== null)
		.map((found) => component("cargo", found.name, found.version, found.license, sums.get(`${found.name} ${found.version}`)));
}

/** The checksums of Cargo.lock. */
function checksums() {
	const sums = new Map();
	for (const entry of readFileSync("Cargo.lock", "utf8").split("[[package]]")) {
		const field = (name) => entry.match(new RegExp(`^${name} = "(.*)"$`, "m"))?.[1];
		if (field("checksum")) sums.set(`${field("name")} ${field("version")}`, field("checksum"));
	}
	return sums;
}

function npmPackages() {
	const { packages } = JSON.parse(readFileSync("react-modules/package-lock.json", "utf8"));
	return Object.entries(packages)
		.filter(([path, found]) => path.startsWith("node_modules/") && !found.dev && !found.optional)
		.map(([path, found]) => component("npm", path.split("node_modules/").at(-1), found.version, found.license));
}

function component(kind, name, version, license, sha256) {
	const purl = `pkg:${kind}/${name.replace("@", "%40")}@${version}`;
	return {
		type: "library",
		"bom-ref": purl,
		name,
		version,
		...(license && { licenses: [{ expression: license.replaceAll("/", " OR ") }] }),
		...(sha256 && { hashes: [{ alg: "SHA-256", content: sha256 }] }),
		purl,
	};
}

const components = [...crates(), ...npmPackages()].sort((a, b) => (a.purl < b.purl ? -1 : 1));
const hash = createHash("sha256").update(JSON.stringify([version, commit, components])).digest("hex");
// A UUID of the content: the same commit makes the same file.
const uuid = hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-5$3-a$4-$5");
const bom = {
	bomFormat: "CycloneDX",
	specVersion: "1.5",
	serialNumber: `urn:uuid:${uuid}`,
	version: 1,
	metadata: {
		timestamp: new Date(Number(process.env.SOURCE_DATE_EPOCH ?? 0) * 1000).toISOString(),
		component: {
			type: "application",
			"bom-ref": "oxipress",
			name: "oxipress",
			version,
			licenses: [{ expression: "MIT OR Apache-2.0" }],
			...(commit && { properties: [{ name: "git.commit", value: commit }] }),
		},
	},
	components,
};
process.stdout.write(`${JSON.stringify(bom, null, "\t")}\n`);
