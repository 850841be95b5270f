/** Chunks lie beside the loader. Set here, the loader builds their addresses from a short table of hashes. */
__webpack_public_path__ = new URL("./", import.meta.url).href;

// biome-ignore lint/style/useConst: webpack's own variable, which is assigned above; TypeScript takes no `const` there.
declare let __webpack_public_path__: string;

export {};
