/** Chunks lie beside the loader. Set here, the loader builds their addresses from a short table of hashes. */
__webpack_public_path__ = new URL("./", import.meta.url).href;

declare let __webpack_public_path__: string;

export {};
