// Writes an OCI image layout as one tar file, without a builder or a registry: one layer with the program, /tmp and
// /var/lib/oxipress. `podman load -i FILE`, `skopeo copy oci-archive:FILE ...`.
//
// oci.mjs PROGRAM OUT.tar VERSION ARCH

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const [program, out, version, arch] = process.argv.slice(2);
const created = new Date(Number(process.env.SOURCE_DATE_EPOCH ?? 0) * 1000);
const UID = 65532;

/** A header of the ustar format: 512 bytes, numbers in octal. */
function header({ name, size = 0, mode, type = "0", uid = 0 }) {
	const block = Buffer.alloc(512);
	const octal = (value, length) => value.toString(8).padStart(length - 1, "0");
	block.write(name, 0, 100);
	block.write(octal(mode, 8), 100);
	block.write(octal(uid, 8), 108);
	block.write(octal(uid, 8), 116);
	block.write(octal(size, 12), 124);
	block.write(octal(created.getTime() / 1000, 12), 136);
	block.write("        ", 148);
	block.write(type, 156);
	block.write("ustar\0" + "00", 257);
	const sum = block.reduce((total, byte) => total + byte, 0);
	block.write(octal(sum, 7) + "\0 ", 148);
	return block;
}

function tar(entries) {
	const parts = entries.flatMap(({ content = Buffer.alloc(0), ...entry }) => [
		header({ ...entry, size: content.length }),
		content,
		Buffer.alloc((512 - (content.length % 512)) % 512),
	]);
	return Buffer.concat([...parts, Buffer.alloc(1024)]);
}

const digest = (content) => createHash("sha256").update(content).digest("hex");
const folder = (name, mode = 0o755, uid = 0) => ({ name: `${name}/`, mode, type: "5", uid });
const file = (name, content, mode = 0o644) => ({ name, content: Buffer.from(content), mode });

const layer = tar([
	folder("etc"),
	file("etc/passwd", `oxipress:x:${UID}:${UID}::/var/lib/oxipress:/sbin/nologin\n`),
	file("etc/group", `oxipress:x:${UID}:\n`),
	folder("tmp", 0o1777),
	folder("usr"),
	folder("usr/bin"),
	file("usr/bin/oxipress", readFileSync(program), 0o755),
	folder("var"),
	folder("var/lib"),
	folder("var/lib/oxipress", 0o750, UID),
]);
const packed = gzipSync(layer, { level: 9 });
const config = JSON.stringify({
	created: created.toISOString(),
	architecture: arch === "x86_64" ? "amd64" : arch,
	os: "linux",
	config: {
		User: `${UID}:${UID}`,
		Env: ["OXIPRESS_SITE_DATA_DIR=/var/lib/oxipress", "OXIPRESS_SERVER_LISTEN=0.0.0.0:8080"],
		ExposedPorts: { "8080/tcp": {} },
		Entrypoint: ["/usr/bin/oxipress"],
		Cmd: ["serve"],
		StopSignal: "SIGTERM",
		WorkingDir: "/var/lib/oxipress",
		Labels: {
			"org.opencontainers.image.title": "oxipress",
			"org.opencontainers.image.version": version,
			"org.opencontainers.image.licenses": "MIT OR Apache-2.0",
		},
	},
	rootfs: { type: "layers", diff_ids: [`sha256:${digest(layer)}`] },
	history: [{ created: created.toISOString(), created_by: "packaging/oci.mjs" }],
});

const blobs = new Map();
function blob(mediaType, content) {
	const hash = digest(content);
	blobs.set(hash, Buffer.from(content));
	return { mediaType, digest: `sha256:${hash}`, size: Buffer.byteLength(content) };
}

const manifest = JSON.stringify({
	schemaVersion: 2,
	mediaType: "application/vnd.oci.image.manifest.v1+json",
	config: blob("application/vnd.oci.image.config.v1+json", config),
	layers: [blob("application/vnd.oci.image.layer.v1.tar+gzip", packed)],
});
const index = JSON.stringify({
	schemaVersion: 2,
	mediaType: "application/vnd.oci.image.index.v1+json",
	manifests: [
		{
			...blob("application/vnd.oci.image.manifest.v1+json", manifest),
			annotations: { "org.opencontainers.image.ref.name": `oxipress:${version}` },
		},
	],
});
writeFileSync(
	out,
	tar([
		file("oci-layout", '{"imageLayoutVersion":"1.0.0"}'),
		file("index.json", index),
		folder("blobs"),
		folder("blobs/sha256"),
		...[...blobs].map(([hash, content]) => ({ name: `blobs/sha256/${hash}`, content, mode: 0o644 })),
	]),
);
