/** Gutters and text colours that change under the pointer (contract "divi-client", sections 4.4 and 4.8). */

export function mount(element: Element): void {
	if (!(element instanceof HTMLElement)) return;
	hoverGutter(element);
	if ("backgroundLayoutHover" in element.dataset) {
		hoverBackgroundLayout(element);
	}
}

function hoverGutter(row: HTMLElement): void {
	const { original_gutter: original, hover_gutter: hover } = row.dataset;
	if (!row.matches(".et_pb_gutter_hover") || !original || !hover) return;
	const swap = (from: string, to: string) => {
		row.classList.remove(`et_pb_gutters${from}`);
		row.classList.add(`et_pb_gutters${to}`);
	};
	row.addEventListener("mouseenter", () => swap(original, hover));
	row.addEventListener("mouseleave", () => swap(hover, original));
}

/** Suffix of the class, and of the data attribute. */
const DEVICES = [
	["", ""],
	["_tablet", "Tablet"],
	["_phone", "Phone"],
] as const;
const LAYOUTS = ["light", "dark"] as const;

function hoverBackgroundLayout(module: HTMLElement): void {
	const targets = targetsOf(module);
	const set = (kind: "" | "-hover") => {
		for (const [suffix, device] of DEVICES) {
			const layout = layoutOf(module, kind, device);
			if (!layout) continue;
			for (const target of targets) paint(target, layout, suffix);
		}
	};
	module.addEventListener("mouseenter", () => set("-hover"));
	module.addEventListener("mouseleave", () => set(""));
}

function layoutOf(
	{ dataset }: HTMLElement,
	kind: "" | "-hover",
	device: string,
): string | undefined {
	if (kind === "") return dataset[`backgroundLayout${device}`];
	return device === ""
		? dataset.backgroundLayoutHover
		: dataset[`backgroundLayout${device}`] && dataset.backgroundLayoutHover;
}

/** The element that has the layout class; not always the module itself. */
function targetsOf(module: HTMLElement): readonly Element[] {
	if (module.matches(".et_pb_button_module_wrapper")) {
		return [...module.querySelectorAll(".et_pb_button")];
	}
	if (module.matches(".et_pb_gallery")) {
		return [module, ...module.querySelectorAll(".et_pb_gallery_item")];
	}
	if (module.matches(".et_pb_post_slider, .et_pb_fullwidth_post_slider")) {
		return [module, ...module.querySelectorAll(".et_pb_slide")];
	}
	const slider = module.matches(".et_pb_slide")
		? module.closest(".et_pb_slider")
		: null;
	return slider ? [module, slider] : [module];
}

function paint(target: Element, layout: string, suffix: string): void {
	for (const name of LAYOUTS) {
		target.classList.toggle(
			`et_pb_bg_layout_${name}${suffix}`,
			name === layout,
		);
	}
	if (target.matches(".et_pb_audio_module")) {
		target.classList.toggle(
			`et_pb_text_color_dark${suffix}`,
			layout === "light",
		);
	}
}
