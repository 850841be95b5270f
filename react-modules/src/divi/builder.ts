/** Where a page is shown: to a visitor (`fe`), or in one of the page builder's windows. */
const BUILDERS = ["vb", "bfb", "tb", "lbb"];

/** Whether the page builder shows the page (contract "divi-client", sections 1.2 and 6, "Builder mode"). */
export const isBuilder = (): boolean =>
	BUILDERS.includes(window.et_builder_utils_params?.builderType ?? "");

declare global {
	interface Window {
		et_builder_utils_params?: { readonly builderType?: string };
	}
}
