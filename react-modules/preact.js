import { fileURLToPath } from "node:url";

const react = fileURLToPath(new URL("./preact-react.js", import.meta.url));

/** What stands in for React in the Preact build, for webpack and for the tests. */
export const preact = {
	"react/jsx-dev-runtime": "preact/jsx-dev-runtime",
	"react/jsx-runtime": "preact/jsx-runtime",
	"react-dom/client": react,
	"react-dom": react,
	react,
};
