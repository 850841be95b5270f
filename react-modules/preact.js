/** What stands in for React in the Preact build, for webpack and for the tests. */
export const preact = {
	"react/jsx-dev-runtime": "preact/jsx-dev-runtime",
	"react/jsx-runtime": "preact/jsx-runtime",
	"react-dom/client": "preact/compat/client",
	"react-dom": "preact/compat",
	react: "preact/compat",
};
